"""Parses the subset of Swift that the arithmetic uses: declarations at once, bodies at their first call."""

import collections
import re

TOKEN = re.compile(r"""
    (?P<space>\s+|//[^\n]*|\#(?:if|else|endif)[^\n]*)
  | (?P<number>0x[0-9a-fA-F_]+|[0-9][0-9_]*)
  | (?P<name>@?[A-Za-z_$][A-Za-z0-9_]*)
  | (?P<operator>\.\.<|\.\.\.|->|&<<=|&>>=|&<<|&>>|&\+=|&-=|&\*=|&\+|&-|&\*|<<=|>>=|<<|>>|==|!=|<=|>=|&&|\|\|
      |\+=|-=|\*=|[-+*/%&|^~!<>=?:.,;(){}\[\]])
""", re.VERBOSE)

BINARY = {}
for level, operators in enumerate(["||", "&&", "== != < <= > >=", "..< ...", "+ - &+ &- | ^", "* / % &* &",
                                   "<< >> &<< &>>"]):
    BINARY.update((operator, level) for operator in operators.split())
ASSIGNMENTS = {"=", "+=", "-=", "*=", "&+=", "&-=", "&*=", "&<<=", "&>>=", "<<=", ">>="}
# The parts of a statement: words, and what follows them.
FORMS = {"continue": "continue", "defer": "defer braces", "while": "while conditions braces",
         "for": "for pattern in expression braces", "guard": "guard conditions else braces"}
MODIFIERS = {"static", "mutating", "private", "public", "package", "fileprivate", "internal", "prefix"}

class Unreadable(Exception):
    """The source has a form that is not in the subset."""

# `tight` is true if no space precedes the token.
Token = collections.namedtuple("Token", "kind text line tight")

def refuse_branches(text):
    """Refuses code in branches of `#if`, since both branches would be read. Attributes are allowed."""
    depth = 0
    for number, line in enumerate(text.splitlines(), 1):
        code = line.split("//")[0].strip()
        if code.startswith("#"):
            depth += {"#if": 1, "#else": 0, "#endif": -1}.get(code.split()[0], 10**6)
        elif depth and code and not re.fullmatch(r"@\w+(\([\w ]*\))?", code):
            raise Unreadable(f"line {number}: code in a branch of #if: {code!r}")
    if depth:
        raise Unreadable("a directive that is not in the subset")

def tokens(text):
    refuse_branches(text)
    found, position, tight, line = [], 0, False, 1
    while position < len(text):
        match = TOKEN.match(text, position)
        if not match:
            raise Unreadable(f"line {line}: {text[position:position + 20]!r}")
        if match.lastgroup != "space":
            found.append(Token(match.lastgroup, match.group(), line, tight))
        tight = match.lastgroup != "space"
        line += match.group().count("\n")
        position = match.end()
    return found

class Function:
    """A function, an initializer or a computed property, with its body as tokens and the labels of a tuple that it returns."""

    def __init__(self, owner, name, parameters, body, modifiers):
        self.owner, self.name, self.parameters, self.modifiers = owner, name, parameters, modifiers
        self.body, self.statements, self.results = body, None, []

    @property
    def full_name(self):
        """Type.name, or Type(labels) for an initializer: the name in the report."""
        if self.name == "init":
            return f"{self.owner}({''.join(label + ':' for label, *_ in self.parameters)})"
        return f"{self.owner}.{self.name}" if self.owner else self.name

    @property
    def signature(self):
        return *((label, kind) for label, _, kind, *_ in self.parameters or []), self.parameters is None, "static" in self.modifiers

    @property
    def is_method(self):
        return bool(self.owner) and self.name != "init" and "static" not in self.modifiers and self.name.isidentifier()

    def taken(self, labels):
        """The index of the argument that each parameter takes, or None for its default. None if the labels do not fit."""
        found, given = [], 0
        for label, *_, default in self.parameters or []:
            fits = given < len(labels) and labels[given] == label
            if not fits and default is None:
                return None
            found.append(given if fits else None)
            given += fits
        return found if given == len(labels) else None

    def parsed(self):
        if self.statements is None:
            try:
                self.statements = Parser(self.body).statements()
            except Unreadable as problem:
                raise Unreadable(f"{self.full_name}: {problem}") from None
        return self.statements

class Declarations:
    """The stored properties, constants and functions of all types in the files that were read.

    What is declared twice is refused, since a private function could then stand for that of another file.
    """

    def __init__(self):
        self.stored, self.constants, self.functions, self.types = {}, {}, {}, {}

    def read(self, path):
        try:
            Parser(tokens(path.read_text())).declarations("", self)
        except Unreadable as problem:
            raise Unreadable(f"{path.name}: {problem}") from None

class Parser:
    def __init__(self, source):
        self.source, self.position = source, 0

    def peek(self, ahead=0):
        index = self.position + ahead
        return self.source[index].text if index < len(self.source) else ""

    def take(self, expected=None):
        if self.position == len(self.source):
            raise Unreadable("the end")
        token = self.source[self.position]
        if expected and token.text != expected:
            raise Unreadable(f"line {token.line}: {token.text} instead of {expected}")
        self.position += 1
        return token.text

    def accept(self, text):
        if self.peek() == text:
            self.position += 1
            return True
        return False

    def block(self):
        """Takes a pair of matching brackets and returns the tokens between them."""
        pairs, start, depth = {"{": "}", "(": ")", "[": "]", "<": ">"}, self.position + 1, 0
        opening = self.peek()
        closing = pairs[opening]
        while True:
            text = self.take()
            depth += (text == opening) - (text == closing)
            if depth == 0:
                return self.source[start:self.position - 1]

    # Declarations.

    def declarations(self, owner, into):
        list(self.all(lambda: self.declaration(owner, into)))

    def attributes(self):
        found = set()
        while self.peek().startswith("@") or self.peek() in MODIFIERS:
            text = self.take()
            found.add(text)
            if self.peek() == "(":
                self.block()
        return found

    def declaration(self, owner, into):
        modifiers = self.attributes()
        keyword = self.take()
        if keyword in ("struct", "extension", "enum"):
            name = self.take()
            while self.accept("."):
                name = self.take()
            while self.peek() != "{":
                self.take()
            if keyword != "extension":
                self.once(into.types, name, True, name)
            into.stored.setdefault(name, {})
            Parser(self.block()).declarations(name, into)
        elif keyword in ("func", "init"):
            name = keyword if keyword == "init" else self.take()
            while self.peek() == "?" or self.peek() == "<":
                self.block() if self.peek() == "<" else self.take()
            inner = Parser(self.block())
            parameters = list(inner.all(inner.parameter))
            results = []
            while self.peek() != "{":
                if self.take() == ":":
                    results.append(self.peek(-2))
            name = "prefix " + name if "prefix" in modifiers else name
            if not name.isidentifier():
                parameters = [("_", *parameter[1:]) for parameter in parameters]
            function = Function(owner, name, parameters, self.block(), modifiers)
            function.results = results
            self.add(into, function)
        elif keyword in ("let", "var"):
            self.property(owner, into, modifiers)
        else:
            raise Unreadable(f"line {self.source[self.position - 1].line}: declaration {keyword}")

    def property(self, owner, into, modifiers):
        name = self.take()
        kind = self.type() if self.accept(":") else None
        if self.peek() == "{":
            body = self.block()
            inner = Parser(body)
            inner.attributes()
            if inner.accept("get"):
                body = inner.block()
            self.add(into, Function(owner, name, None, body, modifiers))
        else:
            value = self.expression() if self.accept("=") else None
            if "static" in modifiers:
                self.once(into.constants, (owner, name), (kind, value), name)
            else:
                into.stored[owner][name] = kind, value

    @staticmethod
    def once(table, key, value, name):
        if key in table:
            raise Unreadable(f"{name} is declared twice")
        table[key] = value

    def add(self, into, function):
        others = into.functions.setdefault((function.owner, function.name), {})
        self.once(others, function.signature, function, function.full_name)

    def parameter(self):
        label = self.take()
        name = label if self.peek() == ":" else self.take()
        self.take(":")
        is_inout = self.accept("inout")
        return label, name, self.type(), is_inout, self.expression() if self.accept("=") else None

    def type(self):
        """A type, as its text."""
        text = "".join(token.text for token in self.block()) if self.peek() in ("(", "[") else self.take()
        while self.peek() in ("<", "?", ".", "->"):
            if self.peek() == "<":
                self.block()
            elif self.take() in (".", "->"):
                text = self.type()
        return text

    # Statements.

    def statements(self):
        return list(self.all(self.statement))

    def all(self, read):
        """What is left, read one after the other."""
        while self.position < len(self.source):
            yield read()
            self.accept(",")

    def braces(self):
        return Parser(self.block()).statements()

    def statement(self):
        self.attributes()
        line, keyword = self.source[self.position].line, self.peek()
        if keyword in ("let", "var"):
            self.take()
            pattern = self.pattern()
            kind = self.type() if self.accept(":") else None
            return "let", line, pattern, kind, self.expression() if self.accept("=") else None
        if keyword == "func":
            inner = Declarations()
            self.declaration("", inner)
            ((_, name), found), = inner.functions.items()
            return "func", line, name, *found.values()
        if keyword == "return":
            self.take()
            ended = self.position == len(self.source) or self.source[self.position].line != line
            return "return", line, None if ended else self.expression()
        if keyword in FORMS:
            parts = [getattr(self, part)() if hasattr(self, part) else self.take(part) for part in FORMS[keyword].split()]
            return keyword, line, *(part for part in parts if part not in ("in", "else", keyword))
        if keyword == "if":
            self.take()
            conditions, then, otherwise = self.conditions(), self.braces(), []
            if self.accept("else"):
                otherwise = [self.statement()] if self.peek() == "if" else self.braces()
            return "if", line, conditions, then, otherwise
        target = self.expression()
        if self.peek() in ASSIGNMENTS:
            operator = self.take()
            return "assign", line, target, operator, self.expression()
        return "expression", line, target

    def conditions(self):
        found = []
        while not found or self.accept(","):
            if self.accept("let"):
                name = self.take()
                self.take("=")
                found.append(("bind", name, self.expression()))
            else:
                found.append(self.expression())
        return found

    def pattern(self):
        if self.peek() != "(":
            return self.take()
        inner = Parser(self.block())
        return list(inner.all(inner.pattern))

    # Expressions, as tuples of which the first is the kind.

    def expression(self):
        condition = self.binary(0)
        if self.peek() == "?" and not self.source[self.position].tight:
            self.take()
            then = self.expression()
            self.take(":")
            return "choose", condition, then, self.expression()
        return condition

    def binary(self, level):
        left = self.unary()
        while self.peek() in BINARY and BINARY[self.peek()] >= level:
            operator = self.take()
            left = "binary", operator, left, self.binary(BINARY[operator] + 1)
        if self.peek() == "as" and self.source[self.position].kind == "name":
            self.take()
            left = "as", left, self.type()
        return left

    def unary(self):
        text = self.peek()
        if text in ("unsafe", "try"):
            self.take()
            return self.unary()
        if text in ("-", "!", "~", "&"):
            self.take()
            return "prefix", text, self.unary()
        return self.postfix(self.primary())

    def primary(self):
        token = self.source[self.position]
        if token.kind == "number":
            return "number", int(self.take().replace("_", ""), 0)
        if token.text == "(":
            return self.tuple(self.arguments())
        if token.text == "[":
            return "array", [value for _, value in self.arguments()]
        if token.text == ".":
            self.take()
            return "implicit", self.take()
        if token.text == "switch":
            self.take()
            subject, inner = self.binary(0), Parser(self.block())
            return "switch", subject, list(inner.all(inner.case))
        if token.kind == "name":
            return "name", self.take()
        raise Unreadable(f"line {token.line}: {token.text}")

    def case(self):
        match = None if self.take() == "default" else self.binary(0)
        self.take(":")
        return match, self.expression()

    def tuple(self, arguments):
        return arguments[0][1] if len(arguments) == 1 else ("tuple", [value for _, value in arguments])

    def arguments(self):
        inner = Parser(self.block())
        return list(inner.all(inner.argument))

    def argument(self):
        label = None
        if self.peek(1) == ":" and self.source[self.position].kind == "name":
            label = self.take()
            self.take(":")
        return label, self.expression()

    def closure(self):
        """The closure after the arguments of a call, whose only parameter is passed by reference."""
        if self.peek() != "{" or self.peek(2) != "in":
            return []
        inner = Parser(self.block())
        name = inner.take()
        inner.take("in")
        return [(None, ("closure", Function("", "closure", [("_", name, None, True, None)], inner.source[2:], set())))]

    def postfix(self, value):
        while self.position < len(self.source):
            token = self.source[self.position]
            if token.text == "." and self.source[self.position + 1].kind in ("name", "number"):
                self.take()
                value = "member", value, self.take()
            elif token.text == "(" and token.tight:
                value = "call", value, self.arguments() + self.closure()
            elif token.text == "[" and token.tight:
                value = "index", value, self.arguments()[0][1]
            elif token.text == "!" and token.tight:
                raise Unreadable(f"line {token.line}: a force unwrap")
            else:
                break
        return value
