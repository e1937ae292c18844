// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
#include "SyncFlow/Transforms/Passes.h"

#include "Groups.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

namespace syncflow {
#define GEN_PASS_DEF_UPDATEINPLACEPASS
#include "SyncFlow/Transforms/TaskPasses.h.inc"
} // namespace syncflow

using namespace mlir;
using namespace syncflow;

namespace {

/// One slice of the new value, and the slice of the old one that it is computed from.
struct Piece {
  linalg::GenericOp update;
  tensor::ExtractSliceOp old;
};

/// Position of a contiguous static slice in the row-major order of its tensor; -1 when it is not one.
int64_t linearOffset(RankedTensorType whole, ArrayRef<int64_t> offsets, ArrayRef<int64_t> sizes,
                     ArrayRef<int64_t> strides) {
  int64_t position = 0, stride = 1;
  bool partial = false;
  for (int64_t d = whole.getRank() - 1; d >= 0; --d) {
    if (ShapedType::isDynamic(offsets[d]) || ShapedType::isDynamic(sizes[d]) || strides[d] != 1 ||
        (partial && sizes[d] != 1))
      return -1;
    partial |= sizes[d] != whole.getDimSize(d);
    position += offsets[d] * stride;
    stride *= whole.getDimSize(d);
  }
  return position;
}

class CarriedUpdate {
public:
  /// `next` is what the loop yields for `carried`.
  CarriedUpdate(Value carried, Value next) : carried(carried), next(next) {}

  bool match() {
    auto type = dyn_cast<RankedTensorType>(carried.getType());
    if (!type || !type.hasStaticShape() || next.getType() != type)
      return false;
    Value chain = next;
    while (auto expand = chain.getDefiningOp<tensor::ExpandShapeOp>())
      chain = expand.getSrc();
    int64_t covered = 0;
    for (; auto insert = chain.getDefiningOp<tensor::InsertSliceOp>(); chain = insert.getDest()) {
      if (!addPiece(insert))
        return false;
      covered += insert.getSourceType().getNumElements();
    }
    if (pieces.empty() || covered != type.getNumElements() || !chain.getDefiningOp<tensor::EmptyOp>())
      return false;
    // The old value must be read through these slices alone: it is gone afterwards.
    return llvm::all_of(carried.getUsers(), [&](Operation *user) {
      return llvm::any_of(pieces, [&](const Piece &p) { return p.old == user; });
    });
  }

  void rewrite() {
    // Insertions were collected from the last to the first; updates go in program order.
    llvm::sort(pieces, [](const Piece &a, const Piece &b) { return a.update->isBeforeInBlock(b.update); });
    Value current = carried;
    for (Piece &p : pieces) {
      OpBuilder builder(p.update);
      Location loc = p.update.getLoc();
      auto slice = tensor::ExtractSliceOp::create(builder, loc, p.old.getType(), current, p.old.getMixedOffsets(),
                                                  p.old.getMixedSizes(), p.old.getMixedStrides());
      p.update = onto(p, slice);
      builder.setInsertionPointAfter(p.update);
      Value value = p.update.getResult(0);
      auto insert = tensor::InsertSliceOp::create(builder, loc, value, current, p.old.getMixedOffsets(),
                                                  p.old.getMixedSizes(), p.old.getMixedStrides());
      auto reader =
          tensor::ExtractSliceOp::create(builder, loc, p.old.getType(), insert.getResult(), p.old.getMixedOffsets(),
                                         p.old.getMixedSizes(), p.old.getMixedStrides());
      value.replaceUsesWithIf(reader.getResult(), [&](OpOperand &use) { return use.getOwner() != insert; });
      current = insert.getResult();
      p.old.erase();
    }
    next.replaceAllUsesWith(current);
    eraseUnused(next.getDefiningOp());
  }

private:
  /// The update of what it is written over. The old slice is no input any more: read and written by one op it would
  /// have to be two buffers.
  static linalg::GenericOp onto(Piece p, Value slice) {
    OpBuilder builder(p.update);
    unsigned position = llvm::find(p.update.getInputs(), p.old.getResult()) - p.update.getInputs().begin();
    SmallVector<Value> inputs(p.update.getInputs());
    inputs.erase(inputs.begin() + position);
    SmallVector<AffineMap> maps = p.update.getIndexingMapsArray();
    maps.erase(maps.begin() + position);
    auto now = linalg::GenericOp::create(builder, p.update.getLoc(), TypeRange{slice.getType()}, inputs,
                                         ValueRange{slice}, maps, p.update.getIteratorTypesArray());
    now.getRegion().takeBody(p.update.getRegion());
    Block *body = now.getBody();
    body->getArgument(position).replaceAllUsesWith(body->getArguments().back());
    body->eraseArgument(position);
    p.update.replaceAllUsesWith(now);
    p.update->erase();
    return now;
  }

  /// What put the pieces together is not needed any more; as part of a task it would still be computed.
  static void eraseUnused(Operation *op) {
    if (!op || !isOpTriviallyDead(op))
      return;
    SmallVector<Value> operands(op->getOperands());
    op->erase();
    for (Value operand : operands)
      eraseUnused(operand.getDefiningOp());
  }

  bool addPiece(tensor::InsertSliceOp insert) {
    // Reshapes between the update and its place keep the order of elements.
    Value source = insert.getSource();
    while (Operation *view = source.getDefiningOp()) {
      if (!isa<tensor::ExpandShapeOp, tensor::CollapseShapeOp>(view))
        break;
      source = view->getOperand(0);
    }
    auto update = source.getDefiningOp<linalg::GenericOp>();
    // An update that also reads what it is written over would read the old slice there.
    if (!update || update.payloadUsesValueFromOperand(update.getDpsInitOperand(0)) || update.getNumReductionLoops() ||
        update.getNumResults() != 1 || update->getBlock() != insert->getBlock())
      return false;
    int64_t place = linearOffset(insert.getDestType(), insert.getStaticOffsets(), insert.getStaticSizes(),
                                 insert.getStaticStrides());
    AffineMap out = update.getMatchingIndexingMap(update.getDpsInitOperand(0));
    for (OpOperand *input : update.getDpsInputOperands()) {
      auto old = input->get().getDefiningOp<tensor::ExtractSliceOp>();
      if (!old || old.getSource() != carried || update.getMatchingIndexingMap(input) != out || !out.isPermutation() ||
          old.getType() != update.getResult(0).getType() || !old->hasOneUse())
        continue;
      if (place < 0 || linearOffset(old.getSourceType(), old.getStaticOffsets(), old.getStaticSizes(),
                                    old.getStaticStrides()) != place)
        continue;
      // Of two insertions at one place the later wins; together they would be two updates of it.
      if (!places.insert(place).second)
        return false;
      pieces.push_back({update, old});
      return true;
    }
    return false;
  }

  Value carried, next;
  SmallVector<Piece> pieces;
  llvm::SmallDenseSet<int64_t> places;
};

struct UpdateInPlacePass : syncflow::impl::UpdateInPlacePassBase<UpdateInPlacePass> {
  void runOnOperation() override {
    getOperation().walk([&](scf::ForOp loop) {
      auto yield = cast<scf::YieldOp>(loop.getBody()->getTerminator());
      for (auto [argument, next] : llvm::zip(loop.getRegionIterArgs(), yield.getOperands()))
        if (CarriedUpdate update(argument, next); update.match())
          update.rewrite();
    });
  }
};

} // namespace
