"""Inversion by Lehmer's form of Euclid's algorithm: its factors, its rounds, and the range of the cofactors."""

import itertools
import random
from fractions import Fraction

from arithmetic import Structure, literal
from machine import Frame
from report import Failure, LIMB, N, P, TOP, equal, fixed_wide, inside, limb, shown, value, wide, within

MODULUS = 2**320
MODULI = (("p", P), ("n", N))


def prove(report):
    signed_limbs(report)
    factors(report)
    row(report)
    width, limit = words(report)
    rounds = bounds(report, width, limit)
    short(report, width, limit)
    for name, modulus in MODULI:
        reduced(report, name, modulus, rounds)
    whole(report, width, limit, rounds)


def congruent(machine, x, y, operation, modulus=MODULUS):
    """Requires that two polynomials are congruent, also where a limb is what wrapping left of a polynomial."""
    if machine.path.residue(x.plus(y, -1), modulus).terms:
        raise Failure(f"{operation}: the result is not what the operation is for")


def signed(machine, given, top=2**63):
    """A Signed320 of any limbs, of which the fifth is from -top to top - 1."""
    if given is not None:
        return within(machine, given, 0, 0, "Signed320")
    fields = {f"l{i}": machine.number(0, LIMB) for i in range(4)}
    return Structure("Signed320", fields | {"l4": machine.number(-top, top - 1, "Int64")})


def signed_limbs(report):
    report.section("Signed integers of five limbs")
    name = "Signed320.difference"
    edges = [-2**319, -1, 0, 1, 2**319 - 1, TOP, -TOP]
    largest = 2**63 - 1

    def combine(machine, given):
        (a, x), (b, y) = ((limb(machine, given, largest), signed(machine, given)) for _ in range(2))
        result = machine.call("Signed320", "difference", a, x, b, y, labels=[None, None, "minus", None])
        exact = a.polynomial.times(value(machine, x)).plus(b.polynomial.times(value(machine, y)), -1)
        congruent(machine, value(machine, result), exact, name)
    witnesses = [(a, x, b, y) for a, b in ((largest, largest), (1, largest), (0, 1)) for x in edges for y in edges]
    report.explore(name, combine, witnesses, 1, [name, "column", "takeLimb"])
    report.line(name, "result", "a x - b y modulo 2^320, for any a and b below 2^63")

    def negate(machine, given):
        x, sign = within(machine, given, -2**318, 2**318, "Signed320"), machine.number(-1, 0, "Int64")
        if given is not None:
            sign = literal(given.pop(0), "Int64")
        is_negative = machine.fixed(sign) == -1
        result = machine.call("Signed320", "negated", x, sign, labels=[None, "bySign"])
        equal(machine, value(machine, result), value(machine, x).scaled(-1 if is_negative else 1), "Signed320.negated")
    report.explore("Signed320.negated", negate, itertools.product([-2**318, -1, 0, 1, TOP, 2**318], [0, -1]), 2)
    report.line("Signed320.negated", "result", "x or -x, for -2^318 ... 2^318")

    for count in range(4):
        def shift(machine, given, count=count):
            x = signed(machine, given)
            result = machine.call("Signed320", "shifted", x, literal(count, "Int"), labels=[None, "byLimbs"])
            congruent(machine, value(machine, result), value(machine, x).scaled(2**(64 * count)), "Signed320.shifted")
        report.explore("Signed320.shifted", shift, [(edge,) for edge in edges], 1)
    report.line("Signed320.shifted", "result", "x 2^(64 count) modulo 2^320, for counts from 0 to 3")

    def convert(machine, given):
        x = wide(machine, given)
        result = machine.entered(machine.function("Signed320", "init", [None]), [x])[0]
        equal(machine, value(machine, result), value(machine, x), "Signed320(UInt256)")
        equal(machine, value(machine, machine.member(result, "low")), value(machine, x), "Signed320.low")
    report.explore("Signed320(UInt256)", convert, [(0,), (TOP,)], 1)
    report.line("Signed320(UInt256)", "result", "the number, which is also its low part")


# One division on limbs.

def factors(report):
    report.section("Euclid's algorithm on two limbs")
    name = "LehmerMatrix(_:_:limit:)"

    def division(machine, given):
        # The state before a division of F and G: f = s1 F - t1 G and g = t2 G - s2 F, or both negated.
        limit, top = 2**32, 2**63 - 1
        s1, t1, s2, t2 = (machine.number(0, top // limit) for _ in range(4))
        f, g = machine.number(limit, top), machine.number(limit, top)
        this = Structure("LehmerMatrix", {"s1": s1, "t1": t1, "s2": s2, "t2": t2})
        function = machine.function("LehmerMatrix", "init", [None, None, "limit"])
        loop, = (statement for statement in function.parsed() if statement[0] == "while")
        frame = Frame(name)
        frame.owner = "LehmerMatrix"
        frame.variables = {"self": this, "f": f, "g": g, "limit": literal(limit, "UInt64")}
        machine.frames.append(frame)
        if not machine.hold(loop[2]):
            raise Failure(f"{name}: the division ends although g is not below the limit")
        machine.run(loop[3])
        machine.frames.pop()
        after, (f2, g2) = this.fields, (frame.variables[symbol].polynomial for symbol in "fg")

        def sum_of(a, x, b, y, sign=1):
            return a.polynomial.times(x).plus(b.polynomial.times(y), sign)
        for letter, (one, two) in (("t", (t1, t2)), ("s", (s1, s2))):
            new = after[letter + "1"], after[letter + "2"]
            equal(machine, sum_of(new[1], f2, new[0], g2), sum_of(two, f.polynomial, one, g.polynomial), name)
        equal(machine, sum_of(after["s1"], after["t2"].polynomial, after["t1"], after["s2"].polynomial, -1),
              sum_of(s1, t2.polynomial, t1, s2.polynomial, -1).scaled(-1), name)
        # With F = f t2 + g t1 and G = f s2 + g s1, which the factors' determinant d of 1 or -1 makes the same as
        # d f = s1 F - t1 G and d g = t2 G - s2 F.
        first, second = (sum_of(two, f.polynomial, one, g.polynomial) for one, two in ((t1, t2), (s1, s2)))
        determinant = sum_of(s1, t2.polynomial, t1, s2.polynomial, -1)
        equal(machine, sum_of(s1, first, t1, second, -1), determinant.times(f.polynomial), name)
        equal(machine, sum_of(after["s1"], first, after["t1"], second, -1), determinant.times(f2).scaled(-1), name)
        equal(machine, sum_of(after["s2"], first, after["t2"], second, -1), determinant.times(g2), name)
    report.explore(name, division, (), 1, [name])
    report.line(name, "t2 f + t1 g", "the same before and after a division, and s2 f + s1 g too")
    report.line(name, "s1 t2 - t1 s2", "changes its sign with a division, and so do the signs of s f - t g")

    machine = report.machine()
    function = machine.function("LehmerMatrix", "init", [None, None, "limit"])
    first = machine.entered(function, [literal(x, "UInt64") for x in (5, 3, 4)])[0].fields
    report.require([first[key].low for key in ("s1", "t1", "s2", "t2")] == [1, 0, 0, 1], name, "begin",
                   "f = 1 f - 0 g, g = 1 g - 0 f, with the determinant 1")


def row(report):
    report.section("A remainder")
    name = "Remainder(_:_:minus:_:)"

    def combine(machine, given):
        s, t = (machine.number(0, 2**31, "UInt64") for _ in range(2))
        rows = [Structure("Remainder", {"value": wide(machine, None), "cofactor": signed(machine, None, 2**20)})
                for _ in range(2)]
        function = machine.function("Remainder", "init", [None, None, "minus", None])
        result = machine.entered(function, [s, rows[0], t, rows[1]])[0].fields

        def exact(field):
            return s.polynomial.times(value(machine, rows[0].fields[field])).plus(
                t.polynomial.times(value(machine, rows[1].fields[field])), -1)
        # The path is that of one sign. A nonzero polynomial is not congruent to its negative.
        is_negative = machine.path.residue(value(machine, result["value"]).plus(exact("value"), -1), 2**256).terms
        sign = -1 if is_negative else 1
        congruent(machine, value(machine, result["value"]), exact("value").scaled(sign), name, 2**256)
        congruent(machine, value(machine, result["cofactor"]), exact("cofactor").scaled(sign), name)
        inside(machine, exact("value").scaled(sign), 0, MODULUS, name)
    report.explore(name, combine, (), 2, [name])
    report.line(name, "value", "s a - t b modulo 2^256, negated exactly if it is negative")
    report.line(name, "cofactor", "s u - t v modulo 2^320, negated exactly if the value is")


# Rounds.

def rows_of(a, u, b, v):
    def one(number, cofactor):
        limbs = {f"l{i}": literal(cofactor >> 64 * i & LIMB, "UInt64") for i in range(4)}
        limbs["l4"] = literal(cofactor >> 256, "Int64")
        return Structure("Remainder", {"value": fixed_wide(number), "cofactor": Structure("Signed320", limbs)})
    return Structure("ExtendedEuclid", {"a": one(a, u), "b": one(b, v)})


def advanced(machine, rows):
    """The rows after a round, by the source."""
    result = machine.entered(machine.function("ExtendedEuclid", "reduce", [None]), [rows])[2]
    numbers = [value(machine, result.fields[row].fields[field]).terms.get((), 0)
               for row in "ab" for field in ("value", "cofactor")]
    return result, numbers


def words(report):
    """Runs a round on numbers of each width, and returns the width of the words and the limit of the division."""
    report.section("The words of a round")
    name, limits, widths = "ExtendedEuclid.reduce", set(), set()
    for bits in range(1, 257):
        for a in (2**(bits - 1), 2**bits - 1):
            seen = {}
            advanced(report.machine(seen=seen), rows_of(a, 0, max(a // 3, 1), 1))
            position, f, limit = (seen[name, quantity][0] for quantity in ("position", "f", "limit"))
            if f != a >> position:
                raise Failure(f"{name}: the word of {a:#x} is {f:#x}")
            if position == 0:
                if limit != 1:
                    raise Failure(f"{name}: the limit of numbers that are one word is {limit}")
            else:
                limits.add(limit)
                widths.add(bits - position)
    if len(limits) != 1 or len(widths) != 1:
        raise Failure(f"{name}: the words are not equally wide: {widths}, {limits}")
    width, limit = widths.pop(), limits.pop()
    report.require(width <= 63, name, "f", f"the highest {width} bits, for every width of a; at most 63 of them")
    report.line(name, "limit", f"{shown(limit)}; 1 for numbers of one word")
    return width, limit


def bounds(report, width, limit):
    """Derives the bounds of a round from the words' width and the limit, and returns those for all rounds."""
    report.section("The bounds of a round, with a >= b > 0")
    name = "ExtendedEuclid.reduce"
    # t2 f + t1 g is the first f, and the last divisor is at least the limit.
    factor = (2**width - 1) // limit
    report.require(factor < 2**63 and 2**width - 1 < 2**63, name, "factors",
                   f"at most (2^{width} - 1) / 2^{limit.bit_length() - 1} = {shown(factor)}; in one word at most f")
    report.require(limit > factor, name, "greater result",
                   "above (f - t) 2^k, where f is at least the limit and t is below it: not 0")
    report.require(2**(width - 2) >= factor, name, "greater result",
                   "below (r + t) 2^k <= a after two divisions, where r <= f / 2; after one it is b")
    report.require(limit - 1 + factor < 2**(width - 1), name, "lesser result",
                   "below (limit - 1 + t) 2^k, which is below a")
    # a >= 2^(k + width - 1); the greater result is below (g + t) 2^k <= 2 b.
    fall = Fraction(2**(width - 1), 2 * (limit - 1 + factor))
    report.require(fall >= 2**28, name, "a b", "falls by the factor 2^28 at least")
    # A round on more than a word has a >= 2^width and b >= 2 limit.
    room, rounds = Fraction(2**512, 2**width * 2 * limit), 0
    while room >= 1:
        room, rounds = room / fall, rounds + 1
    report.require(rounds <= 15, name, "rounds", f"at most {rounds} divide the highest bits of longer numbers")
    growth = 1 + Fraction(2 * (2**width - 1), limit * limit)
    report.require(growth < 2, name, "|u| b + |v| a", "at most doubled by such a round; at first it is m")
    report.require(2**rounds * TOP < 2**318, name, "|u|, |v|", f"at most 2^{rounds} m, which is below 2^318")
    return rounds


def short(report, width, limit):
    """Runs a round on short b of every width. As b grows the divisor grows, so the ends of a width are enough."""
    report.section("Rounds with a short b")
    name, most, count = "ExtendedEuclid.subtractMultiple", 0, 0
    for bits in (256, width + 1):
        for shorter in range(1, bits):
            for a, b in itertools.product((2**(bits - 1), 2**bits - 1), (2**(bits - shorter - 1), 2**(bits - shorter) - 1)):
                if b >> bits - width >= limit:
                    continue
                machine = report.machine()
                _, (c, u, d, v) = advanced(machine, rows_of(a, 0, b, 1))
                (rest, cofactor), other = ((d, v), (c, u)) if (c, u) == (b, 1) else ((c, u), (d, v))
                if other != (b, 1) or rest <= 0 or rest - cofactor * b != a:
                    raise Failure(f"{name}: a = {a:#x}, b = {b:#x} become {c:#x}, {d:#x}")
                most, count = max(most, Fraction(rest, a)), count + 1
    report.require(most < Fraction(7, 8), name, "a", f"falls below 7/8 and stays positive, in {count} cases")


def named(machine, exact, kind="Signed320"):
    """A number of new limbs that is a polynomial. The lowest limb is the newest, so that it is eliminated."""
    low, high = machine.path.range(exact, 2)
    fields = {"l4": machine.number(low >> 256, high >> 256, "Int64")} if kind == "Signed320" else {}
    for index in (3, 2, 1, 0):
        fields[f"l{index}"] = machine.number(0, LIMB)
    result = Structure(kind, fields)
    machine.path.suppose(value(machine, result).plus(exact, -1))
    return result


def reduced(report, name, modulus, rounds):
    operation, most = "Signed320.reduced", []
    report.section(f"The last reduction modulo {name}")

    # These are proved by themselves: they return these numbers, which are below 2^318 here.
    def negated(machine, x, sign):
        return x if machine.fixed(sign) == 0 else named(machine, value(machine, x).scaled(-1))

    def combined(machine, a, x, b, y):
        machine.calls["subtractions"] = machine.calls.get("subtractions", 0) + 1
        exact = a.polynomial.times(value(machine, x)).plus(b.polynomial.times(value(machine, y)), -1)
        inside(machine, exact, -2**318, 2**318, operation)
        return named(machine, exact)

    def subtracted(machine, x, y):
        exact = value(machine, x).plus(value(machine, y), -1)
        borrow = int(machine.compared("<", machine.made(None, exact, -TOP, TOP), literal(0)))
        difference = named(machine, exact.plus(literal(borrow << 256).polynomial), "UInt256")
        return {"difference": difference, "borrow": literal(borrow, "UInt64")}

    def run(machine, given):
        cofactor = signed(machine, given, 2**rounds)
        exact = value(machine, cofactor)
        result = machine.call("Signed320", "reduced", cofactor, fixed_wide(modulus), labels=[None, "modulo"])
        equal(machine, value(machine, result), exact, operation, modulus)
        # A negative multiple of m leaves m. It does not occur, since the cofactor is prime to m or 0.
        inside(machine, value(machine, result), 0, modulus, operation)
        most.append(machine.calls.get("subtractions", 0))
        if most[-1] > 9:
            raise Failure(f"{operation}: the number does not fall")
    summaries = {"Signed320.negated": negated, "Signed320.difference": combined,
                 "UInt256.subtractingReportingBorrow": subtracted}
    report.explore(operation, run, (), None, [operation], summaries)
    report.require(max(most) == 2, operation, "subtractions", f"of h m: 2 at most, from -2^{rounds + 256} on")
    multiple = 2**rounds * modulus
    for number in (multiple, multiple - 1, (2**rounds - 1) << 256, 2**256, 2**256 + modulus - 1, TOP, modulus, 1, 0):
        for sign in (1, -1) if number % modulus else (1,):
            machine = report.machine()
            cofactor = within(machine, [sign * number], 0, 0, "Signed320")
            result = machine.call("Signed320", "reduced", cofactor, fixed_wide(modulus), labels=[None, "modulo"])
            got = value(machine, result).terms.get((), 0)
            if got != sign * number % modulus:
                raise Failure(f"{operation}: {shown(sign * number)} becomes {shown(got)}")
    report.line(operation, "result", f"0 ... {name} - 1 and the cofactor modulo {name}")


# Whole inversions.

def plain_round(a, u, b, v, width, limit):
    """A round with Python's integers, which does not follow the source in how it computes."""
    k = max(a.bit_length() - width, 0)
    f, g = a >> k, b >> k
    if k and g < limit:
        shift = (a.bit_length() - b.bit_length() - 1) // 64 * 64
        multiple = f // ((b << shift >> k) + 1) << shift
        a, u = a - multiple * b, u - multiple * v
    else:
        s, t = (1, 0), (0, 1)
        while g >= (limit if k else 1):
            q = f // g
            f, g, s, t = g, f - q * g, t, (s[0] - q * t[0], s[1] - q * t[1])
        a, u, b, v = s[0] * a + s[1] * b, s[0] * u + s[1] * v, t[0] * a + t[1] * b, t[0] * u + t[1] * v
    (a, u), (b, v) = ((-x, -y) if x < 0 else (x, y) for x, y in ((a, u), (b, v)))
    return (a, u, b, v) if a >= b else (b, v, a, u)


def whole(report, width, limit, rounds):
    report.section("Whole inversions")
    name, most, longest = "UInt256.inverse", 0, 0
    draw = random.Random(320)
    for modulus_name, modulus in MODULI:
        edges = [1, 2, 3, modulus - 1, modulus - 2, modulus // 2, modulus // 3, 2**255, 2**128, 2**128 - 1, 2**64,
                 2**63, 2**63 - 1, modulus >> 31, modulus >> 32, modulus >> 100, modulus - 2**128, 2**256 - modulus]
        for x in edges + [draw.randrange(1, modulus) for _ in range(20)]:
            machine = report.machine()
            function = machine.function("ExtendedEuclid", "init", ["modulus", "x"])
            rows = machine.entered(function, [fixed_wide(modulus), fixed_wide(x)])[0]
            numbers, count = (modulus, 0, x, 1), 0
            while numbers[2]:
                rows, got = advanced(machine, rows)
                numbers, count = plain_round(*numbers, width, limit), count + 1
                # The sign of the cofactor of 0 does not matter.
                if tuple(got[:3]) != numbers[:3] or abs(got[3]) != abs(numbers[3]):
                    raise Failure(f"ExtendedEuclid.reduce: x = {x:#x} modulo {modulus_name}, round {count}")
                numbers = tuple(got)
                most = max(most, Fraction(abs(numbers[1]), modulus), Fraction(abs(numbers[3]), modulus))
            longest = max(longest, count)
            check_inverse(report, modulus_name, modulus, x)
        check_inverse(report, modulus_name, modulus, 0)
    report.require(most <= 2**rounds, "ExtendedEuclid.reduce", "|u|, |v|", f"at most {float(most):.1f} m in the witnesses")
    report.line(name, "result", f"the inverse of each witness, in {longest} rounds at most, and 0 for 0")


def check_inverse(report, modulus_name, modulus, x):
    machine = report.machine()
    result = machine.call("UInt256", "inverse", fixed_wide(x), fixed_wide(modulus), labels=[None, "modulo"])
    if value(machine, result).terms.get((), 0) != (pow(x, -1, modulus) if x else 0):
        raise Failure(f"UInt256.inverse: x = {x:#x} modulo {modulus_name}")
