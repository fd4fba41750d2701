"""The SHA-256 digests and HMAC-SHA-256 codes of the tests, by Python's `hashlib` and `hmac`."""

import hashlib
import hmac
import json
import pathlib

FILE = pathlib.Path(__file__).with_name("sha256.json")

# The lengths of NIST's short messages, and more; then those of its long messages, and three larger ones.
MESSAGE_LENGTHS = [*range(0, 301), *range(163, 6401, 99), 65535, 65536, 1000003]

# As in RFC 4231 and Wycheproof: shorter than the code, as long, up to a block of 64 bytes, and longer than a block.
KEY_LENGTHS = [0, 1, 4, 16, 20, 25, 31, 32, 33, 63, 64, 65, 66, 100, 127, 128, 129, 131]
AUTHENTICATED_LENGTHS = [0, 1, 8, 16, 17, 24, 28, 32, 47, 48, 49, 50, 54, 55, 56, 63, 64, 65, 112, 127, 128, 152, 255]

# Lengths in bytes whose number of bits needs more than 32 bits; the last ones need more than 32 bits themselves.
IMMENSE_LENGTHS = [2**29, 2**30, 2**32 - 64, 2**32, 2**40 + 64, 2**61 - 64]

ABOUT = {
    "bytes": "byte i of a message or key of length n is (7 i + n) mod 256",
    "digests": "the SHA-256 digest of the message of each length",
    "codes": "by the length of the key, then by the length of the message: the HMAC-SHA-256 code",
    "immenseLengths": "the digest after one block of padding that gives this length in bytes, from the initial state",
}

def pattern(length):
    return bytes((7 * index + length) % 256 for index in range(length))

def roots(degree, count):
    """The first 32 bits of the fractional parts of the roots of the first primes (FIPS 180-4, 4.2.2 and 5.3.3)."""
    primes = [value for value in range(2, 312) if all(value % divisor for divisor in range(2, value))][:count]

    def root(value):
        low, high = 0, 1 << 64
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (middle, high) if middle**degree <= value << 32 * degree else (low, middle)
        return low % 2**32

    return [root(prime) for prime in primes]

def compress(state, block):
    """The compression function of FIPS 180-4, 6.2.2."""

    def rotate(word, count):
        return (word >> count | word << 32 - count) % 2**32

    words = [int.from_bytes(block[index : index + 4], "big") for index in range(0, 64, 4)]
    for index in range(16, 64):
        x, y = words[index - 15], words[index - 2]
        s0 = rotate(x, 7) ^ rotate(x, 18) ^ x >> 3
        s1 = rotate(y, 17) ^ rotate(y, 19) ^ y >> 10
        words.append((words[index - 16] + s0 + words[index - 7] + s1) % 2**32)
    a, b, c, d, e, f, g, h = state
    for constant, word in zip(roots(3, 64), words):
        first = h + (rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)) + (e & f ^ ~e & g) + constant + word
        second = (rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) + (a & b ^ a & c ^ b & c)
        a, b, c, d, e, f, g, h = (first + second) % 2**32, a, b, c, (d + first) % 2**32, e, f, g
    return [(old + new) % 2**32 for old, new in zip(state, (a, b, c, d, e, f, g, h))]

def padded(tail, length):
    """The digest after a last block, from the initial state."""
    block = tail + b"\x80" + bytes(55 - len(tail)) + (8 * length).to_bytes(8, "big")
    return b"".join(word.to_bytes(4, "big") for word in compress(roots(2, 8), block)).hex()

def text():
    assert padded(b"abc", 3) == hashlib.sha256(b"abc").hexdigest()
    content = {
        "about": ABOUT,
        "digests": {length: hashlib.sha256(pattern(length)).hexdigest() for length in MESSAGE_LENGTHS},
        "codes": {
            key: {length: hmac.digest(pattern(key), pattern(length), "sha256").hex() for length in AUTHENTICATED_LENGTHS}
            for key in KEY_LENGTHS
        },
        "immenseLengths": {length: padded(b"", length) for length in IMMENSE_LENGTHS},
    }
    return json.dumps(content, indent=1) + "\n"
