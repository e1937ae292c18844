// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// Functions for the loops of a task body, to say what the optimizer cannot see in one function: what does not alias.
#include "SyncFlow/Conversion/Passes.h"

#include "SyncFlow/Dialect/SyncFlow/Analysis/Ranges.h"
#include "SyncFlow/Dialect/SyncFlow/IR/SyncFlow.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Transforms/RegionUtils.h"

namespace syncflow {
#define GEN_PASS_DEF_OUTLINELOOPSPASS
#include "SyncFlow/Conversion/HostPasses.h.inc"
} // namespace syncflow

using namespace mlir;
using namespace syncflow;

//===-- which values are different memory -------------------------------------------------------------------------===//

namespace {

/// Memory of one body. Its arguments are different memory, except those that some task gives the same memory for.
class BodyMemory {
public:
  BodyMemory(func::FuncOp body, llvm::ArrayRef<RTTaskOp> tasks) : body(body) {
    for (RTTaskOp task : tasks)
      findRepeated(task);
  }

  bool mayOverlap(Value a, Value b) {
    const MemoryRange &first = ranges.get(a), &second = ranges.get(b);
    if (first.anchor != second.anchor && isObject(first.anchorValue) && isObject(second.anchorValue))
      return repeated.contains({first.anchorValue, second.anchorValue});
    return ranges.mayOverlap(a, b);
  }

private:
  bool isObject(Value anchor) {
    auto argument = dyn_cast_or_null<BlockArgument>(anchor);
    if (argument)
      return argument.getOwner() == &body.front();
    Operation *definition = anchor ? anchor.getDefiningOp() : nullptr;
    return isa_and_nonnull<memref::AllocOp, memref::AllocaOp, memref::GetGlobalOp>(definition);
  }

  /// Words of memref arguments that have the same source in the frame.
  void findRepeated(RTTaskOp task) {
    llvm::ArrayRef<int64_t> pairs = task.getArgs();
    llvm::SmallVector<std::pair<Value, int64_t>> seen;
    size_t word = 0;
    for (BlockArgument argument : body.getArguments()) {
      auto type = dyn_cast<MemRefType>(argument.getType());
      llvm::SmallVector<int64_t> strides;
      int64_t offset = 0;
      if (2 * word + 1 >= pairs.size() || (type && failed(type.getStridesAndOffset(strides, offset))))
        return;
      if (type) {
        for (auto [other, otherWord] : seen)
          if (pairs[2 * word] == pairs[2 * otherWord] && pairs[2 * word + 1] == pairs[2 * otherWord + 1]) {
            repeated.insert({other, argument});
            repeated.insert({argument, other});
          }
        seen.emplace_back(argument, word);
      }
      word += type ? 1 + type.getNumDynamicDims() + llvm::count(strides, ShapedType::kDynamic) : 1;
    }
  }

  func::FuncOp body;
  RangeAnalysis ranges;
  llvm::DenseSet<std::pair<Value, Value>> repeated;
};

} // namespace

//===-- one op ----------------------------------------------------------------------------------------------------===//

static bool isCandidate(Operation *op) {
  auto linalgOp = dyn_cast<linalg::LinalgOp>(op);
  if (!(linalgOp && linalgOp.hasPureBufferSemantics()) && !isa<memref::CopyOp>(op))
    return false;
  // Of ops in ops the outer one goes, with what is inside.
  return !op->getParentOfType<linalg::LinalgOp>();
}

static bool fits(Type type) {
  if (auto memref = dyn_cast<MemRefType>(type)) {
    llvm::SmallVector<int64_t> strides;
    int64_t offset;
    return succeeded(memref.getStridesAndOffset(strides, offset));
  }
  return type.isIndex() || (type.isIntOrFloat() && type.getIntOrFloatBitWidth() <= 64);
}

/// What the op reads from outside, each value once; constants are taken along instead.
static llvm::SetVector<Value> inputsOf(Operation *op, llvm::SetVector<Operation *> &constants) {
  llvm::SetVector<Value> values(op->operand_begin(), op->operand_end());
  getUsedValuesDefinedAbove(op->getRegions(), values);
  values.remove_if([&](Value value) {
    bool constant = matchPattern(value, m_Constant());
    if (constant)
      constants.insert(value.getDefiningOp());
    return constant;
  });
  return values;
}

static bool writesInside(Operation *op) {
  return op
      ->walk([&](Operation *inner) {
        return inner != op && hasEffect<MemoryEffects::Write>(inner) ? WalkResult::interrupt() : WalkResult::advance();
      })
      .wasInterrupted();
}

static bool isWritten(Operation *op, Value memref) {
  if (auto copy = dyn_cast<memref::CopyOp>(op))
    return copy.getTarget() == memref;
  return llvm::is_contained(cast<linalg::LinalgOp>(op).getDpsInits(), memref) || writesInside(op);
}

/// The function: the op on its arguments.
static func::FuncOp createFunction(Operation *op, ValueRange inputs, llvm::ArrayRef<Operation *> constants) {
  OpBuilder builder(op->getContext());
  auto type = builder.getFunctionType(inputs.getTypes(), {});
  auto function = func::FuncOp::create(op->getLoc(), "loop", type);
  function.setPrivate();
  function->setAttr("syncflow.loop", builder.getUnitAttr());
  Block *block = function.addEntryBlock();
  builder.setInsertionPointToStart(block);
  IRMapping mapping;
  mapping.map(inputs, block->getArguments());
  for (Operation *constant : constants)
    builder.clone(*constant, mapping);
  builder.clone(*op, mapping);
  func::ReturnOp::create(builder, op->getLoc());
  return function;
}

/// A pointer is noalias when nothing that is written is also reached through another argument.
static void markNoAlias(func::FuncOp function, Operation *op, ValueRange inputs, BodyMemory &memory) {
  for (auto [i, a] : llvm::enumerate(inputs)) {
    if (!isa<MemRefType>(a.getType()))
      continue;
    bool alone = llvm::all_of(inputs, [&](Value b) {
      if (a == b || !isa<MemRefType>(b.getType()) || !(isWritten(op, a) || isWritten(op, b)))
        return true;
      return !memory.mayOverlap(a, b);
    });
    if (alone)
      function.setArgAttr(i, LLVM::LLVMDialect::getNoAliasAttrName(), UnitAttr::get(op->getContext()));
  }
}

//===-- the pass --------------------------------------------------------------------------------------------------===//

namespace {
struct OutlineLoops : syncflow::impl::OutlineLoopsPassBase<OutlineLoops> {
  void runOnOperation() override {
    ModuleOp module = getOperation();
    functions.clear();
    llvm::DenseMap<StringAttr, llvm::SmallVector<RTTaskOp>> tasks;
    module.walk([&](RTTaskOp task) {
      if (auto body = task.getBodyAttr())
        tasks[body.getAttr()].push_back(task);
    });
    SymbolTable symbols(module);
    llvm::SmallVector<func::FuncOp> bodies;
    for (auto function : module.getOps<func::FuncOp>())
      if (function->hasAttr("syncflow.body") && !function.isDeclaration())
        bodies.push_back(function);
    for (func::FuncOp body : bodies) {
      BodyMemory memory(body, tasks[body.getSymNameAttr()]);
      llvm::SmallVector<Operation *> ops;
      body.walk([&](Operation *op) {
        if (isCandidate(op))
          ops.push_back(op);
      });
      for (Operation *op : ops)
        outline(op, memory, symbols);
    }
  }

  void outline(Operation *op, BodyMemory &memory, SymbolTable &symbols) {
    llvm::SetVector<Operation *> constants;
    llvm::SetVector<Value> inputs = inputsOf(op, constants);
    if (!llvm::all_of(inputs, [](Value value) { return fits(value.getType()); }))
      return;
    func::FuncOp function = createFunction(op, inputs.getArrayRef(), constants.getArrayRef());
    markNoAlias(function, op, inputs.getArrayRef(), memory);
    function = intern(function, symbols);
    OpBuilder builder(op);
    func::CallOp::create(builder, op->getLoc(), function, inputs.getArrayRef());
    op->erase();
  }

  /// Equal loops of all bodies share one function.
  func::FuncOp intern(func::FuncOp function, SymbolTable &symbols) {
    std::string text;
    llvm::raw_string_ostream stream(text);
    function->print(stream, OpPrintingFlags().useLocalScope().enableDebugInfo(false));
    auto [known, isNew] = functions.try_emplace(text, function);
    if (!isNew) {
      function.erase();
      return known->second;
    }
    function.setSymName("__loop_" + std::to_string(functions.size() - 1));
    symbols.insert(function);
    return function;
  }

  llvm::StringMap<func::FuncOp> functions;
};
} // namespace
