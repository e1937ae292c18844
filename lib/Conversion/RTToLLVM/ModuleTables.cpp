// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// What the runtime learns about a compiled module.
#include "Lowering.h"
#include "SyncFlow/Dialect/SyncFlow/IR/Elements.h"

using namespace mlir;
using namespace syncflow;

/// The element type of a tensor that crosses an entry; `index` is i64 there.
static FailureOr<uint32_t> elementOfTensor(Type type, Operation *user) {
  if (type.isIndex())
    return SFLOW_ELEMENT_I64;
  if (std::optional<sflow_element> element = elementOf(type))
    return *element;
  return user->emitError() << "elements of type " << type << " cannot cross an entry";
}

static FailureOr<sflow_tensor_type> describe(Lowering &lowering, llvm::StringRef name, Attribute attribute) {
  auto typed = dyn_cast_or_null<TypeAttr>(attribute);
  auto shaped = typed ? dyn_cast<ShapedType>(typed.getValue()) : nullptr;
  if (!shaped || !shaped.hasRank())
    return lowering.module.emitError() << "'" << name << "' has no ranked tensor type";
  FailureOr<uint32_t> element = elementOfTensor(shaped.getElementType(), lowering.module);
  if (failed(element))
    return failure();
  std::vector<int64_t> dims;
  for (int64_t dim : shaped.getShape())
    dims.push_back(ShapedType::isDynamic(dim) ? -1 : dim);
  sflow_tensor_type type{};
  type.name = lowering.tables.string(name);
  type.dims = lowering.tables.array("__sflow_dims", dims);
  type.element = *element;
  type.rank = dims.size();
  return type;
}

/// The types of an array attribute, named by `names` where there are any, else by `prefix` and position.
static FailureOr<std::vector<sflow_tensor_type>> describeAll(Lowering &lowering, ArrayAttr types, ArrayAttr names,
                                                             llvm::StringRef prefix) {
  std::vector<sflow_tensor_type> result;
  if (!types)
    return result;
  for (auto [index, type] : llvm::enumerate(types)) {
    std::string name = (prefix + llvm::Twine(index)).str();
    if (names && index < names.size())
      if (auto given = dyn_cast<StringAttr>(names[index]))
        name = given.str();
    FailureOr<sflow_tensor_type> described = describe(lowering, name, type);
    if (failed(described))
      return failure();
    result.push_back(*described);
  }
  return result;
}

/// `syncflow.parameters`: dictionaries with `name` and `type`.
static FailureOr<std::vector<sflow_tensor_type>> describeParameters(Lowering &lowering) {
  std::vector<sflow_tensor_type> result;
  auto parameters = lowering.module->getAttrOfType<ArrayAttr>("syncflow.parameters");
  if (!parameters)
    return result;
  for (Attribute attribute : parameters) {
    auto fields = dyn_cast<DictionaryAttr>(attribute);
    auto name = fields ? fields.getAs<StringAttr>("name") : nullptr;
    if (!name)
      return lowering.module.emitError() << "an element of syncflow.parameters has no name: " << attribute;
    FailureOr<sflow_tensor_type> described = describe(lowering, name.getValue(), fields.get("type"));
    if (failed(described))
      return failure();
    result.push_back(*described);
  }
  return result;
}

static std::vector<sflow_group_desc> describeGroups(Lowering &lowering) {
  std::vector<sflow_group_desc> result;
  for (auto &[name, op] : lowering.groups) {
    std::vector<uint32_t> axes(op.getAxes().begin(), op.getAxes().end());
    sflow_group_desc group{};
    group.name = lowering.tables.string(name.getValue());
    group.grid = lowering.tables.array("__sflow_grid", op.getGrid());
    group.axes = lowering.tables.array("__sflow_axes", axes);
    group.grid_rank = op.getGrid().size();
    group.axis_count = axes.size();
    result.push_back(group);
  }
  return result;
}

static FailureOr<sflow_entry_desc> describeEntry(Lowering &lowering, const LoweredEntry &entry) {
  auto inputs = describeAll(lowering, entry.inputs, entry.inputNames, "input");
  auto results = describeAll(lowering, entry.results, entry.resultNames, "result");
  if (failed(inputs) || failed(results))
    return failure();
  Tables &tables = lowering.tables;
  std::vector<const sflow_plan *> plans;
  for (StringAttr plan : entry.plans)
    plans.push_back(tables.global<sflow_plan>(plan.getValue()));
  sflow_entry_desc desc{};
  desc.name = tables.string(entry.name);
  desc.fn = tables.function<sflow_entry_fn>(entry.symbol);
  desc.inputs = tables.array("__sflow_inputs", *inputs);
  desc.outputs = tables.array("__sflow_outputs", *results);
  desc.plans = tables.array("__sflow_plans", plans);
  desc.input_count = inputs->size();
  desc.output_count = results->size();
  desc.plan_count = plans.size();
  return desc;
}

static uint32_t count(Lowering &lowering, llvm::StringRef name, uint32_t fallback) {
  auto attribute = lowering.module->getAttrOfType<IntegerAttr>(name);
  return attribute ? attribute.getInt() : fallback;
}

LogicalResult syncflow::emitModule(Lowering &lowering) {
  Tables &tables = lowering.tables;
  auto parameters = describeParameters(lowering);
  auto derived = describeAll(lowering, lowering.module->getAttrOfType<ArrayAttr>("syncflow.derived"), {}, "derived");
  if (failed(parameters) || failed(derived))
    return failure();
  std::vector<sflow_group_desc> groups = describeGroups(lowering);
  std::vector<sflow_entry_desc> entries;
  sflow_module_desc desc{};
  for (const LoweredEntry &entry : lowering.entries) {
    FailureOr<sflow_entry_desc> described = describeEntry(lowering, entry);
    if (failed(described))
      return failure();
    if (!entry.isLoad)
      entries.push_back(*described);
    else
      desc.load = tables.single("__sflow_load", *described);
  }
  desc.struct_size = sizeof(desc);
  desc.abi_version = SFLOW_ABI_VERSION;
  desc.device_count = count(lowering, "syncflow.device_count", 1);
  desc.ranks = count(lowering, "syncflow.ranks", 0);
  desc.entry_count = entries.size();
  desc.parameter_count = parameters->size();
  desc.derived_count = derived->size();
  desc.group_count = groups.size();
  desc.schedule_hash = lowering.scheduleHash;
  desc.name = tables.string(lowering.moduleName);
  desc.entries = tables.array("__sflow_entries", entries);
  desc.parameters = tables.array("__sflow_parameters", *parameters);
  desc.derived = tables.array("__sflow_derived", *derived);
  desc.groups = tables.array("__sflow_groups", groups);
  tables.single("sflow_" + lowering.moduleName + "_metadata", desc, /*exported=*/true);
  return success();
}
