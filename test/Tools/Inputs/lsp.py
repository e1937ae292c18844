# SPDX-License-Identifier: AGPL-3.0-or-later
# SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
"""Opens a file in sflow-lsp-server, as an editor does, and prints what the server says about it: lsp.py FILE LINE COLUMN."""
import json
import pathlib
import subprocess
import sys

path, line, column = pathlib.Path(sys.argv[1]).resolve(), int(sys.argv[2]), int(sys.argv[3])
uri = path.as_uri()
place = {"textDocument": {"uri": uri}, "position": {"line": line - 1, "character": column - 1}}
document = {"uri": uri, "languageId": "mlir", "version": 1, "text": path.read_text(encoding="utf-8")}
messages = [
    {"id": 0, "method": "initialize", "params": {"processId": None, "rootUri": None, "capabilities": {}}},
    {"method": "initialized", "params": {}},
    {"method": "textDocument/didOpen", "params": {"textDocument": document}},
    {"id": 1, "method": "textDocument/hover", "params": place},
    {"id": 2, "method": "shutdown"},
    {"method": "exit"},
]
wire = b""
for message in messages:
    body = json.dumps({"jsonrpc": "2.0", **message}).encode()
    wire += b"Content-Length: %d\r\n\r\n" % len(body) + body
server = subprocess.run(["sflow-lsp-server"], input=wire, capture_output=True, check=True, timeout=60)
rest = server.stdout
while rest:
    head, _, rest = rest.partition(b"\r\n\r\n")
    size = int(head.split(b":")[1])
    answer, rest = json.loads(rest[:size]), rest[size:]
    if answer.get("method") == "textDocument/publishDiagnostics":
        for diagnostic in answer["params"]["diagnostics"]:
            print("diagnostic:", diagnostic["range"]["start"]["line"] + 1, diagnostic["message"])
    elif answer.get("id") == 1:
        print("hover:", json.dumps(answer["result"]))
    elif answer.get("id") == 0:
        print("server:", answer["result"]["serverInfo"]["name"])
