"""The integers modulo n."""

import itertools

from arithmetic import Structure, literal
from report import N, P, TOP, equal, inside, value, wide, within

EDGES = [0, 1, 2, N - 1, N - 2, N // 2, 2**256 - N, 2**255, 2**128, P - N, 2**64 - 1]
PAIRS = list(itertools.product(EDGES, repeat=2))


def prove(report):
    reductions(report)
    products(report)
    coordinates(report)


def scalar(integer):
    return Structure("Scalar", {"integer": integer})


def reductions(report):
    report.section("The integers modulo n: reduction")
    name = "Scalar(reducing:carry:)"

    def reduce(carry):
        def run(machine, given):
            number = wide(machine, given) if carry == 0 else within(machine, given, 0, 2 * N - 1 - 2**256)
            total = value(machine, number).plus(literal(carry << 256).polynomial)
            function = machine.function("Scalar", "init", ["reducing", "carry"])
            result = machine.entered(function, [number, literal(carry, "UInt64")])[0]
            equal(machine, value(machine, result), total, name, N)
            inside(machine, value(machine, result), 0, N - 1, name)
        return run
    report.require(2**256 <= 2 * N - 1, name, "2^256", "below 2n, so that any 256 bits may come without a carry")
    report.explore(name, reduce(0), [(x,) for x in (0, N - 1, N, TOP)], 2, [name])
    report.line(name, "result, without a carry", "0 ... n - 1, and the number modulo n")
    report.explore(name, reduce(1), [(x,) for x in (0, N - 1 - (2**256 - N), 2 * N - 1 - 2**256)], 1, [name])
    report.line(name, "result, with a carry", "0 ... n - 1, and the number modulo n, for any below 2n")

    def taken(machine, given):
        number = wide(machine, given)
        result = machine.entered(machine.function("Scalar", "init", [None]), [number])[0]
        inside(machine, value(machine, number), *((N, TOP) if result is None else (0, N - 1)), "Scalar.init?")
    report.explore("Scalar.init?", taken, [(x,) for x in (0, N - 1, N, TOP)], 2)
    report.line("Scalar.init?", "result", "nil exactly from n on")

    def add(machine, given):
        a, b = (scalar(within(machine, given, 0, N - 1)) for _ in range(2))
        result = machine.call("Scalar", "+", a, b)
        equal(machine, value(machine, result), value(machine, a).plus(value(machine, b)), "Scalar.+", N)
        inside(machine, value(machine, result), 0, N - 1, "Scalar.+")
    report.explore("Scalar.+", add, PAIRS, 3, ["Scalar.+"])
    report.line("Scalar.+", "result", "0 ... n - 1, and a + b modulo n")


def products(report):
    report.section("The integers modulo n: Montgomery's product")
    name = "Scalar.montgomeryProduct"

    def product(machine, given):
        a, b = within(machine, given, 0, N - 1), within(machine, given, 0, N - 1)
        result = machine.call("Scalar", "montgomeryProduct", a, b)
        total = value(machine, a).times(value(machine, b))
        equal(machine, value(machine, result).scaled(2**256), total, name, N)
        inside(machine, value(machine, result), 0, N - 1, name)
    report.explore(name, product, PAIRS, 3, [name, "Scalar.clear", "multiplyAccumulate"])
    report.line(name, "result", "0 ... n - 1, and a b / 2^256 modulo n")


def coordinates(report):
    report.section("An x coordinate that is r modulo n")
    name = "JacobianPoint.hasX"

    def add(machine, given):
        r = within(machine, given, 0, N - 1)
        total, carry = machine.call("UInt256", "addingReportingCarry", r, machine.static("Scalar", "order")).values()
        if machine.compared("==", carry, literal(0, "UInt64")):
            equal(machine, value(machine, total), value(machine, r).plus(literal(N).polynomial), name)
        else:
            inside(machine, value(machine, r).plus(literal(N).polynomial), 2**256, 2 * N - 1, name)
    report.quotes("let (sum, carry) = r.integer.addingReportingCarry(Scalar.order)"
                  "guard carry == 0, let x = FieldElement(sum) else { return false }",
                  name, "r + n", "tried only if it is below 2^256, and by FieldElement.init? below p")
    report.explore(name, add, [(0,), (N - 1,), (P - N - 1,), (2**256 - N,)], 2)
    report.require(N < P < 2 * N, name, "p", "n < p < 2n, so that x is r or r + n and never r + 2n")
