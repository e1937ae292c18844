// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
#include "SyncFlow/Conversion/Passes.h"
#include "SyncFlow/Dialect/SyncFlow/IR/SyncFlow.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Shard/IR/ShardOps.h"
#include "llvm/ADT/TypeSwitch.h"

namespace syncflow {
#define GEN_PASS_DEF_CONVERTSHARDTOSYNCFLOWPASS
#include "SyncFlow/Conversion/HostPasses.h.inc"
} // namespace syncflow

using namespace mlir;
using namespace syncflow;

namespace {

class ShardConverter {
public:
  explicit ShardConverter(ModuleOp module) : module(module), symbols(module), builder(module.getContext()) {}

  LogicalResult convert(Operation *op) {
    builder.setInsertionPoint(op);
    loc = op->getLoc();
    if (isa<shard::ShardOp, shard::ShardingOp, shard::GetShardingOp, shard::ShardShapeOp>(op))
      return op->emitError() << "'" << op->getName()
                             << "' annotates a program that is not partitioned yet; SyncFlow takes the SPMD form, in "
                             << "which every rank's shapes are local and collectives are explicit";
    if (auto shape = dyn_cast<shard::GridShapeOp>(op))
      return convertShape(shape);
    if (auto linear = dyn_cast<shard::ProcessLinearIndexOp>(op)) {
      nameRanks(gridOf(linear.getGridAttr()));
      linear.replaceAllUsesWith(RankOp::create(builder, loc, builder.getIndexType()).getRank());
      op->erase();
      return success();
    }
    if (auto multi = dyn_cast<shard::ProcessMultiIndexOp>(op))
      return convertMultiIndex(multi);
    return llvm::TypeSwitch<Operation *, LogicalResult>(op)
        .Case([&](shard::AllSliceOp o) { return convertSlice(o); })
        .Case([&](shard::AllReduceOp o) { return sameShape<AllReduceOp>(o, o.getReduction()); })
        .Case([&](shard::ReduceOp o) { return rooted<ReduceOp>(o, o.getRoot(), o.getRootDynamic(), o.getReduction()); })
        .Case(
            [&](shard::BroadcastOp o) { return rooted<BroadcastOp>(o, o.getRoot(), o.getRootDynamic(), std::nullopt); })
        .Case([&](shard::AllGatherOp o) {
          return gathered<AllGatherOp>(o, o.getGatherAxis().getSExtValue(), std::nullopt);
        })
        .Case([&](shard::GatherOp o) {
          FailureOr<int64_t> root = rootPosition(o, o.getRoot(), o.getRootDynamic());
          return failed(root) ? failure() : gathered<GatherOp>(o, o.getGatherAxis().getSExtValue(), *root);
        })
        .Case([&](shard::ReduceScatterOp o) {
          FailureOr<Reduction> kind = reductionOf(o, o.getReduction());
          return failed(kind) ? failure()
                              : scattered<ReduceScatterOp>(o, o.getScatterAxis().getSExtValue(), std::nullopt, *kind);
        })
        .Case([&](shard::ScatterOp o) {
          FailureOr<int64_t> root = rootPosition(o, o.getRoot(), o.getRootDynamic());
          return failed(root) ? failure()
                              : scattered<ScatterOp>(o, o.getScatterAxis().getSExtValue(), *root, std::nullopt);
        })
        .Case([&](shard::AllToAllOp o) { return convertAllToAll(o); })
        .Case([&](shard::ShiftOp o) { return convertShift(o); })
        .Case([&](shard::SendOp o) {
          FailureOr<int64_t> peer = rootPosition(o, o.getDestination(), o.getDestinationDynamic());
          if (failed(peer))
            return failure();
          OperationState state(loc, SendOp::getOperationName());
          state.addAttribute("peer", builder.getI64IntegerAttr(*peer));
          emit(state, o, o.getInput(), Value());
          o.getResult().replaceAllUsesWith(o.getInput());
          o.erase();
          return success();
        })
        .Case([&](shard::RecvOp o) {
          if (!cast<RankedTensorType>(o.getResult().getType()).hasStaticShape())
            return o.emitError("receives a tensor of static shape here"), failure();
          if (!o.getSource())
            return o.emitError("receives from any sender; name the source"), failure();
          FailureOr<int64_t> peer = rootPosition(o, *o.getSource(), o.getSourceDynamic());
          if (failed(peer))
            return failure();
          OperationState state(loc, RecvOp::getOperationName());
          state.addAttribute("peer", builder.getI64IntegerAttr(*peer));
          o.getResult().replaceAllUsesWith(
              emit(state, o, Value(), destination(cast<RankedTensorType>(o.getResult().getType()))));
          o.erase();
          return success();
        })
        .Default([&](Operation *o) {
          return o->emitError() << "'" << o->getName()
                                << "' has no lowering here; write it with send and recv, or gather and slice";
        });
  }

private:
  shard::GridOp gridOf(FlatSymbolRefAttr name) { return symbols.lookup<shard::GridOp>(name.getAttr()); }

  Value index(int64_t v) { return arith::ConstantIndexOp::create(builder, loc, v); }

  /// A program that only asks which rank it is runs on all ranks of its grid as well: groups are what says how many.
  void nameRanks(shard::GridOp grid) { groupOf(grid, axesOf({}, grid)); }

  /// Coordinate of this rank along one axis: row-major numbering.
  Value coordinate(shard::GridOp grid, int64_t axis) {
    int64_t below = 1;
    for (int64_t extent : grid.getShape().drop_front(axis + 1))
      below *= extent;
    nameRanks(grid);
    Value rank = RankOp::create(builder, loc, builder.getIndexType());
    Value at = arith::DivUIOp::create(builder, loc, rank, index(below));
    return arith::RemUIOp::create(builder, loc, at, index(grid.getShape()[axis]));
  }

  LogicalResult convertShape(shard::GridShapeOp op) {
    shard::GridOp grid = gridOf(op.getGridAttr());
    SmallVector<Value> values;
    for (int64_t axis : axesOf(op.getAxes(), grid))
      values.push_back(index(grid.getShape()[axis]));
    op->replaceAllUsesWith(values);
    op->erase();
    return success();
  }

  LogicalResult convertMultiIndex(shard::ProcessMultiIndexOp op) {
    shard::GridOp grid = gridOf(op.getGridAttr());
    SmallVector<Value> values;
    for (int64_t axis : axesOf(op.getAxes(), grid))
      values.push_back(coordinate(grid, axis));
    op->replaceAllUsesWith(values);
    op->erase();
    return success();
  }

  /// No axes mean all of them.
  SmallVector<int64_t> axesOf(ArrayRef<shard::GridAxis> axes, shard::GridOp grid) {
    SmallVector<int64_t> result(axes.begin(), axes.end());
    if (result.empty())
      result = llvm::to_vector(llvm::seq<int64_t>(0, grid.getShape().size()));
    return result;
  }

  /// The syncflow.group of a grid and some of its axes; an empty list of a collective means a group of one.
  GroupOp groupOf(shard::GridOp grid, ArrayRef<int64_t> axes) {
    GroupOp &group = groups[{grid.getOperation(), builder.getDenseI64ArrayAttr(axes)}];
    if (group)
      return group;
    std::string name = grid.getSymName().str();
    for (int64_t a : axes)
      name += "_" + std::to_string(a);
    OpBuilder top(grid);
    group = GroupOp::create(top, grid.getLoc(), name, grid.getShape(), axes);
    symbols.insert(group); // Under another name when this one is taken.
    return group;
  }

  template <typename OpT> GroupOp groupOf(OpT op) {
    return groupOf(gridOf(op.getGridAttr()), SmallVector<int64_t>(op.getGridAxes().begin(), op.getGridAxes().end()));
  }

  FailureOr<Reduction> reductionOf(Operation *op, shard::ReductionKind kind) {
    switch (kind) {
    case shard::ReductionKind::Sum:
      return Reduction::sum;
    case shard::ReductionKind::Product:
      return Reduction::product;
    case shard::ReductionKind::Min:
      return Reduction::min;
    case shard::ReductionKind::Max:
      return Reduction::max;
    case shard::ReductionKind::Average:
      return Reduction::average;
    case shard::ReductionKind::BitwiseAnd:
      return Reduction::bit_and;
    case shard::ReductionKind::BitwiseOr:
      return Reduction::bit_or;
    case shard::ReductionKind::BitwiseXor:
      return Reduction::bit_xor;
    default:
      return op->emitError("reduces in a way that has no name; use a named reduction"), failure();
    }
  }

  template <typename OpT> FailureOr<int64_t> rootPosition(OpT op, ArrayRef<int64_t> coordinates, ValueRange dynamic) {
    if (!dynamic.empty() || llvm::any_of(coordinates, ShapedType::isDynamic))
      return op.emitError("names a rank that is known only at run time; ranks of collectives are constants here"),
             failure();
    shard::GridOp grid = gridOf(op.getGridAttr());
    int64_t position = 0;
    for (auto [axis, c] : llvm::zip(op.getGridAxes(), coordinates))
      position = position * grid.getShape()[axis] + c;
    return position;
  }

  Value destination(RankedTensorType type) {
    return bufferization::AllocTensorOp::create(builder, loc, type, ValueRange{});
  }

  template <typename OpT> Value emit(OperationState &state, OpT op, Value input, Value output) {
    return emit(state, groupOf(op), input, output);
  }
  /// Creates a collective of the group; the value of its data result, if it has one.
  Value emit(OperationState &state, GroupOp group, Value input, Value output) {
    if (input)
      state.addOperands(input);
    if (output)
      state.addOperands(output);
    state.addAttribute("group", FlatSymbolRefAttr::get(group));
    SmallVector<int32_t> segments{0, 0};
    if (input)
      segments.push_back(1);
    if (output)
      segments.push_back(1);
    state.addAttribute("operandSegmentSizes", builder.getDenseI32ArrayAttr(segments));
    if (output)
      state.addTypes(output.getType());
    state.addTypes(TokenType::get(builder.getContext()));
    Operation *result = builder.create(state);
    return output ? result->getResult(0) : Value();
  }

  template <typename To, typename OpT> LogicalResult sameShape(OpT op, shard::ReductionKind reduction) {
    FailureOr<Reduction> kind = reductionOf(op, reduction);
    auto type = dyn_cast<RankedTensorType>(op.getResult().getType());
    if (failed(kind))
      return failure();
    if (!type || !type.hasStaticShape())
      return op.emitError("works on a tensor of static shape here"), failure();
    OperationState state(loc, To::getOperationName());
    state.addAttribute("reduction", ReductionAttr::get(builder.getContext(), *kind));
    op.getResult().replaceAllUsesWith(emit(state, op, op.getInput(), destination(type)));
    op.erase();
    return success();
  }

  template <typename To, typename OpT>
  LogicalResult rooted(OpT op, ArrayRef<int64_t> root, ValueRange dynamic,
                       std::optional<shard::ReductionKind> reduction) {
    if (!isStatic(op))
      return op.emitError("works on tensors of static shape here"), failure();
    FailureOr<int64_t> position = rootPosition(op, root, dynamic);
    if (failed(position))
      return failure();
    OperationState state(loc, To::getOperationName());
    state.addAttribute("root", builder.getI64IntegerAttr(*position));
    if (reduction) {
      FailureOr<Reduction> kind = reductionOf(op, *reduction);
      if (failed(kind))
        return failure();
      state.addAttribute("reduction", ReductionAttr::get(builder.getContext(), *kind));
    }
    // Ranks other than a reduction's root keep what they had.
    Value output = reduction ? op.getInput() : destination(cast<RankedTensorType>(op.getResult().getType()));
    op.getResult().replaceAllUsesWith(emit(state, op, op.getInput(), output));
    op.erase();
    return success();
  }

  Value transpose(Value value, ArrayRef<int64_t> permutation) {
    auto type = cast<RankedTensorType>(value.getType());
    SmallVector<int64_t> shape;
    for (int64_t p : permutation)
      shape.push_back(type.getDimSize(p));
    Value init = tensor::EmptyOp::create(builder, loc, shape, type.getElementType());
    return linalg::TransposeOp::create(builder, loc, value, init, permutation)->getResult(0);
  }

  /// Of `rank` dimensions the one at `axis` is two, the others are one each.
  static SmallVector<ReassociationIndices> pairAt(int64_t axis, int64_t rank) {
    SmallVector<ReassociationIndices> groups;
    for (int64_t d = 0, at = 0; d < rank; ++d) {
      groups.push_back(d == axis ? ReassociationIndices{at, at + 1} : ReassociationIndices{at});
      at += groups.back().size();
    }
    return groups;
  }

  /// [.., members * n, ..] -> [members, .., n, ..], members in front.
  Value splitToFront(Value value, int64_t axis, int64_t members) {
    auto type = cast<RankedTensorType>(value.getType());
    SmallVector<int64_t> shape(type.getShape());
    shape[axis] /= members;
    shape.insert(shape.begin() + axis, members);
    SmallVector<ReassociationIndices> groups = pairAt(axis, type.getRank());
    Value split =
        tensor::ExpandShapeOp::create(builder, loc, RankedTensorType::get(shape, type.getElementType()), value, groups);
    SmallVector<int64_t> permutation{axis};
    for (int64_t d = 0; d <= type.getRank(); ++d)
      if (d != axis)
        permutation.push_back(d);
    return axis == 0 ? split : transpose(split, permutation);
  }

  /// [members, .., n, ..] -> [.., members * n, ..]
  Value mergeFromFront(Value value, int64_t axis) {
    int64_t rank = cast<RankedTensorType>(value.getType()).getRank();
    SmallVector<int64_t> permutation;
    for (int64_t d = 1; d < rank; ++d) {
      if (d - 1 == axis)
        permutation.push_back(0);
      permutation.push_back(d);
    }
    Value moved = axis == 0 ? value : transpose(value, permutation);
    return tensor::CollapseShapeOp::create(builder, loc, moved, pairAt(axis, rank - 1));
  }

  /// Adds (or drops) a leading dimension of one.
  Value withLeadingOne(Value value) {
    auto type = cast<RankedTensorType>(value.getType());
    SmallVector<int64_t> shape(type.getShape());
    shape.insert(shape.begin(), 1);
    SmallVector<ReassociationIndices> groups{{0, 1}};
    for (int64_t d = 1; d < type.getRank(); ++d)
      groups.push_back({d + 1});
    return tensor::ExpandShapeOp::create(builder, loc, RankedTensorType::get(shape, type.getElementType()), value,
                                         groups);
  }
  Value withoutLeadingOne(Value value) {
    SmallVector<ReassociationIndices> groups{{0, 1}};
    for (int64_t d = 2; d < cast<RankedTensorType>(value.getType()).getRank(); ++d)
      groups.push_back({d});
    return tensor::CollapseShapeOp::create(builder, loc, value, groups);
  }

  template <typename OpT> bool isStatic(OpT op) {
    return cast<RankedTensorType>(op.getInput().getType()).hasStaticShape() &&
           cast<RankedTensorType>(op.getResult().getType()).hasStaticShape();
  }

  template <typename To, typename OpT> LogicalResult gathered(OpT op, int64_t axis, std::optional<int64_t> root) {
    if (!isStatic(op))
      return op.emitError("works on tensors of static shape here"), failure();
    Value piece = withLeadingOne(op.getInput());
    auto type = cast<RankedTensorType>(piece.getType());
    SmallVector<int64_t> shape(type.getShape());
    shape[0] = groupOf(op).getSize();
    OperationState state(loc, To::getOperationName());
    if (root)
      state.addAttribute("root", builder.getI64IntegerAttr(*root));
    Value all = emit(state, op, piece, destination(RankedTensorType::get(shape, type.getElementType())));
    op.getResult().replaceAllUsesWith(mergeFromFront(all, axis));
    op.erase();
    return success();
  }

  template <typename To, typename OpT>
  LogicalResult scattered(OpT op, int64_t axis, std::optional<int64_t> root, std::optional<Reduction> reduction) {
    if (!isStatic(op))
      return op.emitError("works on tensors of static shape here"), failure();
    Value all = splitToFront(op.getInput(), axis, groupOf(op).getSize());
    auto type = cast<RankedTensorType>(all.getType());
    SmallVector<int64_t> shape(type.getShape());
    shape[0] = 1;
    OperationState state(loc, To::getOperationName());
    if (root)
      state.addAttribute("root", builder.getI64IntegerAttr(*root));
    if (reduction)
      state.addAttribute("reduction", ReductionAttr::get(builder.getContext(), *reduction));
    Value piece = emit(state, op, all, destination(RankedTensorType::get(shape, type.getElementType())));
    op.getResult().replaceAllUsesWith(withoutLeadingOne(piece));
    op.erase();
    return success();
  }

  LogicalResult convertAllToAll(shard::AllToAllOp op) {
    if (!isStatic(op))
      return op.emitError("works on tensors of static shape here");
    Value pieces = splitToFront(op.getInput(), op.getSplitAxis().getSExtValue(), groupOf(op).getSize());
    OperationState state(loc, AllToAllOp::getOperationName());
    Value exchanged = emit(state, op, pieces, destination(cast<RankedTensorType>(pieces.getType())));
    op.getResult().replaceAllUsesWith(mergeFromFront(exchanged, op.getConcatAxis().getSExtValue()));
    op.erase();
    return success();
  }

  /// What `offset` places before this rank has. Who sends to whom differs from rank to rank, so all of them gather what
  /// the members along the axis have, and take their part; without `rotate` the ranks at the edge may get anything.
  LogicalResult convertShift(shard::ShiftOp op) {
    if (!isStatic(op))
      return op.emitError("works on tensors of static shape here");
    shard::GridOp grid = gridOf(op.getGridAttr());
    int64_t axis = op.getShiftAxis().getSExtValue(), members = grid.getShape()[axis];
    GroupOp group = groupOf(grid, {axis});
    Value piece = withLeadingOne(op.getInput());
    auto type = cast<RankedTensorType>(piece.getType());
    SmallVector<int64_t> shape(type.getShape());
    shape[0] = members;
    OperationState state(loc, AllGatherOp::getOperationName());
    Value all = emit(state, group, piece, destination(RankedTensorType::get(shape, type.getElementType())));
    int64_t back = ((-static_cast<int64_t>(op.getOffset()) % members) + members) % members;
    Value source = arith::AddIOp::create(builder, loc, coordinate(grid, axis), index(back));
    source = arith::RemUIOp::create(builder, loc, source, index(members));
    SmallVector<OpFoldResult> offsets(type.getRank(), builder.getIndexAttr(0)),
        strides(type.getRank(), builder.getIndexAttr(1));
    offsets[0] = source;
    SmallVector<OpFoldResult> sizes = getAsIndexOpFoldResult(builder.getContext(), type.getShape());
    Value taken = tensor::ExtractSliceOp::create(builder, loc, type, all, offsets, sizes, strides);
    op.getResult().replaceAllUsesWith(withoutLeadingOne(taken));
    op.erase();
    return success();
  }

  /// A slice at the rank's place in its group: no communication.
  LogicalResult convertSlice(shard::AllSliceOp op) {
    auto type = cast<RankedTensorType>(op.getResult().getType());
    if (!isStatic(op))
      return op.emitError("works on tensors of static shape here");
    shard::GridOp grid = gridOf(op.getGridAttr());
    Value position = index(0);
    for (int64_t axis : op.getGridAxes()) {
      position = arith::MulIOp::create(builder, loc, position, index(grid.getShape()[axis]));
      position = arith::AddIOp::create(builder, loc, position, coordinate(grid, axis));
    }
    int64_t axis = op.getSliceAxis().getSExtValue();
    SmallVector<OpFoldResult> offsets(type.getRank(), builder.getIndexAttr(0)),
        strides(type.getRank(), builder.getIndexAttr(1));
    offsets[axis] = arith::MulIOp::create(builder, loc, position, index(type.getDimSize(axis))).getResult();
    SmallVector<OpFoldResult> sizes = getAsIndexOpFoldResult(builder.getContext(), type.getShape());
    op.getResult().replaceAllUsesWith(
        tensor::ExtractSliceOp::create(builder, loc, type, op.getInput(), offsets, sizes, strides).getResult());
    op.erase();
    return success();
  }

  ModuleOp module;
  SymbolTable symbols;
  llvm::DenseMap<std::pair<Operation *, Attribute>, GroupOp> groups;
  OpBuilder builder;
  Location loc = module.getLoc();
};

struct ConvertShardToSyncFlowPass : syncflow::impl::ConvertShardToSyncFlowPassBase<ConvertShardToSyncFlowPass> {
  void runOnOperation() override {
    SmallVector<Operation *> ops, grids;
    getOperation().walk([&](Operation *op) {
      if (op->getName().getDialectNamespace() != "shard")
        return;
      (isa<shard::GridOp>(op) ? grids : ops).push_back(op);
    });
    if (ops.empty() && grids.empty())
      return;
    for (Operation *grid : grids)
      if (llvm::any_of(cast<shard::GridOp>(grid).getShape(), ShapedType::isDynamic)) {
        grid->emitError("has an extent that is not known; SyncFlow compiles for a grid of known shape");
        return signalPassFailure();
      }
    ShardConverter converter(getOperation());
    for (Operation *op : ops)
      if (failed(converter.convert(op)))
        return signalPassFailure();
    for (Operation *grid : grids)
      grid->erase();
  }
};

} // namespace
