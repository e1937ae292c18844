// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// An own parser instead of llvm::cl: the libraries that the compiler links
// register hundreds of options there, and usage errors have to end with exit
// code 2.
#include "Options.h"

#include "Errors.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"

#include <cmath>
#include <functional>
#include <limits>

namespace syncflow::run {

namespace {

/// What an option does with its value; flags get an empty one.
using Setter = std::function<llvm::Error(llvm::StringRef)>;

struct Spec {
  llvm::StringLiteral name;
  bool takesValue;
  Setter set;
  bool repeatable = false;
};

class Parser {
public:
  Parser() { declare(); }
  llvm::Expected<Options> parse(llvm::ArrayRef<const char *> arguments);

private:
  Options options;
  std::vector<Spec> specs;
  llvm::StringSet<> seen;

  void declare();
  void declareRunOptions();
  const Spec *find(llvm::StringRef name) const;
  llvm::Error unknown(llvm::StringRef argument, llvm::StringRef name) const;
  llvm::Error parseOption(llvm::StringRef argument, llvm::ArrayRef<const char *> &rest);
  llvm::Error checkRequirements() const;
  llvm::Error checkEmit() const;

  // Setters.
  static Setter text(std::string &target);
  static Setter list(std::vector<std::string> &target);
  static Setter flag(bool &target);
  template <typename T> static Setter number(T &target, T least, T most = std::numeric_limits<T>::max());
  static Setter real(double &target);
  llvm::Error setDevices(llvm::StringRef value);
  llvm::Error setShape(llvm::StringRef value);
  llvm::Error setEmit(llvm::StringRef value);
};

} // namespace

Setter Parser::text(std::string &target) {
  return [&target](llvm::StringRef value) -> llvm::Error {
    if (value.empty())
      return badInput("needs a value");
    target = value.str();
    return llvm::Error::success();
  };
}

Setter Parser::list(std::vector<std::string> &target) {
  return [&target](llvm::StringRef value) -> llvm::Error {
    if (value.empty())
      return badInput("needs a value");
    target.push_back(value.str());
    return llvm::Error::success();
  };
}

Setter Parser::flag(bool &target) {
  return [&target](llvm::StringRef) {
    target = true;
    return llvm::Error::success();
  };
}

template <typename T> Setter Parser::number(T &target, T least, T most) {
  return [&target, least, most](llvm::StringRef value) -> llvm::Error {
    T parsed = 0;
    if (value.getAsInteger(10, parsed) || parsed < least || parsed > most) {
      bool bounded = most != std::numeric_limits<T>::max();
      std::string range = bounded ? ("from " + llvm::Twine(least) + " to " + llvm::Twine(most)).str()
                                  : ("of at least " + llvm::Twine(least)).str();
      return badInput("expects a whole number " + range + ", got '" + value + "'");
    }
    target = parsed;
    return llvm::Error::success();
  };
}

Setter Parser::real(double &target) {
  return [&target](llvm::StringRef value) -> llvm::Error {
    double parsed = 0;
    if (value.getAsDouble(parsed) || !std::isfinite(parsed) || parsed < 0)
      return badInput("expects a number of at least 0, got '" + value + "'");
    target = parsed;
    return llvm::Error::success();
  };
}

/// host:N or host:NxC.
llvm::Error Parser::setDevices(llvm::StringRef value) {
  auto [kind, size] = value.split(':');
  auto [count, cores] = size.split('x');
  auto isBad = [](llvm::StringRef number) {
    unsigned parsed = 0;
    return number.getAsInteger(10, parsed) || parsed == 0 || parsed > mostUnits;
  };
  if (kind != "host" || isBad(count) || (size.contains('x') && isBad(cores)))
    return badInput("expects host:N (N devices of one core) or host:NxC (N "
                    "devices of C cores), N and C from 1 to " +
                    llvm::Twine(mostUnits) + ", got '" + value + "'");
  options.devices = value.str();
  return llvm::Error::success();
}

/// INDEX:AxBxC; nothing after the colon is a scalar.
llvm::Error Parser::setShape(llvm::StringRef value) {
  auto [index, dims] = value.split(':');
  unsigned position = 0;
  Shape shape;
  bool bad = !value.contains(':') || index.getAsInteger(10, position);
  llvm::SmallVector<llvm::StringRef> parts;
  if (!dims.empty())
    dims.split(parts, 'x');
  for (llvm::StringRef part : parts) {
    int64_t size = 0;
    bad |= part.getAsInteger(10, size) || size < 0;
    shape.push_back(size);
  }
  if (bad)
    return badInput("expects INDEX:AxBxC such as 0:2x128, got '" + value + "'");
  if (!options.shapes.try_emplace(position, shape).second)
    return badInput("names input " + llvm::Twine(position) + " twice");
  return llvm::Error::success();
}

llvm::Error Parser::setEmit(llvm::StringRef value) {
  if (value != "object")
    return badInput("can emit 'object', got '" + value + "'");
  options.emitObject = true;
  return llvm::Error::success();
}

void Parser::declare() {
  auto method = [this](llvm::Error (Parser::*set)(llvm::StringRef)) {
    return [this, set](llvm::StringRef value) { return (this->*set)(value); };
  };
  Options &o = options;
  specs = {
      {"help", false, flag(o.help)},
      {"version", false, flag(o.version)},
      {"devices", true, method(&Parser::setDevices)},
      {"topology", true, text(o.topologyFile)},
      {"ranks", true, number<unsigned>(o.ranks, 1, mostUnits)},
      {"entry", true, text(o.entry)},
      {"pipeline-options", true, text(o.pipelineOptions)},
      {"emit", true, method(&Parser::setEmit)},
      {"o", true, text(o.outputFile)},
      {"shape", true, method(&Parser::setShape), /*repeatable=*/true},
      {"progress", false, flag(o.progress)},
      {"quiet", false, flag(o.quiet)},
      {"random-inputs", true,
       [&o](llvm::StringRef value) {
         uint64_t seed = 0;
         llvm::Error error = number<uint64_t>(seed, 0)(value);
         o.randomSeed = seed;
         return error;
       }},
  };
  declareRunOptions();
}

void Parser::declareRunOptions() {
  Options &o = options;
  std::vector<Spec> more = {
      {"parameters", true, list(o.parameters), /*repeatable=*/true},
      {"input", true, list(o.inputs), /*repeatable=*/true},
      {"expect", true, list(o.expected), /*repeatable=*/true},
      {"rtol", true, real(o.tolerance.relative)},
      {"atol", true, real(o.tolerance.absolute)},
      {"int-max", true, number<uint64_t>(o.intMax, 0)},
      {"output", true, text(o.outputPrefix)},
      {"repeat", true, number<unsigned>(o.repeat, 1)},
      {"warmup", true, number<unsigned>(o.warmup, 0)},
      {"report", true, text(o.reportFile)},
      {"trace", true, text(o.traceFile)},
      {"schedule", true, text(o.scheduleFile)},
      {"strict-devices", false, flag(o.strictDevices)},
      {"pin", false, flag(o.pin)},
      {"dispatch-seed", true, number<uint64_t>(o.dispatchSeed, 1)},
      {"scribble", false, flag(o.scribble)},
      {"timeout", true, real(o.timeoutSeconds)},
  };
  specs.insert(specs.end(), more.begin(), more.end());
}

const Spec *Parser::find(llvm::StringRef name) const {
  if (name == "h")
    name = "help";
  auto spec = llvm::find_if(specs, [&](const Spec &s) { return s.name == name; });
  return spec == specs.end() ? nullptr : &*spec;
}

llvm::Error Parser::unknown(llvm::StringRef argument, llvm::StringRef name) const {
  llvm::StringRef nearest;
  unsigned best = 3; // More edits than this are another word.
  for (const Spec &spec : specs) {
    unsigned distance = name.edit_distance(spec.name, true, best);
    if (distance < best) {
      best = distance;
      nearest = spec.name;
    }
  }
  std::string hint = nearest.empty() ? "see --help" : ("did you mean --" + nearest + "?").str();
  return badInput("unknown option '" + argument + "'; " + hint);
}

llvm::Error Parser::parseOption(llvm::StringRef argument, llvm::ArrayRef<const char *> &rest) {
  llvm::StringRef body = argument.ltrim('-');
  auto [name, value] = body.split('=');
  bool hasValue = body.contains('=');
  const Spec *spec = find(name);
  if (!spec)
    return unknown(argument, name);
  std::string shown = (spec->name.size() == 1 ? "-" : "--") + spec->name.str();
  if (hasValue && !spec->takesValue)
    return badInput(shown + " takes no value");
  if (!hasValue && spec->takesValue) {
    if (rest.empty())
      return badInput(shown + " needs a value");
    value = rest.front();
    rest = rest.drop_front();
  }
  if (!seen.insert(spec->name).second && !spec->repeatable)
    return badInput(shown + " is given twice");
  if (llvm::Error error = spec->set(value))
    return badInput(shown + " " + llvm::toString(std::move(error)));
  return llvm::Error::success();
}

/// Options that need another one, and options that exclude another one.
llvm::Error Parser::checkRequirements() const {
  struct Rule {
    llvm::StringLiteral option, other;
    bool excludes;
  };
  static constexpr Rule rules[] = {
      {"devices", "topology", true},
      {"input", "random-inputs", true},
      {"shape", "random-inputs", false},
      {"int-max", "random-inputs", false},
      {"rtol", "expect", false},
      {"atol", "expect", false},
      {"o", "emit", false},
      {"emit", "o", false},
  };
  for (const Rule &rule : rules) {
    if (!seen.contains(rule.option) || seen.contains(rule.other) != rule.excludes)
      continue;
    std::string option = (rule.option.size() == 1 ? "-" : "--") + rule.option.str();
    std::string other = (rule.other.size() == 1 ? "-" : "--") + rule.other.str();
    return badInput(option +
                    (rule.excludes ? " and " + other + " exclude each other" : " only makes sense with " + other));
  }
  return checkEmit();
}

/// Writing an object runs nothing.
llvm::Error Parser::checkEmit() const {
  if (!options.emitObject)
    return llvm::Error::success();
  static constexpr llvm::StringLiteral allowed[] = {"emit",  "o",     "devices",  "topology",
                                                    "ranks", "quiet", "progress", "pipeline-options"};
  for (const Spec &spec : specs)
    if (seen.contains(spec.name) && !llvm::is_contained(allowed, spec.name))
      return badInput("--" + spec.name + " has no meaning with --emit=object: nothing is run");
  return llvm::Error::success();
}

llvm::Expected<Options> Parser::parse(llvm::ArrayRef<const char *> rest) {
  bool onlyPositional = false;
  while (!rest.empty()) {
    llvm::StringRef argument = rest.front();
    rest = rest.drop_front();
    if (argument == "--" && !onlyPositional) {
      onlyPositional = true;
    } else if (!onlyPositional && argument.size() > 1 && argument.starts_with("-")) {
      if (llvm::Error error = parseOption(argument, rest))
        return std::move(error);
    } else if (options.module.empty()) {
      options.module = argument.str();
    } else {
      return badInput("one module at a time: '" + options.module + "' and '" + argument + "'");
    }
  }
  if (options.help || options.version)
    return std::move(options);
  if (options.module.empty())
    return badInput("no module given; try sflow-run --help");
  if (llvm::Error error = checkRequirements())
    return std::move(error);
  return std::move(options);
}

llvm::Expected<Options> parseOptions(llvm::ArrayRef<const char *> arguments) { return Parser().parse(arguments); }

} // namespace syncflow::run
