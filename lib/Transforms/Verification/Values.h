// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// What the values of the traced program stand for: integers, memory, tokens, streams.
#ifndef SYNCFLOW_TRANSFORMS_VERIFICATION_VALUES_H
#define SYNCFLOW_TRANSFORMS_VERIFICATION_VALUES_H

#include "Order.h"
#include "Ranges.h"

#include "llvm/ADT/DenseMap.h"

#include <deque>
#include <variant>

namespace syncflow::verification {

/// Where in the traced execution an op is: the loops and calls around it, innermost first.
struct Context {
  const Context *parent = nullptr;
  mlir::Operation *op = nullptr; ///< loop, call or function
  unsigned iteration = 0;
  unsigned frame = 0; ///< execution of a function
};

/// Nothing known, an integer, memory (several regions: one of them), a token, a stream.
using Abstract = std::variant<std::monostate, Poly, Regions, FrontierRef, StreamId>;

/// The values of one execution. Ops are evaluated in the order in which they execute, so that a value of a loop's body
/// always belongs to the iteration at hand.
class Values {
public:
  explicit Values(mlir::Operation *scope);

  void set(mlir::Value v, Abstract a) { map[v] = std::move(a); }
  Abstract get(mlir::Value v);
  Poly integer(mlir::Value v);
  Poly integer(mlir::OpFoldResult r);
  Regions regions(mlir::Value v);
  FrontierRef token(mlir::Value v);
  StreamId stream(mlir::Value v);

  /// A value that nothing is known about.
  Abstract unknown(mlir::Type type);
  /// Memory or a number that a caller hands to a function.
  Abstract argument(mlir::BlockArgument argument, unsigned frame);
  /// One value for several paths.
  Abstract merge(llvm::ArrayRef<Abstract> values, const std::shared_ptr<const std::vector<Path>> &paths,
                 mlir::Type type);

  /// Evaluates an op without regions that computes integers, views memory, makes memory or names a stream. False: it is
  /// none of these.
  bool evaluate(mlir::Operation *op, const Context *context, unsigned accessCount);

  /// What holds where the program goes on after checking `condition`.
  void assume(mlir::Value condition);

  Symbols symbols;
  std::deque<Base> bases;
  Base *unknownMemory;

private:
  Base *newBase(BaseKind kind, mlir::Value value, unsigned frame, unsigned freshSince);
  bool evaluateInteger(mlir::Operation *op);
  bool evaluateView(mlir::Operation *op, const Context *context);
  bool evaluateMemory(mlir::Operation *op, const Context *context, unsigned accessCount);
  void evaluateStream(StreamOp op);
  llvm::SmallVector<Poly> integers(mlir::ValueRange values);
  llvm::SmallVector<Poly> sizes(mlir::ValueRange values);

  llvm::DenseMap<mlir::Value, Abstract> map;
  /// Buffers and arena views that are the same bytes at every execution, by op and frame.
  llvm::DenseMap<std::pair<mlir::Operation *, unsigned>, Base *> perFrame;
  llvm::DenseMap<std::pair<mlir::Operation *, unsigned>, unsigned> owners;
  llvm::DenseMap<mlir::StringAttr, Base *> globals;
  std::map<std::string, bool> unordered; ///< streams that some op calls out of order
  unsigned unknownStreams = 0;
};

} // namespace syncflow::verification

#endif // SYNCFLOW_TRANSFORMS_VERIFICATION_VALUES_H
