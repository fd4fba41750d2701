import unittest

from support import machine
from arithmetic import Structure, literal
from constants import is_prime
from formulas import Ratio, symbols, tangent
from ranges import Failure, constant
from report import N, P


class ProversTests(unittest.TestCase):
    def test_no_composite_number_is_shown_to_be_prime(self):
        shown = [number for number in range(3, 3000) for factors in ([2], [2, 3]) if is_prime(number, factors)]
        self.assertIn(29, shown)
        self.assertEqual([number for number in shown if any(number % divisor == 0 for divisor in range(2, number))], [])

    def test_a_prime_needs_factors_that_are_primes_and_make_up_its_cube_root(self):
        factors = (2, 3, 5, 17, 257, 641, 1531, 65537, 490463, 6700417)
        self.assertTrue(is_prime(P, factors))
        self.assertFalse(is_prime(P, factors[:-2]))
        self.assertFalse(is_prime(P, (*factors[:-2], 490463 * 6700417)))
        self.assertFalse(is_prime(N, factors))

    def test_the_words_of_a_value_make_up_a_number(self):
        one = machine("")
        limbs = Structure("UInt256", {f"l{n}": literal(n + 1) for n in range(4)})
        number = 1 + (2 << 64) + (3 << 128) + (4 << 192)
        self.assertEqual(one.whole(limbs).low, number)
        self.assertEqual(one.whole({"sum": limbs, "carry": literal(1)}).low, number + 2**256)
        self.assertEqual(one.whole({"difference": limbs, "borrow": literal(1)}).low, number - 2**256)
        self.assertEqual(one.whole({"high": literal(2), "low": literal(3)}).low, 3 + 2**65)
        self.assertEqual(one.whole([literal(5), literal(6)]).low, 5 + (6 << 64))

    def test_a_function_is_called_by_its_labels(self):
        one = machine("struct A { static func f(_ a: Int, by b: Int) -> Int { a - b }\n"
                      "static func f(_ a: Int, of b: Int) -> Int { b - a } }")
        self.assertEqual([one.call(f"A.f(_:{label}:)", literal(5, "Int"), literal(3, "Int")).low for label in ("by", "of")], [2, -2])

    def test_a_sum_of_ratios_is_that_of_fractions(self):
        x, y = symbols("xy")
        total = Ratio(constant(1), x) + Ratio(constant(1), y)
        self.assertEqual((total.top.terms, total.bottom.terms), ((x + y).terms, (x * y).terms))
        self.assertEqual((total - total).top.terms, {})

    def test_the_tangent_gives_the_double_of_a_point(self):
        # With 3x^2 - 3 = 9 and 2y = 2 at (2, 1), the slope is 9/2.
        abscissa, ordinate = tangent((Ratio(constant(2)), Ratio(constant(1))))
        self.assertEqual(4 * abscissa.top.terms[()], 65 * abscissa.bottom.terms[()])
        self.assertEqual(8 * ordinate.top.terms[()], -521 * ordinate.bottom.terms[()])

    def test_a_shift_by_more_bits_than_a_type_has_is_a_failure(self):
        with self.assertRaises(Failure):
            machine("").operation("&<<", literal(1, "UInt8"), literal(8, "UInt8"))
