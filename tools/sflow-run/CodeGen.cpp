// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
#include "CodeGen.h"

#include "Files.h"

#include "llvm/ExecutionEngine/Orc/LLJIT.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/Module.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/DynamicLibrary.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/SmallVectorMemoryBuffer.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/TargetParser/Host.h"
#include "llvm/TargetParser/SubtargetFeature.h"

using namespace syncflow::run;

static bool hostHas(llvm::StringRef feature) {
  static const llvm::StringMap<bool> features = llvm::sys::getHostCPUFeatures();
  return features.lookup(feature);
}

static llvm::Expected<std::unique_ptr<llvm::TargetMachine>> createHostMachine() {
  llvm::InitializeNativeTarget();
  llvm::InitializeNativeTargetAsmPrinter();
  llvm::Triple triple(llvm::sys::getProcessTriple());
  std::string message;
  const llvm::Target *target = llvm::TargetRegistry::lookupTarget(triple, message);
  if (!target)
    return llvm::createStringError("no code generator for " + triple.str() + ": " + message);
  llvm::SubtargetFeatures features;
  for (const auto &[name, present] : llvm::sys::getHostCPUFeatures())
    features.AddFeature(name, present);
  // Loops over tensors are long: the wide registers pay although LLVM avoids them by default on some processors.
  if (hostHas("avx512f"))
    features.AddFeature("prefer-256-bit", false);
  llvm::TargetOptions options;
  std::unique_ptr<llvm::TargetMachine> machine(
      target->createTargetMachine(triple, llvm::sys::getHostCPUName(), features.getString(), options, llvm::Reloc::PIC_,
                                  std::nullopt, llvm::CodeGenOptLevel::Aggressive));
  if (!machine)
    return llvm::createStringError("no code generator for " + triple.str());
  return machine;
}

/// The cost model of the vectorizer reads the processor from the functions, not from the target machine.
static void setHostAttributes(llvm::Module &module, const llvm::TargetMachine &machine) {
  module.setTargetTriple(machine.getTargetTriple());
  module.setDataLayout(machine.createDataLayout());
  for (llvm::Function &function : module) {
    if (function.isDeclaration())
      continue;
    function.addFnAttr("target-cpu", machine.getTargetCPU());
    function.addFnAttr("target-features", machine.getTargetFeatureString());
    if (hostHas("avx512f"))
      function.addFnAttr("prefer-vector-width", "512");
  }
}

llvm::Error syncflow::run::optimizeForHost(llvm::Module &module) {
  llvm::Expected<std::unique_ptr<llvm::TargetMachine>> machine = createHostMachine();
  if (!machine)
    return machine.takeError();
  setHostAttributes(module, **machine);
  llvm::PipelineTuningOptions tuning;
  tuning.LoopVectorization = tuning.SLPVectorization = tuning.LoopInterleaving = tuning.LoopUnrolling = true;
  llvm::LoopAnalysisManager loops;
  llvm::FunctionAnalysisManager functions;
  llvm::CGSCCAnalysisManager components;
  llvm::ModuleAnalysisManager modules;
  llvm::PassBuilder builder(machine->get(), tuning);
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(components);
  builder.registerFunctionAnalyses(functions);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, components, modules);
  builder.buildPerModuleDefaultPipeline(llvm::OptimizationLevel::O3).run(module, modules);
  return llvm::Error::success();
}

static llvm::Error emitObject(llvm::Module &module, llvm::raw_pwrite_stream &out) {
  llvm::Expected<std::unique_ptr<llvm::TargetMachine>> machine = createHostMachine();
  if (!machine)
    return machine.takeError();
  llvm::legacy::PassManager passes;
  if ((*machine)->addPassesToEmitFile(passes, out, nullptr, llvm::CodeGenFileType::ObjectFile))
    return llvm::createStringError("the code generator writes no object files");
  passes.run(module);
  return llvm::Error::success();
}

llvm::Error syncflow::run::writeObject(llvm::Module &module, llvm::StringRef file) {
  llvm::SmallString<0> object;
  llvm::raw_svector_ostream memory(object);
  if (llvm::Error error = emitObject(module, memory))
    return error;
  return writeFile(file, [&](llvm::raw_ostream &out) { out << object; });
}

/// A function that nothing defines is the module's mistake, and better named here than by the linker of the JIT.
static llvm::Error checkDefined(const llvm::Module &module) {
  llvm::sys::DynamicLibrary::LoadLibraryPermanently(nullptr);
  std::string missing;
  for (const llvm::Function &function : module)
    if (function.isDeclaration() && !function.isIntrinsic() && !function.use_empty() &&
        !llvm::sys::DynamicLibrary::SearchForAddressOfSymbol(function.getName().str()))
      missing += (missing.empty() ? "'" : ", '") + function.getName().str() + "'";
  if (missing.empty())
    return llvm::Error::success();
  return llvm::createStringError("the module calls " + missing +
                                 ", which neither it nor this program defines: compile it with --emit=object and link "
                                 "the definition");
}

llvm::Expected<LoadedCode> syncflow::run::loadCode(std::unique_ptr<llvm::LLVMContext> context,
                                                   std::unique_ptr<llvm::Module> module, llvm::StringRef symbol) {
  if (llvm::Error error = checkDefined(*module))
    return std::move(error);
  llvm::SmallVector<char, 0> object;
  llvm::raw_svector_ostream memory(object);
  if (llvm::Error error = emitObject(*module, memory))
    return std::move(error);
  std::string name = module->getModuleIdentifier();
  module.reset();
  context.reset();
  // The module has no constructors, so the JIT needs no platform.
  llvm::Expected<std::unique_ptr<llvm::orc::LLJIT>> jit =
      llvm::orc::LLJITBuilder().setPlatformSetUp(llvm::orc::setUpInactivePlatform).create();
  if (!jit)
    return jit.takeError();
  // What the session reports by the way says more than what `lookup` returns.
  std::string reported;
  (*jit)->getExecutionSession().setErrorReporter(
      [&](llvm::Error error) { reported += ": " + llvm::toString(std::move(error)); });
  if (llvm::Error error = (*jit)->addObjectFile(
          std::make_unique<llvm::SmallVectorMemoryBuffer>(std::move(object), name, /*RequiresNullTerminator=*/false)))
    return std::move(error);
  llvm::Expected<llvm::orc::ExecutorAddr> address = (*jit)->lookup(symbol);
  (*jit)->getExecutionSession().setErrorReporter([](llvm::Error error) { llvm::consumeError(std::move(error)); });
  if (!address)
    return llvm::createStringError("cannot link the compiled code" + reported + ": " +
                                   llvm::toString(address.takeError()));
  return LoadedCode{address->toPtr<void *>(), std::shared_ptr<llvm::orc::LLJIT>(std::move(*jit))};
}
