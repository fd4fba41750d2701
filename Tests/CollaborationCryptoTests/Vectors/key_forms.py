"""Malformed public keys. Parsing refuses each of them, whatever was signed."""

import p256
from encodings_of_p256 import *

SEC1 = "SEC 1, 2.3.4"
RANGE = "SEC 1, 2.3.4: a coordinate is below p"
CURVE = "SEC 1, 3.2.2.1: the point satisfies the curve's equation"
INFINITY = "SEC 1, 3.2.2.1: a key is not the point at infinity"
HYBRID = "DESIGN: the hybrid forms 06 and 07 are refused"
LENGTH = "DESIGN: each encoding has one length"
LENGTHS = "X.690, 10.1: the length is definite and in the fewest octets"
SHAPE = "RFC 5480, 2: one SEQUENCE of an algorithm and a BIT STRING, and nothing after it"
ALGORITHM = "RFC 5480, 2.1.1: id-ecPublicKey with the named curve"
WHOLE = "RFC 5480, 2.2: the octets of the point are whole"

SECP256K1_G = (
    0x79BE667EF9DCBBAC55A06295CE870B07029BFCDB2DCE28D959F2815B16F81798,
    0x483ADA7726A3C4655DA4FBFC0E1108A8FD17B448A68554199C47D08FFB10D4B8,
)

Y_OF_X_0 = p256.y_for(0)
X_OF_Y_5 = p256.x_for(5)

def points():
    """Coordinates that are not a valid key: id, comment, x, y, error, rule."""
    p, (x, y) = p256.p, p256.G
    yield "zeros", "both coordinates zero", 0, 0, "notOnCurve", CURVE
    yield "y-zero", "y is zero, which no point of odd order has", x, 0, "notOnCurve", CURVE
    yield "y-off-by-one", "the generator with y one too large", x, y + 1, "notOnCurve", CURVE
    yield "x-off-by-one", "the generator with x one too large", x + 1, y, "notOnCurve", CURVE
    yield "swapped", "the generator with its coordinates swapped", y, x, "notOnCurve", CURVE
    yield "secp256k1-generator", "the generator of secp256k1", *SECP256K1_G, "notOnCurve", CURVE
    yield "x-is-p", "x = p, a point on the curve if x were reduced", p, Y_OF_X_0, "coordinateOutOfRange", RANGE
    five = p256.y_for(5)
    yield "x-is-p+5", "x = p + 5, a point on the curve if x were reduced", p + 5, five, "coordinateOutOfRange", RANGE
    yield "y-is-p", "y = p", x, p, "coordinateOutOfRange", RANGE
    yield "y-is-p+5", "y = p + 5, a point on the curve if y were reduced", X_OF_Y_5, p + 5, "coordinateOutOfRange", RANGE
    yield "x-largest", "x = 2^256 - 1", 2**256 - 1, y, "coordinateOutOfRange", RANGE
    yield "y-largest", "y = 2^256 - 1", x, 2**256 - 1, "coordinateOutOfRange", RANGE
    yield "both-largest", "both coordinates 2^256 - 1", 2**256 - 1, 2**256 - 1, "coordinateOutOfRange", RANGE

def x963_forms(point):
    good, short = x963(point), compressed(point)
    yield "empty", "no bytes", b"", "wrongLength", LENGTH
    yield "infinity", "the one octet of the point at infinity", b"\0", "wrongLength", INFINITY
    yield "infinity-padded", "the point at infinity in 65 octets", bytes(65), "unexpectedForm", INFINITY
    yield "truncated", "the last octet missing", good[:-1], "wrongLength", LENGTH
    yield "trailing", "an octet too many", good + b"\0", "wrongLength", LENGTH
    yield "compressed", "the compressed form", short, "wrongLength", LENGTH
    yield "raw", "the coordinates without the leading 04", good[1:], "wrongLength", LENGTH
    yield "spki", "subject public key info", spki(good), "wrongLength", LENGTH
    yield "hex", "hexadecimal digits", good.hex().encode(), "wrongLength", LENGTH
    yield "prefix-only", "the leading octet alone", b"\x04", "wrongLength", LENGTH
    for prefix in (0x00, 0x01, 0x02, 0x03, 0x05, 0x08, 0x44, 0x84, 0xFF):
        yield f"prefix-{prefix:02x}", f"leading octet {prefix:02x}", bytes([prefix]) + good[1:], "unexpectedForm", SEC1
    parity = point[1] % 2
    yield "hybrid", "the hybrid form", bytes([6 + parity]) + good[1:], "unexpectedForm", HYBRID
    yield "hybrid-parity", "the hybrid form of the wrong parity", bytes([7 - parity]) + good[1:], "unexpectedForm", HYBRID
    for name, comment, x, y, error, rule in points():
        yield name, comment, b"\x04" + number(x) + number(y), error, rule

def compressed_forms(point):
    good = compressed(point)
    yield "empty", "no bytes", b"", "wrongLength", LENGTH
    yield "infinity", "the one octet of the point at infinity", b"\0", "wrongLength", INFINITY
    yield "infinity-padded", "the point at infinity in 33 octets", bytes(33), "unexpectedForm", INFINITY
    yield "truncated", "the last octet missing", good[:-1], "wrongLength", LENGTH
    yield "trailing", "an octet too many", good + b"\0", "wrongLength", LENGTH
    yield "uncompressed", "the uncompressed form", x963(point), "wrongLength", LENGTH
    yield "x-only", "x without the leading octet", good[1:], "wrongLength", LENGTH
    for prefix in (0x00, 0x01, 0x04, 0x05, 0x06, 0x07, 0x82, 0xFF):
        yield f"prefix-{prefix:02x}", f"leading octet {prefix:02x}", bytes([prefix]) + good[1:], "unexpectedForm", SEC1
    p = p256.p
    for prefix in (b"\2", b"\3"):
        parity = "even" if prefix == b"\2" else "odd"
        yield f"twist-{parity}", f"x = 1 with {parity} y: a point of the twist", prefix + number(1), "notOnCurve", CURVE
        yield f"x-is-p-{parity}", f"x = p, reduced on the curve, {parity} y", prefix + number(p), "coordinateOutOfRange", RANGE
        yield f"x-is-p+5-{parity}", f"x = p + 5, reduced on the curve, {parity} y", prefix + number(p + 5), "coordinateOutOfRange", RANGE
        yield f"x-largest-{parity}", f"x = 2^256 - 1, {parity} y", prefix + number(2**256 - 1), "coordinateOutOfRange", RANGE

def raw_forms(point):
    good = raw(point)
    yield "empty", "no bytes", b"", "wrongLength", LENGTH
    yield "truncated", "the last octet missing", good[:-1], "wrongLength", LENGTH
    yield "trailing", "an octet too many", good + b"\0", "wrongLength", LENGTH
    yield "x-only", "x alone", good[:32], "wrongLength", LENGTH
    yield "x963", "the 65-octet form", x963(point), "wrongLength", LENGTH
    for name, comment, x, y, error, rule in points():
        yield name, comment, number(x) + number(y), error, rule

def der_forms(point):
    octets, good = x963(point), spki(x963(point))
    body, algorithm = good[2:], sequence(ID_EC_PUBLIC_KEY, PRIME256V1)
    bits = tlv(3, b"\0" + octets)
    yield "empty", "no bytes", b"", TRUNCATED, SHAPE
    for size in (1, 2, 3, 23, 26, 27, 90):
        yield f"cut-to-{size}", f"the first {size} octets alone", good[:size], TRUNCATED, SHAPE
    yield "trailing", "an octet after the SEQUENCE", good + b"\0", TRAILING, SHAPE
    yield "trailing-inside", "NULL after the BIT STRING", sequence(algorithm, bits, b"\5\0"), TRAILING, SHAPE
    yield "outer-set", "SET for the outer SEQUENCE", b"\x31" + good[1:], OTHER_TAG, SHAPE
    yield "octet-string", "OCTET STRING for the BIT STRING", sequence(algorithm, tlv(4, b"\0" + octets)), OTHER_TAG, SHAPE
    yield "indefinite", "a length of indefinite form", b"\x30\x80" + body + b"\0\0", INDEFINITE, LENGTHS
    yield "long-length", "the length of 89 in two octets", b"\x30\x81\x59" + body, LONG_LENGTH, LENGTHS
    yield "longer-length", "the length of 89 in three octets", b"\x30\x82\x00\x59" + body, LONG_LENGTH, LENGTHS
    yield "long-bit-string", "the BIT STRING's length in two octets", sequence(algorithm, b"\3\x81\x42\0" + octets), LONG_LENGTH, LENGTHS
    yield "huge-length", "a length of 2^63 - 1", b"\x30\x88\x7f" + b"\xff" * 7 + body, None, LENGTHS
    yield "x963", "the 65-octet form", octets, OTHER_TAG, SHAPE
    yield "pem", "the text of a PEM file", b"-----BEGIN PUBLIC KEY-----\n", OTHER_TAG, SHAPE
    yield "private", "an ECPrivateKey", private_key_der(1), None, SHAPE
    others = {
        "rsa": ("rsaEncryption", bytes.fromhex("06092a864886f70d0101010500")),
        "secp256k1": ("secp256k1", ID_EC_PUBLIC_KEY + bytes.fromhex("06052b8104000a")),
        "secp384r1": ("secp384r1", ID_EC_PUBLIC_KEY + bytes.fromhex("06052b81040022")),
        "ecdh": ("id-ecDH", bytes.fromhex("06052b8104010c") + PRIME256V1),
        "ecmqv": ("id-ecMQV", bytes.fromhex("06052b8104010d") + PRIME256V1),
        "prime192v1": ("prime192v1", ID_EC_PUBLIC_KEY + bytes.fromhex("06082a8648ce3d030101")),
    }
    for name, (comment, parameters) in others.items():
        yield name, f"the algorithm {comment}", spki(octets, sequence(parameters)), "unsupportedAlgorithm", ALGORITHM
    odd = {
        "no-parameters": ("no curve", ID_EC_PUBLIC_KEY),
        "null-parameters": ("NULL for the curve", ID_EC_PUBLIC_KEY + b"\5\0"),
        "explicit-parameters": ("a SEQUENCE for the curve", ID_EC_PUBLIC_KEY + sequence(integer(1))),
        "extra-parameter": ("NULL after the curve", ID_EC_PUBLIC_KEY + PRIME256V1 + b"\5\0"),
        "no-algorithm": ("an empty algorithm", b""),
    }
    for name, (comment, parameters) in odd.items():
        yield name, comment, spki(octets, sequence(parameters)), None, ALGORITHM
    yield "bits-empty", "a BIT STRING without its count of unused bits", sequence(algorithm, b"\3\0"), UNUSED_BITS, WHOLE
    yield "bits-none", "a BIT STRING of no bits", spki(b""), None, WHOLE
    for unused in (1, 7, 8, 255):
        content = bytes([unused]) + octets
        yield f"bits-unused-{unused}", f"{unused} unused bits", sequence(algorithm, tlv(3, content)), UNUSED_BITS, WHOLE
    yield "infinity", "the point at infinity", spki(b"\0"), None, INFINITY
    yield "truncated-point", "64 of the 65 octets", spki(octets[:-1]), None, WHOLE
    yield "trailing-point", "66 octets", spki(octets + b"\0"), None, WHOLE
    hybrid = bytes([6 + point[1] % 2]) + octets[1:]
    yield "hybrid", "the hybrid form", spki(hybrid), "unexpectedForm", HYBRID
    yield "compressed", "the compressed form", spki(compressed(point)), None, "DESIGN: subject public key info holds the x9.63 form"
    for name, comment, x, y, error, rule in points():
        yield name, comment, spki(b"\x04" + number(x) + number(y)), error, rule

FORMS = {"x963": x963_forms, "compressed": compressed_forms, "raw": raw_forms, "der": der_forms}
