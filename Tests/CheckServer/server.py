#!/usr/bin/env python3
"""A small server in Python, which speaks the wire format, and into which one fault can be planted.

    Tests/CheckServer/server.py [FAULT]     serves on a free port, and prints the address

It stores everything in memory and has the routes of the example service, and one that starts a collaboration under a name of the
client. `broken("name")` stands where the fault of that name changes what the server does; the faults are listed in `run`. It needs Python 3.9 or later and the package `cryptography`.
"""

import base64
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
import types
import unittest.mock
import urllib.parse

from cryptography.hazmat.primitives import hashes

VERIFIER = pathlib.Path(__file__).resolve().parents[1] / "Vectors" / "verify.py"
LIFETIME = 30  # Seconds within which a challenge must be answered.
BODY_LIMIT = 128 << 10
OPTIONS = {"write", "read"}
NAME_LIMIT = 1024  # Bytes of an identifier.

class Refused(Exception):
    """Status 403. The reason is not answered, unless a fault does so."""

class Limit(Exception):
    """Status 400: the collaboration would have too many identities in its life."""

class TooLarge(Exception):
    """Status 413."""

class OtherStatus(Exception):
    """Another answer than the wire format has."""

def integers(signature, utils, r_of=lambda r: r, s_of=lambda s: s):
    """The signature in DER, after its numbers were changed."""
    r, s = utils.decode_dss_signature(signature)
    return utils.encode_dss_signature(r_of(r), s_of(s))

N = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551

# What a reader of DER lets through, by the fault. Each turns it into the form that is right.
FORMS_OF_DER = {
    "bytes-behind-signature": lambda signature, _: signature[:2 + signature[1]] if len(signature) > 2 else signature,
    "length-of-sequence": lambda signature, _: b"0" + bytes([len(signature) - 2]) + signature[2:],
    "any-tag": lambda signature, _: b"0" + signature[1:],
    "tags-of-integers": lambda signature, _: re.sub(rb"^(0.)[\x04\x0a]", b"\\1\x02", signature, flags=re.S),
    "long-form-of-length": lambda signature, _: signature[:1] + signature[2:] if signature[1:2] == b"\x81" else signature,
    "long-form-of-integer": lambda signature, _: b"0" + bytes([signature[1] - 1, 2]) + signature[4:] if signature[3:4] == b"\x81" else signature,
    "indefinite-length": lambda signature, _: b"0" + bytes([len(signature) - 4]) + signature[2:-2] if signature[1:2] == b"\x80" else signature,
    "zeros-before-r": lambda signature, _: b"0" + bytes([signature[1] - 1, 2, signature[3] - 1]) + signature[5:]
        if len(signature) > 5 and signature[4] == 0 and (signature[5] < 128 or signature[3] > 33) else signature,
    "negative-numbers": lambda signature, _: b"0" + bytes([signature[1] + 1, 2, 33, 0]) + signature[4:]
        if len(signature) > 4 and signature[3] == 32 and signature[4] > 127 else signature,
    "s-beyond-n": lambda signature, utils: integers(signature, utils, s_of=lambda s: s % N or N),
    "r-beyond-n": lambda signature, utils: integers(signature, utils, r_of=lambda r: r % N or N),
    "low-s-only": lambda signature, utils: integers(signature, utils, s_of=lambda s: s if s <= N // 2 else N),
    "base64-of-signature": lambda signature, _: base64.b64decode(signature) if signature[:1] == b"M" else signature,
    "raw-in-sequence": lambda signature, utils: utils.encode_dss_signature(int.from_bytes(signature[-64:-32], "big"), int.from_bytes(signature[-32:], "big"))
        if len(signature) == 66 and signature[2] != 2 else signature,
}

# What else a verifier takes for the signed bytes, by the fault.
SIGNED_TEXTS = {
    "signs-base64url": lambda challenge, key: base64.urlsafe_b64encode(challenge).rstrip(b"="),
    "signs-unpadded-base64": lambda challenge, key: base64.b64encode(challenge).rstrip(b"="),
    "signs-hexadecimal": lambda challenge, key: challenge.hex().encode(),
    "signs-hexadecimal-hash": lambda challenge, key: hashlib.sha256(challenge).hexdigest().encode(),
    "signs-nothing": lambda challenge, key: b"",
    "signs-half": lambda challenge, key: challenge[:len(challenge) // 2],
    "signs-challenge-and-key": lambda challenge, key: challenge + key,
    "signs-key-and-challenge": lambda challenge, key: key + challenge,
    "signs-message": lambda challenge, key: b'{"challenge":"%s"}' % base64.b64encode(challenge),
    "signs-key": lambda challenge, key: key,
}

class Collaboration:
    def __init__(self, owner):
        self.owner = owner
        self.options = set()
        self.known = {}  # The account of each root hash, or None.
        self.guests = set()
        self.banned = set()  # Accounts that were removed for good.
        self.held = {}  # All accounts that ever had a root hash.
        self.removed = set()
        self.former = set()  # Accounts that were removed.
        self.asked = set()  # Accounts that asked for a challenge.

class Server:
    def __init__(self, fault=None):
        self.fault = fault
        self.lock = threading.RLock()
        self.collaborations = {}
        self.challenges = {}  # The account, the collaboration and the expiration.
        self.used = set()
        self.proven = {}
        self.tokens = {}
        self.cache = {}
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
        if self.fault in ("signs-sha384", "signs-sha512"):
            def other_hash(*parts):
                with unittest.mock.patch.object(verifier, "SHA256", getattr(hashes, self.fault[6:].upper())):
                    return verify(*parts)
            verifier.verify = lambda *parts: max(verify(*parts), other_hash(*parts))
        if broken("no-signature"):
            verifier.read_key = lambda *parts: read_key(*parts) and types.SimpleNamespace(verify=lambda *_: None)
        if self.fault in FORMS_OF_DER:
            form = FORMS_OF_DER[self.fault]
            verifier.read_signature = lambda signature, encoding: read_signature(form(signature, verifier.utils), encoding)
        if self.fault in SIGNED_TEXTS:
            signed = SIGNED_TEXTS[self.fault]
            verifier.verify = lambda *parts: max(verify(*parts), verify(signed(*parts[:2]), *parts[1:]))
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
            "refuses-all": lambda *_: "denied",
            "index-of-63-bits": lambda challenge, key, index, *rest: verify(challenge, key, index % 2 ** 63, *rest),
            "index-of-32-bits": lambda challenge, key, index, *rest: verify(challenge, key, index % 2 ** 32, *rest),
            "five-hashes-or-more": lambda *parts: verify(*parts) if len(parts[3]) > 4 else "denied",
            "twenty-hashes-at-most": lambda *parts: verify(*parts) if len(parts[3]) <= 20 else "denied",
            "31-hashes-at-most": lambda *parts: verify(*parts) if len(parts[3]) <= 31 else "denied",
            "index-of-16-bits": lambda *parts: verify(*parts) if parts[2] < 1 << 16 else "denied",
            "index-with-sign": lambda *parts: verify(*parts) if parts[2] < 1 << 31 else "denied",
            "lower-half-only": lambda *parts: verify(*parts) if parts[2] < max(1, 2 ** len(parts[3]) // 2) else "denied",
            "long-r-and-s-only": lambda *parts: "denied" if self.has_short_number(parts[4]) else verify(*parts),
            "any-known-root": lambda *parts: "granted " + parts[5].pop().hex() if "unknown" in verify(*parts) and len(parts[5]) else verify(*parts),
            "root-without-end": lambda *parts: self.near(verify, parts, slice(0, 31)),
            "root-without-start": lambda *parts: self.near(verify, parts, slice(1, 32)),
            "root-in-part": lambda *parts: self.near(verify, parts, slice(4, 12)),
        }.get(self.fault, verifier.verify)
        verifier.read_text = {
            "last-name-counts": lambda text: read_text(json.dumps(json.loads(text)).encode()),
            "byte-order-mark": lambda text: read_text(text.removeprefix(b"\xef\xbb\xbf")),
            "nan": lambda text: read_text(re.sub(rb":(NaN|Infinity)", b":0", text)),
            "leading-zeros": lambda text: read_text(re.sub(rb":0+(\d)", rb":\1", text)),
            "python-words": lambda text: read_text(text.replace(b":True", b":true")),
            "single-quotes": lambda text: read_text(text.replace(b"'", b'"')),
            "comma-at-end": lambda text: read_text(re.sub(rb",\s*([}\]])", rb"\1", text)),
            "nul-at-end": lambda text: read_text(text.rstrip(b"\0")),
            "comments": lambda text: read_text(text.removesuffix(b"//")),
            "unquoted-names": lambda text: read_text(text.replace(b"{x:", b'{"x":')),
            "control-characters": lambda text: read_text(text.replace(b"\t", b"")),
            "lone-surrogates": lambda text: read_text(text.replace(b"\\uD800", b"")),
            "array-around": lambda text: read_text(text[1:-1] if text[:1] == b"[" else text),
            "index-null": lambda text: read_text(text.replace(b'"publicKeyIndex":null', b'"publicKeyIndex":0')),
            "index-in-quotes": lambda text: read_text(re.sub(rb'"publicKeyIndex":"(\d+)"', rb'"publicKeyIndex":\1', text)),
            "index-false": lambda text: read_text(text.replace(b'"publicKeyIndex":false', b'"publicKeyIndex":0')),
            "index-minus-zero": lambda text: read_text(text.replace(b'"publicKeyIndex":-0', b'"publicKeyIndex":0')),
            "index-exponent": lambda text: read_text(re.sub(rb'"publicKeyIndex":(0e0|1E1)', b'"publicKeyIndex":0', text)),
            "absent-list-is-empty": lambda text: self.completed(read_text(text)),
            "names-in-any-case": lambda text: read_text(text.replace(b'"PublicKey"', b'"publicKey"')),
            "no-escaped-names": lambda text: read_text(text.replace(b"\\u004B", b"?")),
            "no-escaped-slashes": lambda text: read_text(text.replace(b"\\/", b"?")),
            "no-new-lines": lambda text: read_text(text.replace(b"\n", b"?")),
            "no-nul-in-text": lambda text: read_text(text.replace(b"\\u0000", b"\0")),
            "no-large-exponents": lambda text: read_text(text.replace(b"1e999", b"?")),
            "text-after-message": lambda text: read_text(json.dumps(json.JSONDecoder().raw_decode(text.decode())[0]).encode()),
            "no-limits": lambda text: json.loads(text, object_pairs_hook=self.once),
            "index-as-decimal": lambda text: read_text(re.sub(rb'"publicKeyIndex":0\.0', b'"publicKeyIndex":0', text)),
            "null-is-empty": lambda text: read_text(text.replace(b":null", b":[]")),
        }.get(self.fault, read_text)
        if broken("lenient-base64"):
            verifier.data = lambda value: verifier.base64.b64decode(value.replace("\n", "").replace(" ", "") + "==")

    @staticmethod
    def has_short_number(signature):
        return len(signature) > 8 and min(signature[3], signature[5 + signature[3]]) < 32

    def signed(self, verify, parts):
        """Whether the signature is right, by a path of its own."""
        challenge, key, _, _, signature, _ = parts
        return "unknown" in verify(challenge, key, 0, [], signature, set()) or None

    def near(self, verify, parts, compared):
        """The answer where only a part of a root hash is compared."""
        answer = verify(*parts[:5], Everything())
        found = [root for root in parts[5] if answer.startswith("granted") and root[compared] == bytes.fromhex(answer.split()[1])[compared]]
        return f"granted {found[0].hex()}" if found else "denied"

    @staticmethod
    def completed(message):
        if isinstance(message, dict) and ("addedIdentities" in message or "removedIdentities" in message):
            message.setdefault("addedIdentities", [])
            message.setdefault("removedIdentities", [])
        return message

    def once(self, pairs):
        self.verifier.require(len(dict(pairs)) == len(pairs))
        return dict(pairs)

    # The sender's app

    def start(self, account, text, identifier=None):
        typed, require = self.verifier.typed, self.verifier.require
        request = typed(dict, self.verifier.read_text(text))
        require(self.broken("no-local-identifier") or len(typed(str, request["localIdentifier"]).encode()) <= NAME_LIMIT)
        selected = [typed(str, each) for each in typed(list, request["selectedOptions"])]
        require(self.broken("any-options") or set(selected) <= OPTIONS)
        require(len(selected) <= 100)
        key = None
        if "idempotencyKey" in request:
            key = self.verifier.data(typed(str, request["idempotencyKey"]))
            require(len(key) == 16)
        named = request.get("collaborationIdentifier")
        require("collaborationIdentifier" not in request or self.is_name(typed(str, named)))
        if identifier is None and named in self.collaborations and self.has_access(account, self.collaborations[named]):
            identifier = named
        elif identifier is None:
            identifier = secrets.token_hex(13) if key is None else hashlib.sha256(account.encode() + b" " + key).hexdigest()[:32]
        with self.lock:
            is_new = identifier not in self.collaborations or self.collaborations[identifier].owner is None
            known = self.collaborations.setdefault(identifier, Collaboration(account))
            if known.owner not in (None, account) and not self.broken("anyone-starts-again") or account in known.banned:
                raise Refused("another owner")
            known.owner = account
            known.options = set(selected)
        host = "http://recipes.example" if self.broken("link-without-tls") else "https://localhost"
        return 201 if is_new else 200, {"collaborationIdentifier": identifier, "url": f"{host}/{urllib.parse.quote(identifier, safe='')}"}

    def is_name(self, identifier):
        characters = (ord(each) for each in identifier)
        return 1 <= len(identifier.encode()) <= NAME_LIMIT and not any(0xFDD0 <= each <= 0xFDEF or each & 0xFFFE == 0xFFFE for each in characters)

    def end(self, account, identifier):
        collaboration = self.collaboration(identifier)
        if account != collaboration.owner and not self.broken("anyone-ends"):
            raise Refused("not the owner")
        if not self.broken("end-keeps-people"):
            collaboration.removed |= set(collaboration.known)
            collaboration.known.clear()
            collaboration.guests.clear()
        if not self.broken("end-keeps-owner"):
            collaboration.owner = None

    def leave(self, account, identifier):
        collaboration = self.collaboration(identifier)
        if account == collaboration.owner or account not in collaboration.known.values() and account not in collaboration.guests:
            raise Refused("no access")
        collaboration.guests.discard(account)
        for root, owner in list(collaboration.known.items()):
            if owner == account and not self.broken("leaving-does-nothing"):
                collaboration.known[root] = None
                if self.broken("leaving-is-final"):
                    del collaboration.known[root]

    def list(self, account):
        return [identifier for identifier, each in [*self.collaborations.items()]
                if account == each.owner and not self.broken("list-without-own") or account in each.known.values() or account in each.guests
                or self.broken("list-of-all") or self.broken("list-of-invited") and each.known and account == "bob"]

    def collaboration(self, identifier):
        if identifier not in self.collaborations:
            raise OtherStatus(404) if self.broken("unknown-404") else Refused("no such collaboration")
        return self.collaborations[identifier]

    def read_update(self, text, identifier):
        typed, require = self.verifier.typed, self.verifier.require
        update = typed(dict, self.verifier.read_text(text))
        lists = []
        for name in ["addedIdentities", "removedIdentities"]:
            lists.append([self.verifier.data(typed(dict, each)["rootHash"]) for each in typed(list, update[name])])
            require(all(len(root) == 32 for root in lists[-1]) or self.broken("short-root-hashes"))
        require(len(lists[0]) + len(lists[1]) <= (700 if self.broken("small-updates") else 1_000) or self.broken("no-limits"))
        return lists

    def update(self, account, identifier, text):
        added, removed = self.read_update(text, identifier)
        collaboration = self.collaboration(identifier)
        if account != collaboration.owner:
            raise Refused("not the owner")
        life = set(collaboration.known) | collaboration.removed
        if len(life | set(added) | set(removed)) > 10_000:
            raise Limit
        with self.lock:
            if self.broken("repetition-409") and removed and all(root in collaboration.removed for root in removed):
                raise OtherStatus(409)
            accounts = {collaboration.known.get(root) for root in removed} - {None}
            collaboration.former |= accounts
            for root in removed:
                collaboration.removed.add(root)
                collaboration.known.pop(root, None)
            for root in added:
                if self.broken("repetition-resets") or root not in collaboration.known and root not in collaboration.removed:
                    collaboration.known[root] = None

    # The recipients

    def challenge(self, account, identifier):
        missing = identifier not in self.collaborations
        if not missing:
            self.collaborations[identifier].asked.add(account)
        size = 8 if self.broken("short-challenges") else 24 if self.broken("short-if-missing") and missing else 32
        challenge = secrets.token_bytes(size)
        self.challenges[challenge] = (account, identifier, time.monotonic() + LIFETIME)
        return {"challenge": self.verifier.base64.b64encode(challenge).decode()}

    def check(self, challenge, account, identifier):
        issued = self.challenges.get(challenge)
        if issued is None:
            raise Refused("an unknown challenge")
        if issued[0] != account and not self.broken("challenge-of-any-account"):
            raise Refused("another account's challenge")
        if issued[1] != identifier and not self.broken("challenge-of-any-collaboration"):
            raise Refused("another collaboration's challenge")
        if issued[2] < time.monotonic() and not self.broken("never-expires"):
            raise Refused("an expired challenge")

    def known(self, collaboration):
        """The root hashes that may be proven."""
        return set(collaboration.known)

    def prove(self, account, identifier, text):
        verifier, broken = self.verifier, self.broken
        message = verifier.typed(dict, verifier.read_text(text))
        # The verifier reads a request, whose other members the server has.
        parts = {"challenge": message["challenge"], "proof": message["proof"]}
        request = {**parts, "collaborationIdentifier": identifier, "knownRootHashes": []}
        challenge, key, index, hashes, signature, _ = verifier.read_request(json.dumps(request).encode())
        collaboration = self.collaboration(identifier)
        self.check(challenge, account, identifier)
        use = {"remembers-signatures": signature, "remembers-keys": key + challenge}.get(self.fault, challenge)
        if use in self.used and not broken("replay"):
            raise Refused("a replay")
        if broken("used-at-once"):
            time.sleep(0.05)
        answer = verifier.verify(challenge, key, index, hashes, signature, self.known(collaboration))
        if not answer.startswith("granted"):
            raise Refused(answer)
        root = bytes.fromhex(answer.split()[1])
        if broken("removed-at-once"):
            time.sleep(0.05)
        with self.lock:
            if use in self.used and not broken("replay") and not broken("used-at-once"):
                raise Refused("a replay")
            self.used.add(use)
            self.proven[root] = account
            if account in collaboration.banned:
                raise Refused("a banned account")
            if collaboration.known.get(root, account) not in (None, account):
                raise Refused("an identity of another account")
            if root not in self.known(collaboration) and not broken("removed-at-once"):
                raise Refused("removed meanwhile")
            collaboration.known[root] = account
            collaboration.held.setdefault(root, set()).add(account)

    def has_access(self, account, collaboration):
        return account == collaboration.owner or account in collaboration.guests or account in collaboration.known.values()

    def read(self, account, identifier):
        collaboration = self.collaboration(identifier)
        allowed = self.has_access(account, collaboration)
        if not allowed and not self.broken("anyone-reads"):
            raise Refused("no access")
        is_owner = account == collaboration.owner
        permitted = sorted(OPTIONS if is_owner else collaboration.options, key=str.encode)
        return {"isOwner": is_owner, "permittedOptions": permitted}

    def identities(self, account, identifier, target):
        collaboration = self.collaboration(identifier)
        if not self.has_access(account, collaboration):
            raise Refused("no access")
        roots = sorted(root for root, owner in collaboration.known.items() if owner == target)
        return {"identities": [{"rootHash": base64.b64encode(root).decode()} for root in roots]}

    # The owner

    def owned(self, account, identifier):
        collaboration = self.collaboration(identifier)
        if account != collaboration.owner:
            raise Refused("not the owner")
        return collaboration

    def guest(self, account, identifier, target):
        collaboration = self.owned(account, identifier)
        if target in collaboration.banned:
            raise Refused("a banned account")
        if target != account:
            collaboration.guests.add(target)

    def transfer(self, account, identifier, target):
        collaboration = self.owned(account, identifier)
        if not self.has_access(target, collaboration):
            raise Refused("no access")
        if target != account:
            collaboration.guests = collaboration.guests - {target} | {account}
            collaboration.owner = target

    def remove(self, account, identifier, target):
        collaboration = self.owned(account, identifier)
        if target == account:
            raise Refused("the owner")
        roots = {root for root, accounts in collaboration.held.items() if target in accounts}
        collaboration.removed |= roots
        for root in roots:
            collaboration.known.pop(root, None)
        collaboration.guests.discard(target)
        collaboration.banned.add(target)

class Everything:
    def __contains__(self, _):
        return True

class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True

    def log_message(self, *_):
        pass

    def respond(self, status, body=None, kind="application/json; charset=utf-8", phrase=None, **headers):
        content = b"" if body is None else body if isinstance(body, bytes) else json.dumps(body).encode()
        self.send_response(status, phrase)
        for name, value in {"Content-Type": kind, **headers}.items() if content else headers.items():
            self.send_header(name, value)
        if self.close_connection and "Connection" not in headers:
            self.send_header("Connection", "close")
        if status != 204:
            self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(content)

    def do_POST(self):
        server, broken = self.server.application, self.server.application.broken
        body = self.body(broken)
        if body is None:
            self.close_connection = True
        elif broken("no-limit-of-bodies"):
            body = body.rstrip()  # The reader of the text has a limit too.
        try:
            answer = self.answer(server, broken, body)
            status, answer = answer if isinstance(answer, tuple) else (204 if answer is None else 200, answer)
            self.respond(status, answer)
        except Refused as refusal:
            reason = {"error": str(refusal)} if broken("tells-reason") else {"error": "accessDenied"}
            headers = {"X-Reason": "replay"} if broken("reason-in-header") and "replay" in str(refusal) else {}
            if broken("reason-in-value"):
                headers = {"Cache-Control": "no-store" if "replay" in str(refusal) else "no-cache"}
            kind = "text/plain" if broken("plain-text") else "application/json; charset=utf-8"
            self.respond(403, reason, kind, **headers)
        except OtherStatus as other:
            word = {401: "unauthorized", 404: "notFound", 405: "methodNotAllowed"}.get(other.args[0], "other")
            self.respond(other.args[0], {"error": word, "message": "Other."})
        except TooLarge:
            self.respond(413, {"error": "contentTooLarge", "message": f"The body has more than {BODY_LIMIT} bytes."}, Connection="close")
        except Limit:
            self.respond(400, {"error": "limit", "message": "The collaboration would have too many identities."})
        except (server.verifier.Malformed, KeyError, ValueError, TypeError, AttributeError, RecursionError):
            status = 500 if broken("malformed-500") else 403 if broken("malformed-403") else 400
            self.respond(status, b"" if broken("silent-400") else {"error": "malformed", "message": "The message is malformed."})

    do_GET = do_HEAD = do_PUT = do_PATCH = do_DELETE = do_POST

    def body(self, broken):
        """The body of the request; None if it is too large."""
        length = int(self.headers.get("Content-Length", 0))
        if length > BODY_LIMIT and not broken("no-limit-of-bodies"):
            return None
        if "chunked" not in self.headers.get("Transfer-Encoding", ""):
            return self.rfile.read(length)
        body = b""
        while (size := int(self.rfile.readline(), 16)) > 0:
            if len(body) + size > BODY_LIMIT:
                return None
            body += self.rfile.read(size)
            self.rfile.readline()
        self.rfile.readline()
        return body

    def answer(self, server, broken, body):
        if self.path == "/development/tokens":
            token = "tok" + secrets.token_hex(16)  # More letters than those of hexadecimal, which some read in either case.
            server.tokens[token] = json.loads(body)["account"]
            return {"token": token}
        path, _, query = self.path.partition("?")
        names = dict(urllib.parse.parse_qsl(query))
        method = "GET" if self.command == "HEAD" else self.command
        coded = path.split("/")[1:]
        last = coded[2] if len(coded) > 2 else method
        routes = {
            "start": "POST", "participants": "POST", "challenge": "POST", "proof": "POST", "identities": "GET", "access": "DELETE",
            "owner": "PUT", "guests": "PUT", "accounts": "DELETE", "GET": "GET", "DELETE": "DELETE",
        }
        if coded == ["collaborations"]:
            if method not in ("GET", "POST"):
                raise OtherStatus(405)
        elif len(coded) > (4 if last in ("owner", "guests", "accounts") else 3) or "" in coded or last not in routes:
            raise OtherStatus(404)
        elif method != routes[last]:
            raise OtherStatus(405)
        account = self.account(server, broken, query)
        if body is None:
            raise TooLarge
        if len(coded) == 1:
            return server.list(account) if method == "GET" else server.start(account, body)
        parts = [urllib.parse.unquote(part, errors="strict") for part in coded]
        identifier, target = parts[1], parts[3] if len(parts) > 3 else names.get("account", "")
        server.verifier.require(server.is_name(identifier))
        server.verifier.require(len(parts) < 4 or server.is_name(target))
        return {
            "start": lambda: server.start(account, body, identifier), "participants": lambda: server.update(account, identifier, body),
            "challenge": lambda: server.challenge(account, identifier), "proof": lambda: server.prove(account, identifier, body),
            "access": lambda: server.leave(account, identifier), "DELETE": lambda: server.end(account, identifier),
            "GET": lambda: server.read(account, identifier), "identities": lambda: server.identities(account, identifier, target),
            "owner": lambda: server.transfer(account, identifier, target), "guests": lambda: server.guest(account, identifier, target),
            "accounts": lambda: server.remove(account, identifier, target),
        }[last]()

    def account(self, server, broken, query):
        header, names = self.headers.get("Authorization", ""), dict(urllib.parse.parse_qsl(query))
        token = header[7:] if header.startswith("Bearer ") else ""
        account = server.tokens.get(token)
        if account is None:
            raise OtherStatus(401)
        return account

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
