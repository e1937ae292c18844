// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
#include "SyncFlow/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/IR/LinalgInterfaces.h"
#include "mlir/Dialect/MLProgram/IR/MLProgram.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"

namespace syncflow {
#define GEN_PASS_DEF_PACKWEIGHTSPASS
#include "SyncFlow/Transforms/TaskPasses.h.inc"
} // namespace syncflow

using namespace mlir;
using namespace syncflow;

namespace {

/// A parameter, or a view or slice of one that is the same in every run.
bool isWeight(Value v) {
  while (Operation *op = v.getDefiningOp()) {
    if (isa<ml_program::GlobalLoadConstOp>(op) || op->hasTrait<OpTrait::ConstantLike>())
      return true;
    if (!isa<tensor::ExtractSliceOp, tensor::ExpandShapeOp, tensor::CollapseShapeOp>(op) ||
        !llvm::all_of(op->getOperands().drop_front(), [](Value other) { return matchPattern(other, m_Constant()); }))
      return false;
    v = op->getOperand(0);
  }
  return false;
}

struct PackWeightsPass : syncflow::impl::PackWeightsPassBase<PackWeightsPass> {
  using Base::Base;

  void runOnOperation() override {
    if (width <= 0) {
      getOperation().emitError() << "syncflow-pack-weights: width must be positive, got "
                                 << static_cast<int64_t>(width);
      return signalPassFailure();
    }
    SmallVector<linalg::LinalgOp> contractions;
    getOperation().walk([&](linalg::LinalgOp op) {
      if (op.getNumDpsInputs() == 2 && op.hasPureTensorSemantics() && linalg::isaContractionOpInterface(op))
        contractions.push_back(op);
    });
    for (linalg::LinalgOp op : contractions)
      pack(op);
  }

private:
  /// [n][k] or [k][n] -> [n / width][k][width], in one generic over (panel, k, column).
  Value packed(OpBuilder &builder, Location loc, Value weight, bool columnsFirst, int64_t n, int64_t k) {
    int64_t panels = n / width;
    Type element = cast<RankedTensorType>(weight.getType()).getElementType();
    SmallVector<int64_t> split =
        columnsFirst ? SmallVector<int64_t>{panels, width, k} : SmallVector<int64_t>{k, panels, width};
    SmallVector<ReassociationIndices> groups =
        columnsFirst ? SmallVector<ReassociationIndices>{{0, 1}, {2}} : SmallVector<ReassociationIndices>{{0}, {1, 2}};
    Value source = tensor::ExpandShapeOp::create(builder, loc, RankedTensorType::get(split, element), weight, groups);
    AffineExpr p, row, column;
    bindDims(builder.getContext(), p, row, column);
    AffineMap from =
        AffineMap::get(3, 0, columnsFirst ? ArrayRef<AffineExpr>{p, column, row} : ArrayRef<AffineExpr>{row, p, column},
                       builder.getContext());
    Value init = tensor::EmptyOp::create(builder, loc, ArrayRef<int64_t>{panels, k, width}, element);
    SmallVector<utils::IteratorType> loops(3, utils::IteratorType::parallel);
    return linalg::GenericOp::create(
               builder, loc, TypeRange{init.getType()}, ValueRange{source}, ValueRange{init},
               ArrayRef<AffineMap>{from, builder.getMultiDimIdentityMap(3)}, loops,
               [](OpBuilder &b, Location l, ValueRange a) { linalg::YieldOp::create(b, l, a[0]); })
        .getResult(0);
  }

  void pack(linalg::LinalgOp op) {
    FailureOr<linalg::ContractionDimensions> dims = linalg::inferContractionDims(op);
    auto weightType = cast<RankedTensorType>(op.getDpsInputs()[1].getType());
    auto resultType = cast<RankedTensorType>(op->getResult(0).getType());
    auto fill = op.getDpsInits()[0].getDefiningOp<linalg::FillOp>();
    if (failed(dims) || dims->m.size() != 1 || dims->n.size() != 1 || dims->k.size() != 1 || !dims->batch.empty() ||
        !fill || !isWeight(op.getDpsInputs()[1]) || !weightType.hasStaticShape() ||
        !weightType.getElementType().isF32() || !resultType.getElementType().isF32())
      return;
    AffineExpr m, panel, k, column;
    bindDims(&getContext(), m, panel, k, column);
    SmallVector<AffineMap> maps = op.getIndexingMapsArray();
    int64_t n = op.getStaticLoopRanges()[dims->n[0]], depth = op.getStaticLoopRanges()[dims->k[0]];
    // Rows by columns only: a transposed result would scatter the panels.
    if (n % width || n == 0 || maps[2].getDimPosition(0) != dims->m[0] || maps[2].getDimPosition(1) != dims->n[0])
      return;
    OpBuilder builder(op);
    Location loc = op.getLoc();
    Value panels = packed(builder, loc, op.getDpsInputs()[1], maps[1].getDimPosition(0) == dims->n[0], n, depth);
    bool rowsFirst = maps[0].getDimPosition(0) == dims->m[0];
    SmallVector<AffineMap> now{
        AffineMap::get(4, 0, rowsFirst ? ArrayRef<AffineExpr>{m, k} : ArrayRef<AffineExpr>{k, m}, &getContext()),
        AffineMap::get(4, 0, {panel, k, column}, &getContext()),
        AffineMap::get(4, 0, {m, panel, column}, &getContext())};
    SmallVector<OpFoldResult> sizes = tensor::getMixedSizes(builder, loc, fill.getOutputs()[0]);
    SmallVector<OpFoldResult> split{sizes[0], builder.getIndexAttr(n / width), builder.getIndexAttr(width)};
    Value init = tensor::EmptyOp::create(builder, loc, split, resultType.getElementType());
    init = linalg::FillOp::create(builder, loc, fill.getInputs(), ValueRange{init}).getResult(0);
    using utils::IteratorType;
    SmallVector<IteratorType> loops{IteratorType::parallel, IteratorType::parallel, IteratorType::reduction,
                                    IteratorType::parallel};
    auto generic = linalg::GenericOp::create(builder, loc, TypeRange{init.getType()},
                                             ValueRange{op.getDpsInputs()[0], panels}, ValueRange{init}, now, loops);
    IRMapping mapping;
    op->getRegion(0).cloneInto(&generic.getRegion(), mapping);
    Value flat = tensor::CollapseShapeOp::create(builder, loc, resultType, generic.getResult(0),
                                                 ArrayRef<ReassociationIndices>{{0}, {1, 2}});
    op->getResult(0).replaceAllUsesWith(flat);
    op->erase();
  }
};

} // namespace
