// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// The dialect, its types, enums and the contract attribute.
#ifndef SYNCFLOW_BASE_TD
#define SYNCFLOW_BASE_TD

include "mlir/IR/OpBase.td"
include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/EnumAttr.td"

def SyncFlow_Dialect : Dialect {
  let name = "syncflow";
  let cppNamespace = "::syncflow";
  let summary = "Who has to wait for whom, where, and how cheaply";
  let description = [{
    Asynchronous tasks with declared accesses, tokens, streams, topology and collectives. A program passes through four
    phases (declared, async, placed, runtime); docs/Spec/MemoryModel.md says what each op promises about order.
  }];
  let useDefaultTypePrinterParser = 1;
  let extraClassDeclaration = [{ void registerContractAttributes(); }];
  let useDefaultAttributePrinterParser = 1;
  let dependentDialects = ["::mlir::memref::MemRefDialect", "::mlir::tensor::TensorDialect",
                           "::mlir::bufferization::BufferizationDialect"];
}

//===-- types -------------------------------------------------------------------------------------------------------===//

class SyncFlow_Type<string name, string typeMnemonic> : TypeDef<SyncFlow_Dialect, name> {
  let mnemonic = typeMnemonic;
}

def SyncFlow_Token : SyncFlow_Type<"Token", "token"> {
  let summary = "completion of asynchronous work";
  let description = [{
    A point on a timeline, or a frontier of such points. Immutable. It carries order, not data.
    Example: `!syncflow.token`
  }];
}

def SyncFlow_Stream : SyncFlow_Type<"Stream", "stream"> {
  let summary = "a queue on one device";
  let description = [{
    Identified by device and ordinal. A value that no `syncflow.stream` op defines (a function argument, say) may or may
    not be the same stream as another one, so nothing is assumed about its order.
    Example: `!syncflow.stream`
  }];
}

//===-- enums (values and spellings: include/SyncFlow/ABI/Enums.def; Enums.cpp checks them at compile time) -----------===//

class SyncFlow_Enum<string name, string summary, list<I32EnumAttrCase> cases> : I32EnumAttr<name, summary, cases> {
  let cppNamespace = "::syncflow";
  let genSpecializedAttr = 0;
}
class SyncFlow_EnumAttr<EnumAttrInfo info, string mnemonic> : EnumAttr<SyncFlow_Dialect, info, mnemonic>;

def SyncFlow_Priority : SyncFlow_Enum<"Priority", "how urgent work is", [
  I32EnumAttrCase<"critical", 0>, I32EnumAttrCase<"high", 1>, I32EnumAttrCase<"normal", 2>, I32EnumAttrCase<"low", 3>,
  I32EnumAttrCase<"background", 4>]>;
def SyncFlow_MemoryState : SyncFlow_Enum<"MemoryState", "state of a memory region", [
  I32EnumAttrCase<"clean", 0>, I32EnumAttrCase<"dirty", 1>, I32EnumAttrCase<"read_only", 2>,
  I32EnumAttrCase<"write_pending", 3>, I32EnumAttrCase<"write_complete", 4>, I32EnumAttrCase<"invalid", 5>,
  I32EnumAttrCase<"migrating", 6>, I32EnumAttrCase<"replicated", 7>]>;
def SyncFlow_Participants : SyncFlow_Enum<"Participants", "who takes part in an ordering", [
  I32EnumAttrCase<"streams", 0>, I32EnumAttrCase<"devices", 1>, I32EnumAttrCase<"group", 2>, I32EnumAttrCase<"all", 3>]>;
def SyncFlow_Reach : SyncFlow_Enum<"Reach", "how far writes become visible", [
  I32EnumAttrCase<"stream", 0>, I32EnumAttrCase<"device", 1>, I32EnumAttrCase<"node", 2>, I32EnumAttrCase<"global", 3>]>;
def SyncFlow_Consistency : SyncFlow_Enum<"Consistency", "what a reader is entitled to see", [
  I32EnumAttrCase<"relaxed", 0>, I32EnumAttrCase<"causal", 1>, I32EnumAttrCase<"release_acquire", 2>,
  I32EnumAttrCase<"sequential", 3>]>;
def SyncFlow_Completion : SyncFlow_Enum<"Completion", "when work counts as complete", [
  I32EnumAttrCase<"enqueued", 0>, I32EnumAttrCase<"executed", 1>, I32EnumAttrCase<"visible", 2>]>;
def SyncFlow_DeviceTag : SyncFlow_Enum<"DeviceTag", "kind of processor", [
  I32EnumAttrCase<"cpu", 0x00>, I32EnumAttrCase<"cuda", 0x01>, I32EnumAttrCase<"rocm", 0x02>,
  I32EnumAttrCase<"metal", 0x03>, I32EnumAttrCase<"vulkan", 0x04>, I32EnumAttrCase<"webgpu", 0x05>,
  I32EnumAttrCase<"hexagon", 0x06>, I32EnumAttrCase<"level_zero", 0x07>, I32EnumAttrCase<"opencl", 0x08>,
  I32EnumAttrCase<"host", 0xF0>, I32EnumAttrCase<"sim", 0xF1>]>;
def SyncFlow_MemoryClass : SyncFlow_Enum<"MemoryClass", "kind of memory", [
  I32EnumAttrCase<"standard", 0>, I32EnumAttrCase<"host_pinned", 1>, I32EnumAttrCase<"unified", 2>,
  I32EnumAttrCase<"peer", 3>]>;
def SyncFlow_Transport : SyncFlow_Enum<"Transport", "what carries bytes", [
  I32EnumAttrCase<"in_process", 0>, I32EnumAttrCase<"shared_memory", 1>, I32EnumAttrCase<"network", 2>,
  I32EnumAttrCase<"peer_link", 3>]>;
def SyncFlow_Collective : SyncFlow_Enum<"CollectiveKind", "collective operation", [
  I32EnumAttrCase<"all_reduce", 0>, I32EnumAttrCase<"reduce", 1>, I32EnumAttrCase<"broadcast", 2>,
  I32EnumAttrCase<"all_gather", 3>, I32EnumAttrCase<"reduce_scatter", 4>, I32EnumAttrCase<"scatter", 5>,
  I32EnumAttrCase<"gather", 6>, I32EnumAttrCase<"all_to_all", 7>, I32EnumAttrCase<"send", 8>,
  I32EnumAttrCase<"recv", 9>, I32EnumAttrCase<"barrier", 10>]>;
def SyncFlow_Reduction : SyncFlow_Enum<"Reduction", "how contributions combine", [
  I32EnumAttrCase<"sum", 0>, I32EnumAttrCase<"product", 1>, I32EnumAttrCase<"min", 2>, I32EnumAttrCase<"max", 3>,
  I32EnumAttrCase<"average", 4>, I32EnumAttrCase<"bit_and", 5>, I32EnumAttrCase<"bit_or", 6>,
  I32EnumAttrCase<"bit_xor", 7>]>;
def SyncFlow_Energy : SyncFlow_Enum<"Energy", "what to favour", [
  I32EnumAttrCase<"performance", 0>, I32EnumAttrCase<"balanced", 1>, I32EnumAttrCase<"efficient", 2>]>;

def SyncFlow_PriorityAttr : SyncFlow_EnumAttr<SyncFlow_Priority, "priority">;
def SyncFlow_MemoryStateAttr : SyncFlow_EnumAttr<SyncFlow_MemoryState, "memory_state">;
def SyncFlow_ConsistencyAttr : SyncFlow_EnumAttr<SyncFlow_Consistency, "consistency">;
def SyncFlow_CompletionAttr : SyncFlow_EnumAttr<SyncFlow_Completion, "completion">;
def SyncFlow_ParticipantsAttr : SyncFlow_EnumAttr<SyncFlow_Participants, "participants">;
def SyncFlow_ReachAttr : SyncFlow_EnumAttr<SyncFlow_Reach, "reach">;
def SyncFlow_DeviceTagAttr : SyncFlow_EnumAttr<SyncFlow_DeviceTag, "device_tag">;
def SyncFlow_MemoryClassAttr : SyncFlow_EnumAttr<SyncFlow_MemoryClass, "memory_class">;
def SyncFlow_TransportAttr : SyncFlow_EnumAttr<SyncFlow_Transport, "transport">;
def SyncFlow_CollectiveAttr : SyncFlow_EnumAttr<SyncFlow_Collective, "collective">;
def SyncFlow_ReductionAttr : SyncFlow_EnumAttr<SyncFlow_Reduction, "reduction">;
def SyncFlow_EnergyAttr : SyncFlow_EnumAttr<SyncFlow_Energy, "energy">;

//===-- attributes --------------------------------------------------------------------------------------------------===//

class SyncFlow_Attr<string name, string attrMnemonic> : AttrDef<SyncFlow_Dialect, name> {
  let mnemonic = attrMnemonic;
}

def SyncFlow_ScopeAttr : SyncFlow_Attr<"Scope", "scope"> {
  let summary = "who takes part and how far writes reach";
  let description = [{
    Two axes, each as narrow as suffices. Example: `#syncflow.scope<streams, device>`
  }];
  let parameters = (ins EnumParameter<SyncFlow_Participants>:$participants, EnumParameter<SyncFlow_Reach>:$reach);
  let assemblyFormat = "`<` $participants `,` $reach `>`";
}

def SyncFlow_ContractAttr : SyncFlow_Attr<"Contract", "contract"> {
  let summary = "what a piece of work requires";
  let description = [{
    Every field is optional; an absent field asks for nothing.

    - `operation`: identifier of the work, for other contracts and messages
    - `processors`: device kinds that may run it
    - `scope`: participants and reach
    - `depends_on`: identifiers of operations that must be complete before it
    - `state`: memory state that its inputs must be in
    - `consistency`, `priority`, `energy`, `completion`, `transport`: preferences and requirements
    - `latency_ns`: the work has to be complete so long after it became ready

    C1: `latency_ns` is positive. C2: `depends_on` does not name `operation` itself.

    Example: `#syncflow.contract<operation = "loss", priority = high, latency_ns = 2000>`
  }];
  let parameters = (ins
    OptionalParameter<"::mlir::StringAttr">:$operation,
    OptionalParameter<"::mlir::ArrayAttr">:$processors,
    OptionalParameter<"::syncflow::ScopeAttr">:$scope,
    OptionalParameter<"::mlir::ArrayAttr">:$depends_on,
    OptionalParameter<"::syncflow::MemoryStateAttr">:$state,
    OptionalParameter<"::syncflow::ConsistencyAttr">:$consistency,
    OptionalParameter<"::syncflow::PriorityAttr">:$priority,
    OptionalParameter<"int64_t", "0">:$latency_ns,
    OptionalParameter<"::syncflow::TransportAttr">:$transport,
    OptionalParameter<"::syncflow::EnergyAttr">:$energy,
    OptionalParameter<"::syncflow::CompletionAttr">:$completion);
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
}

//===-- op base -----------------------------------------------------------------------------------------------------===//

class SyncFlow_Op<string mnemonic, list<Trait> traits = []> : Op<SyncFlow_Dialect, mnemonic, traits>;

#endif // SYNCFLOW_BASE_TD
