#!/usr/bin/env python3
"""A back end with documents of its own, which asks the collaboration service who may read and write them.

    SERVICE=http://127.0.0.1:9080 BACKEND_TOKEN=... PORT=8090 ./backend.py
"""
import json, os, re, sys, threading, time, urllib.error, urllib.request
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import quote

documents, cache, event_count = {}, {}, 0

def ask(method, path, body=None):
    headers = {"Authorization": f"Bearer {os.environ['BACKEND_TOKEN']}", "Content-Type": "application/json"}
    request = urllib.request.Request(os.environ["SERVICE"] + path, body, headers, method=method)
    with urllib.request.urlopen(request, timeout=5) as answer:
        return answer.read(), answer.headers

def options_of(account, document):
    """What the account may do, None without access.

    It is asked for again when the time is over that the service names, and when the service tells of a change.
    """
    path = f"/collaborations/{quote(document, '')}/accounts/{quote(account, '')}"
    found, end = cache.get(path, (None, 0))
    if time.monotonic() >= end:
        count = event_count
        body, headers = ask("GET", path)
        found, age = json.loads(body), re.search(r"max-age=(\d+)", headers.get("Cache-Control", ""))
        if len(cache) > 10_000:
            cache.clear()
        # An answer from before a change is not kept.
        if age and count == event_count:
            cache[path] = found, time.monotonic() + int(age[1])
    return found["permittedOptions"] if found["hasAccess"] else None

def follow_changes():
    """Forgets what it knows of a collaboration when access changes in it. Your sessions and websockets are closed here too."""
    global event_count
    last = None
    while True:
        headers = {"Authorization": f"Bearer {os.environ['BACKEND_TOKEN']}"} | ({"Last-Event-ID": last} if last else {})
        try:
            # The service sends a line every ten seconds. With several servers, follow each.
            with urllib.request.urlopen(urllib.request.Request(os.environ["SERVICE"] + "/changes", headers=headers), timeout=30) as lines:
                for line in lines:
                    name, _, value = line.decode().rstrip("\n").partition(": ")
                    if name == "id":
                        last = value
                    elif name == "data":
                        event_count += 1
                        # After an event `missed` there is no name, and everything is forgotten.
                        changed = json.loads(value).get("collaboration")
                        prefix = f"/collaborations/{quote(changed, '')}/" if changed else ""
                        for path in [path for path in list(cache) if path.startswith(prefix)]:
                            cache.pop(path, None)
        except Exception as error:
            # Also when the stream is cut within a chunk, which is no OSError.
            print(f"The changes cannot be followed: {error!r}", file=sys.stderr)
        time.sleep(1)

def answer(method, name, action, account, body):
    document = documents.get(name)
    if not document and method == "PUT":
        documents[name] = {"owner": account, "text": body}
        return 201, b""
    is_owner = document and document["owner"] == account
    options = ["write"] if is_owner else options_of(account, name) if document else None
    if (method, action) == ("GET", "") and options is not None:
        return 200, document["text"]
    if (method, action) == ("PUT", "") and "write" in (options or []):
        document["text"] = body
        return 200, b""
    if (method, action) == ("POST", "share") and is_owner:
        # The app sends its StartRequest here, and fulfills its start action with the answer.
        return 200, ask("PUT", f"/collaborations/{quote(name, '')}?account={quote(account, '')}", body)[0]
    if (method, action) == ("DELETE", "") and is_owner:
        ask("DELETE", f"/collaborations/{quote(name, '')}")
        del documents[name]
        return 204, b""
    return 403, b'{"error":"accessDenied"}'

class Handler(BaseHTTPRequestHandler):
    def handle_request(self):
        name, _, action = self.path.removeprefix("/documents/").partition("/")
        body = self.rfile.read(int(self.headers["Content-Length"] or 0))
        try:
            # Your sign-in goes here. This one believes the client, so it listens on this machine alone.
            status, body = answer(self.command, name, action, self.headers["Account"] or "", body)
        except urllib.error.HTTPError as error:
            status, body = error.code, error.read()
        except OSError:
            status, body = 503, b'{"error":"the collaboration service does not answer"}'
        self.send_response(status)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    do_GET = do_PUT = do_POST = do_DELETE = handle_request

threading.Thread(target=follow_changes, daemon=True).start()
server = ThreadingHTTPServer(("127.0.0.1", int(os.environ.get("PORT", "8090"))), Handler)
print(f"Serving on http://127.0.0.1:{server.server_port}", flush=True)
server.serve_forever()
