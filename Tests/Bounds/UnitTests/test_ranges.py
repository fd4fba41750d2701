import unittest

import support
from ranges import Path, Polynomial, Unreachable, paths


class RangesTests(unittest.TestCase):
    def test_terms_that_cancel_disappear(self):
        x = Path().symbol(0, 9)
        self.assertEqual((x - x).terms, {})

    def test_a_product_has_the_sum_of_all_products_of_terms(self):
        path = Path()
        x, y = path.symbol(0, 9), path.symbol(0, 9)
        square = (x + y) * (x + y)
        self.assertEqual(square.terms, (x * x + y * y + 2 * x * y).terms)

    def test_a_polynomial_has_the_range_of_its_terms(self):
        path = Path()
        x, y = path.symbol(-2, 3), path.symbol(1, 5)
        self.assertEqual(path.range(x * y + 1), (-9, 16))
        self.assertEqual(path.range(x - y), (-7, 2))

    def test_a_quotient_and_its_remainder_make_up_the_number_again(self):
        path = Path()
        x = path.symbol(0, 1000)
        (upper, low, high), (lower, least, most) = path.divided(x, 0, 1000, 16)
        self.assertEqual((low, high, least, most), (0, 62, 0, 15))
        self.assertEqual((upper * 16 + lower).terms, x.terms)

    def test_the_same_remainder_is_the_same_symbol(self):
        path = Path()
        x = path.symbol(0, 1000)
        self.assertEqual(path.divided(x, 0, 1000, 16)[1], path.divided(x, 0, 1000, 16)[1])

    def test_a_number_without_a_carry_is_its_own_remainder(self):
        path = Path()
        x = path.symbol(0, 15)
        (upper, _, high), (lower, _, _) = path.divided(x, 0, 15, 16)
        self.assertEqual((upper.terms, high, lower.terms), ({}, 0, x.terms))

    def test_an_equation_narrows_what_it_has(self):
        path = Path()
        x, y = path.symbol(0, 3), path.symbol(0, 100)
        path.suppose(x + y - 10)
        self.assertEqual(path.range(y, 1), (7, 10))

    def test_a_contradiction_ends_the_path(self):
        path = Path()
        with self.assertRaises(Unreachable):
            path.suppose(path.symbol(1, 3))

    def test_every_choice_has_a_path_and_contradictory_paths_do_not_count(self):
        seen = []

        def run(path):
            first, second = path.choose([0, 1]), path.choose([0, 1, 2])
            seen.append((first, second))
            if first == second:
                raise Unreachable
        self.assertEqual(paths(run), 4)
        self.assertEqual(sorted(seen), [(a, b) for a in range(2) for b in range(3)])

    def test_a_coefficient_that_is_no_integer_is_kept_exactly(self):
        third = Polynomial({(0,): 1}).divided(3)
        self.assertEqual((third * 3).terms, {(0,): 1})
        self.assertFalse(third.is_multiple(1))
