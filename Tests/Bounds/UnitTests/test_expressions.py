import unittest

from support import number, ranges
from ranges import Failure
from swift import Unreadable

LIMB = 2**64 - 1
DIVISION = "let (q, r) = a.quotientAndRemainder(dividingBy: b)\nreturn q &* b &+ r"
SIGN = "let mask = UInt64(bitPattern: Int64(bitPattern: a) &>> 63)\nreturn b ^ mask"
OVERFLOW = "let (sum, flag) = a.addingReportingOverflow(b)\nreturn flag ? 1 : sum"
WIDTH = "UInt64(max(64 - a.leadingZeroBitCount, 3))"

# What holds, the body of a function of a and b, its operands, and its result.
NUMBERS = [
    ("a sum of constants is a constant", "a + b", (2, 3), 5),
    ("a division with remainder is exact", DIVISION, (47, 5), 47),
    ("an exclusive or with a sign may be the complement", SIGN, (2**63, 5), LIMB - 5),
    ("the width comes from the leading zeros", WIDTH, (9, 0), 4),
    ("the width of 0 is 0", WIDTH, (0, 0), 3),
    ("a truncating conversion keeps the low bits", "UInt64(UInt8(truncatingIfNeeded: a))", (0x1234, 0), 0x34),
    ("a sum that leaves its type sets the flag", OVERFLOW, (LIMB, 1), 1),
    ("a sum that fits does not set the flag", OVERFLOW, (LIMB - 1, 1), LIMB),
    ("a full product has a high half", "a.multipliedFullWidth(by: b).high", (LIMB, LIMB), LIMB - 1),
    ("a full product has a low half", "a.multipliedFullWidth(by: b).low", (LIMB, LIMB), 1),
    ("the width of an integer type is known", "Int.bitWidth == 64 ? a : b", (1, 2), 1),
    ("the zeros at the end of zero are all of its bits", "UInt64(a.trailingZeroBitCount)", (0, 0), 64),
    ("the zeros at the end are counted", "UInt64(a.trailingZeroBitCount)", (40, 0), 3),
]
# The same for operands that are ranges, with the range on each path.
RANGES = [
    ("a product is held to its type", "a * b", [(0, 2**32 - 1), (0, 2**32)], [(0, 2**64 - 2**32)]),
    ("a number less itself is zero", "a - a", [(0, LIMB), (0, 0)], [(0, 0)]),
    ("a division with remainder is exact for ranges", DIVISION, [(0, 2**40), (3, 9)], [(0, 2**40)]),
    ("an exclusive or with a sign has two paths", SIGN, [(2**63 - 1, 2**63), (5, 7)], [(5, 7), (LIMB - 7, LIMB - 5)]),
    ("a shift to the right divides", "a &>> 60", [(0, LIMB), (0, 0)], [(0, 15)]),
    ("a shift to the left drops the high bits of an unsigned number", "a &<< 63 &>> 63", [(0, LIMB), (0, 0)], [(0, 1)]),
    ("an or of separate bits is their sum", "a &<< 8 | b", [(0, 255), (0, 255)], [(0, 65535)]),
    ("a mask is a remainder", "a & 0xff", [(0, LIMB), (0, 0)], [(0, 255)]),
    ("a conversion to a smaller type may be exact", "UInt64(UInt8(a))", [(0, 255), (0, 0)], [(0, 255)]),
    ("an overflow that may occur has two paths", OVERFLOW, [(0, LIMB), (0, 1)], [(0, LIMB), (1, 1)]),
    ("a comparison of ranges has a path for each answer", "a < b ? b - a : a - b", [(0, 9), (0, 9)], [(0, 9), (1, 9)]),
    ("a comparison that is certain has one path", "a < b ? b - a : a - b", [(0, 4), (5, 9)], [(1, 9)]),
]
# The same for what is refused, with the error and what it says.
REFUSED = [
    ("a sum that may leave its type", "a + b", [(0, LIMB), (0, 1)], Failure, "UInt64 cannot hold"),
    ("a wrapping sum that may wrap in a place that is not listed", "let c = a &+ b\nreturn c", [(0, LIMB)] * 2, Failure,
     "UInt64 cannot hold"),
    ("a difference below zero", "a - b", [(0, 1), (1, 1)], Failure, ""),
    ("a product that may leave its type", "a * b", [(0, 2**32), (0, 2**32)], Failure, ""),
    ("a shift by the width", "a &<< b", [(0, LIMB), (64, 64)], Failure, "a shift by 64"),
    ("a division by what may be zero", DIVISION, [(0, 2**40), (0, 9)], Failure, "a division of"),
    ("an exclusive or with what is no sign", "a ^ 3", [(0, LIMB), (0, 0)], Failure, "with 3"),
    ("an or of numbers that may share a bit", "a &<< 8 | b", [(0, 255), (0, 256)], Failure, "may share bits"),
    ("a conversion to a smaller type that may not be exact", "UInt64(UInt8(a))", [(0, 256), (0, 0)], Failure, "UInt8 cannot hold"),
    ("operands of two types", "UInt64(UInt128(a) + b)", [(1, 1), (2, 2)], Failure, ""),
    ("an index beyond the end", "[a, b][2]", [(1, 1), (2, 2)], Failure, "index 2 of 2"),
    ("a name that is not known, with its place", "a + c", [(1, 1), (0, 0)], Unreadable, "f line 1: c"),
    ("a function that is not known", "g(a)", [(1, 1), (0, 0)], Unreadable, "g"),
]


def f(body):
    return f"func f(_ a: UInt64, _ b: UInt64) -> UInt64 {{ {body} }}"


class ExpressionsTests(unittest.TestCase):
    def test_constants_give_the_number_that_swift_gives(self):
        for name, body, operands, result in NUMBERS:
            with self.subTest(name):
                self.assertEqual(number(f(body), *operands), result)

    def test_ranges_give_the_range_on_each_path(self):
        for name, body, operands, result in RANGES:
            with self.subTest(name):
                self.assertEqual(ranges(f(body), *operands), result)

    def test_what_may_go_wrong_is_refused(self):
        for name, body, operands, error, text in REFUSED:
            with self.subTest(name), self.assertRaisesRegex(error, text):
                ranges(f(body), *operands)

    def test_only_a_wrapping_operator_may_wrap_in_a_place_that_is_listed(self):
        limbs, places = [(0, LIMB)] * 2, ["f c"]
        self.assertEqual(ranges(f("let c = a &+ b\nreturn c"), *limbs, wrapping=places), [(0, LIMB)])
        with self.assertRaises(Failure):
            ranges(f("let c = a + b\nreturn c"), *limbs, wrapping=places)
