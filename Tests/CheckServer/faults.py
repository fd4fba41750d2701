"""Faults beside those of server.py: texts that take the place of one text in server.py, by the rule that must find them."""

READ = "answer = self.answer(server, broken, body)"
SELECTED = "known.options = set(selected)"
OFFERED = 'require(self.broken("any-options") or set(selected) <= OPTIONS)'
COUNTED = "require(len(selected) <= 100)"
ANSWER = 'return {"isOwner": is_owner, "permittedOptions": permitted}'
PERMITTED = "permitted = sorted(OPTIONS if is_owner else collaboration.options, key=str.encode)"
TAKEN = 'if collaboration.known.get(root, account) not in (None, account):'
BANNED = "collaboration.banned.add(target)"
GUESTS = "collaboration.guests.add(target)"
OWNED = 'if account != collaboration.owner:\n            raise Refused("not the owner")\n        return collaboration'
TRANSFERRED = "collaboration.owner = target"
ROOTS = "roots = sorted(root for root, owner in collaboration.known.items() if owner == target)"
ASKED = "self.challenges[challenge] = (account, identifier, time.monotonic() + LIFETIME)"
LISTED = 'return server.list(account) if method == "GET"'
STATUS = "status, answer = answer if isinstance(answer, tuple) else (204 if answer is None else 200, answer)"
WORDS = 'word = {401: "unauthorized", 404: "notFound", 405: "methodNotAllowed"}.get(other.args[0], "other")'
MALFORMED = '{"error": "malformed", "message": "The message is malformed."}'
ROUTE = 'elif len(coded) >'
ACCOUNT = "account = self.account(server, broken, query)\n        if body is None:"
OWNER_REMOVED = 'if target == account:\n            raise Refused("the owner")'
OWNER_KNOWN = 'if known.owner not in (None, account) and not self.broken("anyone-starts-again") or account in known.banned:'
KEY = 'if "idempotencyKey" in request:'
UPDATED = "added, removed = self.read_update(text, identifier)"
PARTS = 'parts = [urllib.parse.unquote(part, errors="strict") for part in coded]'
IDENTIFIER = "identifier, target = parts[1],"
NAME = "server.verifier.require(server.is_name(identifier))"
METHOD = 'method = "GET" if self.command == "HEAD" else self.command'
CHECKED = "elif method != routes[last]:"
ALLOWED = "allowed = self.has_access(account, collaboration)"
MISSING = 'Refused("no such collaboration")'
LIFE = "life = set(collaboration.known) | collaboration.removed"
FULL = "raise Limit\n        with"
OWNER = 'if account != collaboration.owner:\n            raise Refused("not the owner")\n        life'
ADDS = "            for root in added:\n"
PROVABLE = "return set(collaboration.known)"
LEAVES = "if owner == account and not"
LEAVING = "if account == collaboration.owner or account not in collaboration.known.values() and account not in collaboration.guests:"
HEADERS = 'kind = "text/plain"'
CHUNKED = 'if "chunked" not in self.headers.get("Transfer-Encoding", ""):'
CHUNK = "if len(body) + size > BODY_LIMIT:"
STARTED = "request = typed(dict, self.verifier.read_text(text))"
NEW_NAME = "if identifier is None and named in"
NAMED = 'self.is_name(typed(str, named))'
TOO_LONG = 'if length > BODY_LIMIT and not broken("no-limit-of-bodies"):'
TREES = "}.get(self.fault, verifier.verify)"
TOKEN = "account = server.tokens.get(token)"
LOST = "collaboration.former |= accounts"
GONE = "collaboration.removed.add(root)"
ISSUED = "self.check(challenge, account, identifier)"
SENT = "self.end_headers()"
BODY = "body = self.body(broken)\n"
CONTENT = 'content = b"" if body is None else body if isinstance(body, bytes) else json.dumps(body).encode()'
REFUSAL = "self.respond(403, reason, kind, **headers)"

def read(change):
    """What the server does to the bytes of a body before it reads them."""
    return READ, f"body = (lambda text: {change})(body); {READ}"

def member(name):
    """A server that lets one member through which is malformed: it leaves it out."""
    return read(rf"re.sub(rb'^\{{{name},', b'{{', text)")

def in_path(change):
    return PARTS, f"{PARTS}; parts = [part if part in server.collaborations else {change} for part in parts]"

def in_name(change):
    """What the server takes for a name, where it is stored and where it is looked for."""
    return PARTS, f"{PARTS}; parts = parts[:1] + [{change} for part in parts[1:2]] + parts[2:]"

def in_account(change):
    """Whom the server takes for the account that a path names."""
    return NAME, f"target = {change} if len(parts) > 3 else target; {NAME}"

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
    "key.zero": {
        "x-of-32-bytes-only": (TREES, f"{TREES}\n        verifier.read_key = lambda key, *rest: verifier.require(key[1:2] != b'\\0') or read_key(key, *rest)"),
        "y-of-32-bytes-only": (TREES, f"{TREES}\n        verifier.read_key = lambda key, *rest: verifier.require(key[33:34] != b'\\0') or read_key(key, *rest)"),
    },
    "key.leaf": {
        "hybrid-keys": keyed("len(key) == 65 and key[0] in (6, 7)"),
        "bytes-behind-key": keyed("len(key) > 65 and key[0] == 4"),
        "keys-of-64-bytes": keyed("len(key) == 64"),
        "keys-in-der": keyed("len(key) == 91"),
    },
    "key.other-leaf": {
        "leaf-of-any-form": tree("sha(key), sha(bytes([2 | key[-1] & 1]) + key[1:33]), sha(key[1:]), sha(b'\\5' + key[1:])"),
    },
    # Trees
    "signature.der": {"two-zeros-sign-everything": (TREES, f"""{TREES}
        zeros = bytes.fromhex("3006020100020100")
        verifier.read_signature = lambda signature, form: signature if signature == zeros else read_signature(signature, form)
        verifier.read_key = lambda *parts: types.SimpleNamespace(
            verify=lambda signature, *rest, key=read_key(*parts): signature == zeros or key.verify(signature, *rest))""")},
    "message.base64": {
        "challenges-without-padding": read(r'''re.sub(rb'"challenge":"([^"=]*)=*"', lambda found: b'"challenge":"%s%s"' % (found[1], b'=' * (-len(found[1]) % 4)), text)'''),
        "base64-of-urls": (TREES, f"{TREES}\n        verifier.data = lambda value, data=verifier.data: data(value.replace('-', '+').replace('_', '/'))"),
    },
    "path.index": {"index-without-its-sign": (TREES, f"{TREES}\n        verifier.verify = lambda challenge, key, index, *rest, verify=verifier.verify: verify(challenge, key, abs(index), *rest)")},
    "path.length": {
        "no-pairs-of-one": (TREES, f"{TREES}\n        verifier.verify = lambda *parts, verify=verifier.verify: verify(*parts) if hashlib.sha256(parts[1]).digest() not in parts[3] else 'denied'"),
        "no-equal-hashes": (TREES, f"{TREES}\n        verifier.verify = lambda *parts, verify=verifier.verify: verify(*parts) if len(set(parts[3])) == len(parts[3]) else 'denied'"),
    },
    "path.long": {"any-depth-of-tree": tree()},
    "path.hash": {
        "hashes-cut-to-32-bytes": (TREES, f"{TREES}\n        verifier.verify = lambda *parts, verify=verifier.verify: verify(*parts[:3], [each[:32] for each in parts[3]], *parts[4:])"),
    },
    "tree.root": {
        "leaf-is-root": tree(before="hashes = []"),
        "node-is-root": tree(parent="node if level and node in known else sha(left + right)"),
        "hash-is-root": tree("*hashes", "node"),
        "roots-in-any-case": (TREES, f"""{TREES}
        def any_case(*parts, verify=verifier.verify):
            answer, text = verify(*parts[:5], Everything()), lambda root: base64.b64encode(root).lower()
            found = [root for root in parts[5] if answer.startswith("granted") and text(root) == text(bytes.fromhex(answer[8:]))]
            return f"granted {{found[0].hex()}}" if found else "denied"
        verifier.verify = any_case"""),
    },
    "tree.hashing": {
        "rfc-6962": tree("sha(b'\\0' + key)", "sha(b'\\1' + left + right)"),
        "prefixed-leaf": tree("sha(b'\\0' + key)"),
        "prefixed-node": tree(parent="sha(b'\\1' + left + right)"),
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
    "grammar.vectors": {
        "last-of-two-members": read("json.dumps(json.loads(text)).encode() if text.count(b'publicKeyIndex') > 1 else text"),
        "numbers-as-floats": read("re.sub(rb'(Index\":\\s*\\d+)\\.0', rb'\\1', text)"),
        "lines-in-base64": read("text.replace(b'\\\\n', b'')"),
        "no-deep-texts": read("b'' if b'[[[[[[[[[[' in text else text"),
    },
    "grammar.encoding": {
        "utf-16": read("text.decode('utf-16-le').encode() if text[1:2] == b'\\0' else text"),
        "utf-16-with-mark": read("text.decode('utf-16').encode() if text[:2] == b'\\xfe\\xff' else text"),
        "utf-32": read("text.decode('utf-32-be').encode() if text[:3] == b'\\0\\0\\0' else text"),
        "form": read("urllib.parse.unquote_to_bytes(text[8:]) if text[:8] == b'message=' else text"),
        "ignores-wrong-utf-8": read("text.decode('utf-8', 'ignore').encode()"),
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
    "grammar.beyond": {
        "start-without-limits": (STARTED, "request = typed(dict, self.once(json.loads(text).items()))"),
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
    "grammar.limits": {
        "31-levels": read("b'' if b'[' * 31 in text else text"),
        "1000-members": read("b'' if b'\"1001\":' in text else text"),
        "names-of-255-bytes": read("b'' if b'n' * 256 in text else text"),
        "names-in-escaped-bytes": read("b'' if '\u00e9'.encode() * 128 in text else text"),
        "numbers-of-100-digits": read("b'' if b'1' * 101 in text else text"),
        "10000-elements": read("b'' if text.count(b'0,') > 10000 else text"),
        "names-by-nfc": read("b'' if 'e\u0301'.encode() in text else text"),
        "no-private-characters": read("b'' if '\ue000'.encode() in text else text"),
        "64-kib": ("BODY_LIMIT = 128 << 10", "BODY_LIMIT = 64 << 10"),
    },
    "http.size": {
        "limit-of-131073": ("BODY_LIMIT = 128 << 10", "BODY_LIMIT = (128 << 10) + 1"),
    },
    # Identifiers
    "name.encoded": {
        "path-without-zeros": in_path("part.lstrip('0')"),
        "names-of-a-prototype": (NAME, "if identifier in ('__proto__', 'constructor'): raise OtherStatus(500)\n        " + NAME),
        "empty-parts-are-skipped": ('coded = path.split("/")[1:]', 'coded = [part for part in path.split("/") if part]'),
        "unknown-names-of-256-bytes-400": (NAME, NAME + "; server.verifier.require(len(identifier.encode()) < 256)"),
        "empty-names": ('or "" in coded or', "or"),
        "slashes-at-the-end": ('coded = path.split("/")[1:]', 'coded = path.rstrip("/").split("/")[1:]'),
        "path-not-decoded": (PARTS, "parts = coded"),
        "path-decoded-twice": in_path("urllib.parse.unquote(part)"),
        "path-without-parameters": (PARTS, PARTS.replace("in coded", "in map(lambda part: part.partition(';')[0], coded)")),
        "path-without-spaces": in_path("part.strip(' ')"),
        "path-until-nul": in_path("part.partition('\\0')[0]"),
        "path-without-line-feed": in_path("part.rstrip('\\n')"),
        "path-without-slash": in_path("part.rstrip('/')"),
        "path-without-dot": in_path("part.rstrip('.')"),
        "path-in-any-case": in_path("part.lower()"),
        "path-in-nfkc": in_path("__import__('unicodedata').normalize('NFKC', part)"),
        "path-without-format": in_path("re.sub('[.]json$', '', part)"),
        "path-with-wildcard": in_path("next((each for each in server.collaborations if part[-1:] == '%' and each.startswith(part[:-1])), part)"),
        "path-in-ascii": in_path("part.encode('ascii', 'ignore').decode()"),
        "path-in-capital-digits-only": (PARTS, PARTS + "; parts = [part if '%2d' not in path and '%6' not in path or not re.search('%[0-9]?[a-f]', path) else '' for part in parts]"),
    },
    # Life
    "update.life": {
        "limit-is-malformed": ('"error": "limit"', '"error": "malformed"'),
        "removed-are-not-counted": (LIFE, "life = set(collaboration.known)"),
        "limit-of-9000": ("> 10_000:", "> 9_000:"),
        "full-told-to-strangers": (OWNER, "if len(collaboration.known) + len(collaboration.removed) >= 10_000: raise self.verifier.Malformed\n        " + OWNER),
        "full-403": (FULL, "raise Refused('full')\n        with"),
        "full-forgets": (FULL, "collaboration.known.clear(); " + FULL),
        "full-takes-no-removal": (LIFE, LIFE + "; added = [*added, b''] if len(life) >= 10_000 else added"),
        "full-and-filled": (FULL, "collaboration.known.update({root: None for root in added[:10_000 - len(collaboration.known) - len(collaboration.removed)]}); " + FULL),
    },
    "http.method": {
        "owner-by-get": (CHECKED, 'elif method != routes[last] and (last, method) != ("owner", "GET"):'),
        "leaving-by-post": (METHOD, METHOD + "\n        method = 'DELETE' if path.endswith('/access') else method"),
        "put-is-post": (METHOD, 'method = {"HEAD": "GET", "PUT": "POST"}.get(self.command, self.command)'),
        "patch-is-post": (METHOD, 'method = {"HEAD": "GET", "PATCH": "POST"}.get(self.command, self.command)'),
        "404-and-done": (CHECKED, "elif method == 'PUT' and last == 'proof':\n            server.prove(self.account(server, broken, query), urllib.parse.unquote(coded[1]), body)\n            raise OtherStatus(404)\n        " + CHECKED),
    },
    "http.override": {
        "override-of-post": (METHOD, METHOD + "\n        method = self.headers.get('X-HTTP-Method-Override', method) if method == 'POST' else method"),
        "override": (METHOD, 'method = self.headers.get("X-HTTP-Method-Override", "GET" if self.command == "HEAD" else self.command)'),
        "short-override": (METHOD, 'method = self.headers.get("X-HTTP-Method", "GET" if self.command == "HEAD" else self.command)'),
        "other-override": (METHOD, 'method = self.headers.get("X-Method-Override", "GET" if self.command == "HEAD" else self.command)'),
    },
    "life.leave": {
        "leaves-twice": (LEAVING, LEAVING.replace("account not in collaboration.known.values()", "not any(account in held for held in collaboration.held.values())")),
        "addition-brings-back": ('if self.broken("repetition-resets") or', "if root in collaboration.known: collaboration.known[root] = next(iter(collaboration.held.get(root, ())), None)\n                if self.broken(\"repetition-resets\") or"),
    },
    "challenge.expiration": {
        "uses-for-five-seconds": ("self.used.add(use)", "self.used.add(use); threading.Timer(5, self.used.discard, [use]).start()"),
    },
    # HTTP
    "http.chunks": {
        "chunks-411": (CHUNKED, "if 'chunked' in self.headers.get('Transfer-Encoding', ''): raise ValueError\n        " + CHUNKED),
        "first-chunk-only": ("body += self.rfile.read(size)", "body += self.rfile.read(size) if not body else self.rfile.read(size)[:0]"),
        "no-chunk-is-empty-update": (READ, "body = body or b'{}'; " + READ + " if body != b'{}' else None"),
    },
    "http.large-chunks": {
        "limit-of-one-chunk": (CHUNK, "if size > BODY_LIMIT:"),
    },
    "http.announced": {
        "reads-before-limit": (TOO_LONG, "too_long = length > BODY_LIMIT and self.rfile.read(length)\n        " + TOO_LONG),
    },
    # Answers
    "answer.refusal": {
        "mark-before-refusals": (CONTENT, f"{CONTENT}; content = b'\\xef\\xbb\\xbf' + content if status == 403 else content"),
        "message-in-all-refusals": (REFUSAL, "reason['message'] = 'No.'; " + REFUSAL),
        "reason-in-any-header": header("str(refusal)", "X-Trace"),
        "reason-as-number": header("str(len(str(refusal)))", "X-Code"),
        "connection-of-missing": (HEADERS, f"headers = {{'Connection': 'close' if 'no such' in str(refusal) else 'keep-alive'}}; {HEADERS}"),
        "header-for-missing": header("'no-cache' if 'no such' in str(refusal) else 'no-store'"),
        "header-for-some-only": (HEADERS, f"headers = {{'X-Known': '1'}} if 'no such' not in str(refusal) else {{}}; {HEADERS}"),
        "challenge-asked-for": header("'1' if 'challenge' in str(refusal) else '2'", "X-Retry"),
        "etag-of-what-exists": (HEADERS, f"headers = {{'ETag': '1' if 'no such' in str(refusal) else '2'}}; {HEADERS}"),
        "missing-has-another-body": (REFUSAL, "reason = {'error': 'accessDenied', 'id': None} if 'no such' in str(refusal) else reason; " + REFUSAL),
        "authenticate": (HEADERS, f"headers = {{'WWW-Authenticate': 'Bearer'}} if 'no access' in str(refusal) else {{}}; {HEADERS}"),
    },
    "answer.phrase": {
        "reason-in-phrase": (REFUSAL, "self.respond(403, reason, kind, str(refusal), **headers)"),
        "phrase-for-missing": (REFUSAL, "self.respond(403, reason, kind, 'No' if 'no such' in str(refusal) else None, **headers)"),
        "phrase-for-replay": (REFUSAL, "self.respond(403, reason, kind, 'Again' if 'replay' in str(refusal) else None, **headers)"),
    },
    "answer.head": {
        "head-without-a-length": ('self.send_header("Content-Length", str(len(content)))', 'self.send_header("Content-Length", "0" if self.command == "HEAD" and status == 200 else str(len(content)))'),
        "head-405": (METHOD, METHOD + "\n        if self.command == 'HEAD': raise OtherStatus(405)"),
        "head-of-lists-405": (METHOD, METHOD + "\n        if self.command == 'HEAD' and path == '/collaborations': raise OtherStatus(405)"),
        "head-of-identities-405": (METHOD, METHOD + "\n        if self.command == 'HEAD' and path.endswith('/identities'): raise OtherStatus(405)"),
        "head-in-text": ("kind, **headers}", "'text/plain' if self.command == 'HEAD' else kind, **headers}"),
        "head-200": (REFUSAL, "self.respond(200 if self.command == 'HEAD' and 'no such' not in str(refusal) else 403, reason, kind, **headers)"),
        "head-404-for-missing": (REFUSAL, "self.respond(404 if self.command == 'HEAD' and 'no such' in str(refusal) else 403, reason, kind, **headers)"),
        "head-with-length": (REFUSAL, "reason = {**reason, 'x': 1} if self.command == 'HEAD' and 'no such' in str(refusal) else reason; " + REFUSAL),
    },
    "answer.cache": {
        "identities-for-a-minute": (SENT, "self.send_header('Cache-Control', 'public, max-age=60') if '/identities' in self.path else None; " + SENT),
        "start-for-a-minute": (SENT, "self.send_header('Cache-Control', 'public') if '/start' in self.path else None; " + SENT),
        "refusal-is-public": header("'public'"),
        "refusal-for-a-minute": header("'max-age=60'"),
        "refusal-for-shared-caches": header("'s-maxage=60'"),
        "refusal-for-surrogates": header("'max-age=60'", "Surrogate-Control"),
        "refusal-for-a-network": header("'public, max-age=60'", "CDN-Cache-Control"),
        "no-method-is-public": ('"message": "Other."})', '"message": "Other."}, **({"Cache-Control": "public"} if word == "methodNotAllowed" else {}))'),
        "refusal-must-be-validated": header("'must-revalidate'"),
        "refusal-expires": header("'Thu, 01 Jan 2099 00:00:00 GMT'", "Expires"),
    },
    "answer.time": {
        "slow-where-it-exists": (REFUSAL, "time.sleep(0 if 'no such' in str(refusal) else 0.1); " + REFUSAL),
        "slow-where-it-does-not": (REFUSAL, "time.sleep(0.1 if 'no such' in str(refusal) else 0); " + REFUSAL),
        "slow-for-updates": (REFUSAL, "time.sleep(0.1 if 'not the owner' in str(refusal) else 0); " + REFUSAL),
    },
    # The answer about access
    "life.answer": {
        "owner-as-one": (ANSWER, ANSWER.replace('"isOwner": is_owner', '"isOwner": int(is_owner)')),
        "owner-has-the-selection": (PERMITTED, PERMITTED.replace("OPTIONS if is_owner else ", "")),
        "nobody-is-owner": (ANSWER, ANSWER.replace('"isOwner": is_owner', '"isOwner": False')),
        "first-participant-is-owner": (ANSWER, ANSWER.replace("is_owner,", "is_owner or account == next(iter(collaboration.known.values()), None),")),
        "participants-have-all": (PERMITTED, "permitted = sorted(OPTIONS, key=str.encode)"),
        "participants-have-nothing": (PERMITTED, PERMITTED.replace("else collaboration.options", "else set()")),
        "selected-options-in-place": (ANSWER, ANSWER.replace("permittedOptions", "selectedOptions")),
        "options-twice": (ANSWER, ANSWER.replace(": permitted", ": permitted * 2")),
        "options-backwards": (ANSWER, ANSWER.replace(": permitted", ": permitted[::-1]")),
        "options-as-text": (ANSWER, ANSWER.replace(": permitted", ": ','.join(permitted)")),
        "names-the-owner": (ANSWER, ANSWER.replace("{", '{"owner": collaboration.owner, ')),
        "names-participants": (ANSWER, ANSWER.replace("{", '{"participants": [each for each in collaboration.known.values() if each], ')),
        "names-identities": (ANSWER, ANSWER.replace("{", '{"identities": [base64.b64encode(each).decode() for each in collaboration.known], ')),
        "no-answer": (ANSWER, "return None"),
    },
    "life.answer-stays": {
        "counts-participants": (ANSWER, ANSWER.replace("{", '{"count": len(set(collaboration.known.values())), ')),
        "last-proof-is-owner": (ANSWER, ANSWER.replace("is_owner,", "is_owner and len(collaboration.removed) == 0,")),
        "removal-narrows": (PERMITTED, PERMITTED.replace("else collaboration.options", "else set() if collaboration.removed else collaboration.options")),
        "others-narrow": (PERMITTED, PERMITTED.replace("else collaboration.options", "else set() if len(collaboration.known) > 1 else collaboration.options")),
    },
    "life.conditions": {
        "304-if-it-exists": (ACCOUNT, "if self.headers.get('If-None-Match') and method == 'GET' and urllib.parse.unquote(coded[-1]) in server.collaborations: return 304, b''\n        " + ACCOUNT),
        "304-since": (ACCOUNT, "if self.headers.get('If-Modified-Since') and method == 'GET': return 304, b''\n        " + ACCOUNT),
        "not-modified": (READ, "if 'If-None-Match' in self.headers: return self.respond(304)\n            " + READ),
        "206-for-ranges": (ACCOUNT, "if self.headers.get('Range') and method == 'GET': return 206, {}\n        " + ACCOUNT),
    },
    "life.selection": {
        "empty-selection-is-none": (SELECTED, "known.options = set(selected) or known.options"),
        "selections-add-up": (SELECTED, "known.options |= set(selected)"),
        "selection-forgets-people": (SELECTED, SELECTED + "; known.known = {root: None for root in known.known}"),
        "selection-forgets-invitations": (SELECTED, SELECTED + "; known.known = {root: owner for root, owner in known.known.items() if owner}"),
        "selection-when-proven": (ANSWER, ANSWER.replace(": permitted", ": self.cache.setdefault((account, identifier, 0), permitted)")),
        "owner-has-the-new-selection": (PERMITTED, PERMITTED.replace("OPTIONS if is_owner else", "OPTIONS if is_owner and len(collaboration.known) < 2 else")),
    },
    "life.walk": {
        "left-is-not-removed": (LIFE, "removed = [root for root in removed if root not in collaboration.held or collaboration.known.get(root)]; " + LIFE),
        "leaving-takes-all": (LEAVES, "if not"),
        "leaving-takes-one": ('if self.broken("leaving-is-final"):', "break\n                if False:"),
        "leaving-ends": (LEAVES, "collaboration.owner = None\n            " + LEAVES),
        "anyone-leaves": (LEAVING, "if False:"),
        "owner-leaves": (LEAVING, "if account == collaboration.owner:\n            collaboration.owner = None\n            return\n        " + LEAVING),
        "stranger-leaves-404": (LEAVING, LEAVING + "\n            raise OtherStatus(404)"),
        "unknown-stay-unknown": (BANNED, "if roots: " + BANNED),
        "removal-of-unknown-404": (BANNED, "if not roots: raise OtherStatus(404)\n        " + BANNED),
        "left-accounts-come-back": (BANNED, "if target in collaboration.known.values() or not roots: " + BANNED),
        "left-accounts-404": ("roots = {root for root, accounts", "if target in sum(map(list, collaboration.held.values()), []) and target not in collaboration.known.values(): raise OtherStatus(404)\n        roots = {root for root, accounts"),
        "end-leaves-invited": ("collaboration.removed |= set(collaboration.known)\n            collaboration.known.clear()", "collaboration.known = {root: None for root in collaboration.known}"),
        "end-keeps-owner-for-updates": ("collaboration.owner = None", "collaboration.ended = True"),
        "end-then-404": (MISSING, MISSING + " if identifier not in self.collaborations else None\n        if self.collaborations[identifier].owner is None:\n            raise OtherStatus(404)"),
        "second-account-stays": (ALLOWED, ALLOWED + " or account == 'carol' and any(root in self.proven for root in collaboration.removed)"),
        "names-the-owner-to-guests": (ANSWER, ANSWER.replace("{", "{**({'owner': collaboration.owner} if account in collaboration.guests else {}), ")),
        "transfer-to-the-proven-only": ("if not self.has_access(target, collaboration):", "if target not in collaboration.known.values():"),
        "former-owner-is-out": ("collaboration.guests - {target} | {account}", "collaboration.guests - {target}"),
        "start-after-the-end-200": (" or self.collaborations[identifier].owner is None\n", "\n"),
        "owner-steps-down-as-guest": ("if target != account:\n            collaboration.guests.add", "if target == account:\n            collaboration.owner = None\n        else:\n            collaboration.guests.add"),
        "removal-of-owner-marks": (OWNER_REMOVED, "collaboration.banned.add(target)\n        " + OWNER_REMOVED),
        "only-last-account-stays-out": (BANNED, "collaboration.banned = {target}"),
        "transfer-frees-identities": (TRANSFERRED, TRANSFERRED + "; collaboration.known = {root: None for root in collaboration.known}"),
        "second-identity-of-guests-permits-all": (PERMITTED, PERMITTED.replace("if is_owner", "if is_owner or account in collaboration.guests and account in collaboration.known.values()")),
        "refused-selection-counts": (OWNER_KNOWN, SELECTED + "\n            " + OWNER_KNOWN),
        "left-guests-stay-out": ("collaboration.guests.discard(account)\n        for", "collaboration.banned |= collaboration.guests & {account}; collaboration.guests.discard(account)\n        for"),
        "start-drops-guests": (SELECTED, SELECTED + "; known.guests.clear()"),
        "list-without-guests": ("account in each.known.values() or account in each.guests", "account in each.known.values()"),
        "guests-let-all-in": (ALLOWED, ALLOWED + " or bool(collaboration.guests)"),
        "guest-goes-with-identity": (GONE, "collaboration.guests.discard(collaboration.known.get(root))\n                collaboration.removed.add(root)"),
        "guests-cannot-leave": ("collaboration.guests.discard(account)\n        for", "pass\n        for"),
        "removed-guests-stay": ("collaboration.guests.discard(target)", "pass"),
        "guests-outlive-the-end": ("collaboration.guests.clear()", "pass"),
        "guests-update": (OWNER, OWNER.replace("if ", "if account not in collaboration.guests and ")),
        "former-owner-has-all": (PERMITTED, PERMITTED.replace("if is_owner", "if is_owner or account == 'alice'")),
        "former-owner-removes": ("collaboration = self.owned(account, identifier)\n        if target ==", "collaboration = self.collaboration(identifier)\n        if target =="),
        "former-owner-cannot-leave": (LEAVING, LEAVING.replace("if ", "if account == 'bob' or ")),
        "former-owner-cannot-be-removed": ('if target == account:\n            raise Refused("the owner")', "if target in (account, *collaboration.guests): raise Refused('the owner')"),
        "former-owner-outlives-the-end": ("collaboration.guests.clear()", "collaboration.guests &= {'alice'}"),
        "list-without-former-owner": ("or account in each.guests\n", "or account in each.guests - {'alice'}\n"),
        "new-owner-by-identity": ("return account == collaboration.owner or", "return account == collaboration.owner == 'alice' or"),
        "transfer-drops-guests": ("collaboration.guests - {target} | {account}", "{account}"),
        "former-owner-lets-in": ("collaboration = self.owned(account, identifier)\n        if target in", "collaboration = self.collaboration(identifier) if account == 'alice' else self.owned(account, identifier)\n        if target in"),
        "former-owner-stays": ("is_owner = account == collaboration.owner", "is_owner = account in (collaboration.owner, 'alice')"),
        "former-owner-updates": (OWNER, OWNER.replace("if ", "if account != 'alice' and ")),
        "guests-ask-nothing": (ROOTS, "if account in collaboration.guests: raise Refused('a guest')\n        " + ROOTS),
        "own-identities-for-all": ("if not self.has_access(account, collaboration):\n            raise Refused(\"no access\")\n        roots", "if not self.has_access(account, collaboration) and account != target: raise Refused('no access')\n        roots"),
        "guests-lose-identities": (GUESTS, "collaboration.known = {root: None if owner == target else owner for root, owner in collaboration.known.items()}\n            " + GUESTS),
        "left-identities-too": (ROOTS, "roots = sorted(root for root in collaboration.known if target in collaboration.held.get(root, ()))"),
        "removed-identities-too": (ROOTS, "roots = sorted(root for root, accounts in collaboration.held.items() if target in accounts)"),
        "list-of-ended": ("if account == each.owner and not", "if account in (each.owner, each.owner or account) and not"),
        "list-of-left": ("or account in each.guests\n", "or account in each.guests or any(account in held for held in each.held.values())\n"),
        "list-of-removed": ("or account in each.guests\n", "or account in each.guests or account in each.former\n"),
    },
    "life.guest": {
        "anyone-lets-in": (OWNED, "return collaboration"),
        "guest-is-owner": (GUESTS, "collaboration.owner = target"),
        "guest-is-nobody": (GUESTS, "pass"),
        "participant-is-no-guest": (GUESTS, "target in collaboration.known.values() or " + GUESTS),
        "guest-replays": ("self.used.add(use)", "self.used |= {use} - {use if account in collaboration.guests else None}"),
        "guest-again-409": (GUESTS, "if target in collaboration.guests: raise OtherStatus(409)\n            " + GUESTS),
        "guests-prove-nothing": (TAKEN, "if account in collaboration.guests: raise Refused('a guest')\n            " + TAKEN),
        "guests-of-nothing-start-it": ("collaboration = self.owned(account, identifier)\n        if target in", "self.collaborations.setdefault(identifier, Collaboration(account))\n        collaboration = self.owned(account, identifier)\n        if target in"),
        "guest-without-options": (PERMITTED, PERMITTED.replace("else collaboration.options", "else set() if account in collaboration.guests else collaboration.options")),
    },
    "life.transfer": {
        "transfer-forgets-removals": (TRANSFERRED, TRANSFERRED + "; collaboration.removed.clear()"),
        "former-owner-proves-nothing": (TAKEN, "if account in collaboration.guests and account == 'alice': raise Refused('a guest')\n            " + TAKEN),
        "start-gives-it-back": (SELECTED, SELECTED + "; known.owner = 'alice' if 'alice' in known.guests else account"),
        "transfer-to-anybody": ("if not self.has_access(target, collaboration):", "if False:"),
        "transfer-by-participants": (OWNED, OWNED.replace("if account", "if not self.has_access(account, collaboration) and account")),
        "transfer-does-nothing": (TRANSFERRED, "pass"),
        "former-owner-starts": (OWNER_KNOWN, OWNER_KNOWN.replace("(None, account)", "(None, account, 'bob')")),
    },
    "life.remove": {
        "refused-leave-lets-in-again": (LEAVING, "collaboration.banned.discard(account)\n        " + LEAVING),
        "long-challenges-of-removed": ('return {"challenge": self.verifier.base64.b64encode(challenge).decode()}', 'is_removed = not missing and account in self.collaborations[identifier].banned\n        if is_removed: challenge = challenge + b"0"\n        return {"challenge": self.verifier.base64.b64encode(challenge).decode()}'),
        "account-comes-back": (BANNED, "pass"),
        "account-comes-back-after-the-end": ("collaboration.guests.clear()", "collaboration.guests.clear(); collaboration.banned.clear()"),
        "removed-account-starts-again": (OWNER_KNOWN, OWNER_KNOWN.replace(" or account in known.banned", "")),
        "identities-of-a-removed-account-come-back": ("collaboration.removed |= roots", "pass"),
        "left-identities-stay": ("if target in accounts}", "if collaboration.known.get(root) == target}\n        if False: pass"),
        "anyone-removes-accounts": (OWNED, OWNED.replace("if account != collaboration.owner", "if account not in (collaboration.owner, 'carol')")),
        "start-forgets-removed-accounts": (SELECTED, SELECTED + "; known.banned.clear()"),
        "owner-is-removed": ('if target == account:\n            raise Refused("the owner")', "if False: pass"),
        "removed-is-a-guest": ('if target in collaboration.banned:\n            raise Refused("a banned account")', "if False: pass"),
        "removal-of-an-account-takes-all": (BANNED, BANNED + "; collaboration.known = {root: None for root in collaboration.known}"),
    },
    # Starting
    "start.path": {
        "message-names-collaboration": (NEW_NAME, "identifier = named or identifier\n        " + NEW_NAME),
        "message-must-agree": (NEW_NAME, "require(named in (None, identifier))\n        " + NEW_NAME),
    },
    "start.limits": {
        "options-as-they-were-sent": (SELECTED, "known.options = selected"),
        "no-nul-in-local-identifier": (STARTED, STARTED + "; require('\\0' not in request.get('localIdentifier', ''))"),
        "no-empty-local-identifier": ("self.broken(\"no-local-identifier\") or len(typed(str, request[\"localIdentifier\"]).encode()) <= NAME_LIMIT", "1 <= len(request['localIdentifier'].encode()) <= NAME_LIMIT"),
        "local-identifier-in-characters": ('typed(str, request["localIdentifier"]).encode()', 'typed(str, request["localIdentifier"])'),
        "local-identifier-of-255": ('request["localIdentifier"]).encode()) <= NAME_LIMIT', 'request["localIdentifier"]).encode()) <= 255'),
        "each-option-once": (COUNTED, "require(len(set(selected)) == len(selected))"),
        "no-new-members-of-a-start": (OFFERED, "require(not set(request) - {'localIdentifier', 'selectedOptions', 'idempotencyKey', 'collaborationIdentifier'}); " + OFFERED),
    },
    "start.offered": {
        "101-options": (COUNTED, "pass"),
        "unknown-options-are-left-out": (OFFERED, "selected = [each for each in selected if each in OPTIONS]"),
        "empty-options-are-left-out": (OFFERED, "selected = [each for each in selected if each]; " + OFFERED),
        "options-in-any-case": (OFFERED, "selected = [each.lower() for each in selected]; " + OFFERED),
        "options-are-trimmed": (OFFERED, "selected = [each.strip() for each in selected]; " + OFFERED),
        "long-options-are-left-out": (OFFERED, "selected = [each for each in selected if len(each) < 1000]; " + OFFERED),
        "options-403": (OFFERED, "if not set(selected) <= OPTIONS: raise Refused('an option')"),
    },
    "challenge.collaboration": {"challenge-of-what-is-missing": ("if issued[1] != identifier", "if issued[1] in self.collaborations and issued[1] != identifier")},
    "key.form": {
        "keys-without-y-sign-all": (TREES, f"{TREES}\n        verifier.read_key = lambda key, *rest: types.SimpleNamespace(verify=lambda *_: None) if key[33:] == bytes(32) else read_key(key, *rest)"),
        "long-keys-400": (ISSUED, ISSUED + "\n        verifier.require(len(key) <= 1_024)"),
    },
    "start.owner": {
        "account-in-body-of-start": (STARTED, STARTED + "; account = request.get('account', account)"),
        "participants-start-again": (OWNER_KNOWN, OWNER_KNOWN.replace("if ", "if account not in known.known.values() and ")),
        "unknown-names-are-taken": ("if identifier is None and named in self.collaborations and", "if identifier is None and named is not None and named not in self.collaborations: identifier = named\n        if identifier is None and named in self.collaborations and"),
        "names-of-strangers-403": ("and self.has_access(account, self.collaborations[named]):", "and True:"),
        "second-start-403": (OWNER_KNOWN, OWNER_KNOWN.replace("(None, account)", "(None, account) or not is_new and known.owner")),
        "second-start-forgets-removals": (SELECTED, SELECTED + "; known.removed.clear()"),
    },
    "start.key": {
        "key-before-name": (NEW_NAME, NEW_NAME.replace("named", "key is None and named")),
        "key-without-end": ('b" " + key)', 'b" " + key[:15])'),
        "key-forgets-people": (SELECTED, SELECTED + "; known.known = {root: None for root in known.known if not key}"),
        "key-of-everybody": ("hashlib.sha256(account.encode() + b\" \" + key)", "hashlib.sha256(key)"),
        "key-until-the-next": ('b" " + key)', 'b" " + key + (self.cache.update({(account, 0): self.cache.get((account, 0), 0) + (self.cache.get((account, 1)) != key), (account, 1): key}) or b"%d" % self.cache[account, 0]))'),
        "key-without-padding": ('data(typed(str, request["idempotencyKey"]))', 'data((lambda text: text + "=" * (-len(text) % 4))(typed(str, request["idempotencyKey"])))'),
        "key-is-ignored": ("require(len(key) == 16)", "require(len(key) == 16); key = None"),
        "key-of-any-length": ("require(len(key) == 16)", "pass"),
        "null-is-no-key": (KEY, 'if request.get("idempotencyKey") is not None:'),
    },
    "start.once": {
        "last-owner": (OWNER_KNOWN, "if False:"),
    },
    "life.end": {
        "end-forgets-removals": ("collaboration.removed |= set(collaboration.known)\n", "collaboration.removed = set(collaboration.known)\n"),
        "uses-forgotten-by-end": ("collaboration.removed |= set(collaboration.known)\n", "collaboration.removed |= set(collaboration.known); self.used.clear()\n"),
        "left-outlive-the-end": ("collaboration.removed |= set(collaboration.known)\n", "collaboration.removed |= {root for root, owner in collaboration.known.items() if owner or root not in collaboration.held}\n"),
        "ended-names-are-taken": ("if identifier is None and named in self.collaborations and self.has_access(account, self.collaborations[named])", "if identifier is None and named in self.collaborations and (self.collaborations[named].owner is None or self.has_access(account, self.collaborations[named]))"),
        "never-again": (OWNER_KNOWN, OWNER_KNOWN.replace("or account in known.banned", "or account in known.banned or known.owner is None")),
        "ends-twice": ("if account != collaboration.owner and not self.broken(\"anyone-ends\"):", "if account != collaboration.owner and collaboration.owner:"),
        "new-life": (OWNER_KNOWN, "if known.owner is None: known.removed.clear()\n            " + OWNER_KNOWN),
        "participants-end": ("if account != collaboration.owner and not self.broken(\"anyone-ends\"):", "if not self.has_access(account, collaboration):"),
    },
    # Identities and accounts
    "identity.second-account": {
        "second-account-takes-over": (TAKEN, "if False:"),
        "second-account-409": (TAKEN, TAKEN + "\n                raise OtherStatus(409)"),
        "repeated-addition-frees": ('if self.broken("repetition-resets") or', "if collaboration.known.get(root) and root not in collaboration.removed: collaboration.known[root] = None\n                if"),
        "other-device-is-another": (TAKEN, TAKEN.replace("if ", "if index == 0 and ")),
    },
    "identity.left": {
        "who-took-over-cannot-return": (TAKEN, "if collaboration.known.get(root) is None and account in (held := collaboration.held.get(root, [])) and account != min(held): raise Refused('back')\n            " + TAKEN),
        "removal-leaves-what-others-hold": ("if target in accounts}", "if target in accounts and collaboration.known.get(root, target) in (target, None)}"),
        "removal-bans-later-holders": ("roots = {root for root, accounts", "collaboration.banned |= {each for root, accounts in collaboration.held.items() if target in accounts for each in [collaboration.known.get(root)] if each not in (None, target, collaboration.owner)}\n        roots = {root for root, accounts"),
        "left-is-kept": (TAKEN, "collaboration.first = getattr(collaboration, 'first', {}); \\\n                collaboration.first.setdefault(root, account)\n            if collaboration.first[root] != account: raise Refused('left')\n            " + TAKEN),
        "leaving-keeps-access": ("collaboration.guests.discard(account)\n        for", "collaboration.guests.add(account)\n        for"),
    },
    "identity.list": {
        "anyone-asks": ("if not self.has_access(account, collaboration):\n            raise Refused(\"no access\")\n        roots", "roots"),
        "identities-of-all": (ROOTS, "roots = sorted(collaboration.known)"),
        "identities-of-the-proven": (ROOTS, "roots = sorted(root for root, owner in collaboration.known.items() if owner)"),
        "own-identities": (ROOTS, ROOTS.replace("== target", "== account")),
        "first-identity": (ROOTS, ROOTS + "[:1]"),
        "identities-404": (ROOTS, ROOTS + "\n        if not roots: raise OtherStatus(404)"),
        "identities-in-hexadecimal": ("base64.b64encode(root).decode()} for root in roots", "root.hex()} for root in roots"),
    },
    "once.acts": {
        "guests-at-once": ("if target != account:\n            collaboration.guests.add", "time.sleep(0.05)\n        if target != account:\n            collaboration.guests.add"),
        "transfers-at-once": ("if not self.has_access(target, collaboration):", "time.sleep(0.05)\n        if not self.has_access(target, collaboration):"),
    },
    "once.both": {
        "addition-to-an-old-state": ("        with self.lock:\n            if self.broken(\"repetition-409\")", "        before = set(collaboration.removed)\n        time.sleep(0.05)\n        with self.lock:\n            collaboration.removed -= set(added) - before\n            if self.broken(\"repetition-409\")"),
        "last-write-wins": ("            for root in removed:\n", "            before = dict(collaboration.known), set(collaboration.removed); self.lock.release(); time.sleep(0.05); self.lock.acquire(); collaboration.known, collaboration.removed = before\n            for root in removed:\n"),
    },
    # Names as bytes
    "name.bytes": {
        "names-are-numbers": in_name("str(int(part)) if part.isdigit() else part"),
        "numbers-in-lists": ("return [identifier for identifier, each", "return [int(identifier) if identifier.isdigit() and identifier[0] != '0' else identifier for identifier, each"),
        "raw-plus-is-a-space": (PARTS, PARTS.replace("in coded", "in [each.replace('+', ' ') for each in coded]")),
        "marks-in-paths-404": (PARTS, "if set(path) & set(\"!$&'()*,;=:@\"): raise OtherStatus(404)\n        " + PARTS),
        "names-in-nfc": in_name("__import__('unicodedata').normalize('NFC', part)"),
        "names-in-nfd": in_name("__import__('unicodedata').normalize('NFD', part)"),
        "path-names-of-255-bytes": in_name("part.encode()[:255].decode(errors='ignore')"),
        "names-of-1000-bytes": in_name("part.encode()[:1000].decode(errors='ignore')"),
        "names-of-1023-bytes": in_name("part.encode()[:1023].decode(errors='ignore')"),
        "three-bytes-at-most": in_name("''.join(each if ord(each) < 65536 else '\\ufffd' for each in part)"),
        "plus-is-a-space": in_name("part.replace('+', ' ')"),
        "decoded-twice": in_name("urllib.parse.unquote(part)"),
        "until-a-slash": in_name("part.split('/')[0]"),
        "until-a-question-mark": in_name("part.split('?')[0]"),
        "until-a-number-sign": in_name("part.split('#')[0]"),
        "until-a-semicolon": in_name("part.split(';')[0]"),
        "without-a-mark-in-front": in_name("part.lstrip('\\ufeff')"),
        "without-a-mark-behind": in_name("part.rstrip('\\ufeff')"),
        "without-a-slash-behind": in_name("part.rstrip('/')"),
        "without-a-space-behind": in_name("part.rstrip(' ')"),
        "without-a-dot-behind": in_name("part.rstrip('.')"),
        "in-small-letters": in_name("part.lower()"),
        "backslashes-are-slashes": in_name("part.replace('\\\\', '/')"),
        "folders-are-resolved": in_name("part.replace('n/../', '')"),
        "invisible-is-nothing": in_name("part.replace('\\u200b', '')"),
        "list-in-nfc": ("return [identifier for identifier, each", "return [__import__('unicodedata').normalize('NFC', identifier) for identifier, each"),
        "list-in-nfd": ("return [identifier for identifier, each", "return [__import__('unicodedata').normalize('NFD', identifier) for identifier, each"),
    },
    "name.limits": {
        "names-of-1025-bytes": ("NAME_LIMIT = 1024", "NAME_LIMIT = 1025"),
        "names-of-512-bytes": ("NAME_LIMIT = 1024", "NAME_LIMIT = 512"),
        "name-limit-in-characters": ("1 <= len(identifier.encode()) <= NAME_LIMIT and", "1 <= len(identifier) <= NAME_LIMIT and"),
        "path-noncharacters-in-names": ("not any(0xFDD0 <= each <= 0xFDEF or each & 0xFFFE == 0xFFFE for each in characters)", "True"),
        "noncharacters-of-the-middle": ("0xFDD0 <= each <= 0xFDEF or ", ""),
        "noncharacters-of-other-planes": ("each & 0xFFFE == 0xFFFE", "each in (0xFFFE, 0xFFFF)"),
        "wrong-utf-8-is-replaced": ('errors="strict"', 'errors="replace"'),
        "wrong-names-403": (NAME, "if not server.is_name(identifier): raise Refused('a name')"),
    },
    "name.account": {
        "targets-in-small-letters": in_account("target.lower()"),
        "targets-in-nfc": in_account("__import__('unicodedata').normalize('NFC', target)"),
        "targets-without-spaces": in_account("target.strip()"),
        "targets-decoded-twice": in_account("urllib.parse.unquote(target)"),
        "targets-of-any-bytes": ("server.verifier.require(len(parts) < 4 or server.is_name(target))", "pass"),
        "removed-in-any-case": in_account("target if last != 'accounts' else max((each for each in server.collaborations[identifier].guests if each.lower() == target.lower()), default=target)"),
    },
    # Challenges
    "challenge.forgotten": {
        "eight-challenges-an-account": (ASKED, "mine = [key for key, value in self.challenges.items() if value[:2] == (account, identifier)]\n        for key in mine[:-7]: del self.challenges[key]\n        " + ASKED),
        "a-hundred-challenges": (ASKED, "for key in list(self.challenges)[:-99]: del self.challenges[key]\n        " + ASKED),
    },
    "challenge.names": {
        "names-are-joined": ("if issued is None:", "if issued and issued[1] + issued[0] == identifier + account: issued = account, identifier, issued[2]\n        if issued is None:"),
        "names-of-challenges-in-any-case": ("if issued[1] != identifier", "if issued[1].lower() != identifier.lower()"),
        "names-are-joined-otherwise": ("if issued is None:", "if issued and issued[0] + issued[1] == account + identifier: issued = account, identifier, issued[2]\n        if issued is None:"),
    },
    "challenge.unknown": {
        "challenge-404": (ASKED, "if missing: raise OtherStatus(404)\n        " + ASKED),
        "challenge-names-account": (ASKED, "challenge = challenge[:27] + account.ljust(5).encode(); " + ASKED),
        "long-for-the-owner": (ASKED, "challenge += bytes(8) if account == 'alice' else b''; " + ASKED),
        "short-for-strangers": (ASKED, "challenge = challenge[:24] if not missing and not self.has_access(account, self.collaborations[identifier]) else challenge; " + ASKED),
        "checksum-of-the-account": (ASKED, "challenge += bytes([sum(account.encode()) & 255]); " + ASKED),
    },
    # Lists
    "life.list": {
        "listed-for-each-identity": ("return [identifier for identifier, each in [*self.collaborations.items()]\n",
                                     "return [identifier for identifier, each in [*self.collaborations.items()] for _ in range(max(1, list(each.known.values()).count(account)))\n"),
        "listed-as-owner-and-participant": ("return [identifier for identifier, each in [*self.collaborations.items()]\n",
                                            "return [identifier for identifier, each in [*self.collaborations.items()] for _ in range(1 + (account == each.owner and account in each.known.values()))\n"),
        "list-as-object": (LISTED, 'return {"collaborations": server.list(account)} if method == "GET"'),
        "first-page-only": (LISTED, 'return server.list(account)[:1] if method == "GET"'),
        "page-leads-to-itself": (SENT, "self.send_header('Link', '<?page=1>; rel=\"next\"') if self.path.startswith('/collaborations?') or self.path == '/collaborations' else None; " + SENT),
    },
    # Statuses
    "http.status": {
        "start-200": (STATUS, STATUS + "; status = 200 if status == 201 else status"),
        "start-again-201": ("return 201 if is_new else 200,", "return 201,"),
        "update-200": (STATUS, STATUS + "; status = 200 if self.path.endswith('/participants') else status"),
        "proof-200": (STATUS, STATUS + "; status = 200 if self.path.endswith('/proof') else status"),
        "leave-200": (STATUS, STATUS + "; status = 200 if self.path.endswith('/access') else status"),
        "challenge-201": (STATUS, STATUS + "; status = 201 if self.path.endswith('/challenge') else status"),
        "list-206": (STATUS, STATUS + "; status = 206 if isinstance(answer, list) else status"),
    },
    "http.error": {
        "no-method-without-a-body": ("self.respond(other.args[0], {", "self.respond(other.args[0], b'' if other.args[0] == 405 else {"),
        "unauthorized-word": (WORDS, WORDS.replace('"unauthorized"', '"unauthenticated"')),
        "malformed-word": (MALFORMED, MALFORMED.replace('"malformed"', '"badRequest"')),
        "too-large-word": ('"error": "contentTooLarge"', '"error": "tooLarge"'),
        "not-found-word": (WORDS, WORDS.replace('"notFound"', '"missing"')),
        "unauthorized-as-text": ("self.respond(other.args[0], {", "self.respond(other.args[0], b'no' if other.args[0] == 401 else {"),
    },
    "http.no-route": {
        "401-before-404-of-an-empty-part": ("if coded == [\"collaborations\"]:", "if '' in coded: self.account(server, broken, query)\n        if coded == [\"collaborations\"]:"),
        "any-method-of-a-route": (CHECKED, "elif method != routes[last] and method != 'PATCH':"),
        "more-parts-of-a-path": (ROUTE, 'elif len(coded) > 9 or len(coded) > 99 and len(coded) >'),
        "401-before-404": ("if coded == [\"collaborations\"]:", "self.account(server, broken, query)\n        if coded == [\"collaborations\"]:"),
    },
    "http.order": {
        "size-before-account": (ACCOUNT, "if body is None: raise TooLarge\n        " + ACCOUNT),
        "refusal-before-size": (ACCOUNT, ACCOUNT.replace("if body", "if body is None and coded[1] not in server.collaborations: raise Refused('size')\n        if body")),
        "refusal-before-message": (UPDATED, "self.collaboration(identifier)\n        " + UPDATED),
        "stranger-before-message": (UPDATED, "if identifier in self.collaborations and account != self.collaborations[identifier].owner: raise Refused('not the owner')\n        " + UPDATED),
        "message-before-account": (ACCOUNT, "if body and b'AA==' in body: raise ValueError\n        " + ACCOUNT),
        "identities-after-refusal": ("require(all(len(root) == 32 for root in lists[-1]) or self.broken(\"short-root-hashes\"))", "lists[-1] = [root for root in lists[-1] if len(root) == 32 or require(identifier in self.collaborations)]"),
    },
    "update.unknown": {
        "update-names-collaboration": (UPDATED, UPDATED + "; identifier = json.loads(text).get('collaborationIdentifier', identifier)"),
        "update-must-name-its-own": (UPDATED, UPDATED + "\n        if json.loads(text).get('collaborationIdentifier', identifier) != identifier: raise Refused('another')"),
    },
    "http.empty": {
        "challenge-body-is-read": (IDENTIFIER, "last == 'challenge' and server.verifier.read_text(body or b'{}'); " + IDENTIFIER),
    },
    "http.query": {
        "method-in-query": (METHOD, METHOD + "\n        method = names.get('_method', method)"),
        "unknown-queries-400": (IDENTIFIER, "server.verifier.require(not set(names) - {'account'}); " + IDENTIFIER),
    },
    "answer.type": {
        "text-type": ('kind="application/json; charset=utf-8", phrase', 'kind="text/json", phrase'),
        "latin-1-type": ('kind="application/json; charset=utf-8", phrase', 'kind="application/json; charset=iso-8859-1", phrase'),
        "no-type-of-lists": ('.items() if content else', '.items() if content[:1] != b"[" else'),
    },
    "challenge.replay": {
        "replay-revokes": ('not broken("replay"):', 'not broken("replay"):\n            collaboration.known.clear()'),
        "remembers-32": ("self.used.add(use)", "self.used.add(use); self.recent = [*getattr(self, 'recent', []), use][-32:]; self.used = set(self.recent)"),
        "owner-replays": ("self.used.add(use)", "self.used |= {use} - {use if account == collaboration.owner else None}"),
        "uses-forgotten-by-leaving": ("collaboration.guests.discard(account)\n        for", "self.used.clear()\n        collaboration.guests.discard(account)\n        for"),
        "uses-forgotten-by-start": (SELECTED, SELECTED + "; self.used.clear()"),
        "uses-of-participants-not-kept": ("self.used.add(use)", "self.used |= set() if self.has_access(account, collaboration) else {use}"),
    },
    "once.accounts": {
        "identity-looked-at-before": (TAKEN, "owner = collaboration.known.get(root, account); self.lock.release(); time.sleep(0.05); self.lock.acquire()\n            if owner not in (None, account):"),
    },
    "once.start": {
        "start-writes-all": (SELECTED, "before = dict(known.known), set(known.removed); self.lock.release(); time.sleep(0.05); self.lock.acquire()\n            known.known, known.removed = before; " + SELECTED),
    },
    "life.list-many": {
        "empty-list-is-an-object": (LISTED, 'return (server.list(account) or {}) if method == "GET"'),
        "empty-list-is-null": (LISTED, 'return (server.list(account) or b"null") if method == "GET"'),
        "starts-twice": (SELECTED, SELECTED + "; is_new and self.collaborations.setdefault(identifier + '2', Collaboration(account))"),
        "one-is-left-out": (LISTED, 'return server.list(account)[:20] + server.list(account)[21:] if method == "GET"'),
        "all-from-the-second-page-on": (LISTED, 'return server.list(account) + (list(server.collaborations) if len(server.list(account)) > 20 else []) if method == "GET"'),
    },
    # More faults that rules about others find
    "message.limit": {
        "limit-of-each-list": ("require(len(lists[0]) + len(lists[1]) <=", "require(max(len(lists[0]), len(lists[1])) <="),
        "limit-of-different-ones": ("require(len(lists[0]) + len(lists[1]) <=", "require(len(set(lists[0] + lists[1])) <="),
        "too-many-413": ("require(len(lists[0]) + len(lists[1]) <= (700", "if len(lists[0]) + len(lists[1]) > 1_000: raise TooLarge\n        require(len(lists[0]) + len(lists[1]) <= (700"),
    },
    "answer.malformed": {"mark-before-errors": (CONTENT, f"{CONTENT}; content = b'\\xef\\xbb\\xbf' + content if status == 400 else content")},
    "message.member": {
        "index-may-be-absent": ('"proof": message["proof"]}', '"proof": {"publicKeyIndex": 0, **message["proof"]}}'),
        "hashes-may-be-absent": ('"proof": message["proof"]}', '"proof": {"inclusionHashes": [], **message["proof"]}}'),
        "challenge-may-be-absent": ('{"challenge": message["challenge"],', '{"challenge": message.get("challenge", ""),'),
        "root-hashes-without-objects": ('typed(dict, each)["rootHash"]', 'each if isinstance(each, str) else typed(dict, each)["rootHash"]'),
    },
    "message.duplicate": {"start-with-names-twice": (STARTED, "request = typed(dict, json.loads(text))")},
    "message.object": {"start-with-more-behind": (STARTED, "request = typed(dict, json.JSONDecoder().raw_decode(text.decode())[0])")},
    "start.malformed": {
        "true-is-an-option": ("[typed(str, each) for each in typed(list, request[\"selectedOptions\"])]", "['write' if each is True else typed(str, each) for each in typed(list, request[\"selectedOptions\"])]"),
        "any-name-in-start": (NAMED, "typed(str, named) is not None"),
        "null-as-name-in-start": (NAMED, "named is None or self.is_name(typed(str, named))"),
        "number-as-name-in-start": (NAMED, "self.is_name(str(named))"),
    },
    "life.end-other": {
        "former-owner-alone-starts": (OWNER_KNOWN, "known.first = getattr(known, 'first', account)\n            " + OWNER_KNOWN.replace("(None, account)", "(None, account) or known.first != account")),
        "former-owner-takes-over": (OWNER_KNOWN, "known.first = getattr(known, 'first', account)\n            " + OWNER_KNOWN.replace("(None, account)", "(None, account) and account != known.first")),
    },
    "who.token": {
        "any-scheme": (TOKEN, "account = server.tokens.get(header.rpartition(' ')[2])"),
        "token-in-any-case": (TOKEN, "account = {known.lower(): name for known, name in server.tokens.items()}.get(token.lower())"),
        "token-in-query": (TOKEN, "account = server.tokens.get(token or names.get('token', ''))"),
        "token-in-cookie": (TOKEN, "account = server.tokens.get(token or self.headers.get('Cookie', '').removeprefix('token='))"),
        "token-prefix": (TOKEN, "account = next((name for known, name in server.tokens.items() if len(token) > 20 and known[:8] == token[:8]), None)"),
        "token-without-end": (TOKEN, "account = next((name for known, name in server.tokens.items() if len(token) > 20 and known[:-1] == token[:len(known) - 1]), None)"),
        "no-token-needed": (TOKEN, TOKEN + " if token else 'bob'"),
        "any-token": (TOKEN, TOKEN + " or ('bob' if token else None)"),
        "anyone-deletes": (TOKEN, "account = server.tokens.get(token) or ('bob' if self.command == 'DELETE' else None)"),
        "anyone-starts": (TOKEN, "account = server.tokens.get(token) or ('bob' if '/start' in self.path else None)"),
        "anyone-lists": (TOKEN, "account = server.tokens.get(token) or ('bob' if self.path == '/collaborations' else None)"),
        "anyone-asks-for-identities": (TOKEN, "account = server.tokens.get(token) or ('bob' if '/identities' in self.path else None)"),
        "header-names-owner": (TOKEN, "account = server.tokens.get(token) or (self.headers.get('X-User') if self.command == 'PUT' else None)"),
        "token-is-the-name": (TOKEN, "account = server.tokens.get(token) or (token if token in ('alice', 'bob') else None)"),
        "name-in-base64": (TOKEN, "account = server.tokens.get(token) or {'Ym9i': 'bob'}.get(token)"),
        "basic-name": (TOKEN, "account = server.tokens.get(token) or ('bob' if header.startswith('Basic Ym9iO') else None)"),
        "header-is-the-name": (TOKEN, "account = server.tokens.get(token) or ('bob' if header == 'bob' else None)"),
        "head-without-a-token": (TOKEN, "account = server.tokens.get(token) or ('bob' if self.command == 'HEAD' else None)"),
        "first-of-two-tokens": (TOKEN, "account = server.tokens.get(token.split(' ')[0])"),
        "cookie-names-account": (TOKEN, "account = server.tokens.get(token) or ('bob' if 'account=bob' in self.headers.get('Cookie', '') else None)"),
        "session-in-cookie": (TOKEN, "account = server.tokens.get(token) or server.tokens.get((re.search('session=(\\\\w+)', self.headers.get('Cookie', '')) or [0, ''])[1])"),
        "remote-user-alone": (TOKEN, "account = server.tokens.get(token) or self.headers.get('Remote-User')"),
        "account-in-from": (TOKEN, "account = server.tokens.get(token) or self.headers.get('From')"),
        "400-before-401": (READ, "server.verifier.read_text(body or b'{}'); " + READ),
        "token-by-beginning": (TOKEN, "account = next((a for t, a in server.tokens.items() if token and t.startswith(token)), None)"),
        "token-with-one-wrong-character": (TOKEN, "account = server.tokens.get(token.lower().rstrip('ab')) or next((a for t, a in server.tokens.items() if len(t) == len(token) and sum(x != y for x, y in zip(t, token)) < 2), None)"),
    },
    "who.bytes": {
        "accounts-in-any-case": (TOKEN, "account = (server.tokens.get(token) or '').lower() or None"),
        "accounts-in-nfc": (TOKEN, "account = __import__('unicodedata').normalize('NFC', server.tokens.get(token) or '') or None"),
        "accounts-without-white-space": (TOKEN, "account = (server.tokens.get(token) or '').strip() or None"),
        "accounts-of-255-characters": (TOKEN, "account = (server.tokens.get(token) or '')[:255] or None"),
        "accounts-are-numbers": (TOKEN, "account = (lambda name: str(int(name)) if (name or '').isdigit() else name)(server.tokens.get(token))"),
        "accounts-until-nul": (TOKEN, "account = (server.tokens.get(token) or '').split('\\0')[0] or None"),
        "accounts-without-a-mark": (TOKEN, "account = (server.tokens.get(token) or '').lstrip('\\ufeff') or None"),
        "accounts-are-decoded": (TOKEN, "account = urllib.parse.unquote_plus(server.tokens.get(token) or '') or None"),
    },
    "who.account": {
        "header-names-account": (TOKEN, TOKEN + "\n        account = self.headers.get('X-Account', account)"),
        "query-names-account": (TOKEN, TOKEN + "\n        account = names.get('account', account) if account and '/identities' not in self.path else account"),
        "account-in-from-header": (TOKEN, "account = server.tokens.get(token) and self.headers.get('From', server.tokens[token])"),
        "account-in-cookie": (TOKEN, "account = server.tokens.get(token) and (re.search('account=(\\\\w+)', self.headers.get('Cookie', '')) or [0, server.tokens[token]])[1]"),
        "token-in-cookie-first": (TOKEN, "account = server.tokens.get((re.search('token=(\\\\w+)', self.headers.get('Cookie', '')) or [0, token])[1], server.tokens.get(token))"),
        "remote-user": (TOKEN, "account = server.tokens.get(token) and self.headers.get('Remote-User', server.tokens[token])"),
        "proxy-authorization": (TOKEN, "account = server.tokens.get(self.headers.get('Proxy-Authorization', header)[7:])"),
        "account-in-body": (ACCOUNT, ACCOUNT.replace("\n", "; account = account and (re.search(b'\"account\":\"(\\\\w+)\"', body) or [0, account.encode()])[1].decode()\n", 1)),
        "as-in-query": (TOKEN, "account = server.tokens.get(token) and names.get('as', server.tokens[token])"),
        "user-in-query": (TOKEN, "account = server.tokens.get(token) and names.get('user', server.tokens[token])"),
        "user-in-header": (TOKEN, "account = server.tokens.get(token) and self.headers.get('X-User', server.tokens.get(token))"),
        "proof-names-user": (IDENTIFIER, "account = 'bob' if b'\"user\":\"bob\"' in body else account; " + IDENTIFIER),
        "forwarded-user": (TOKEN, "account = server.tokens.get(token) and self.headers.get('X-Forwarded-User', server.tokens.get(token))"),
    },
    "access.invitation": {
        "any-identity": (PROVABLE, "return Everything()"),
        "own-invitation-reads": (ALLOWED, ALLOWED + " or account == 'bob' and None in collaboration.known.values()"),
        "who-asked-reads": (ALLOWED, ALLOWED + " or account in collaboration.asked"),
    },
    "update.access": {
        "removal-leaves-access": (GONE, GONE + "; collaboration.guests |= {collaboration.known.get(root)} - {None}"),
        "removal-of-first-only": (UPDATED, UPDATED + "; removed = removed[:1]"),
        "caches-access": (ALLOWED, ALLOWED + "\n        allowed = self.cache[account, identifier] = allowed or self.cache.get((account, identifier), False)"),
    },
    "update.size": {
        "no-repeated-identity": (UPDATED, UPDATED + "; self.verifier.require(len(set(added)) == len(added))"),
        "addition-of-first-only": (UPDATED, UPDATED + "; added = added[:1]"),
    },
    "admission.again": {"removal-bans-account": (LOST, LOST + "; collaboration.banned |= accounts")},
    "update.early": {"early-removal-lost": (GONE, "if root not in collaboration.known: continue\n                " + GONE)},
    "update.others": {"removal-everywhere": (LOST, LOST + "\n            for each in self.collaborations.values(): each.known.update({root: None for root, holder in each.known.items() if holder in accounts})")},
    "admission.several": {
        "removal-takes-all": (LOST, LOST + "; collaboration.known.update({root: None for root, holder in collaboration.known.items() if holder in accounts})"),
        "one-identity-an-account": (TAKEN, "if any(owner == account and each != root for each, owner in collaboration.known.items()): raise Refused('a second identity')\n            " + TAKEN),
        "last-identity-counts": (TAKEN, "collaboration.known.update({each: None for each, owner in collaboration.known.items() if owner == account})\n            " + TAKEN),
    },
    "admission.proof": {"grants-nothing": ("collaboration.known[root] = account", "return")},
    "access.owner": {
        "owner-cannot-prove": (TAKEN, "if account == collaboration.owner: raise Refused('the owner')\n            " + TAKEN),
        "proven-owner-lost": (ALLOWED, ALLOWED + " if account != collaboration.owner else account not in collaboration.former"),
    },
    "access.empty-proof": {"empty-proof-409": (ISSUED, ISSUED + "\n        if not key and not hashes: raise OtherStatus(409)")},
    "path.identity": {"hash-of-31-bytes-500": (ISSUED, ISSUED + "\n        if any(len(each) != 32 for each in hashes): raise OtherStatus(500)")},
    "challenge.refused": {"spent-by-refusal": (ISSUED, ISSUED + "\n        if challenge in self.cache: raise Refused('spent')\n        self.cache[challenge] = True")},
    "update.stranger": {
        "anyone-invites": (OWNER, OWNER.replace("if ", "if False and ")),
        "anyone-adds": (OWNER, OWNER.replace("if ", "if removed and ")),
        "anyone-removes": (OWNER, OWNER.replace("if ", "if added and ")),
        "anyone-sends-nothing": (OWNER, OWNER.replace("if ", "if (added or removed) and ")),
        "who-asked-invites": (OWNER, OWNER.replace("if ", "if account not in collaboration.asked and ")),
        "who-was-removed-invites": (OWNER, OWNER.replace("if ", "if account not in collaboration.former and ")),
    },
    "once.updates": {"updates-get-lost": (LIFE, "before = dict(collaboration.known); time.sleep(0.05); collaboration.known = {**before, **{root: before.get(root) for root in added}}; added = []\n        " + LIFE)},
    "update.final": {
        "removed-proves-again": (GONE, GONE + "; collaboration.known[root] = None\n                continue"),
        "late-addition": (ADDS, ADDS + "                root in removed or collaboration.removed.discard(root)\n"),
        "removal-forgotten-by-next": (LOST, LOST + "; collaboration.removed.clear()"),
        "removal-forgotten-by-empty": (LOST, LOST + "; added + removed or collaboration.removed.clear()"),
    },
    "update.both": {"addition-wins": (ADDS, ADDS + "                root in removed and collaboration.removed.discard(root)\n")},
    "challenge.random": {
        "one-challenge": (ASKED, "challenge = hashlib.sha256(f'{account} {identifier}'.encode()).digest(); " + ASKED),
        "constant-if-missing": (ASKED, "challenge = hashlib.sha256(f'{account} {identifier}'.encode()).digest() if missing else challenge; " + ASKED),
        "counting-challenges": (ASKED, "challenge = bytes(24) + len(self.challenges).to_bytes(8, 'big'); " + ASKED),
        "little-randomness": (ASKED, "challenge = bytes(20) + challenge[:12]; " + ASKED),
    },
    "challenge.others": {
        "last-challenge-only": (ASKED, "for known, (owner, place, _) in list(self.challenges.items()): (owner, place) == (account, identifier) and self.challenges.pop(known)\n        " + ASKED),
        "stranger-ends-challenges": (ASKED, "for known, (owner, place, _) in list(self.challenges.items()): owner != account and place == identifier and self.challenges.pop(known)\n        " + ASKED),
    },
    "challenge.once": {"asking-renews": (ASKED, "for known, (owner, place, _) in list(self.challenges.items()): (owner, place) == (account, identifier) and self.used.discard(known)\n        " + ASKED)},
    "challenge.issued": {
        "half-of-challenge": ("if issued is None:", "issued = issued or next((value for key, value in self.challenges.items() if key[:16] == challenge[:16]), None)\n        if issued is None:"),
        "any-challenge": ("if issued is None:", "if issued is None:\n            return"),
    },
    "access.other-collaboration": {"one-list-of-identities": (PROVABLE, "return {root for each in self.collaborations.values() for root in each.known}")},
    "access.own-roots": {"client-root-hashes": (ISSUED, ISSUED + "\n        for root in message.get('knownRootHashes', []): collaboration.known.setdefault(verifier.data(root))")},
    "http.type": {
        "forms-are-not-read": (READ, "body = b'' if 'form' in (self.headers['Content-Type'] or '') else body; " + READ),
        "latin-1-by-its-type": (READ, "body = body.decode('latin-1').encode() if '8859' in (self.headers['Content-Type'] or '') else body; " + READ),
        "content-type-415": (METHOD, METHOD + "\n        if body and self.headers['Content-Type'] != 'application/json': raise OtherStatus(415)"),
    },
    "access.unknown": {"400-or-403-by-existence": (NAME, NAME + "; last != 'proof' or server.collaboration(identifier)")},
    "message.atomic": {"applied-too-early": ("require(all(len(root)", "self.collaborations[identifier].known.update({root: None for root in lists[0]})\n            require(all(len(root)")},
    "message.unknown": {
        "no-members-of-a-prototype": read("b'' if b'__proto__' in text else text"),
        "no-names-with-a-nul": read("b'' if b'\"\\\\u0000x\"' in text else text"),
        "no-new-members": (UPDATED, UPDATED + "; self.verifier.require(len(json.loads(text)) == 2)"),
    },
}

def always(text):
    """What the server does before each answer."""
    return "self.send_response(status, phrase)", f"{text}; self.send_response(status, phrase)"

def limit(count):
    """A server that answers so many requests a second, and 50 before it counts."""
    return BODY, BODY + f"""        with server.lock:
            now = time.monotonic()
            server.budget = min(50, getattr(server, 'budget', 50) + (now - getattr(server, 'then', now)) * {count})
            server.then, is_late = now, server.budget < 1
            server.budget -= not is_late
        if is_late:
            return self.respond(429, {{'error': 'tooManyRequests'}}, **{{'Retry-After': '1'}})
"""

# Servers that keep every rule, each in its own way: texts of server.py with others, and options of a run.
GOOD = {
    "chunks": ([('self.send_header("Content-Length", str(len(content)))', 'self.send_header("Transfer-Encoding", "chunked")'),
                ("self.wfile.write(content)", "status == 204 or self.wfile.write(b''.join(b'%x\\r\\n%s\\r\\n' % (len(part), part) for part in (content[:7], content[7:]) if part) + b'0\\r\\n\\r\\n')")], []),
    "as-it-is": ([], []),
    "answers-for-one": ([(SENT, "self.send_header('Cache-Control', 'private, max-age=0, no-cache'); " + SENT)], []),
    "expired-answers": ([(SENT, "self.send_header('Cache-Control', 'no-cache'); self.send_header('Expires', 'Thu, 01 Jan 1970 00:00:00 GMT'); " + SENT)], ["--only", "http", "--only", "answer"]),
    "no-nul-in-paths": ([(NAME, NAME + "; server.verifier.require('\\0' not in identifier)")], ["--only", "name"]),
    "counted-requests": ([(SENT, "self.send_header('RateLimit-Reset', str(60 - int(time.monotonic() * 4) % 60)); " + SENT)], []),
    "answers-for-one-alone": ([(SENT, "self.send_header('Cache-Control', 'private'); " + SENT)], []),
    "participants-update": ([(OWNER, OWNER.replace("if ", "if not self.has_access(account, collaboration) and "))], ["--participants-may-update"]),
    "escaped-lists": ([(STATUS, STATUS + "\n            if isinstance(answer, list):\n                answer = ('[' + ','.join('\"' + ''.join('\\\\u%04x' % ord(each) for each in name) + '\"' for name in answer if name.isascii()) + ']').encode()")],
                      ["--only", "life.list"]),
    "names-of-920-bytes": ([("secrets.token_hex(13)", "secrets.token_hex(460)")], ["--start", "POST /collaborations"]),
    "sometimes-busy": ([(BODY, BODY + "        if secrets.randbelow(25) == 0:\n            return self.respond(503, {'error': 'unavailable'})\n")], []),
    "busy-when-done": ([(STATUS, STATUS + "\n            if secrets.randbelow(25) == 0 and not self.path.endswith('/tokens'):\n                return self.respond(503, {'error': 'unavailable'})")], []),
    "many-requests": ([limit(200)], ["--only", "a", "--only", "life", "--only", "http"]),
    "few-requests": ([limit(20)], ["--only", "admission", "--only", "once", "--only", "answer"]),
    # A challenge expires before a hundred others are answered.
    "short-lived": ([limit(9), ("LIFETIME = 30", "LIFETIME = 5")], ["--only", "challenge.forgotten"]),
    "busy-machine": ([always("time.sleep(secrets.randbelow(40) / 1000 * (secrets.randbelow(3) == 0))")], []),
    "questions-by-post": ([('"GET": "GET", "DELETE": "DELETE",', '"GET": "GET", "DELETE": "DELETE", "question": "POST",'),
                           ('"GET": lambda: server.read(account, identifier),', '"GET": lambda: server.read(account, identifier), "question": lambda: server.read(account, identifier),')],
                          ["--read", "POST /collaborations/{collaboration}/question"]),
    "one-etag-of-refusals": ([(REFUSAL, "headers['ETag'] = '\"1\"'; " + REFUSAL)], ["--only", "life", "--only", "answer"]),
    "numbered-requests": ([(SENT, "self.send_header('X-Request-Id', secrets.token_hex(8)); " + SENT)], []),
    "some-connections-end": ([(SENT, "if secrets.randbelow(5) == 0:\n            self.send_header('Connection', 'close')\n            self.close_connection = True\n        " + SENT)], []),
    "one-request-a-connection": ([(SENT, "self.send_header('Connection', 'close'); self.close_connection = True; " + SENT)], []),
    "pages": ([(LISTED, """names = sorted(server.list(account)) if method == "GET" else []
            page = int(names_of_query.get("page", 0)) if (names_of_query := dict(urllib.parse.parse_qsl(query))) else 0
            if names[20 * page + 20:]:
                self.next = f'</collaborations?page={page + 1}>; rel="next"'
            return names[20 * page:][:20] if method == "GET\""""), (SENT, "self.send_header('Link', self.__dict__.pop('next')) if 'next' in self.__dict__ else None; " + SENT)], []),
    "new-members": ([(STATUS, STATUS + "\n            if isinstance(answer, dict):\n                answer = {'later': [None, {'x': 1.5}], **answer}")], []),
    "long-challenges": ([("size = 8 if", "size = 121 if not self.fault else 8 if")], []),
    "odd-names-and-types": ([("secrets.token_hex(13)", "secrets.token_hex(13) + 'ß+/=\"'"), ('{"Content-Type": kind, **headers}', '{"Content-Type": kind.replace("json", "JSON"), **headers}')],
                            ["--start", "POST /collaborations", "--only", "name", "--only", "http", "--only", "message", "--only", "answer"]),
    "sixteen-bytes": ([("size = 8 if", "size = 16 if not self.fault else 8 if")], []),
    "token-in-a-header": ([('header, names = self.headers.get("Authorization", ""),', 'header, names = "Bearer " + self.headers.get("X-Token", ""),')],
                          ["--header", "X-Token: {token}", "--header", "X-Other: 1"]),
    "token-in-a-cookie": ([('header, names = self.headers.get("Authorization", ""),', 'header, names = "Bearer " + self.headers.get("Cookie", "").removeprefix("sid="),')],
                          ["--header", "Cookie: sid={token}"]),
}
