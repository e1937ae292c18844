// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// "Nothing more will happen": a claim about the future that a test can only
// make by knowing what every thread does.
#ifndef SYNCFLOW_UNITTESTS_COMPILED_QUIET_H
#define SYNCFLOW_UNITTESTS_COMPILED_QUIET_H

namespace syncflow::test {

/// Returns once all other threads of the process sleep at the same time: as
/// nobody is left who could wake one of them, none goes on before the caller
/// does something. False when that does not happen within the tests' patience.
bool waitUntilQuiet();

} // namespace syncflow::test

#endif // SYNCFLOW_UNITTESTS_COMPILED_QUIET_H
