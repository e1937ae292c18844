#!/usr/bin/env python3
# SPDX-License-Identifier: AGPL-3.0-or-later
# SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
"""Breaks a right program in every way that counts, one at a time, and asks the checker about each.

Takes a module in the async or the placed form. Mutants:
  edge    one token operand less in an `after(...)`, a wait or a join. The checker has to fail, and its report has to name
          both accesses, the bytes, both locations and the missing edge.
  outs    one entry of `outs` becomes one of `ins`: the body then writes what is declared read only.
  access  one entry of `ins` or `outs` less, with its block argument: the body then has no way to it.
Prints `N mutants, N rejected`; exit code 1 if one survives, 2 if the program itself is not accepted.
"""
import argparse
import concurrent.futures
import re
import subprocess
import sys

HEADER = re.compile(r"^\s*(?:[%\w:#, ]+ = )?syncflow\.([a-z_]+)\b")
OPENING = {"(": ")", "<": ">", "[": "]", "{": "}"}


def closing(text, start):
    """Position of the bracket that closes the one at `start`; strings and arrows are looked over."""
    stack, i = [], start
    while i < len(text):
        c = text[i]
        if c == '"':
            i = text.index('"', i + 1)
            while text[i - 1] == "\\":
                i = text.index('"', i + 1)
        elif c == "-" and text[i + 1:i + 2] == ">":
            i += 1
        elif c in OPENING:
            stack.append(OPENING[c])
        elif stack and c == stack[-1]:
            stack.pop()
            if not stack:
                return i
        i += 1
    raise ValueError("unbalanced: " + text)


def split(text):
    """Comma separated parts, commas inside of brackets kept."""
    parts, depth, begin = [], 0, 0
    for i, c in enumerate(text):
        depth += c in "(<[{"
        depth -= c in ")]}" or (c == ">" and text[i - 1] != "-")
        if c == "," and depth == 0:
            parts.append(text[begin:i].strip())
            begin = i + 1
    last = text[begin:].strip()
    return parts + [last] if last else parts


def clause(line, keyword):
    """(begin, end, parts) of ` keyword(...)` on a header line, outside of strings; None when it is not there."""
    plain = re.sub(r'"(?:[^"\\]|\\.)*"', lambda m: "_" * len(m.group()), line)
    found = re.search(r"\b" + re.escape(keyword) + r"\(", plain)
    if not found:
        return None
    end = closing(line, found.end() - 1)
    return found.start(), end + 1, split(line[found.end():end])


def with_clause(line, keyword, parts):
    """The line with the parts of a clause replaced; a clause without parts goes."""
    place = clause(line, keyword)
    if place is None:
        # ins stand in front of outs.
        at = clause(line, "outs")[0] if clause(line, "outs") else line.rindex("{")
        return line[:at] + f"{keyword}({', '.join(parts)}) " + line[at:]
    begin, end, _ = place
    if parts:
        return line[:begin] + f"{keyword}({', '.join(parts)})" + line[end:]
    return line[:begin].rstrip() + " " + line[end:].lstrip()


def body_end(lines, header):
    """Index of the line that closes the region that `header` opens."""
    indent = len(lines[header]) - len(lines[header].lstrip())
    for i in range(header + 1, len(lines)):
        if lines[i].startswith(" " * indent + "}"):
            return i
    raise ValueError("no end of " + lines[header])


def edge_mutants(lines):
    for i, line in enumerate(lines):
        header = HEADER.match(line)
        if not header:
            continue
        op = header.group(1)
        keyword = "syncflow." + op if op in ("wait", "join") else "after"
        found = clause(line, keyword)
        for k, token in enumerate(found[2] if found else []):
            rest = found[2][:k] + found[2][k + 1:]
            if op == "wait" and not rest:
                changed = lines[:i] + lines[i + 1:]
            elif op in ("wait", "join"):
                begin, end, _ = found
                changed = lines[:i] + [line[:begin] + f"{keyword}({', '.join(rest)})" + line[end:]] + lines[i + 1:]
            else:
                changed = lines[:i] + [with_clause(line, "after", rest)] + lines[i + 1:]
            yield "edge", f"line {i + 1}: {op} without {token}", changed


def access_mutants(lines):
    for i, line in enumerate(lines):
        header = HEADER.match(line)
        if not header or header.group(1) != "task":
            continue
        body = "\n".join(lines[i + 1:body_end(lines, i)])
        ins, outs = clause(line, "ins"), clause(line, "outs")
        for keyword, found in (("ins", ins), ("outs", outs)):
            for k, entry in enumerate(found[2] if found else []):
                argument, kind = entry.split(" = ")[0], entry.split(" : ", 1)[1]
                # What the body never mentions is no access.
                used = re.search(re.escape(argument) + r"(?![\w])", body)
                if not used or not kind.startswith("memref"):
                    continue
                rest = found[2][:k] + found[2][k + 1:]
                less = with_clause(line, keyword, rest)
                yield "access", f"line {i + 1}: task without {keyword} {argument}", lines[:i] + [less] + lines[i + 1:]
                if keyword == "outs":
                    moved = with_clause(less, "ins", (ins[2] if ins else []) + [entry])
                    yield "outs", f"line {i + 1}: {argument} declared as read only", lines[:i] + [moved] + lines[i + 1:]


def run(command, text):
    done = subprocess.run(command, input=text, capture_output=True, text=True)
    return done.returncode, done.stderr


RACE = re.compile(r":\d+:\d+: error: (?:loop-carried )?race .*bytes [\d?]+\.\.[\d?]+ of \S+.*: (.*)")
PLACE = re.compile(r":\d+:\d+: note: .*(reads|writes).*(bytes [\d?]+\.\.[\d?]+|any memory)")


def complaint(kind, code, report):
    """What is wrong with the checker's answer to a mutant; empty if nothing is."""
    if code == 0:
        return "accepted"
    if code < 0:
        return f"the checker ended by signal {-code}"
    if kind != "edge":
        return "" if "error:" in report else "no error is named"
    race = RACE.search(report)
    if not race:
        return "no race is named: " + report.strip().splitlines()[0]
    # At a return the second access is the caller's, and stands in the error itself.
    wanted = 1 if "the function returns" in race.group(1) else 2
    if len(PLACE.findall(report)) < wanted:
        return "an access or its location is missing"
    if not re.search(r":\d+:\d+: note: missing edge: .*token", report):
        return "the missing edge is not named"
    return ""


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("file")
    parser.add_argument("--opt", default="sflow-opt", help="sflow-opt to use")
    parser.add_argument("--only", choices=["edge", "access"], help="one kind of mutants")
    parser.add_argument("--jobs", type=int, default=2)
    args = parser.parse_args()

    with open(args.file) as source:
        code, errors = run([args.opt, "--syncflow-verify", "-o", "/dev/null"], text := source.read())
    if code:
        print(errors, file=sys.stderr)
        print(f"{args.file}: the program itself is not accepted", file=sys.stderr)
        return 2
    # Printed by the tool itself, every op has its header on one line.
    printed = subprocess.run([args.opt], input=text, capture_output=True, text=True, check=True).stdout
    lines = printed.rstrip("\n").split("\n")

    mutants = []
    if args.only != "access":
        mutants += edge_mutants(lines)
    if args.only != "edge":
        mutants += access_mutants(lines)

    def judge(mutant):
        kind, what, changed = mutant
        return kind, what, complaint(kind, *run([args.opt, "--syncflow-verify", "-o", "/dev/null"], "\n".join(changed) + "\n"))

    with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
        answers = list(pool.map(judge, mutants))
    survivors = [a for a in answers if a[2]]
    for kind, what, wrong in survivors:
        print(f"survived ({kind}): {what}: {wrong}")
    print(f"{len(answers)} mutants, {len(answers) - len(survivors)} rejected")
    return 1 if survivors or not answers else 0


if __name__ == "__main__":
    sys.exit(main())
