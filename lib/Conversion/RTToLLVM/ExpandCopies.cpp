// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// Copies of strided memory.
#include "SyncFlow/Conversion/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/MemRef/Utils/MemRefUtils.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;

namespace syncflow {
#define GEN_PASS_DEF_EXPANDCOPIESPASS
#include "SyncFlow/Conversion/Passes.h.inc"
} // namespace syncflow

/// Whether upstream's lowering makes one memcpy of it.
static bool isDense(Value memref) {
  auto type = cast<MemRefType>(memref.getType());
  return type.getLayout().isIdentity() || memref::isStaticShapeAndContiguousRowMajor(type);
}

static void expand(memref::CopyOp copy) {
  OpBuilder builder(copy);
  Location loc = copy.getLoc();
  int64_t rank = cast<MemRefType>(copy.getSource().getType()).getRank();
  llvm::SmallVector<Value> from(rank, arith::ConstantIndexOp::create(builder, loc, 0));
  llvm::SmallVector<Value> step(rank, arith::ConstantIndexOp::create(builder, loc, 1));
  llvm::SmallVector<Value> to;
  for (int64_t dim = 0; dim < rank; ++dim)
    to.push_back(memref::DimOp::create(builder, loc, copy.getSource(), dim));
  scf::buildLoopNest(builder, loc, from, to, step, [&](OpBuilder &inner, Location at, ValueRange indices) {
    Value element = memref::LoadOp::create(inner, at, copy.getSource(), indices);
    memref::StoreOp::create(inner, at, element, copy.getTarget(), indices);
  });
  copy.erase();
}

namespace {
struct ExpandCopies : syncflow::impl::ExpandCopiesPassBase<ExpandCopies> {
  void runOnOperation() override {
    getOperation()->walk([](memref::CopyOp copy) {
      bool ranked = isa<MemRefType>(copy.getSource().getType()) && isa<MemRefType>(copy.getTarget().getType());
      if (ranked && !(isDense(copy.getSource()) && isDense(copy.getTarget())))
        expand(copy);
    });
  }
};
} // namespace
