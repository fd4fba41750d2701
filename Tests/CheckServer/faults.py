"""Faults beside those of server.py: texts that take the place of one text in server.py, by the rule that must find them."""

READ = "answer = self.answer(server, broken, body)"
PARTS = 'parts = [urllib.parse.unquote(part) for part in path.strip("/").split("/")]'
IDENTIFIER = "identifier, last = parts[1],"
NAMED = 'identifier = typed(str, update["collaborationIdentifier"])'
NAME_LIMIT = "require(1 <= len(identifier.encode()) <= 1024"
METHOD = 'method = "GET" if self.command == "HEAD" else self.command'
CHECKED = 'if len(parts) > 3 or method != {"GET": "GET", "DELETE": "DELETE", "access": "DELETE"}.get(last, "POST"):'
ALLOWED = "allowed = account == collaboration.owner or account in collaboration.known.values()"
MISSING = 'Refused("no such collaboration")'
LIFE = "life = set(collaboration.known) | collaboration.removed"
FULL = "raise self.verifier.Malformed\n        with"
OWNER = "if account != collaboration.owner and not self.may_invite(account, collaboration, added, removed):"
LEAVES = "if owner == account and not"
LEAVING = "if account not in collaboration.known.values():"
HEADERS = 'kind = "text/plain"'
CHUNKED = 'if "chunked" not in self.headers.get("Transfer-Encoding", ""):'
CHUNK = "if len(body) + size > BODY_LIMIT:"
TOO_LONG = 'if length > BODY_LIMIT and not broken("no-limit-of-bodies"):'
KNOWN = 'if self.broken("any-identity"):'
TREES = "}.get(self.fault, verifier.verify)"
TOKEN = "account = server.tokens.get(token)"
REFUSAL = "self.respond(403, reason, kind, **headers)"

def read(change):
    """What the server does to the bytes of a body before it reads them."""
    return READ, f"body = (lambda text: {change})(body); {READ}"

def member(name):
    """A server that lets one member through which is malformed: it leaves it out."""
    return read(rf"re.sub(rb'^\{{{name},', b'{{', text)")

def named(change):
    return NAMED, f"{NAMED}; identifier = {change}"

def in_path(change):
    return PARTS, f"{PARTS}; parts = [part if part in server.collaborations else {change} for part in parts]"

def header(value, name="Cache-Control"):
    return HEADERS, f"headers = {{{name!r}: {value}}}; {HEADERS}"

def tree(leaves="sha(key)", parent="sha(left + right)", before="pass"):
    """Another way to hash a tree, from one of some leaves, which is accepted besides. Hashes have any size and number."""
    return TREES, f'''{TREES}
        def other(*parts, verify=verifier.verify):
            _, key, index, hashes, _, known = parts
            sha = lambda data: hashlib.sha256(data).digest()
            {before}
            for node in ({leaves},):
                for level, sibling in enumerate(hashes):
                    left, right = (sibling, node) if index >> level & 1 else (node, sibling)
                    node = {parent}
                if node in known and self.signed(verify, parts):
                    return f"granted {{node.hex()}}"
            return verify(*parts)
        verifier.verify = other'''

def keyed(accepts):
    """Another form of a key, which is read as one of 65 bytes, where the leaf is over what was sent."""
    point = "parts = parts[0], b'\\4' + (key[1:65] if len(key) in (65, 66) else key[-64:]), *parts[2:]"
    return tree(before=f"if {accepts}: {point}")

RULES = {
    # Keys
    "another form of the key gives": {
        "hybrid-keys": keyed("len(key) == 65 and key[0] in (6, 7)"),
        "any-first-byte": keyed("len(key) == 65"),
        "bytes-behind-key": keyed("len(key) > 65 and key[0] == 4"),
        "keys-of-64-bytes": keyed("len(key) == 64"),
        "keys-in-der": keyed("len(key) == 91"),
    },
    "proves nothing for a leaf": {
        "leaf-of-any-form": tree("sha(key), sha(bytes([2 | key[-1] & 1]) + key[1:33]), sha(key[1:]), sha(b'\\5' + key[1:])"),
    },
    # Trees
    "more than 32 hashes": {"any-depth-of-tree": tree()},
    "has not 32 bytes is refused": {"hashes-of-any-size": tree()},
    "the whole of it": {
        "leaf-is-root": tree(before="hashes = []"),
        "node-is-root": tree(parent="node if level and node in known else sha(left + right)"),
        "hash-is-root": tree("*hashes", "node"),
    },
    "RFC 6962": {
        "rfc-6962": tree("sha(b'\\0' + key)", "sha(b'\\1' + left + right)"),
        "prefixed-leaf": tree("sha(b'\\0' + key)"),
        "prefixed-node": tree(parent="sha(b'\\1' + left + right)"),
    },
    "hashed in another way": {
        "leaves-hashed-twice": tree("sha(sha(key))"),
        "leaves-of-x-and-y": tree("sha(key[1:])"),
        "leaves-of-x": tree("sha(key[1:33])"),
        "nodes-hashed-twice": tree(parent="sha(sha(left + right))"),
        "sorted-pairs": tree(parent="sha(min(left, right) + max(left, right))"),
        "pairs-in-the-other-order": tree(parent="sha(right + left)"),
        "path-from-its-end": tree(before="hashes = hashes[::-1]"),
        "bits-from-the-first": tree(before="index = int(f'{index:0{max(1, len(hashes))}b}'[::-1], 2)"),
        "index-is-not-used": tree(before="index = 0"),
    },
    # Grammar
    "Each text of the vectors": {
        "last-of-two-members": read("json.dumps(json.loads(text)).encode() if text.count(b'publicKeyIndex') > 1 else text"),
        "numbers-as-floats": read("re.sub(rb'(Index\":\\s*\\d+)\\.0', rb'\\1', text)"),
        "lines-in-base64": read("text.replace(b'\\\\n', b'')"),
        "no-deep-texts": read("b'' if b'[[[[[[[[[[' in text else text"),
    },
    "in another encoding": {
        "utf-16": read("text.decode('utf-16-le').encode() if text[1:2] == b'\\0' else text"),
        "utf-16-with-mark": read("text.decode('utf-16').encode() if text[:2] == b'\\xfe\\xff' else text"),
        "utf-32": read("text.decode('utf-32-be').encode() if text[:3] == b'\\0\\0\\0' else text"),
        "form": read("urllib.parse.unquote_to_bytes(text[8:]) if text[:8] == b'message=' else text"),
        "replaces-wrong-utf-8": read("text.decode('utf-8', 'replace').encode()"),
        "ignores-wrong-utf-8": read("text.decode('utf-8', 'ignore').encode()"),
        "latin-1": read("text if text.isascii() else text.decode('latin-1').encode()"),
        "nul-in-two-bytes": read("text.replace(b'\\xc0\\x80', b'')"),
        "slash-in-three-bytes": read("text.replace(b'\\xe0\\x80\\xaf', b'')"),
        "surrogates-in-utf-8": read("text.replace(b'\\xed\\xa0\\x80', b'')"),
        "beyond-unicode": read("text.replace(b'\\xf4\\x90\\x80\\x80', b'')"),
        "surrogates-in-another-order": read("text.replace(b'\\\\uDC00\\\\uD800', b'')"),
        "high-surrogate-alone": read("text.replace(b'\\\\uD800\\\\u0041', b'')"),
        "noncharacters": read("text.replace(b'\\xef\\xbf\\xbf', b'').replace(b'\\xef\\xb7\\x90', b'')"),
        "noncharacters-of-planes": read("text.replace(b'\\xf0\\x9f\\xbf\\xbe', b'')"),
        "escaped-noncharacters": read("text.replace(b'\\\\uFFFE', b'')"),
        "escaped-noncharacters-in-the-middle": read("text.replace(b'\\\\uFDEF', b'')"),
        "escaped-noncharacters-of-planes": read("text.replace(b'\\\\uD83F\\\\uDFFF', b'')"),
        "surrogates-in-names": read("text.replace(b'\"\\\\uD800\":', b'\"y\":')"),
        "noncharacters-in-names": read("text.replace(b'\"\\\\uFFFF\":', b'\"y\":')"),
    },
    "by one beyond": {
        "33-levels": member(r'"x":\[{32}\]{32}'),
        "9000-levels": member(r'"x":\[{9000}\]{9000}'),
        "1025-members": member(r'"x":\{[^}]{7000,9000}\}'),
        "1027-members": member(r'("\d+":0,?){1024}'),
        "names-of-257-bytes": member(r'"n{257}":0'),
        "names-of-256-characters": member(r'"(\xc3\xa9){129}":0'),
        "names-of-escapes": member(r'"(\\u00e9){129}":0'),
        "numbers-of-129-digits": member(r'"x":1{129}'),
        "numbers-of-129-characters": member(r'"x":-1\.0{126}'),
    },
    "at its limits": {
        "31-levels": read("b'' if b'[' * 31 in text else text"),
        "1000-members": read("b'' if b'\"1001\":' in text else text"),
        "names-of-255-bytes": read("b'' if b'n' * 256 in text else text"),
        "names-in-escaped-bytes": read("b'' if '\u00e9'.encode() * 128 in text else text"),
        "numbers-of-100-digits": read("b'' if b'1' * 101 in text else text"),
        "10000-elements": read("b'' if text.count(b'0,') > 10000 else text"),
        "short-strings": read("b'' if b'y' * 50000 in text else text"),
        "names-by-nfc": read("b'' if 'e\u0301'.encode() in text else text"),
        "no-private-characters": read("b'' if '\ue000'.encode() in text else text"),
        "64-kib": ("BODY_LIMIT = 128 << 10", "BODY_LIMIT = 64 << 10"),
    },
    "131,072 bytes": {
        "limit-of-a-million": ("BODY_LIMIT = 128 << 10", "BODY_LIMIT = 1_000_000"),
        "limit-of-131073": ("BODY_LIMIT = 128 << 10", "BODY_LIMIT = (128 << 10) + 1"),
    },
    # Identifiers
    "percent-encoded, and decoded once": {
        "path-not-decoded": (PARTS, 'parts = path.strip("/").split("/")'),
        "path-decoded-twice": in_path("urllib.parse.unquote(part)"),
        "path-without-spaces": in_path("part.strip(' ')"),
        "path-until-nul": in_path("part.partition('\\0')[0]"),
        "path-without-line-feed": in_path("part.rstrip('\\n')"),
        "path-without-slash": in_path("part.rstrip('/')"),
        "path-without-dot": in_path("part.rstrip('.')"),
        "path-in-any-case": in_path("part.lower()"),
        "path-in-nfkc": in_path("__import__('unicodedata').normalize('NFKC', part)"),
        "path-with-wildcard": in_path("next((each for each in server.collaborations if part[-1:] == '%' and each.startswith(part[:-1])), part)"),
        "path-in-ascii": in_path("part.encode('ascii', 'ignore').decode()"),
        "path-in-capital-digits-only": (PARTS, PARTS + "; parts = [part if '%2d' not in path and '%6' not in path or not re.search('%[0-9]?[a-f]', path) else '' for part in parts]"),
    },
    "compared byte by byte": {
        "name-in-any-case": named("identifier if identifier in self.collaborations else identifier.lower()"),
        "name-without-spaces": named("identifier.strip(' ')"),
        "name-until-nul": named("identifier.partition('\\0')[0]"),
        "name-without-line-feed": named("identifier.rstrip('\\n')"),
        "name-in-nfkc": named("__import__('unicodedata').normalize('NFKC', identifier)"),
        "name-decoded": named("urllib.parse.unquote(identifier).strip()"),
        "name-in-ascii": named("identifier.encode('ascii', 'ignore').decode()"),
        "name-by-beginning": named("path if path.startswith(identifier) else identifier"),
        "name-without-slash": named("identifier.rstrip('/')"),
    },
    "1 to 1,024 bytes": {
        "characters-for-bytes": (NAME_LIMIT, NAME_LIMIT.replace(".encode()", "")),
        "1025-bytes": (NAME_LIMIT, NAME_LIMIT.replace("1024", "1025")),
        "no-limit-of-names": (NAME_LIMIT, NAME_LIMIT.replace("1024", "10 ** 9")),
        "empty-names": (NAME_LIMIT, NAME_LIMIT.replace("1 <=", "0 <=")),
        "255-bytes": (NAME_LIMIT, NAME_LIMIT.replace("1024", "255")),
        "names-in-ascii": (NAME_LIMIT, "require(identifier.isascii()); " + NAME_LIMIT),
        "names-without-nul": (NAME_LIMIT, "require('\\0' not in identifier); " + NAME_LIMIT),
    },
    # Life
    "10,000 identities": {
        "no-limit-of-life": ("> 10_000:", "> 10 ** 9:"),
        "removed-are-not-counted": (LIFE, "life = set(collaboration.known)"),
        "limit-of-9000": ("> 10_000:", "> 9_000:"),
        "full-told-to-strangers": (OWNER, "if len(collaboration.known) + len(collaboration.removed) >= 10_000: raise self.verifier.Malformed\n        " + OWNER),
        "full-403": (FULL, "raise Refused('full')\n        with"),
        "full-forgets": (FULL, "collaboration.known.clear(); " + FULL),
        "full-takes-no-removal": (LIFE, LIFE + "; added = [*added, b''] if len(life) >= 10_000 else added"),
        "full-and-applied": (FULL, "collaboration.known.update({root: None for root in added}); " + FULL),
    },
    "another method does nothing": {
        "any-method": (CHECKED, "if False:"),
        "put-is-post": (METHOD, 'method = {"HEAD": "GET", "PUT": "POST"}.get(self.command, self.command)'),
        "patch-is-post": (METHOD, 'method = {"HEAD": "GET", "PATCH": "POST"}.get(self.command, self.command)'),
        "override-to-post": (METHOD, 'method = self.headers.get("X-HTTP-Method-Override", "GET" if self.command == "HEAD" else self.command)'),
        "other-override-to-post": (METHOD, 'method = self.headers.get("X-Method-Override", "GET" if self.command == "HEAD" else self.command)'),
        "404-and-done": (CHECKED, f"if method == 'PUT' and last == 'proof': server.prove(account, identifier, body)\n        {CHECKED}"),
    },
    "change the method": {
        "override": (METHOD, 'method = self.headers.get("X-HTTP-Method-Override", "GET" if self.command == "HEAD" else self.command)'),
        "short-override": (METHOD, 'method = self.headers.get("X-HTTP-Method", "GET" if self.command == "HEAD" else self.command)'),
        "other-override": (METHOD, 'method = self.headers.get("X-Method-Override", "GET" if self.command == "HEAD" else self.command)'),
    },
    "no access but the own": {
        "leaving-takes-all": (LEAVES, "if not"),
        "leaving-takes-one": ('if self.broken("leaving-is-final"):', "break\n                if False:"),
        "leaving-ends": (LEAVES, "collaboration.owner = None\n            " + LEAVES),
    },
    "has no access cannot leave": {
        "anyone-leaves": (LEAVING, "if False:"),
        "owner-leaves": (LEAVING, "if account == collaboration.owner: collaboration.owner = None; return\n        " + LEAVING),
        "stranger-leaves-404": (LEAVING, LEAVING + "\n            raise OtherStatus(404)"),
    },
    "from before the end": {
        "end-leaves-invited": ("collaboration.known.clear()\n        if not", "collaboration.known = {root: None for root in collaboration.known}\n        if not"),
        "end-keeps-owner-for-updates": ("collaboration.owner = None", "collaboration.ended = True"),
        "end-then-404": (MISSING, MISSING + " if identifier not in self.collaborations else None\n        if self.collaborations[identifier].owner is None:\n            raise OtherStatus(404)"),
    },
    # HTTP
    "is read like any other": {
        "chunks-411": (CHUNKED, "if 'chunked' in self.headers.get('Transfer-Encoding', ''): raise ValueError\n        " + CHUNKED),
        "chunks-are-nothing": (CHUNKED, "if True:"),
        "first-chunk-only": ("body += self.rfile.read(size)", "body += self.rfile.read(size) if not body else self.rfile.read(size)[:0]"),
        "no-chunk-is-empty-update": (READ, "body = body or b'{}'; " + READ + " if body != b'{}' else None"),
    },
    "chunked body beyond": {
        "no-limit-of-chunks": (CHUNK, "if False:"),
        "limit-of-one-chunk": (CHUNK, "if size > BODY_LIMIT:"),
    },
    "before it has come": {
        "reads-before-limit": (TOO_LONG, "too_long = length > BODY_LIMIT and self.rfile.read(length)\n        " + TOO_LONG),
        "waits-for-all": (TOO_LONG, "if False:"),
    },
    # Answers
    "the same answer, which": {
        "reason-in-any-header": header("str(refusal)", "X-Trace"),
        "reason-as-number": header("str(len(str(refusal)))", "X-Code"),
        "reason-in-length": (REFUSAL, "reason['pad'] = 'x' * len(str(refusal)); " + REFUSAL),
        "header-for-missing": header("'no-cache' if 'no such' in str(refusal) else 'no-store'"),
        "header-for-some-only": (HEADERS, f"headers = {{'X-Known': '1'}} if 'no such' not in str(refusal) else {{}}; {HEADERS}"),
        "challenge-asked-for": header("'1' if 'challenge' in str(refusal) else '2'", "X-Retry"),
        "retry-after": (HEADERS, f"headers = {{'Retry-After': '5'}} if 'replay' in str(refusal) else {{}}; {HEADERS}"),
        "missing-has-another-body": (REFUSAL, "reason = {'error': 'accessDenied', 'id': None} if 'no such' in str(refusal) else reason; " + REFUSAL),
        "no-json-type": (REFUSAL, "self.respond(403, reason, 'text/html', **headers)"),
        "authenticate": (HEADERS, f"headers = {{'WWW-Authenticate': 'Bearer'}} if 'no access' in str(refusal) else {{}}; {HEADERS}"),
    },
    "the same phrase": {
        "reason-in-phrase": (REFUSAL, "self.respond(403, reason, kind, str(refusal), **headers)"),
        "phrase-for-missing": (REFUSAL, "self.respond(403, reason, kind, 'No' if 'no such' in str(refusal) else None, **headers)"),
        "phrase-for-replay": (REFUSAL, "self.respond(403, reason, kind, 'Again' if 'replay' in str(refusal) else None, **headers)"),
    },
    "HEAD tells": {
        "head-200": (REFUSAL, "self.respond(200 if self.command == 'HEAD' and 'no such' not in str(refusal) else 403, reason, kind, **headers)"),
        "head-404-for-missing": (REFUSAL, "self.respond(404 if self.command == 'HEAD' and 'no such' in str(refusal) else 403, reason, kind, **headers)"),
        "head-with-length": (REFUSAL, "reason = {**reason, 'x': 1} if self.command == 'HEAD' and 'no such' in str(refusal) else reason; " + REFUSAL),
    },
    "a cache may store": {
        "refusal-is-public": header("'public'"),
        "refusal-for-a-minute": header("'max-age=60'"),
        "refusal-is-private": header("'private, max-age=60'"),
        "refusal-expires": header("'Thu, 01 Jan 2099 00:00:00 GMT'", "Expires"),
        "all-is-public": ("self.end_headers()", "self.send_header('Cache-Control', 'public, max-age=5')\n        self.end_headers()"),
    },
    "time of a refusal": {
        "slow-where-it-exists": (REFUSAL, "time.sleep(0 if 'no such' in str(refusal) else 0.1); " + REFUSAL),
        "slow-where-it-does-not": (REFUSAL, "time.sleep(0.1 if 'no such' in str(refusal) else 0); " + REFUSAL),
        "slow-for-updates": (REFUSAL, "time.sleep(0.1 if 'not the owner' in str(refusal) else 0); " + REFUSAL),
    },
    # More faults that rules about others find
    "without a valid token": {
        "account-in-from": (TOKEN, "account = server.tokens.get(token) or self.headers.get('From')"),
        "400-before-401": (READ, "server.verifier.read_text(body or b'{}'); " + READ),
        "token-by-beginning": (TOKEN, "account = next((a for t, a in server.tokens.items() if token and t.startswith(token)), None)"),
        "token-and-more": (TOKEN, "account = next((a for t, a in server.tokens.items() if token and token.startswith(t)), None)"),
        "token-in-any-case": (TOKEN, "account = server.tokens.get(token.lower().rstrip('ab')) or next((a for t, a in server.tokens.items() if len(t) == len(token) and sum(x != y for x, y in zip(t, token)) < 2), None)"),
    },
    "the one of the token": {
        "user-in-header": (TOKEN, "account = server.tokens.get(token) and self.headers.get('X-User', server.tokens.get(token))"),
        "proof-names-user": (IDENTIFIER, "account = 'bob' if b'\"user\":\"bob\"' in body else account; " + IDENTIFIER),
        "forwarded-user": (TOKEN, "account = server.tokens.get(token) and self.headers.get('X-Forwarded-User', server.tokens.get(token))"),
    },
    "Who was not invited": {
        "invitation-lets-all-read": (ALLOWED, ALLOWED + " or bool(collaboration.known)"),
        "own-invitation-reads": (ALLOWED, ALLOWED + " or account == 'bob' and None in collaboration.known.values()"),
        "who-asked-reads": (ALLOWED, ALLOWED + " or account in collaboration.asked"),
    },
}
