"""Inversion by division steps: its signed limbs, its matrices, and the ranges of d, e, f and g."""

import itertools
import random

from arithmetic import Structure, literal
from machine import Frame, Return
from report import Failure, N, P, TOP, equal, fixed_wide, inside, value, within

LIMIT = 2**62


def prove(report):
    signed_limbs(report)
    for name, modulus in (("p", P), ("n", N)):
        report.section(f"Division by division steps modulo {name}")
        rows_of(report, name, modulus)
        reduced(report, name, modulus)
    steps(report)
    termination(report)
    whole(report)


def inversion_of(machine, modulus):
    """The structure for a modulus, made by its own initializer."""
    return machine.entered(machine.function("ModularInversion", "init", ["modulus"]), [fixed_wide(modulus)])[0]


def signed_limbs(report):
    report.section("Signed integers of limbs of 62 bits")

    def convert(machine, given):
        # Each limb is the sum of pieces, split where the conversion splits it.
        pieces = [[(0, 62), (62, 64)], [(0, 60), (60, 62), (62, 64)], [(0, 58), (58, 60), (60, 64)],
                  [(0, 56), (56, 64)]]
        fields = {}
        for index, cuts in enumerate(pieces):
            total = literal(0).polynomial
            for low, high in cuts:
                total = total.plus(machine.number(0, 2**(high - low) - 1).polynomial, 2**low)
            fields[f"l{index}"] = machine.made("UInt64", total, 0, 2**64 - 1)
        number = Structure("UInt256", fields)
        result = machine.entered(machine.function("Signed62", "init", [None]), [number])[0]
        equal(machine, value(machine, result), value(machine, number), "Signed62(UInt256)")
        for name, limb in result.fields.items():
            inside(machine, limb.polynomial, 0, 255 if name == "l4" else LIMIT - 1, "Signed62(UInt256)")
    report.explore("Signed62(UInt256)", convert, (), 1)
    report.line("Signed62(UInt256)", "result", "the number; limbs 0 ... 2^62 - 1, the fifth 0 ... 255")

    def back(machine, given):
        number = within(machine, given, 0, TOP, "Signed62")
        result = machine.member(number, "magnitude")
        equal(machine, value(machine, result), value(machine, number), "Signed62.magnitude")
    report.explore("Signed62.magnitude", back, [(0,), (TOP,), (P,)], 1)
    report.line("Signed62.magnitude", "result", "the number, for 0 ... 2^256 - 1")


def rows_of(report, name, modulus):
    machine = report.machine()
    inversion = inversion_of(machine, modulus)
    inverse = inversion.fields["modulusInverse"].low
    report.require(modulus % 2 == 1 and inverse * modulus % LIMIT == 1 and inverse < LIMIT,
                   "ModularInversion(modulus:)", "modulusInverse", f"{inverse:#x} times {name} is 1 modulo 2^62")

    def row(machine, total=LIMIT):
        a, b = machine.number(-total, total, "Int64"), machine.number(-total, total, "Int64")
        machine.path.sums.append((len(machine.path.ranges) - 2, len(machine.path.ranges) - 1, total))
        return a, b

    def gcd(machine, given):
        limbs = inversion_of(machine, modulus).fields["limbs"]
        u, v = row(machine)
        f, g = (within(machine, None, -modulus, modulus, "Signed62") for _ in range(2))
        result = machine.call("Signed62", "combination", u, f, v, g, literal(0, "Int64"), limbs)
        exact = u.polynomial.times(value(machine, f)).plus(v.polynomial.times(value(machine, g)))
        rest = exact.plus(value(machine, result).scaled(LIMIT), -1)
        inside(machine, rest, 0, LIMIT - 1, "Signed62.combination")
        inside(machine, value(machine, result), -modulus, modulus, "Signed62.combination")
        for limb, number in result.fields.items():
            if limb != "l4":
                inside(machine, number.polynomial, 0, LIMIT - 1, "Signed62.combination")
    report.explore("Signed62.combination", gcd, (), 1, ["Signed62.combination", "column", "takeLimb"])
    report.line("Signed62.combination", "f and g", f"(u f + v g) / 2^62, rounded down, within -{name} ... {name}")

    def combine(machine, given):
        this = inversion_of(machine, modulus)
        a, b = row(machine)
        # A negative d or e is written as x - m, with x above -m and below m.
        d, e = (within(machine, None, 1 - 2 * modulus, -1, "Signed62", -modulus) if machine.path.choose((False, True))
                else within(machine, None, 0, modulus - 1, "Signed62") for _ in range(2))
        result = machine.call("ModularInversion", "combination", this, a, d, b, e, labels=[None] * 5)
        exact = a.polynomial.times(value(machine, d)).plus(b.polynomial.times(value(machine, e)))
        equal(machine, value(machine, result).scaled(LIMIT), exact, "ModularInversion.combination", modulus)
        inside(machine, value(machine, result), 1 - 2 * modulus, modulus - 1, "ModularInversion.combination")
    report.explore("ModularInversion.combination", combine, (), 4,
                   ["ModularInversion.combination", "Signed62.combination", "column"])
    report.line("ModularInversion.combination", "d and e",
                f"(a d + b e) / 2^62 modulo {name}, above -2{name} and below {name} as d and e are")


def reduced(report, name, modulus):
    operation, additions = "ModularInversion.reduced", []

    def run(machine, given):
        this = inversion_of(machine, modulus)
        d = within(machine, given, 1 - 2 * modulus, modulus - 1, "Signed62")
        negated = machine.number(0, 1, "Bool") if given is None else literal(given.pop(0), "Bool")
        exact = value(machine, d)
        result = machine.call("ModularInversion", "reduced", this, d, negated, labels=[None, None, "negated"])
        total = exact.scaled(-1) if machine.fixed(negated) else exact
        equal(machine, value(machine, result), total, operation, modulus)
        inside(machine, value(machine, result), 0, modulus - 1, operation)
        additions.append(machine.calls.get("Signed62.+", 0))
    def is_zero(machine, number):
        return machine.compared("==", machine.joined_limbs(number), literal(0))
    ends = itertools.product([1 - 2 * modulus, -modulus - 1, -modulus, -1, 0, 1, modulus - 1], [0, 1])
    report.explore(operation, run, list(ends), None, [operation, "Signed62.+"], {"UInt256.isZero": is_zero})
    report.line(operation, "result", f"0 ... {name} - 1, and d or -d modulo {name}")
    report.require(max(additions) == 2, operation, "additions", f"2 at most, which d = 1 - 2{name} takes")


def body_of_steps(machine):
    """The statements of one round of `divisionSteps`."""
    function = machine.function("ModularInversion", "divisionSteps", [None, None, "delta"])
    loop, = (statement for statement in function.parsed() if statement[0] == "while")
    return loop[3]


def round_of(machine, f, g, rows, delta, remaining):
    """Runs one round from a state and returns its variables."""
    frame = Frame("ModularInversion.divisionSteps")
    frame.owner = "ModularInversion"
    transition = Structure("Transition", dict(zip("uvqr", rows)))
    frame.variables = {"f": literal(f, "UInt64"), "g": literal(g, "UInt64"), "t": transition,
                       "delta": literal(delta, "Int"), "remaining": literal(remaining, "Int")}
    machine.frames.append(frame)
    try:
        machine.run(body_of_steps(machine))
    except Return:
        pass
    machine.frames.pop()
    return frame.variables


def steps(report):
    report.section("62 division steps on one limb")
    name = "ModularInversion.divisionSteps"

    # The lowest bits of f w + g depend on those of f and g alone, so these are all cases modulo 2^6.
    for f, g in itertools.product(range(1, 64, 2), repeat=2):
        for count in (range(1, 7) if g % 16 == 1 else (6,)):
            ones = [literal(int(entry in (0, 3)), "Int64") for entry in range(4)]
            state = round_of(report.machine(), f, g, ones, 1 - count, 62)
            if state["g"].low % 2**count or not 0 < state["w"].low < 2**count:
                raise Failure(f"{name}: f = {f}, g = {g} leave g odd")
    report.line(name, "w", "1 ... 2^count - 1; g + f w is a multiple of 2^count, for every odd f and g modulo 2^6")

    # Before a round after i steps: |u| + |v| <= 2^i, and |q| + |r| <= 2^(i + c), where 2^c divides g. With g = 2^zeros,
    # c can be zeros; f = g = -1 or f = -g makes w = 2^count - 1, the largest.
    seen, rounds = {}, 0
    for done in range(62):
        for zeros in range(0, 63 - done):
            for swap, count in itertools.product((False, True), range(1, 7) if zeros == 1 else (6,)):
                largest = 2**min(count, 62 - done - zeros)
                machine = report.machine(seen=seen)
                rows = []
                for total in (2**done, 2**(done + zeros)):
                    rows += [machine.number(-total, total, "Int64") for _ in range(2)]
                    machine.path.sums.append((len(machine.path.ranges) - 2, len(machine.path.ranges) - 1, total))
                odd = 2**64 - 1 if swap else 1
                state = round_of(machine, 1, odd << zeros & 2**64 - 1, rows,
                                 (count - 1 if swap else 1 - count) - zeros, 62 - done)
                after = 62 - state["remaining"].low
                if "w" in state and state["w"].low != largest - 1:
                    raise Failure(f"{name}: w is {state['w'].low} instead of {largest - 1}")
                fields = state["t"].fields
                for (x, y), total in ((("u", "v"), 2**after), (("q", "r"), 2**after * largest)):
                    for sign in (1, -1):
                        both = fields[x].polynomial.plus(fields[y].polynomial, sign)
                        inside(machine, both, -total, total, f"{name}, |{x}| + |{y}| after {after} steps")
                rounds += 1
    report.line(name, "|u| + |v|", f"at most 2^i after i steps, by induction over {rounds} rounds; 2^62 at the end")
    report.line(name, "|q| + |r|", "at most 2^(i + count) before the next shift; 2^62 at the end")
    for entry in ("t.u", "t.v", "t.q", "t.r"):
        report.range_line(name, entry, *seen[name, entry][:2], None)

    # Several steps at once give the same matrix as single steps.
    draw = random.Random(62)
    cases = [(1, 0, 1), (1, 1, 1), (2**64 - 1, 2**64 - 1, 1), (1, 2**63, 1), (P & 2**64 - 1, 2**62 - 1, 1)]
    cases += [(draw.getrandbits(64) | 1, draw.getrandbits(64), draw.randrange(-70, 70)) for _ in range(60)]
    for f, g, delta in cases:
        machine = report.machine()
        function = machine.function("ModularInversion", "divisionSteps", [None, None, "delta"])
        matrix, changed, _ = machine.entered(
            function, [literal(f, "UInt64"), literal(g, "UInt64"), literal(delta, "Int")])
        expected = plain_steps(f, g, delta, 62)
        got = [matrix.fields[entry].low for entry in "uvqr"] + [changed["delta"].low]
        if got != expected:
            raise Failure(f"{name}: f = {f:#x}, g = {g:#x}, delta = {delta}: {got} instead of {expected}")
    report.line(name, "result", f"the matrix and delta of 62 single steps, in {len(cases)} cases")


def plain_steps(f, g, delta, count):
    """Bernstein and Yang's division steps, one at a time: the matrix times 2^count, and delta."""
    u, v, q, r = 1, 0, 0, 1
    for _ in range(count):
        if delta > 0 and g % 2:
            delta, f, g, u, v, q, r = 1 - delta, g, (g - f) // 2, 2 * q, 2 * r, q - u, r - v
        else:
            odd = g % 2
            delta, g, u, v, q, r = 1 + delta, (g + odd * f) // 2, 2 * u, 2 * v, q + odd * u, r + odd * v
    return [u, v, q, r, delta]


def termination(report):
    report.section("Termination")
    bits = 256
    count = (49 * bits + 57) // 17
    for name, modulus in (("p", P), ("n", N)):
        report.require(modulus**2 + 4 * (modulus - 1)**2 <= 5 * 2**(2 * bits), "ModularInversion.quotient",
                       f"f = {name}, g < {name}",
                       "f^2 + 4 g^2 <= 5 * 2^512, so that Bernstein and Yang's theorem 11.2 holds")
    report.require(count == 741 and count <= 12 * 62, "ModularInversion.quotient", "rounds",
                   f"at most 12 of 62 steps: g = 0 after (49 * 256 + 57) / 17 = {count} steps")
    report.line("ModularInversion.quotient", "delta",
                f"{1 - 12 * 62} ... {1 + 12 * 62}: one more or less by a step, or negated")


def whole(report):
    most = 0
    for name, modulus in (("p", P), ("n", N)):
        edges = [0, 1, 2, 3, modulus - 1, modulus - 2, modulus // 2, modulus // 2 + 1, modulus // 3, 2**255, 2**128,
                 2**128 - 1, 2**64, 2**62, 2**62 - 1, 2**124, 2**186, 2**248 - 1, modulus - 2**128, 2**256 - modulus]
        for x in edges:
            machine = report.machine()
            factor = pow(2, 512 if modulus == P else 256, modulus)
            result = machine.call("ModularInversion", "quotient", inversion_of(machine, modulus), fixed_wide(factor),
                                  fixed_wide(x), labels=[None, "of", "by"])
            got = value(machine, result).terms.get((), 0)
            if got != factor * pow(x, -1, modulus) % modulus if x else got != 0:
                raise Failure(f"ModularInversion.quotient: x = {x:#x} modulo {name}")
            most = max(most, machine.calls.get("ModularInversion.divisionSteps", 0))
    report.line("ModularInversion.quotient", "result",
                f"factor / x for {2 * len(edges)} x at the edges, in {most} rounds at most")
