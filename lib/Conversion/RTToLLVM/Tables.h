// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// C structs in, constant LLVM globals out.
//
// While tables are being built, a pointer of a C struct is not an address but the name of the symbol it will point to
// (an opaque mlir::StringAttr). `string`, `array`, `single` and `function` give such pointers with the right C type, so
// a table that points to the wrong kind of table does not compile.
#ifndef SYNCFLOW_CONVERSION_RTTOLLVM_TABLES_H
#define SYNCFLOW_CONVERSION_RTTOLLVM_TABLES_H

#include "AbiLayout.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/SymbolTable.h"
#include "llvm/ADT/StringMap.h"

#include <type_traits>

namespace syncflow {

/// "file:line:column" of the first position found, or "".
std::string spell(mlir::Location loc);

class Tables {
public:
  Tables(mlir::ModuleOp module, mlir::SymbolTable &symbols);

  /// A NUL-terminated string; equal strings share a global.
  const char *string(llvm::StringRef text);

  /// An internal array; null when there are no elements. `name` is made unique.
  template <typename T> const T *array(llvm::StringRef name, llvm::ArrayRef<T> elements) {
    if (elements.empty())
      return nullptr;
    llvm::SmallVector<mlir::Attribute> constants;
    for (const T &element : elements)
      constants.push_back(constant(element));
    return pointerTo<const T *>(emitArray(name, type<T>(), constants));
  }
  template <typename T> const T *array(llvm::StringRef name, const std::vector<T> &elements) {
    return array(name, llvm::ArrayRef<T>(elements));
  }

  /// One struct under exactly this name.
  template <typename T> const T *single(llvm::StringRef name, const T &value, bool exported = false) {
    return pointerTo<const T *>(emitSingle(name, type<T>(), constant(value), exported));
  }

  /// The address of a function.
  template <typename F> F function(llvm::StringRef symbol) {
    return pointerTo<F>(mlir::StringAttr::get(context, symbol));
  }

  /// The address of a global that exists already.
  template <typename T> const T *global(llvm::StringRef symbol) {
    return pointerTo<const T *>(mlir::StringAttr::get(context, symbol));
  }

private:
  template <typename P> static P pointerTo(mlir::StringAttr symbol) {
    return reinterpret_cast<P>(const_cast<void *>(symbol.getAsOpaquePointer()));
  }

  template <typename T> mlir::Type type() {
    if constexpr (std::is_pointer_v<T>)
      return mlir::LLVM::LLVMPointerType::get(context);
    else if constexpr (std::is_same_v<T, double>)
      return mlir::Float64Type::get(context);
    else if constexpr (std::is_integral_v<T>)
      return mlir::IntegerType::get(context, sizeof(T) * 8);
    else
      return std::apply([&](auto... fields) { return structType({fieldType(fields)...}); }, abi::Layout<T>::fields);
  }
  template <typename S, typename F> mlir::Type fieldType(abi::Field<S, F>) { return type<F>(); }

  /// A value as nested attributes: arrays of fields, numbers, symbols, zero for null.
  template <typename T> mlir::Attribute constant(const T &value) {
    if constexpr (std::is_pointer_v<T>) {
      return symbolOrNull(reinterpret_cast<const void *>(value));
    } else if constexpr (std::is_same_v<T, double>) {
      return mlir::FloatAttr::get(type<T>(), value);
    } else if constexpr (std::is_integral_v<T>) {
      return mlir::IntegerAttr::get(type<T>(), llvm::APInt(sizeof(T) * 8, value, std::is_signed_v<T>, true));
    } else {
      static_assert(abi::Layout<T>::known, "list the struct's fields in AbiLayout.h");
      return std::apply(
          [&](auto... fields) -> mlir::Attribute {
            return mlir::ArrayAttr::get(context, {constant(value.*fields.member)...});
          },
          abi::Layout<T>::fields);
    }
  }

  mlir::Type structType(llvm::ArrayRef<mlir::Type> fields);
  mlir::Attribute symbolOrNull(const void *symbol);
  mlir::StringAttr emitArray(llvm::StringRef name, mlir::Type element, llvm::ArrayRef<mlir::Attribute> constants);
  mlir::StringAttr emitSingle(llvm::StringRef name, mlir::Type type, mlir::Attribute constant, bool exported);
  mlir::LLVM::GlobalOp emitGlobal(llvm::StringRef name, mlir::Type type, mlir::Attribute value, bool exported);
  using Initializer = llvm::function_ref<mlir::Value(mlir::OpBuilder &)>;
  mlir::LLVM::GlobalOp emitGlobal(llvm::StringRef name, mlir::Type type, Initializer initializer, bool exported);

  mlir::ModuleOp module;
  mlir::SymbolTable &symbols;
  mlir::MLIRContext *context;
  llvm::StringMap<mlir::StringAttr> strings;
};

} // namespace syncflow

#endif // SYNCFLOW_CONVERSION_RTTOLLVM_TABLES_H
