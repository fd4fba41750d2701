"""Reads LLVM's intermediate code and runs it on numbers of which a range and an exact polynomial are known.

A value of n bits is a number that is congruent to it modulo 2^n: as it is if it fits with or without a sign, otherwise the
remainder. A decision has a path for each answer, except where two sides only compute the values of one `phi`: with
`merging` this is a symbol, one for equal conditions and sides. So equal computations give equal polynomials.
"""

import re

from arithmetic import Arithmetic, Number, literal
from ranges import Failure, Unreachable, constant
from swift import Unreadable

NAME = r'(?:"[^"]*"|[\w$.-]+)'
FUNCTION = re.compile(rf"^define [^\n]*?@({NAME})\((.*?)\)[^\n()]*\{{\n(.*?)^\}}", re.S | re.M)
FLAGS = {"nuw", "nsw", "exact", "disjoint", "inbounds", "tail", "nneg", "samesign", "notail", "musttail", "volatile"}


def pieces(text):
    """The parts between commas that no bracket encloses."""
    found, depth, start = [], 0, 0
    for index, character in enumerate(text):
        depth += (character in "([{<") - (character in ")]}>")
        if character == "," and depth == 0:
            found.append(text[start:index].strip())
            start = index + 1
    return [piece for piece in found + [text[start:].strip()] if piece]


class Code:
    """The functions of a module, each with its parameters and its blocks of lines."""

    def __init__(self, text):
        self.text = text
        self.texts = {match[1].strip('"'): match for match in FUNCTION.finditer(text)}
        self.parsed = {}

    def function(self, name):
        if name not in self.parsed:
            if name not in self.texts:
                raise Unreadable(f"the compiled code has no function {name}")
            match = self.texts[name]
            blocks, label = {}, "entry"
            body = re.sub(r"\[\n(.*?)\n\s*\]", lambda found: "[" + " ".join(found[1].split()) + "]", match[3], flags=re.S)
            for line in body.splitlines():
                line = re.sub(r"(, ![\w.]+ !\d+)+$|\s*; preds = .*$", "", line.rstrip()).strip()
                found = re.fullmatch(rf"({NAME}):", line)
                if found:
                    label = found[1].strip('"')
                elif line and not line.startswith("; "):
                    blocks.setdefault(label, []).append(line)
            self.parsed[name] = [piece.split()[-1] for piece in pieces(match[2])], blocks
        return self.parsed[name]


class Pointer:
    def __init__(self, region, offset=0):
        self.region, self.offset = region, offset


class Returned(Exception):
    """A `ret`, with its value."""


def bits(kind):
    if not re.fullmatch(r"i\d+", kind):
        raise Unreadable(f"values of type {kind}")
    return int(kind[1:])


class Compiled(Arithmetic):
    """One run of compiled code along a path."""

    def __init__(self, code, path, merging=False, names=None):
        super().__init__(path)
        self.code, self.merging, self.names = code, merging, {} if names is None else names
        self.nodes = self.path.__dict__.setdefault("nodes", {})
        self.place, self.done = "", 0

    def fail(self, text):
        raise Failure(f"{self.place}: {text}")

    # Values.

    def symbol(self, key, low, high):
        """The number that a key stands for."""
        if key not in self.nodes:
            self.nodes[key] = self.number(low, high, None)
        return self.nodes[key]

    @staticmethod
    def key(number):
        return frozenset(number.polynomial.terms.items())

    def plain(self, number, low, high):
        """The number congruent to this one modulo high - low + 1 that is from low to high."""
        for depth in (None, 1, 2):
            if depth is not None:
                if not self.path.facts:
                    break
                a, b = self.path.range(number.polynomial, depth)
                number = self.made(None, number.polynomial, max(a, number.low), min(b, number.high))
            if low <= number.low and number.high <= high:
                return number
        size = high - low + 1
        if (number.low, number.high, low) == (-1, 0, 0):
            negative = self.bit(self.made(None, number.polynomial.scaled(-1), 0, 1))
            return self.made(None, negative.polynomial.scaled(high), 0, high * negative.high)
        shifted = number.polynomial.plus(constant(low), -1)
        rest = self.divided(shifted, number.low - low, number.high - low, size)[1]
        return Number(None, rest.polynomial.plus(constant(low)), rest.low + low, rest.high + low)

    def unsigned(self, number, n):
        return self.plain(number, 0, (1 << n) - 1)

    def signed(self, number, n):
        return self.plain(number, -(1 << n - 1), (1 << n - 1) - 1)

    def settle(self, polynomial, low, high, n):
        """A result of n bits: small numbers keep their sign, others become remainders."""
        number = self.made(None, polynomial, low, high)
        number = self.nodes.get(("rest", self.key(number)), number)  # the bounds of a division
        if number.low < -(1 << min(n - 1, 16)) or number.high >= 1 << n:
            number = self.unsigned(number, n)
        return number

    def combined(self, operator, x, y):
        if operator == "mul":
            ends = [a * b for a in (x.low, x.high) for b in (y.low, y.high)]
            return x.polynomial.times(y.polynomial), min(ends), max(ends)
        if operator == "add":
            return x.polynomial.plus(y.polynomial), x.low + y.low, x.high + y.high
        return x.polynomial.plus(y.polynomial, -1), x.low - y.high, x.high - y.low

    def calculated(self, operator, flags, x, y, n):
        """A sum, difference or product. With a flag it must not overflow, since the result would be undefined."""
        for flag, view, low, high in (("nuw", self.unsigned, 0, (1 << n) - 1),
                                      ("nsw", self.signed, -(1 << n - 1), (1 << n - 1) - 1)):
            if flag in flags:
                exact = self.made(None, *self.combined(operator, view(x, n), view(y, n)))
                self.require_within(exact, low, high, f"{operator} {flag}")
        return self.settle(*self.combined(operator, x, y), n)

    def require_within(self, number, low, high, text):
        if not (low <= number.low and number.high <= high):
            number = self.narrowed(number)
        if not (low <= number.low and number.high <= high):
            self.fail(f"{text}: {number.low:#x} ... {number.high:#x} may overflow")

    def shifted_right(self, number, count, n, is_signed):
        number = self.signed(number, n) if is_signed else self.unsigned(number, n)
        if self.is_small(number) and self.fixed(count) >= 16:
            return Number(None, self.negative(number).polynomial.scaled(-1), -1, 0)
        return self.divided(number.polynomial, number.low, number.high, 1 << self.fixed(count))[0]

    def either(self, x, y, n, disjoint):
        """`or`: a sum if the operands share no bit, otherwise a symbol for both."""
        x, y = self.unsigned(x, n), self.unsigned(y, n)
        if x.is_constant and y.is_constant:
            return literal(x.low | y.low)
        if x.is_constant and x.low == 0 or y.is_constant and y.low == 0:
            return y if x.is_constant and x.low == 0 else x
        total = self.made(None, *self.combined("add", x, y))
        if n == 1 and (total.high <= 1 or self.narrowed(total).high <= 1):
            return Number(None, total.polynomial, total.low, 1)
        if n == 1 and not self.merging:
            return literal(self.fixed(x) or self.fixed(y))
        if n == 1:
            both = x.polynomial.times(y.polynomial)
            return self.made(None, total.polynomial.plus(both, -1), 0, 1)
        for a, b in ((x, y), (y, x)):
            if b.zeros >= a.high.bit_length() or b.polynomial.is_multiple(1 << a.high.bit_length()):
                return Number(None, total.polynomial, total.low, total.high)
        if disjoint:
            self.fail("an `or` that is called disjoint of numbers that may share bits")
        parts = self.nodes.get(("parts", self.key(x)), [x]) + self.nodes.get(("parts", self.key(y)), [y])
        result = self.symbol(("or", frozenset(map(self.key, parts))), 0, (1 << n) - 1)
        self.nodes["parts", self.key(result)] = parts
        return result

    def masked(self, x, y, n):
        """`and` with a mask of low bits or of high bits, or of two truths."""
        x, y = (y, x) if x.is_constant else (x, y)
        if not y.is_constant:
            if n == 1 and not self.merging:
                return literal(self.fixed(self.unsigned(x, n)) and self.fixed(self.unsigned(y, n)))
            if n == 1:
                return self.made(None, self.unsigned(x, n).polynomial.times(self.unsigned(y, n).polynomial), 0, 1)
            self.fail("`and` of two numbers that are not known")
        mask, number = y.low % (1 << n), self.unsigned(x, n)
        if number.is_constant:
            return literal(number.low & mask)
        if number.high <= 1 and self.bit(number):
            return self.made(None, number.polynomial.scaled(mask & 1), 0, mask & 1)
        signed = self.signed(x, n)
        if (signed.low, signed.high) == (-1, 0):
            return self.made(None, signed.polynomial.scaled(-mask), 0, mask)
        if mask & mask + (mask & -mask) or not mask:
            self.fail(f"`and` with {mask:#x}")
        ones = constant((1 << n) - 1)
        if number.polynomial.terms.get(()) == (1 << n) - 1:  # the bits of a complement
            kept = self.masked(self.made(None, ones.plus(number.polynomial, -1), 0, (1 << n) - 1), y, n)
            return self.made(None, constant(mask).plus(kept.polynomial, -1), 0, mask)
        low = self.divided(number.polynomial, number.low, number.high, 1 << (mask & -mask).bit_length() - 1)[1]
        high = self.divided(number.polynomial, number.low, number.high, 1 << mask.bit_length())[1]
        return self.made(None, high.polynomial.plus(low.polynomial, -1), 0, mask)

    def exclusive(self, x, y, n):
        x, y = (y, x) if x.is_constant else (x, y)
        x, u = self.unsigned(x, n), self.unsigned(y, n)
        if u.is_constant and u.low in (0, (1 << n) - 1):
            return x if u.low == 0 else self.made(None, constant(u.low).plus(x.polynomial, -1), 0, u.low)
        if n == 1 and not self.merging:
            return literal(self.fixed(x) ^ self.fixed(u))
        if n == 1:
            total = x.polynomial.plus(u.polynomial).plus(x.polynomial.times(u.polynomial), -2)
            return self.made(None, total, 0, 1)
        y = self.signed(y, n)
        if (y.low, y.high) == (-1, 0):
            return self.exclusive(x, literal(self.fixed(y)), n)
        if x.is_constant and u.is_constant:
            return literal(x.low ^ u.low)
        x, u = (u, x) if x.is_constant else (x, u)
        lowest = u.low & -u.low
        if u.is_constant and u.low + lowest == 1 << u.low.bit_length() and x.high <= u.low \
                and self.divided(x.polynomial, x.low, x.high, lowest)[1].high == 0:
            return self.made(None, u.polynomial.plus(x.polynomial, -1), 0, u.low)
        # One number may have the high half alone, where the other is known.
        for a, b in ((x, u), (u, x)):
            upper, lower = self.divided(b.polynomial, b.low, b.high, 1 << n // 2)
            if upper.is_constant and not b.is_constant and self.divided(a.polynomial, a.low, a.high, 1 << n // 2)[1].high == 0:
                upper = self.exclusive(a, literal(upper.low << n // 2), n)
                return self.made(None, *self.combined("add", upper, lower))
        self.fail("`xor` of two numbers that are not known")

    def is_small(self, number):
        return self.merging and -(1 << 16) <= number.low < 0 <= number.high < 1 << 16

    def negative(self, number):
        """1 for a small number below 0, otherwise 0, as a symbol."""
        return self.symbol(("negative", self.key(number)), 0, 1)

    def is_less(self, x, y, n):
        """1 if x is less than y: the borrow of the difference."""
        exact = self.made(None, *self.combined("sub", x, y))
        if exact.low >= 0 or exact.high < 0:
            return literal(int(exact.high < 0))
        if self.is_small(exact):
            return self.negative(exact)
        upper = self.divided(exact.polynomial, exact.low, exact.high, 1 << n)[0]
        return self.made(None, upper.polynomial.scaled(-1), 0, 1)

    def compare(self, predicate, x, y, n):
        if isinstance(x, Pointer) or isinstance(y, Pointer):
            self.fail("a comparison of addresses")
        if predicate in ("eq", "ne"):
            result = self.is_equal(self.unsigned(x, n), self.unsigned(y, n))
        else:
            view = self.unsigned if predicate[0] == "u" else self.signed
            x, y = view(x, n), view(y, n)
            if predicate[1:] in ("gt", "le"):
                x, y = y, x
            result = self.is_less(x, y, n)
        if predicate == "ne" or predicate[1:] in ("le", "ge"):
            return self.made(None, constant(1).plus(result.polynomial, -1), 1 - result.high, 1 - result.low)
        return result

    def is_equal(self, x, y):
        parts = self.nodes.get(("parts", self.key(x)))
        if parts and y.is_constant and y.low == 0:
            result = constant(1)
            for part in parts:
                result = result.times(self.is_equal(part, y).polynomial)
            return self.made(None, result, 0, 1)
        difference = self.made(None, *self.combined("sub", x, y))
        if difference.is_constant or difference.low > 0 or difference.high < 0:
            return literal(int(difference.is_constant and difference.low == 0))
        if self.merging:
            negative = Number(None, difference.polynomial.scaled(-1), 0, 0)
            return self.symbol(("zero", frozenset([self.key(difference), self.key(negative)])), 0, 1)
        return literal(int(self.compared("==", x, y)))

    def bit(self, condition):
        """A condition: decided on a path of its own, or with `merging` a symbol."""
        condition = self.unsigned(condition, 1)
        if condition.is_constant or not self.merging:
            return literal(self.fixed(condition))
        if len(condition.polynomial.terms) <= 2:
            return condition
        return self.symbol(("bit", self.key(condition)), 0, 1)

    def selected(self, condition, x, y):
        condition = self.bit(condition)
        if condition.is_constant:
            return x if condition.low else y
        if isinstance(x, Pointer):
            return x if self.fixed(condition) else y
        if x.is_constant and y.is_constant:
            ends = sorted((x.low, y.low))
            return self.made(None, y.polynomial.plus(condition.polynomial, x.low - y.low), *ends)
        if self.key(x) == self.key(y):
            return x
        if condition.polynomial.terms.get((), 0) > 0:
            condition, x, y = self.made(None, constant(1).plus(condition.polynomial, -1), 0, 1), y, x
        key = "select", self.key(condition), self.key(x), self.key(y)
        return self.symbol(key, min(x.low, y.low), max(x.high, y.high))

    # Operands and memory.

    def operand(self, text, n=64):
        if text.startswith("%"):
            if self.values.get(text) is None:
                self.fail(f"{text} is not defined")
            value = self.values[text]
            if isinstance(value, Number) and value.low < value.high <= value.low + 3 and self.path.facts and not self.merging:
                value = self.values[text] = self.narrowed(value, 1)
            return value
        if text.startswith("@"):
            return text[1:].strip('"')
        if text in ("true", "false"):
            return literal(int(text == "true"))
        if re.fullmatch(r"-?\d+", text):
            return literal(int(text))
        if text.startswith("<"):
            return tuple(self.operand(piece.split()[-1]) for piece in pieces(text[1:-1]))
        if text == "zeroinitializer":
            return literal(0)
        raise Unreadable(f"{self.place}: the operand {text}")

    def loaded(self, kind, pointer):
        match = re.fullmatch(r"<(\d+) x i64>", kind)
        if match:
            return tuple(self.loaded("i64", Pointer(pointer.region, pointer.offset + 8 * n)) for n in range(int(match[1])))
        if kind != "i64" or pointer.offset not in pointer.region:
            raise Unreadable(f"{self.place}: a load of {kind} at {pointer.offset}")
        return pointer.region[pointer.offset]

    def stored(self, kind, value, pointer):
        match = re.fullmatch(r"<(\d+) x i64>", kind)
        if match:
            values = value if isinstance(value, tuple) else (value,) * int(match[1])
            for n, part in enumerate(values):
                self.stored("i64", part, Pointer(pointer.region, pointer.offset + 8 * n))
        elif kind == "i64" and pointer.offset % 8 == 0:
            pointer.region[pointer.offset] = value
        else:
            raise Unreadable(f"{self.place}: a store of {kind} at {pointer.offset}")

    # Functions.

    def run(self, name, arguments):
        parameters, blocks = self.code.function(name)
        outer = getattr(self, "values", None), self.place
        self.values, self.place = dict(zip(parameters, arguments, strict=True)), name
        result = None
        try:
            before, block = None, next(iter(blocks))
            while True:
                before, block = block, self.block(blocks, before, block)
        except Returned as leaving:
            result, = leaving.args
        self.values, self.place = outer
        return result

    def phis(self, lines, before):
        """The values that the phis at the head of a block have on the way from another block."""
        found = {}
        for line in lines:
            match = re.fullmatch(r"(%\S+) = phi (\S+) (.*)", line)
            if not match:
                break
            for piece in pieces(match[3]):
                value, label = piece.strip("[] ").rsplit(", ", 1)
                if label.lstrip("%").strip('"') == before:
                    found[match[1]] = self.operand(value.strip())
        return found

    def block(self, blocks, before, label):
        """Runs a block and returns the next one."""
        if label not in self.entered_with:
            self.values.update(self.phis(blocks[label], before))
        self.entered_with.discard(label)
        for line in blocks[label]:
            if " = phi " in line:
                continue
            target = self.step(line)
            if target is None:
                continue
            if isinstance(target, str):
                return target
            condition, then, otherwise = target
            if self.merging and not condition.is_constant:
                joined = self.merged(blocks, label, condition, then, otherwise)
                if joined:
                    return joined
            return then if self.fixed(condition) else otherwise
        raise Unreadable(f"{self.place}: a block without an end")

    entered_with = set()

    def merged(self, blocks, label, condition, then, otherwise):
        """Joins the sides of a condition if one of them is a block that only computes, and the other is what follows."""
        for side, join in ((then, otherwise), (otherwise, then)):
            *lines, last = blocks[side]
            if last != f"br label %{join}" and last != f'br label %"{join}"':
                continue
            if any(re.search(r"^store|\bphi\b|\bload\b|call (?!\{ i64, i1 \} @llvm)", line) for line in lines):
                continue
            direct = self.phis(blocks[join], label)
            for line in lines:
                self.step(line)
            through = self.phis(blocks[join], side)
            for name, value in direct.items():
                x, y = (through[name], value) if side == then else (value, through[name])
                self.values[name] = self.selected(condition, x, y)
            self.entered_with = {join}
            return join
        return None

    def step(self, line):
        """Runs an instruction. At the end of a block: the next block, or a condition with two blocks."""
        self.done += 1
        match = re.fullmatch(r"(%\S+) = (.*)", line)
        target, text = (match[1], match[2]) if match else (None, line)
        words = [word for word in text.split() if word not in FLAGS]
        flags = {word for word in text.split()[:5] if word in FLAGS}
        operator = words[0]
        method = getattr(self, "run_" + operator, None)
        if method is None:
            raise Unreadable(f"{self.place}: the instruction {operator}: {line}")
        result = method(" ".join(words[1:]), flags)
        if target is None:
            return result
        self.values[target] = self.renamed(result)
        return None

    def renamed(self, value):
        """The symbol of a number that a whole operation gave, if this is one."""
        if not self.names or not isinstance(value, Number) or len(value.polynomial.terms) <= 4:
            return value
        return self.names.get(self.key(value), value)

    def pair(self, text):
        kind, rest = text.split(" ", 1)
        return bits(kind), *(self.operand(piece) for piece in pieces(rest))

    def run_add(self, text, flags, operator="add"):
        n, x, y = self.pair(text)
        return self.calculated(operator, flags, x, y, n)

    def run_sub(self, text, flags):
        return self.run_add(text, flags, "sub")

    def run_mul(self, text, flags):
        return self.run_add(text, flags, "mul")

    def run_shl(self, text, flags):
        n, x, y = self.pair(text)
        count = self.fixed(y)
        if "nsw" in flags:
            self.require_within(self.signed(x, n), -(1 << n - 1 - count), (1 << n - 1 - count) - 1, "shl nsw")
        if "nuw" in flags:
            self.require_within(self.unsigned(x, n), 0, (1 << n - count) - 1, "shl nuw")
        if x.low < -(1 << 16):
            x = self.unsigned(x, n)
        if x.low >= 0 and x.high >> n - count:
            x = self.divided(x.polynomial, x.low, x.high, 1 << n - count)[1]
        result = self.settle(x.polynomial.scaled(1 << count), x.low << count, x.high << count, n)
        return Number(None, result.polynomial, result.low, result.high, count)

    def run_lshr(self, text, flags, is_signed=False):
        n, x, y = self.pair(text)
        if not 0 <= self.fixed(y) < n:
            self.fail("a shift by all bits")
        return self.shifted_right(x, y, n, is_signed)

    def run_ashr(self, text, flags):
        return self.run_lshr(text, flags, True)

    def run_or(self, text, flags):
        n, x, y = self.pair(text)
        return self.either(x, y, n, "disjoint" in flags)

    def run_and(self, text, flags):
        n, x, y = self.pair(text)
        return self.masked(x, y, n)

    def run_xor(self, text, flags):
        n, x, y = self.pair(text)
        return self.exclusive(x, y, n)

    def converted(self, text):
        kind, value, _, into = text.split()
        return self.operand(value), bits(kind), bits(into)

    def run_zext(self, text, flags):
        x, n, _ = self.converted(text)
        if 0 <= x.low and x.high < 1 << n:
            return x
        if "nneg" in flags:
            self.require_within(self.unsigned(x, n), 0, (1 << n - 1) - 1, "zext nneg")
        return self.unsigned(x, n)

    def run_sext(self, text, flags):
        x, n, _ = self.converted(text)
        if n == 1:
            x = self.unsigned(x, 1) if self.merging else self.bit(x)
            return self.made(None, x.polynomial.scaled(-1), -x.high, -x.low)
        return self.signed(x, n)

    def run_trunc(self, text, flags):
        x, n, into = self.converted(text)
        if "nuw" in flags:
            self.require_within(self.unsigned(x, n), 0, (1 << into) - 1, "trunc nuw")
        if "nsw" in flags:
            self.require_within(self.signed(x, n), -(1 << into - 1), (1 << into - 1) - 1, "trunc nsw")
        return self.settle(x.polynomial, x.low, x.high, into)

    def run_freeze(self, text, flags):
        return self.operand(text.split()[-1])

    def run_icmp(self, text, flags):
        predicate, rest = text.split(" ", 1)
        n, x, y = self.pair(rest)
        return self.compare(predicate, x, y, n)

    def run_select(self, text, flags):
        condition, *sides = (self.operand(piece.split()[-1]) for piece in pieces(text))
        kind = pieces(text)[1].split()[0]
        x, y = (self.unsigned(side, bits(kind)) if isinstance(side, Number) and side.is_constant else side for side in sides)
        if kind == "i1" and y.is_constant and y.low == 0:
            return self.masked(condition, x, 1)
        if kind == "i1" and x.is_constant and x.low == 1:
            return self.either(condition, y, 1, False)
        return self.selected(condition, x, y)

    def run_udiv(self, text, flags, remainder=False):
        n, x, y = self.pair(text)
        x, y = self.unsigned(x, n), self.unsigned(y, n)
        if y.low <= 0:
            self.fail("a division by a number that may be 0")
        quotient = self.symbol(("/", self.key(x), self.key(y)), x.low // y.high, x.high // y.low)
        product = quotient.polynomial.times(y.polynomial)
        self.nodes["rest", frozenset(product.terms.items())] = Number(None, product, 0, x.high)
        rest = x.polynomial.plus(product, -1)
        rest = self.nodes.setdefault(("rest", frozenset(rest.terms.items())), Number(None, rest, 0, min(x.high, y.high - 1)))
        return rest if remainder else quotient

    def run_urem(self, text, flags):
        return self.run_udiv(text, flags, True)

    def run_extractvalue(self, text, flags):
        value, *indices = pieces(text)
        result = self.operand(value.split()[-1])
        for index in indices:
            result = result[int(index)]
        return result

    def run_insertvalue(self, text, flags):
        value, part, index = pieces(text)
        kind, old = value.rsplit(" ", 1)
        fields = [None] * len(pieces(kind.strip("{} "))) if old in ("poison", "undef") else list(self.operand(old))
        fields[int(index)] = self.operand(part.split()[-1])
        return tuple(fields)

    def run_alloca(self, text, flags):
        return Pointer({})

    def run_getelementptr(self, text, flags):
        kind, base, index = pieces(text)
        if kind.split()[-1] != "i8":
            raise Unreadable(f"{self.place}: getelementptr {kind}")
        pointer = self.operand(base.split()[-1])
        return Pointer(pointer.region, pointer.offset + self.fixed(self.operand(index.split()[-1])))

    def run_load(self, text, flags):
        kind, pointer, *_ = pieces(text)
        return self.loaded(kind, self.operand(pointer.split()[-1]))

    def run_store(self, text, flags):
        value, pointer, *_ = pieces(text)
        kind, value = re.fullmatch(r"(\w+|<.*?>) (.*)", value).groups()
        self.stored(kind, self.operand(value), self.operand(pointer.split()[-1]))

    def run_ret(self, text, flags):
        raise Returned(None if text == "void" else self.operand(text.rsplit(" ", 1)[1]))

    def run_unreachable(self, text, flags):
        self.fail("the end of a path that must not be taken")

    def run_br(self, text, flags):
        targets = [target.strip('"') for target in re.findall(rf"label %({NAME})", text)]
        if len(targets) == 1:
            return targets[0]
        return self.unsigned(self.operand(pieces(text)[0].split()[-1]), 1), *targets

    def run_switch(self, text, flags):
        head, default = re.match(rf"i\d+ (\S+), label %({NAME})", text).groups()
        value = self.fixed(self.operand(head))
        for case, label in re.findall(rf"i\d+ (-?\d+), label %({NAME})", text):
            if int(case) == value:
                return label.strip('"')
        return default.strip('"')

    def run_call(self, text, flags):
        if " asm " in text or text.startswith("asm"):
            return None
        name, given = re.search(rf"([@%]{NAME})\((.*)\)", text).groups()
        arguments = [self.operand(piece.split()[-1]) for piece in pieces(given) if not piece.startswith("metadata")]
        name = self.operand(name)
        if not name.startswith("llvm."):
            return self.run(name, arguments)
        operation, *rest = name[5:].split(".")
        if operation in ("lifetime", "assume", "dbg", "experimental"):
            return None
        if operation in ("uadd", "usub", "umul"):
            n = bits(rest[-1])
            x, y = (self.unsigned(argument, n) for argument in arguments)
            exact = self.made(None, *self.combined({"uadd": "add", "usub": "sub", "umul": "mul"}[operation], x, y))
            upper, lower = self.divided(exact.polynomial, exact.low, exact.high, 1 << n)
            if operation == "umul":
                self.fail("umul.with.overflow")
            sign = 1 if operation == "uadd" else -1
            flag = self.made(None, upper.polynomial.scaled(sign), *sorted((sign * upper.low, sign * upper.high)))
            return self.renamed(lower), flag
        if operation == "fshl":
            n, count = bits(rest[-1]), self.fixed(arguments[2])
            x, y = (self.unsigned(argument, n) for argument in arguments[:2])
            low = self.divided(x.polynomial, x.low, x.high, 1 << n - count)[1]
            high = self.divided(y.polynomial, y.low, y.high, 1 << n - count)[0]
            return self.made(None, low.polynomial.scaled(1 << count).plus(high.polynomial), 0, (1 << n) - 1)
        if operation == "memcpy":
            into, source, count = arguments[:3]
            words = {n: source.region[source.offset + n] for n in range(0, self.fixed(count), 8)
                     if source.offset + n in source.region}
            for n, word in words.items():
                into.region[into.offset + n] = word
            return None
        if operation == "memset":
            for n in range(0, self.fixed(arguments[2]), 8):
                arguments[0].region[arguments[0].offset + n] = literal(self.fixed(arguments[1]))
            if self.fixed(arguments[1]):
                self.fail("memset with another number than 0")
            return None
        raise Unreadable(f"{self.place}: the intrinsic {name}")
