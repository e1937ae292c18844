// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
#include "SyncFlow/Transforms/Passes.h"

#include "Trace.h"

namespace syncflow {
#define GEN_PASS_DEF_VERIFY
#include "SyncFlow/Transforms/VerificationPasses.h.inc"
} // namespace syncflow

using namespace mlir;
using namespace syncflow;
using namespace syncflow::verification;

namespace {

struct Verify : syncflow::impl::VerifyBase<Verify> {
  using VerifyBase::VerifyBase;

  void runOnOperation() override {
    ModuleOp module = getOperation();
    Report report(module, maxReports);
    module.walk([&](TaskOp task) { checkBody(task, report); });
    // A private function that is called is seen through its callers, with what they pass.
    llvm::DenseSet<StringAttr> called;
    module.walk([&](func::CallOp call) { called.insert(call.getCalleeAttr().getAttr()); });
    uint64_t pairs = 0, issued = 0;
    module.walk([&](func::FuncOp entry) {
      if (entry.isDeclaration() || (entry.isPrivate() && called.contains(entry.getNameAttr())))
        return;
      Trace trace(module, report, summary);
      trace.run(entry);
      issued += trace.workCount();
      pairs += trace.orderedPairs();
    });
    work += issued;
    report.finish();
    if (report.count())
      return signalPassFailure();
    if (summary)
      module.emitRemark() << "proved: " << issued << " pieces of work, " << pairs << " conflicting pairs, all ordered";
    markAllAnalysesPreserved();
  }
};

} // namespace
