"""What each operation is for: the number that it must return."""

import copy
from dataclasses import dataclass
import itertools
from typing import Callable

from arithmetic import Structure, flat, literal
from ranges import Failure, Unreachable, paths
from report import LIMB, N, P, R, TOP, between, double_wide, equal, inside, record, signed, wide, within

LARGEST = 2**63 - 1
# The multiples of 2^256 that an UnreducedElement of the points may have.
HIGHS = range(-3, 2)

limb, bit, element = between(0, LIMB), between(0, 1), record("FieldElement", montgomery=wide)
below_n, positive = within(0, N - 1), between(0, LARGEST)

def parity(machine):
    """Makes a field element of which the lowest bit is known to be a bit."""
    made = element(machine)
    rest = machine.number(0, LARGEST).polynomial * 2 + machine.number(0, 1).polynomial
    made.fields["montgomery"].fields["l0"] = machine.made("UInt64", rest, 0, LIMB)
    return made

@dataclass
class Operation:
    """An operation of the source: the makers of its operands, and the number that its result must be."""

    name: str
    operands: tuple
    exact: Callable = None  # of the operands' numbers
    modulus: int = 0
    scale: int = 1  # the result times this is the exact number
    range: tuple = ()  # of the result
    high: tuple = ()  # the range of the result's last word
    check: Callable = None  # in place of the number
    paths: int = None

    def confirm(self, report):
        def run(path):
            machine = report.machine(path)
            operands = [make(machine) for make in self.operands]
            result = machine.call(self.name, *operands)
            if self.check:
                return self.check(machine, operands, result, self.name)
            number = machine.whole(result).polynomial
            exact = self.exact(*(machine.whole(operand).polynomial for operand in operands))
            equal(machine, number * self.scale, exact, self.name, self.modulus)
            if self.range:
                inside(machine, number, *self.range, self.name)
            if self.high:
                inside(machine, flat(result)[-1].polynomial, *self.high, self.name)
        count = paths(run)
        report.holds(count > 0 and self.paths in (None, count), f"{self.name}: its specification; paths: {count}")

def less(machine, operands, result, place):
    difference = machine.whole(operands[0]).polynomial - machine.whole(operands[1]).polynomial
    inside(machine, difference, *((-TOP, -1) if machine.truth(result) else (0, TOP)), place)

def zero(numbers):
    """A check that a result is true for these numbers alone."""
    def check(machine, operands, result, place):
        is_zero, words, fits = machine.truth(result), flat(operands[0]), []
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
        if result is not None:
            equal(machine, machine.whole(result).polynomial * (R if scale else 1), number * (scale or 1), place, modulus if scale else 0)
    return check

def unreduced(high):
    return record("UnreducedElement", low=wide, high=between(high, high, "Int64"))

FIELD = [
    Operation("addWithCarry", (limb, limb, bit), lambda a, b, c: a + b + c, paths=1),
    Operation("subtractWithBorrow", (limb, limb, bit), lambda a, b, c: a - b - c, paths=1),
    Operation("multiplyAccumulate", (limb,) * 4, lambda x, a, b, c: a * b + x + c, paths=1),
    Operation("fullProduct", (limb, limb), lambda a, b: a * b, paths=1),
    Operation("fullProductOfHalves", (limb, limb), lambda a, b: a * b, paths=1),
    Operation("UInt256.addingReportingCarry", (wide, wide), lambda a, b: a + b, paths=1),
    Operation("UInt256.subtractingReportingBorrow", (wide, wide), lambda a, b: a - b, paths=1),
    Operation("UInt256.<", (wide, wide), check=less, paths=2),
    Operation("UInt256.isZero", (wide,), check=zero([0]), paths=5),
    Operation("UInt512(product:_:)", (wide, wide), lambda a, b: a * b, paths=1),
    Operation("UInt512(square:)", (wide,), lambda a: a * a, paths=1),
    Operation("UInt512.subtractingReportingBorrow", (double_wide, double_wide), lambda a, b: a - b, paths=1),
    Operation("FieldElement.+", (element, element), lambda a, b: a + b, P, paths=3),
    Operation("FieldElement.-", (element, element), lambda a, b: a - b, P, paths=3),
    Operation("FieldElement.prefix -", (element,), lambda a: -a, P),
    Operation("FieldElement.halved", (parity,), lambda a: a, P, 2, (0, (TOP + P) // 2), paths=2),
    # Montgomery's reduction of any number below 2^512, and products in Montgomery's form.
    Operation("UInt512.montgomeryReduced", (double_wide,), lambda a: a, P, R, paths=2),
    Operation("UInt512.montgomeryQuotient", (double_wide,), lambda a: a, P, R, (0, R + P - 1), paths=1),
    Operation("UInt512.montgomeryQuotient(minus:)", (double_wide, double_wide), lambda a, b: a - b, P, R, high=(-1, 1), paths=1),
    Operation("FieldElement.multipliedInline(by:)", (element, element), lambda a, b: a * b, P, R, paths=2),
    Operation("FieldElement.*", (element, element), lambda a, b: a * b, P, R, paths=2),
    Operation("FieldElement.squaredInline", (element,), lambda a: a * a, P, R, paths=2),
    Operation("FieldElement.squared", (element,), lambda a: a * a, P, R, paths=2),
    Operation("FieldElement.unreducedSquare", (element,), lambda a: a * a, P, R, high=(0, 1)),
    Operation("FieldElement.unreducedProduct(with:)", (element, element), lambda a, b: a * b, P, R, high=(0, 1)),
    Operation("FieldElement.unreducedProduct(with:minus:)", (element, element, double_wide), lambda a, b, c: a * b - c, P, R,
              high=(-1, 1)),
    *(Operation("UnreducedElement.-", (unreduced(high), element), lambda a, b: a - b, paths=1)
      for high in HIGHS[1:]),
    *(Operation("UnreducedElement.reduced", (unreduced(high),), lambda a: a, P, paths=2 if high else 1)
      for high in HIGHS),
    # One representation out of two.
    Operation("FieldElement.canonical", (element,), lambda a: a, P, 1, (0, P - 1), paths=2),
    Operation("FieldElement.isZero", (element,), check=zero([0, P])),
    Operation("FieldElement(_:)", (wide,), check=taken(P, 2**512)),
    Operation("FieldElement.integer", (element,), lambda a: a, P, R, (0, P - 1)),
]
REDUCTION, PRODUCT = "Scalar(reducing:carry:)", "Scalar.montgomeryProduct"
SCALAR = [
    Operation(REDUCTION, (wide, between(0, 0)), lambda a, carry: a, N, 1, (0, N - 1), paths=2),
    Operation(REDUCTION, (within(0, 2 * N - 1 - R), between(1, 1)), lambda a, carry: a + R, N, 1, (0, N - 1), paths=1),
    Operation("Scalar(reducing:)", (wide,), lambda a: a, N, 1, (0, N - 1), paths=2),
    Operation("Scalar(_:)", (wide,), check=taken(N), paths=2),
    Operation("Scalar.+", (record("Scalar", integer=below_n),) * 2, lambda a, b: a + b, N, 1, (0, N - 1), paths=3),
    Operation(PRODUCT, (below_n, below_n), lambda a, b: a * b, N, R, (0, N - 1), paths=3),
]
FIVE_LIMBS = [
    Operation("Signed320.difference(_:_:minus:_:)", (positive, signed(), positive, signed()), lambda a, x, b, y: a * x - b * y,
              2**320, paths=1),
    *(Operation("Signed320.negated(bySign:)", (within(-2**318, 2**318, 5), between(sign, sign, "Int64")),
                lambda x, sign_, factor=1 + 2 * sign: x * factor, 2**320, paths=1) for sign in (0, -1)),
    *(Operation("Signed320.shifted(byLimbs:)", (signed(), between(count, count, "Int")),
                lambda x, count_, count=count: x * 2**(64 * count), 2**320, paths=1) for count in range(4)),
    Operation("Signed320(_:)", (wide,), lambda x: x, paths=1),
    Operation("Signed320.low", (signed(),), lambda x: x, R, paths=1),
]
def confirm(report, operations):
    for operation in operations:
        operation.confirm(report)

def field(report):
    confirm(report, FIELD)
    report.holds(2 * P > TOP, "FieldElement: 2p is above 2^256 - 1, so no element has a third representation")
    shifts_and_bytes(report)
    made_of(report, "FieldElement.inverse", ("FieldElement.*", {"montgomery": (
        "UInt256.inverse", ("FieldElement.integer", "a"), ("FieldElement", "modulus"))}, ("FieldElement", "rSquared")))

def scalar(report):
    confirm(report, SCALAR)
    report.holds(R <= 2 * N - 1, "2^256 is below 2n, so that any 256 bits may come without a carry")
    product = PRODUCT, (PRODUCT, "a", "b"), ("Scalar", "rSquared")
    made_of(report, "Scalar.*", product)
    made_of(report, "Scalar.inverse", (REDUCTION, ("UInt256.inverse", "a", ("Scalar", "order")), 0))

def made_of(report, name, expected):
    """Requires that a function returns what others return for these arguments, and calls nothing else."""
    kinds = {"FieldElement.*": "FieldElement", "FieldElement.integer": "UInt256", "UInt256.inverse": "UInt256", PRODUCT: "Scalar",
             REDUCTION: "Scalar"}
    def named(kind, term):
        return Structure(kind, {"integer": named("UInt256", term)} if kind == "Scalar" else {"term": term})
    def term(value):
        fields = value.fields if isinstance(value, Structure) else {}
        if "term" in fields or "integer" in fields:
            return fields["term"] if "term" in fields else term(fields["integer"])
        if not fields:
            return value.low
        known = [place for place, constant in machine.constants.items() if flat(constant) == flat(value)]
        return known[0] if known else {field: term(part) for field, part in fields.items()}
    def stands_for(function):
        return lambda machine, *given: named(kinds[function], (function, *map(term, given)))
    machine = report.machine(summaries={function: stands_for(function) for function in kinds})
    operands = [named(name.split(".")[0], letter) for letter in ("ab" if name[-1] == "*" else "a")]
    report.holds(term(machine.call(name, *operands)) == expected, f"{name} is {expected}")

def shifts_and_bytes(report):
    name = "UInt256.bits(from:)"
    for position in range(321):
        machine, cut = report.machine(), position % 64
        limbs = [machine.number(0, (1 << cut) - 1).polynomial + machine.number(0, (1 << 64 - cut) - 1).polynomial * (1 << cut)
                 for _ in range(4)]
        number = Structure("UInt256", {f"l{n}": machine.made("UInt64", limb, 0, LIMB) for n, limb in enumerate(limbs)})
        result = machine.call(name, number, literal(position, "Int"))
        upper = machine.divided(machine.whole(number), 1 << position)[0]
        equal(machine, result.polynomial, machine.divided(upper, 2**64)[1].polynomial, name)
    report.holds(True, f"{name}, position 0 ... 320: the number divided by 2^position, modulo 2^64")
    name = "UInt256(bigEndian:)"
    for count, start in itertools.product(range(33), (0, 7)):
        machine = report.machine()
        data = [machine.number(0, 255, "UInt8") for _ in range(start + count + 3)]
        total = sum((byte.polynomial * 256**n for n, byte in enumerate(data[start:start + count][::-1])), literal(0).polynomial)
        numbers = [machine.call("UInt256(bigEndian:in:)", data, range(start, start + count))]
        if count == 32:
            numbers.append(machine.call("UInt256(bigEndian:at:)", data, literal(start, "Int")))
        for number in numbers:
            equal(machine, machine.whole(number).polynomial, total, name)
    report.holds(True, f"{name}, 0 ... 32 bytes and at an offset: the number that they are")
    machine, name = report.machine(), "UInt256.bigEndianBytes"
    data = [machine.number(0, 255) for _ in range(32)]
    limbs = [sum((byte.polynomial * 256**n for n, byte in enumerate(data[8 * k:8 * k + 8])), literal(0).polynomial) for k in range(4)]
    number = Structure("UInt256", {f"l{n}": machine.made("UInt64", limb, 0, LIMB) for n, limb in enumerate(limbs)})
    for got, byte in zip(machine.call(name, number), data[::-1], strict=True):
        equal(machine, got.polynomial, byte.polynomial, name)
    report.holds(True, f"{name}: the 32 bytes, the highest first")
