import unittest

from support import machine, number, ranges
from ranges import Failure
from swift import Unreadable

# What holds, what stands before a function `f` of a, its body, the operand, and the result.
RUNS = [
    ("a loop takes every value of its range", "", "var sum = a\nfor _ in 0..<5 { sum = sum + 1 }\nreturn sum", 10, 15),
    ("a continued loop leaves out the rest of its round", "", """
        var sum = a
        while sum < 10 {
            sum += 4
            if sum == 4 { continue }
            sum += 100
        }
        return sum""", 0, 108),
    ("a guard leaves its function if its condition does not hold", "", "guard a > 3 else { return 0 }\nreturn a", 3, 0),
    ("a guard does nothing if its condition holds", "", "guard a > 3 else { return 0 }\nreturn a", 4, 4),
    ("a deferred statement runs after the value is taken",
     "func next(_ a: inout UInt64) -> UInt64 {\ndefer { a += 1 }\nreturn a\n}",
     "var b = a\nlet c = next(&b)\nreturn c * 100 + b", 7, 708),
    ("the two sides of an assignment of tuples do not mix", "", "var (x, y) = (a, a + 1)\n(x, y) = (y, x)\nreturn x * 10 + y", 1, 21),
    ("a method that mutates changes its value and no copy",
     "struct Counter {\nvar count: UInt64\nmutating func advance() { count += 1 }\n}",
     "var one = Counter(count: a)\nlet other = one\none.advance()\nreturn one.count * 10 + other.count", 4, 54),
    ("a function is chosen by its labels", """
        struct A {
            static func g(_ x: UInt64) -> UInt64 { x }
            static func g(twice x: UInt64) -> UInt64 { x + x }
        }""", "A.g(a) * 10 + A.g(twice: a)", 3, 36),
    ("a parameter that is not given has its default", "func g(_ x: UInt64, plus y: UInt64 = 5) -> UInt64 { x + y }", "g(a)", 1, 6),
    ("a function within a function sees its variables", "", "func more(_ x: UInt64) -> UInt64 { x + a }\nreturn more(1)", 41, 42),
]


class MachineTests(unittest.TestCase):
    def test_a_function_gives_what_swift_gives(self):
        for name, declarations, body, operand, result in RUNS:
            with self.subTest(name):
                self.assertEqual(number(f"{declarations}\nfunc f(_ a: UInt64) -> UInt64 {{ {body} }}", operand), result)

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
