// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// RUN: sflow-opt %s --convert-shard-to-syncflow --split-input-file --verify-diagnostics

// Annotations are for a partitioner that has not run.
shard.grid @g(shape = 2)
func.func @annotated(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @below {{'shard.sharding' annotates a program that is not partitioned yet; SyncFlow takes the SPMD form, in which every rank's shapes are local and collectives are explicit}}
  %s = shard.sharding @g split_axes = [[0]] : !shard.sharding
  %r = shard.shard %x to %s : tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

shard.grid @g(shape = 2)
func.func @root(%x: tensor<4xf32>, %k: index) -> tensor<4xf32> {
  // expected-error @below {{names a rank that is known only at run time; ranks of collectives are constants here}}
  %r = shard.broadcast %x on @g grid_axes = [0] root = [%k] : (tensor<4xf32>, index) -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

shard.grid @g(shape = 2)
func.func @any_sender(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @below {{receives from any sender; name the source}}
  %r = shard.recv %x on @g grid_axes = [0] : (tensor<4xf32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

shard.grid @g(shape = 2)
func.func @kind(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @below {{reduces in a way that has no name; use a named reduction}}
  %r = shard.all_reduce %x on @g grid_axes = [0] reduction = generic : tensor<4xf32> -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

shard.grid @g(shape = 2)
func.func @shape(%x: tensor<?xf32>) -> tensor<?xf32> {
  // expected-error @below {{works on a tensor of static shape here}}
  %r = shard.all_reduce %x on @g grid_axes = [0] : tensor<?xf32> -> tensor<?xf32>
  return %r : tensor<?xf32>
}

// -----

shard.grid @g(shape = 2)
func.func @halo(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @below {{'shard.update_halo' has no lowering here; write it with send and recv, or gather and slice}}
  %r = shard.update_halo %x on @g split_axes = [[0]] halo_sizes = [1, 1] : tensor<4xf32>
  return %r : tensor<4xf32>
}
