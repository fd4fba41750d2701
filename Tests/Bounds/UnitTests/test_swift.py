import unittest

from support import declared
from swift import Parser, Unreadable, refuse_branches, tokens


def expression(text):
    return Parser(tokens(text)).expression()


def statements(text):
    return Parser(tokens(text)).statements()


class SwiftTests(unittest.TestCase):
    def test_an_operator_is_read_as_long_as_it_is(self):
        self.assertEqual([token.text for token in tokens("a &<<= b &>> c ..< d -> e")],
                         ["a", "&<<=", "b", "&>>", "c", "..<", "d", "->", "e"])

    def test_comments_are_left_out_and_lines_are_counted(self):
        found = tokens("a // b\n\nc")
        self.assertEqual([(token.text, token.line) for token in found], [("a", 1), ("c", 3)])

    def test_a_number_may_have_underscores_and_be_hexadecimal(self):
        self.assertEqual(expression("0xffff_0000"), ("number", 0xffff0000))

    def test_a_character_outside_of_the_subset_is_refused_with_its_line(self):
        with self.assertRaisesRegex(Unreadable, "line 2"):
            tokens("a\n`b`")

    def test_a_product_binds_more_than_a_sum_and_a_shift_more_than_a_product(self):
        self.assertEqual(expression("a + b * c &<< d"),
                         ("binary", "+", ("name", "a"),
                          ("binary", "*", ("name", "b"), ("binary", "&<<", ("name", "c"), ("name", "d")))))

    def test_operators_of_one_level_are_read_from_the_left(self):
        self.assertEqual(expression("a - b - c"),
                         ("binary", "-", ("binary", "-", ("name", "a"), ("name", "b")), ("name", "c")))

    def test_and_of_bits_binds_as_a_product_and_or_as_a_sum(self):
        self.assertEqual(expression("a | b & c"),
                         ("binary", "|", ("name", "a"), ("binary", "&", ("name", "b"), ("name", "c"))))

    def test_a_condition_with_a_space_before_its_question_mark_is_a_choice(self):
        self.assertEqual(expression("a ? b : c"), ("choose", ("name", "a"), ("name", "b"), ("name", "c")))

    def test_a_force_unwrap_is_refused(self):
        with self.assertRaisesRegex(Unreadable, "force unwrap"):
            expression("a!")

    def test_a_branch_of_a_condition_may_hold_attributes_alone(self):
        refuse_branches("#if arch(wasm32)\n@inline(never)\n#else\n@inline(__always)\n#endif\nlet a = 1")
        with self.assertRaisesRegex(Unreadable, "line 2"):
            refuse_branches("#if arch(wasm32)\nlet a = 1\n#endif")

    def test_a_condition_without_an_end_is_refused(self):
        with self.assertRaises(Unreadable):
            refuse_branches("#if arch(wasm32)\n@inline(never)")

    def test_a_directive_that_is_not_known_is_refused(self):
        with self.assertRaises(Unreadable):
            refuse_branches("#if a\n#elseif b\n@inline(never)\n#endif")

    def test_a_declaration_that_is_not_known_is_refused_with_its_line(self):
        with self.assertRaisesRegex(Unreadable, "line 2: declaration actor"):
            declared("struct B {}\nactor A {}")

    def test_stored_properties_constants_and_functions_are_told_apart(self):
        found = declared("""
            struct A {
                var x: UInt64 = 3
                static let one: UInt64 = 1
                var twice: UInt64 { x + x }
                func more(by y: UInt64) -> UInt64 { x + y }
            }
            """)
        self.assertEqual(found.stored["A"], {"x": ("UInt64", ("number", 3))})
        self.assertEqual(found.constants["A", "one"], ("UInt64", ("number", 1)))
        self.assertIsNone(found.functions["A", "twice"][0].parameters)
        self.assertEqual(found.functions["A", "more"][0].parameters, [("by", "y", "UInt64", False, None)])

    def test_functions_of_one_name_are_all_kept(self):
        found = declared("struct A { init(_ x: UInt64) {} init(of x: UInt64) {} }")
        self.assertEqual([function.full_name for function in found.functions["A", "init"]], ["A(_:)", "A(of:)"])

    def test_a_return_without_a_value_does_not_take_the_next_line(self):
        self.assertEqual([statement[0] for statement in statements("return\na = b")], ["return", "assign"])

    def test_a_loop_with_a_label_is_refused(self):
        with self.assertRaises(Unreadable):
            statements("outer: while a { b = c }")

    def test_a_loop_that_is_not_known_is_refused(self):
        with self.assertRaises(Unreadable):
            statements("repeat { a = b } while c")

    def test_a_body_that_ends_too_early_is_refused(self):
        with self.assertRaises(Unreadable):
            declared("func f() { let a = 1")
