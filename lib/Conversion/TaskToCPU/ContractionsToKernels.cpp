// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
#include "KernelCall.h"
#include "SyncFlow/Conversion/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/IR/LinalgInterfaces.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

namespace syncflow {
#define GEN_PASS_DEF_CONTRACTIONSTOKERNELSPASS
#include "SyncFlow/Conversion/HostPasses.h.inc"
} // namespace syncflow

using namespace mlir;
using namespace syncflow;

namespace {

/// A contraction as a kernel sees it: rows, columns and inner dimension, and the parallel loops left around them.
struct Product {
  unsigned m, n, k;
  std::optional<unsigned> panel; ///< Columns lie in panels numbered by this loop.
  SmallVector<unsigned> outer;
};

class ProductCall {
public:
  ProductCall(OpBuilder &builder, linalg::LinalgOp op)
      : call(builder, op.getLoc()), builder(builder), op(op), loc(op.getLoc()) {}

  /// Declines when the op is no product of f32 or f64 or has several inner dimensions.
  bool convert() {
    if (!match())
      return false;
    for (OpOperand &operand : op->getOpOperands())
      layouts.push_back(call.layoutOf(operand.get()));
    bool accumulates = !dropZeroFill(op);
    SmallVector<Value> lower, upper, step;
    for (unsigned loop : product.outer) {
      lower.push_back(index(0));
      upper.push_back(call.extent(op, loop));
      step.push_back(index(1));
    }
    // The innermost loop body holds the call; without outer loops it stands where the op stood.
    scf::buildLoopNest(builder, loc, lower, upper, step, [&](OpBuilder &b, Location, ValueRange ivs) {
      OpBuilder::InsertionGuard guard(builder);
      builder.restoreInsertionPoint(b.saveInsertionPoint());
      emitCall(ivs, accumulates);
    });
    op->erase();
    return true;
  }

private:
  bool match() {
    if (!op.hasPureBufferSemantics() || op.getNumDpsInputs() != 2 || !linalg::isaContractionOpInterface(op))
      return false;
    Type element = cast<MemRefType>(op->getOperand(0).getType()).getElementType();
    if (!(element.isF32() || element.isF64()) || !hasStridedOperands(op, element))
      return false;
    if (!isMultiplyAdd())
      return false;
    FailureOr<linalg::ContractionDimensions> dims = linalg::inferContractionDims(op);
    if (failed(dims) || dims->k.size() != 1 || dims->m.empty() || dims->n.empty())
      return false;
    SmallVector<AffineMap> maps = op.getIndexingMapsArray();
    product.m = dims->m.back();
    product.k = dims->k[0];
    product.n = dims->n.back();
    product.outer.append(dims->batch.begin(), dims->batch.end());
    product.outer.append(dims->m.begin(), dims->m.end() - 1);
    SmallVector<unsigned> columns(dims->n.begin(), dims->n.end());
    if (columns.size() == 2 && isPanelled(maps, columns))
      product.panel = columns[0] == product.n ? columns[1] : columns[0];
    for (unsigned c : columns)
      if (c != product.n && c != product.panel)
        product.outer.push_back(c);
    return true;
  }

  /// Only a plain multiply and add: a min-plus product is a contraction too.
  bool isMultiplyAdd() {
    Block *body = op.getBlock();
    Value sum = body->getTerminator()->getOperand(0);
    auto add = sum.getDefiningOp<arith::AddFOp>();
    auto mul = add ? (add.getLhs() == body->getArgument(2) ? add.getRhs() : add.getLhs()).getDefiningOp<arith::MulFOp>()
                   : arith::MulFOp();
    return mul && llvm::is_contained(add->getOperands(), body->getArgument(2)) &&
           llvm::is_contained(mul->getOperands(), body->getArgument(0)) &&
           llvm::is_contained(mul->getOperands(), body->getArgument(1));
  }

  /// B[p][k][c] dense, C[.., p, c] with panels side by side, A and C with unit column stride, no loops around.
  bool isPanelled(ArrayRef<AffineMap> maps, ArrayRef<unsigned> columns) {
    if (!product.outer.empty() || !cast<MemRefType>(op->getOperand(0).getType()).getElementType().isF32())
      return false;
    unsigned panel = columns[0] == product.n ? columns[1] : columns[0];
    auto stride = [&](unsigned operand, unsigned loop) -> int64_t {
      SmallVector<int64_t> strides;
      int64_t offset, at = positionOfLoop(maps[operand], loop);
      (void)cast<MemRefType>(op->getOperand(operand).getType()).getStridesAndOffset(strides, offset);
      return at < 0 ? -1 : strides[at];
    };
    SmallVector<int64_t> ranges = op.getStaticLoopRanges();
    int64_t width = ranges[product.n], depth = ranges[product.k];
    return !ShapedType::isDynamic(width) && !ShapedType::isDynamic(depth) && stride(1, product.n) == 1 &&
           stride(1, product.k) == width && stride(1, panel) == width * depth && stride(2, product.n) == 1 &&
           stride(2, panel) == width && stride(0, product.k) == 1;
  }

  OpFoldResult stride(unsigned operand, unsigned loop) {
    int64_t at = positionOfLoop(op.getIndexingMapsArray()[operand], loop);
    return at < 0 ? OpFoldResult(builder.getIndexAttr(0)) : layouts[operand].strides[at];
  }

  Value pointer(unsigned operand, ValueRange ivs) {
    Value address = layouts[operand].address;
    int64_t bytes = cast<MemRefType>(op->getOperand(operand).getType()).getElementTypeBitWidth() / 8;
    for (auto [loop, iv] : llvm::zip(product.outer, ivs)) {
      OpFoldResult s = stride(operand, loop);
      Value step = getConstantIntValue(s)
                       ? index(*getConstantIntValue(s) * bytes)
                       : arith::MulIOp::create(builder, loc, cast<Value>(s), index(bytes)).getResult();
      address = arith::AddIOp::create(builder, loc, address, arith::MulIOp::create(builder, loc, iv, step));
    }
    return call.pointer(address);
  }

  void emitCall(ValueRange ivs, bool accumulates) {
    bool single = cast<MemRefType>(op->getOperand(0).getType()).getElementType().isF32();
    Value a = pointer(0, ivs), b = pointer(1, ivs), c = pointer(2, ivs);
    Value m = i64(call.extent(op, product.m)), n = i64(call.extent(op, product.n)), k = i64(call.extent(op, product.k));
    Value flag = arith::ConstantIntOp::create(builder, loc, accumulates ? 1 : 0, 32);
    if (product.panel) {
      Value columns =
          i64(builder.getIndexAttr(op.getStaticLoopRanges()[product.n] * op.getStaticLoopRanges()[*product.panel]));
      call.emit("sflow_gemm_panels_f32",
                {m, columns, k, a, i64(stride(0, product.m)), b, n, c, i64(stride(2, product.m)), flag});
      return;
    }
    call.emit(single ? "sflow_gemm_f32" : "sflow_gemm_f64",
              {m, n, k, a, i64(stride(0, product.m)), i64(stride(0, product.k)), b, i64(stride(1, product.k)),
               i64(stride(1, product.n)), c, i64(stride(2, product.m)), i64(stride(2, product.n)), flag});
  }

  Value index(int64_t v) { return call.index(v); }
  Value i64(OpFoldResult v) { return call.i64(v); }

  KernelCall call;
  OpBuilder &builder;
  linalg::LinalgOp op;
  Location loc;
  Product product;
  SmallVector<KernelCall::Layout> layouts;
};

struct ContractionsToKernelsPass : syncflow::impl::ContractionsToKernelsPassBase<ContractionsToKernelsPass> {
  void runOnOperation() override {
    for (linalg::LinalgOp op : opsOfBodies(getOperation())) {
      OpBuilder builder(op);
      ProductCall(builder, op).convert();
    }
  }
};

} // namespace
