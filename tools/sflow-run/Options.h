// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// The command line.
#ifndef SYNCFLOW_TOOLS_RUN_OPTIONS_H
#define SYNCFLOW_TOOLS_RUN_OPTIONS_H

#include "Compare.h"
#include "llvm/Support/Error.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace syncflow::run {

/// Ranks, devices of a rank, cores of a device: more of them are a mistake.
constexpr unsigned mostUnits = 1024;

struct Options {
  std::string module;
  std::string devices; ///< Empty: host:1, or what the topology says.
  std::string topologyFile;
  unsigned ranks = 0; ///< 0: the module's own number.
  std::string entry;  ///< Empty: main, or the only one.
  std::vector<std::string> parameters, inputs, expected;
  Tolerance tolerance;
  std::optional<uint64_t> randomSeed;
  std::map<unsigned, Shape> shapes; ///< --shape, by input.
  uint64_t intMax = 9;
  std::string outputPrefix;
  unsigned repeat = 1, warmup = 0;
  std::string reportFile, traceFile, scheduleFile;
  bool emitObject = false;
  std::string outputFile;
  std::string pipelineOptions;
  bool strictDevices = false, pin = false, scribble = false;
  bool quiet = false, progress = false, help = false, version = false;
  uint64_t dispatchSeed = 0;
  double timeoutSeconds = 0; ///< 0: none.

  /// Whether something wants the timeline of a run.
  bool wantsTrace() const { return !reportFile.empty() || !traceFile.empty() || !scheduleFile.empty(); }
};

/// Parses the arguments after the program's name. Unknown options, bad values
/// and combinations that make no sense are errors with exit code 2.
llvm::Expected<Options> parseOptions(llvm::ArrayRef<const char *> arguments);

/// What --help prints.
llvm::StringRef helpText();

} // namespace syncflow::run

#endif // SYNCFLOW_TOOLS_RUN_OPTIONS_H
