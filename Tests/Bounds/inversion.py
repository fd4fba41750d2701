"""Inversion by Lehmer's form of Euclid's algorithm: its factors, its rounds, and the range of the cofactors."""

import itertools
import math
import random
from fractions import Fraction

from arithmetic import Number, Structure, literal
from formulas import symbols
from operations import FIVE_LIMBS, prove as prove_operations
from ranges import Failure, paths
from report import LIMB, N, P, R, TOP, equal, fixed_wide, inside, shown, signed, wide

ROUND, MATRIX = "ExtendedEuclid.reduce", "LehmerMatrix(_:_:limit:)"
k, l, m, u, v, x = symbols("klmuvx")


def prove(report):
    prove_operations(report, FIVE_LIMBS)
    factors(report)
    row(report)
    invariant(report)
    width, limit = words(report)
    rounds = bounds(report, width, limit)
    short(report, width, limit)
    for name, modulus in (("p", P), ("n", N)):
        reduced(report, name, modulus, rounds)
        whole(report, name, modulus, rounds)


# One division on limbs.

def division_keeps(machine, before, after, name):
    """A division keeps t2 f + t1 g and s2 f + s1 g, and changes the sign of s1 t2 - t1 s2. The state is s1, t1, s2, t2, f, g."""
    def sums(state):
        s1, t1, s2, t2, *words = (number and number.polynomial for number in state)
        return [t1 * s2 - s1 * t2] + [b * words[0] + a * words[1] for a, b in ((t1, t2), (s1, s2)) if words[0]]
    kept = sums(before)
    for new, old in zip(sums(after), [-kept[0], *kept[1:]]):
        equal(machine, new, old, name)


def factors(report):
    report.section("Euclid's algorithm on two limbs")
    function = report.machine().function("LehmerMatrix", "init", [None, None, "limit"])

    def division(machine, given):
        # The state before a division of F and G: f = s1 F - t1 G and g = t2 G - s2 F, or both negated.
        limit, top = 2**32, 2**63 - 1
        before = [machine.number(0, top // limit) for _ in range(4)] + [machine.number(limit, top) for _ in range(2)]
        this = Structure("LehmerMatrix", dict(zip(("s1", "t1", "s2", "t2"), before)))
        loop, = (statement for statement in function.parsed() if statement[0] == "while")
        frame = machine.framed("LehmerMatrix", MATRIX, dict(zip("fg", before[4:]), self=this, limit=literal(limit, "UInt64")))
        if not machine.hold(loop[2]):
            raise Failure(f"{MATRIX}: the division ends although g is not below the limit")
        machine.run(loop[3])
        after = [*this.fields.values(), *(frame.variables[word] for word in "fg")]
        division_keeps(machine, before, after, MATRIX)
        # With F = f t2 + g t1 and G = f s2 + g s1, which the factors' determinant d of 1 or -1 makes the same as
        # d f = s1 F - t1 G and d g = t2 G - s2 F.
        s1, t1, s2, t2, f, g = (number.polynomial for number in before)
        first, second, determinant = f * t2 + g * t1, f * s2 + g * s1, s1 * t2 - t1 * s2
        equal(machine, s1 * first - t1 * second, determinant * f, MATRIX)
        s1, t1, s2, t2, f, g = (number.polynomial for number in after)
        equal(machine, s1 * first - t1 * second, -determinant * f, MATRIX)
        equal(machine, s2 * first - t2 * second, determinant * g, MATRIX)
    report.explore(MATRIX, division, (), 1, [MATRIX])
    report.line(MATRIX, "t2 f + t1 g", "the same before and after a division, and s2 f + s1 g too")
    report.line(MATRIX, "s1 t2 - t1 s2", "changes its sign with a division, and so do the signs of s f - t g")
    first = report.machine().call(MATRIX, *(literal(x, "UInt64") for x in (5, 3, 4))).fields
    report.require([first[key].low for key in ("s1", "t1", "s2", "t2")] == [1, 0, 0, 1], MATRIX, "begin",
                   "f = 1 f - 0 g, g = 1 g - 0 f, with the determinant 1")


def row(report):
    report.section("A remainder")
    name = "Remainder(_:_:minus:_:)"

    def combine(machine, given):
        s, t = (machine.number(0, 2**31, "UInt64") for _ in range(2))
        rows = [Structure("Remainder", {"value": wide(machine), "cofactor": signed(2**20)(machine)}) for _ in range(2)]
        result = machine.call(name, s, rows[0], t, rows[1])
        exact, got = {}, {}
        for field in ("value", "cofactor"):
            a, b, got[field] = (machine.whole(one.fields[field]).polynomial for one in (*rows, result))
            exact[field] = s.polynomial * a - t.polynomial * b
        # The path is that of one sign. A nonzero polynomial is not congruent to its negative.
        sign = -1 if machine.path.residue(got["value"] - exact["value"], R).terms else 1
        equal(machine, got["value"], exact["value"] * sign, name, R)
        equal(machine, got["cofactor"], exact["cofactor"] * sign, name, 2**320)
        inside(machine, exact["value"] * sign, 0, 2**320, name)
    report.explore(name, combine, (), 2, [name])
    report.line(name, "value", "s a - t b modulo 2^256, negated exactly if it is negative")
    report.line(name, "cofactor", "s u - t v modulo 2^320, negated exactly if the value is")


# Rounds.

def multiple(polynomial, kind):
    return Structure(kind, {"sum": Number(None, polynomial, 0, 1)})


def of(value):
    return value.fields["sum"].polynomial


def invariant(report):
    """A round with any rows whose number is their cofactor times x plus a multiple of m."""
    report.section("The loop of an inversion: the invariant beside it is preserved by a round")
    report.states(ROUND, "a.cofactor x = a.value and b.cofactor x = b.value modulo m, with the same common divisors as m and x")
    machine = report.machine()
    begin = machine.call("ExtendedEuclid(modulus:x:)", multiple(m, "UInt256"), multiple(x, "UInt256")).fields
    found = [(of(begin[row].fields["value"]), machine.whole(begin[row].fields["cofactor"]).low) for row in "ab"]
    report.require(found == [(m, 0), (x, 1)], ROUND, "begin", "m = 0 x + m, and x = 1 x")
    report.quotes("return state.a.cofactor.reduced(modulo: m)", "UInt256.inverse", "end", "b is 0, so a is the divisor 1 and its cofactor an inverse")

    def row(value, cofactor):
        return Structure("Remainder", {"value": multiple(value, "UInt256"), "cofactor": multiple(cofactor, "Signed320")})

    def run(path):
        def combined(machine, s, a, t, b):
            sign = path.choose([1, -1])
            return row(*((s.polynomial * of(a.fields[part]) - t.polynomial * of(b.fields[part])) * sign
                         for part in ("value", "cofactor")))
        machine = report.machine(path, summaries={
            # The widths decide by how many limbs b is shifted, which is any number to `shifted`.
            "UInt256.bitWidth": lambda machine, number: literal(200 if (k * m).terms.keys() <= of(number).terms.keys() else 100, "Int"),
            "UInt256.bits": lambda machine, number, position: machine.number(0, LIMB // 4, "UInt64"),
            "UInt256.<": lambda machine, a, b: path.choose([True, False]),
            MATRIX: lambda machine, *given: Structure(
                "LehmerMatrix", {factor: machine.number(0, LIMB) for factor in ("s1", "t1", "s2", "t2")}),
            "Remainder(_:_:minus:_:)": combined,
            "Remainder.shifted": lambda machine, given, count: row(*(of(part) * l * k for part in given.fields.values()))})
        rows = {"a": row(u * x + k * m, u), "b": row(v * x + l * m, v)}
        for one in machine.call(ROUND, Structure("ExtendedEuclid", rows)).fields.values():
            rest = of(one.fields["value"]) - of(one.fields["cofactor"]) * x
            if any(next(iter(m.terms))[0] not in monomial for monomial in rest.terms):
                raise Failure(f"{ROUND}: a number is not its cofactor times x modulo m")
    ways = paths(run)
    report.require(ways > 0, ROUND, "a round", f"preserves it whatever the words and factors are; the determinant is 1 or -1; {ways} paths")


def advanced(report, a, u, b, v, seen=None):
    """The rows after a round, by the source."""
    rows = [Structure("Remainder", {"value": fixed_wide(number), "cofactor": fixed_wide(cofactor, 5)})
            for number, cofactor in ((a, u), (b, v))]
    machine = report.machine(seen=seen)
    result = machine.call(ROUND, Structure("ExtendedEuclid", dict(zip("ab", rows))))
    return [machine.whole(field).low for row in result.fields.values() for field in row.fields.values()]


def words(report):
    """Runs a round on numbers of each width, and returns the width of the words and the limit of the division."""
    report.section("The words of a round")
    found = set()
    for bits in range(1, 257):
        for a in (2**(bits - 1), 2**bits - 1):
            seen = {}
            advanced(report, a, 0, max(a // 3, 1), 1, seen)
            position, f, limit = (seen[ROUND, quantity][0] for quantity in ("position", "f", "limit"))
            if f != a >> position:
                raise Failure(f"{ROUND}: the word of {a:#x} is {f:#x}")
            found.add((bits - position, limit) if position else (64, limit))
    if len(found) != 2 or (64, 1) not in found:
        raise Failure(f"{ROUND}: the words are not equally wide, or the limit of one word is not 1: {found}")
    (width, limit), = found - {(64, 1)}
    report.require(width <= 63, ROUND, "f", f"the highest {width} bits, for every width of a; at most 63 of them")
    report.line(ROUND, "limit", f"{shown(limit)}; 1 for numbers of one word")
    return width, limit


def bounds(report, width, limit):
    """Derives the bounds of a round from the words' width and the limit, and returns those for all rounds."""
    report.section("The bounds of a round, with a >= b > 0")
    # t2 f + t1 g is the first f, and the last divisor is at least the limit.
    factor = (2**width - 1) // limit
    # a >= 2^(k + width - 1); the greater result is below (g + t) 2^k <= 2 b.
    fall = Fraction(2**(width - 1), 2 * (limit - 1 + factor))
    # A round on more than a word has a >= 2^width and b >= 2 limit.
    room, rounds = Fraction(2**512, 2**width * 2 * limit), 0
    while room >= 1 and fall > 1:
        room, rounds = room / fall, rounds + 1
    for truth, quantity, text in (
            (factor < 2**63 and 2**width - 1 < 2**63, "factors",
             f"at most (2^{width} - 1) / 2^{limit.bit_length() - 1} = {shown(factor)}; in one word at most f"),
            (limit > factor, "greater result", "above (f - t) 2^k, where f is at least the limit and t is below it: not 0"),
            (2**(width - 2) >= factor, "greater result",
             "below (r + t) 2^k <= a after two divisions, where r <= f / 2; after one it is b"),
            (limit - 1 + factor < 2**(width - 1), "lesser result", "below (limit - 1 + t) 2^k, which is below a"),
            (fall >= 2**28, "a b", "falls by the factor 2^28 at least"),
            (rounds <= 15, "rounds", f"at most {rounds} divide the highest bits of longer numbers"),
            (1 + Fraction(2 * (2**width - 1), limit * limit) < 2, "|u| b + |v| a", "at most doubled by such a round; at first it is m"),
            (2**rounds * TOP < 2**318, "|u|, |v|", f"at most 2^{rounds} m, which is below 2^318")):
        report.require(truth, ROUND, quantity, text)
    return rounds


def short(report, width, limit):
    """Runs a round on short b of every width. As b grows the divisor grows, so the ends of a width are enough."""
    report.section("Rounds with a short b")
    name, most, count = "ExtendedEuclid.subtractMultiple", 0, 0
    for bits, shorter in ((bits, shorter) for bits in (256, width + 1) for shorter in range(1, bits)):
        for a, b in itertools.product((2**(bits - 1), 2**bits - 1), (2**(bits - shorter - 1), 2**(bits - shorter) - 1)):
            if b >> bits - width >= limit:
                continue
            after = advanced(report, a, 0, b, 1)
            rest, cofactor = after[2:] if after[:2] == [b, 1] else after[:2]
            if [b, 1] not in (after[:2], after[2:]) or rest <= 0 or rest - cofactor * b != a:
                raise Failure(f"{name}: a = {a:#x}, b = {b:#x} become {after[0]:#x}, {after[2]:#x}")
            most, count = max(most, Fraction(rest, a)), count + 1
    report.require(most < Fraction(7, 8), name, "a", f"falls below 7/8 and stays positive, in {count} cases")


# The end.

def named(machine, exact, kind="Signed320"):
    """A number of new limbs that is a polynomial. The lowest limb is the newest, so that it is eliminated."""
    low, high = machine.path.range(exact, 2)
    fields = {"l4": machine.number(low >> 256, high >> 256, "Int64")} if kind == "Signed320" else {}
    result = Structure(kind, fields | {f"l{index}": machine.number(0, LIMB) for index in (3, 2, 1, 0)})
    machine.path.suppose(machine.whole(result).polynomial - exact)
    return result


def reduced(report, name, modulus, rounds):
    operation, most = "Signed320.reduced", []
    report.section(f"The last reduction modulo {name}")

    # These are proved by themselves: they return these numbers, which are below 2^318 here.
    def negated(machine, x, sign):
        return x if machine.fixed(sign) == 0 else named(machine, -machine.whole(x).polynomial)

    def combined(machine, a, x, b, y):
        machine.calls["subtractions"] = machine.calls.get("subtractions", 0) + 1
        exact = a.polynomial * machine.whole(x).polynomial - b.polynomial * machine.whole(y).polynomial
        inside(machine, exact, -2**318, 2**318, operation)
        return named(machine, exact)

    def subtracted(machine, x, y):
        exact = machine.combined("-", machine.whole(x), machine.whole(y))
        borrow = int(machine.compared("<", exact, literal(0)))
        return {"difference": named(machine, exact.polynomial + (borrow << 256), "UInt256"), "borrow": literal(borrow, "UInt64")}

    def run(machine, given):
        cofactor = signed(2**rounds)(machine)
        result = machine.whole(machine.call(f"{operation}(modulo:)", cofactor, fixed_wide(modulus))).polynomial
        equal(machine, result, machine.whole(cofactor).polynomial, operation, modulus)
        # A negative multiple of m leaves m. It does not occur, since the cofactor is prime to m or 0.
        inside(machine, result, 0, modulus, operation)
        most.append(machine.calls.get("subtractions", 0))
        if most[-1] > 9:
            raise Failure(f"{operation}: the number does not fall")
    report.explore(operation, run, (), None, [operation], {
        "Signed320.negated": negated, "Signed320.difference": combined, "UInt256.subtractingReportingBorrow": subtracted})
    report.require(max(most) == 2, operation, "subtractions", f"of h m: 2 at most, from -2^{rounds + 256} on")
    for number in (2**rounds * modulus, 2**rounds * modulus - 1, (2**rounds - 1) << 256, R, R + modulus - 1, TOP, modulus, 1, 0):
        for sign in (1, -1) if number % modulus else (1,):
            machine = report.machine()
            got = machine.whole(machine.call(f"{operation}(modulo:)", fixed_wide(sign * number, 5), fixed_wide(modulus))).low
            if got != sign * number % modulus:
                raise Failure(f"{operation}: {shown(sign * number)} becomes {shown(got)}")
    report.line(operation, "result", f"0 ... {name} - 1 and the cofactor modulo {name}")


def whole(report, modulus_name, modulus, rounds):
    report.section(f"Whole inversions modulo {modulus_name}")
    name, most, longest, draw = "UInt256.inverse", 0, 0, random.Random(modulus)
    edges = [1, 2, 3, modulus - 1, modulus - 2, modulus // 2, modulus // 3, 2**255, 2**128, 2**128 - 1, 2**64, 2**63, 2**63 - 1,
             modulus >> 31, modulus >> 32, modulus >> 100, modulus - 2**128, R - modulus]
    for number in [0, *edges, *(draw.randrange(1, modulus) for _ in range(20))]:
        a, u, b, v = state = (modulus, 0, number, 1)
        count = 0
        while b:
            a, u, b, v = after = advanced(report, a, u, b, v)
            # All of a round's claims: the invariant, the order, and that the product falls.
            if (a - u * number) % modulus or (b - v * number) % modulus or math.gcd(a, b) != 1 or a < b \
                    or a * b >= state[0] * state[2] or abs(u) * b + abs(v) * a > modulus << rounds:
                raise Failure(f"{ROUND}: x = {number:#x} modulo {modulus_name}, round {count + 1}")
            state, count = after, count + 1
            most = max(most, Fraction(max(abs(u), abs(v)), modulus))
        longest, machine = max(longest, count), report.machine()
        result = machine.whole(machine.call(f"{name}(modulo:)", fixed_wide(number), fixed_wide(modulus)))
        if result.low != (pow(number, -1, modulus) if number else 0):
            raise Failure(f"{name}: x = {number:#x} modulo {modulus_name}")
    report.require(most <= 2**rounds, ROUND, "|u|, |v|", f"at most {float(most):.1f} m in the witnesses")
    report.line(name, "result", f"the inverse of each of {len(edges) + 20} witnesses, in {longest} rounds at most, and 0 for 0")
