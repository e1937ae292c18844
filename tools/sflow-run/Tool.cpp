// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/

#include "Tool.h"

#include "Crash.h"
#include "Errors.h"
#include "Files.h"
#include "Npy.h"
#include "Prepare.h"
#include "Progress.h"
#include "Report.h"
#include "Runner.h"
#include "ScheduleSvg.h"
#include "SyncFlow/Runtime.h"
#include "Trace.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/xxhash.h"

#include <unistd.h>

namespace syncflow::run {

namespace {

/// A picture with more bars than this shows one launch only.
constexpr size_t pictureLimit = 4000;

class Tool {
public:
  Tool(const Options &options, llvm::raw_ostream &out, llvm::raw_ostream &err)
      : options(options), out(out), err(err), progress(err, options.progress || ::isatty(STDERR_FILENO)) {}

  ToolResult run(const CompileFunction &compile);

private:
  const Options &options;
  llvm::raw_ostream &out, &err;
  Progress progress;

  llvm::Expected<CompiledModule> compileModule(const CompileFunction &compile);
  ToolResult execute(const CompiledModule &compiled);
  llvm::Error finish(const CompiledModule &compiled, const Prepared &prepared, const RunRequest &request,
                     const RunResult &result);
  llvm::Error checkOutputs(const Prepared &prepared, Report &report);
  llvm::Error writeOutputs(const RunResult &result);
  llvm::Error writeViews(const Report &report);
  int complain(llvm::Error error, ExitCode otherwise);
  void warn(llvm::StringRef text);
};

} // namespace

int Tool::complain(llvm::Error error, ExitCode otherwise) {
  progress.clear();
  std::string message;
  ExitCode code = explain(std::move(error), otherwise, message);
  err << "sflow-run: error: " << message << '\n';
  return code;
}

void Tool::warn(llvm::StringRef text) {
  progress.clear();
  err << "sflow-run: warning: " << text << '\n';
}

/// Where output `index` of a rank goes.
static std::string outputName(llvm::StringRef prefix, size_t rank, size_t index) {
  std::string name = prefix.str();
  if (rank > 0)
    name += ".rank" + std::to_string(rank) + ".";
  return name + std::to_string(index) + ".npy";
}

static llvm::Error checkReadable(llvm::StringRef file) {
  if (file.empty() || file == "-")
    return llvm::Error::success();
  if (std::error_code code = llvm::sys::fs::access(file, llvm::sys::fs::AccessMode::Exist))
    return badInput("cannot read '" + file + "': " + code.message());
  if (llvm::sys::fs::is_directory(file))
    return badInput("cannot read '" + file + "': it is a directory");
  return llvm::Error::success();
}

/// Names the first file that is not there, before minutes of compiling.
static llvm::Error checkFiles(const Options &options) {
  std::vector<std::string> read = {options.module, options.topologyFile};
  for (const auto *files : {&options.parameters, &options.inputs, &options.expected})
    llvm::append_range(read, *files);
  for (const std::string &file : read)
    if (llvm::Error error = checkReadable(file))
      return error;
  std::vector<std::string> written = {options.reportFile, options.traceFile, options.scheduleFile, options.outputFile};
  if (!options.outputPrefix.empty())
    written.push_back(outputName(options.outputPrefix, 0, 0));
  for (const std::string &file : written)
    if (!file.empty())
      if (llvm::Error error = checkWritable(file))
        return error;
  return llvm::Error::success();
}

llvm::Expected<CompiledModule> Tool::compileModule(const CompileFunction &compile) {
  if (llvm::Error error = checkFiles(options))
    return std::move(error);
  CompileOptions request;
  request.file = options.module;
  request.devices = options.devices;
  request.devicesGiven = !options.devices.empty();
  if (options.devices.empty() && options.topologyFile.empty())
    request.devices = "host:1";
  request.topologyFile = options.topologyFile;
  request.ranks = options.ranks;
  request.pipelineOptions = options.pipelineOptions;
  request.emitObject = options.emitObject;
  request.outputFile = options.outputFile;
  request.progress = [this](llvm::StringRef step) { progress.step(("compiling: " + step).str()); };
  progress.step("compiling");
  setDoing(Doing::Compiling);
  return compile(request);
}

ToolResult Tool::run(const CompileFunction &compile) {
  ToolResult result;
  llvm::Expected<CompiledModule> compiled = compileModule(compile);
  if (!compiled) {
    result.exitCode = complain(compiled.takeError(), ExitCompile);
  } else if (options.emitObject) {
    progress.clear();
    if (!options.quiet)
      out << "wrote " << options.outputFile << '\n';
  } else {
    result = execute(*compiled);
  }
  progress.clear();
  return result;
}

static std::vector<uint64_t> hashInputs(const RunRequest &request) {
  std::vector<uint64_t> hashes;
  for (const HostTensor &input : request.inputs)
    hashes.push_back(llvm::xxh3_64bits(input.raw()));
  return hashes;
}

/// What a rank's failure means for the shell: wrong input, or a run that went
/// wrong.
static int exitCodeOf(const RunOutcome &outcome) {
  if (outcome.ending == RunEnding::Interrupted)
    return ExitInterrupted;
  bool userFault = outcome.code == SFLOW_STATUS_INVALID_ARGUMENT || outcome.code == SFLOW_STATUS_NOT_FOUND ||
                   outcome.code == SFLOW_STATUS_UNSUPPORTED;
  return outcome.ending == RunEnding::NotLoaded && userFault ? ExitBadInput : ExitFailed;
}

ToolResult Tool::execute(const CompiledModule &compiled) {
  ToolResult result;
  llvm::Expected<Prepared> prepared = prepare(options, compiled, sflow_usable_cores());
  if (!prepared) {
    result.exitCode = complain(prepared.takeError(), ExitBadInput);
    return result;
  }
  if (!prepared->warning.empty())
    warn(prepared->warning);
  auto request = std::make_shared<RunRequest>(std::move(prepared->request));
  std::vector<uint64_t> before = hashInputs(*request);
  RunHooks hooks;
  hooks.progress = &progress;
  setDoing(Doing::Running);
  RunOutcome outcome = runRanks(request, hooks);
  setDoing(Doing::Writing);
  result.joinAbandoned = outcome.joinAbandoned;
  progress.clear();
  if (outcome.ending != RunEnding::Done) {
    err << "sflow-run: " << (outcome.ending == RunEnding::Interrupted ? "" : "error: ") << outcome.message << '\n';
    result.exitCode = exitCodeOf(outcome);
    return result;
  }
  std::vector<uint64_t> after = hashInputs(*request);
  for (auto [index, hashes] : llvm::enumerate(llvm::zip_equal(before, after)))
    if (std::get<0>(hashes) != std::get<1>(hashes)) {
      result.exitCode = complain(runFailed("input " + llvm::Twine(index) + " was overwritten by the run"), ExitFailed);
      return result;
    }
  if (llvm::Error error = finish(compiled, *prepared, *request, outcome.result))
    result.exitCode = complain(std::move(error), ExitFailed);
  return result;
}

/// Compares, writes every file that was asked for, prints the summary. A wrong
/// result is reported last, so that the files are there to look at.
llvm::Error Tool::finish(const CompiledModule &compiled, const Prepared &prepared, const RunRequest &request,
                         const RunResult &result) {
  Report report;
  report.module = request.module;
  report.entry = request.entry;
  report.ranks = request.ranks;
  report.devices = request.devices;
  report.cores = request.cores;
  report.warmup = request.warmup;
  report.compileSeconds = compiled.compileSeconds;
  report.tolerance = options.tolerance;
  report.totals = sumPlans(*request.entry, result);
  report.run = &result;
  progress.step("comparing and writing");
  llvm::Error wrong = checkOutputs(prepared, report);
  llvm::Error unwritten = writeOutputs(result);
  if (!unwritten)
    unwritten = writeViews(report);
  progress.clear();
  if (!options.quiet)
    report.printSummary(out);
  out.flush();
  return llvm::joinErrors(std::move(unwritten), std::move(wrong));
}

llvm::Error Tool::checkOutputs(const Prepared &prepared, Report &report) {
  std::string text;
  for (auto [rank, result] : llvm::enumerate(report.run->ranks))
    for (auto [index, expected] : llvm::enumerate(prepared.expected)) {
      const HostTensor &actual = result.outputs[index];
      Comparison comparison = compare(actual, expected, options.tolerance);
      const std::string &file = options.expected[index];
      report.comparisons.push_back({static_cast<unsigned>(rank), static_cast<unsigned>(index), file, comparison});
      if (comparison.agrees())
        continue;
      std::string what = "output " + std::to_string(index);
      if (report.ranks > 1)
        what = "rank " + std::to_string(rank) + ", " + what;
      text += (text.empty() ? "" : "\n") + describe(comparison, actual, expected, options.tolerance, what, file);
    }
  return text.empty() ? llvm::Error::success() : runFailed(text);
}

llvm::Error Tool::writeOutputs(const RunResult &result) {
  if (options.outputPrefix.empty())
    return llvm::Error::success();
  for (auto [rank, rankResult] : llvm::enumerate(result.ranks))
    for (auto [index, output] : llvm::enumerate(rankResult.outputs))
      if (llvm::Error error = writeNpy(outputName(options.outputPrefix, rank, index), output))
        return error;
  return llvm::Error::success();
}

llvm::Error Tool::writeViews(const Report &report) {
  if (!options.wantsTrace())
    return llvm::Error::success();
  std::vector<RankTrace> traces;
  for (const RankResult &rank : report.run->ranks)
    traces.push_back(rank.trace);
  Schedule schedule = buildSchedule(traces);
  if (schedule.lost > 0)
    warn("the trace lacks " + std::to_string(schedule.lost) + " events that did not fit");
  std::string title = "@" + std::string(report.entry->name);
  if (report.module->name && *report.module->name)
    title = report.module->name + (" " + title);
  if (!options.reportFile.empty())
    if (llvm::Error error = writeFile(
            options.reportFile, [&](llvm::raw_ostream &os) { os << llvm::formatv("{0:2}", report.toJson()) << '\n'; }))
      return error;
  if (!options.traceFile.empty())
    if (llvm::Error error =
            writeFile(options.traceFile, [&](llvm::raw_ostream &os) { writeTrace(os, schedule, title); }))
      return error;
  if (options.scheduleFile.empty())
    return llvm::Error::success();
  std::string note;
  if (schedule.spans.size() > pictureLimit && schedule.launches > 1) {
    note = "the longest of " + std::to_string(schedule.launches) + " launches";
    schedule = longestLaunch(traces);
  }
  return writeFile(options.scheduleFile, [&](llvm::raw_ostream &os) { writeScheduleSvg(os, schedule, title, note); });
}

ToolResult runTool(llvm::ArrayRef<const char *> arguments, const CompileFunction &compile, llvm::raw_ostream &out,
                   llvm::raw_ostream &err) {
  llvm::Expected<Options> options = parseOptions(arguments);
  if (!options) {
    std::string message;
    int code = explain(options.takeError(), ExitBadInput, message);
    err << "sflow-run: error: " << message << '\n';
    return {code, {}};
  }
  if (options->help) {
    out << helpText();
    return {};
  }
  if (options->version) {
    uint32_t abi = sflow_abi_version();
    out << "SyncFlow " SYNCFLOW_VERSION ", ABI " << (abi >> 16) << '.' << (abi & 0xffff)
        << ", LLVM " LLVM_VERSION_STRING "\n";
    return {};
  }
  return Tool(*options, out, err).run(compile);
}

} // namespace syncflow::run
