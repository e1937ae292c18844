// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
#include "Branches.h"

#include "SyncFlow/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/MemRef/Utils/MemRefUtils.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/IRMapping.h"

namespace syncflow {
#define GEN_PASS_DEF_BUFFERSFROMALLOCSPASS
#include "SyncFlow/Transforms/TaskPasses.h.inc"
} // namespace syncflow

using namespace mlir;
using namespace syncflow;

namespace {

struct BuffersFromAllocsPass : syncflow::impl::BuffersFromAllocsPassBase<BuffersFromAllocsPass> {
  void runOnOperation() override {
    if (failed(hoistScratch()) || failed(settleBranches()) || failed(settleLoops()) || failed(wrapHostWork()) ||
        failed(allocsToBuffers()) || failed(bindResults()))
      signalPassFailure();
  }

private:
  /// Allocations inside a task become memory among its outs: the static ones one block that they share by liveness,
  /// since a body is sequential; each of the others a buffer of its own.
  LogicalResult hoistScratch() {
    SmallVector<TaskOp> tasks;
    getOperation().walk([&](TaskOp task) { tasks.push_back(task); });
    for (TaskOp task : tasks) {
      packScratch(task);
      SmallVector<memref::AllocOp> allocs;
      task.walk([&](memref::AllocOp op) { allocs.push_back(op); });
      for (memref::AllocOp alloc : allocs)
        if (failed(hoistDynamic(task, alloc)))
          return failure();
    }
    return success();
  }

  struct Scratch {
    memref::AllocOp alloc;
    int64_t bytes, first, last, offset = -1;
  };

  /// Ops that look at or touch the memory of `v`, through views; the last place among the body's ops.
  int64_t lastUse(Value v, const DenseMap<Operation *, int64_t> &place, Block *body) {
    int64_t last = 0;
    for (Operation *user : v.getUsers()) {
      Operation *top = body->findAncestorOpInBlock(*user);
      last = std::max(last, place.lookup(top));
      // What a region yields lives on in the results of the op around it.
      Operation *heir =
          user->hasTrait<OpTrait::IsTerminator>() && user->getBlock() != body ? user->getParentOp() : user;
      for (Value r : heir->getResults())
        if (isa<MemRefType>(r.getType()))
          last = std::max(last, lastUse(r, place, body));
    }
    return last;
  }

  /// First fit by first use, 64-byte aligned.
  int64_t place(SmallVectorImpl<Scratch> &scratch) {
    int64_t total = 0;
    for (auto [i, s] : llvm::enumerate(scratch)) {
      SmallVector<std::pair<int64_t, int64_t>> taken;
      for (const Scratch &other : ArrayRef(scratch).take_front(i))
        if (other.first <= s.last && s.first <= other.last)
          taken.push_back({other.offset, other.offset + other.bytes});
      llvm::sort(taken);
      int64_t offset = 0;
      for (auto [begin, end] : taken) {
        if (offset + s.bytes <= begin)
          break;
        offset = std::max(offset, end);
      }
      s.offset = offset;
      total = std::max(total, offset + s.bytes);
    }
    return total;
  }

  void packScratch(TaskOp task) {
    Block *body = task.getBlock();
    DenseMap<Operation *, int64_t> position;
    for (Operation &op : *body)
      position[&op] = position.size();
    SmallVector<Scratch> scratch;
    for (auto alloc : body->getOps<memref::AllocOp>()) {
      MemRefType type = alloc.getType();
      if (!type.hasStaticShape() || !type.getLayout().isIdentity() || !type.getElementType().isIntOrFloat())
        continue;
      int64_t bytes = llvm::alignTo(type.getNumElements() * llvm::divideCeil(type.getElementTypeBitWidth(), 8), 64);
      scratch.push_back({alloc, bytes, position[alloc], lastUse(alloc, position, body)});
    }
    if (scratch.empty())
      return;
    int64_t total = place(scratch);
    OpBuilder builder(task);
    auto type = MemRefType::get({total}, builder.getI8Type());
    auto buffer = BufferOp::create(builder, task.getLoc(), type, ValueRange{});
    task.getOutsMutable().append(buffer.getMemref());
    Value block = body->addArgument(type, task.getLoc());
    for (Scratch &s : scratch) {
      OpBuilder at(s.alloc);
      Value shift = arith::ConstantIndexOp::create(at, s.alloc.getLoc(), s.offset);
      replaceAlloc(s.alloc,
                   memref::ViewOp::create(at, s.alloc.getLoc(), s.alloc.getType(), block, shift, ValueRange{}));
    }
  }

  void replaceAlloc(memref::AllocOp alloc, Value memory) {
    for (Operation *user : llvm::make_early_inc_range(alloc->getUsers()))
      if (isa<memref::DeallocOp>(user))
        user->erase();
    alloc.replaceAllUsesWith(memory);
    alloc.erase();
  }

  LogicalResult hoistDynamic(TaskOp task, memref::AllocOp alloc) {
    SmallVector<Value> sizes;
    for (Value size : alloc.getDynamicSizes()) {
      Value outside = ahead(task, size);
      if (!outside)
        return alloc.emitOpError("has a size that only the task knows; its memory cannot be planned");
      sizes.push_back(outside);
    }
    OpBuilder builder(task);
    auto buffer = BufferOp::create(builder, alloc.getLoc(), alloc.getType(), sizes);
    task.getOutsMutable().append(buffer.getMemref());
    replaceAlloc(alloc, task.getBlock()->addArgument(alloc.getType(), alloc.getLoc()));
    return success();
  }

  /// Memory that one branch or the other gives becomes memory of its own, which each of them fills.
  LogicalResult settleBranches() {
    SmallVector<Operation *> choices;
    getOperation().walk([&](Operation *op) {
      bool chooses =
          isa<scf::IfOp, arith::SelectOp>(op) && llvm::any_of(op->getResultTypes(), llvm::IsaPred<MemRefType>);
      if (chooses && !op->getParentOfType<TaskOp>())
        choices.push_back(op);
    });
    for (Operation *op : choices) {
      auto branch = dyn_cast<scf::IfOp>(op);
      if (failed(settle(branch ? branch : branchOf(cast<arith::SelectOp>(op)))))
        return failure();
    }
    return success();
  }

  /// A value inside a region of `op` as one before `op`: by what computes it, or what a task is given for it. Null when
  /// that reads memory.
  static Value ahead(Operation *op, Value v) {
    if (!op->isAncestor(v.getParentRegion()->getParentOp()))
      return v;
    auto argument = dyn_cast<BlockArgument>(v);
    if (auto task = dyn_cast<TaskOp>(op); task && argument && argument.getOwner() == task.getBlock())
      return task.getTiedOperand(argument).get();
    Operation *inner = v.getDefiningOp();
    if (!inner || !isMemoryEffectFree(inner) || inner->getNumRegions())
      return {};
    IRMapping mapping;
    for (Value operand : inner->getOperands()) {
      Value now = ahead(op, operand);
      if (!now)
        return {};
      mapping.map(operand, now);
    }
    return OpBuilder(op).clone(*inner, mapping)->getResult(cast<OpResult>(v).getResultNumber());
  }

  /// A size of memory that a region of `op` gives, before `op`; null when only the region knows it.
  static Value sizeAhead(Operation *op, Value memref, int64_t d) {
    memref = throughCasts(memref);
    OpBuilder builder(op);
    auto type = cast<MemRefType>(memref.getType());
    if (!type.isDynamicDim(d))
      return arith::ConstantIndexOp::create(builder, op->getLoc(), type.getDimSize(d));
    if (auto alloc = memref.getDefiningOp<memref::AllocOp>())
      return ahead(op, alloc.getDynamicSizes()[type.getDynamicDimIndex(d)]);
    // A loop keeps the size of what it carries.
    if (auto loop = memref.getDefiningOp<scf::ForOp>(); loop && op->isAncestor(loop))
      return sizeAhead(op, loop.getInitArgs()[cast<OpResult>(memref).getResultNumber()], d);
    Value before = ahead(op, memref);
    return before ? memref::DimOp::create(builder, op->getLoc(), before, d).getResult() : Value();
  }

  LogicalResult settle(scf::IfOp branch) {
    OpBuilder builder(branch);
    SmallVector<Type> others;
    SmallVector<Value> memory(branch.getNumResults());
    for (auto [i, result] : llvm::enumerate(branch.getResults())) {
      auto type = dyn_cast<MemRefType>(result.getType());
      if (!type) {
        others.push_back(result.getType());
        continue;
      }
      memory[i] = allocate(builder, branch.getLoc(), type, [&](int64_t d) -> Value {
        Value either = sizeAhead(branch, branch.thenYield().getOperand(i), d),
              other = sizeAhead(branch, branch.elseYield().getOperand(i), d);
        return either && other
                   ? builder.createOrFold<arith::SelectOp>(branch.getLoc(), branch.getCondition(), either, other)
                   : Value();
      });
      if (!memory[i])
        return branch.emitError("gives tensors whose sizes are known only inside its branches; make both of one size, "
                                "or compute them before the branch");
      Value seen =
          memory[i].getType() == type ? memory[i] : memref::CastOp::create(builder, branch.getLoc(), type, memory[i]);
      result.replaceAllUsesWith(seen);
    }
    for (Region *region : {&branch.getThenRegion(), &branch.getElseRegion()}) {
      auto yield = cast<scf::YieldOp>(region->front().getTerminator());
      OpBuilder end(yield);
      SmallVector<Value> kept;
      for (auto [value, target] : llvm::zip_equal(yield.getOperands(), memory)) {
        if (target)
          memref::CopyOp::create(end, branch.getLoc(), value, target);
        else
          kept.push_back(value);
      }
      yield->setOperands(kept);
    }
    auto now = scf::IfOp::create(builder, branch.getLoc(), others, branch.getCondition(), /*withElseRegion=*/true);
    now.getThenRegion().takeBody(branch.getThenRegion());
    now.getElseRegion().takeBody(branch.getElseRegion());
    unsigned next = 0;
    for (auto [result, target] : llvm::zip_equal(branch.getResults(), memory))
      if (!target)
        result.replaceAllUsesWith(now.getResult(next++));
    branch.erase();
    return success();
  }

  /// Memory that a loop carries is the same in every iteration: its own allocation before the loop, which nobody else
  /// uses, and which the end of the body fills with what the next iteration is to see. A body that already works in the
  /// carried memory needs no copy.
  LogicalResult settleLoops() {
    SmallVector<Operation *> loops;
    getOperation().walk([&](Operation *op) {
      if (isa<scf::ForOp, scf::WhileOp>(op) && !op->getParentOfType<TaskOp>())
        loops.push_back(op);
    });
    for (Operation *op : loops)
      if (auto loop = dyn_cast<scf::ForOp>(op))
        settle(loop);
      else if (failed(settle(cast<scf::WhileOp>(op))))
        return failure();
    return success();
  }

  static Value throughCasts(Value v) {
    while (auto cast = v.getDefiningOp<memref::CastOp>())
      v = cast.getSource();
    return v;
  }

  static Value rootOf(Value v) { return memref::skipViewLikeOps(cast<MemrefValue>(v)); }

  /// Dense memory of the type's shape; null when `sizeOf` does not know a size.
  static Value allocate(OpBuilder &builder, Location loc, MemRefType type, function_ref<Value(int64_t d)> sizeOf) {
    SmallVector<Value> sizes;
    for (int64_t d = 0; d < type.getRank(); ++d) {
      if (!type.isDynamicDim(d))
        continue;
      sizes.push_back(sizeOf(d));
      if (!sizes.back())
        return {};
    }
    return memref::AllocOp::create(builder, loc, MemRefType::get(type.getShape(), type.getElementType()), sizes);
  }

  /// A copy of `v` in memory of its own, of v's type.
  Value copyOf(OpBuilder &builder, Value v) {
    Value memory = allocate(builder, v.getLoc(), cast<MemRefType>(v.getType()),
                            [&](int64_t d) { return memref::DimOp::create(builder, v.getLoc(), v, d).getResult(); });
    memref::CopyOp::create(builder, v.getLoc(), v, memory);
    return memory.getType() == v.getType()
               ? memory
               : memref::CastOp::create(builder, v.getLoc(), v.getType(), memory).getResult();
  }

  /// Whether a loop may fill the memory of its init: a whole allocation that only the loop still uses, and once.
  static bool ownsInit(Operation *loop, Value init, DenseSet<Value> &owned) {
    Value root = rootOf(init);
    return isa_and_nonnull<memref::AllocOp>(root.getDefiningOp()) && owned.insert(root).second &&
           llvm::all_of(root.getUsers(), [&](Operation *user) {
             return user == loop || (user->getBlock() == loop->getBlock() && user->isBeforeInBlock(loop));
           });
  }

  /// Copies each source to its target. A source that is carried memory itself (two swapped values) may be the target of
  /// another copy: then all go through temporaries.
  void copyAll(OpBuilder &builder, Location loc, ArrayRef<Value> sources, ArrayRef<Value> targets, bool swaps) {
    SmallVector<Value> read(sources);
    if (swaps)
      for (Value &source : read)
        source = copyOf(builder, source);
    for (auto [source, target] : llvm::zip_equal(read, targets))
      memref::CopyOp::create(builder, loc, source, target);
  }

  void settle(scf::ForOp loop) {
    OpBuilder before(loop);
    auto yield = cast<scf::YieldOp>(loop.getBody()->getTerminator());
    DenseSet<Value> owned;
    SmallVector<Value> sources, targets;
    for (auto [i, argument] : llvm::enumerate(loop.getRegionIterArgs())) {
      if (!isa<MemRefType>(argument.getType()))
        continue;
      OpOperand &init = loop.getInitArgsMutable()[i];
      bool own = ownsInit(loop, init.get(), owned);
      if (throughCasts(yield.getOperand(i)) == argument)
        continue; // Worked on in place; bufferization has made sure that the init may be overwritten.
      if (!own)
        init.set(copyOf(before, init.get()));
      sources.push_back(yield.getOperand(i));
      targets.push_back(argument);
      yield.setOperand(i, argument);
    }
    bool swaps = llvm::any_of(sources, [&](Value source) {
      auto argument = dyn_cast<BlockArgument>(rootOf(source));
      return argument && argument.getOwner() == loop.getBody();
    });
    OpBuilder end(yield);
    copyAll(end, loop.getLoc(), sources, targets, swaps);
  }

  /// Afterwards the loop carries no memory at all: what goes around and what the condition passes on have one place
  /// each, before the loop.
  LogicalResult settle(scf::WhileOp loop) {
    OpBuilder outside(loop);
    Location loc = loop.getLoc();
    scf::ConditionOp condition = loop.getConditionOp();
    scf::YieldOp yield = loop.getYieldOp();
    auto seenAs = [&](Value memory, Type type) {
      return memory.getType() == type ? memory : memref::CastOp::create(outside, loc, type, memory).getResult();
    };
    DenseSet<Value> owned, carried;
    SmallVector<Value> sources, targets;
    llvm::BitVector dropped(loop.getBeforeArguments().size());
    for (auto [i, argument] : llvm::enumerate(loop.getBeforeArguments())) {
      if (!isa<MemRefType>(argument.getType()))
        continue;
      dropped.set(i);
      Value init = loop.getInits()[i], next = throughCasts(yield.getOperand(i));
      if (auto passed = dyn_cast<BlockArgument>(next); passed && passed.getOwner() == loop.getAfterBody())
        next = throughCasts(condition.getArgs()[passed.getArgNumber()]);
      bool own = ownsInit(loop, init, owned), inPlace = next == argument;
      Value memory = own || inPlace ? init : copyOf(outside, init);
      carried.insert(rootOf(memory));
      if (!inPlace) {
        sources.push_back(yield.getOperand(i));
        targets.push_back(memory);
      }
      argument.replaceAllUsesWith(seenAs(memory, argument.getType()));
    }
    llvm::BitVector passedOn(condition.getArgs().size());
    OpBuilder decided(condition);
    for (auto [j, value] : llvm::enumerate(condition.getArgs())) {
      auto type = dyn_cast<MemRefType>(value.getType());
      if (!type)
        continue;
      passedOn.set(j);
      Value memory = throughCasts(value);
      if (!memory.getParentRegion()->isAncestor(loop->getParentRegion())) {
        memory = allocate(outside, loc, type, [&](int64_t d) { return sizeAhead(loop, value, d); });
        if (!memory)
          return loop.emitError("passes on tensors whose sizes are known only inside the loop; give them static "
                                "sizes, or carry them with the size that they have before the loop");
        memref::CopyOp::create(decided, loc, value, memory);
      }
      Value seen = seenAs(memory, type);
      BlockArgument inside = loop.getAfterArguments()[j];
      llvm::replace(sources, Value(inside), seen);
      inside.replaceAllUsesWith(seen);
      loop.getResult(j).replaceAllUsesWith(seen);
    }
    OpBuilder end(yield);
    copyAll(end, loc, sources, targets,
            llvm::any_of(sources, [&](Value source) { return carried.contains(rootOf(source)); }));
    withoutMemory(loop, dropped, passedOn);
    return success();
  }

  static void withoutMemory(scf::WhileOp loop, const llvm::BitVector &carried, const llvm::BitVector &passed) {
    auto kept = [](ValueRange values, const llvm::BitVector &dropped) {
      SmallVector<Value> rest;
      for (auto [i, v] : llvm::enumerate(values))
        if (!dropped.test(i))
          rest.push_back(v);
      return rest;
    };
    scf::ConditionOp condition = loop.getConditionOp();
    condition.getArgsMutable().assign(kept(condition.getArgs(), passed));
    scf::YieldOp yield = loop.getYieldOp();
    yield->setOperands(kept(yield.getOperands(), carried));
    loop.getBeforeBody()->eraseArguments(carried);
    loop.getAfterBody()->eraseArguments(passed);
    OpBuilder builder(loop);
    SmallVector<Value> results = kept(loop.getResults(), passed);
    auto now =
        scf::WhileOp::create(builder, loop.getLoc(), ValueRange(results).getTypes(), kept(loop.getInits(), carried));
    now.getBefore().takeBody(loop.getBefore());
    now.getAfter().takeBody(loop.getAfter());
    for (auto [before, after] : llvm::zip_equal(results, now.getResults()))
      before.replaceAllUsesWith(after);
    loop.erase();
  }

  /// Copies and structured ops on buffers between tasks become tasks of their own.
  LogicalResult wrapHostWork() {
    SmallVector<Operation *> loose;
    getOperation().walk([&](Operation *op) {
      if (!op->getParentOfType<TaskOp>() &&
          (isa<memref::CopyOp>(op) || (isa<linalg::LinalgOp>(op) && !op->getParentOfType<linalg::LinalgOp>())))
        loose.push_back(op);
    });
    for (Operation *op : loose)
      wrap(op);
    return success();
  }

  void wrap(Operation *op) {
    SmallVector<Value> ins, outs;
    auto structured = dyn_cast<linalg::LinalgOp>(op);
    for (OpOperand &operand : op->getOpOperands()) {
      bool written = structured ? structured.isDpsInit(&operand) : operand.getOperandNumber() == 1;
      (written ? outs : ins).push_back(operand.get());
    }
    llvm::erase_if(ins, [&](Value v) { return llvm::is_contained(outs, v); });
    OpBuilder builder(op);
    auto task = TaskOp::create(builder, op->getLoc(), "copy", ValueRange{}, Value(), ins, outs, ContractAttr());
    IRMapping mapping;
    mapping.map(ins, task.getInArguments());
    mapping.map(outs, task.getOutArguments());
    builder.setInsertionPointToEnd(task.getBlock());
    builder.clone(*op, mapping);
    YieldOp::create(builder, op->getLoc(), ValueRange{});
    op->erase();
  }

  LogicalResult allocsToBuffers() {
    SmallVector<memref::AllocOp> allocs;
    getOperation().walk([&](memref::AllocOp op) { allocs.push_back(op); });
    for (memref::AllocOp alloc : allocs) {
      OpBuilder builder(alloc);
      replaceAlloc(alloc,
                   BufferOp::create(builder, alloc.getLoc(), alloc.getType(), alloc.getDynamicSizes()).getMemref());
    }
    return success();
  }

  /// The buffer behind a chain of reshapes, when each of them is one to one.
  BufferOp reshapedBuffer(Value v) {
    while (Operation *op = v.getDefiningOp()) {
      if (auto buffer = dyn_cast<BufferOp>(op))
        return buffer;
      if (!isa<memref::ExpandShapeOp, memref::CollapseShapeOp, memref::CastOp>(op))
        return {};
      v = op->getOperand(0);
    }
    return {};
  }

  /// Function results become `syncflow.rt.output`s. A buffer that is one result, or a static reshape of it, is the
  /// output.
  LogicalResult bindResults() {
    func::FuncOp function = getOperation();
    if (function.isExternal() || function.getNumResults() == 0)
      return success();
    if (!llvm::hasSingleElement(function.getBody()))
      return function.emitOpError("has more than one block; use scf for control flow");
    auto ret = cast<func::ReturnOp>(function.getBody().front().getTerminator());
    DenseSet<Operation *> used;
    for (auto [k, value] : llvm::enumerate(ret.getOperands())) {
      auto type = dyn_cast<MemRefType>(value.getType());
      if (!type)
        return ret.emitOpError() << "result " << k << " has type " << value.getType()
                                 << "; entries return tensors or buffers";
      BufferOp buffer = reshapedBuffer(value);
      OpBuilder builder(ret);
      bool direct = buffer && buffer->getBlock() == ret->getBlock() && used.insert(buffer).second &&
                    becomesOutput(buffer, type, k);
      if (!direct)
        copyOut(builder, ret.getLoc(), value, k);
    }
    Builder builder(&getContext());
    SmallVector<Attribute> types;
    for (Type t : function.getResultTypes())
      types.push_back(
          TypeAttr::get(MemRefType::get(cast<ShapedType>(t).getShape(), cast<ShapedType>(t).getElementType())));
    function->setAttr("syncflow.results", builder.getArrayAttr(types));
    ret->setOperands({});
    function.setType(builder.getFunctionType(function.getArgumentTypes(), {}));
    function.removeResAttrsAttr();
    return success();
  }

  /// Makes output k the memory of the buffer. Only static shapes can be reshaped from the output's to the buffer's.
  bool becomesOutput(BufferOp buffer, MemRefType result, int64_t k) {
    auto type = cast<MemRefType>(buffer.getMemref().getType());
    OpBuilder builder(buffer);
    if (type == result) {
      auto output = RTOutputOp::create(builder, buffer.getLoc(), type, k, buffer.getSizes());
      buffer.getMemref().replaceAllUsesWith(output.getMemref());
      buffer.erase();
      return true;
    }
    if (!type.hasStaticShape() || !result.hasStaticShape())
      return false;
    auto plain = MemRefType::get(result.getShape(), result.getElementType());
    Value memory = RTOutputOp::create(builder, buffer.getLoc(), plain, k, ValueRange{}).getMemref();
    SmallVector<int64_t> strides;
    int64_t offset;
    if (failed(type.getStridesAndOffset(strides, offset)))
      return false;
    Value view = memref::ReinterpretCastOp::create(builder, buffer.getLoc(), type, memory, 0, type.getShape(), strides);
    buffer.getMemref().replaceAllUsesWith(view);
    buffer.erase();
    return true;
  }

  void copyOut(OpBuilder &builder, Location loc, Value value, int64_t k) {
    auto type = cast<MemRefType>(value.getType());
    SmallVector<Value> sizes;
    for (int64_t d = 0; d < type.getRank(); ++d)
      if (type.isDynamicDim(d))
        sizes.push_back(memref::DimOp::create(builder, loc, value, d));
    auto plain = MemRefType::get(type.getShape(), type.getElementType());
    Value output = RTOutputOp::create(builder, loc, plain, k, sizes).getMemref();
    Operation *copy = memref::CopyOp::create(builder, loc, value, output);
    wrap(copy);
  }
};

} // namespace
