import unittest

from support import number, ranges
from ranges import Failure
from swift import Unreadable

LIMB = 2**64 - 1


def f(body, parameters="_ a: UInt64, _ b: UInt64"):
    return f"func f({parameters}) -> UInt64 {{ {body} }}"


ONE = "_ a: UInt64"


class ExpressionsTests(unittest.TestCase):
    def test_a_sum_that_may_leave_its_type_is_a_failure(self):
        self.assertEqual(number(f("a + b"), 2, 3), 5)
        with self.assertRaisesRegex(Failure, "UInt64 cannot hold"):
            ranges(f("a + b"), (0, LIMB), (0, 1))

    def test_a_wrapping_sum_that_may_wrap_is_a_failure_unless_its_place_is_listed(self):
        body = f("let c = a &+ b\nreturn c")
        with self.assertRaisesRegex(Failure, "UInt64 cannot hold"):
            ranges(body, (0, LIMB), (0, LIMB))
        self.assertEqual(ranges(body, (0, LIMB), (0, LIMB), wrapping=["f c"]), [(0, LIMB)])

    def test_a_trapping_sum_may_not_wrap_anywhere(self):
        with self.assertRaises(Failure):
            ranges(f("let c = a + b\nreturn c"), (0, LIMB), (0, LIMB), wrapping=["f c"])

    def test_a_difference_below_zero_is_a_failure(self):
        with self.assertRaises(Failure):
            ranges(f("a - b"), (0, 1), (1, 1))

    def test_a_product_is_held_to_its_type(self):
        self.assertEqual(ranges(f("a * b"), (0, 2**32 - 1), (0, 2**32)), [(0, 2**64 - 2**32)])
        with self.assertRaises(Failure):
            ranges(f("a * b"), (0, 2**32), (0, 2**32))

    def test_a_number_less_itself_is_zero(self):
        self.assertEqual(ranges(f("a - a", ONE), (0, LIMB)), [(0, 0)])

    def test_a_shift_by_the_width_is_a_failure(self):
        with self.assertRaisesRegex(Failure, "a shift by 64"):
            ranges(f("a &<< b"), (0, LIMB), (64, 64))

    def test_a_division_with_remainder_is_exact(self):
        division = f("let (q, r) = a.quotientAndRemainder(dividingBy: b)\nreturn q &* b &+ r")
        self.assertEqual(number(division, 47, 5), 47)
        self.assertEqual(ranges(division, (0, 2**40), (3, 9)), [(0, 2**40)])
        with self.assertRaisesRegex(Failure, "a division of"):
            ranges(division, (0, 2**40), (0, 9))

    def test_an_exclusive_or_with_a_sign_is_the_number_or_its_complement(self):
        body = f("let mask = UInt64(bitPattern: Int64(bitPattern: a) &>> 63)\nreturn b ^ mask")
        self.assertEqual(number(body, 2**63, 5), LIMB - 5)
        self.assertEqual(sorted(ranges(body, (2**63 - 1, 2**63), (5, 7))), [(5, 7), (LIMB - 7, LIMB - 5)])
        with self.assertRaisesRegex(Failure, "with 3"):
            ranges(f("a ^ 3", ONE), (0, LIMB))

    def test_the_width_comes_from_the_leading_zeros(self):
        self.assertEqual(number(f("UInt64(max(64 - a.leadingZeroBitCount, 3))", ONE), 9), 4)
        self.assertEqual(number(f("UInt64(max(64 - a.leadingZeroBitCount, 3))", ONE), 0), 3)

    def test_a_shift_to_the_right_divides(self):
        self.assertEqual(ranges(f("a &>> 60", ONE), (0, LIMB)), [(0, 15)])

    def test_a_shift_to_the_left_drops_the_high_bits_of_an_unsigned_number(self):
        self.assertEqual(ranges(f("a &<< 63 &>> 63", ONE), (0, LIMB)), [(0, 1)])

    def test_an_or_of_separate_bits_is_their_sum(self):
        self.assertEqual(ranges(f("a &<< 8 | b"), (0, 255), (0, 255)), [(0, 65535)])

    def test_an_or_of_numbers_that_may_share_a_bit_is_a_failure(self):
        with self.assertRaisesRegex(Failure, "may share bits"):
            ranges(f("a &<< 8 | b"), (0, 255), (0, 256))

    def test_a_mask_is_a_remainder(self):
        self.assertEqual(ranges(f("a & 0xff", ONE), (0, LIMB)), [(0, 255)])

    def test_a_conversion_to_a_smaller_type_must_be_exact(self):
        self.assertEqual(ranges(f("UInt64(UInt8(a))", ONE), (0, 255)), [(0, 255)])
        with self.assertRaisesRegex(Failure, "UInt8 cannot hold"):
            ranges(f("UInt64(UInt8(a))", ONE), (0, 256))

    def test_a_truncating_conversion_keeps_the_low_bits(self):
        self.assertEqual(number(f("UInt64(UInt8(truncatingIfNeeded: a))", ONE), 0x1234), 0x34)

    def test_operands_of_two_types_are_a_failure(self):
        with self.assertRaises(Failure):
            number(f("UInt64(UInt128(a) + b)"), 1, 2)

    def test_an_overflow_is_reported_as_a_flag_and_a_sum_that_fit_together(self):
        body = f("let (sum, flag) = a.addingReportingOverflow(b)\nreturn flag ? 1 : sum")
        self.assertEqual(number(body, LIMB, 1), 1)
        self.assertEqual(number(body, LIMB - 1, 1), LIMB)
        self.assertEqual(len(ranges(body, (0, LIMB), (0, 1))), 2)

    def test_a_full_product_has_a_high_and_a_low_half(self):
        self.assertEqual(number(f("a.multipliedFullWidth(by: b).high"), LIMB, LIMB), LIMB - 1)
        self.assertEqual(number(f("a.multipliedFullWidth(by: b).low"), LIMB, LIMB), 1)

    def test_the_width_of_an_integer_type_is_known(self):
        self.assertEqual(number(f("Int.bitWidth == 64 ? a : b"), 1, 2), 1)

    def test_a_comparison_of_ranges_has_a_path_for_each_answer(self):
        self.assertEqual(ranges(f("a < b ? b - a : a - b"), (0, 9), (0, 9)), [(0, 9), (1, 9)])

    def test_a_comparison_that_is_certain_has_one_path(self):
        self.assertEqual(ranges(f("a < b ? b - a : a - b"), (0, 4), (5, 9)), [(1, 9)])

    def test_an_index_beyond_the_end_is_a_failure(self):
        with self.assertRaisesRegex(Failure, "index 2 of 2"):
            number(f("[a, b][2]"), 1, 2)

    def test_the_zeros_at_the_end_of_zero_are_all_of_its_bits(self):
        self.assertEqual(number(f("UInt64(a.trailingZeroBitCount)", ONE), 0), 64)
        self.assertEqual(number(f("UInt64(a.trailingZeroBitCount)", ONE), 40), 3)

    def test_a_name_that_is_not_known_is_refused_with_its_place(self):
        with self.assertRaisesRegex(Unreadable, "f line 1: c"):
            number(f("a + c", ONE), 1)

    def test_a_function_that_is_not_known_is_refused(self):
        with self.assertRaisesRegex(Unreadable, "g"):
            number(f("g(a)", ONE), 1)


if __name__ == "__main__":
    unittest.main()
