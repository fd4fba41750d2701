import unittest

from support import machine, number, ranges
from ranges import Failure
from swift import Unreadable


class MachineTests(unittest.TestCase):
    def test_a_loop_takes_every_value_of_its_range(self):
        self.assertEqual(number("""
            func f(_ a: UInt64) -> UInt64 {
                var sum = a
                for _ in 0..<5 { sum = sum + 1 }
                return sum
            }
            """, 10), 15)

    def test_a_continued_loop_leaves_out_the_rest_of_its_round(self):
        self.assertEqual(number("""
            func f(_ a: UInt64) -> UInt64 {
                var sum = a
                while sum < 10 {
                    sum += 4
                    if sum == 4 { continue }
                    sum += 100
                }
                return sum
            }
            """, 0), 108)

    def test_a_guard_leaves_its_function(self):
        source = "func f(_ a: UInt64) -> UInt64 { guard a > 3 else { return 0 }\nreturn a }"
        self.assertEqual([number(source, value) for value in (3, 4)], [0, 4])

    def test_a_deferred_statement_runs_after_the_value_is_taken(self):
        self.assertEqual(number("""
            func next(_ a: inout UInt64) -> UInt64 {
                defer { a += 1 }
                return a
            }
            func f(_ a: UInt64) -> UInt64 {
                var b = a
                let c = next(&b)
                return c * 100 + b
            }
            """, 7), 708)

    def test_the_two_sides_of_an_assignment_of_tuples_do_not_mix(self):
        self.assertEqual(number("""
            func f(_ a: UInt64, _ b: UInt64) -> UInt64 {
                var (x, y) = (a, b)
                (x, y) = (y, x)
                return x * 10 + y
            }
            """, 1, 2), 21)

    def test_a_method_that_mutates_changes_its_value_and_no_copy(self):
        self.assertEqual(number("""
            struct Counter {
                var count: UInt64
                mutating func advance() { count += 1 }
            }
            func f(_ a: UInt64) -> UInt64 {
                var one = Counter(count: a)
                let other = one
                one.advance()
                return one.count * 10 + other.count
            }
            """, 4), 54)

    def test_a_function_is_chosen_by_its_labels(self):
        self.assertEqual(number("""
            struct A {
                static func g(_ x: UInt64) -> UInt64 { x }
                static func g(twice x: UInt64) -> UInt64 { x + x }
            }
            func f(_ a: UInt64) -> UInt64 { A.g(a) * 10 + A.g(twice: a) }
            """, 3), 36)

    def test_a_parameter_that_is_not_given_has_its_default(self):
        self.assertEqual(number("""
            func g(_ x: UInt64, plus y: UInt64 = 5) -> UInt64 { x + y }
            func f(_ a: UInt64) -> UInt64 { g(a) }
            """, 1), 6)

    def test_a_function_within_a_function_sees_its_variables(self):
        self.assertEqual(number("""
            func f(_ a: UInt64) -> UInt64 {
                func more(_ x: UInt64) -> UInt64 { x + a }
                return more(1)
            }
            """, 41), 42)

    def test_a_failure_names_the_functions_and_lines_on_the_way_to_it(self):
        source = "func g(_ x: UInt64) -> UInt64 {\n    x + 1\n}\nfunc f(_ a: UInt64) -> UInt64 {\n    g(a)\n}"
        with self.assertRaisesRegex(Failure, "in g line 2 < f line 5"):
            ranges(source, (0, 2**64 - 1))

    def test_a_summary_stands_for_its_function(self):
        source = "func g(_ x: UInt64) -> UInt64 { x }\nfunc f(_ a: UInt64) -> UInt64 { g(a) }"
        summaries = {"g": lambda machine, x: machine.number(5, 6)}
        self.assertEqual(ranges(source, (0, 1), summaries=summaries), [(5, 6)])

    def test_the_range_of_every_binding_is_noted(self):
        seen = {}
        made = machine("func f(_ a: UInt64) -> UInt64 { let b = a + 1\nreturn b }", seen=seen)
        made.call("f", made.number(3, 8))
        self.assertEqual(seen["f", "a"][:2], (3, 8))
        self.assertEqual(seen["f", "b"][:2], (4, 9))

    def test_a_decision_on_a_wide_range_is_a_failure(self):
        with self.assertRaisesRegex(Failure, "a decision depends on"):
            ranges("func f(_ a: UInt64) -> UInt64 { 1 &<< a }", (0, 9))

    def test_an_assignment_to_a_name_that_is_not_known_is_refused(self):
        with self.assertRaisesRegex(Unreadable, "b is unknown"):
            number("func f(_ a: UInt64) -> UInt64 { b = a\nreturn a }", 1)
