#!/usr/bin/env python3
"""Checks a certificate against the compiler's intermediate code. Shares no code with the scripts that find certificates.

    check.py CODE CERTIFICATE    accept, or say what does not hold

Every value of the code is the polynomial of an unsigned integer: in the operands' limbs and in remainders. For x = q M + r
with 0 <= r < M the checker takes a new symbol for r, and notes that q = (x - r) / M is an integer. The certificate says only
what takes a search: where a result that may wrap is a known polynomial, which integers make up the difference.
"""

from fractions import Fraction
import json
import math
import re
import sys

P = 2**256 - 2**224 + 2**192 + 2**96 - 1


class Refused(Exception):
    """The certificate or the code is not accepted."""


def plus(x, y, factor=1):
    result = dict(x)
    for monomial, c in y.items():
        result[monomial] = result.get(monomial, 0) + factor * c
        if result[monomial] == 0:
            del result[monomial]
    return result


def times(x, y):
    result = {}
    for a, c in x.items():
        for b, d in y.items():
            result = plus(result, {tuple(sorted(a + b)): Fraction(c) * d})
    return result


def scaled(x, factor):
    return {monomial: Fraction(c) * factor for monomial, c in x.items()} if factor else {}


class Value:
    """An unsigned number of some bits: its polynomial, and bounds."""

    def __init__(self, polynomial, low, high, bits):
        self.polynomial, self.low, self.high, self.bits = polynomial, low, high, bits


class Checker:
    def __init__(self, hints):
        self.hints, self.values, self.memory = hints, {}, {}
        self.symbols = {}  # the greatest value of each symbol; the least is 0
        self.integers = []  # polynomials that are integers, with the symbol of the remainder and the modulus
        self.parts = {}  # a number and a modulus: the remainder's symbol
        self.halves = {}  # a remainder's symbol: the symbol that it is a remainder of, and the modulus
        self.same = {}  # a symbol that is another name of a polynomial
        self.used = set()

    def symbol(self, name, greatest):
        if name in self.symbols:
            raise Refused(f"the symbol {name} occurs twice")
        self.symbols[name] = greatest
        return {(name,): 1}

    def interval(self, polynomial):
        """The range of an integer, from the ranges of its symbols. A number with its remainder r is q M + r."""
        terms, low, high = dict(polynomial), Fraction(0), Fraction(0)
        for rest, (number, modulus) in self.halves.items():
            if (rest,) in terms and (number,) in terms:
                factor = terms.pop((number,))
                terms[rest,] += factor
                greatest = factor * modulus * (self.symbols[number] // modulus)
                low, high = low + min(0, greatest), high + max(0, greatest)
        for monomial, c in terms.items():
            greatest = c * math.prod(self.symbols[name] for name in monomial)
            low, high = low + (min(0, greatest) if monomial else c), high + max(0 if monomial else c, greatest)
        return math.ceil(low), math.floor(high)

    def bounded(self, polynomial, low, high, bits):
        a, b = self.interval(polynomial)
        return Value(polynomial, max(a, low), min(b, high), bits)

    def divided(self, value, count):
        """The quotient and the remainder of a division by 2^count."""
        modulus = 1 << count
        if value.high < modulus:
            return {}, Value(value.polynomial, value.low, value.high, count)
        found = frozenset(value.polynomial.items()), modulus
        if found not in self.parts:
            self.parts[found] = f"r{len(self.symbols)}"
            self.symbol(self.parts[found], modulus - 1)
            if list(value.polynomial.values()) == [1] and len(next(iter(value.polynomial))) == 1:
                self.halves[self.parts[found]] = next(iter(value.polynomial))[0], modulus
            upper = scaled(plus(value.polynomial, {(self.parts[found],): -1}), Fraction(1, modulus))
            self.integers.append((upper, self.parts[found], modulus))
        rest = {(self.parts[found],): 1}
        return scaled(plus(value.polynomial, rest, -1), Fraction(1, modulus)), Value(rest, 0, modulus - 1, count)

    def is_integer(self, polynomial, combination):
        """Whether a polynomial is a sum of noted integers and of monomials with integers as coefficients."""
        for index, factor in combination:
            if not isinstance(factor, int):
                raise Refused("a factor is no integer")
            polynomial = plus(polynomial, self.integers[index][0], -factor)
        return all(Fraction(c).denominator == 1 for c in polynomial.values())

    def reduced(self, name, exact, low, high, bits):
        """The number modulo 2^bits: itself if it fits, by the certificate, or a new remainder. Also what was carried."""
        modulus, value = 1 << bits, self.bounded(exact, low, high, bits)
        if value.low >= 0 and value.high < modulus:
            return value, {}
        if name in self.hints:
            self.used.add(name)
            result = exact
            for index, factor in self.hints[name]:
                result = plus(result, self.integers[index][0], -factor * modulus)
            if not self.is_integer(scaled(plus(exact, result, -1), Fraction(1, modulus)), self.hints[name]):
                raise Refused(f"{name}: the combination is not the difference")
            value = self.bounded(result, -math.inf, math.inf, bits)
            if value.low < 0 or value.high >= modulus:
                raise Refused(f"{name}: {value.low} ... {value.high} does not fit")
            return value, scaled(plus(exact, result, -1), Fraction(1, modulus))
        rest = self.symbol(f"r{len(self.symbols)}", modulus - 1)
        carried = scaled(plus(exact, rest, -1), Fraction(1, modulus))
        self.integers.append((carried, next(iter(rest))[0], modulus))
        return Value(rest, 0, modulus - 1, bits), carried

    def named(self, value):
        """A truth as a symbol of its own, so that its bounds hold wherever it is a factor."""
        if len(value.polynomial) < 2:
            return value
        name = f"same{len(self.same)}"
        self.same[name] = value.polynomial
        return Value(self.symbol(name, 1), 0, 1, 1)

    def expanded(self, polynomial):
        """The polynomial without symbols that are other names."""
        for name, meaning in reversed(self.same.items()):
            rest = {monomial: c for monomial, c in polynomial.items() if monomial != (name,)}
            polynomial = plus(rest, meaning, polynomial.get((name,), 0))
        return polynomial

    def operand(self, text, bits=64):
        if text.startswith("%"):
            return self.values[text]
        number = {"true": 1, "false": 0}.get(text)
        number = int(text) % (1 << bits) if number is None else number
        return Value({(): number} if number else {}, number, number, bits)

    def run(self, body):
        for line in body.splitlines():
            line = re.sub(r"(, ![\w.]+ !\d+)+$|\s+; .*$", "", line).strip()
            if line in ("", "entry:", "ret void"):
                continue
            name, _, text = line.rpartition(" = ") if re.match(r"%\S+ = ", line) else ("", "", line)
            self.step(name, re.sub(r"\b(tail|nuw|nsw|inbounds|exact) ", "", text))

    def step(self, name, text):
        """Runs an instruction. What flags such as nuw claim is not checked here: the prover shows it."""
        kind, rest = text.split(" ", 1)
        if kind == "getelementptr":
            base, offset = re.fullmatch(r"i8, ptr (%\S+), i\d+ (\d+)", rest).groups()
            self.values[name] = self.values[base] + int(offset)
        elif kind == "load":
            self.values[name] = self.memory[self.values[re.fullmatch(r"i64, ptr (%\S+), align 8", rest)[1]]]
        elif kind == "store":
            value, pointer = re.fullmatch(r"i64 (\S+), ptr (%\S+), align 8", rest).groups()
            self.memory[self.values[pointer]] = self.operand(value)
        elif kind == "call":
            operation, x, y = re.fullmatch(r"\{ i64, i1 \} @llvm\.(uadd|usub)\.with\.overflow\.i64\(i64 (\S+), i64 (\S+)\)",
                                           rest).groups()
            x, y = self.operand(x), self.operand(y)
            sign = 1 if operation == "uadd" else -1
            low, high = (x.low + y.low, x.high + y.high) if sign == 1 else (x.low - y.high, x.high - y.low)
            result, carried = self.reduced(name, plus(x.polynomial, y.polynomial, sign), low, high, 64)
            self.values[name] = result, self.bounded(scaled(carried, sign), 0, 1, 1)
        elif kind == "extractvalue":
            pair, index = re.fullmatch(r"\{ i64, i1 \} (%\S+), ([01])", rest).groups()
            self.values[name] = self.values[pair][int(index)]
        elif kind in ("zext", "sext", "trunc"):
            source, value, target = re.fullmatch(r"i(\d+) (\S+) to i(\d+)", rest).groups()
            x, bits = self.operand(value, int(source)), int(target)
            if kind == "trunc":
                self.values[name] = self.divided(x, bits)[1]
            elif kind == "sext":
                if source != "1":
                    raise Refused(f"sext of i{source}")
                x = self.named(x)
                self.values[name] = Value(scaled(x.polynomial, (1 << bits) - 1), 0, (1 << bits) - 1, bits)
            else:
                self.values[name] = Value(x.polynomial, x.low, x.high, bits)
        elif kind == "select":
            condition, bits, one, zero = re.fullmatch(r"i1 (\S+), i(\d+) (-?\d+), i\d+ (-?\d+)", rest).groups()
            c = self.named(self.operand(condition, 1))
            one, zero = (int(side) % (1 << int(bits)) for side in (one, zero))
            self.values[name] = self.bounded(plus({(): zero} if zero else {}, c.polynomial, one - zero), min(one, zero),
                                             max(one, zero), int(bits))
        else:
            bits, x, y = re.fullmatch(r"i(\d+) (\S+), (\S+)", rest.removeprefix("disjoint ")).groups()
            bits = int(bits)
            self.values[name] = self.calculated(name, kind, self.operand(x, bits), self.operand(y, bits), bits)

    def calculated(self, name, kind, x, y, bits):
        if kind == "shl" and y.low == y.high < bits:
            low = self.divided(x, bits - y.low)[1]
            return Value(scaled(low.polynomial, 1 << y.low), low.low << y.low, low.high << y.low, bits)
        if kind == "lshr" and y.low == y.high < bits:
            upper = self.divided(x, y.low)[0]
            return self.bounded(upper, x.low >> y.low, x.high >> y.low, bits)
        if kind == "and" and y.low == y.high and y.low & y.low + 1 == 0:
            return self.divided(x, y.low.bit_length())[1]
        if kind == "mul":
            return self.reduced(name, times(x.polynomial, y.polynomial), x.low * y.low, x.high * y.high, bits)[0]
        if kind in ("add", "sub"):
            sign = 1 if kind == "add" else -1
            low, high = (x.low + y.low, x.high + y.high) if sign == 1 else (x.low - y.high, x.high - y.low)
            return self.reduced(name, plus(x.polynomial, y.polynomial, sign), low, high, bits)[0]
        if kind == "or":
            total = self.bounded(plus(x.polynomial, y.polynomial), x.low + y.low, x.high + y.high, bits)
            if bits == 1 and total.high <= 1:
                return total
            for a, b in ((x, y), (y, x)):
                if all(Fraction(c) % (1 << a.high.bit_length()) == 0 for c in b.polynomial.values()):
                    return total
        raise Refused(f"{name}: the instruction {kind}")

    def words(self, offset, count):
        """The number in memory, or in values that have these names."""
        found = [self.memory[offset + 8 * n] for n in range(count)] if isinstance(offset, int) else [self.values[n] for n in offset]
        if any(word.low < 0 or word.high >= 2**64 for word in found):
            raise Refused("a word is not from 0 to 2^64 - 1")
        result = {}
        for n, word in enumerate(found):
            result = plus(result, word.polynomial, 1 << 64 * n)
        return result


def prepared(text, operation, hints, kind=Checker):
    """Runs an operation of the code on operands of as many words as it has."""
    counts = {"product": (4, 4, 8), "square": (4, 8), "reduction": (8, 4), "multiplied": (4, 4, 4), "squaredInline": (4, 4)}
    match = re.search(rf"^define [^\n]*@prove_{operation}\([^\n]*\{{\n(.*?)^\}}", text, re.S | re.M)
    if operation not in counts or not match:
        raise Refused(f"there is no operation {operation}")
    checker, operands = kind(hints), []
    checker.values["%0"], offset = 0, 0
    for count in counts[operation][:-1]:
        for n in range(count):
            checker.memory[offset + 8 * n] = Value(checker.symbol(f"x{offset + 8 * n}", 2**64 - 1), 0, 2**64 - 1, 64)
        operands.append(checker.words(offset, count))
        offset += 8 * count
    checker.run(match[1])
    return checker, operands, checker.words(offset, counts[operation][-1])


def check(text, certificate):
    """Accepts a certificate or raises Refused."""
    try:
        checked(text, certificate)
    except (AttributeError, IndexError, KeyError, TypeError, ValueError) as problem:
        raise Refused(f"the code or the certificate has an unknown form: {problem!r}") from None


def checked(text, certificate):
    operation = certificate["operation"]
    checker, operands, result = prepared(text, operation, certificate["hints"])
    if checker.used != set(certificate["hints"]):
        raise Refused("a hint is not used")
    exact = times(operands[0], operands[-1]) if operation != "reduction" else operands[0]
    if operation in ("product", "square"):
        if plus(result, exact, -1):
            raise Refused(f"{operation}: the result is not the product")
        return
    # The number before the last correction, low + 2^256 carry, is the exact one plus a multiple of p, divided by 2^256.
    low, carry = checker.words(certificate["low"], 4), checker.values[certificate["carry"]]
    quotient = plus(low, carry.polynomial, 2**256)
    multiple = plus(scaled(quotient, 2**256), exact, -1)
    if any(Fraction(c) % P for c in multiple.values()):
        raise Refused(f"{operation}: the quotient is not congruent")
    if carry.low < 0 or carry.high > 1 or checker.interval(quotient)[1] - P >= 2**256:
        raise Refused(f"{operation}: one subtraction of p is not enough")
    # So quotient - carry p is from 0 to 2^256 - 1: it is low, or at least low + 2^256 - p. So is the result.
    expected = plus(quotient, carry.polynomial, -P)
    difference = checker.expanded(scaled(plus(result, expected, -1), Fraction(1, 2**256)))
    checker.integers = [(checker.expanded(noted), *rest) for noted, *rest in checker.integers]
    if not checker.is_integer(difference, certificate["last"]):
        raise Refused(f"{operation}: the result is not the quotient less p for a carry")


if __name__ == "__main__":
    try:
        with open(sys.argv[1]) as code, open(sys.argv[2]) as certificates:
            text = code.read()
            for certificate in json.load(certificates):
                check(text, certificate)
                print(f"accepted: {certificate['operation']}")
    except Refused as problem:
        sys.exit(f"refused: {problem}")
