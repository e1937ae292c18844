// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// What things cost: the same numbers for placement, for the report and for contracts.
#ifndef SYNCFLOW_DIALECT_SYNCFLOW_ANALYSIS_COSTMODEL_H
#define SYNCFLOW_DIALECT_SYNCFLOW_ANALYSIS_COSTMODEL_H

#include "SyncFlow/Dialect/SyncFlow/Analysis/Dependence.h"
#include "SyncFlow/Dialect/SyncFlow/IR/SyncFlow.h"
#include "mlir/IR/BuiltinOps.h"

namespace syncflow {

/// A wait between two streams, as long as its producer is done or nearly so: spin-then-park takes 0.4 us from core to
/// core on a current server CPU (a spin alone 75-99 ns, a full park and wake 44-94 us).
inline constexpr double crossStreamSyncNs = 400.0;

/// Attributes of asynchronous ops that other passes set: work and memory traffic of the op.
inline constexpr llvm::StringLiteral flopsAttrName = "syncflow.flops";
inline constexpr llvm::StringLiteral bytesAttrName = "syncflow.bytes";
/// Row tile of a chain, and the number of tiles.
inline constexpr llvm::StringLiteral tileAttrName = "syncflow.tile";
inline constexpr llvm::StringLiteral tilesAttrName = "syncflow.tiles";
/// Place of an asynchronous op between `syncflow-place` and `syncflow-assign-streams`.
inline constexpr llvm::StringLiteral deviceAttrName = "syncflow.device";
inline constexpr llvm::StringLiteral laneAttrName = "syncflow.lane";
/// Dictionary of a function with what the passes counted.
inline constexpr llvm::StringLiteral statsAttrName = "syncflow.stats";

/// Sets one number of a function's `syncflow.stats`.
void setStat(mlir::Operation *function, llvm::StringRef key, uint64_t value);
void setStat(mlir::Operation *function, llvm::StringRef key, double value);

/// Floating-point operations of an op: `syncflow.flops`, or one per element written.
double flopsOf(mlir::Operation *op);
/// Bytes an op reads and writes: `syncflow.bytes`, or the sizes of its memrefs (dynamic dimensions count as 1).
double bytesOf(mlir::Operation *op);
/// Bytes of an access's memref, dynamic dimensions counted as 1.
double bytesOf(mlir::Value memref);

class CostModel {
public:
  /// Without a topology: one device with the default rates.
  explicit CostModel(TopologyOp topology = {});

  /// Time of an op on a device (null: the default device): work and traffic overlap, the longer one counts.
  double taskNs(mlir::Operation *op, DeviceOp device = {}) const;
  /// Alpha-beta cost of moving bytes; without a link from `from` to `to`, the target's memory rate.
  double transferNs(DeviceOp from, DeviceOp to, double bytes) const;
  llvm::ArrayRef<DeviceOp> devices() const { return all; }

private:
  llvm::SmallVector<DeviceOp> all;
  llvm::DenseMap<std::pair<mlir::Operation *, mlir::Operation *>, LinkOp> links;
};

/// The topology named `name` (with or without @), or the module's first one for an empty name; null when there is none.
TopologyOp findTopology(mlir::ModuleOp module, llvm::StringRef name);
/// The device that a stream or a `syncflow.device` attribute of the op names; null when unknown.
DeviceOp deviceOf(mlir::Operation *op);

/// Longest path through the token edges of a block (with `required`: and its required orders, which need no tokens
/// yet), and for each asynchronous op how much longer it could take without making that path longer.
struct CriticalPath {
  CriticalPath(mlir::Block &block, const CostModel &model, llvm::ArrayRef<Conflict> required = {});
  double length = 0;
  double slackOf(mlir::Operation *op) const { return length - through.lookup(op); }

private:
  llvm::DenseMap<mlir::Operation *, double> through; ///< Longest path that the op is on.
};

} // namespace syncflow

#endif // SYNCFLOW_DIALECT_SYNCFLOW_ANALYSIS_COSTMODEL_H
