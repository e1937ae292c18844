// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// Emission of constant globals.
#include "Tables.h"

using namespace mlir;
using namespace syncflow;

Tables::Tables(ModuleOp module, SymbolTable &symbols)
    : module(module), symbols(symbols), context(module.getContext()) {}

Type Tables::structType(llvm::ArrayRef<Type> fields) { return LLVM::LLVMStructType::getLiteral(context, fields); }

Tables::Cell Tables::pointerCell(const void *symbol, bool isFunction) {
  if (!symbol)
    return {LLVM::ZeroAttr::get(context), {}};
  auto name = cast<StringAttr>(Attribute::getFromOpaquePointer(symbol));
  if (isFunction)
    return {FlatSymbolRefAttr::get(name), {}};
  return {LLVM::ZeroAttr::get(context), {{{}, name}}};
}

Tables::Cell Tables::structCell(llvm::ArrayRef<Cell> fields) {
  Cell result;
  llvm::SmallVector<Attribute> constants;
  for (auto [index, field] : llvm::enumerate(fields)) {
    constants.push_back(field.constant);
    for (const auto &[path, symbol] : field.addresses) {
      llvm::SmallVector<int64_t, 2> longer{static_cast<int64_t>(index)};
      longer.append(path.begin(), path.end());
      result.addresses.emplace_back(longer, symbol);
    }
  }
  result.constant = ArrayAttr::get(context, constants);
  return result;
}

LLVM::GlobalOp Tables::emitGlobal(llvm::StringRef name, Type type, Attribute value, bool exported) {
  OpBuilder builder(context);
  auto global = LLVM::GlobalOp::create(builder, module.getLoc(), type, /*isConstant=*/true,
                                       exported ? LLVM::Linkage::External : LLVM::Linkage::Internal, name, value);
  symbols.insert(global);
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

/// `value` with the addresses put into their fields; `prefix` leads to the element they belong to.
/// A constant as ops: llvm.mlir.constant takes no pointers inside aggregates.
static Value materialize(OpBuilder &builder, Location loc, Type type, Attribute constant) {
  if (isa<LLVM::ZeroAttr>(constant))
    return LLVM::ZeroOp::create(builder, loc, type);
  if (auto function = dyn_cast<FlatSymbolRefAttr>(constant))
    return LLVM::AddressOfOp::create(builder, loc, type, function.getValue());
  auto fields = dyn_cast<ArrayAttr>(constant);
  if (!fields)
    return LLVM::ConstantOp::create(builder, loc, type, constant);
  auto structure = dyn_cast<LLVM::LLVMStructType>(type);
  Value value = LLVM::UndefOp::create(builder, loc, type);
  for (auto [index, field] : llvm::enumerate(fields)) {
    Type fieldType = structure ? structure.getBody()[index] : cast<LLVM::LLVMArrayType>(type).getElementType();
    Value element = materialize(builder, loc, fieldType, field);
    value = LLVM::InsertValueOp::create(builder, loc, value, element, static_cast<int64_t>(index));
  }
  return value;
}

static bool holdsPointers(Type type) {
  if (auto structure = dyn_cast<LLVM::LLVMStructType>(type))
    return llvm::any_of(structure.getBody(), holdsPointers);
  return isa<LLVM::LLVMPointerType>(type);
}

template <typename Addresses>
static Value insertAddresses(OpBuilder &builder, Location loc, Value value, llvm::ArrayRef<int64_t> prefix,
                             const Addresses &addresses) {
  auto pointer = LLVM::LLVMPointerType::get(builder.getContext());
  for (const auto &[path, symbol] : addresses) {
    llvm::SmallVector<int64_t> position(prefix);
    position.append(path.begin(), path.end());
    Value address = LLVM::AddressOfOp::create(builder, loc, pointer, symbol.getValue());
    value = position.empty() ? address : Value(LLVM::InsertValueOp::create(builder, loc, value, address, position));
  }
  return value;
}

StringAttr Tables::emitSingle(llvm::StringRef name, Type type, const Cell &cell, bool exported) {
  LLVM::GlobalOp global = emitGlobal(name, type, Attribute(), exported);
  assert(global.getSymName() == name && "the caller asked for a name that is taken");
  Block *block = new Block;
  global.getInitializerRegion().push_back(block);
  OpBuilder builder = OpBuilder::atBlockEnd(block);
  Value value = materialize(builder, module.getLoc(), type, cell.constant);
  value = insertAddresses(builder, module.getLoc(), value, {}, cell.addresses);
  LLVM::ReturnOp::create(builder, module.getLoc(), value);
  return global.getSymNameAttr();
}

/// Elements up to which one array value is built by insertion. Each insertion makes a new constant of the whole array,
/// so longer tables are nested structs of halves, which lie in memory like one array.
static constexpr size_t kFlat = 64;

template <typename Cells> static Type nestedArrayType(Type element, const Cells &cells) {
  if (cells.size() <= kFlat)
    return LLVM::LLVMArrayType::get(element, cells.size());
  size_t half = cells.size() / 2;
  return LLVM::LLVMStructType::getLiteral(element.getContext(), {nestedArrayType(element, cells.take_front(half)),
                                                                nestedArrayType(element, cells.drop_front(half))});
}

template <typename Cells> static Value nestedArray(OpBuilder &builder, Location loc, Type element, const Cells &cells) {
  Type type = nestedArrayType(element, cells);
  if (cells.size() <= kFlat) {
    llvm::SmallVector<Attribute> constants;
    for (const auto &cell : cells)
      constants.push_back(cell.constant);
    Value value = materialize(builder, loc, type, builder.getArrayAttr(constants));
    for (auto [index, cell] : llvm::enumerate(cells))
      value = insertAddresses(builder, loc, value, static_cast<int64_t>(index), cell.addresses);
    return value;
  }
  size_t half = cells.size() / 2;
  Value value = LLVM::UndefOp::create(builder, loc, type);
  Value low = nestedArray(builder, loc, element, cells.take_front(half));
  Value high = nestedArray(builder, loc, element, cells.drop_front(half));
  value = LLVM::InsertValueOp::create(builder, loc, value, low, llvm::ArrayRef<int64_t>{0});
  return LLVM::InsertValueOp::create(builder, loc, value, high, llvm::ArrayRef<int64_t>{1});
}

StringAttr Tables::emitArray(llvm::StringRef name, Type element, llvm::ArrayRef<Cell> cells) {
  bool plain = !holdsPointers(element);
  if (plain) {
    auto type = LLVM::LLVMArrayType::get(element, cells.size());
    llvm::SmallVector<Attribute> constants = llvm::map_to_vector(cells, [](const Cell &cell) { return cell.constant; });
    Attribute value = ArrayAttr::get(context, constants);
    if (auto integer = dyn_cast<IntegerType>(element))
      value = DenseElementsAttr::get(RankedTensorType::get({static_cast<int64_t>(cells.size())}, integer), constants);
    return emitGlobal(name, type, value, false).getSymNameAttr();
  }
  LLVM::GlobalOp global = emitGlobal(name, nestedArrayType(element, cells), Attribute(), false);
  Block *block = new Block;
  global.getInitializerRegion().push_back(block);
  OpBuilder builder = OpBuilder::atBlockEnd(block);
  Value value = nestedArray(builder, module.getLoc(), element, cells);
  LLVM::ReturnOp::create(builder, module.getLoc(), value);
  return global.getSymNameAttr();
}
