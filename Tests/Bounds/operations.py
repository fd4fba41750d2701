"""What each operation is for, stated once: shown for the Swift source here, and for its compiled code in compiled.py."""

import copy
from dataclasses import dataclass
import itertools
from typing import Callable

from arithmetic import Structure, flat, literal
from ranges import Failure, Unreachable
from report import LIMB, N, P, R, TOP, between, double_wide, equal, inside, record, shown, signed, wide, within

EDGES = [0, 1, P - 1, P, P + 1, TOP, TOP - 1, R - P, R - P - 1, R - 2**224, 2**224 - 1, N, 2**255,
         LIMB | LIMB << 128, LIMB << 64 | LIMB << 192]
ONES, PAIRS = [(edge,) for edge in EDGES], list(itertools.product(EDGES, repeat=2))
SCALARS = list(itertools.product([0, 1, 2, N - 1, N - 2, N // 2, R - N, 2**255, 2**128, P - N, LIMB], repeat=2))
WIDES = [(number,) for number in (0, 2**512 - 1, 2**512 - R, R * P, R * P - 1, R * (R - P), TOP * TOP, P * P, 2**512 - R + P,
                                  TOP, 2**480, LIMB, 2**63)]
TWO_WIDES = list(itertools.product([0, 1, 2**512 - 1, R * P, TOP * TOP, 2**480, 2**512 - 2**480, R, TOP], repeat=2))
SIGNED = [-2**319, -1, 0, 1, 2**319 - 1, TOP, -TOP]
LARGEST, MARGIN = 2**63 - 1, R - P
# The multiples of 2^256 that an UnreducedElement of the points may have.
HIGHS = range(-3, 2)

limb, bit, element = between(0, LIMB), between(0, 1), record("FieldElement", montgomery=wide)
below_n, positive = within(0, N - 1), between(0, LARGEST)


def parity(machine, given=None):
    """Makes a field element of which the lowest bit is known to be a bit."""
    made = element(machine, given)
    if given is None:
        rest = machine.number(0, LARGEST).polynomial * 2 + (lowest := machine.number(0, 1)).polynomial
        made.fields["montgomery"].fields["l0"] = machine.made("UInt64", rest, 0, LIMB)
    return made


@dataclass
class Operation:
    """An operation of the source: the makers of its operands, and the number that its result must be."""

    name: str
    operands: tuple
    exact: Callable = None  # of the operands' numbers
    modulus: int = 0
    says: str = ""
    scale: int = 1  # the result times this is the exact number
    range: tuple = ()  # of the result
    high: tuple = ()  # the range of the result's last word
    check: Callable = None  # in place of the number
    witnesses: list = ()
    paths: int = None
    shows: list = ()  # the functions of which all ranges are printed
    compiled: str = ""  # the function of Operations.swift
    words: int = 4  # of its result
    source: tuple = ()  # makers for the source, if they differ
    quantity: str = "result"
    rare: str = ""  # the decision that a witness must take

    def require(self, machine, operands, result, number, place):
        """Requires the claim of a result, whose number is given as a polynomial."""
        if self.check:
            return self.check(machine, operands, result, place)
        equal(machine, number * self.scale, self.exact(*(machine.whole(x).polynomial for x in operands)), place, self.modulus)
        if self.range:
            inside(machine, number, *self.range, place)
        if self.high:
            inside(machine, flat(result)[-1].polynomial, *self.high, place)

    def prove(self, report):
        """Shows the claim for the source."""
        function = self.name.split("(")[0]

        def run(machine, given):
            operands = [make(machine, given) for make in self.source or self.operands]
            result = machine.call(self.name, *operands)
            self.require(machine, operands, result, self.exact and machine.whole(result).polynomial, self.name)
        visits = report.explore(self.name, run, self.witnesses, self.paths, self.shows)
        if self.says:
            report.line(self.name, self.quantity, self.says)
        if self.rare:
            report.require(function in visits, self.name, self.rare, "taken at " + ", ".join(map(shown, visits.get(function, ()))))


def congruent_product(name, compiled):
    """A product or a square in Montgomery's form."""
    one = "quare" in name
    return Operation(name, (element,) * (1 if one else 2), (lambda a: a * a) if one else (lambda a, b: a * b), P,
                     "below 2^256, and a b / 2^256 modulo p", R, witnesses=ONES if one else PAIRS[::7], compiled=compiled)


def is_true(machine, result):
    return bool(machine.fixed(result[0])) if isinstance(result, list) else machine.truth(result)


def less(machine, operands, result, place):
    difference = machine.whole(operands[0]).polynomial - machine.whole(operands[1]).polynomial
    inside(machine, difference, *((-TOP, -1) if is_true(machine, result) else (0, TOP)), place)


def zero(numbers):
    """A check that a result is true for these numbers alone."""
    def check(machine, operands, result, place):
        is_zero, words, fits = is_true(machine, result), flat(operands[0]), []
        for number in numbers:
            path = copy.deepcopy(machine.path)
            try:
                for n, word in enumerate(words):
                    path.suppose(word.polynomial - (number >> 64 * n & LIMB))
                fits.append(number)
            except Unreachable:
                pass
        low, high = machine.path.range(machine.whole(operands[0]).polynomial, 2)
        if is_zero and not (low == high and low in numbers) or not is_zero and fits:
            raise Failure(f"{place}: true for another number, or false for one that is zero")
    return check


def taken(modulus, scale=0):
    """A check that a result is nil exactly from a modulus on."""
    def check(machine, operands, result, place):
        number = machine.whole(operands[0]).polynomial
        inside(machine, number, *((modulus, TOP) if result is None else (0, modulus - 1)), place)
        if scale and result is not None:
            equal(machine, machine.whole(result).polynomial * R, number * scale, place, modulus)
    return check


def unreduced(high):
    return record("UnreducedElement", low=wide, high=between(high, high, "Int64"))


def reduction(name, **given):
    return Operation(name, exact=lambda a: a, modulus=P, scale=R, witnesses=WIDES, operands=(double_wide,), **given)


def sums_of_products():
    subtraction = "UInt512.subtractingReportingBorrow"
    yield Operation(subtraction, (double_wide, double_wide), lambda a, b: a - b, 0, "difference - 2^512 borrow = a - b exactly",
                    witnesses=TWO_WIDES, paths=1, shows=[subtraction])
    yield Operation("UInt512.montgomeryQuotient(minus:)", (double_wide, double_wide), lambda a, b: a - b, P,
                    "(a - b) / 2^256 modulo p; high is -1 ... 1", R, high=(-1, 1), witnesses=TWO_WIDES, paths=1)
    yield Operation("FieldElement.unreducedSquare", (element,), lambda a: a * a, P, "a^2 / 2^256 modulo p; high is 0 or 1", R,
                    high=(0, 1), witnesses=ONES, compiled="unreducedSquare", words=5)
    yield Operation("FieldElement.unreducedProduct(with:)", (element, element), lambda a, b: a * b, P,
                    "a b / 2^256 modulo p; high is 0 or 1", R, high=(0, 1), witnesses=PAIRS[::7], compiled="unreduced", words=5)
    yield Operation("FieldElement.unreducedProduct(with:minus:)", (element, element, double_wide), lambda a, b, c: a * b - c, P,
                    "(a b - c) / 2^256 modulo p, for c below 2^512; high is -1 ... 1", R, high=(-1, 1),
                    witnesses=[(*pair, TOP * TOP) for pair in PAIRS[::7]], compiled="unreducedMinus", words=5)
    for high in HIGHS[1:]:
        yield Operation("UnreducedElement.-", (unreduced(high), element), lambda a, b: a - b, 0, "a - b exactly",
                        witnesses=PAIRS[::7], paths=1, compiled=f"lower {high}", words=5, quantity=f"high = {high}")
    edges = [*ONES, *((edge,) for n in (1, 2, 3) for edge in (n * MARGIN - 1, n * MARGIN, R - n * MARGIN))]
    for high in HIGHS:
        yield Operation("UnreducedElement.reduced", (unreduced(high),), lambda a: a, P, "below 2^256, and low + 2^256 high modulo p",
                        witnesses=edges, paths=2 if high else 1, compiled=f"fold {high}", quantity=f"high = {high}",
                        rare="second folding" if high else "")


FIELD = {
    "Carries": [
        Operation("addWithCarry", (limb, limb, bit), lambda a, b, c: a + b + c, 0,
                  "result + 2^64 carry out = a + b + carry in, the carries 0 or 1", paths=1, shows=["addWithCarry"],
                  witnesses=(ends := list(itertools.product([0, 1, 2**63, LIMB], [0, 1, 2**63, LIMB], [0, 1])))),
        Operation("subtractWithBorrow", (limb, limb, bit), lambda a, b, c: a - b - c, 0,
                  "result - 2^64 carry out = a - b - carry in, the carries 0 or 1", paths=1, shows=["subtractWithBorrow"],
                  witnesses=ends),
        Operation("multiplyAccumulate", (limb,) * 4, lambda x, a, b, c: a * b + x + c, 0,
                  "result + 2^64 carry out = a b + addend + carry in", paths=1, shows=["multiplyAccumulate"],
                  witnesses=[(LIMB,) * 4, (0,) * 4]),
        Operation("fullProductOfHalves", (limb, limb), lambda a, b: a * b, 0, "2^64 high + low = a b", paths=1,
                  shows=["fullProductOfHalves"], witnesses=[(LIMB, LIMB), (0, 0), (LIMB, 2**32)]),
    ],
    "Integers of 256 bits": [
        Operation("UInt256.addingReportingCarry", (wide, wide), lambda a, b: a + b, 0, "sum + 2^256 carry = a + b exactly",
                  witnesses=PAIRS, paths=1, shows=["UInt256.addingReportingCarry"]),
        Operation("UInt256.subtractingReportingBorrow", (wide, wide), lambda a, b: a - b, 0,
                  "difference - 2^256 borrow = a - b exactly", witnesses=PAIRS, paths=1,
                  shows=["UInt256.subtractingReportingBorrow"]),
        Operation("UInt256.<", (wide, wide), check=less, says="true exactly where a - b < 0", witnesses=PAIRS, paths=2),
        Operation("UInt256.isZero", (wide,), check=zero([0]), says="true exactly for 0", witnesses=ONES, paths=5),
    ],
    "Products: 512 bits, exactly": [
        Operation("UInt512(product:_:)", (wide, wide), lambda a, b: a * b, 0, "a b exactly; 0 ... (2^256 - 1)^2",
                  witnesses=PAIRS, paths=1, shows=["UInt512(product:_:)", "UInt512.addRow"], compiled="product", words=8),
        Operation("UInt512(square:)", (wide,), lambda a: a * a, 0, "a^2 exactly; 0 ... (2^256 - 1)^2",
                  witnesses=ONES, paths=1, shows=["UInt512(square:)"], compiled="square", words=8),
    ],
    "The field: sums of any two numbers below 2^256": [
        Operation("FieldElement.+", (element, element), lambda a, b: a + b, P, "below 2^256, and a + b modulo p", witnesses=PAIRS,
                  paths=3, shows=["FieldElement.+", "FieldElement.modulus"], compiled="add", rare="second correction"),
        Operation("FieldElement.-", (element, element), lambda a, b: a - b, P, "below 2^256, and a - b modulo p", witnesses=PAIRS,
                  paths=3, shows=["FieldElement.-", "FieldElement.modulus"], compiled="subtract", rare="second correction"),
        Operation("FieldElement.prefix -", (element,), lambda a: -a, P, "below 2^256, and -a modulo p", witnesses=ONES,
                  compiled="negate"),
        Operation("FieldElement.halved", (parity,), lambda a: a, P, "at most (2^256 - 1 + p) / 2, and a / 2 modulo p", 2,
                  (0, (TOP + P) // 2), witnesses=ONES, paths=2, shows=["FieldElement.halved"], compiled="halve"),
    ],
    "Montgomery's reduction modulo p: of any number below 2^512": [
        reduction("UInt512.montgomeryReduced", says="below 2^256, and the number / 2^256 modulo p", paths=2,
                  shows=["UInt512.montgomeryReduced", "UInt512.clear"], compiled="reduction"),
        reduction("UInt512.montgomeryQuotient", says="below 2^256 + p, and the number / 2^256 modulo p", paths=1,
                  range=(0, R + P - 1)),
        congruent_product("FieldElement.multipliedInline(by:)", "multiplied"), congruent_product("FieldElement.*", "multiply"),
        congruent_product("FieldElement.squaredInline", "squaredInline"), congruent_product("FieldElement.squared", "squared"),
    ],
    "Sums of products, with one reduction for all": list(sums_of_products()),
    "One representation out of two": [
        Operation("FieldElement.canonical", (element,), lambda a: a, P, "0 ... p - 1, and a modulo p", 1, (0, P - 1),
                  witnesses=ONES, paths=2, compiled="canonical"),
        Operation("FieldElement.isZero", (element,), check=zero([0, P]), says="true for 0 and for p alone: 2p is above 2^256 - 1",
                  witnesses=ONES, compiled="isZero", words=1),
        Operation("FieldElement(_:)", (wide,), check=taken(P, 2**512), says="nil exactly from p on; else 2^256 a modulo p",
                  witnesses=ONES),
        Operation("FieldElement.integer", (element,), lambda a: a, P, "0 ... p - 1, and a / 2^256 modulo p", R, (0, P - 1),
                  witnesses=ONES),
    ],
}
REDUCTION, PRODUCT = "Scalar(reducing:carry:)", "Scalar.montgomeryProduct"
SCALAR = {
    "The integers modulo n: reduction": [
        Operation(REDUCTION, (wide, between(0, 0)), lambda a, carry: a, N, "0 ... n - 1, and the number modulo n", 1, (0, N - 1),
                  witnesses=[(x,) for x in (0, N - 1, N, TOP)], paths=2, shows=[REDUCTION], compiled="scalarReduce 0",
                  quantity="result, without a carry"),
        Operation(REDUCTION, (within(0, 2 * N - 1 - R), between(1, 1)), lambda a, carry: a + R, N,
                  "0 ... n - 1, and the number modulo n, for any below 2n", 1, (0, N - 1), paths=1, shows=[REDUCTION],
                  witnesses=[(x,) for x in (0, N - 1 - (R - N), 2 * N - 1 - R)], compiled="scalarReduce 1",
                  quantity="result, with a carry"),
        Operation("Scalar(_:)", (wide,), check=taken(N), says="nil exactly from n on", paths=2,
                  witnesses=[(x,) for x in (0, N - 1, N, TOP)]),
        Operation("Scalar.+", (record("Scalar", integer=below_n),) * 2, lambda a, b: a + b, N, "0 ... n - 1, and a + b modulo n",
                  1, (0, N - 1), witnesses=SCALARS, paths=3, shows=["Scalar.+"]),
    ],
    "The integers modulo n: Montgomery's product": [
        Operation(PRODUCT, (below_n, below_n), lambda a, b: a * b, N, "0 ... n - 1, and a b / 2^256 modulo n", R, (0, N - 1),
                  witnesses=SCALARS, paths=3, shows=[PRODUCT, "Scalar.clear", "multiplyAccumulate"], compiled="scalarProduct"),
    ],
}
DIFFERENCE = "Signed320.difference(_:_:minus:_:)"
FIVE_LIMBS = {
    "Signed integers of five limbs": [
        Operation(DIFFERENCE, (positive, signed(), positive, signed()), lambda a, x, b, y: a * x - b * y, 2**320,
                  "a x - b y modulo 2^320, for any a and b below 2^63", paths=1,
                  shows=["Signed320.difference", "column", "takeLimb"], compiled="difference", words=5,
                  witnesses=[(a, x, b, y) for a, b in ((LARGEST, LARGEST), (1, LARGEST), (0, 1)) for x in SIGNED for y in SIGNED]),
        *(Operation("Signed320.negated(bySign:)", (signed(), between(sign, sign, "Int64")),
                    lambda x, sign_, factor=1 + 2 * sign: x * factor, 2**320, "x or -x, for -2^318 ... 2^318 in the source",
                    source=(within(-2**318, 2**318, 5), between(sign, sign, "Int64")), paths=1, compiled=f"negated {sign}",
                    witnesses=[(x,) for x in (-2**318, -1, 0, 1, TOP, 2**318)], words=5, quantity=f"sign {sign}")
          for sign in (0, -1)),
        *(Operation("Signed320.shifted(byLimbs:)", (signed(), between(count, count, "Int")),
                    lambda x, count_, count=count: x * 2**(64 * count), 2**320, "x 2^(64 count) modulo 2^320",
                    witnesses=[(edge,) for edge in SIGNED], paths=1, quantity=f"count {count}") for count in range(4)),
        Operation("Signed320(_:)", (wide,), lambda x: x, 0, "the number", witnesses=[(0,), (TOP,)], paths=1),
        Operation("Signed320.low", (signed(),), lambda x: x, R, "the number modulo 2^256", witnesses=[(0,), (TOP,)], paths=1),
    ],
}
COMPILED = {operation.compiled: operation for part in (FIELD, SCALAR, FIVE_LIMBS) for section in part.values()
            for operation in section if operation.compiled}


def prove(report, part):
    for title, operations in part.items():
        report.section(title)
        for operation in operations:
            operation.prove(report)


def field(report):
    prove(report, FIELD)
    shifts_and_bytes(report)
    report.require(2 * P > TOP, "FieldElement", "2p", "above 2^256 - 1")
    report.section("What rests on one representation, by the text of the source")
    report.quotes("static func == (a: FieldElement, b: FieldElement) -> Bool { a.canonical == b.canonical }",
                  "FieldElement.==", "result", "true for the same element alone")
    report.quotes("FieldElement(montgomery: integer.inverse(modulo: Self.modulus)) * Self.rSquared }",
                  "FieldElement.inverse", "operand", "the integer, below p; its inverse times 2^256")
    report.quotes("Scalar(reducing: integer.inverse(modulo: Self.order)) }",
                  "Scalar.inverse", "operand", "the integer, below n; its inverse is below n")
    report.quotes("montgomeryProduct(montgomeryProduct(a.integer, b.integer).integer, rSquared) }",
                  "Scalar.*", "result", "a b / 2^256 times 2^512 / 2^256, by two Montgomery products of numbers below n")
    limbs = [f"bytes[index{offset}] = UInt8(truncatingIfNeeded: {limb} &>> shift)"
             for offset, limb in (("", "l3"), (" + 8", "l2"), (" + 16", "l1"), (" + 24", "l0"))]
    report.quotes(f"for index in 0..<8 {{ let shift = UInt64(truncatingIfNeeded: 56 - 8 * index) {' '.join(limbs)} }} return bytes",
                  "UInt256.bigEndianBytes", "bytes", "the highest first")


def shifts_and_bytes(report):
    report.section("Bits and bytes of integers of 256 bits")
    for position in range(300):
        machine, cut = report.machine(), position % 64
        limbs = [machine.number(0, (1 << cut) - 1).polynomial + machine.number(0, (1 << 64 - cut) - 1).polynomial * (1 << cut)
                 for _ in range(4)]
        number = Structure("UInt256", {f"l{n}": machine.made("UInt64", limb, 0, LIMB) for n, limb in enumerate(limbs)})
        result = machine.call("UInt256.bits(from:)", number, literal(position, "Int"))
        upper = machine.divided(machine.whole(number), 1 << position)[0]
        equal(machine, result.polynomial, machine.divided(upper, 2**64)[1].polynomial, "UInt256.bits")
    report.line("UInt256.bits(from:)", "position 0 ... 299", "the number divided by 2^position, modulo 2^64; shifts 0 ... 63")
    for count in (0, 1, 8, 9, 31, 32):
        machine, total = report.machine(), 0
        data = [machine.number(0, 255, "UInt8") for _ in range(count)]
        for byte in data:
            total = total * 256 + byte.polynomial
        result = machine.whole(machine.call("UInt256(bigEndian:in:)", data, range(count)))
        equal(machine, result.polynomial, total + literal(0).polynomial, "UInt256.init(bigEndian:in:)")
    report.line("UInt256.init(bigEndian:in:)", "up to 32 bytes", "the number that they are; no bit is shifted out")
    report.quotes("guard max(r.count, s.count) <= UInt256.byteCount else { throw .scalarOutOfRange }",
                  "UInt256.init(bigEndian:in:)", "bytes of r and s", "at most 32")
    report.quotes("self.init(bigEndian: bytes, in: offset..<offset + Self.byteCount)",
                  "UInt256.init(bigEndian:at:)", "bytes", "32")


def scalar(report):
    report.require(R <= 2 * N - 1, REDUCTION, "2^256", "below 2n, so that any 256 bits may come without a carry")
    prove(report, SCALAR)
    report.section("An x coordinate that is r modulo n")
    report.quotes("let (sum, carry) = r.integer.addingReportingCarry(Scalar.order)"
                  "guard carry == 0, let x = FieldElement(sum) else { return false }", "JacobianPoint.hasX", "r + n",
                  "tried only if it is below 2^256, exactly r + n by addingReportingCarry, and by FieldElement.init? below p")
    report.require(N < P < 2 * N, "JacobianPoint.hasX", "p", "n < p < 2n, so that x is r or r + n and never r + 2n")
