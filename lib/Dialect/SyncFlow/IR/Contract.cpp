// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// The contract attribute: its assembly and its constraints.
#include "SyncFlow/Dialect/SyncFlow/IR/SyncFlow.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace syncflow;

#define GET_ATTRDEF_CLASSES
#include "SyncFlow/Dialect/SyncFlow/IR/SyncFlowAttrs.cpp.inc"

void SyncFlowDialect::registerContractAttributes() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "SyncFlow/Dialect/SyncFlow/IR/SyncFlowAttrs.cpp.inc"
      >();
}

namespace {

/// Fields of a contract while it is parsed.
struct Fields {
  StringAttr operation;
  ArrayAttr processors, dependsOn;
  ScopeAttr scope;
  MemoryStateAttr state;
  ConsistencyAttr consistency;
  PriorityAttr priority;
  int64_t latencyNs = 0;
  TransportAttr transport;
  EnergyAttr energy;
  CompletionAttr completion;
};

template <typename AttrT, typename EnumT>
ParseResult parseEnum(AsmParser &parser, AttrT &out, std::optional<EnumT> (*symbolize)(StringRef), StringRef field) {
  StringRef word;
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseKeyword(&word))
    return failure();
  std::optional<EnumT> value = symbolize(word);
  if (!value)
    return parser.emitError(loc) << "'" << word << "' is not a value of contract field '" << field << "'";
  out = AttrT::get(parser.getContext(), *value);
  return success();
}

ParseResult parseProcessors(AsmParser &parser, ArrayAttr &out) {
  SmallVector<Attribute> tags;
  auto one = [&] {
    DeviceTagAttr tag;
    if (parseEnum(parser, tag, &symbolizeDeviceTag, "processors"))
      return failure();
    tags.push_back(tag);
    return success();
  };
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, one))
    return failure();
  out = ArrayAttr::get(parser.getContext(), tags);
  return success();
}

ParseResult parseStrings(AsmParser &parser, ArrayAttr &out) {
  SmallVector<Attribute> names;
  auto one = [&] {
    std::string text;
    if (parser.parseString(&text))
      return failure();
    names.push_back(StringAttr::get(parser.getContext(), text));
    return success();
  };
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, one))
    return failure();
  out = ArrayAttr::get(parser.getContext(), names);
  return success();
}

ParseResult parseField(AsmParser &parser, StringRef field, SMLoc loc, Fields &f) {
  if (field == "operation") {
    std::string text;
    if (parser.parseString(&text))
      return failure();
    f.operation = StringAttr::get(parser.getContext(), text);
    return success();
  }
  if (field == "processors")
    return parseProcessors(parser, f.processors);
  if (field == "scope") {
    f.scope = dyn_cast_or_null<ScopeAttr>(ScopeAttr::parse(parser, {}));
    return success(static_cast<bool>(f.scope));
  }
  if (field == "depends_on")
    return parseStrings(parser, f.dependsOn);
  if (field == "state")
    return parseEnum(parser, f.state, &symbolizeMemoryState, field);
  if (field == "consistency")
    return parseEnum(parser, f.consistency, &symbolizeConsistency, field);
  if (field == "priority")
    return parseEnum(parser, f.priority, &symbolizePriority, field);
  if (field == "latency_ns")
    return parser.parseInteger(f.latencyNs);
  if (field == "transport")
    return parseEnum(parser, f.transport, &symbolizeTransport, field);
  if (field == "energy")
    return parseEnum(parser, f.energy, &symbolizeEnergy, field);
  if (field == "completion")
    return parseEnum(parser, f.completion, &symbolizeCompletion, field);
  return parser.emitError(loc) << "unknown contract field '" << field << "'";
}

} // namespace

Attribute ContractAttr::parse(AsmParser &parser, Type) {
  Fields f;
  llvm::StringSet<> seen;
  SMLoc start = parser.getCurrentLocation();
  auto one = [&]() -> ParseResult {
    StringRef field;
    SMLoc loc = parser.getCurrentLocation();
    if (parser.parseKeyword(&field))
      return failure();
    if (!seen.insert(field).second)
      return parser.emitError(loc) << "contract field '" << field << "' stands twice";
    return failure(parser.parseEqual() || parseField(parser, field, loc, f));
  };
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::LessGreater, one))
    return {};
  if (seen.contains("latency_ns") && f.latencyNs <= 0) {
    parser.emitError(start) << "C1: latency_ns must be positive, got " << f.latencyNs;
    return {};
  }
  return parser.getChecked<ContractAttr>(start, parser.getContext(), f.operation, f.processors, f.scope, f.dependsOn,
                                         f.state, f.consistency, f.priority, f.latencyNs, f.transport, f.energy,
                                         f.completion);
}

void ContractAttr::print(AsmPrinter &printer) const {
  printer << "<";
  bool first = true;
  auto field = [&](StringRef name) -> raw_ostream & {
    if (!first)
      printer << ", ";
    first = false;
    return printer.getStream() << name << " = ";
  };
  auto list = [&](ArrayAttr values, auto &&printOne) {
    printer << "[";
    llvm::interleaveComma(values, printer.getStream(), printOne);
    printer << "]";
  };
  if (getOperation())
    field("operation"), printer.printAttribute(getOperation());
  if (getProcessors()) {
    field("processors");
    list(getProcessors(), [&](Attribute a) { printer << stringifyDeviceTag(cast<DeviceTagAttr>(a).getValue()); });
  }
  if (getScope())
    field("scope"), getScope().print(printer);
  if (getDependsOn()) {
    field("depends_on");
    list(getDependsOn(), [&](Attribute a) { printer.printAttribute(a); });
  }
  if (getState())
    field("state") << stringifyMemoryState(getState().getValue());
  if (getConsistency())
    field("consistency") << stringifyConsistency(getConsistency().getValue());
  if (getPriority())
    field("priority") << stringifyPriority(getPriority().getValue());
  if (getLatencyNs())
    field("latency_ns") << getLatencyNs();
  if (getTransport())
    field("transport") << stringifyTransport(getTransport().getValue());
  if (getEnergy())
    field("energy") << stringifyEnergy(getEnergy().getValue());
  if (getCompletion())
    field("completion") << stringifyCompletion(getCompletion().getValue());
  printer << ">";
}

LogicalResult ContractAttr::verify(function_ref<InFlightDiagnostic()> emitError, StringAttr operation,
                                   ArrayAttr processors, ScopeAttr, ArrayAttr dependsOn, MemoryStateAttr,
                                   ConsistencyAttr, PriorityAttr, int64_t latencyNs, TransportAttr, EnergyAttr,
                                   CompletionAttr) {
  if (latencyNs < 0)
    return emitError() << "C1: latency_ns must be positive, got " << latencyNs;
  if (operation && dependsOn && llvm::is_contained(dependsOn.getValue(), operation))
    return emitError() << "C2: the contract of " << operation << " depends on itself";
  return success();
}
