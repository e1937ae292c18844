// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
#include "Compile.h"

#include "../sflow-opt/UpstreamRegistration.h"
#include "CodeGen.h"
#include "Errors.h"
#include "Options.h"
#include "Quantity.h"
#include "SyncFlow/Dialect/SyncFlow/IR/SyncFlow.h"
#include "SyncFlow/InitAll.h"
#include "SyncFlow/Transforms/Pipelines.h"
#include "Trial.h"

#include "mlir/Bytecode/BytecodeReader.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Target/LLVMIR/Export.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/LineIterator.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/SourceMgr.h"

#include <chrono>

using namespace mlir;
using namespace syncflow;
using namespace syncflow::run;

namespace {

/// The line that a position points to, with a mark under the column; nothing when the file cannot be read as text.
void printSourceLine(llvm::raw_ostream &stream, FileLineColLoc position) {
  auto buffer = llvm::MemoryBuffer::getFile(position.getFilename().getValue(), /*IsText=*/true);
  if (!buffer || position.getLine() == 0)
    return;
  llvm::line_iterator lines(**buffer, /*SkipBlanks=*/false);
  for (unsigned line = 1; line < position.getLine() && !lines.is_at_end(); ++line)
    ++lines;
  constexpr size_t widest = 200; // Constants of a model can stand on one line of megabytes.
  if (lines.is_at_end() || lines->size() > widest || !llvm::isPrint(lines->empty() ? ' ' : lines->front()))
    return;
  stream << "    " << *lines << "\n";
  if (position.getColumn() > 0)
    stream << std::string(4 + position.getColumn() - 1, ' ') << "^\n";
}

/// "file:line:column: text", then the line itself.
void printDiagnostic(llvm::raw_ostream &stream, Diagnostic &diagnostic, llvm::StringRef kind) {
  FileLineColLoc position;
  diagnostic.getLocation()->walk([&](Location inner) {
    position = dyn_cast<FileLineColLoc>(inner);
    return position ? WalkResult::interrupt() : WalkResult::advance();
  });
  if (position)
    stream << position.getFilename().getValue() << ':' << position.getLine() << ':' << position.getColumn() << ": ";
  std::string message = diagnostic.str();
  // The parser's advice is for another tool.
  if (llvm::StringRef(message).contains("-allow-unregistered-dialect"))
    message = "this op is of a dialect that is unknown here: sflow-run knows those of upstream MLIR and syncflow";
  stream << kind << message << "\n";
  if (position)
    printSourceLine(stream, position);
}

/// Collects errors with their notes, so that a failure explains itself; remarks and warnings are not for a user who
/// runs.
class Diagnostics {
public:
  explicit Diagnostics(MLIRContext &context)
      : handler(&context, [this](Diagnostic &diagnostic) {
          if (diagnostic.getSeverity() != DiagnosticSeverity::Error)
            return success();
          ++count;
          // A model can be wrong in a thousand places for one reason.
          if (count > shown)
            return success();
          llvm::raw_string_ostream stream(text);
          printDiagnostic(stream, diagnostic, "");
          for (Diagnostic &note : diagnostic.getNotes())
            if (!llvm::StringRef(note.str()).starts_with("see current operation"))
              printDiagnostic(stream, note, "note: ");
          return success();
        }) {}

  /// Something that somebody else has found.
  void add(const llvm::Twine &what) {
    ++count;
    text += what.str();
  }
  /// The text of the errors so far.
  std::string take() { return std::move(text); }

  llvm::Error error(const llvm::Twine &what) {
    std::string message = what.str();
    if (count)
      message += ":\n" + llvm::StringRef(text).rtrim().str();
    if (count > shown)
      message += "\n... and " + std::to_string(count - shown) + " more";
    return llvm::createStringError(message);
  }

private:
  static constexpr size_t shown = 8;
  std::string text;
  size_t count = 0;
  ScopedDiagnosticHandler handler;
};

/// Whether nothing is left to lower.
bool isLowered(ModuleOp module) {
  return !module.getBody()->empty() && llvm::all_of(*module.getBody(), [](Operation &op) {
    return isa_and_nonnull<LLVM::LLVMDialect>(op.getDialect());
  });
}

/// Devices and compute streams per device that a compiled module uses: what it was compiled for, if it came placed.
void addUsedStreams(CompiledModule &module) {
  module.devicesPerRank = std::max(module.devicesPerRank, module.desc->device_count);
  auto visit = [&](const sflow_entry_desc &entry) {
    for (uint32_t p = 0; p < entry.plan_count; ++p)
      for (uint32_t s = 0; s < entry.plans[p]->stream_count; ++s)
        if (const sflow_plan_stream &stream = entry.plans[p]->streams[s]; stream.kind == SFLOW_STREAM_COMPUTE)
          module.coresPerDevice = std::max(module.coresPerDevice, stream.ordinal + 1);
  };
  for (uint32_t e = 0; e < module.desc->entry_count; ++e)
    visit(module.desc->entries[e]);
  if (module.desc->load)
    visit(*module.desc->load);
}

/// Whether this program can run what is placed on the topology: it has no drivers.
LogicalResult checkTopology(TopologyOp topology) {
  auto devices = llvm::to_vector(topology.getBody().front().getOps<DeviceOp>());
  if (devices.empty() || devices.size() > mostUnits)
    return topology.emitError("has ") << devices.size() << " devices; sflow-run takes 1 to " << mostUnits;
  for (DeviceOp device : devices) {
    if (device.getTag() != DeviceTag::host && device.getTag() != DeviceTag::cpu)
      return device.emitError("device @") << device.getSymName() << " is a " << stringifyDeviceTag(device.getTag())
                                          << " device; sflow-run runs host devices only";
    if (device.getReaches().empty())
      return device.emitError("device @") << device.getSymName() << " reaches no memory: name one in reaches [...]";
    if (device.getCores() > mostUnits)
      return device.emitError("device @")
             << device.getSymName() << " has " << device.getCores() << " cores; sflow-run takes 1 to " << mostUnits;
  }
  return success();
}

/// N and C of host:N and host:NxC.
std::pair<unsigned, unsigned> spelledDevices(llvm::StringRef spelling) {
  unsigned count = 1, cores = 1;
  if (spelling.consume_front("host:") && !spelling.consumeInteger(10, count) && spelling.consume_front("x"))
    (void)spelling.consumeInteger(10, cores);
  return {count, cores};
}

/// How many devices, and cores of the largest, the module's topology has; without one, what is spelled.
std::pair<unsigned, unsigned> devicesOf(ModuleOp module, llvm::StringRef spelling) {
  for (auto topology : module.getOps<TopologyOp>()) {
    auto devices = topology.getBody().front().getOps<DeviceOp>();
    unsigned cores = 1;
    for (DeviceOp device : devices)
      cores = std::max<unsigned>(cores, device.getCores());
    return {std::max<unsigned>(1, std::distance(devices.begin(), devices.end())), cores};
  }
  return spelledDevices(spelling);
}

class Compiler {
public:
  explicit Compiler(const CompileOptions &options) : options(options) {
    DialectRegistry registry;
    registerUpstreamDialects(registry);
    registerDialects(registry);
    context = std::make_unique<MLIRContext>(registry, MLIRContext::Threading::ENABLED);
    context->printOpOnDiagnostic(false);
  }

  llvm::Expected<CompiledModule> run() {
    auto start = std::chrono::steady_clock::now();
    Diagnostics diagnostics(*context);
    step("reading");
    OwningOpRef<ModuleOp> module = read(options.file, diagnostics);
    if (!module)
      return diagnostics.error("cannot read " + options.file);
    nameAfterFile(*module);
    if (!options.topologyFile.empty())
      if (llvm::Error error = addTopology(*module, diagnostics))
        return std::move(error);
    CompiledModule result;
    std::tie(result.devicesPerRank, result.coresPerDevice) = devicesOf(*module, options.devices);
    if (llvm::Error error = checkOwnTopology(*module, diagnostics))
      return std::move(error);
    if (llvm::Error error = lower(*module, diagnostics))
      return std::move(error);
    step("translating");
    auto llvmContext = std::make_unique<llvm::LLVMContext>();
    std::unique_ptr<llvm::Module> code = translateModuleToLLVMIR(*module, *llvmContext);
    if (!code)
      return diagnostics.error("cannot translate " + options.file + " to LLVM IR");
    module = {};
    step("optimizing");
    if (llvm::Error error = optimizeForHost(*code))
      return std::move(error);
    if (llvm::Error error = finish(std::move(llvmContext), std::move(code), result))
      return std::move(error);
    result.compileSeconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    return result;
  }

private:
  /// Objects export symbols with the module's name: two models without one must not clash in a program.
  void nameAfterFile(ModuleOp module) {
    llvm::StringRef stem = llvm::sys::path::stem(options.file);
    if (!module.getSymName() && !stem.empty() && stem != "-")
      module.setSymName(stem);
  }

  /// The module of a file; none, with a diagnostic, when it cannot be read.
  OwningOpRef<ModuleOp> read(llvm::StringRef file, Diagnostics &diagnostics) {
    auto buffer = llvm::MemoryBuffer::getFileOrSTDIN(file);
    if (!buffer) {
      diagnostics.add(file + ": " + buffer.getError().message());
      return {};
    }
    llvm::SourceMgr sources;
    bool isBinary = isBytecode(**buffer);
    sources.AddNewSourceBuffer(std::move(*buffer), llvm::SMLoc());
    auto parse = [&] { return parseSourceFile<ModuleOp>(sources, ParserConfig(context.get())); };
    if (!isBinary)
      return parse();
    // The bytecode reader trusts what it reads, to the point of writing where it must not.
    std::string said;
    auto attempt = [&](std::string &text) {
      OwningOpRef<ModuleOp> module = parse();
      text = diagnostics.take();
      return bool(module.release());
    };
    switch (tryInCopy(attempt, said)) {
    case Trial::Succeeded:
      return parse();
    case Trial::Failed:
      diagnostics.add(said);
      return {};
    case Trial::Crashed:
      diagnostics.add(file + ": the bytecode is damaged");
      return {};
    }
    llvm_unreachable("not a result of a trial");
  }

  void step(llvm::StringRef name) {
    if (options.progress)
      options.progress(name);
  }

  /// Moves the topology of another file into the module.
  llvm::Error addTopology(ModuleOp module, Diagnostics &diagnostics) {
    const std::string &file = options.topologyFile;
    OwningOpRef<ModuleOp> other = read(file, diagnostics);
    if (!other)
      return badInput(llvm::toString(diagnostics.error("cannot read topology " + file)));
    auto topologies = llvm::to_vector(other->getOps<TopologyOp>());
    if (topologies.size() != 1)
      return badInput("'" + file + "' holds " + (topologies.empty() ? "no" : "more than one") +
                      " syncflow.topology; one is needed");
    if (failed(checkTopology(topologies.front())))
      return badInput(llvm::toString(diagnostics.error("cannot use topology " + file)));
    for (auto old : llvm::make_early_inc_range(module.getOps<TopologyOp>()))
      old.erase();
    topologies.front()->moveBefore(module.getBody(), module.getBody()->begin());
    return llvm::Error::success();
  }

  /// A topology that the module brings along decides where it runs; --devices must not seem to.
  llvm::Error checkOwnTopology(ModuleOp module, Diagnostics &diagnostics) {
    if (!options.topologyFile.empty())
      return llvm::Error::success();
    for (auto topology : module.getOps<TopologyOp>()) {
      if (failed(checkTopology(topology)))
        return diagnostics.error("cannot run " + options.file);
      auto own = devicesOf(module, "");
      if (options.devicesGiven && own != spelledDevices(options.devices))
        return badInput("'" + options.file + "' has a topology of its own, @" + topology.getSymName() + " of " +
                        plural(own.first, "device") + " of " + plural(own.second, "core") + ", so --devices=" +
                        options.devices + " cannot hold: leave it out, or replace the topology with --topology=FILE");
    }
    return llvm::Error::success();
  }

  llvm::Error lower(ModuleOp module, Diagnostics &diagnostics) {
    step("forming and ordering tasks");
    PipelineOptions pipeline;
    std::string text = options.pipelineOptions, said;
    if (!options.devices.empty())
      text = "devices=" + options.devices + " " + text;
    llvm::raw_string_ostream complaint(said);
    if (failed(pipeline.parseFromString(text, complaint))) {
      // What is wrong with a value has been said on stderr already.
      llvm::StringRef why = llvm::StringRef(said).split(": ").second.trim();
      return badInput("cannot read --pipeline-options='" + options.pipelineOptions + "'" + (why.empty() ? "" : ": ") +
                      why + "; sflow-opt --help lists them under --syncflow-pipeline");
    }
    if (pipeline.stopAfter != StopAfter::end)
      return diagnostics.error("pipeline option stop-after leaves nothing to run; sflow-opt shows what it leaves");
    if (isLowered(module))
      return llvm::Error::success();
    PassManager manager(context.get());
    buildPipeline(manager, pipeline, detectPhase(module));
    if (failed(manager.run(module)))
      return diagnostics.error("cannot compile " + options.file);
    return llvm::Error::success();
  }

  llvm::Error finish(std::unique_ptr<llvm::LLVMContext> llvmContext, std::unique_ptr<llvm::Module> code,
                     CompiledModule &result) {
    step("generating code");
    if (options.emitObject)
      return writeObject(*code, options.outputFile);
    std::string metadata;
    for (const llvm::GlobalVariable &global : code->globals())
      if (global.hasExternalLinkage() && global.getName().ends_with("_metadata"))
        metadata = global.getName().str();
    if (metadata.empty())
      return llvm::createStringError("no entry to run in " + options.file);
    llvm::Expected<LoadedCode> loaded = loadCode(std::move(llvmContext), std::move(code), metadata);
    if (!loaded)
      return loaded.takeError();
    result.desc = static_cast<const sflow_module_desc *>(loaded->symbol);
    result.keepAlive = loaded->owner;
    addUsedStreams(result);
    return llvm::Error::success();
  }

  const CompileOptions &options;
  std::unique_ptr<MLIRContext> context;
};

} // namespace

llvm::Expected<CompiledModule> syncflow::run::compile(const CompileOptions &options) { return Compiler(options).run(); }
