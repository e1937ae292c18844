# SPDX-License-Identifier: AGPL-3.0-or-later
# SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
"""Do what docs/Extending.md says in a copy of the tree, build what that adds, and run the tests that it brings.

    extending.py op|pass|backend --build=DIR

Nothing is configured and little is compiled: the commands are the build tree's own (compile_commands.json and
`ninja -t commands`), with the copy's files in the place of the tree's. What of the example needs a whole build is left
out: the pass is not run inside the pipeline, and the op is registered by a line of this script, not by the dialect's
own list.
"""

import argparse
import json
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import tempfile

from run_blocks import ROOT, DocumentError, blocks_of

HEADINGS = {"op": "An op", "pass": "A pass", "backend": "A backend"}
COPIED = ("include", "lib", "runtime", "test", "unittests")


# --- the document -----------------------------------------------------------------------------------------------------


def section(text, heading):
    """The text below `## heading`, with the lines above it left empty so that line numbers stay right."""
    lines, inside = [], False
    for line in text.splitlines():
        if line.startswith("## "):
            inside = line == f"## {heading}"
        lines.append(line if inside else "")
    if not any(lines):
        raise DocumentError(f"no section '## {heading}'")
    return "\n".join(lines)


def apply_diff(root, block):
    """Replaces the one place where the lines with ' ' and '-' follow each other by those with ' ' and '+'."""
    lines = block.text.splitlines()
    named = [line for line in lines[:2] if re.match(r"(---|\+\+\+) [ab]/", line)]
    if len(named) != 2 or named[0][6:] != named[1][6:]:
        raise DocumentError(f"line {block.line}: a diff opens with --- a/FILE and +++ b/FILE")
    file = root / named[1][6:]
    before = [line[1:] for line in lines[2:] if line[:1] != "+"]
    after = [line[1:] for line in lines[2:] if line[:1] != "-"]
    text = file.read_text().splitlines()
    places = [at for at in range(len(text)) if text[at:at + len(before)] == before]
    if len(places) != 1:
        shown = "\n".join(before)
        raise DocumentError(f"line {block.line}: {named[1][6:]} has {len(places)} places with\n{shown}")
    text[places[0]:places[0] + len(before)] = after
    file.unlink()  # It may be a link to the tree's own.
    file.write_text("\n".join(text) + "\n")


def follow(text, root):
    """Does all blocks of a section; returns the files that it adds or changes."""
    changed = []
    for block in blocks_of(text):
        if block.language == "diff":
            apply_diff(root, block)
            changed.append(block.text.splitlines()[1][6:])
        elif block.file:
            (root / block.file).parent.mkdir(parents=True, exist_ok=True)
            (root / block.file).write_text(block.text)
            changed.append(block.file)
        elif "run" in block.words:
            subprocess.run(["bash", "-euc", block.text], cwd=root, check=True)
        else:
            raise DocumentError(f"line {block.line}: a block that nothing is done with")
    return sorted(set(changed))


# --- the build --------------------------------------------------------------------------------------------------------


class Scratch:
    """A copy of the tree (links, until something changes) and of what the build tree generated."""

    def __init__(self, folder, build):
        self.root, self.build, self.real_build = folder, folder / "build", build
        for name in COPIED:
            self.link_tree(ROOT / name, folder / name)
        self.link_tree(build / "include", self.build / "include")
        (self.build / "bin").mkdir(parents=True)
        commands = json.loads((build / "compile_commands.json").read_text())
        self.commands = {entry["file"]: shlex.split(entry["command"]) for entry in commands}

    @staticmethod
    def link_tree(source, target):
        for path in source.rglob("*"):
            if path.is_file() and "__pycache__" not in path.parts:
                link = target / path.relative_to(source)
                link.parent.mkdir(parents=True, exist_ok=True)
                link.symlink_to(path.resolve())

    def run(self, command, **options):
        command = [str(part) for part in command]
        result = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, **options)
        if result.returncode != 0:
            raise DocumentError(f"failed: {shlex.join(command)}\n{result.stdout}")
        return result.stdout

    def tablegen(self, source, output, *options):
        generate = self.link_command("include/SyncFlow/Transforms/Passes.h.inc")
        tool = next(word for word in generate if word.endswith("mlir-tblgen"))
        includes = [f"-I{self.root}/include", *self.include_folders_of_llvm()]
        target = self.build / "include" / output
        target.unlink(missing_ok=True)
        self.run([tool, *options, *includes, self.root / "include" / source, "-o", target])

    def include_folders_of_llvm(self):
        command = self.commands[str(ROOT / "lib/InitAll.cpp")]
        return [f"-I{command[i + 1]}" for i, word in enumerate(command) if word == "-isystem"]

    def compile(self, source, like=None):
        """Compiles a file of the copy with the flags of the file `like` of the tree (its own, if it has some there)."""
        command = list(self.commands[str(ROOT / (like or source))])
        target = self.build / (source.replace("/", "_") + ".o")
        # The build tree first: it is below the other one.
        for i, word in enumerate(command):
            for real, mine in ((self.real_build, self.build), (ROOT, self.root)):
                if word == f"-I{real}" or word.startswith(f"-I{real}/"):
                    command[i] = f"-I{mine}" + word[len(f"-I{real}"):]
                    break
        command[command.index("-o") + 1] = str(target)
        command[command.index("-c") + 1] = str(self.root / source)
        self.run(command, cwd=self.real_build)
        return target

    def link_command(self, target):
        """The command that makes a target of the build tree."""
        printed = self.run(["ninja", "-t", "commands", target], cwd=self.real_build)
        name = re.escape(pathlib.PurePath(target).name)
        line = [line for line in printed.splitlines() if re.search(rf"-o \S*{name}\b", line)][-1]
        return shlex.split(re.split(r" && (?::|cd )", line.removeprefix(": && "))[0])

    def link(self, target, output, replace, add=()):
        """Links a target again, with objects replaced (by the end of their path) and added."""
        command, replaced = self.link_command(target), set()
        for i, word in enumerate(command):
            for end, mine in replace.items():
                if word.endswith(end):
                    command[i] = str(mine)
                    replaced.add(end)
        if replaced != set(replace):
            raise DocumentError(f"{target} has no {sorted(set(replace) - replaced)} to replace")
        at = command.index("-o")
        command[at:at + 2] = [*map(str, add), "-o", str(output)]
        self.run(command, cwd=self.real_build)

    def lit(self, *tests):
        """Runs lit tests of the copy with the tools in the copy's bin folder."""
        site = self.build / "test"
        site.mkdir(exist_ok=True)
        text = (self.real_build / "test" / "lit.site.cfg.py").read_text()
        for real, mine in ((f"{self.real_build}/bin", f"{self.build}/bin"), (f"{self.real_build}/test", f"{site}"),
                           (f"{ROOT}/test/lit.cfg.py", f"{self.root}/test/lit.cfg.py")):
            text = text.replace(f'"{real}"', f'"{mine}"')
        (site / "lit.site.cfg.py").write_text(text)
        # A configuration of its own: lit follows a link to where it leads.
        for name in ("lit.cfg.py", *tests):
            path = self.root / "test" / name
            if path.is_symlink():
                content = path.read_text()
                path.unlink()
                path.write_text(content)
        lit = re.search(r"\S+/lit\b", (self.real_build / "test" / "CTestTestfile.cmake").read_text()).group().strip('"')
        printed = self.run([sys.executable, lit, "-v", *[site / name for name in tests]])
        if f"Passed: {len(tests)}" not in re.sub(r" +", " ", printed.replace(" :", ":")):
            raise DocumentError(f"not all of {tests} ran:\n{printed}")


# --- the three kinds --------------------------------------------------------------------------------------------------

OPT = """
#include "SyncFlow/Dialect/SyncFlow/IR/SyncFlow.h"
#include "SyncFlow/Transforms/Passes.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"
#include "mlir/Transforms/Passes.h"

/// What GET_OP_LIST does for all ops of the dialect.
static void addNewOp(mlir::MLIRContext *context, syncflow::SyncFlowDialect *dialect) {
  mlir::RegisteredOperationName::insert<syncflow::MarkOp>(*dialect);
}

int main(int argc, char **argv) {
  syncflow::registerSyncFlowTransformsPasses();
  mlir::registerCanonicalizerPass();
  mlir::DialectRegistry registry;
  registry.insert<mlir::func::FuncDialect, mlir::linalg::LinalgDialect, syncflow::SyncFlowDialect>();
  syncflow::registerExternalModels(registry);
  registry.addExtension(addNewOp);
  return mlir::asMainReturnCode(mlir::MlirOptMain(argc, argv, "", registry));
}
"""

OP_DEFINITION = """
#include "SyncFlow/Dialect/SyncFlow/IR/SyncFlow.h"
#include "mlir/IR/DialectImplementation.h"
using namespace mlir;
#define GET_OP_CLASSES
#include "SyncFlow/Dialect/SyncFlow/IR/NewOp.cpp.inc"
"""

# Nothing moves across the new op, and the host waits before it.
MARK_TEST = """// SPDX-License-Identifier: AGPL-3.0-or-later
// RUN: sflow-opt %s --canonicalize --syncflow-materialize-syncs | FileCheck %s
// CHECK: %[[T:.*]] = syncflow.task "a"
// CHECK: syncflow.wait(%[[T]])
// CHECK-NEXT: syncflow.mark "here"
func.func @f(%b: memref<8xf32>) {
  %t = syncflow.task "a" outs(%o = %b : memref<8xf32>) { syncflow.yield }
  syncflow.mark "here"
  return
}
"""


def check_op(scratch, changed):
    ops = "SyncFlow/Dialect/SyncFlow/IR/SyncFlowOps"
    scratch.tablegen(f"{ops}.td", f"{ops}.h.inc", "-gen-op-decls", "-dialect=syncflow")
    scratch.tablegen(f"{ops}.td", "SyncFlow/Dialect/SyncFlow/IR/NewOp.cpp.inc", "-gen-op-defs", "-dialect=syncflow",
                     r"-op-include-regex=^syncflow\.mark$")
    (scratch.root / "lib/NewOp.cpp").write_text(OP_DEFINITION)
    (scratch.root / "lib/NewOpt.cpp").write_text(OPT)
    (scratch.root / "test/Dialect/mark.mlir").write_text(MARK_TEST)
    sources = [(name, None) for name in changed if name.endswith(".cpp")]
    neighbour = "lib/Dialect/SyncFlow/IR/SyncOps.cpp"
    objects = [scratch.compile(*source) for source in sources + [("lib/NewOp.cpp", neighbour)]]
    main = scratch.compile("lib/NewOpt.cpp", neighbour)
    # The library's own SyncOps.cpp.o is not pulled in: everything it defines is there already.
    scratch.link("bin/sflow-opt", scratch.build / "bin/sflow-opt", {"sflow-opt.cpp.o": main}, objects)
    scratch.lit(*[name.removeprefix("test/") for name in changed if name.startswith("test/")], "Dialect/mark.mlir")


def check_pass(scratch, changed):
    passes = "SyncFlow/Transforms/Passes"
    scratch.tablegen(f"{passes}.td", f"{passes}.h.inc", "-gen-pass-decls", "-name", "SyncFlowTransforms")
    source = [name for name in changed if re.match(r"lib/.*\.cpp$", name) and not (ROOT / name).exists()]
    if len(source) != 1:
        raise DocumentError(f"the pass is {source}, expected one file")
    neighbour = next(path for path in sorted((ROOT / source[0]).parent.glob("*.cpp")))
    listed = (scratch.root / source[0]).parent / "CMakeLists.txt"
    if pathlib.PurePath(source[0]).name not in listed.read_text():
        raise DocumentError(f"{source[0]} is not listed in its folder's CMakeLists.txt")
    declared = (scratch.build / "include" / f"{passes}.h.inc").read_text()
    added = added_lines(scratch, "lib/Transforms/Pipelines/Pipelines.cpp")
    for made in re.findall(r"pm\.addPass\((create\w+)\(\)\);", added):
        if f"{made}();" not in declared:
            raise DocumentError(f"the pipeline calls {made}, which the declaration does not give")
    objects = [scratch.compile(source[0], str(neighbour.relative_to(ROOT))), scratch.compile("lib/InitAll.cpp")]
    scratch.link("bin/sflow-opt", scratch.build / "bin/sflow-opt", {}, objects)
    scratch.lit(*[name.removeprefix("test/") for name in changed if name.startswith("test/")])


def added_lines(scratch, path):
    """The lines of a file of the copy that the tree's own does not have."""
    real = set((ROOT / path).read_text().splitlines())
    return "\n".join(line for line in (scratch.root / path).read_text().splitlines() if line not in real)


def check_backend(scratch, changed):
    new = sorted(path for path in scratch.root.glob("runtime/device/*/*.cpp") if not path.is_symlink())
    if len(new) != 1:
        raise DocumentError(f"the backend is {new}, expected one file")
    source = str(new[0].relative_to(scratch.root))
    if source.removeprefix("runtime/") not in (scratch.root / "runtime/CMakeLists.txt").read_text().split():
        raise DocumentError(f"{source} is not listed in runtime/CMakeLists.txt")
    library = scratch.build / "lib" / "libSyncFlowRuntime.so.0"
    library.parent.mkdir()
    device = scratch.compile("runtime/device/Device.cpp")
    backend = scratch.compile(source, "runtime/device/null/NullBackend.cpp")
    scratch.link("lib/libSyncFlowRuntime.so", library, {"device/Device.cpp.o": device}, [backend])
    tests = scratch.compile("unittests/Runtime/DeviceTest.cpp")
    binary = scratch.build / "bin/SyncFlowRuntimeTests"
    replaced = {"DeviceTest.cpp.o": tests, "libSyncFlowRuntime.so.0.1.0": library}
    scratch.link("bin/SyncFlowRuntimeTests", binary, replaced)
    name = re.search(r'sizeof\(sflow_backend\),\s*"(\w+)"', new[0].read_text()).group(1)
    environment = dict(os.environ, LD_LIBRARY_PATH=str(library.parent))
    wanted = f"--gtest_filter=Backends/BackendTest.*/{name}:InstanceTest.WrongOptions*"
    printed = scratch.run([binary, wanted], env=environment)
    ran = int(re.search(r"\[  PASSED  \] (\d+) tests?", printed).group(1))
    text = (ROOT / "unittests/Runtime/DeviceTest.cpp").read_text()
    suite = len(re.findall(r"^TEST_P\(BackendTest,", text, re.MULTILINE))
    if ran != suite + 1:
        raise DocumentError(f"{ran} tests ran instead of {suite + 1}:\n{printed}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("kind", choices=sorted(HEADINGS))
    parser.add_argument("--build", type=pathlib.Path, required=True)
    parser.add_argument("--document", type=pathlib.Path, default=ROOT / "docs" / "Extending.md")
    arguments = parser.parse_args()
    check = {"op": check_op, "pass": check_pass, "backend": check_backend}[arguments.kind]
    folder = pathlib.Path(tempfile.mkdtemp())
    try:
        scratch = Scratch(folder, arguments.build.resolve())
        changed = follow(section(arguments.document.read_text(), HEADINGS[arguments.kind]), folder)
        check(scratch, changed)
    except DocumentError as error:
        print(f"{arguments.document.name}: {error}")
        return 1
    finally:
        shutil.rmtree(folder)
    print(f"{arguments.document.name}, {HEADINGS[arguments.kind]}: {len(changed)} files added or changed, it works")
    return 0


if __name__ == "__main__":
    sys.exit(main())
