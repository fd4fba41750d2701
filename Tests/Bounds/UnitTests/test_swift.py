import unittest

from support import declared
from swift import Parser, Unreadable, refuse_branches, tokens


def expression(text):
    return Parser(tokens(text)).expression()


def statements(text):
    return Parser(tokens(text)).statements()


A, B, C, D = (("name", letter) for letter in "abcd")
# What holds, the text of an expression, and what it is read as.
EXPRESSIONS = [
    ("a number may have underscores and be hexadecimal", "0xffff_0000", ("number", 0xffff0000)),
    ("a product binds more than a sum and a shift more than a product", "a + b * c &<< d",
     ("binary", "+", A, ("binary", "*", B, ("binary", "&<<", C, D)))),
    ("operators of one level are read from the left", "a - b - c", ("binary", "-", ("binary", "-", A, B), C)),
    ("and of bits binds as a product and or as a sum", "a | b & c", ("binary", "|", A, ("binary", "&", B, C))),
    ("a condition with a space before its question mark is a choice", "a ? b : c", ("choose", A, B, C)),
]
# What is refused, by which reader, its text, and what the error says.
REFUSED = [
    ("a character outside of the subset, with its line", tokens, "a\n`b`", "line 2"),
    ("a force unwrap", expression, "a!", "force unwrap"),
    ("a branch of a condition that holds code", refuse_branches, "#if arch(wasm32)\nlet a = 1\n#endif", "line 2"),
    ("a condition without an end", refuse_branches, "#if arch(wasm32)\n@inline(never)", ""),
    ("a directive that is not known", refuse_branches, "#if a\n#elseif b\n@inline(never)\n#endif", ""),
    ("a declaration that is not known, with its line", declared, "struct B {}\nactor A {}", "line 2: declaration actor"),
    ("a loop with a label", statements, "outer: while a { b = c }", ""),
    ("a loop that is not known", statements, "repeat { a = b } while c", ""),
    ("a body that ends too early", declared, "func f() { let a = 1", ""),
]


class SwiftTests(unittest.TestCase):
    def test_expressions_are_read_as_swift_reads_them(self):
        for name, text, read in EXPRESSIONS:
            with self.subTest(name):
                self.assertEqual(expression(text), read)

    def test_what_is_not_in_the_subset_is_refused(self):
        for name, read, text, says in REFUSED:
            with self.subTest(name), self.assertRaisesRegex(Unreadable, says):
                read(text)

    def test_an_operator_is_read_as_long_as_it_is(self):
        self.assertEqual([token.text for token in tokens("a &<<= b &>> c ..< d -> e")],
                         ["a", "&<<=", "b", "&>>", "c", "..<", "d", "->", "e"])

    def test_comments_are_left_out_and_lines_are_counted(self):
        found = tokens("a // b\n\nc")
        self.assertEqual([(token.text, token.line) for token in found], [("a", 1), ("c", 3)])

    def test_a_branch_of_a_condition_may_hold_attributes(self):
        refuse_branches("#if arch(wasm32)\n@inline(never)\n#else\n@inline(__always)\n#endif\nlet a = 1")

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
