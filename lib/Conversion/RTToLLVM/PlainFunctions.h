// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// Functions on memrefs as functions on pointers and numbers: what bodies and loops have in common.
#ifndef SYNCFLOW_CONVERSION_RTTOLLVM_PLAINFUNCTIONS_H
#define SYNCFLOW_CONVERSION_RTTOLLVM_PLAINFUNCTIONS_H

#include "Lowering.h"

namespace syncflow {

/// One argument: its first word and how many it takes.
struct PlainArg {
  mlir::Type type;
  std::optional<MemRefShape> shape; ///< Of a memref.
  unsigned firstWord = 0, words = 1;
  bool mayAlias = false;
};
using PlainArgs = llvm::SmallVector<PlainArg>;

mlir::FailureOr<PlainArgs> describeArgs(mlir::func::FuncOp function);

inline unsigned countWords(const PlainArgs &args) {
  return args.empty() ? 0 : args.back().firstWord + args.back().words;
}

/// A detached function of the given name and result (may be void) with the blocks of `source`, one parameter per word.
/// It is not inlined: that would lose what noalias says.
mlir::LLVM::LLVMFuncOp buildPlainFunction(Lowering &lowering, mlir::func::FuncOp source, const PlainArgs &args,
                                          llvm::StringRef name, mlir::Type result);

} // namespace syncflow

#endif // SYNCFLOW_CONVERSION_RTTOLLVM_PLAINFUNCTIONS_H
