#!/usr/bin/env python3
"""A small server in Python, which speaks the wire format, and into which one fault can be planted.

    Tests/CheckServer/server.py [FAULT]     serves on a free port, and prints the address

It stores everything in memory and has the routes of the example service. `broken("name")` stands where the fault of that name
changes what the server does; the faults are listed in `run`. It needs Python 3.9 or later and the package `cryptography`.
"""

import hashlib
import http.server
import importlib.util
import json
import pathlib
import re
import secrets
import sys
import threading
import time

VERIFIER = pathlib.Path(__file__).resolve().parents[1] / "Vectors" / "verify.py"
LIFETIME = 5  # Seconds within which a challenge must be answered.
BODY_LIMIT = 128 << 10


class Refused(Exception):
    """Status 403. The reason is not answered, unless a fault does so."""


class OtherStatus(Exception):
    """Another answer than the wire format has."""


class Collaboration:
    def __init__(self, owner):
        self.owner = owner
        self.known = {}  # The account of each root hash, or None.
        self.removed = set()


class Server:
    def __init__(self, fault=None):
        self.fault = fault
        self.lock = threading.RLock()
        self.collaborations = {}
        self.challenges = {}  # The account, the collaboration and the expiration.
        self.used = set()
        self.tokens = {}
        self.cache = {}
        self.banned = set()
        # A module of its own, since a fault changes it.
        spec = importlib.util.spec_from_file_location("verify", VERIFIER)
        self.verifier = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(self.verifier)
        self.plant()

    def broken(self, fault):
        return self.fault == fault

    # What the verifier and its reader do wrong

    def plant(self):
        verifier, broken = self.verifier, self.broken
        read_key, read_signature, verify, read_text = verifier.read_key, verifier.read_signature, verifier.verify, verifier.read_text

        policies = {
            "signs-hash": {"signedForm": "challengeHash"}, "signs-base64": {"signedForm": "base64"},
            "raw-signatures": {"signatureEncoding": "raw"}, "compressed-tree": {"keyEncoding": "compressed"},
        }
        if change := policies.get(self.fault):
            # A proof that is refused is verified again. "granted" comes after "denied".
            verifier.verify = lambda *parts: max(verify(*parts), verify(*parts, {**verifier.STANDARD, **change}))
        if broken("no-signature"):
            class Anything:
                def verify(self, *_):
                    pass
            verifier.read_key = lambda *parts: read_key(*parts) and Anything()
        if broken("lenient-signatures"):
            def lenient(signature, encoding):
                rest = signature[2:] if len(signature) > 1 and signature[1] < 128 else signature[3:]
                r_length = rest[1]
                r, s = rest[2:2 + r_length], rest[4 + r_length:4 + r_length + rest[3 + r_length]]
                return verifier.utils.encode_dss_signature(int.from_bytes(r, "big"), int.from_bytes(s, "big"))
            verifier.read_signature = lenient
        if broken("low-s-only"):
            def low(signature, encoding):
                signature = read_signature(signature, encoding)
                if verifier.utils.decode_dss_signature(signature)[1] > verifier.N // 2:
                    raise ValueError
                return signature
            verifier.read_signature = low
        if broken("any-key-form"):
            def normalized(challenge, key, *rest):
                if len(key) == 33:
                    point = verifier.ec.EllipticCurvePublicKey.from_encoded_point(verifier.ec.SECP256R1(), key).public_numbers()
                    key = b"\x04" + point.x.to_bytes(32, "big") + point.y.to_bytes(32, "big")
                return verify(challenge, b"\x04" + key if len(key) == 64 else key, *rest)
            verifier.verify = normalized
        verifier.verify = {
            "index-folds": lambda challenge, key, index, hashes, *rest: verify(challenge, key, index % 2 ** len(hashes), hashes, *rest),
            "index-wraps": lambda challenge, key, index, *rest: verify(challenge, key, index % 2 ** 64, *rest),
            "first-device-only": lambda *parts: verify(*parts) if parts[2] == 0 else "denied",
        }.get(self.fault, verifier.verify)
        verifier.read_text = {
            "names-twice": json.loads,
            "text-after-message": lambda text: read_text(json.dumps(json.JSONDecoder().raw_decode(text.decode())[0]).encode()),
            "no-limits": lambda text: json.loads(text, object_pairs_hook=self.once),
            "index-as-decimal": lambda text: read_text(re.sub(rb'"publicKeyIndex":0\.0', b'"publicKeyIndex":0', text)),
            "null-is-empty": lambda text: read_text(text.replace(b":null", b":[]")),
        }.get(self.fault, read_text)
        if broken("lenient-base64"):
            verifier.data = lambda value: verifier.base64.b64decode(value.replace("\n", "").replace(" ", "") + "==")

    def once(self, pairs):
        self.verifier.require(len(dict(pairs)) == len(pairs))
        return dict(pairs)

    # The sender's app

    def start(self, account, text):
        typed, require = self.verifier.typed, self.verifier.require
        request = typed(dict, self.verifier.read_text(text))
        require(len(typed(str, request["localIdentifier"]).encode()) <= 1024)
        require(typed(list, request["selectedOptions"]) in [["read"], ["write"]])
        identifier = secrets.token_hex(13)
        self.collaborations[identifier] = Collaboration(account)
        return {"collaborationIdentifier": identifier, "url": f"https://localhost/{identifier}"}

    def collaboration(self, identifier):
        if identifier not in self.collaborations:
            raise OtherStatus(404) if self.broken("unknown-404") else Refused("no such collaboration")
        return self.collaborations[identifier]

    def read_update(self, text):
        typed, require = self.verifier.typed, self.verifier.require
        update = typed(dict, self.verifier.read_text(text))
        require(not (self.broken("no-new-members") and len(update) > 3))
        identifier = typed(str, update["collaborationIdentifier"])
        require(1 <= len(identifier.encode()) <= 1024 or self.broken("no-limits"))
        lists = []
        for name in ["addedIdentities", "removedIdentities"]:
            lists.append([self.verifier.data(typed(dict, each)["rootHash"]) for each in typed(list, update[name])])
            if self.broken("applied-too-early") and lists[0]:
                for root in lists[0]:
                    self.collaborations[identifier].known.setdefault(root)
            require(all(len(root) == 32 for root in lists[-1]) or self.broken("short-root-hashes"))
        require(len(lists[0]) + len(lists[1]) <= 1_000 or self.broken("no-limits"))
        return identifier, *lists

    def update(self, account, path, text):
        identifier, added, removed = self.read_update(text)
        if identifier != path:
            raise Refused("another collaboration")
        collaboration = self.collaboration(identifier)
        if account != collaboration.owner and not self.broken("anyone-invites"):
            raise Refused("not the owner")
        if self.broken("updates-get-lost"):
            before = dict(collaboration.known)
            time.sleep(0.05)
            collaboration.known = {**before, **{root: before.get(root) for root in added}}
            added = []
        with self.lock:
            if self.broken("repetition-409") and removed and all(root in collaboration.removed for root in removed):
                raise OtherStatus(409)
            accounts = {collaboration.known.get(root) for root in removed} - {None}
            if self.broken("removal-bans-account"):
                self.banned |= {(identifier, account) for account in accounts}
            for root in removed:
                if self.broken("early-removal-lost") and root not in collaboration.known:
                    continue
                collaboration.removed.add(root)
                if self.broken("removal-leaves-access"):
                    continue
                if self.broken("removed-proves-again"):
                    collaboration.known[root] = None
                else:
                    collaboration.known.pop(root, None)
            for root in added:
                if self.broken("addition-wins") and root in removed or self.broken("late-addition") and root not in removed:
                    collaboration.removed.discard(root)
                if self.broken("repetition-resets") or root not in collaboration.known and root not in collaboration.removed:
                    collaboration.known[root] = None
            others = self.collaborations.values() if self.broken("removal-everywhere") else [collaboration]
            if self.broken("removal-everywhere") or self.broken("removal-takes-all"):
                for each in others:
                    each.known.update({root: None for root, account in each.known.items() if account in accounts})

    # The recipients

    def challenge(self, account, identifier):
        if self.broken("challenge-404") and identifier not in self.collaborations:
            raise OtherStatus(404)
        challenge = secrets.token_bytes(8 if self.broken("short-challenges") else 32)
        if self.broken("one-challenge"):
            challenge = hashlib.sha256(f"{account} {identifier}".encode()).digest()
        self.challenges[challenge] = (account, identifier, time.monotonic() + LIFETIME)
        return {"challenge": self.verifier.base64.b64encode(challenge).decode()}

    def check(self, challenge, account, identifier):
        issued = self.challenges.get(challenge)
        if issued is None and self.broken("half-of-challenge"):
            issued = next((value for key, value in self.challenges.items() if key[:16] == challenge[:16]), None)
        if issued is None:
            if self.broken("any-challenge"):
                return
            raise Refused("an unknown challenge")
        if issued[0] != account and not self.broken("challenge-of-any-account"):
            raise Refused("another account's challenge")
        if issued[1] != identifier and not self.broken("challenge-of-any-collaboration"):
            raise Refused("another collaboration's challenge")
        if issued[2] < time.monotonic() and not self.broken("never-expires"):
            raise Refused("an expired challenge")

    def known(self, collaboration, own):
        """The root hashes that may be proven, where `own` are those in the message."""
        if self.broken("any-identity"):
            return Everything()
        if self.broken("one-list-of-identities"):
            return {root for each in self.collaborations.values() for root in each.known}
        known = set(collaboration.known) | {self.verifier.data(root) for root in own}
        return known - collaboration.removed if self.broken("removal-leaves-access") else known

    def prove(self, account, identifier, text):
        verifier, broken = self.verifier, self.broken
        message = verifier.typed(dict, verifier.read_text(text))
        own = message.get("knownRootHashes", []) if broken("client-root-hashes") else []
        # The verifier reads a request, whose other members the server has.
        parts = {"challenge": message["challenge"], "proof": message["proof"]}
        request = {**parts, "collaborationIdentifier": identifier, "knownRootHashes": []}
        challenge, key, index, hashes, signature, _ = verifier.read_request(json.dumps(request).encode())
        collaboration = self.collaboration(identifier)
        self.check(challenge, account, identifier)
        if broken("empty-proof-409") and not key and not hashes:
            raise OtherStatus(409)
        if broken("hash-of-31-bytes-500") and any(len(each) != 32 for each in hashes):
            raise OtherStatus(500)
        use = signature if broken("remembers-signatures") else challenge
        if use in self.used and not broken("replay"):
            if broken("replay-revokes"):
                collaboration.known.clear()
            raise Refused("a replay")
        if broken("used-at-once"):
            time.sleep(0.05)
        answer = verifier.verify(challenge, key, index, hashes, signature, self.known(collaboration, own))
        if not answer.startswith("granted"):
            raise Refused(answer)
        root = bytes.fromhex(answer.split()[1])
        if broken("removed-at-once"):
            time.sleep(0.05)
        with self.lock:
            if use in self.used and not broken("replay") and not broken("used-at-once"):
                raise Refused("a replay")
            self.used.add(use)
            if (identifier, account) in self.banned:
                raise Refused("a banned account")
            if root not in self.known(collaboration, own) and not broken("removed-at-once"):
                raise Refused("removed meanwhile")
            if broken("last-identity-counts"):
                collaboration.known.update({each: None for each, owner in collaboration.known.items() if owner == account})
            if not broken("grants-nothing"):
                collaboration.known[root] = account

    def read(self, account, identifier):
        collaboration = self.collaboration(identifier)
        allowed = account == collaboration.owner or account in collaboration.known.values()
        if self.broken("caches-access"):
            allowed = self.cache[account, identifier] = allowed or self.cache.get((account, identifier), False)
        if not allowed and not self.broken("anyone-reads"):
            raise Refused("no access")
        return {"isOwner": account == collaboration.owner, "selectedOptions": ["write"]}


class Everything:
    def __contains__(self, _):
        return True


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True

    def log_message(self, *_):
        pass

    def respond(self, status, body=None, kind="application/json; charset=utf-8", **headers):
        content = b"" if body is None else body if isinstance(body, bytes) else json.dumps(body).encode()
        self.send_response(status)
        for name, value in {"Content-Type": kind, **headers}.items() if content else headers.items():
            self.send_header(name, value)
        if status != 204:
            self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def do_GET(self):
        self.do_POST()

    def do_POST(self):
        server, broken = self.server.application, self.server.application.broken
        length = int(self.headers.get("Content-Length", 0))
        if length > BODY_LIMIT and not broken("no-limit-of-bodies"):
            self.close_connection = True
            return self.respond(413, {"error": "tooLarge", "message": f"The body has more than {BODY_LIMIT} bytes."}, Connection="close")
        body = self.rfile.read(length)
        if broken("no-limit-of-bodies"):
            body = body.rstrip()  # The reader of the text has a limit too.
        try:
            answer = self.answer(server, broken, body)
            self.respond(204 if answer is None else 200, answer)
        except Refused as refusal:
            reason = {"error": str(refusal)} if broken("tells-reason") else {"error": "accessDenied"}
            headers = {"X-Reason": "replay"} if broken("reason-in-header") and "replay" in str(refusal) else {}
            kind = "text/plain" if broken("plain-text") else "application/json; charset=utf-8"
            self.respond(403, reason, kind, **headers)
        except OtherStatus as other:
            self.respond(other.args[0], {"error": "other", "message": "Other."})
        except (server.verifier.Malformed, KeyError, ValueError, TypeError, AttributeError, RecursionError):
            status = 500 if broken("malformed-500") else 403 if broken("malformed-403") else 400
            self.respond(status, b"" if broken("silent-400") else {"error": "malformed", "message": "The message is malformed."})

    def answer(self, server, broken, body):
        if self.path == "/development/tokens":
            token = secrets.token_hex(16)
            server.tokens[token] = json.loads(body)["account"]
            return {"token": token}
        token = self.headers.get("Authorization", "").removeprefix("Bearer ")
        account = server.tokens.get(token)
        if account is None and broken("no-token-needed" if not token else "any-token"):
            account = "bob"
        if account is None:
            raise OtherStatus(401)
        parts = self.path.strip("/").split("/")
        if parts == ["collaborations"]:
            return server.start(account, body)
        if len(parts) == 2:
            return server.read(account, parts[1])
        if parts[2] == "participants":
            return server.update(account, parts[1], body)
        if parts[2] == "challenge":
            return server.challenge(account, parts[1])
        return server.prove(account, parts[1], body)


class HTTPServer(http.server.ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 64

    def handle_error(self, *_):
        pass  # A client that closes its connection is no fault.


def make(fault=None):
    """A server on a free port, which does not serve yet, and its address."""
    server = HTTPServer(("127.0.0.1", 0), Handler)
    server.application = Server(fault)
    return server, f"http://127.0.0.1:{server.server_address[1]}"


if __name__ == "__main__":
    server, address = make(*sys.argv[1:2])
    print(f"Serving on {address}", flush=True)
    server.serve_forever()
