// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// Emission of constant globals.
#include "Tables.h"

using namespace mlir;
using namespace syncflow;

std::string syncflow::spell(Location loc) {
  std::string text;
  loc->walk([&](Location inner) {
    auto position = dyn_cast<FileLineColLoc>(inner);
    if (!position)
      return WalkResult::advance();
    text = (position.getFilename().getValue() + ":" + llvm::Twine(position.getLine()) + ":" +
            llvm::Twine(position.getColumn()))
               .str();
    return WalkResult::interrupt();
  });
  return text;
}

Tables::Tables(ModuleOp module, SymbolTable &symbols)
    : module(module), symbols(symbols), context(module.getContext()) {}

Type Tables::structType(llvm::ArrayRef<Type> fields) { return LLVM::LLVMStructType::getLiteral(context, fields); }

Attribute Tables::symbolOrNull(const void *symbol) {
  if (!symbol)
    return LLVM::ZeroAttr::get(context);
  return FlatSymbolRefAttr::get(cast<StringAttr>(Attribute::getFromOpaquePointer(symbol)));
}

LLVM::GlobalOp Tables::emitGlobal(llvm::StringRef name, Type type, Attribute value, bool exported) {
  OpBuilder builder(context);
  auto global = LLVM::GlobalOp::create(builder, module.getLoc(), type, /*isConstant=*/true,
                                       exported ? LLVM::Linkage::External : LLVM::Linkage::Internal, name, value);
  symbols.insert(global);
  return global;
}

LLVM::GlobalOp Tables::emitGlobal(llvm::StringRef name, Type type, Initializer initializer, bool exported) {
  LLVM::GlobalOp global = emitGlobal(name, type, Attribute(), exported);
  Block *block = new Block;
  global.getInitializerRegion().push_back(block);
  OpBuilder builder = OpBuilder::atBlockEnd(block);
  Value value = initializer(builder);
  LLVM::ReturnOp::create(builder, module.getLoc(), value);
  return global;
}

const char *Tables::string(llvm::StringRef text) {
  StringAttr &symbol = strings[text];
  if (!symbol) {
    std::string bytes = text.str();
    bytes.push_back('\0');
    auto type = LLVM::LLVMArrayType::get(IntegerType::get(context, 8), bytes.size());
    LLVM::GlobalOp global = emitGlobal("__sflow_str", type, StringAttr::get(context, bytes), false);
    global.setUnnamedAddr(LLVM::UnnamedAddr::Global);
    symbol = global.getSymNameAttr();
  }
  return pointerTo<const char *>(symbol);
}

/// A constant as ops. Initializers given as attributes cannot hold the addresses of globals.
static Value materialize(OpBuilder &builder, Location loc, Type type, Attribute constant) {
  if (isa<LLVM::ZeroAttr>(constant))
    return LLVM::ZeroOp::create(builder, loc, type);
  if (auto symbol = dyn_cast<FlatSymbolRefAttr>(constant))
    return LLVM::AddressOfOp::create(builder, loc, type, symbol.getValue());
  auto fields = dyn_cast<ArrayAttr>(constant);
  if (!fields)
    return LLVM::ConstantOp::create(builder, loc, type, constant);
  Value value = LLVM::UndefOp::create(builder, loc, type);
  for (auto [index, field] : llvm::enumerate(fields)) {
    Value element = materialize(builder, loc, cast<LLVM::LLVMStructType>(type).getBody()[index], field);
    value = LLVM::InsertValueOp::create(builder, loc, value, element, static_cast<int64_t>(index));
  }
  return value;
}

static bool holdsPointers(Type type) {
  if (auto structure = dyn_cast<LLVM::LLVMStructType>(type))
    return llvm::any_of(structure.getBody(), holdsPointers);
  return isa<LLVM::LLVMPointerType>(type);
}

StringAttr Tables::emitSingle(llvm::StringRef name, Type type, Attribute constant, bool exported) {
  LLVM::GlobalOp global = emitGlobal(
      name, type, [&](OpBuilder &builder) { return materialize(builder, module.getLoc(), type, constant); }, exported);
  return global.getSymNameAttr();
}

/// Elements up to which one array value is built by insertion. Each insertion makes a new constant of the whole array,
/// so longer tables are nested structs of halves, which lie in memory like one array.
static constexpr size_t kFlat = 64;

static Type nestedArrayType(Type element, size_t count) {
  if (count <= kFlat)
    return LLVM::LLVMArrayType::get(element, count);
  size_t half = count / 2;
  return LLVM::LLVMStructType::getLiteral(element.getContext(),
                                          {nestedArrayType(element, half), nestedArrayType(element, count - half)});
}

static Value nestedArray(OpBuilder &builder, Location loc, Type element, llvm::ArrayRef<Attribute> constants) {
  Value value = LLVM::UndefOp::create(builder, loc, nestedArrayType(element, constants.size()));
  auto insert = [&](Value part, int64_t index) {
    value = LLVM::InsertValueOp::create(builder, loc, value, part, index);
  };
  if (constants.size() <= kFlat) {
    for (auto [index, constant] : llvm::enumerate(constants))
      insert(materialize(builder, loc, element, constant), index);
    return value;
  }
  size_t half = constants.size() / 2;
  insert(nestedArray(builder, loc, element, constants.take_front(half)), 0);
  insert(nestedArray(builder, loc, element, constants.drop_front(half)), 1);
  return value;
}

StringAttr Tables::emitArray(llvm::StringRef name, Type element, llvm::ArrayRef<Attribute> constants) {
  if (holdsPointers(element)) {
    auto build = [&](OpBuilder &builder) { return nestedArray(builder, module.getLoc(), element, constants); };
    return emitGlobal(name, nestedArrayType(element, constants.size()), build, false).getSymNameAttr();
  }
  Attribute value = ArrayAttr::get(context, constants);
  if (auto integer = dyn_cast<IntegerType>(element))
    value = DenseElementsAttr::get(RankedTensorType::get({static_cast<int64_t>(constants.size())}, integer), constants);
  auto type = LLVM::LLVMArrayType::get(element, constants.size());
  return emitGlobal(name, type, value, false).getSymNameAttr();
}
