// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
#include "KernelCall.h"
#include "SyncFlow/Conversion/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Linalg/IR/LinalgInterfaces.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

namespace syncflow {
#define GEN_PASS_DEF_CONVOLUTIONSTOKERNELSPASS
#include "SyncFlow/Conversion/HostPasses.h.inc"
} // namespace syncflow

using namespace mlir;
using namespace syncflow;

namespace {

/// Position of the result of a map that a loop takes part in, alone or in a sum; -1 when there is none.
int64_t positionWithLoop(AffineMap map, unsigned loop) {
  for (auto [i, e] : llvm::enumerate(map.getResults()))
    if (e.isFunctionOfDim(loop))
      return i;
  return -1;
}

class ConvolutionCall {
public:
  ConvolutionCall(OpBuilder &builder, linalg::LinalgOp op) : call(builder, op.getLoc()), builder(builder), op(op) {}

  /// Declines what is no dense 2-D convolution of f32.
  bool convert() {
    if (!match())
      return false;
    for (OpOperand &operand : op->getOpOperands())
      layouts.push_back(call.layoutOf(operand.get()));
    bool accumulates = !dropZeroFill(op);
    Value flag = arith::ConstantIntOp::create(builder, op.getLoc(), accumulates ? 1 : 0, 32);
    call.emit("sflow_conv2d_f32", {description(), pointer(0), pointer(1), pointer(2), flag});
    op->erase();
    return true;
  }

private:
  bool match() {
    if (!op.hasPureBufferSemantics() || op.getNumDpsInputs() != 2 || !linalg::isaConvolutionOpInterface(op))
      return false;
    if (!hasStridedOperands(op, builder.getF32Type()))
      return false;
    FailureOr<linalg::ConvolutionDimensions> inferred = linalg::inferConvolutionDims(op);
    if (failed(inferred))
      return false;
    dims = *inferred;
    return dims.batch.size() <= 1 && dims.outputImage.size() == 2 && dims.filterLoop.size() == 2 &&
           dims.outputChannel.size() == 1 && dims.inputChannel.size() == 1 && dims.depth.empty() && isMultiplyAdd();
  }

  /// A pooling by maximum is a convolution too, in the eyes of the interface.
  bool isMultiplyAdd() {
    Block *body = op.getBlock();
    auto add = body->getTerminator()->getOperand(0).getDefiningOp<arith::AddFOp>();
    return add &&
           llvm::any_of(add->getOperands(), [](Value v) { return v.getDefiningOp<arith::MulFOp>() != nullptr; }) &&
           llvm::is_contained(add->getOperands(), body->getArgument(2));
  }

  Value extent(unsigned loop) { return call.i64(call.extent(op, loop)); }

  Value stride(unsigned operand, unsigned loop) {
    int64_t at = positionWithLoop(op.getIndexingMapsArray()[operand], loop);
    return call.i64(at < 0 ? OpFoldResult(builder.getIndexAttr(0)) : layouts[operand].strides[at]);
  }

  Value pointer(unsigned operand) { return call.pointer(layouts[operand].address); }

  /// The `sflow_conv2d` of runtime/kernels/include/SyncFlow/Kernels.h: words of eight bytes, in its order.
  Value description() {
    auto constant = [&](int64_t v) { return call.i64(builder.getIndexAttr(v)); };
    bool batched = !dims.batch.empty();
    unsigned y = dims.outputImage[0], x = dims.outputImage[1], r = dims.filterLoop[0], s = dims.filterLoop[1];
    unsigned f = dims.outputChannel[0], c = dims.inputChannel[0];
    auto batchStride = [&](unsigned operand) { return batched ? stride(operand, dims.batch[0]) : constant(0); };
    SmallVector<Value> words = {batched ? extent(dims.batch[0]) : constant(1),
                                extent(c),
                                extent(f),
                                extent(y),
                                extent(x),
                                extent(r),
                                extent(s),
                                constant(dims.strides[0]),
                                constant(dims.strides[1]),
                                constant(dims.dilations[0]),
                                constant(dims.dilations[1])};
    words.append({batchStride(0), stride(0, c), stride(0, y), stride(0, x)});
    words.append({stride(1, f), stride(1, c), stride(1, r), stride(1, s)});
    words.append({batchStride(2), stride(2, f), stride(2, y), stride(2, x)});
    int64_t count = words.size() + 1;
    words.insert(words.begin(), constant(count * sizeof(int64_t)));
    auto type = MemRefType::get({count}, builder.getI64Type());
    Value memory = memref::AllocaOp::create(builder, op.getLoc(), type);
    for (auto [i, word] : llvm::enumerate(words))
      memref::StoreOp::create(builder, op.getLoc(), word, memory, call.index(i));
    return call.pointer(memref::ExtractAlignedPointerAsIndexOp::create(builder, op.getLoc(), memory));
  }

  KernelCall call;
  OpBuilder &builder;
  linalg::LinalgOp op;
  linalg::ConvolutionDimensions dims;
  SmallVector<KernelCall::Layout> layouts;
};

struct ConvolutionsToKernelsPass : syncflow::impl::ConvolutionsToKernelsPassBase<ConvolutionsToKernelsPass> {
  void runOnOperation() override {
    for (linalg::LinalgOp op : opsOfBodies(getOperation())) {
      OpBuilder builder(op);
      ConvolutionCall(builder, op).convert();
    }
  }
};

} // namespace
