// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
#include "RowAnalysis.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace syncflow;

namespace {

/// Position of `loop` among the results of a map, or -1; false when the loop stands in a compound expression there.
bool findLoop(AffineMap map, int64_t loop, int64_t &position) {
  position = -1;
  for (auto [i, expr] : llvm::enumerate(map.getResults())) {
    if (auto dim = dyn_cast<AffineDimExpr>(expr)) {
      if (static_cast<int64_t>(dim.getPosition()) == loop)
        position = i;
    } else if (expr.isFunctionOfDim(loop)) {
      return false;
    }
  }
  return true;
}

/// Can the op be cut along this loop? Parallel, static, plain in every map, and in every result.
bool canCut(linalg::LinalgOp op, int64_t loop) {
  if (op.getIteratorTypesArray()[loop] != utils::IteratorType::parallel ||
      ShapedType::isDynamic(op.getStaticLoopRanges()[loop]))
    return false;
  for (OpOperand &operand : op->getOpOperands()) {
    if (!isa<ShapedType>(operand.get().getType()))
      continue;
    int64_t position;
    if (!findLoop(op.getMatchingIndexingMap(&operand), loop, position) || (op.isDpsInit(&operand) && position < 0))
      return false;
  }
  return true;
}

/// `continuesWithoutRows`: an input of the result's size was computed without rows, so this op belongs to its producer.
Rows rowsOfStructured(linalg::LinalgOp op, function_ref<Rows(Value)> rowsOf, bool continuesWithoutRows) {
  SmallVector<int64_t> ranges = op.getStaticLoopRanges();
  // Votes of the operands; the first operand decides between equals.
  SmallVector<std::pair<Rows, int>> votes;
  for (OpOperand *input : op.getDpsInputOperands()) {
    Rows rows = rowsOf(input->get());
    AffineMap map = op.getMatchingIndexingMap(input);
    if (!rows)
      continue;
    auto dim = dyn_cast<AffineDimExpr>(map.getResult(rows.axis));
    if (!dim || !canCut(op, dim.getPosition()))
      continue;
    Rows vote{static_cast<int64_t>(dim.getPosition()), rows.unit, ranges[dim.getPosition()]};
    auto *known = llvm::find_if(votes, [&](const std::pair<Rows, int> &v) { return v.first == vote; });
    if (known == votes.end())
      votes.push_back({vote, 1});
    else
      ++known->second;
  }
  if (!votes.empty())
    return llvm::max_element(votes, [](auto &a, auto &b) { return a.second < b.second; })->first;
  if (op.getNumDpsInits() == 0 || continuesWithoutRows)
    return {};
  // No rows come in: they may start here, along the first dimension of the result that can be cut.
  for (AffineExpr expr : op.getMatchingIndexingMap(op.getDpsInitOperand(0)).getResults())
    if (auto dim = dyn_cast<AffineDimExpr>(expr); dim && ranges[dim.getPosition()] > 1 && canCut(op, dim.getPosition()))
      return Rows{static_cast<int64_t>(dim.getPosition()), 1, ranges[dim.getPosition()]};
  return {};
}

int64_t product(ArrayRef<int64_t> shape, ArrayRef<int64_t> dims) {
  int64_t n = 1;
  for (int64_t d : dims)
    n = ShapedType::isDynamic(shape[d]) || n < 0 ? -1 : n * shape[d];
  return n;
}

/// Rows of a collapsed tensor: they stay when only unit dimensions stand before them in their group.
Rows rowsOfCollapse(tensor::CollapseShapeOp op, Rows rows) {
  ArrayRef<int64_t> shape = op.getSrcType().getShape();
  for (auto [axis, group] : llvm::enumerate(op.getReassociationIndices())) {
    auto *at = llvm::find(group, rows.axis);
    if (at == group.end())
      continue;
    ArrayRef<int64_t> before(group.begin(), at), after(at + 1, group.end());
    int64_t inner = product(shape, after);
    if (product(shape, before) != 1 || inner < 0)
      return {};
    return {static_cast<int64_t>(axis), rows.unit * inner, rows.extent * inner};
  }
  return {};
}

/// Rows of an expanded tensor: the first dimension of more than one index carries them when it holds whole rows.
Rows rowsOfExpand(tensor::ExpandShapeOp op, Rows rows) {
  ArrayRef<int64_t> shape = op.getResultType().getShape();
  ReassociationIndices group = op.getReassociationIndices()[rows.axis];
  size_t first = 0;
  while (first + 1 < group.size() && shape[group[first]] == 1)
    ++first;
  int64_t inner = product(shape, ArrayRef<int64_t>(group).drop_front(first + 1));
  if (inner < 1 || rows.unit % inner || ShapedType::isDynamic(shape[group[first]]))
    return {};
  return {group[first], rows.unit / inner, shape[group[first]]};
}

/// Rows of a slice that takes all of them.
Rows rowsOfSlice(tensor::ExtractSliceOp op, Rows rows) {
  if (op.getStaticOffsets()[rows.axis] != 0 || op.getStaticStrides()[rows.axis] != 1 ||
      op.getStaticSizes()[rows.axis] != rows.extent)
    return {};
  llvm::SmallBitVector dropped = op.getDroppedDims();
  if (dropped.test(rows.axis))
    return {};
  int64_t axis = 0;
  for (int64_t d = 0; d < rows.axis; ++d)
    axis += !dropped.test(d);
  return {axis, rows.unit, rows.extent};
}

} // namespace

void RowAnalysis::visit(Operation *op) {
  Rows rows;
  if (auto structured = dyn_cast<linalg::LinalgOp>(op)) {
    bool continues = llvm::any_of(structured.getDpsInputs(), [&](Value v) {
      Operation *producer = v.getDefiningOp();
      return producer && loops.count(producer) && !of(v) && structured->getNumResults() &&
             v.getType() == structured->getResult(0).getType();
    });
    rows = rowsOfStructured(structured, [&](Value v) { return of(v); }, continues);
    loops[op] = rows;
    if (!rows)
      return;
    for (auto [result, init] : llvm::zip(op->getResults(), structured.getDpsInitsMutable())) {
      int64_t axis;
      findLoop(structured.getMatchingIndexingMap(&init), rows.axis, axis);
      values[result] = {axis, rows.unit, rows.extent};
    }
    return;
  }
  Rows source = op->getNumOperands() ? of(op->getOperand(0)) : Rows();
  if (source)
    rows = llvm::TypeSwitch<Operation *, Rows>(op)
               .Case([&](tensor::CollapseShapeOp o) { return rowsOfCollapse(o, source); })
               .Case([&](tensor::ExpandShapeOp o) { return rowsOfExpand(o, source); })
               .Case([&](tensor::ExtractSliceOp o) { return rowsOfSlice(o, source); })
               .Default(Rows());
  loops[op] = rows;
  if (rows) {
    sources[op] = source;
    values[op->getResult(0)] = rows;
  }
}

RowAnalysis::RowAnalysis(ArrayRef<Operation *> ops) {
  for (Operation *op : ops)
    visit(op);
}

Rows RowAnalysis::ofOperand(OpOperand &operand) const {
  Rows mine = of(operand.getOwner());
  if (!mine || !isa<ShapedType>(operand.get().getType()))
    return {};
  auto structured = dyn_cast<linalg::LinalgOp>(operand.getOwner());
  if (!structured)
    return operand.getOperandNumber() == 0 ? sources.lookup(operand.getOwner()) : Rows();
  int64_t axis;
  findLoop(structured.getMatchingIndexingMap(&operand), mine.axis, axis);
  return axis < 0 ? Rows() : Rows{axis, mine.unit, mine.extent};
}

bool RowAnalysis::readsByRow(OpOperand &operand) const {
  Rows read = ofOperand(operand);
  return read && read == of(operand.get());
}
