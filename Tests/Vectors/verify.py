#!/usr/bin/env python3
"""Verifies identity proofs: reads one request a line and writes one answer a line.

    ./verify.py FILE    or    ./verify.py - < FILE

An answer is `granted <root hash>`, `denied <reason>` or `malformed`. This is a reading of Documentation/IdentityProofs.md,
whose sections the comments name, and of nothing else. It needs Python 3.9 or later and the package `cryptography`. The lines are
verified under the standard policy; `answer(text, policy)` takes any other.
"""

import base64
import hashlib
import json
import sys

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric import ec, utils
from cryptography.hazmat.primitives.hashes import SHA256

N = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551  # The order of P-256.

class Malformed(Exception):
    pass

def require(condition):
    if not condition:
        raise Malformed

# Section 8.1: the text

def read_text(text):
    def number(written):
        require(len(written) <= 128)
        return int(written) if written.lstrip("-").isdigit() and written != "-0" else float(written)

    def members(pairs):
        require(len(pairs) <= 1024 and len(dict(pairs)) == len(pairs))
        require(all(len(name.encode("utf-8", "surrogatepass")) <= 256 for name, _ in pairs))
        return dict(pairs)

    def constant(_):
        raise Malformed  # NaN and Infinity are not JSON.

    def check(value, depth):
        if isinstance(value, str):
            require(not any(0xD800 <= code < 0xE000 or 0xFDD0 <= code < 0xFDF0 or code & 0xFFFE == 0xFFFE for code in map(ord, value)))
        elif isinstance(value, (dict, list)):
            require(depth < 32)
            for part in value:
                check(part, depth + 1)
            for part in value.values() if isinstance(value, dict) else ():
                check(part, depth + 1)

    require(len(text) <= 1 << 24)
    try:
        value = json.loads(
            text.decode("utf-8"), object_pairs_hook=members, parse_int=number, parse_float=number, parse_constant=constant)
    except (ValueError, RecursionError):  # Also wrong UTF-8, and the byte-order mark.
        raise Malformed from None
    check(value, 0)
    return value

# Section 8.2: the members

def typed(kind, value):
    require(type(value) is kind)  # A bool is no int.
    return value

def data(value):
    try:
        decoded = base64.b64decode(typed(str, value), validate=True)
    except ValueError:
        raise Malformed from None
    require(base64.b64encode(decoded).decode() == value)  # The one way to write these bytes.
    return decoded

def read_request(text):
    request = typed(dict, read_text(text))
    try:
        proof = typed(dict, request["proof"])
        require(1 <= len(typed(str, request["collaborationIdentifier"]).encode()) <= 1024)
        return (data(request["challenge"]), data(proof["publicKey"]), typed(int, proof["publicKeyIndex"]),
                [data(each) for each in typed(list, proof["inclusionHashes"])], data(proof["signatureData"]),
                [data(each) for each in typed(list, request["knownRootHashes"])])
    except KeyError:
        raise Malformed from None

# Section 6: the policies

STANDARD = {"keyEncoding": "x963", "signatureEncoding": "der", "signedForm": "challenge", "minimumHashes": 0, "maximumHashes": 32}
KEYS = {  # The forms of a key: its first bytes, its number of bytes, and how many bytes stand before the point.
    "x963": ([b"\x04"], 65, 0),
    "compressed": ([b"\x02", b"\x03"], 33, 0),
    "der": ([bytes.fromhex("3059301306072a8648ce3d020106082a8648ce3d03010703420004")], 91, 26),
}
FORMS = {
    "challenge": bytes,
    "challengeHash": lambda challenge: hashlib.sha256(challenge).digest(),
    "base64": base64.b64encode,
    "lowercaseHexadecimal": lambda challenge: challenge.hex().encode(),
    "uppercaseHexadecimal": lambda challenge: challenge.hex().upper().encode(),
}

def read_key(key, encoding):
    starts, count, header = KEYS[encoding]
    if len(key) != count or not key.startswith(tuple(starts)):
        raise ValueError
    return ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), key[header:])

def read_signature(signature, encoding):
    """The signature in DER, which the library reads."""
    if encoding == "raw":
        if len(signature) != 64:
            raise ValueError
        signature = utils.encode_dss_signature(int.from_bytes(signature[:32], "big"), int.from_bytes(signature[32:], "big"))
    r, s = utils.decode_dss_signature(signature)
    if not (0 < r < N and 0 < s < N) or utils.encode_dss_signature(r, s) != signature:
        raise ValueError
    return signature

# Section 5: the verification

def verify(challenge, key, index, hashes, signature, known, policy=STANDARD):
    if not key and not hashes:
        return "denied emptyProof"
    if not 0 <= index < 2 ** min(len(hashes), 63):
        return "denied publicKeyIndexOutOfRange"
    if len(hashes) > 32:
        return "denied inclusionPathTooLong"
    if any(len(each) != 32 for each in hashes):
        return "denied malformedInclusionHash"
    if len(hashes) > policy["maximumHashes"]:
        return "denied inclusionPathTooLong"
    if len(hashes) < policy["minimumHashes"]:
        return "denied inclusionPathTooShort"
    try:
        public_key = read_key(key, policy["keyEncoding"])
    except ValueError:
        return "denied malformedPublicKey"
    try:
        signature = read_signature(signature, policy["signatureEncoding"])
    except ValueError:
        return "denied malformedSignature"
    try:
        public_key.verify(signature, FORMS[policy["signedForm"]](challenge), ec.ECDSA(SHA256()))
    except InvalidSignature:
        return "denied signatureMismatch"
    node = hashlib.sha256(key).digest()
    for sibling in hashes:
        node = hashlib.sha256(sibling + node if index % 2 else node + sibling).digest()
        index //= 2
    return f"granted {node.hex()}" if node in known else "denied unknownIdentity"

def answer(text, policy=STANDARD):
    try:
        return verify(*read_request(text), policy)
    except Malformed:
        return "malformed"

if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    with sys.stdin.buffer if sys.argv[1] == "-" else open(sys.argv[1], "rb") as file:
        for line in file:
            print(answer(line.rstrip(b"\n")))
