// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
#include "Trace.h"

#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

#include "llvm/ADT/ScopeExit.h"

using namespace mlir;
using namespace syncflow;
using namespace syncflow::verification;

/// Calls deeper than this count as unknown.
static constexpr size_t maximumDepth = 16;

static bool holdsAsynchronousWork(Operation *op) {
  return op
      ->walk([](Operation *inner) {
        return isa<AsyncOpInterface, WaitOp, BarrierOp, CallOpInterface>(inner) ? WalkResult::interrupt()
                                                                                : WalkResult::advance();
      })
      .wasInterrupted();
}

//===-- structure -------------------------------------------------------------------------------------------------===//

const Context *Trace::enter(const Context *parent, Operation *op, unsigned iteration, unsigned frame) {
  contexts.push_back({parent, op, iteration, frame});
  return &contexts.back();
}

Trace::Results Trace::resultsOf(ValueRange of) {
  Results out;
  for (Value v : of)
    out.push_back(values.get(v));
  return out;
}

void Trace::unknownResults(Operation *op) {
  for (Value v : op->getResults())
    values.set(v, values.unknown(v.getType()));
}

FrontierRef Trace::allOf(ValueRange tokens) {
  return unite(llvm::map_to_vector(tokens, [&](Value t) { return values.token(t); }));
}

void Trace::run(func::FuncOp entry) {
  Block &body = entry.getBody().front();
  if (!entry.getBody().hasOneBlock()) {
    if (holdsAsynchronousWork(entry))
      report.notUnderstood(entry, "asynchronous work in unstructured control flow cannot be followed: use scf");
    return;
  }
  const Context *context = enter(nullptr, entry, 0, ++frames);
  callStack.push_back(entry);
  for (BlockArgument a : body.getArguments()) {
    values.set(a, values.argument(a, context->frame));
    if (!isa<TokenType>(a.getType()))
      continue;
    // Somebody's work is still running, and may touch whatever this function was handed.
    unsigned work = order.issueUnknown();
    hazards.accessEverything({entry, context, static_cast<int>(work)}, *order.endOf(work), /*callerOnly=*/true);
    values.set(a, order.endOf(work));
  }
  block(body, context);
  Operation *ret = body.getTerminator();
  Frontier ended = state.host;
  auto isToken = [](Value v) { return isa<TokenType>(v.getType()); };
  ended.add(*allOf(llvm::to_vector(llvm::make_filter_range(ret->getOperands(), isToken))));
  hazards.functionReturns(ret, ended, context->frame, /*everything=*/true);
  callStack.pop_back();
}

void Trace::block(Block &body, const Context *context) {
  for (Operation &op : body.without_terminator())
    visit(&op, context);
}

void Trace::visit(Operation *op, const Context *context) {
  if (auto async = dyn_cast<AsyncOpInterface>(op))
    return asynchronous(async, context);
  if (auto wait = dyn_cast<WaitOp>(op)) {
    FrontierRef tokens = allOf(wait.getTokens());
    return wait.getStream() ? order.waitOnStream(state, values.stream(wait.getStream()), *tokens)
                            : order.waitOnHost(state, *tokens);
  }
  if (auto join = dyn_cast<JoinOp>(op))
    return values.set(join.getToken(), allOf(join.getTokens()));
  if (auto barrier = dyn_cast<BarrierOp>(op)) {
    SmallVector<StreamId> streams;
    for (Value s : barrier.getStreams())
      streams.push_back(values.stream(s));
    return order.barrier(state, streams, barrier);
  }
  if (auto callOp = dyn_cast<func::CallOp>(op))
    return call(callOp, context);
  if (isa<scf::IfOp, scf::IndexSwitchOp, scf::ExecuteRegionOp, memref::AllocaScopeOp>(op))
    return branches(op, context);
  if (auto loopOp = dyn_cast<scf::WhileOp>(op))
    return whileLoop(loopOp, context);
  auto loopLike = dyn_cast<LoopLikeOpInterface>(op);
  if (loopLike && !op->hasTrait<OpTrait::HasParallelRegion>() && op->getNumRegions() == 1)
    return loop(loopLike, context);
  // Only before all work: what ran before a check runs as well when the check fails. And only what every run comes to.
  bool always = callStack.size() == 1 && op->getParentOp() == callStack.front();
  if (auto check = dyn_cast<cf::AssertOp>(op); check && always && order.size() == 0)
    values.assume(check.getArg());
  if (values.evaluate(op, context, hazards.accessCount()))
    return;
  hostOp(op, context);
}

//===-- accesses --------------------------------------------------------------------------------------------------===//

void Trace::addAccess(std::vector<Recorded> &out, const Actor &actor, Value memref, bool reads, bool writes,
                      bool needsContents) {
  for (const MemRegion &region : values.regions(memref)) {
    Recorded access;
    access.actor = actor;
    access.region = region;
    access.reads = reads;
    access.writes = writes;
    access.needsContents = needsContents;
    out.push_back(access);
  }
}

void Trace::asynchronous(AsyncOpInterface op, const Context *context) {
  unsigned work = order.issue(state, values.stream(op.getQueue()), *allOf(op.getWaitTokens()));
  Actor actor{op, context, static_cast<int>(work)};
  unknownResults(op);
  ContractAttr contract;
  if (auto bound = dyn_cast<ContractOpInterface>(op.getOperation()))
    contract = bound.getContractAttr();
  if (Value done = op.getDoneToken())
    values.set(done, order.tokenOf(work, contract));
  auto touches = dyn_cast<AccessOpInterface>(op.getOperation());
  if (!touches)
    return hazards.accessEverything(actor, *order.endOf(work), /*callerOnly=*/false);
  SmallVector<Access> declared;
  touches.getAccesses(declared);
  if (llvm::any_of(declared, [](const Access &a) { return !a.memref; }))
    return hazards.accessEverything(actor, *order.endOf(work), /*callerOnly=*/false);
  std::vector<Recorded> accesses;
  auto task = dyn_cast<TaskOp>(op.getOperation());
  unsigned out = 0;
  for (const Access &a : declared) {
    bool needs = a.reads && !a.writes;
    // Outs may be read; whether what they held before matters, the body says.
    if (task && a.writes)
      needs = readsOldContents(task, task.getOutArguments()[out++]);
    addAccess(accesses, actor, a.memref, a.reads, a.writes, needs);
  }
  hazards.access(accesses, *order.endOf(work));
}

/// The indices of an op that accesses one element.
static std::optional<ValueRange> elementOf(Operation *op) {
  if (auto load = dyn_cast<memref::LoadOp>(op))
    return load.getIndices();
  if (auto store = dyn_cast<memref::StoreOp>(op))
    return store.getIndices();
  return std::nullopt;
}

void Trace::hostOp(Operation *op, const Context *context) {
  unknownResults(op);
  Actor actor{op, context, -1};
  std::vector<Recorded> accesses;
  if (auto touches = dyn_cast<AccessOpInterface>(op)) {
    SmallVector<Access> declared;
    touches.getAccesses(declared);
    if (llvm::any_of(declared, [](const Access &a) { return !a.memref; }))
      return hazards.accessEverything(actor, state.host, false);
    for (const Access &a : declared)
      addAccess(accesses, actor, a.memref, a.reads, a.writes, a.reads && !a.writes);
    return hazards.access(accesses, state.host);
  }
  // They stop the program or do nothing.
  if (isMemoryEffectFree(op) || isa<cf::AssertOp, AssertOp>(op))
    return;
  auto effectful = dyn_cast<MemoryEffectOpInterface>(op);
  if (!effectful)
    return op->hasTrait<OpTrait::HasRecursiveMemoryEffects>() ? nested(op, context)
                                                              : hazards.accessEverything(actor, state.host, false);
  SmallVector<MemoryEffects::EffectInstance> effects;
  effectful.getEffects(effects);
  for (const MemoryEffects::EffectInstance &e : effects) {
    Value v = e.getValue();
    if (v && isa<TensorType>(v.getType()))
      continue;
    if (!v || !isa<BaseMemRefType>(v.getType())) {
      if (e.getResource() == SideEffects::DefaultResource::get() || v)
        return hazards.accessEverything(actor, state.host, false);
      continue;
    }
    if (isa<MemoryEffects::Allocate>(e.getEffect()))
      continue;
    bool reads = isa<MemoryEffects::Read>(e.getEffect()), frees = isa<MemoryEffects::Free>(e.getEffect());
    size_t begin = accesses.size();
    addAccess(accesses, actor, v, reads, !reads, reads);
    if (auto indices = elementOf(op))
      for (size_t i = begin; i < accesses.size(); ++i)
        accesses[i].region.narrowTo(llvm::map_to_vector(*indices, [&](Value index) { return values.integer(index); }));
    if (frees)
      for (Recorded &a : accesses)
        if (a.region.base == accesses.back().region.base)
          a.region.exact = false, a.region.computeBounds();
  }
  hazards.access(accesses, state.host);
}

/// An op whose regions say what it does, in an order that does not matter: no work is issued inside.
void Trace::nested(Operation *op, const Context *context) {
  if (holdsAsynchronousWork(op))
    return report.notUnderstood(op, "asynchronous work inside '" + op->getName().getStringRef() +
                                        "' cannot be followed: unroll it, or use scf.for, scf.while or scf.if");
  for (Region &region : op->getRegions())
    for (Block &b : region) {
      for (BlockArgument a : b.getArguments())
        values.set(a, values.unknown(a.getType()));
      block(b, context);
    }
}

//===-- control flow ----------------------------------------------------------------------------------------------===//

void Trace::join(Operation *op, std::vector<Path> each, ArrayRef<Results> results) {
  auto paths = std::make_shared<const std::vector<Path>>(std::move(each));
  state = mergeStates(*paths);
  for (auto [i, v] : llvm::enumerate(op->getResults())) {
    std::vector<Abstract> alternatives;
    for (const Results &r : results)
      alternatives.push_back(r[i]);
    values.set(v, values.merge(alternatives, paths, v.getType()));
  }
}

void Trace::branches(Operation *op, const Context *context) {
  State before = state;
  std::vector<Path> paths;
  std::vector<Results> results;
  std::vector<std::pair<unsigned, unsigned>> ranges;
  for (Region &region : op->getRegions()) {
    state = before;
    // What is in the other branches is not executed if this one is.
    for (auto [first, last] : ranges) {
      state.host.ended.setRange(first, last);
      state.host.visible.setRange(first, last);
    }
    unsigned begin = order.size();
    if (!region.empty() && !region.hasOneBlock() && holdsAsynchronousWork(op))
      return report.notUnderstood(op, "asynchronous work in unstructured control flow cannot be followed: use scf");
    if (!region.empty())
      block(region.front(), context);
    results.push_back(region.empty() ? Results() : resultsOf(region.back().getTerminator()->getOperands()));
    ranges.push_back({begin, order.size()});
    paths.push_back({state, {}});
  }
  for (size_t i = 0; i < paths.size(); ++i)
    for (size_t j = 0; j < ranges.size(); ++j)
      if (i != j)
        paths[i].notExecuted.push_back(ranges[j]);
  join(op, std::move(paths), results);
}

/// Iterations that have to be executed before nothing new can happen: two show what one does to the next; each token or
/// memref that is handed on without being made in the body (a swap, a delay) shows itself one iteration later.
static unsigned neededIterations(ValueRange yielded, Block::BlockArgListType arguments, Block *body) {
  unsigned needed = 2;
  for (auto [i, v] : llvm::enumerate(yielded)) {
    if (!isa<TokenType, BaseMemRefType>(v.getType()))
      continue;
    if (i < arguments.size() && v == arguments[i])
      continue;
    Operation *made = v.getDefiningOp();
    bool handedOn = !isa_and_nonnull<AsyncOpInterface>(made);
    bool outside = !body->getParent()->isAncestor(v.getParentRegion());
    needed += handedOn || outside;
  }
  return std::min(needed, 6u);
}

void Trace::loop(LoopLikeOpInterface op, const Context *context) {
  Block &body = op.getLoopRegions().front()->front();
  Poly lower = values.symbols.fresh(), upper = values.symbols.fresh(), step(1);
  auto bounds = [&](std::optional<SmallVector<OpFoldResult>> of, Poly &out) {
    bool known = of && of->size() == 1;
    if (known)
      out = values.integer(of->front());
    return known;
  };
  bool hasLower = bounds(op.getLoopLowerBounds(), lower), hasUpper = bounds(op.getLoopUpperBounds(), upper);
  bool known = bounds(op.getLoopSteps(), step) && hasLower && hasUpper;
  std::optional<int64_t> trip;
  if (auto d = (upper - lower).constant(), s = step.constant(); known && d && s && *s > 0)
    trip = std::max<int64_t>(0, (*d + *s - 1) / *s);
  unsigned rounds = neededIterations(op.getYieldedValues(), op.getRegionIterArgs(), &body);
  bool exactly = trip && *trip <= rounds;
  if (exactly)
    rounds = *trip;
  bool atLeastOnce = exactly || trip || (known && values.symbols.isLessOrEqual(lower + Poly(1), upper));

  std::vector<std::pair<State, unsigned>> exits;
  std::vector<Results> results;
  Results carried = resultsOf(op.getInits());
  auto mayLeave = [&](unsigned done) {
    if (trip ? done != rounds : (done == 0 && atLeastOnce))
      return;
    exits.push_back({state, order.size()});
    results.push_back(carried);
  };
  mayLeave(0);
  Poly counter;
  for (unsigned k = 1; k <= rounds; ++k) {
    const Context *inside = enter(context, op, k, context->frame);
    if (exactly)
      counter = lower + Poly(k - 1) * step;
    else
      // Any later iteration, not only the next one.
      counter =
          known ? values.symbols.between(k == 1 ? lower : counter + step, upper - Poly(1)) : values.symbols.fresh();
    for (BlockArgument a : body.getArguments())
      values.set(a, isa<IndexType, IntegerType>(a.getType()) ? Abstract(counter) : values.unknown(a.getType()));
    for (auto [a, v] : llvm::zip(op.getRegionIterArgs(), carried))
      values.set(a, v);
    block(body, inside);
    carried = resultsOf(op.getYieldedValues());
    mayLeave(k);
  }
  std::vector<Path> paths;
  for (auto &[left, point] : exits)
    paths.push_back({left, {{point, order.size()}}});
  join(op, std::move(paths), results);
}

void Trace::whileLoop(scf::WhileOp op, const Context *context) {
  Block *before = op.getBeforeBody(), *after = op.getAfterBody();
  unsigned rounds = neededIterations(op.getYieldedValues(), before->getArguments(), after) +
                    neededIterations(op.getConditionOp().getArgs(), before->getArguments(), before) - 1;
  std::vector<std::pair<State, unsigned>> exits;
  std::vector<Results> results;
  Results carried = resultsOf(op.getInits());
  for (unsigned k = 1; k <= rounds; ++k) {
    const Context *inside = enter(context, op, k, context->frame);
    for (auto [a, v] : llvm::zip(before->getArguments(), carried))
      values.set(a, v);
    block(*before, inside);
    Results passed = resultsOf(op.getConditionOp().getArgs());
    exits.push_back({state, order.size()});
    results.push_back(passed);
    if (k == rounds)
      break;
    for (auto [a, v] : llvm::zip(after->getArguments(), passed))
      values.set(a, v);
    block(*after, inside);
    carried = resultsOf(op.getYieldedValues());
  }
  std::vector<Path> paths;
  for (auto &[left, point] : exits)
    paths.push_back({left, {{point, order.size()}}});
  join(op, std::move(paths), results);
}

void Trace::call(func::CallOp op, const Context *context) {
  auto callee = SymbolTable::lookupNearestSymbolFrom<func::FuncOp>(op, op.getCalleeAttr());
  bool visible = callee && !callee.isDeclaration() && callee.getBody().hasOneBlock() &&
                 callStack.size() < maximumDepth && !llvm::is_contained(callStack, callee.getOperation());
  if (!visible) {
    Actor host{op, context, -1};
    hazards.accessEverything(host, state.host, /*callerOnly=*/false);
    unknownResults(op);
    for (Value v : op.getResults()) {
      if (!isa<TokenType>(v.getType()))
        continue;
      // It left work behind that nobody here has seen.
      unsigned work =
          order.issue(state, std::get<StreamId>(values.unknown(StreamType::get(op.getContext()))), Frontier());
      hazards.accessEverything({op, context, static_cast<int>(work)}, *order.endOf(work), false);
      values.set(v, order.endOf(work));
    }
    return;
  }
  Block &body = callee.getBody().front();
  const Context *inside = enter(context, op, 0, ++frames);
  callStack.push_back(callee);
  for (auto [a, v] : llvm::zip(body.getArguments(), op.getOperands()))
    values.set(a, values.get(v));
  block(body, inside);
  Operation *ret = body.getTerminator();
  hazards.functionReturns(ret, state.host, inside->frame, /*everything=*/false);
  for (auto [r, v] : llvm::zip(op.getResults(), ret->getOperands()))
    values.set(r, values.get(v));
  callStack.pop_back();
}
