// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// C function types to LLVM dialect function types.
#include "RuntimeCalls.h"

#include "SyncFlow/ABI/Types.h"

#include <type_traits>

using namespace mlir;
using namespace syncflow;

template <typename T> static Type llvmType(MLIRContext *context) {
  if constexpr (std::is_void_v<T>)
    return LLVM::LLVMVoidType::get(context);
  else if constexpr (std::is_pointer_v<T>)
    return LLVM::LLVMPointerType::get(context);
  else {
    static_assert(std::is_integral_v<T> || std::is_enum_v<T>, "the ABI passes only pointers and integers by value");
    return IntegerType::get(context, sizeof(T) * 8);
  }
}

template <typename F> struct Signature;
template <typename R, typename... P> struct Signature<R(P...)> {
  static LLVM::LLVMFunctionType get(MLIRContext *context) {
    return LLVM::LLVMFunctionType::get(llvmType<R>(context), {llvmType<P>(context)...});
  }
};

namespace {
struct EntryInfo {
  const char *name;
  LLVM::LLVMFunctionType (*type)(MLIRContext *);
};
} // namespace

static constexpr EntryInfo kEntries[] = {
#define SFLOW_ENTRY(NAME, RESULT, PARAMETERS) {#NAME, &Signature<RESULT PARAMETERS>::get},
#include "SyncFlow/ABI/Entrypoints.def"
#undef SFLOW_ENTRY
};

Value syncflow::callRuntime(OpBuilder &builder, Location loc, SymbolTable &symbols, RuntimeEntry entry,
                            ValueRange arguments) {
  const EntryInfo &info = kEntries[static_cast<size_t>(entry)];
  auto function = symbols.lookup<LLVM::LLVMFuncOp>(info.name);
  if (!function) {
    OpBuilder::InsertionGuard guard(builder);
    builder.clearInsertionPoint();
    function = LLVM::LLVMFuncOp::create(builder, loc, info.name, info.type(builder.getContext()));
    symbols.insert(function, symbols.getOp()->getRegion(0).front().begin());
  }
  auto call = LLVM::CallOp::create(builder, loc, function, arguments);
  return call->getNumResults() ? call->getResult(0) : Value();
}
