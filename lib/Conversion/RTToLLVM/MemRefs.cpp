// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// Between memrefs and the pointers, sizes and strides that functions and frames pass.
#include "Lowering.h"

#include "mlir/Conversion/LLVMCommon/MemRefBuilder.h"

using namespace mlir;
using namespace syncflow;

FailureOr<MemRefShape> MemRefShape::of(Type type, Operation *user) {
  MemRefShape shape;
  shape.type = dyn_cast<MemRefType>(type);
  if (!shape.type || failed(shape.type.getStridesAndOffset(shape.strides, shape.offset)))
    return user->emitOpError() << "cannot lower memory of type " << type << ": only strided memrefs have an address";
  return shape;
}

Value syncflow::castTo(OpBuilder &builder, Location loc, Type type, Value value) {
  if (value.getType() == type)
    return value;
  return UnrealizedConversionCastOp::create(builder, loc, type, value).getResult(0);
}

static Value constant(OpBuilder &builder, Location loc, int64_t value) {
  return LLVM::ConstantOp::create(builder, loc, builder.getI64Type(), builder.getI64IntegerAttr(value));
}

Value syncflow::buildMemRef(OpBuilder &builder, Location loc, const Lowering &lowering, const MemRefShape &shape,
                            Value address, ValueRange sizes, std::optional<ValueRange> strides) {
  // Accesses of a type with a static offset add that offset whatever the descriptor says.
  bool shifted = shape.offset != 0 && !ShapedType::isDynamic(shape.offset);
  if (shifted)
    address =
        LLVM::GEPOp::create(builder, loc, address.getType(), lowering.types.convertType(shape.type.getElementType()),
                            address, ValueRange{constant(builder, loc, -shape.offset)});
  auto descriptor = MemRefDescriptor::poison(builder, loc, lowering.types.convertType(shape.type));
  descriptor.setAllocatedPtr(builder, loc, address);
  descriptor.setAlignedPtr(builder, loc, address);
  descriptor.setConstantOffset(builder, loc, shifted ? shape.offset : 0);
  unsigned rank = shape.type.getRank(), nextSize = 0, nextStride = 0;
  llvm::SmallVector<Value> extents;
  for (unsigned i = 0; i < rank; ++i) {
    extents.push_back(shape.type.isDynamicDim(i) ? sizes[nextSize++]
                                                 : constant(builder, loc, shape.type.getDimSize(i)));
    descriptor.setSize(builder, loc, i, extents.back());
  }
  llvm::SmallVector<Value> values(rank);
  for (unsigned i = 0; i < rank; ++i)
    if (!ShapedType::isDynamic(shape.strides[i]))
      values[i] = constant(builder, loc, shape.strides[i]);
    else if (strides)
      values[i] = (*strides)[nextStride++];
  for (unsigned i = rank; i-- > 0;)
    if (!values[i])
      values[i] = i + 1 == rank ? constant(builder, loc, 1)
                                : LLVM::MulOp::create(builder, loc, values[i + 1], extents[i + 1]).getResult();
  for (unsigned i = 0; i < rank; ++i)
    descriptor.setStride(builder, loc, i, values[i]);
  return castTo(builder, loc, shape.type, descriptor);
}

Value syncflow::firstElement(OpBuilder &builder, Location loc, const Lowering &lowering, Value memref) {
  auto type = cast<MemRefType>(memref.getType());
  MemRefDescriptor descriptor(castTo(builder, loc, lowering.types.convertType(type), memref));
  return descriptor.bufferPtr(builder, loc, lowering.types, type);
}

void syncflow::explodeMemRef(OpBuilder &builder, Location loc, const Lowering &lowering, const MemRefShape &shape,
                             Value memref, llvm::SmallVectorImpl<Value> &words) {
  words.push_back(firstElement(builder, loc, lowering, memref));
  MemRefDescriptor descriptor(castTo(builder, loc, lowering.types.convertType(shape.type), memref));
  for (int64_t dim = 0; dim < shape.type.getRank(); ++dim)
    if (shape.type.isDynamicDim(dim))
      words.push_back(descriptor.size(builder, loc, dim));
  for (auto [dim, stride] : llvm::enumerate(shape.strides))
    if (ShapedType::isDynamic(stride))
      words.push_back(descriptor.stride(builder, loc, dim));
}
