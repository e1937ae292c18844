// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
#include "Sizes.h"
#include "TaskBuilder.h"

#include "SyncFlow/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/MLProgram/IR/MLProgram.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Tensor/Transforms/Transforms.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace syncflow {
#define GEN_PASS_DEF_LOWERTENSOROPSPASS
#include "SyncFlow/Transforms/TaskPasses.h.inc"
} // namespace syncflow

using namespace mlir;
using namespace syncflow;

/// Ops on tensors that later passes understand.
static bool isLowerable(Operation *op) {
  if (isa<linalg::WinogradFilterTransformOp, linalg::WinogradInputTransformOp, linalg::WinogradOutputTransformOp>(op))
    return false;
  StringRef dialect = op->getName().getDialectNamespace();
  if (llvm::is_contained(
          {"linalg", "syncflow", "scf", "shard", "func", "bufferization", "ml_program", "arith", "builtin"}, dialect))
    return true;
  return isa<tensor::EmptyOp, tensor::ExtractOp, tensor::ExtractSliceOp, tensor::InsertSliceOp, tensor::ExpandShapeOp,
             tensor::CollapseShapeOp, tensor::CastOp, tensor::DimOp, tensor::FromElementsOp, tensor::SplatOp,
             tensor::InsertOp, tensor::ReshapeOp, tensor::RankOp>(op);
}

static StringRef adviceOn(Operation *op) {
  if (isa<tensor::GatherOp>(op))
    return "write it as a linalg.generic with tensor.extract, or as tosa.gather";
  if (isa<tensor::ScatterOp>(op))
    return "write it as an scf.for over tensor.insert_slice, or as tosa.scatter";
  if (isa<tensor::BitcastOp>(op))
    return "write it as arith.bitcast";
  if (op->getName().getDialectNamespace() == "linalg")
    return "write the convolution itself";
  if (op->getName().getDialectNamespace() == "cf")
    return "write it with scf.if, scf.for or scf.while";
  return "lower it to linalg, tensor or tosa first (docs/SupportedOps.md lists what is supported)";
}

namespace {
/// x * c / c is x: sizes do not overflow. Exporters leave such round trips through element counts, and what is left of
/// them hides that two sizes are equal.
template <typename DivOp> struct FoldExactDivision : OpRewritePattern<DivOp> {
  using OpRewritePattern<DivOp>::OpRewritePattern;
  LogicalResult matchAndRewrite(DivOp op, PatternRewriter &rewriter) const override {
    auto product = op.getLhs().template getDefiningOp<arith::MulIOp>();
    APInt divisor, factor;
    if (!product || !op.getType().isIndex() || !matchPattern(op.getRhs(), m_ConstantInt(&divisor)) ||
        !matchPattern(product.getRhs(), m_ConstantInt(&factor)) || divisor != factor || divisor.isZero())
      return failure();
    rewriter.replaceOp(op, product.getLhs());
    return success();
  }
};

struct LowerTensorOpsPass : syncflow::impl::LowerTensorOpsPassBase<LowerTensorOpsPass> {
  void runOnOperation() override {
    expandReshapes();
    if (failed(decomposeSoftmax()) || failed(rewriteGenerators()) || failed(lowerPacking()))
      return signalPassFailure();
    loadConstants();
    replacePoison();
    getOperation()->walk([](func::FuncOp function) { dropBroadcasts(function); });
    defineWindows();
    forgetOldContents();
    RewritePatternSet patterns(&getContext());
    linalg::populateDecomposePadPatterns(patterns);
    tensor::populateDecomposeTensorConcatPatterns(patterns);
    tensor::populateFoldTensorEmptyPatterns(patterns);
    patterns.add<FoldExactDivision<arith::DivSIOp>, FoldExactDivision<arith::DivUIOp>,
                 FoldExactDivision<arith::FloorDivSIOp>>(&getContext());
    if (failed(applyPatternsGreedily(getOperation(), std::move(patterns))))
      return signalPassFailure();
    WalkResult result = getOperation()->walk([&](Operation *op) {
      bool touchesTensors = llvm::any_of(op->getOperandTypes(), llvm::IsaPred<TensorType>) ||
                            llvm::any_of(op->getResultTypes(), llvm::IsaPred<TensorType>);
      if (!touchesTensors || isLowerable(op))
        return WalkResult::advance();
      op->emitError() << "'" << op->getName() << "' on tensors has no lowering here; " << adviceOn(op);
      return WalkResult::interrupt();
    });
    if (result.wasInterrupted())
      signalPassFailure();
  }

private:
  /// Structured control flow gives a value also where no path of the program needs one.
  void replacePoison() {
    getOperation()->walk([&](ub::PoisonOp op) {
      auto type = dyn_cast<RankedTensorType>(op.getType());
      if (!type || !type.hasStaticShape())
        return;
      OpBuilder builder(op);
      op.replaceAllUsesWith(arith::ConstantOp::create(builder, op.getLoc(), builder.getZeroAttr(type)).getResult());
      op.erase();
    });
  }

  /// A global with a value that nobody changes is a constant.
  void loadConstants() {
    SymbolTableCollection tables;
    getOperation()->walk([&](Operation *op) {
      if (!isa<ml_program::GlobalLoadOp, ml_program::GlobalLoadConstOp>(op))
        return;
      auto global =
          tables.lookupNearestSymbolFrom<ml_program::GlobalOp>(op, op->getAttrOfType<SymbolRefAttr>("global"));
      auto value = global && !global.getIsMutable()
                       ? dyn_cast_or_null<ElementsAttr>(global.getValue().value_or(Attribute()))
                       : ElementsAttr();
      if (!value)
        return;
      OpBuilder builder(op);
      op->getResult(0).replaceAllUsesWith(arith::ConstantOp::create(builder, op->getLoc(), value));
      op->erase();
    });
  }

  /// The window of a pooling has a shape and no contents, but a task that is given it reads it all the same.
  void defineWindows() {
    getOperation()->walk([&](linalg::LinalgOp op) {
      for (OpOperand *input : op.getDpsInputOperands()) {
        auto empty = input->get().getDefiningOp<tensor::EmptyOp>();
        auto type = dyn_cast<RankedTensorType>(input->get().getType());
        if (!empty || !type.hasStaticShape() || op.payloadUsesValueFromOperand(input))
          continue;
        OpBuilder builder(op);
        input->set(arith::ConstantOp::create(builder, op.getLoc(), builder.getZeroAttr(type)));
      }
    });
  }

  /// What an op overwrites without a look at it lends its shape only; it need not exist, nor be waited for. (Tiled
  /// programs name the place of a result in this way; the insertion that follows says the same.) What a loop carries
  /// stays: there the place is the point.
  void forgetOldContents() {
    getOperation()->walk([&](linalg::LinalgOp op) {
      if (!op.hasPureTensorSemantics())
        return;
      for (OpOperand &init : op.getDpsInitsMutable()) {
        auto argument = dyn_cast<BlockArgument>(init.get());
        bool given = argument && isa<FunctionOpInterface>(argument.getOwner()->getParentOp());
        auto slice = init.get().getDefiningOp<tensor::ExtractSliceOp>();
        if (!(given || slice) || op.payloadUsesValueFromOperand(&init))
          continue;
        OpBuilder builder(op);
        auto type = cast<RankedTensorType>(init.get().getType());
        init.set(tensor::EmptyOp::create(builder, op.getLoc(), shapeOf(builder, init.get()), type.getElementType()));
      }
    });
  }

  /// TOSA's operands may be broadcast along dimensions that are known only at run time, so that each of them becomes a
  /// branch. Where its size is that of the result anyway, the operand is taken as it is.
  static void dropBroadcasts(func::FuncOp function) {
    if (function.isDeclaration())
      return;
    SmallVector<scf::IfOp> branches;
    function.walk([&](scf::IfOp op) { branches.push_back(op); });
    if (branches.empty())
      return;
    Sizes sizes(function);
    SmallVector<Operation *> dropped; // Erased when nobody remembers their sizes any more.
    for (scf::IfOp branch : branches)
      if (Value operand = broadcastOperand(branch, sizes)) {
        branch.getResult(0).replaceAllUsesWith(operand);
        dropped.push_back(branch);
      }
    for (Operation *branch : dropped)
      branch->erase();
  }

  static Value broadcastOperand(scf::IfOp branch, Sizes &sizes) {
    if (branch.getNumResults() != 1 || branch.getElseRegion().empty())
      return {};
    Value operand = branch.elseYield().getOperand(0), wide = branch.thenYield().getOperand(0);
    auto broadcast = wide.getDefiningOp<linalg::GenericOp>();
    auto type = dyn_cast<RankedTensorType>(operand.getType());
    bool copies = broadcast && broadcast.getNumDpsInputs() == 1 && broadcast.getDpsInputs()[0] == operand && type &&
                  wide.getType() == type && broadcast.getNumParallelLoops() == broadcast.getNumLoops() &&
                  cast<linalg::YieldOp>(broadcast.getBody()->getTerminator()).getOperand(0) ==
                      broadcast.getBody()->getArgument(0) &&
                  broadcast.getIndexingMapsArray().back().isIdentity();
    if (!copies)
      return {};
    for (auto [d, read] : llvm::enumerate(broadcast.getIndexingMapsArray().front().getResults())) {
      auto loop = dyn_cast<AffineDimExpr>(read);
      if ((loop && loop.getPosition() != d) || (!loop && !isa<AffineConstantExpr>(read)))
        return {};
      OpFoldResult from = sizes.of(operand, d);
      if (!from || from != sizes.of(wide, d))
        return {};
    }
    return operand;
  }

  LogicalResult rewriteEach(function_ref<bool(Operation *)> wanted,
                            function_ref<LogicalResult(IRRewriter &, Operation *)> rewrite) {
    SmallVector<Operation *> ops;
    getOperation()->walk([&](Operation *op) {
      if (wanted(op))
        ops.push_back(op);
    });
    IRRewriter rewriter(&getContext());
    for (Operation *op : ops) {
      rewriter.setInsertionPoint(op);
      if (failed(rewrite(rewriter, op)))
        return failure();
    }
    return success();
  }

  /// What computes an element from its position.
  LogicalResult rewriteGenerators() {
    auto wanted = [](Operation *op) {
      auto pad = dyn_cast<tensor::PadOp>(op);
      return isa<tensor::GenerateOp>(op) || (pad && !pad.getConstantPaddingValue());
    };
    return rewriteEach(wanted, [](IRRewriter &rewriter, Operation *op) -> LogicalResult {
      auto generate = dyn_cast<tensor::GenerateOp>(op);
      if (failed(generate ? linalg::rewriteInDestinationPassingStyle(rewriter, generate)
                          : linalg::rewriteInDestinationPassingStyle(rewriter, cast<tensor::PadOp>(op))))
        return op->emitError() << "'" << op->getName() << "' has a body that SyncFlow cannot make a linalg.generic of";
      return success();
    });
  }

  /// Padding, reshape and transpose.
  LogicalResult lowerPacking() {
    auto wanted = [](Operation *op) { return isa<linalg::PackOp, linalg::UnPackOp>(op); };
    return rewriteEach(wanted, [](IRRewriter &rewriter, Operation *op) -> LogicalResult {
      auto pack = dyn_cast<linalg::PackOp>(op);
      if (pack ? failed(linalg::lowerPack(rewriter, pack))
               : failed(linalg::lowerUnPack(rewriter, cast<linalg::UnPackOp>(op))))
        return op->emitError() << "'" << op->getName()
                               << "' with these sizes has no lowering here; give it static tile sizes, or write it as "
                                  "tensor.pad, expand_shape and linalg.transpose";
      return success();
    });
  }

  /// A shape that is read from a tensor: flat, then of the sizes that stand there.
  void expandReshapes() {
    SmallVector<tensor::ReshapeOp> ops;
    getOperation()->walk([&](tensor::ReshapeOp op) {
      auto from = dyn_cast<RankedTensorType>(op.getSource().getType()), to = dyn_cast<RankedTensorType>(op.getType());
      if (from && to && from.getRank() > 0 && to.getRank() > 0 && !(from.hasStaticShape() && to.hasStaticShape()))
        ops.push_back(op);
    });
    for (tensor::ReshapeOp op : ops) {
      OpBuilder builder(op);
      Location loc = op.getLoc();
      auto from = cast<RankedTensorType>(op.getSource().getType()), to = cast<RankedTensorType>(op.getType());
      auto all = [](int64_t rank) {
        return SmallVector<ReassociationIndices>{llvm::to_vector(llvm::seq<int64_t>(0, rank))};
      };
      Value flat = op.getSource();
      if (from.getRank() > 1)
        flat = tensor::CollapseShapeOp::create(builder, loc, flat, all(from.getRank()));
      SmallVector<OpFoldResult> sizes;
      for (int64_t d = 0; d < to.getRank(); ++d) {
        if (!to.isDynamicDim(d)) {
          sizes.push_back(builder.getIndexAttr(to.getDimSize(d)));
          continue;
        }
        Value at = arith::ConstantIndexOp::create(builder, loc, d);
        Value size = tensor::ExtractOp::create(builder, loc, op.getShape(), at);
        if (!size.getType().isIndex())
          size = arith::IndexCastOp::create(builder, loc, builder.getIndexType(), size);
        sizes.push_back(size);
      }
      Value shaped = flat;
      if (to.getRank() > 1) {
        // A flat size that is known while one of the parts is not would not be an expansion.
        int64_t count = to.hasStaticShape() ? to.getNumElements() : ShapedType::kDynamic;
        auto fitting = RankedTensorType::get({count}, to.getElementType());
        if (flat.getType() != fitting)
          flat = tensor::CastOp::create(builder, loc, fitting, flat);
        shaped = tensor::ExpandShapeOp::create(builder, loc, to, flat, all(to.getRank()), sizes);
      } else if (flat.getType() != to) {
        shaped = tensor::CastOp::create(builder, loc, to, flat);
      }
      op.replaceAllUsesWith(shaped);
      op.erase();
    }
  }

  /// Maximum, exponentials, sum and quotient: ops that fuse and tile.
  LogicalResult decomposeSoftmax() {
    auto wanted = [](Operation *op) {
      auto softmax = dyn_cast<linalg::SoftmaxOp>(op);
      return softmax && softmax.hasPureTensorSemantics();
    };
    return rewriteEach(wanted, [](IRRewriter &rewriter, Operation *op) -> LogicalResult {
      FailureOr<SmallVector<Value>> parts = cast<linalg::SoftmaxOp>(op).decomposeOperation(rewriter);
      if (failed(parts))
        return failure();
      rewriter.replaceOp(op, *parts);
      return success();
    });
  }
};
} // namespace
