"""Signatures broken in form: each is refused while it is parsed, whatever the key."""

from encodings_of_p256 import *
from p256 import n, p

RANGE = "FIPS 186-4, 6.4: r and s lie in 1 ..< n"
SHAPE = "RFC 3279, 2.2.3: one SEQUENCE of two INTEGERs, and nothing after it"
LENGTHS = "X.690, 10.1: the length is definite and in the fewest octets"
MINIMAL = "X.690, 8.3.2: an INTEGER has the fewest octets"
SIGN = "RFC 3279, 2.2.3 with X.690, 8.3.3: the INTEGER is negative"
LENGTH = "DESIGN: a raw signature has 64 bytes"


def scalars(r, s):
    """Pairs out of range: id, comment, r, s."""
    yield "r-zero", "r = 0", 0, s
    yield "s-zero", "s = 0", r, 0
    yield "both-zero", "r = s = 0", 0, 0
    yield "r-is-n", "r = n", n, s
    yield "s-is-n", "s = n", r, n
    yield "both-n", "r = s = n", n, n
    yield "r-is-n+1", "r = n + 1", n + 1, s
    yield "s-is-n+1", "s = n + 1", r, n + 1
    yield "r-is-p", "r = p", p, s
    yield "s-is-p", "s = p", r, p
    yield "r-largest", "r = 2^256 - 1", 2**256 - 1, s
    yield "s-largest", "s = 2^256 - 1", r, 2**256 - 1
    yield "r-zero-s-one", "r = 0, s = 1", 0, 1
    yield "r-one-s-zero", "r = 1, s = 0", 1, 0


def der_forms(r, s):
    """r and s both have their top bit set, so that each needs the leading zero octet."""
    good, first, second = signature_der(r, s), integer(r), integer(s)
    body = good[2:]
    yield "empty", "no bytes", b"", TRUNCATED, SHAPE
    for size in [1, 2, 3, 4, 36, 37, 38, 39, len(good) - 1]:
        yield f"cut-to-{size}", f"the first {size} octets alone", good[:size], TRUNCATED, SHAPE
    yield "trailing-zero", "a zero after the SEQUENCE", good + b"\0", TRAILING, SHAPE
    yield "trailing-null", "NULL after the SEQUENCE", good + b"\5\0", TRAILING, SHAPE
    yield "trailing-twice", "the signature twice", good + good, TRAILING, SHAPE
    yield "trailing-inside", "NULL after s", sequence(first, second, b"\5\0"), TRAILING, SHAPE
    yield "third-integer", "a third INTEGER", sequence(first, second, integer(1)), TRAILING, SHAPE
    yield "empty-sequence", "an empty SEQUENCE", b"\x30\0", TRUNCATED, SHAPE
    yield "no-s", "r alone", sequence(first), TRUNCATED, SHAPE
    yield "nested", "the SEQUENCE in a SEQUENCE", sequence(good), OTHER_TAG, SHAPE
    yield "leading-zero", "a zero before the SEQUENCE", b"\0" + good, OTHER_TAG, SHAPE
    for tag in (0x00, 0x10, 0x31, 0x70, 0xB0):
        yield f"outer-{tag:02x}", f"tag {tag:02x} for the SEQUENCE", bytes([tag]) + good[1:], OTHER_TAG, SHAPE
    for tag in (0x00, 0x01, 0x03, 0x04, 0x05, 0x0A, 0x22, 0x82):
        yield f"r-tag-{tag:02x}", f"tag {tag:02x} for r", sequence(bytes([tag]) + first[1:], second), OTHER_TAG, SHAPE
        yield f"s-tag-{tag:02x}", f"tag {tag:02x} for s", sequence(first, bytes([tag]) + second[1:]), OTHER_TAG, SHAPE
    yield "indefinite", "the SEQUENCE of indefinite length", b"\x30\x80" + body + b"\0\0", INDEFINITE, LENGTHS
    yield "indefinite-open", "indefinite, never ended", b"\x30\x80" + body, INDEFINITE, LENGTHS
    yield "indefinite-r", "r of indefinite length", sequence(b"\2\x80" + first[2:] + b"\0\0", second), INDEFINITE, LENGTHS
    for octets in range(1, 9):
        long = bytes([0x80 | octets]) + len(body).to_bytes(octets, "big")
        yield f"long-length-{octets}", f"the SEQUENCE's length in {octets} octets", b"\x30" + long + body, LONG_LENGTH, LENGTHS
    yield "long-length-r", "the length of r in two octets", sequence(b"\2\x81\x21" + first[2:], second), LONG_LENGTH, LENGTHS
    yield "long-length-s", "the length of s in two octets", sequence(first, b"\2\x81\x21" + second[2:]), LONG_LENGTH, LENGTHS
    yield "longer-length-r", "the length of r in three octets", sequence(b"\2\x82\0\x21" + first[2:], second), LONG_LENGTH, LENGTHS
    for size in (130, 1000):
        long = integer(r + (1 << 8 * size - 1)) + second
        padded = b"\x83\0" + len(long).to_bytes(2, "big") if size > 255 else b"\x82\0" + bytes([len(long)])
        yield f"zero-before-length-{size}", f"r of {size} octets, a zero before the length", b"\x30" + padded + long, LONG_LENGTH, LENGTHS
    yield "length-one-more", "the SEQUENCE's length one too many", bytes([0x30, len(body) + 1]) + body, TRUNCATED, SHAPE
    yield "length-one-less", "the SEQUENCE's length one too few", bytes([0x30, len(body) - 1]) + body, None, SHAPE
    yield "r-length-one-more", "the length of r one too many", sequence(bytes([2, 34]) + first[2:], second), None, SHAPE
    yield "s-length-one-more", "the length of s one too many", sequence(first, bytes([2, 34]) + second[2:]), TRUNCATED, SHAPE
    yield "s-length-one-less", "the length of s one too few", sequence(first, bytes([2, 32]) + second[2:]), None, SHAPE
    for octets in (4, 8, 9, 126, 127):
        huge = bytes([0x80 | octets]) + b"\x7f" + b"\xff" * (octets - 1)
        yield f"huge-length-{octets}", f"a length of {octets} octets, far past the end", b"\x30" + huge + body, None, LENGTHS
    yield "wrapping-length", "a length of 2^64 - 1", b"\x30\x88" + b"\xff" * 8 + body, None, LENGTHS
    yield "r-empty", "r has no octets", sequence(b"\2\0", second), EMPTY, MINIMAL
    yield "s-empty", "s has no octets", sequence(first, b"\2\0"), EMPTY, MINIMAL
    padded_r, padded_s = tlv(2, b"\0" + first[2:]), tlv(2, b"\0" + second[2:])
    yield "r-padded", "r with a zero octet too many", sequence(padded_r, second), PADDED, MINIMAL
    yield "s-padded", "s with a zero octet too many", sequence(first, padded_s), PADDED, MINIMAL
    yield "r-zero-padded", "r = 0 in two octets", sequence(b"\2\2\0\0", second), PADDED, MINIMAL
    yield "s-one-padded", "s = 1 in two octets", sequence(first, b"\2\2\0\1"), PADDED, MINIMAL
    yield "r-unpadded", "r without the zero that keeps it positive", sequence(tlv(2, first[3:]), second), NEGATIVE, SIGN
    yield "s-unpadded", "s without the zero that keeps it positive", sequence(first, tlv(2, second[3:])), NEGATIVE, SIGN
    yield "r-minus-one", "r = -1", sequence(integer(-1), second), NEGATIVE, SIGN
    yield "s-minus-one", "s = -1", sequence(first, integer(-1)), NEGATIVE, SIGN
    yield "r-negated", "-r", sequence(integer(-r), second), NEGATIVE, SIGN
    yield "s-negated", "-s", sequence(first, integer(-s)), NEGATIVE, SIGN
    yield "r-less-n", "r - n, which is r modulo n", sequence(integer(r - n), second), NEGATIVE, SIGN
    yield "s-less-n", "s - n, which is s modulo n", sequence(first, integer(s - n)), NEGATIVE, SIGN
    for name, comment, low, high in scalars(r, s):
        yield name, comment, signature_der(low, high), "scalarOutOfRange", RANGE
    yield "r-plus-n", "r + n, which is r modulo n", signature_der(r + n, s), "scalarOutOfRange", RANGE
    yield "s-plus-n", "s + n, which is s modulo n", signature_der(r, s + n), "scalarOutOfRange", RANGE
    yield "r-plus-2^256", "r + 2^256, whose low 256 bits are r", signature_der(r + 2**256, s), "scalarOutOfRange", RANGE
    yield "s-plus-2^256", "s + 2^256, whose low 256 bits are s", signature_der(r, s + 2**256), "scalarOutOfRange", RANGE
    yield "r-thousand", "r of a thousand octets", sequence(integer(r + (1 << 7999)), second), "scalarOutOfRange", RANGE
    yield "s-thousand", "s of a thousand octets", sequence(first, integer(s + (1 << 7999))), "scalarOutOfRange", RANGE
    yield "raw", "the raw form", number(r) + number(s), OTHER_TAG, SHAPE
    yield "hex", "hexadecimal digits", good.hex().encode(), OTHER_TAG, SHAPE
    yield "zeros", "72 zero octets", bytes(72), OTHER_TAG, SHAPE
    yield "ones", "72 octets ff", b"\xff" * 72, OTHER_TAG, SHAPE


def raw_forms(r, s):
    good = number(r) + number(s)
    for size in (0, 1, 32, 63):
        yield f"cut-to-{size}", f"the first {size} octets alone", good[:size], "wrongLength", LENGTH
    yield "trailing", "an octet too many", good + b"\0", "wrongLength", LENGTH
    yield "leading", "an octet before", b"\0" + good, "wrongLength", LENGTH
    yield "twice", "the signature twice", good + good, "wrongLength", LENGTH
    yield "der", "the DER form", signature_der(r, s), "wrongLength", LENGTH
    yield "hex", "hexadecimal digits", good.hex().encode(), "wrongLength", LENGTH
    for name, comment, low, high in scalars(r, s):
        yield name, comment, number(low) + number(high), "scalarOutOfRange", RANGE


FORMS = {"der": der_forms, "raw": raw_forms}
