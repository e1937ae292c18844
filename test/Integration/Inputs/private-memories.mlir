// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// Two processors, none of which reaches the other's memory.
syncflow.topology @islands {
  syncflow.memory @ram0
  syncflow.memory @ram1
  syncflow.device @host0 host reaches [@ram0] {cores = 1 : i64, gflops = 40.0 : f64}
  syncflow.device @host1 host reaches [@ram1] {cores = 1 : i64, gflops = 40.0 : f64}
  syncflow.link @out from @host0 to @host1 {bandwidth = 8.0e9 : f64, latency_ns = 200.0 : f64}
  syncflow.link @back from @host1 to @host0 {bandwidth = 8.0e9 : f64, latency_ns = 200.0 : f64}
}
