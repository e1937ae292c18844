// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// The header of an .npy file: a dictionary in Python's syntax.
#ifndef SYNCFLOW_TOOLS_RUN_NPYHEADER_H
#define SYNCFLOW_TOOLS_RUN_NPYHEADER_H

#include "Tensor.h"
#include "llvm/Support/Error.h"

namespace syncflow::run {

struct NpyHeader {
  std::string descr;
  bool fortranOrder = false;
  Shape shape;
};

/// Parses "{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }". The
/// error says what is wrong, not in which file.
llvm::Expected<NpyHeader> parseNpyHeader(llvm::StringRef text);

} // namespace syncflow::run

#endif // SYNCFLOW_TOOLS_RUN_NPYHEADER_H
