# SPDX-License-Identifier: AGPL-3.0-or-later
# SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
"""Check conditions on the totals of a report that sflow-run wrote.

    report.py REPORT.json 'waits_kept <= 16' 'arena_bytes <= 1.1 * peak_live_bytes' ...
"""
import json
import sys

totals = json.load(open(sys.argv[1]))["totals"]
wrong = [condition for condition in sys.argv[2:] if not eval(condition, {"__builtins__": {}}, totals)]
for condition in wrong:
    print(f"{sys.argv[1]}: not so: {condition}")
if wrong or len(sys.argv) < 3:
    sys.exit(f"totals: {json.dumps(totals)}")
