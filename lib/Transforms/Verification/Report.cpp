// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
#include "Report.h"

#include "mlir/IR/Diagnostics.h"

using namespace mlir;
using namespace syncflow;
using namespace syncflow::verification;

bool Report::admit(Operation *a, Operation *b, const Base *base, int kind) {
  if (!seen.insert({a, b, base ? base->index : ~0u, kind}).second)
    return false;
  return ++reported <= limit;
}

void Report::finish() {
  if (reported > limit)
    mlir::emitError(scope->getLoc()) << "and " << (reported - limit) << " more";
}

std::string Report::nameOf(const Actor &actor) const {
  if (auto task = dyn_cast<TaskOp>(actor.op))
    return ("task \"" + task.getName() + "\"").str();
  if (isa<FunctionOpInterface>(actor.op))
    return "work behind a token argument";
  return ("'" + actor.op->getName().getStringRef() + "'").str();
}

std::string Report::nameOf(const MemRegion &region) {
  if (!region.base || region.base->kind == BaseKind::Unknown)
    return "memory of unknown origin";
  if (region.base->global)
    return ("@" + region.base->global.getValue()).str();
  if (!assembly)
    assembly = std::make_unique<AsmState>(scope, OpPrintingFlags().assumeVerified());
  std::string text;
  llvm::raw_string_ostream out(text);
  region.base->value.printAsOperand(out, *assembly);
  return text;
}

/// ` on <stream>` of placed work, by what identifies the stream; nothing for other ops.
static std::string placeOf(const Actor &actor) {
  auto work = dyn_cast<AsyncOpInterface>(actor.op);
  if (!work || !work.getQueue())
    return "";
  auto stream = work.getQueue().getDefiningOp<StreamOp>();
  if (!stream)
    return " on a stream that is passed in";
  std::string text = " on ";
  llvm::raw_string_ostream(text) << stream.getDevice() << " ordinal " << stream.getOrdinal();
  return text;
}

std::string Report::accessOf(const Recorded &access) {
  std::string what = nameOf(access.actor) + placeOf(access.actor) + " ";
  what += access.writes ? (access.needsContents ? "reads and writes " : "writes ") : "reads ";
  if (access.region.base->kind == BaseKind::Unknown)
    return what + "any memory";
  return what + describeBytes(access.region) + " of " + nameOf(access.region);
}

/// The loop that both executions belong to, if they are different iterations of it.
static Operation *carryingLoop(const Context *a, const Context *b) {
  for (const Context *x = a; x; x = x->parent)
    for (const Context *y = b; y; y = y->parent)
      if (x != y && x->parent == y->parent && x->op == y->op && x->iteration != y->iteration)
        return x->op;
  return nullptr;
}

void Report::missingEdge(InFlightDiagnostic &diagnostic, const Recorded &first, const Recorded &second, bool carried) {
  std::string token = "the token of " + nameOf(first.actor);
  if (carried)
    token += " of the earlier iteration (through the loop's iteration arguments)";
  Diagnostic &note = diagnostic.attachNote(second.actor.op->getLoc()) << "missing edge: ";
  if (second.actor.isHost())
    note << "the host must wait for " << token << " before " << nameOf(second.actor);
  else
    note << "add " << token << " to after(...) of " << nameOf(second.actor);
}

void Report::race(const Recorded &first, const Recorded &second, bool endedButNotVisible) {
  if (!admit(first.actor.op, second.actor.op, first.region.base, 0))
    return;
  bool raw = first.writes && !second.writes, war = !first.writes && second.writes;
  const char *kind = raw ? "read after write" : war ? "write after read" : "write after write";
  const MemRegion &known = second.region.base->kind == BaseKind::Unknown ? first.region : second.region;
  Operation *loop = carryingLoop(first.actor.context, second.actor.context);
  InFlightDiagnostic d =
      mlir::emitError(second.actor.op->getLoc())
      << (loop ? "loop-carried race (" : "race (") << kind << ") on " << describeOverlap(first.region, second.region)
      << " of " << nameOf(known) << ": " << nameOf(second.actor) << (second.writes ? " writes" : " reads") << " what "
      << nameOf(first.actor) << (first.writes ? " writes" : " reads")
      << (endedButNotVisible ? ", and nothing makes the write visible to it" : ", and nothing orders them");
  d.attachNote(first.actor.op->getLoc()) << accessOf(first);
  d.attachNote(second.actor.op->getLoc()) << accessOf(second);
  if (loop)
    d.attachNote(loop->getLoc()) << "the accesses are in different iterations of this loop";
  missingEdge(d, first, second, loop != nullptr);
}

void Report::atReturn(const Recorded &access, Operation *ret, const MemRegion &where) {
  if (!admit(access.actor.op, ret, where.base, 1))
    return;
  InFlightDiagnostic d = mlir::emitError(ret->getLoc()) << "race on " << describeBytes(where) << " of " << nameOf(where)
                                                        << ": the function returns while " << nameOf(access.actor)
                                                        << " may still " << (access.writes ? "write" : "read") << " it";
  d.attachNote(access.actor.op->getLoc()) << accessOf(access);
  d.attachNote(ret->getLoc()) << "missing edge: the host must wait for the token of " << nameOf(access.actor)
                              << " before the return, or the function return it";
}

void Report::unwritten(const Recorded &read, std::optional<std::pair<int64_t, int64_t>> gap) {
  if (!admit(read.actor.op, read.actor.op, read.region.base, 2))
    return;
  std::string bytes =
      gap ? "bytes " + std::to_string(gap->first) + ".." + std::to_string(gap->second) : describeBytes(read.region);
  InFlightDiagnostic d = mlir::emitError(read.actor.op->getLoc())
                         << nameOf(read.actor) << " reads " << bytes << " of " << nameOf(read.region)
                         << ", which nothing wrote before";
  if (Value v = read.region.base->value)
    d.attachNote(v.getLoc()) << "the contents of this memory are undefined at first";
}

void Report::overwritten(const Recorded &write, const Recorded &clobber, const Recorded &read) {
  if (!admit(clobber.actor.op, read.actor.op, read.region.base, 3))
    return;
  InFlightDiagnostic d = mlir::emitError(read.actor.op->getLoc())
                         << nameOf(read.actor) << " reads " << describeOverlap(clobber.region, read.region) << " of "
                         << nameOf(read.region) << " after " << nameOf(clobber.actor)
                         << " reused them for another buffer: the last value is lost";
  d.attachNote(write.actor.op->getLoc()) << accessOf(write) << ", the value that is wanted";
  d.attachNote(clobber.actor.op->getLoc()) << accessOf(clobber);
}

void Report::notUnderstood(Operation *op, const Twine &what) {
  if (admit(op, op, nullptr, 4))
    op->emitError() << what;
}

void Report::undeclared(TaskOp task, Operation *op, const Twine &what) {
  if (!admit(task, op, nullptr, 5))
    return;
  InFlightDiagnostic d = op->emitError() << "task \"" << task.getName() << "\" touches " << what
                                         << " without declaring it";
  d.attachNote(task.getLoc()) << "pass it among ins or outs";
}
