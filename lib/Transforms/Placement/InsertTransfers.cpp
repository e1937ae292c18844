// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// Copies in memory that a device reaches, filled and written back by explicit transfers.
#include "SyncFlow/Transforms/Passes.h"

#include "SyncFlow/Dialect/SyncFlow/Analysis/CostModel.h"
#include "SyncFlow/Dialect/SyncFlow/Analysis/Dependence.h"
#include "SyncFlow/Dialect/SyncFlow/Analysis/HappensBefore.h"
#include "SyncFlow/Dialect/SyncFlow/Analysis/MemoryHomes.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/LoopLikeInterface.h"

namespace syncflow {
#define GEN_PASS_DEF_INSERTTRANSFERS
#include "SyncFlow/Transforms/Passes.h.inc"
} // namespace syncflow

using namespace mlir;
using namespace syncflow;

namespace {

/// Memory of the type's shape and strides. Strides that leave gaps come as a slice of a larger buffer; null when they
/// are dynamic, or no slice has them.
Value createLike(OpBuilder &builder, Location loc, Value memref) {
  auto type = cast<MemRefType>(memref.getType());
  SmallVector<Value> sizes;
  for (int64_t d = 0; d < type.getRank(); ++d)
    if (type.isDynamicDim(d))
      sizes.push_back(builder.createOrFold<memref::DimOp>(loc, memref, d));
  if (type.getLayout().isIdentity())
    return BufferOp::create(builder, loc, type, sizes);
  SmallVector<int64_t> strides;
  int64_t offset;
  if (!sizes.empty() || failed(type.getStridesAndOffset(strides, offset)) ||
      llvm::any_of(strides, ShapedType::isDynamic) || strides.empty())
    return {};
  // Dimension i of the whole is as wide as one step of dimension i - 1 is long.
  SmallVector<int64_t> whole{type.getDimSize(0)}, starts, shape(type.getShape());
  for (size_t i = 0; i < strides.size(); ++i) {
    int64_t inner = i + 1 < strides.size() ? strides[i + 1] : 1;
    if (inner == 0 || strides[i] % inner != 0)
      return {};
    if (i + 1 < strides.size() || strides[i] != 1)
      whole.push_back(strides[i] / inner);
  }
  int64_t rest = ShapedType::isDynamic(offset) ? 0 : offset;
  for (size_t i = 0; i < whole.size(); ++i) {
    int64_t step = i < strides.size() ? strides[i] : 1;
    starts.push_back(rest / step);
    rest %= step;
    int64_t extent = i < shape.size() ? shape[i] : 1;
    if (i == 0)
      whole[0] += starts[0];
    else if (starts[i] + extent > whole[i])
      return {};
  }
  SmallVector<int64_t> extents(shape);
  extents.resize(whole.size(), 1);
  Value buffer = BufferOp::create(builder, loc, MemRefType::get(whole, type.getElementType()), ValueRange());
  auto attributes = [&](ArrayRef<int64_t> values) { return getAsIndexOpFoldResult(builder.getContext(), values); };
  SmallVector<int64_t> ones(whole.size(), 1);
  auto sliceType =
      memref::SubViewOp::inferRankReducedResultType(shape, cast<MemRefType>(buffer.getType()), starts, extents, ones);
  Value slice = memref::SubViewOp::create(builder, loc, sliceType, buffer, attributes(starts), attributes(extents),
                                          attributes(ones));
  if (slice.getType() == type)
    return slice;
  return memref::CastOp::areCastCompatible(slice.getType(), type)
             ? memref::CastOp::create(builder, loc, type, slice).getResult()
             : Value();
}

/// The same views of a buffer as large as all of the memory behind `memref`, which gives the same type in any case.
Value createWhole(OpBuilder &builder, Location loc, Value memref) {
  auto view = memref.getDefiningOp<ViewLikeOpInterface>();
  if (!view)
    return createLike(builder, loc, memref);
  Value source = createWhole(builder, loc, view.getViewSource());
  if (!source)
    return {};
  IRMapping mapping;
  mapping.map(view.getViewSource(), source);
  return builder.clone(*view, mapping)->getResult(cast<OpResult>(memref).getResultNumber());
}

/// The shape of the memref stands in memory, so that it is known too late to make a buffer of it.
bool hasLateShape(Value memref) {
  for (; memref; memref = memref.getDefiningOp<ViewLikeOpInterface>()
                              ? memref.getDefiningOp<ViewLikeOpInterface>().getViewSource()
                              : Value())
    if (memref.getDefiningOp<memref::ReshapeOp>())
      return true;
  return false;
}

/// The first thing that the task's body does to its argument replaces all of it.
bool isReplaced(Value argument) {
  Operation *first = nullptr;
  Value through;
  SmallVector<Value> work{argument};
  while (!work.empty()) {
    Value v = work.pop_back_val();
    for (Operation *user : v.getUsers()) {
      if (isa<memref::CollapseShapeOp, memref::ExpandShapeOp, memref::CastOp>(user)) {
        work.push_back(user->getResult(0));
        continue;
      }
      Operation *here = argument.getParentBlock()->findAncestorOpInBlock(*user);
      if (here != user)
        return false;
      if (!first || here->isBeforeInBlock(first)) {
        first = here;
        through = v;
      }
    }
  }
  if (auto copy = dyn_cast_or_null<memref::CopyOp>(first))
    return copy.getTarget() == through && copy.getSource() != through;
  auto op = dyn_cast_or_null<linalg::LinalgOp>(first);
  if (!op || llvm::count(op->getOperands(), through) != 1)
    return false;
  OpOperand &use = *llvm::find_if(op->getOpOperands(), [&](OpOperand &o) { return o.get() == through; });
  AffineMap map = op.getMatchingIndexingMap(&use);
  return op.isDpsInit(&use) && !op.payloadUsesValueFromOperand(&use) && map.isProjectedPermutation();
}

class TransferInserter {
public:
  TransferInserter(FunctionOpInterface function, DeviceOp first) : homes(function, first) {}

  LogicalResult run(Block &block) {
    copies.clear();
    // Later rounds begin behind all that a round writes.
    if (isa<LoopLikeOpInterface>(block.getParentOp()))
      for (Operation &op : block)
        note(&op);
    for (Operation &op : llvm::make_early_inc_range(block)) {
      if (auto async = dyn_cast<AsyncOpInterface>(op)) {
        if (failed(reach(async)))
          return failure();
        note(&op);
      } else if (!isOrderingOp(&op)) {
        forget(&op, Value(), DeviceOp());
        // Inside of control flow everything starts anew: what is known here need not hold in every round.
        std::vector<Copy> outside;
        std::swap(outside, copies);
        for (Region &region : op.getRegions())
          for (Block &inner : region)
            if (!isa<TaskOp>(op) && failed(run(inner)))
              return failure();
        std::swap(outside, copies);
        note(&op);
      }
    }
    return success();
  }

private:
  /// Up-to-date contents of `source` in the memory of `device`, there when `filled` is complete.
  struct Copy {
    Value source;
    DeviceOp device;
    Value memory, filled; ///< `filled` is null when there was nothing to bring.
  };

  /// Remembers what the op writes.
  void note(Operation *op) {
    SmallVector<NestedAccess> accesses;
    collectAccesses(op, accesses);
    for (const NestedAccess &a : accesses)
      if (a.access.writes)
        written.push_back(a.access.memref);
  }

  /// Whether the op can see what is in the memory before it runs.
  bool needsContents(AsyncOpInterface op, Value memref) {
    if (auto task = dyn_cast<TaskOp>(op.getOperation()); task && !llvm::is_contained(task.getIns(), memref)) {
      auto outs = task.getOuts();
      bool replaced = llvm::all_of(llvm::zip_equal(outs, task.getOutArguments()), [&](auto pair) {
        auto [value, argument] = pair;
        return value != memref || isReplaced(argument);
      });
      if (replaced)
        return false;
    }
    const MemoryRange &range = ranges.get(memref);
    bool fresh =
        range.known() && range.anchorValue && isa_and_nonnull<BufferOp, RTOutputOp>(range.anchorValue.getDefiningOp());
    return !fresh || llvm::any_of(written, [&](Value w) { return !w || ranges.mayOverlap(w, memref); });
  }

  LogicalResult reach(AsyncOpInterface op) {
    DeviceOp device = deviceOf(op);
    if (!device || isa<TransferOp>(op.getOperation()))
      return success();
    llvm::MapVector<Value, bool> remote; // Memory out of reach, and whether it is written.
    SmallVector<Access> accesses;
    cast<AccessOpInterface>(op.getOperation()).getAccesses(accesses);
    for (const Access &a : accesses)
      if (a.memref && !homes.reaches(device, a.memref))
        remote[a.memref] |= a.writes;
    if (failed(checkApart(op, remote)))
      return failure();
    SmallVector<Copy> changed;
    SmallVector<Value> tokens(op.getWaitTokens());
    for (auto [memref, writes] : remote) {
      FailureOr<Copy> copy = bring(op, memref, device);
      if (failed(copy))
        return failure();
      op->replaceUsesOfWith(memref, copy->memory);
      if (copy->filled && !llvm::is_contained(tokens, copy->filled))
        tokens.push_back(copy->filled);
      if (writes)
        changed.push_back(*copy);
    }
    op.setWaitTokens(tokens);
    homes.touch(op, device);
    forget(op, Value(), DeviceOp());
    writeBack(op, changed);
    return success();
  }

  /// Two copies of common bytes would not see each other's writes.
  LogicalResult checkApart(AsyncOpInterface op, const llvm::MapVector<Value, bool> &remote) {
    for (auto a = remote.begin(); a != remote.end(); ++a)
      for (auto b = std::next(a); b != remote.end(); ++b)
        if ((a->second || b->second) && ranges.mayOverlap(a->first, b->first))
          return op->emitOpError()
                 << "runs where " << RangeAnalysis::describeBase(ranges.get(a->first))
                 << " is out of reach, and two of its operands share bytes of it, one of them written: give it "
                    "one operand for both";
    return success();
  }

  FailureOr<Copy> bring(AsyncOpInterface op, Value memref, DeviceOp device) {
    auto known =
        llvm::find_if(copies, [&](const Copy &copy) { return copy.source == memref && copy.device == device; });
    if (known != copies.end())
      return *known;
    OpBuilder builder(op);
    Value memory = hasLateShape(memref) ? Value() : createLike(builder, op.getLoc(), memref);
    if (!memory)
      memory = createWhole(builder, op.getLoc(), memref);
    if (!memory)
      return op->emitOpError() << "runs on @" << device.getSymName() << ", which does not reach the memory of "
                               << RangeAnalysis::describeBase(ranges.get(memref)) << ", and a slice of type "
                               << memref.getType()
                               << " cannot be brought there: make it contiguous, or widen `reaches` of the device";
    Copy copy{memref, device, memory, Value()};
    if (needsContents(op, memref))
      copy.filled = transfer(builder, op, op.getWaitTokens(), memref, memory, device);
    copies.push_back(copy);
    return copy;
  }

  void writeBack(AsyncOpInterface op, ArrayRef<Copy> changed) {
    if (changed.empty())
      return;
    OpBuilder builder(op->getContext());
    builder.setInsertionPointAfter(op);
    Value done = op.getDoneToken();
    SmallVector<Value> ends;
    for (const Copy &copy : changed) {
      // Slices of the same memory are out of date now; this one is not.
      ends.push_back(transfer(builder, op, done, copy.memory, copy.source, copy.device));
      forget(ends.back().getDefiningOp(), copy.source, copy.device);
      for (Copy &other : copies)
        if (other.memory == copy.memory)
          other.filled = done;
    }
    Value all =
        ends.size() == 1 ? ends.front() : JoinOp::create(builder, op.getLoc(), done.getType(), ends).getResult();
    llvm::SmallPtrSet<Operation *, 4> own;
    for (Value end : ends)
      own.insert(end.getDefiningOp());
    done.replaceAllUsesExcept(all, own);
  }

  Value transfer(OpBuilder &builder, AsyncOpInterface op, ValueRange after, Value from, Value to, DeviceOp device) {
    auto moved = TransferOp::create(builder, op.getLoc(), TokenType::get(op->getContext()), after, Value(), from, to,
                                    ContractAttr());
    auto topology = cast<TopologyOp>(device->getParentOp());
    moved->setAttr(deviceAttrName,
                   SymbolRefAttr::get(topology.getSymNameAttr(), {FlatSymbolRefAttr::get(device.getSymNameAttr())}));
    moved->setAttr(laneAttrName, builder.getI64IntegerAttr(device.getCores()));
    return moved.getToken();
  }

  /// Copies of what `op` writes are out of date, except the one of `source` on `device`.
  void forget(Operation *op, Value source, DeviceOp device) {
    SmallVector<NestedAccess> accesses;
    collectAccesses(op, accesses);
    llvm::erase_if(copies, [&](const Copy &copy) {
      if (source == copy.source && device == copy.device)
        return false;
      return llvm::any_of(accesses, [&](const NestedAccess &a) {
        return a.access.writes && (!a.access.memref || ranges.mayOverlap(a.access.memref, copy.source));
      });
    });
  }

  RangeAnalysis ranges;
  MemoryHomes homes;
  std::vector<Copy> copies;
  SmallVector<Value> written; ///< By all ops so far; null: any memory.
};

struct InsertTransfersPass : syncflow::impl::InsertTransfersBase<InsertTransfersPass> {
  void runOnOperation() override {
    WalkResult result = getOperation().walk([&](FunctionOpInterface function) {
      DeviceOp first;
      function->walk([&](AsyncOpInterface op) {
        DeviceOp device = deviceOf(op);
        if (!device)
          return WalkResult::advance();
        first = *cast<TopologyOp>(device->getParentOp()).getBody().getOps<DeviceOp>().begin();
        return WalkResult::interrupt();
      });
      if (!first || function.isExternal())
        return WalkResult::advance();
      TransferInserter inserter(function, first);
      for (Block &block : function.getFunctionBody())
        if (failed(inserter.run(block)))
          return WalkResult::interrupt();
      return WalkResult::advance();
    });
    if (result.wasInterrupted())
      signalPassFailure();
  }
};

} // namespace
