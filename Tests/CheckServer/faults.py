"""Faults beside those of server.py: texts that take the place of one text in server.py, by the rule that must find them."""

READ = "answer = self.answer(server, broken, body)"
SELECTED = "known.options = set(selected)"
COUNTED = "require(len(selected) <= 100)"
ANSWER = 'return {"isOwner": is_owner, "permittedOptions": permitted}'
PERMITTED = "permitted = sorted(OPTIONS if is_owner else collaboration.options, key=str.encode)"
TAKEN = 'if collaboration.known.get(root, account) not in (None, account):'
BANNED = "collaboration.banned.add(target)"
GUESTS = "collaboration.guests.add(target)"
OWNED = 'if account != collaboration.owner:\n            raise Refused("not the owner")\n        return collaboration'
ROOTS = "roots = sorted(root for root, owner in collaboration.known.items() if owner == target)"
ASKED = "self.challenges[challenge] = (account, identifier, time.monotonic() + LIFETIME)"
LISTED = 'return server.list(account) if method == "GET"'
STATUS = "status, answer = answer if isinstance(answer, tuple) else (204 if answer is None else 200, answer)"
WORDS = 'word = {401: "unauthorized", 404: "notFound", 405: "methodNotAllowed"}.get(other.args[0], "other")'
ACCOUNT = "account = self.account(server, broken, query)\n        if body is None:"
OWNER_KNOWN = 'if known.owner not in (None, account) and not self.broken("anyone-starts-again") or account in known.banned:'
UPDATED = "added, removed = self.read_update(text, identifier)"
PARTS = 'parts = [urllib.parse.unquote(part, errors="strict") for part in coded]'
IDENTIFIER = "identifier, target = parts[1],"
NAME = "server.verifier.require(server.is_name(identifier))"
METHOD = 'method = "GET" if self.command == "HEAD" else self.command'
CHECKED = "elif method != routes[last]:"
ALLOWED = "allowed = self.has_access(account, collaboration)"
LIFE = "life = set(collaboration.known) | collaboration.removed"
OWNER = 'if account != collaboration.owner:\n            raise Refused("not the owner")\n        life'
ADDS = "            for root in added:\n"
PROVABLE = "return set(collaboration.known)"
HEADERS = 'kind = "text/plain"'
CHUNKED = 'if "chunked" not in self.headers.get("Transfer-Encoding", ""):'
CHUNK = "if len(body) + size > BODY_LIMIT:"
STARTED = "request = typed(dict, self.verifier.read_text(text))"
NEW_NAME = "if identifier is None and named in"
TOO_LONG = 'if length > BODY_LIMIT and not broken("no-limit-of-bodies"):'
TREES = "}.get(self.fault, verifier.verify)"
TOKEN = "account = server.tokens.get(token)"
LOST = "collaboration.former |= accounts"
GONE = "collaboration.removed.add(root)"
ISSUED = "self.check(challenge, account, identifier)"
SENT = "self.end_headers()"
BODY = "body = self.body(broken)\n"
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

RULES = {
    "key.zero": {
        "x-of-32-bytes-only": (TREES, f"{TREES}\n        verifier.read_key = lambda key, *rest: verifier.require(key[1:2] != b'\\0') or read_key(key, *rest)"),
    },
    "key.other-leaf": {"leaf-of-any-form": tree("sha(key), sha(bytes([2 | key[-1] & 1]) + key[1:33]), sha(key[1:]), sha(b'\\5' + key[1:])")},
    "path.long": {"any-depth-of-tree": tree()},
    "path.hash": {
        "hashes-cut-to-32-bytes": (TREES, f"{TREES}\n        verifier.verify = lambda *parts, verify=verifier.verify: verify(*parts[:3], [each[:32] for each in parts[3]], *parts[4:])"),
    },
    "tree.hashing": {
        "prefixed-node": tree(parent="sha(b'\\1' + left + right)"),
        "bits-from-the-first": tree(before="index = int(f'{index:0{max(1, len(hashes))}b}'[::-1], 2)"),
    },
    "grammar.vectors": {"last-of-two-members": read("json.dumps(json.loads(text)).encode() if text.count(b'publicKeyIndex') > 1 else text")},
    "grammar.encoding": {
        "utf-16": read("text.decode('utf-16-le').encode() if text[1:2] == b'\\0' else text"),
        "utf-32": read("text.decode('utf-32-be').encode() if text[:3] == b'\\0\\0\\0' else text"),
        "high-surrogate-alone": read("text.replace(b'\\\\uD800\\\\u0041', b'')"),
    },
    "grammar.beyond": {
        "start-without-limits": (STARTED, "request = typed(dict, self.once(json.loads(text).items()))"),
        "numbers-of-129-digits": member(r'"x":1{129}'),
    },
    "grammar.limits": {
        "31-levels": read("b'' if b'[' * 31 in text else text"),
        "names-by-nfc": read("b'' if 'e\u0301'.encode() in text else text"),
    },
    "name.encoded": {
        "path-without-zeros": in_path("part.lstrip('0')"),
        "empty-names": ('or "" in coded or', "or"),
        "path-without-slash": in_path("part.rstrip('/')"),
    },
    "update.life": {"limit-is-malformed": ('"error": "limit"', '"error": "malformed"')},
    "http.method": {"owner-by-get": (CHECKED, 'elif method != routes[last] and (last, method) != ("owner", "GET"):')},
    "http.override": {"other-override": (METHOD, 'method = self.headers.get("X-Method-Override", "GET" if self.command == "HEAD" else self.command)')},
    "http.chunks": {"chunks-411": (CHUNKED, "if 'chunked' in self.headers.get('Transfer-Encoding', ''): raise ValueError\n        " + CHUNKED)},
    "http.large-chunks": {"limit-of-one-chunk": (CHUNK, "if size > BODY_LIMIT:")},
    "http.announced": {"reads-before-limit": (TOO_LONG, "too_long = length > BODY_LIMIT and self.rfile.read(length)\n        " + TOO_LONG)},
    "answer.phrase": {"reason-in-phrase": (REFUSAL, "self.respond(403, reason, kind, str(refusal), **headers)")},
    "answer.head": {"head-405": (METHOD, METHOD + "\n        if self.command == 'HEAD': raise OtherStatus(405)")},
    "answer.cache": {
        "start-for-a-minute": (SENT, "self.send_header('Cache-Control', 'public') if '/start' in self.path else None; " + SENT),
        "refusal-expires": header("'Thu, 01 Jan 2099 00:00:00 GMT'", "Expires"),
    },
    "answer.time": {"slow-where-it-exists": (REFUSAL, "time.sleep(0 if 'no such' in str(refusal) else 0.1); " + REFUSAL)},
    "life.answer": {
        "participants-have-all": (PERMITTED, "permitted = sorted(OPTIONS, key=str.encode)"),
        "names-identities": (ANSWER, ANSWER.replace("{", '{"identities": [base64.b64encode(each).decode() for each in collaboration.known], ')),
    },
    "life.answer-stays": {"counts-participants": (ANSWER, ANSWER.replace("{", '{"count": len(set(collaboration.known.values())), '))},
    "life.conditions": {"not-modified": (READ, "if 'If-None-Match' in self.headers: return self.respond(304)\n            " + READ)},
    "life.selection": {"empty-selection-is-none": (SELECTED, "known.options = set(selected) or known.options")},
    "life.walk": {
        "left-is-not-removed": (LIFE, "removed = [root for root in removed if root not in collaboration.held or collaboration.known.get(root)]; " + LIFE),
        "removal-of-unknown-404": (BANNED, "if not roots: raise OtherStatus(404)\n        " + BANNED),
        "transfer-to-the-proven-only": ("if not self.has_access(target, collaboration):", "if target not in collaboration.known.values():"),
        "refused-selection-counts": (OWNER_KNOWN, SELECTED + "\n            " + OWNER_KNOWN),
        "guests-outlive-the-end": ("collaboration.guests.clear()", "pass"),
        "new-owner-by-identity": ("return account == collaboration.owner or", "return account == collaboration.owner == 'alice' or"),
        "left-identities-too": (ROOTS, "roots = sorted(root for root in collaboration.known if target in collaboration.held.get(root, ()))"),
    },
    "life.guest": {
        "anyone-lets-in": (OWNED, "return collaboration"),
        "participant-is-no-guest": (GUESTS, "target in collaboration.known.values() or " + GUESTS),
    },
    "life.transfer": {"start-gives-it-back": (SELECTED, SELECTED + "; known.owner = 'alice' if 'alice' in known.guests else account")},
    "life.remove": {
        "account-comes-back-after-the-end": ("collaboration.guests.clear()", "collaboration.guests.clear(); collaboration.banned.clear()"),
        "removal-of-an-account-takes-all": (BANNED, BANNED + "; collaboration.known = {root: None for root in collaboration.known}"),
    },
    "start.path": {"message-names-collaboration": (NEW_NAME, "identifier = named or identifier\n        " + NEW_NAME)},
    "start.limits": {"each-option-once": (COUNTED, "require(len(set(selected)) == len(selected))")},
    "start.key": {
        "key-before-name": (NEW_NAME, NEW_NAME.replace("named", "key is None and named")),
        "key-is-ignored": ("require(len(key) == 16)", "require(len(key) == 16); key = None"),
    },
    "start.once": {"last-owner": (OWNER_KNOWN, "if False:")},
    "identity.second-account": {"second-account-takes-over": (TAKEN, "if False:")},
    "identity.left": {
        "who-took-over-cannot-return": (TAKEN, "if collaboration.known.get(root) is None and account in (held := collaboration.held.get(root, [])) and account != min(held): raise Refused('back')\n            " + TAKEN),
    },
    "identity.list": {"own-identities": (ROOTS, ROOTS.replace("== target", "== account"))},
    "once.acts": {
        "guests-at-once": ("if target != account:\n            collaboration.guests.add", "time.sleep(0.05)\n        if target != account:\n            collaboration.guests.add"),
    },
    "once.both": {
        "addition-to-an-old-state": ("        with self.lock:\n            if self.broken(\"repetition-409\")", "        before = set(collaboration.removed)\n        time.sleep(0.05)\n        with self.lock:\n            collaboration.removed -= set(added) - before\n            if self.broken(\"repetition-409\")"),
    },
    "name.bytes": {
        "names-are-numbers": in_name("str(int(part)) if part.isdigit() else part"),
        "names-of-1023-bytes": in_name("part.encode()[:1023].decode(errors='ignore')"),
        "without-a-mark-in-front": in_name("part.lstrip('\\ufeff')"),
        "invisible-is-nothing": in_name("part.replace('\\u200b', '')"),
    },
    "name.limits": {"noncharacters-of-other-planes": ("each & 0xFFFE == 0xFFFE", "each in (0xFFFE, 0xFFFF)")},
    "name.account": {
        "removed-in-any-case": in_account("target if last != 'accounts' else max((each for each in server.collaborations[identifier].guests if each.lower() == target.lower()), default=target)"),
    },
    "challenge.forgotten": {
        "eight-challenges-an-account": (ASKED, "mine = [key for key, value in self.challenges.items() if value[:2] == (account, identifier)]\n        for key in mine[:-7]: del self.challenges[key]\n        " + ASKED),
    },
    "challenge.names": {
        "names-are-joined": ("if issued is None:", "if issued and issued[1] + issued[0] == identifier + account: issued = account, identifier, issued[2]\n        if issued is None:"),
    },
    "http.status": {"start-200": (STATUS, STATUS + "; status = 200 if status == 201 else status")},
    "http.error": {"unauthorized-word": (WORDS, WORDS.replace('"unauthorized"', '"unauthenticated"'))},
    "http.no-route": {
        "401-before-404": ("if coded == [\"collaborations\"]:", "self.account(server, broken, query)\n        if coded == [\"collaborations\"]:"),
    },
    "http.order": {"size-before-account": (ACCOUNT, "if body is None: raise TooLarge\n        " + ACCOUNT)},
    "update.unknown": {
        "update-must-name-its-own": (UPDATED, UPDATED + "\n        if json.loads(text).get('collaborationIdentifier', identifier) != identifier: raise Refused('another')"),
    },
    "http.empty": {"challenge-body-is-read": (IDENTIFIER, "last == 'challenge' and server.verifier.read_text(body or b'{}'); " + IDENTIFIER)},
    "http.query": {"method-in-query": (METHOD, METHOD + "\n        method = names.get('_method', method)")},
    "once.accounts": {
        "identity-looked-at-before": (TAKEN, "owner = collaboration.known.get(root, account); self.lock.release(); time.sleep(0.05); self.lock.acquire()\n            if owner not in (None, account):"),
    },
    "once.start": {
        "start-writes-all": (SELECTED, "before = dict(known.known), set(known.removed); self.lock.release(); time.sleep(0.05); self.lock.acquire()\n            known.known, known.removed = before; " + SELECTED),
    },
    "life.list-many": {"empty-list-is-null": (LISTED, 'return (server.list(account) or b"null") if method == "GET"')},
    "life.end-other": {
        "former-owner-alone-starts": (OWNER_KNOWN, "known.first = getattr(known, 'first', account)\n            " + OWNER_KNOWN.replace("(None, account)", "(None, account) or known.first != account")),
    },
    "who.token": {
        "any-scheme": (TOKEN, "account = server.tokens.get(header.rpartition(' ')[2])"),
        "token-prefix": (TOKEN, "account = next((name for known, name in server.tokens.items() if len(token) > 20 and known[:8] == token[:8]), None)"),
        "header-names-owner": (TOKEN, "account = server.tokens.get(token) or (self.headers.get('X-User') if self.command == 'PUT' else None)"),
        "session-in-cookie": (TOKEN, "account = server.tokens.get(token) or server.tokens.get((re.search('session=(\\\\w+)', self.headers.get('Cookie', '')) or [0, ''])[1])"),
    },
    "who.bytes": {"accounts-without-white-space": (TOKEN, "account = (server.tokens.get(token) or '').strip() or None")},
    "who.account": {
        "account-in-from-header": (TOKEN, "account = server.tokens.get(token) and self.headers.get('From', server.tokens[token])"),
        "user-in-header": (TOKEN, "account = server.tokens.get(token) and self.headers.get('X-User', server.tokens.get(token))"),
    },
    "update.access": {
        "caches-access": (ALLOWED, ALLOWED + "\n        allowed = self.cache[account, identifier] = allowed or self.cache.get((account, identifier), False)"),
    },
    "admission.again": {"removal-bans-account": (LOST, LOST + "; collaboration.banned |= accounts")},
    "update.early": {"early-removal-lost": (GONE, "if root not in collaboration.known: continue\n                " + GONE)},
    "update.others": {
        "removal-everywhere": (LOST, LOST + "\n            for each in self.collaborations.values(): each.known.update({root: None for root, holder in each.known.items() if holder in accounts})"),
    },
    "admission.several": {
        "last-identity-counts": (TAKEN, "collaboration.known.update({each: None for each, owner in collaboration.known.items() if owner == account})\n            " + TAKEN),
    },
    "access.owner": {"owner-cannot-prove": (TAKEN, "if account == collaboration.owner: raise Refused('the owner')\n            " + TAKEN)},
    "access.empty-proof": {"empty-proof-409": (ISSUED, ISSUED + "\n        if not key and not hashes: raise OtherStatus(409)")},
    "challenge.refused": {
        "spent-by-refusal": (ISSUED, ISSUED + "\n        if challenge in self.cache: raise Refused('spent')\n        self.cache[challenge] = True"),
    },
    "update.stranger": {"anyone-adds": (OWNER, OWNER.replace("if ", "if removed and "))},
    "once.updates": {
        "updates-get-lost": (LIFE, "before = dict(collaboration.known); time.sleep(0.05); collaboration.known = {**before, **{root: before.get(root) for root in added}}; added = []\n        " + LIFE),
    },
    "update.final": {"removal-forgotten-by-next": (LOST, LOST + "; collaboration.removed.clear()")},
    "update.both": {"addition-wins": (ADDS, ADDS + "                root in removed and collaboration.removed.discard(root)\n")},
    "challenge.others": {
        "stranger-ends-challenges": (ASKED, "for known, (owner, place, _) in list(self.challenges.items()): owner != account and place == identifier and self.challenges.pop(known)\n        " + ASKED),
    },
    "challenge.issued": {
        "half-of-challenge": ("if issued is None:", "issued = issued or next((value for key, value in self.challenges.items() if key[:16] == challenge[:16]), None)\n        if issued is None:"),
    },
    "access.other-collaboration": {"one-list-of-identities": (PROVABLE, "return {root for each in self.collaborations.values() for root in each.known}")},
    "access.own-roots": {
        "client-root-hashes": (ISSUED, ISSUED + "\n        for root in message.get('knownRootHashes', []): collaboration.known.setdefault(verifier.data(root))"),
    },
    "http.type": {"content-type-415": (METHOD, METHOD + "\n        if body and self.headers['Content-Type'] != 'application/json': raise OtherStatus(415)")},
    "message.atomic": {
        "applied-too-early": ("require(all(len(root)", "self.collaborations[identifier].known.update({root: None for root in lists[0]})\n            require(all(len(root)"),
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
    "questions-by-post": ([
        ('"GET": "GET", "DELETE": "DELETE",', '"GET": "GET", "DELETE": "DELETE", "question": "POST",'),
        ('"GET": lambda: server.read(account, identifier),', '"GET": lambda: server.read(account, identifier), "question": lambda: server.read(account, identifier),'),
        (SENT, "if secrets.randbelow(5) == 0:\n            self.send_header('Connection', 'close')\n            self.close_connection = True\n        " + SENT),
    ], ["--read", "POST /collaborations/{collaboration}/question"]),
    "long-names": ([
        ("secrets.token_hex(13)", "secrets.token_hex(460)"),
        ('header, names = self.headers.get("Authorization", ""),', 'header, names = "Bearer " + self.headers.get("Cookie", "").removeprefix("sid="),'),
    ], ["--start", "POST /collaborations", "--header", "Cookie: sid={token}"]),
    "participants-update": ([
        (OWNER, OWNER.replace("if ", "if not self.has_access(account, collaboration) and ")),
        ('header, names = self.headers.get("Authorization", ""),', 'header, names = "Bearer " + self.headers.get("X-Token", ""),'),
    ], ["--participants-may-update", "--header", "X-Token: {token}", "--header", "X-Other: 1"]),
    "cached-for-one": ([
        (SENT, "self.send_header('Cache-Control', 'private'); " + SENT),
        ("size = 8 if", "size = 16 if not self.fault else 8 if"),
        (LISTED, """names = sorted(server.list(account)) if method == "GET" else []
            page = int(names_of_query.get("page", 0)) if (names_of_query := dict(urllib.parse.parse_qsl(query))) else 0
            if names[20 * page + 20:]:
                self.next = f'</collaborations?page={page + 1}>; rel="next"'
            return names[20 * page:][:20] if method == "GET\""""),
        (SENT, "self.send_header('Link', self.__dict__.pop('next')) if 'next' in self.__dict__ else None; " + SENT),
    ], []),
    "cached-for-nobody": ([
        (SENT, "self.send_header('Cache-Control', 'private, max-age=0, no-cache'); " + SENT),
        (SENT, "self.send_header('RateLimit-Reset', str(60 - int(time.monotonic() * 4) % 60)); " + SENT),
        ("size = 8 if", "size = 121 if not self.fault else 8 if"),
    ], []),
    "chunks-and-new-members": ([
        ('self.send_header("Content-Length", str(len(content)))', 'self.send_header("Transfer-Encoding", "chunked")'),
        ("self.wfile.write(content)", "status == 204 or self.wfile.write(b''.join(b'%x\\r\\n%s\\r\\n' % (len(part), part) for part in (content[:7], content[7:]) if part) + b'0\\r\\n\\r\\n')"),
        (SENT, "self.send_header('X-Request-Id', secrets.token_hex(8)); " + SENT),
        (STATUS, STATUS + "\n            if isinstance(answer, dict):\n                answer = {'later': [None, {'x': 1.5}], **answer}"),
    ], []),
    "as-it-is": ([], []),
    "expired-answers": ([(SENT, "self.send_header('Cache-Control', 'no-cache'); self.send_header('Expires', 'Thu, 01 Jan 1970 00:00:00 GMT'); " + SENT)], ["--only", "http", "--only", "answer"]),
    "no-nul-in-paths": ([(NAME, NAME + "; server.verifier.require('\\0' not in identifier)")], ["--only", "name"]),
    "escaped-lists": ([(STATUS, STATUS + "\n            if isinstance(answer, list):\n                answer = ('[' + ','.join('\"' + ''.join('\\\\u%04x' % ord(each) for each in name) + '\"' for name in answer if name.isascii()) + ']').encode()")],
                      ["--only", "life.list"]),
    "sometimes-busy": ([(BODY, BODY + "        if secrets.randbelow(25) == 0:\n            return self.respond(503, {'error': 'unavailable'})\n")], []),
    "busy-when-done": ([(STATUS, STATUS + "\n            if secrets.randbelow(25) == 0 and not self.path.endswith('/tokens'):\n                return self.respond(503, {'error': 'unavailable'})")], []),
    "many-requests": ([limit(200)], ["--only", "a", "--only", "life", "--only", "http"]),
    "few-requests": ([limit(20)], ["--only", "admission", "--only", "once", "--only", "answer"]),
    # A challenge expires before a hundred others are answered.
    "short-lived": ([limit(9), ("LIFETIME = 30", "LIFETIME = 5")], ["--only", "challenge.forgotten"]),
    "busy-machine": ([always("time.sleep(secrets.randbelow(40) / 1000 * (secrets.randbelow(3) == 0))")], []),
    "one-etag-of-refusals": ([(REFUSAL, "headers['ETag'] = '\"1\"'; " + REFUSAL)], ["--only", "life", "--only", "answer"]),
    "one-request-a-connection": ([(SENT, "self.send_header('Connection', 'close'); self.close_connection = True; " + SENT)], []),
    "odd-names-and-types": ([("secrets.token_hex(13)", "secrets.token_hex(13) + 'ß+/=\"'"), ('{"Content-Type": kind, **headers}', '{"Content-Type": kind.replace("json", "JSON"), **headers}')],
                            ["--start", "POST /collaborations", "--only", "name", "--only", "http", "--only", "message", "--only", "answer"]),
}
