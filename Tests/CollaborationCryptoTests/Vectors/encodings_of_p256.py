"""Encoders of keys and signatures, separate from OpenSSL so that each part of an encoding can be made malformed."""

ID_EC_PUBLIC_KEY = bytes.fromhex("06072a8648ce3d0201")
PRIME256V1 = bytes.fromhex("06082a8648ce3d030107")

def number(value, length=32):
    return value.to_bytes(length, "big")

def tlv(tag, content):
    """One DER element. Its length has the shortest form."""
    count = len(content)
    if count < 128:
        return bytes([tag, count]) + content
    octets = count.to_bytes((count.bit_length() + 7) // 8, "big")
    return bytes([tag, 0x80 | len(octets)]) + octets + content

def integer(value):
    return tlv(2, value.to_bytes(value.bit_length() // 8 + 1, "big", signed=True))

def sequence(*elements):
    return tlv(0x30, b"".join(elements))

def signature_der(r, s):
    return sequence(integer(r), integer(s))

def signature_numbers(der):
    """r and s of a DER signature that OpenSSL made."""
    size = der[3]
    return int.from_bytes(der[4 : 4 + size], "big"), int.from_bytes(der[6 + size :], "big")

def x963(point):
    return b"\x04" + number(point[0]) + number(point[1])

def compressed(point):
    return bytes([2 + point[1] % 2]) + number(point[0])

def raw(point):
    return number(point[0]) + number(point[1])

def spki(point_octets, algorithm=sequence(ID_EC_PUBLIC_KEY, PRIME256V1)):
    """SubjectPublicKeyInfo of RFC 5480."""
    return sequence(algorithm, tlv(3, b"\0" + point_octets))

def private_key_der(scalar):
    """ECPrivateKey of RFC 5915. It leaves out the public key, which OpenSSL computes."""
    return sequence(integer(1), tlv(4, number(scalar)), tlv(0xA0, PRIME256V1))

# The names of the DER rules in the field `error` of a case.
TRUNCATED = "truncated"
OTHER_TAG = "unexpectedTag"
INDEFINITE = "indefiniteLength"
LONG_LENGTH = "nonMinimalLength"
EMPTY = "emptyInteger"
NEGATIVE = "negativeInteger"
PADDED = "nonMinimalInteger"
TRAILING = "trailingBytes"
UNUSED_BITS = "unusedBits"
