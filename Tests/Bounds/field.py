"""The limbs, the products, and the field modulo p."""

import itertools

from arithmetic import Structure, literal
from ranges import Failure
from report import LIMB, N, P, TOP, double_wide, element, equal, inside, limb, shown, value, wide

EDGES = [0, 1, P - 1, P, P + 1, TOP, TOP - 1, 2**256 - P, 2**256 - P - 1, 2**256 - 2**224, 2**224 - 1, N, 2**255,
         LIMB | LIMB << 128, LIMB << 64 | LIMB << 192]
# The multiples of 2^256 that an UnreducedElement of the points may have.
HIGHS = range(-3, 2)
PAIRS = list(itertools.product(EDGES, repeat=2))


def prove(report):
    carries(report)
    wide_numbers(report)
    products(report)
    additions(report)
    reductions(report)
    unreduced(report)
    comparisons(report)


def carries(report):
    report.section("Carries")
    ends = list(itertools.product([0, 1, 2**63, LIMB], [0, 1, 2**63, LIMB], [0, 1]))

    def chain(name, sign):
        def run(machine, given):
            a, b, carry = limb(machine, given), limb(machine, given), limb(machine, given, 1)
            result, changed, _ = machine.entered(machine.function("", name, [None] * 3), [a, b, carry])
            total = a.polynomial.plus(b.polynomial, sign).plus(carry.polynomial, sign)
            out, = changed.values()
            equal(machine, result.polynomial.plus(out.polynomial, sign * 2**64), total, name)
            inside(machine, out.polynomial, 0, 1, name)
        report.explore(name, run, ends, 1, [name])
        symbol = "+" if sign > 0 else "-"
        report.line(name, "result",
                    f"result {symbol} 2^64 carry out = a {symbol} b {symbol} carry in, the carries 0 or 1")

    chain("addWithCarry", 1)
    chain("subtractWithBorrow", -1)

    def row(machine, given):
        addend, a, b, carry = (limb(machine, given) for _ in range(4))
        function = machine.function("", "multiplyAccumulate", [None] * 4)
        result, changed, _ = machine.entered(function, [addend, a, b, carry])
        total = a.polynomial.times(b.polynomial).plus(addend.polynomial).plus(carry.polynomial)
        out, = changed.values()
        equal(machine, result.polynomial.plus(out.polynomial, 2**64), total, "multiplyAccumulate")
    report.explore("multiplyAccumulate", row, [(LIMB,) * 4, (0,) * 4], 1, ["multiplyAccumulate"])
    report.line("multiplyAccumulate", "result", "result + 2^64 carry out = a b + addend + carry in")

    def halves(machine, given):
        a, b = limb(machine, given), limb(machine, given)
        high, low = machine.entered(machine.function("", "fullProductOfHalves", [None] * 2), [a, b])[0].values()
        equal(machine, low.polynomial.plus(high.polynomial, 2**64), a.polynomial.times(b.polynomial), "fullProductOfHalves")
    report.explore("fullProductOfHalves", halves, [(LIMB, LIMB), (0, 0), (LIMB, 2**32)], 1, ["fullProductOfHalves"])
    report.line("fullProductOfHalves", "result", "2^64 high + low = a b")


def wide_numbers(report):
    report.section("Integers of 256 bits")

    def chain(name, label, sign):
        def run(machine, given):
            a, b = wide(machine, given), wide(machine, given)
            result, flag = machine.call("UInt256", name, a, b).values()
            total = value(machine, a).plus(value(machine, b), sign)
            equal(machine, value(machine, result).plus(flag.polynomial, sign * 2**256), total, name)
        operation = f"UInt256.{name}"
        report.explore(operation, run, PAIRS, 1, [operation])
        report.line(operation, "result", f"{label[0]} {label[1]} 2^256 {label[2]} = a {label[1]} b exactly")
    chain("addingReportingCarry", ("sum", "+", "carry"), 1)
    chain("subtractingReportingBorrow", ("difference", "-", "borrow"), -1)

    def less(machine, given):
        a, b = wide(machine, given), wide(machine, given)
        is_less = machine.truth(machine.call("UInt256", "<", a, b))
        difference = value(machine, a).plus(value(machine, b), -1)
        inside(machine, difference, *((-TOP, -1) if is_less else (0, TOP)), "UInt256.<")
    report.explore("UInt256.<", less, PAIRS, 2)
    report.line("UInt256.<", "result", "true exactly where a - b < 0")

    def zero(machine, given):
        a = wide(machine, given)
        if machine.truth(machine.member(a, "isZero")):
            inside(machine, value(machine, a), 0, 0, "UInt256.isZero")
        else:
            limbs = [machine.path.range(limb.polynomial, 1)[0] for limb in a.fields.values()]
            if max(limbs) < 1:
                raise Failure("UInt256.isZero: false for zero")
    report.explore("UInt256.isZero", zero, [(edge,) for edge in EDGES], 5)
    report.line("UInt256.isZero", "result", "true exactly for 0")

    for position in range(0, 300):
        machine = report.machine()
        cut = position % 64
        pieces = [(machine.number(0, (1 << cut) - 1), machine.number(0, (1 << 64 - cut) - 1)) for _ in range(4)]
        fields = {f"l{i}": machine.made("UInt64", low.polynomial.plus(high.polynomial, 1 << cut), 0, LIMB)
                  for i, (low, high) in enumerate(pieces)}
        number = Structure("UInt256", fields)
        result = machine.call("UInt256", "bits", number, literal(position, "Int"), labels=[None, "from"])
        polynomial = machine.path.divided(value(machine, number), 0, TOP, 1 << position)[0][0]
        expected = machine.path.divided(polynomial, 0, TOP >> position if position < 256 else 0, 2**64)[1][0]
        equal(machine, result.polynomial, expected if position < 256 else literal(0).polynomial, "UInt256.bits")
    report.line("UInt256.bits(from:)", "position 0 ... 299",
                "the number divided by 2^position, modulo 2^64; shifts 0 ... 63")

    def bytes_of(count):
        def run(machine, given):
            data = [machine.number(0, 255, "UInt8") for _ in range(count)]
            function = machine.function("UInt256", "init", ["bigEndian", "in"])
            result, _, _ = machine.entered(function, [data, range(count)])
            total = literal(0).polynomial
            for byte in data:
                total = total.scaled(256).plus(byte.polynomial)
            equal(machine, value(machine, result), total, "UInt256.init(bigEndian:in:)")
        return run
    for count in (0, 1, 8, 9, 31, 32):
        report.explore("UInt256.init(bigEndian:in:)", bytes_of(count), (), None)
    report.line("UInt256.init(bigEndian:in:)", "up to 32 bytes", "the number that they are; no bit is shifted out")
    report.quotes("guard max(r.count, s.count) <= UInt256.byteCount else { throw .scalarOutOfRange }",
                  "UInt256.init(bigEndian:in:)", "bytes of r and s", "at most 32")
    report.quotes("self.init(bigEndian: bytes, in: offset..<offset + Self.byteCount)",
                  "UInt256.init(bigEndian:at:)", "bytes", "32")


def products(report):
    report.section("Products: 512 bits, exactly")

    def product(machine, given):
        a, b = wide(machine, given), wide(machine, given)
        function = machine.function("UInt512", "init", ["product", None])
        result = machine.entered(function, [a, b])[0]
        equal(machine, value(machine, result), value(machine, a).times(value(machine, b)), "UInt512(product:)")
    report.explore("UInt512(product:)", product, PAIRS, 1, ["UInt512(product:_:)", "UInt512.addRow"])
    report.line("UInt512(product:)", "result", "a b exactly; 0 ... (2^256 - 1)^2")

    def square(machine, given):
        a = wide(machine, given)
        result = machine.entered(machine.function("UInt512", "init", ["square"]), [a])[0]
        equal(machine, value(machine, result), value(machine, a).times(value(machine, a)), "UInt512(square:)")
    report.explore("UInt512(square:)", square, [(edge,) for edge in EDGES], 1, ["UInt512(square:)"])
    report.line("UInt512(square:)", "result", "a^2 exactly; 0 ... (2^256 - 1)^2")


def additions(report):
    report.section("The field: sums of any two numbers below 2^256")

    def two(name, sign):
        def run(machine, given):
            a, b = element(wide(machine, given)), element(wide(machine, given))
            result = machine.call("FieldElement", name, a, b)
            total = value(machine, a).plus(value(machine, b), sign)
            equal(machine, value(machine, result), total, f"FieldElement.{name}", P)
        operation = f"FieldElement.{name}"
        visits = report.explore(operation, run, PAIRS, 3, [operation, "FieldElement.modulus"])
        report.line(operation, "result", f"below 2^256, and a {name} b modulo p")
        report.require(operation in visits, operation, "second correction",
                       "taken at " + ", ".join(f"{x:#x}" for x in visits.get(operation, ())))
    two("+", 1)
    two("-", -1)

    def negative(machine, given):
        a = element(wide(machine, given))
        total = literal(0).polynomial.plus(value(machine, a), -1)
        equal(machine, value(machine, machine.call("FieldElement", "prefix -", a)), total, "FieldElement.prefix -", P)
    report.explore("FieldElement.prefix -", negative, [(edge,) for edge in EDGES])
    report.line("FieldElement.prefix -", "result", "below 2^256, and -a modulo p")

    def half(machine, given):
        a = wide(machine, given)
        if given is None:
            lowest, rest = machine.number(0, 1), machine.number(0, 2**63 - 1)
            a.fields["l0"] = machine.made("UInt64", lowest.polynomial.plus(rest.polynomial, 2), 0, LIMB)
        result = machine.member(element(a), "halved")
        equal(machine, value(machine, result).scaled(2), value(machine, a), "FieldElement.halved", P)
        inside(machine, value(machine, result), 0, (TOP + P) // 2, "FieldElement.halved")
    report.explore("FieldElement.halved", half, [(edge,) for edge in EDGES], 2, ["FieldElement.halved"])
    report.line("FieldElement.halved", "result", "at most (2^256 - 1 + p) / 2, and a / 2 modulo p")


def reductions(report):
    report.section("Montgomery's reduction modulo p: of any number below 2^512")
    wides = [0, 2**512 - 1, 2**512 - 2**256, 2**256 * P, 2**256 * P - 1, 2**256 * (2**256 - P), TOP * TOP, P * P,
             2**512 - 2**256 + P, TOP, 2**480, LIMB, 2**63]

    def reduce(machine, given):
        number = double_wide(machine, given)
        result = machine.member(number, "montgomeryReduced")
        equal(machine, value(machine, result).scaled(2**256), value(machine, number), "UInt512.montgomeryReduced", P)
    report.explore("UInt512.montgomeryReduced", reduce, [(number,) for number in wides], 2,
                   ["UInt512.montgomeryReduced", "UInt512.clear"])
    report.line("UInt512.montgomeryReduced", "result", "below 2^256, and the number / 2^256 modulo p")

    def divide(machine, given):
        number = double_wide(machine, given)
        result = machine.member(number, "montgomeryQuotient")
        equal(machine, value(machine, result).scaled(2**256), value(machine, number), "UInt512.montgomeryQuotient", P)
        inside(machine, value(machine, result), 0, 2**256 + P - 1, "UInt512.montgomeryQuotient")
    report.explore("UInt512.montgomeryQuotient", divide, [(number,) for number in wides], 1)
    report.line("UInt512.montgomeryQuotient", "result", "below 2^256 + p, and the number / 2^256 modulo p")

    def method(name, labels):
        def run(machine, given):
            a, b = element(wide(machine, given)), element(wide(machine, given))
            if labels is None:
                b, result = a, machine.member(a, name)
            else:
                result = machine.call("FieldElement", name, a, b, labels=labels)
            total = value(machine, a).times(value(machine, b))
            equal(machine, value(machine, result).scaled(2**256), total, f"FieldElement.{name}", P)
        report.explore(f"FieldElement.{name}", run, PAIRS[::7])
        report.line(f"FieldElement.{name}", "result", "below 2^256, and a b / 2^256 modulo p")
    method("multipliedInline", [None, "by"])
    method("*", [None, None])
    method("squaredInline", None)
    method("squared", None)


def unreduced(report):
    report.section("Sums of products, with one reduction for all")
    wides = [0, 1, 2**512 - 1, 2**256 * P, TOP * TOP, 2**480, 2**512 - 2**480, 2**256, 2**256 - 1]

    def subtract(machine, given):
        a, b = double_wide(machine, given), double_wide(machine, given)
        result, borrow = machine.call("UInt512", "subtractingReportingBorrow", a, b).values()
        total = value(machine, a).plus(value(machine, b), -1)
        equal(machine, value(machine, result).plus(borrow.polynomial, -2**512), total, subtraction)
    subtraction = "UInt512.subtractingReportingBorrow"
    report.explore(subtraction, subtract, itertools.product(wides, repeat=2), 1, [subtraction])
    report.line(subtraction, "result", "difference - 2^512 borrow = a - b exactly")

    def divide(machine, given):
        a, b = double_wide(machine, given), double_wide(machine, given)
        result = machine.call("UInt512", "montgomeryQuotient", a, b, labels=[None, "minus"])
        total = value(machine, a).plus(value(machine, b), -1)
        equal(machine, value(machine, result).scaled(2**256), total, division, P)
        inside(machine, result.fields["high"].polynomial, -1, 1, division)
    division = "UInt512.montgomeryQuotient(minus:)"
    report.explore(division, divide, itertools.product(wides, repeat=2), 1)
    report.line(division, "result", "(a - b) / 2^256 modulo p; high is -1 ... 1")

    def method(name, labels):
        def run(machine, given):
            a, b = element(wide(machine, given)), element(wide(machine, given))
            total = value(machine, a).times(value(machine, a if labels is None else b))
            if labels is None:
                result = machine.member(a, name)
            elif "minus" in labels:
                c = double_wide(machine, given)
                result = machine.call("FieldElement", name, a, b, c, labels=labels)
                total = total.plus(value(machine, c), -1)
            else:
                result = machine.call("FieldElement", name, a, b, labels=labels)
            equal(machine, value(machine, result).scaled(2**256), total, f"FieldElement.{name}", P)
            inside(machine, result.fields["high"].polynomial, -1 if labels and "minus" in labels else 0, 1, name)
        report.explore(f"FieldElement.{name}", run, [(*pair, TOP * TOP) for pair in PAIRS[::7]])
    method("unreducedSquare", None)
    method("unreducedProduct", [None, "with"])
    method("unreducedProduct", [None, "with", "minus"])
    report.line("FieldElement.unreducedProduct", "result", "a b / 2^256 modulo p, or (a b - c) / 2^256 for c below 2^512")

    def difference(machine, given):
        high = limb(machine, given, 1, "Int64")
        a, b = Structure("UnreducedElement", {"low": wide(machine, given), "high": high}), element(wide(machine, given))
        result = machine.call("UnreducedElement", "-", a, b)
        equal(machine, value(machine, result), value(machine, a).plus(value(machine, b), -1), "UnreducedElement.-")
    report.explore("UnreducedElement.-", difference, [(high, *pair) for high in (0, 1) for pair in PAIRS[::7]], 1)
    report.line("UnreducedElement.-", "result", "a - b exactly")

    name = "UnreducedElement.reduced"
    for high in HIGHS:
        def reduce(machine, given):
            number = wide(machine, given)
            result = machine.member(Structure("UnreducedElement", {"low": number, "high": literal(high, "Int64")}), "reduced")
            total = value(machine, number).plus(literal(high * 2**256).polynomial)
            equal(machine, value(machine, result), total, name, P)
        margin = 2**256 - P
        edges = [*EDGES, *(edge for n in (1, 2, 3) for edge in (n * margin - 1, n * margin, TOP + 1 - n * margin))]
        visits = report.explore(name, reduce, [(edge,) for edge in edges], 2 if high else 1)
        report.line(name, f"high = {high}", "below 2^256, and low + 2^256 high modulo p")
        if high:
            report.require(name in visits, name, "second folding", f"taken at low = {shown(*visits.get(name, [0]))}")


def comparisons(report):
    report.section("One representation out of two")

    def canonical(machine, given):
        a = element(wide(machine, given))
        result = machine.member(a, "canonical")
        equal(machine, value(machine, result), value(machine, a), "FieldElement.canonical", P)
        inside(machine, value(machine, result), 0, P - 1, "FieldElement.canonical")
    report.explore("FieldElement.canonical", canonical, [(edge,) for edge in EDGES], 2)
    report.line("FieldElement.canonical", "result", "0 ... p - 1, and a modulo p")

    def zero(machine, given):
        a = element(wide(machine, given))
        is_zero = machine.member(a, "isZero")
        low, high = machine.path.range(value(machine, a), 2)
        if is_zero and (low, high) not in ((0, 0), (P, P)) or given == [] and is_zero != (low % P == 0):
            raise Failure("FieldElement.isZero: true for what is not zero, or false for it")
    report.explore("FieldElement.isZero", zero, [(edge,) for edge in EDGES])
    report.line("FieldElement.isZero", "result", "true for 0 and for p alone: 2p is above 2^256 - 1")
    report.require(2 * P > TOP, "FieldElement", "2p", "above 2^256 - 1")

    def taken(machine, given):
        a = wide(machine, given)
        function = machine.function("FieldElement", "init", [None])
        result = machine.entered(function, [a])[0]
        if result is not None:
            inside(machine, value(machine, a), 0, P - 1, "FieldElement.init?")
            total = value(machine, a).scaled(2**512)
            equal(machine, value(machine, result).scaled(2**256), total, "FieldElement.init?", P)
        else:
            inside(machine, value(machine, a), P, TOP, "FieldElement.init?")
    report.explore("FieldElement.init?", taken, [(edge,) for edge in EDGES])
    report.line("FieldElement.init?", "result", "nil exactly from p on; else 2^256 a modulo p")

    def integer(machine, given):
        a = element(wide(machine, given))
        result = machine.member(a, "integer")
        equal(machine, value(machine, result).scaled(2**256), value(machine, a), "FieldElement.integer", P)
        inside(machine, value(machine, result), 0, P - 1, "FieldElement.integer")
    report.explore("FieldElement.integer", integer, [(edge,) for edge in EDGES])
    report.line("FieldElement.integer", "result", "0 ... p - 1, and a / 2^256 modulo p")

    report.section("What rests on one representation, by the text of the source")
    report.quotes("static func == (a: FieldElement, b: FieldElement) -> Bool { a.canonical == b.canonical }",
                  "FieldElement.==", "result", "true for the same element alone")
    report.quotes("FieldElement(montgomery: integer.inverse(modulo: Self.modulus)) * Self.rSquared }",
                  "FieldElement.inverse", "operand", "the integer, below p; its inverse times 2^256")
    report.quotes("Scalar(reducing: integer.inverse(modulo: Self.order)) }",
                  "Scalar.inverse", "operand", "the integer, below n; its inverse is below n")
    report.quotes("montgomeryProduct(montgomeryProduct(a.integer, b.integer).integer, rSquared) }",
                  "Scalar.*", "result", "a b / 2^256 times 2^512 / 2^256, by two Montgomery products of numbers below n")
    report.quotes("stride(from: 248, through: 0, by: -8).map { UInt8(truncatingIfNeeded: bits(from: $0)) }",
                  "UInt256.bigEndianBytes", "bytes", "the highest first")
