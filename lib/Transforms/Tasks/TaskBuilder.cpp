// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
#include "TaskBuilder.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/Linalg/Utils/Utils.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Transforms/RegionUtils.h"

using namespace mlir;
using namespace syncflow;

SmallVector<OpFoldResult> syncflow::shapeOf(OpBuilder &builder, Value tensor) {
  auto type = cast<RankedTensorType>(tensor.getType());
  if (type.hasStaticShape())
    return getAsIndexOpFoldResult(builder.getContext(), type.getShape());
  Operation *op = tensor.getDefiningOp();
  if (auto structured = dyn_cast_or_null<linalg::LinalgOp>(op))
    return shapeOf(builder, structured.getDpsInits()[cast<OpResult>(tensor).getResultNumber()]);
  if (auto empty = dyn_cast_or_null<tensor::EmptyOp>(op))
    return empty.getMixedSizes();
  if (auto expand = dyn_cast_or_null<tensor::ExpandShapeOp>(op))
    return expand.getMixedOutputShape();
  if (auto splat = dyn_cast_or_null<tensor::SplatOp>(op))
    return getMixedValues(type.getShape(), splat.getDynamicSizes(), builder);
  if (auto insert = dyn_cast_or_null<tensor::InsertSliceOp>(op))
    return shapeOf(builder, insert.getDest());
  if (auto slice = dyn_cast_or_null<tensor::ExtractSliceOp>(op)) {
    SmallVector<OpFoldResult> sizes;
    llvm::SmallBitVector dropped = slice.getDroppedDims();
    for (auto [i, size] : llvm::enumerate(slice.getMixedSizes()))
      if (!dropped.test(i))
        sizes.push_back(size);
    return sizes;
  }
  if (auto collapse = dyn_cast_or_null<tensor::CollapseShapeOp>(op)) {
    SmallVector<OpFoldResult> source = shapeOf(builder, collapse.getSrc()), sizes;
    for (ArrayRef<int64_t> dims : collapse.getReassociationIndices()) {
      AffineExpr product = getAffineSymbolExpr(0, builder.getContext());
      SmallVector<OpFoldResult> factors{source[dims.front()]};
      for (auto [i, d] : llvm::enumerate(dims.drop_front())) {
        product = product * getAffineSymbolExpr(i + 1, builder.getContext());
        factors.push_back(source[d]);
      }
      sizes.push_back(affine::makeComposedFoldedAffineApply(builder, tensor.getLoc(), product, factors));
    }
    return sizes;
  }
  if (auto task = dyn_cast_or_null<TaskOp>(op))
    return shapeOf(builder, task.getOuts()[cast<OpResult>(tensor).getResultNumber()]);
  return tensor::getMixedSizes(builder, tensor.getLoc(), tensor);
}

TaskBuilder::TaskBuilder(OpBuilder &builder, const Group &group, const RowAnalysis &rows, const Placements &placements,
                         StringRef name)
    : builder(builder), group(group), rows(rows), placements(placements), name(name), body(builder.getContext()) {
  members.insert(group.ops.begin(), group.ops.end());
  findEscaping();
}

void TaskBuilder::findEscaping() {
  for (Operation *op : group.ops)
    for (Value result : op->getResults())
      if (llvm::any_of(result.getUsers(), [&](Operation *user) {
            Operation *ancestor = op->getBlock()->findAncestorOpInBlock(*user);
            return !isMember(ancestor);
          }))
        escaping.push_back(result);
}

/// What a value of the group updates: the value from outside at the start of its chain of destinations, or null when
/// the chain starts with something new.
Value TaskBuilder::updatedValue(Value value) {
  while (Operation *op = value.getDefiningOp()) {
    if (!isMember(op))
      break;
    if (auto structured = dyn_cast<linalg::LinalgOp>(op))
      value = structured.getDpsInits()[cast<OpResult>(value).getResultNumber()];
    else if (auto insert = dyn_cast<tensor::InsertSliceOp>(op))
      value = insert.getDest();
    else
      return {};
  }
  Operation *op = value.getDefiningOp();
  return op && isFree(op) ? Value() : value;
}

/// Memory that an escaping value is computed in: what the program itself updates, the place that it is inserted at, or
/// a new tensor.
Value TaskBuilder::destinationOf(Value value) {
  if (Value root = updatedValue(value))
    return root;
  if (tensor::InsertSliceOp insert = placements.lookup(value))
    return tensor::ExtractSliceOp::create(builder, value.getLoc(), cast<RankedTensorType>(value.getType()),
                                          insert.getDest(), insert.getMixedOffsets(), insert.getMixedSizes(),
                                          insert.getMixedStrides());
  // Not a tensor.empty: those are merged by cse, and values of different tasks must not share memory by accident.
  SmallVector<Value> sizes;
  for (OpFoldResult size : shapeOf(builder, value))
    if (auto dynamic = dyn_cast<Value>(size))
      sizes.push_back(dynamic);
  return bufferization::AllocTensorOp::create(builder, value.getLoc(), cast<RankedTensorType>(value.getType()), sizes);
}

SmallVector<std::pair<Value, Value>> TaskBuilder::build() {
  for (Value value : escaping)
    assembled[value] = destinationOf(value);
  for (int64_t i = 0; i < group.tiles; ++i)
    buildTile({i, group.tiles});
  SmallVector<std::pair<Value, Value>> result;
  for (Value value : escaping)
    result.push_back({value, assembled[value]});
  return result;
}

Value TaskBuilder::slice(Value tensor, Rows along, Tile tile) {
  if (tile.count == 1 || !along)
    return tensor;
  SmallVector<OpFoldResult> sizes = shapeOf(builder, tensor);
  SmallVector<OpFoldResult> offsets(sizes.size(), builder.getIndexAttr(0)),
      strides(sizes.size(), builder.getIndexAttr(1));
  offsets[along.axis] = builder.getIndexAttr(tile.begin(along));
  sizes[along.axis] = builder.getIndexAttr(tile.size(along));
  return tensor::ExtractSliceOp::create(builder, tensor.getLoc(), tensor, offsets, sizes, strides);
}

RankedTensorType TaskBuilder::tileType(Value tensor, Tile tile) {
  auto type = cast<RankedTensorType>(tensor.getType());
  Rows r = rows.of(tensor);
  if (tile.count == 1 || !r)
    return type;
  SmallVector<int64_t> shape(type.getShape());
  shape[r.axis] = tile.size(r);
  return type.clone(shape);
}

/// The op that a person would know the task by; the last one of equals.
Operation *TaskBuilder::mainOp() {
  return *std::max_element(group.ops.rbegin(), group.ops.rend(), [](Operation *a, Operation *b) {
    return std::pair(isa<linalg::LinalgOp>(a), workOf(a)) < std::pair(isa<linalg::LinalgOp>(b), workOf(b));
  });
}

/// Arithmetic of the group as the program had it, before tiles computed anything twice.
double TaskBuilder::modelWork() {
  double sum = 0;
  for (Operation *op : group.ops)
    if (isa<linalg::LinalgOp>(op))
      sum += workOf(op);
  return sum;
}

TaskOp TaskBuilder::buildTile(Tile tile) {
  SmallVector<Value> outs;
  for (Value value : escaping)
    outs.push_back(slice(assembled[value], rows.of(value), tile));
  std::string label = name.str();
  if (tile.count > 1)
    label += "[" + std::to_string(tile.index) + "/" + std::to_string(tile.count) + "]";
  task = TaskOp::create(builder, mainOp()->getLoc(), label, ValueRange{}, Value(), ValueRange{}, outs, ContractAttr());
  body.setInsertionPointToEnd(task.getBlock());
  mapping.clear();
  captured.clear();
  destinations.clear();
  work = 0;
  for (auto [value, argument] : llvm::zip(escaping, task.getOutArguments())) {
    destinations[value] = argument;
    // The old value is what the destination holds at first; nobody needs to be handed it twice.
    if (Value old = updatedValue(value); old && tile.count == 1 && !mapping.contains(old))
      mapping.map(old, argument);
  }
  {
    // What the task captures is computed before it.
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPoint(task);
    for (Operation *op : group.ops)
      cloneOp(op, tile);
  }

  SmallVector<Value> yielded;
  for (Value value : escaping)
    yielded.push_back(mapping.lookup(value));
  YieldOp::create(body, task.getLoc(), yielded);
  task->setAttr("syncflow.flops", builder.getF64FloatAttr(work));
  if (tile.count > 1) {
    if (tile.index == 0)
      task->setAttr("syncflow.model_flops", builder.getF64FloatAttr(modelWork()));
    task->setAttr("syncflow.tile", builder.getI64IntegerAttr(tile.index));
    task->setAttr("syncflow.tiles", builder.getI64IntegerAttr(tile.count));
  }
  for (auto [value, result] : llvm::zip(escaping, task.getResults())) {
    Rows r = rows.of(value);
    Value &whole = assembled[value];
    if (tile.count == 1) {
      whole = result;
      continue;
    }
    SmallVector<OpFoldResult> sizes = shapeOf(builder, whole);
    SmallVector<OpFoldResult> offsets(sizes.size(), builder.getIndexAttr(0)),
        strides(sizes.size(), builder.getIndexAttr(1));
    offsets[r.axis] = builder.getIndexAttr(tile.begin(r));
    sizes[r.axis] = builder.getIndexAttr(tile.size(r));
    whole = tensor::InsertSliceOp::create(builder, value.getLoc(), result, whole, offsets, sizes, strides);
  }
  return task;
}

/// What costs nothing is made again inside the task, of the tile's shape: scalars, splats, empties and fills. Null for
/// the rest.
Value TaskBuilder::rebuild(Value value, Rows along, Tile tile) {
  Operation *op = value.getDefiningOp();
  if (!op || !(isFree(op) || op->hasTrait<OpTrait::ConstantLike>()))
    return {};
  if (!isa<ShapedType>(value.getType()))
    return body.clone(*op)->getResult(0);
  auto type = dyn_cast<RankedTensorType>(value.getType());
  if (!type || !isFree(op))
    return {};
  SmallVector<int64_t> shape(type.getShape());
  if (along && tile.count > 1)
    shape[along.axis] = tile.size(along);
  DenseElementsAttr splat;
  if (matchPattern(op, m_Constant(&splat)))
    return arith::ConstantOp::create(body, op->getLoc(), splat.resizeSplat(type.clone(shape)));
  SmallVector<OpFoldResult> sizes;
  for (auto [i, size] : llvm::enumerate(shapeOf(builder, value)))
    sizes.push_back(ShapedType::isDynamic(shape[i]) ? OpFoldResult(capture(cast<Value>(size), {}, tile))
                                                    : builder.getIndexAttr(shape[i]));
  Value empty = tensor::EmptyOp::create(body, op->getLoc(), sizes, type.getElementType());
  auto fill = dyn_cast<linalg::FillOp>(op);
  if (!fill)
    return empty;
  return linalg::FillOp::create(body, op->getLoc(), ValueRange{capture(fill.getInputs()[0], {}, tile)},
                                ValueRange{empty})
      .getResult(0);
}

Value TaskBuilder::capture(Value value, Rows along, Tile tile) {
  if (Value known = captured.lookup({value, along.axis}))
    return known;
  if (Value local = rebuild(value, along, tile))
    return captured[{value, along.axis}] = local;
  if (Value view = viewInside(value, tile))
    return captured[{value, along.axis}] = view;
  Value operand = slice(value, along, tile);
  unsigned position = task.getIns().size();
  task.getInsMutable().append(operand);
  return captured[{value, along.axis}] = task.getBlock()->insertArgument(position, operand.getType(), value.getLoc());
}

/// A view of what the task updates is taken inside: as an operand it would be a second name of memory that the task
/// writes, and so be copied. Null for anything else.
Value TaskBuilder::viewInside(Value value, Tile tile) {
  Operation *view = value.getDefiningOp();
  if (tile.count != 1 || !view || !isView(view))
    return {};
  Value source = mapping.lookupOrNull(view->getOperand(0));
  if (!source)
    source = viewInside(view->getOperand(0), tile);
  if (!source)
    return {};
  IRMapping local;
  local.map(view->getOperand(0), source);
  for (Value other : view->getOperands().drop_front())
    local.map(other, capture(other, {}, tile));
  return body.clone(*view, local)->getResult(0);
}

Value TaskBuilder::inside(OpOperand &operand, Tile tile) {
  if (Value known = mapping.lookupOrNull(operand.get()))
    return known;
  return capture(operand.get(), rows.ofOperand(operand), tile);
}

/// Destination of an op inside the task: the task's own when the value escapes, else a new tensor of the tile's shape.
Value TaskBuilder::initFor(Operation *op, OpOperand &init, Tile tile) {
  Value result = cast<linalg::LinalgOp>(op).getTiedOpResult(&init);
  Operation *source = init.get().getDefiningOp();
  bool fresh = source && isFree(source) && isa<linalg::FillOp, tensor::EmptyOp>(source);
  Value target = destinations.lookup(result);
  DenseElementsAttr splat;
  if (target && source && matchPattern(source, m_Constant(&splat)) && splat.isSplat()) {
    auto scalar = arith::ConstantOp::create(body, op->getLoc(), splat.getSplatValue<TypedAttr>());
    return linalg::FillOp::create(body, op->getLoc(), ValueRange{scalar}, ValueRange{target}).getResult(0);
  }
  if (!fresh)
    return target && !mapping.lookupOrNull(init.get()) ? target : inside(init, tile);
  if (!target) {
    SmallVector<OpFoldResult> sizes;
    RankedTensorType type = tileType(result, tile);
    for (auto [i, size] : llvm::enumerate(shapeOf(builder, result)))
      if (!type.isDynamicDim(i))
        sizes.push_back(builder.getIndexAttr(type.getDimSize(i)));
      else
        sizes.push_back(capture(cast<Value>(size), {}, tile));
    target = tensor::EmptyOp::create(body, op->getLoc(), sizes, type.getElementType());
  }
  if (auto fill = dyn_cast<linalg::FillOp>(source))
    target = linalg::FillOp::create(body, fill.getLoc(), ValueRange{inside(fill.getInputsMutable()[0], {0, 1})},
                                    ValueRange{target})
                 .getResult(0);
  return target;
}

void TaskBuilder::cloneStructured(Operation *op, Tile tile) {
  auto structured = cast<linalg::LinalgOp>(op);
  SmallVector<Value> operands;
  SmallVector<Type> types;
  for (OpOperand &operand : op->getOpOperands())
    operands.push_back(structured.isDpsInit(&operand) ? initFor(op, operand, tile) : inside(operand, tile));
  // What the body reads from outside (a table looked up by index) is read whole; other ops may read its rows.
  IRMapping tables;
  for (Region &region : op->getRegions())
    visitUsedValuesDefinedAbove(region, region, [&](OpOperand *use) {
      if (!mapping.lookupOrNull(use->get()))
        tables.map(use->get(), capture(use->get(), {}, tile));
    });
  for (Value result : op->getResults())
    types.push_back(tileType(result, tile));
  Operation *now = clone(body, op, types, operands);
  // Values captured by regions keep their old names in a plain clone.
  for (Region &region : now->getRegions())
    visitUsedValuesDefinedAbove(region, region, [&](OpOperand *use) {
      if (Value known = mapping.lookupOrNull(use->get()))
        use->set(known);
      else if (Value table = tables.lookupOrNull(use->get()))
        use->set(table);
    });
  if (Rows r = rows.of(op); r && tile.count > 1) {
    SmallVector<OpFoldResult> offsets(structured.getNumLoops(), builder.getIndexAttr(0));
    offsets[r.axis] = builder.getIndexAttr(tile.begin(r));
    linalg::offsetIndices(body, cast<linalg::LinalgOp>(now), offsets);
    body.setInsertionPointToEnd(task.getBlock());
  }
  mapping.map(op->getResults(), now->getResults());
  work += workOf(now);
}

void TaskBuilder::cloneReshape(Operation *op, Tile tile) {
  Value source = inside(op->getOpOperand(0), tile);
  RankedTensorType type = tileType(op->getResult(0), tile);
  Operation *now;
  if (auto expand = dyn_cast<tensor::ExpandShapeOp>(op)) {
    SmallVector<OpFoldResult> shape;
    for (auto [i, size] : llvm::enumerate(expand.getMixedOutputShape()))
      if (type.isDynamicDim(i))
        shape.push_back(capture(cast<Value>(size), {}, tile));
      else
        shape.push_back(builder.getIndexAttr(type.getDimSize(i)));
    now = tensor::ExpandShapeOp::create(body, op->getLoc(), type, source, expand.getReassociationIndices(), shape);
  } else {
    auto collapse = cast<tensor::CollapseShapeOp>(op);
    now = tensor::CollapseShapeOp::create(body, op->getLoc(), type, source, collapse.getReassociationIndices());
  }
  mapping.map(op->getResult(0), now->getResult(0));
}

void TaskBuilder::cloneOp(Operation *op, Tile tile) {
  if (isa<linalg::LinalgOp>(op))
    return cloneStructured(op, tile);
  if (isa<tensor::ExpandShapeOp, tensor::CollapseShapeOp>(op))
    return cloneReshape(op, tile);
  IRMapping local;
  for (OpOperand &operand : op->getOpOperands())
    if (auto insert = dyn_cast<tensor::InsertSliceOp>(op);
        insert && &operand == &insert.getDestMutable() && !mapping.lookupOrNull(operand.get())) {
      Value target = destinations.lookup(insert.getResult());
      Operation *source = operand.get().getDefiningOp();
      if (!target)
        target = inside(operand, tile);
      else if (auto fill = dyn_cast_or_null<linalg::FillOp>(source); fill && isFree(fill))
        target = linalg::FillOp::create(body, fill.getLoc(), ValueRange{inside(fill.getInputsMutable()[0], {0, 1})},
                                        ValueRange{target})
                     .getResult(0);
      else if (source && isFree(source) && !isa<tensor::EmptyOp>(source))
        target = inside(operand, tile);
      local.map(operand.get(), target);
    } else
      local.map(operand.get(), inside(operand, tile));
  Operation *now = body.clone(*op, local);
  if (auto slice = dyn_cast<tensor::ExtractSliceOp>(now); slice && rows.of(op) && tile.count > 1) {
    // The slice takes all rows: of the tile, here.
    Rows along = rows.ofOperand(op->getOpOperand(0));
    SmallVector<OpFoldResult> sizes = slice.getMixedSizes();
    sizes[along.axis] = builder.getIndexAttr(tile.size(along));
    auto tiled = tensor::ExtractSliceOp::create(body, op->getLoc(), tileType(op->getResult(0), tile), slice.getSource(),
                                                slice.getMixedOffsets(), sizes, slice.getMixedStrides());
    now->erase();
    now = tiled;
  }
  mapping.map(op->getResults(), now->getResults());
}
