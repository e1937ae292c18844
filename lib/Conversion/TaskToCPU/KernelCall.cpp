// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
#include "KernelCall.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/MemRef/Utils/MemRefUtils.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Transforms/RegionUtils.h"

using namespace mlir;
using namespace syncflow;

int64_t syncflow::positionOfLoop(AffineMap map, unsigned loop) {
  for (auto [i, e] : llvm::enumerate(map.getResults()))
    if (auto dim = dyn_cast<AffineDimExpr>(e); dim && dim.getPosition() == loop)
      return i;
  return -1;
}

static Value rootOf(Value memref) { return memref::skipViewLikeOps(cast<MemrefValue>(memref)); }

static bool touchesOnlyOthers(Operation *other, Value memref) {
  llvm::SetVector<Value> used(other->operand_begin(), other->operand_end());
  getUsedValuesDefinedAbove(other->getRegions(), used);
  return isa<linalg::LinalgOp>(other) &&
         llvm::none_of(used, [&](Value v) { return isa<MemRefType>(v.getType()) && rootOf(v) == rootOf(memref); });
}

bool syncflow::dropZeroFill(linalg::LinalgOp op) {
  Value result = op.getDpsInits()[0];
  for (Operation *before = op->getPrevNode(); before; before = before->getPrevNode()) {
    if (auto fill = dyn_cast<linalg::FillOp>(before); fill && fill.getOutputs()[0] == result) {
      if (!matchPattern(fill.getInputs()[0], m_AnyZeroFloat()))
        return false;
      fill->erase();
      return true;
    }
    // Views and arithmetic touch nothing; another op might, through a view of the same memory.
    if (!isMemoryEffectFree(before) && !touchesOnlyOthers(before, result))
      return false;
  }
  return false;
}

SmallVector<linalg::LinalgOp> syncflow::opsOfBodies(ModuleOp module) {
  SmallVector<linalg::LinalgOp> ops;
  module.walk([&](linalg::LinalgOp op) {
    auto function = op->getParentOfType<func::FuncOp>();
    if (function && function->hasAttr("syncflow.body"))
      ops.push_back(op);
  });
  return ops;
}

bool syncflow::hasStridedOperands(linalg::LinalgOp op, Type element) {
  return llvm::all_of(op->getOperands(), [&](Value v) {
    auto type = cast<MemRefType>(v.getType());
    SmallVector<int64_t> strides;
    int64_t offset;
    return type.getElementType() == element && succeeded(type.getStridesAndOffset(strides, offset));
  });
}

Value KernelCall::extent(linalg::LinalgOp op, unsigned loop) {
  int64_t range = op.getStaticLoopRanges()[loop];
  if (!ShapedType::isDynamic(range))
    return index(range);
  for (OpOperand &operand : op->getOpOperands())
    if (int64_t at = positionOfLoop(op.getMatchingIndexingMap(&operand), loop); at >= 0)
      return memref::DimOp::create(builder, loc, operand.get(), at);
  return index(0);
}

Value KernelCall::index(int64_t v) { return arith::ConstantIndexOp::create(builder, loc, v); }

Value KernelCall::i64(OpFoldResult v) {
  if (auto known = getConstantIntValue(v))
    return arith::ConstantIntOp::create(builder, loc, *known, 64);
  return arith::IndexCastOp::create(builder, loc, builder.getI64Type(), cast<Value>(v));
}

KernelCall::Layout KernelCall::layoutOf(Value memref) {
  auto type = cast<MemRefType>(memref.getType());
  SmallVector<int64_t> strides;
  int64_t offset;
  (void)type.getStridesAndOffset(strides, offset);
  auto metadata = memref::ExtractStridedMetadataOp::create(builder, loc, memref);
  Value base = memref::ExtractAlignedPointerAsIndexOp::create(builder, loc, memref);
  int64_t bytes = type.getElementTypeBitWidth() / 8;
  Value shift = ShapedType::isDynamic(offset) ? metadata.getOffset() : index(offset);
  shift = arith::MulIOp::create(builder, loc, shift, index(bytes));
  Layout layout{arith::AddIOp::create(builder, loc, base, shift), {}};
  for (auto [d, s] : llvm::enumerate(strides))
    layout.strides.push_back(ShapedType::isDynamic(s) ? OpFoldResult(metadata.getStrides()[d])
                                                      : builder.getIndexAttr(s));
  return layout;
}

Value KernelCall::pointer(Value address) {
  Value integer = arith::IndexCastOp::create(builder, loc, builder.getI64Type(), address);
  return LLVM::IntToPtrOp::create(builder, loc, LLVM::LLVMPointerType::get(builder.getContext()), integer);
}

void KernelCall::emit(StringRef name, ValueRange arguments) {
  auto module = builder.getInsertionBlock()->getParentOp()->getParentOfType<ModuleOp>();
  if (!module.lookupSymbol(name)) {
    OpBuilder top = OpBuilder::atBlockBegin(module.getBody());
    auto type = top.getFunctionType(arguments.getTypes(), {});
    func::FuncOp::create(top, module.getLoc(), name, type).setPrivate();
  }
  func::CallOp::create(builder, loc, name, TypeRange{}, arguments);
}
