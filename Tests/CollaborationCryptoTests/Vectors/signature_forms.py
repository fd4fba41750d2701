"""Malformed signatures. Parsing refuses each of them, whatever the key is."""

from encodings_of_p256 import *
from p256 import n, p

RANGE = "FIPS 186-4, 6.4: r and s lie in 1 ..< n"
SHAPE = "RFC 3279, 2.2.3: one SEQUENCE of two INTEGERs, and nothing after it"
LENGTHS = "X.690, 10.1: the length is definite and in the fewest octets"
MINIMAL = "X.690, 8.3.2: an INTEGER has the fewest octets"
SIGN = "RFC 3279, 2.2.3 with X.690, 8.3.3: the INTEGER is negative"
LENGTH = "DESIGN: a raw signature has 64 bytes"

def scalars(r, s):
    """Pairs of which at least one number is out of range: id, comment, r, s."""
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
    """Malformed DER. The top bit of r and of s is set, so that each INTEGER begins with a zero octet."""
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
    yield from element_forms(r, s)
    yield from sequence_forms(r, s)
    yield from integer_forms(r, s)
    yield from special_values()
    yield from wrong_types()

def element_forms(r, s):
    """The SEQUENCE, r and s, each malformed in the same ways."""
    first, second = integer(r), integer(s)
    elements = {
        "sequence": (0x30, first + second, lambda element: element),
        "r": (2, first[2:], lambda element: sequence(element, second)),
        "s": (2, second[2:], lambda element: sequence(first, element)),
    }
    for name, (tag, content, enclose) in elements.items():
        head, whole, size = bytes([tag]), tlv(tag, content), len(content)
        composed = bytes([tag | 0x20])
        lengths = {f"plus-2^{bits}": 2**bits + size for bits in (32, 64)}
        lengths |= {"2^31-1": 2**31 - 1, "2^31": 2**31, "2^32-1": 2**32 - 1, "2^40-1": 2**40 - 1, "2^64-1": 2**64 - 1}
        for label, length in lengths.items():
            octets = number(length, (length.bit_length() + 7) // 8)
            element = head + bytes([0x80 | len(octets)]) + octets + content
            yield f"{name}-length-{label}", f"the length of {name} is {label.replace('plus', 'its own plus')}", enclose(element), None, LENGTHS
        forms = {
            "length-ff": ("the reserved length octet ff", head + b"\xff" + content),
            "length-cut": ("a length octet is missing", head + b"\x81"),
            "length-long": ("the length is in two octets", head + b"\x81" + bytes([size]) + content),
            "length-longer": ("the length is in three octets", head + b"\x82\0" + bytes([size]) + content),
            "length-higher": ("the length is one too many", head + bytes([size + 1]) + content),
            "length-lower": ("the length is one too few", head + bytes([size - 1]) + content),
            "removed": ("the element is missing", b""),
            "tag-alone": ("the tag without a length", head),
            "without-content": ("the element is empty", head + b"\0"),
            "replaced-by-null": ("NULL instead of the element", b"\5\0"),
            "replaced-by-infinity": ("the REAL value infinity instead of the element", b"\x09\1\x80"),
            "high-tag": ("the tag is in two octets", bytes([tag | 0x1F, tag & 0x1F, size]) + content),
            "zeros-first": ("two zero octets before the content", tlv(tag, b"\0\0" + content)),
            "zeros-last": ("two zero octets after the content", tlv(tag, content + b"\0\0")),
            "zeros-after": ("two zero octets after the element", whole + b"\0\0"),
            "zeros-4096": ("4,096 zero octets after the content", tlv(tag, content + bytes(4096))),
            "null-last": ("NULL after the content", tlv(tag, content + b"\5\0")),
            "ff-first": ("the octet ff before the content", tlv(tag, b"\xff" + content)),
            "unended": ("an indefinite length without an end", head + b"\x80" + content),
            "composed": ("two elements that hold the content in two parts", tlv(composed[0], tlv(tag, content[:1]) + tlv(tag, content[1:]))),
            "composed-garbage-first": ("composed of garbage and the element", tlv(composed[0], b"\x49\x81\x77" + whole)),
            "composed-garbage-last": ("composed of the element and garbage", tlv(composed[0], whole + b"\0\4\xde\xad\xbe\xef")),
            "composed-undefined": ("composed of undefined elements and the element", tlv(composed[0], b"\xaa\0\xbb\0\xcd\0" + whole)),
            "composed-undefined-content": ("composed of an undefined element with content and the element", tlv(composed[0], b"\xaa\2\xaa\xbb" + whole)),
            "composed-indefinite": ("composed, of indefinite length", composed + b"\x80" + whole + b"\0\0"),
            "composed-other-tag": ("composed of another tag, of indefinite length", composed + b"\x80" + bytes([tag + 1]) + whole[1:] + b"\0\0"),
        }
        for label, (comment, element) in forms.items():
            yield f"{name}-{label}", f"{name}: {comment}", enclose(element), None, SHAPE

def sequence_forms(r, s):
    """Additional elements in the SEQUENCE, and the ends of an indefinite length."""
    first, second = integer(r), integer(s)
    body = first + second
    yield "truncated-by-one", "the last octet of the content is missing", tlv(0x30, body[:-1]), TRUNCATED, SHAPE
    yield "truncated-first", "the first octet of the content is missing", tlv(0x30, body[1:]), None, SHAPE
    yield "element-repeated", "s twice", sequence(first, second, second), TRAILING, SHAPE
    yield "before-empty-sequence", "an empty SEQUENCE before r", sequence(b"\x30\0", first, second), OTHER_TAG, SHAPE
    after = {
        "empty-sequence": b"\x30\0", "zero": integer(0), "high-tag": b"\xbf\x7f\0", "explicit-null": b"\xa0\2\5\0", "implicit-null": b"\xa0\0",
    }
    for name, element in after.items():
        yield f"after-{name}", f"{name.replace('-', ' ')} after s", sequence(first, second, element), TRAILING, SHAPE
    ends = {
        "cut": b"\0", "null-first": b"\5\0\0\0", "cut-element-first": b"\6\x08\x11\x22\0\0", "garbage-last": b"\0\0\xfe\2\xbe\xef",
        "not-empty": b"\0\2\xbe\xef",
    }
    for name, end in ends.items():
        yield f"indefinite-end-{name}", f"an indefinite length, the end: {name.replace('-', ' ')}", b"\x30\x80" + body + end, INDEFINITE, LENGTHS

def integer_forms(r, s):
    """r or s replaced by another integer that the same signature could be mistaken for."""
    for letter, value in (("r", r), ("s", s)):
        changes = {
            "plus-256n": value + 256 * n, "plus-2^320": value + 2**320, "less-2^256": value - 2**256, "minus-n-less-itself": -n - value,
        }
        for name, changed in changes.items():
            pair = (changed, s) if letter == "r" else (r, changed)
            error, rule = (NEGATIVE, SIGN) if changed < 0 else ("scalarOutOfRange", RANGE)
            yield f"{letter}-{name}", f"{letter} {name.replace('-', ' ')}", signature_der(*pair), error, rule

SPECIAL_VALUES = {"0": 0, "1": 1, "-1": -1, "n": n, "n-1": n - 1, "n+1": n + 1, "p": p, "p+1": p + 1}

def special_values():
    """Every pair of special values that is out of range."""
    for r_name, r in SPECIAL_VALUES.items():
        for s_name, s in SPECIAL_VALUES.items():
            if 0 < r < n and 0 < s < n:
                continue
            negative = min(r, s) < 0
            error = NEGATIVE if negative else "scalarOutOfRange"
            # Both rules are broken where one number is negative and the other one is out of range.
            if negative and not all(value < 0 or 0 < value < n for value in (r, s)):
                error = None
            yield f"values-r-{r_name}-s-{s_name}", f"r = {r_name}, s = {s_name}", signature_der(r, s), error, SIGN if negative else RANGE

OTHER_TYPES = {
    "quarter": b"\x09\3\x80\xfe\1", "nan": b"\x09\1\x42", "true": b"\1\1\xff", "false": b"\1\1\0", "null": b"\5\0", "empty-string": b"\x0c\0",
    "string": b"\x0c\1" + b"0", "empty-list": b"\x30\0", "list": b"\x30\3\2\1\0",
}

def wrong_types():
    """r or s of another type than INTEGER."""
    for name, element in OTHER_TYPES.items():
        for r_name, r in SPECIAL_VALUES.items():
            error = OTHER_TAG if r >= 0 else None
            yield f"types-r-{r_name}-s-{name}", f"r = {r_name}, s is of type {name}", sequence(integer(r), element), error, SHAPE
        yield f"types-r-{name}-s-0", f"r is of type {name}, s = 0", sequence(element, integer(0)), OTHER_TAG, SHAPE
        yield f"types-r-{name}-s-{name}", f"both are of type {name}", sequence(element, element), OTHER_TAG, SHAPE

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
