// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/

#include "Options.h"

namespace syncflow::run {

llvm::StringRef helpText() {
  return R"(sflow-run: compiles a module and runs it here, on the CPU

usage: sflow-run MODULE [options]

MODULE is MLIR, as text or bytecode, at any phase: linalg, tosa and shard on
tensors, tasks, placed tasks, or runtime calls. The rest of the lowering is done
first; then the entry runs on every rank.

Examples

  Run a model on two devices and compare with a reference:
    sflow-run model.mlir --devices=host:2 --parameters=model.safetensors \
      --input=input0.npy --input=input1.npy --expect=expected0.npy

  No data at hand: draw inputs, time ten runs, look at the schedule:
    sflow-run model.mlir --devices=host:2 --random-inputs=1 --shape=0:1x128 \
      --warmup=2 --repeat=10 --schedule=schedule.svg --trace=trace.json

  Compile ahead of time, for a program that links libSyncFlowRuntime:
    sflow-run model.mlir --devices=host:2 --emit=object -o model.o

Where it runs
  --devices=host:N       N host devices of one core each, per rank (default
                         host:1); host:NxC gives each of them C cores
  --topology=FILE        devices, memories and links from a topology instead
  --ranks=N              number of ranks (default: the module's grid, or 1);
                         each is a group of threads of this process
  --strict-devices       more workers than usable cores: an error, no warning
  --pin                  bind each worker to a core

What it computes
  --entry=NAME           entry to run (default: main, or the only one)
  --parameters=FILE      safetensors file, mapped; repeatable
  --input=FILE           .npy file; repeatable, in the order of the arguments.
                         Every rank gets the same. bf16 is read from '<u2'
  --random-inputs=SEED   draw the inputs instead: floats in [-1, 1), integers in
                         [0, 9] (--int-max=N); a seed gives the same everywhere
  --shape=INDEX:AxBxC    sizes of random input INDEX, where its type leaves them
                         open; repeatable

What comes out
  --expect=FILE          .npy file; repeatable, one for each result. On every
                         rank |a-b| <= atol + rtol*|b| has to hold
  --rtol=R --atol=A      tolerances (default 1e-4 and 1e-5)
  --output=PREFIX        write PREFIX0.npy, PREFIX1.npy, ...; of rank R > 0
                         PREFIX.rankR.0.npy, ...
  --report=FILE          everything that the summary says and more, as JSON
  --trace=FILE           timeline for ui.perfetto.dev: a track for each stream,
                         an arrow for each wait across streams
  --schedule=FILE        picture (SVG) of the fastest run
  --quiet                no summary

How often, and how it ends
  --repeat=N             runs to time (default 1); all must give the same bits
  --warmup=N             runs before them (default 0)
  --timeout=SECONDS      give up on a run that takes longer
  --progress             progress line even when stderr is no terminal

For testing
  --dispatch-seed=N      one thread runs ready work in an order drawn from N
  --scribble             overwrite memory as soon as nobody may read it any more
  --pipeline-options=... handed to syncflow-pipeline as they are

  --emit=object -o FILE  write an object file; nothing is run
  --version              of SyncFlow, of its ABI and of LLVM

Exit codes: 0 done; 1 the run failed or a result is wrong; 2 bad usage or input;
3 the module does not compile; 130 interrupted.
)";
}

} // namespace syncflow::run
