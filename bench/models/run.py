#!/usr/bin/env python3
# SPDX-License-Identifier: AGPL-3.0-or-later
# SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
"""Time SyncFlow on an example model beside what people use instead, in one interleaved run.

    bench/models/run.py                          minilm, 1 and 2 threads, every peer that is installed
    bench/models/run.py --install-peers          install them first (build/venv-bench, some gigabytes), by name
    bench/models/run.py --models=minilm,conv-net --threads=2 --peers=onnxruntime

Each peer is a process of its own with its own thread settings and stays loaded; each round asks one after the other for a few
runs, sflow-run among them, so that a slow minute of the machine hits all alike. SyncFlow gets N host devices of one core
where a peer gets N threads. Every result is compared with the model's reference before it counts. Setting up is not in the
times. Standard output is Markdown: medians, the best tenth, and how SyncFlow's median compares.
"""
import argparse
import json
import os
import platform
import select
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1] / "examples"))
import cases  # noqa: E402

VENV = cases.REPOSITORY / "build" / "venv-bench"
PACKAGES = ["numpy", "safetensors", "torch", "onnx", "onnxscript", "onnxruntime", "iree-base-compiler", "iree-base-runtime"]
TITLES = {"sflow": "SyncFlow", "eager": "PyTorch eager", "compile": "torch.compile (frozen)", "onnxruntime": "ONNX Runtime",
          "iree": "IREE"}
PATIENCE = 600  # Seconds a peer may take to set up or to answer.


def say(text):
    print(text, file=sys.stderr, flush=True)


class Skipped(Exception):
    pass


class Peer:
    """A process running peer.py."""

    def __init__(self, python, name, model, case, threads):
        environment = dict(os.environ, OMP_NUM_THREADS=str(threads), MKL_NUM_THREADS=str(threads), PYTHONDONTWRITEBYTECODE="1")
        self.errors = tempfile.TemporaryFile()
        self.process = subprocess.Popen([python, str(HERE / "peer.py"), name, model, case["name"], str(threads)],
                                        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self.errors, env=environment)
        try:
            answer = self.answer()
        except BaseException:
            self.close()
            raise
        if "skip" in answer:
            self.close()
            raise Skipped(answer["skip"])
        self.about = f"{answer['version']}, set-up {answer['setup_s']:.0f} s, off by {answer['worst']:.1e}"

    def answer(self):
        if not select.select([self.process.stdout], [], [], PATIENCE)[0]:
            raise Skipped(f"no answer within {PATIENCE} s")
        line = self.process.stdout.readline()
        if not line:
            self.errors.seek(0)
            last = self.errors.read().decode(errors="replace").strip().splitlines()[-1:]
            raise Skipped(f"ended with code {self.process.wait()}: {' '.join(last)[:200]}")
        return json.loads(line)

    def times(self, repeat):
        self.process.stdin.write(f"{repeat}\n".encode())
        self.process.stdin.flush()
        return self.answer()

    def close(self):
        self.process.kill()
        self.process.wait()


class SyncFlow:
    """sflow-run, started anew each round: it compiles, binds the weights, and times what comes after."""

    def __init__(self, tool, model, case, threads):
        described = cases.load(model)
        self.command = [tool, *cases.arguments(model, described, case), f"--devices=host:{threads}", "--quiet"]
        first = self.report(1)
        total = first["totals"]
        self.about = (f"compiled in {first['compile_seconds']:.1f} s, loaded in {first['load_seconds']:.1f} s, {total['tasks']} tasks, "
                      f"{total['waits_kept']} waits across streams, off by {first['agreement']['max_difference']:.1e}")

    def times(self, repeat):
        return [ns / 1e6 for ns in self.report(repeat)["times_ns"]]

    def report(self, repeat):
        with tempfile.TemporaryDirectory() as folder:
            report = Path(folder) / "report.json"
            try:
                done = subprocess.run([*self.command, "--warmup=2", f"--repeat={repeat}", f"--report={report}"],
                                      capture_output=True, text=True, timeout=PATIENCE)
            except FileNotFoundError:
                raise Skipped(f"{self.command[0]} is not there (scripts/check.sh builds it; or --sflow-run=PATH)") from None
            except subprocess.TimeoutExpired:
                raise Skipped(f"not done within {PATIENCE} s") from None
            if done.returncode:
                last = (done.stderr or done.stdout).strip().splitlines()[-1:]
                raise Skipped(f"sflow-run ended with code {done.returncode}: {' '.join(last)[:200]}")
            return json.loads(report.read_text())

    def close(self):
        pass


def start(name, options, model, case, threads):
    if name == "sflow":
        return SyncFlow(options.tool, model, case, threads)
    return Peer(options.python, name, model, case, threads)


def measure(options, model, case):
    """{(name, threads): milliseconds}, and lines about what ran and what did not."""
    # All of them live at once: a fair round needs each to be ready, and each holds the weights once.
    runners, times, notes = {}, {}, []
    try:
        for threads in options.threads:
            for name in options.peers:
                say(f"{model} {case['name']}: {TITLES[name]}, {threads} thread(s): setting up")
                try:
                    runners[name, threads] = start(name, options, model, case, threads)
                    notes.append(f"{TITLES[name]}, {threads} thread(s): {runners[name, threads].about}")
                except Skipped as why:
                    notes.append(f"{TITLES[name]}, {threads} thread(s): skipped: {why}")
        for number in range(options.rounds):
            say(f"{model} {case['name']}: round {number + 1} of {options.rounds}")
            for key, runner in list(runners.items()):
                try:
                    # The first two find caches and clocks as the runner before left them.
                    fresh = runner.times(options.repeat + 2)[2:]
                    times.setdefault(key, []).extend(fresh)
                except Skipped as why:
                    notes.append(f"{TITLES[key[0]]}, {key[1]} thread(s): stopped in round {number + 1}: {why}")
                    runners.pop(key).close()
    finally:
        for runner in runners.values():
            runner.close()
    return times, notes


def best_tenth(values):
    return statistics.quantiles(values, n=10)[0] if len(values) > 1 else values[0]


def table(options, times):
    head = ["ms"]
    for threads in options.threads:
        head += [f"{threads} thread{'s' if threads > 1 else ''}", "best tenth", "/ SyncFlow"]
    lines = ["| " + " | ".join(head) + " |", "|---" * len(head) + "|"]
    for name in options.peers:
        row = [TITLES[name]]
        for threads in options.threads:
            own, reference = times.get((name, threads)), times.get(("sflow", threads))
            row += [f"{statistics.median(own):.2f}", f"{best_tenth(own):.2f}"] if own else ["-", "-"]
            row += [f"{statistics.median(own) / statistics.median(reference):.2f}" if own and reference else "-"]
        lines.append("| " + " | ".join(row) + " |")
    return "\n".join(lines)


def processor():
    for line in Path("/proc/cpuinfo").read_text().splitlines() if Path("/proc/cpuinfo").exists() else []:
        if line.startswith("model name"):
            return line.split(":", 1)[1].strip()
    return platform.processor() or platform.machine()


def install_peers():
    say(f"installing {', '.join(PACKAGES)} into {VENV}")
    subprocess.run([sys.executable, "-m", "venv", str(VENV)], check=True)
    subprocess.run([str(VENV / "bin" / "python"), "-m", "pip", "install", "--quiet", *PACKAGES], check=True)


def newest_tool():
    built = [*cases.REPOSITORY.glob("build/bin/sflow-run"), *cases.REPOSITORY.glob("build/*/bin/sflow-run")]
    return str(max(built, key=os.path.getmtime)) if built else "sflow-run"


def parse():
    names, numbers = (lambda text: text.split(",")), (lambda text: [int(part) for part in text.split(",")])
    numbers.__name__ = "list of numbers"  # What argparse calls it in its error.
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--models", type=names, default=["minilm"], metavar="NAME,...", help=", ".join(cases.model_names()))
    parser.add_argument("--threads", type=numbers, default=[1, 2], metavar="N,...")
    parser.add_argument("--peers", type=names, default=list(TITLES), metavar="NAME,...", help=", ".join(TITLES))
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--repeat", type=int, default=10, help="runs of each in one round that count (default 10)")
    parser.add_argument("--install-peers", action="store_true", help="install the peers into build/venv-bench first")
    parser.add_argument("--python", metavar="PATH", help="Python that has the peers (default: build/venv-bench, or this one)")
    parser.add_argument("--sflow-run", dest="tool", metavar="PATH", help="default: the newest below build/, or from PATH")
    parser.add_argument("--json", metavar="FILE", help="also write every single time")
    options = parser.parse_args()
    for given, known in ((options.models, cases.model_names()), (options.peers, TITLES)):
        if unknown := [name for name in given if name not in known]:
            parser.error(f"unknown: {', '.join(unknown)}; there are {', '.join(known)}")
    if min(options.threads) < 1 or options.rounds < 1 or options.repeat < 1:
        parser.error("--threads, --rounds and --repeat start at 1")
    if options.install_peers:
        install_peers()
    if not options.python:
        options.python = str(VENV / "bin" / "python") if VENV.exists() else sys.executable
    options.tool = options.tool or newest_tool()
    return options


def main():
    options, everything = parse(), []
    print(f"{processor()}, {len(os.sched_getaffinity(0))} usable cores, load average {os.getloadavg()[0]:.1f} at the start; "
          f"{options.rounds} rounds of {options.repeat} runs, medians in ms.")
    for model in options.models:
        described = cases.load(model)
        missing = [file for file in cases.parameter_files(model, described) if not file.exists()]
        if missing:
            print(f"\n{model}: skipped: {missing[0].name} is missing; scripts/fetch-weights.sh fetches it")
            continue
        for case in described["cases"]:
            times, notes = measure(options, model, case)
            title = model if len(described["cases"]) == 1 else f"{model} {case['name']}"
            print(f"\n### {title}\n\n{table(options, times)}\n", flush=True)
            print("\n".join(f"- {note}" for note in notes), flush=True)
            everything += [{"model": model, "case": case["name"], "runner": name, "threads": threads, "ms": values}
                           for (name, threads), values in times.items()]
    if options.json:
        Path(options.json).write_text(json.dumps(everything) + "\n")
    sys.exit(0 if everything else 1)


if __name__ == "__main__":
    main()
