"""Inversion by Lehmer's form of Euclid's algorithm: its factors, its rounds, and the range of the cofactors."""

from fractions import Fraction

from arithmetic import Structure, literal
from operations import FIVE_LIMBS, confirm as operations
from ranges import Failure, Polynomial, paths
from report import LIMB, N, P, R, TOP, equal, fixed_wide, inside, of, signed, symbolic, symbols, wide

ROUND, MATRIX = "ExtendedEuclid.reduce", "LehmerMatrix(_:_:limit:)"
k, l, m, u, v, x = symbols("klmuvx")

def confirm(report):
    operations(report, FIVE_LIMBS)
    # With a limit of 1 the factors are bounded by t2 f + t1 g, which Arithmetic.md argues.
    for limit, top in ((2**32, 2**63 - 1), (1, 2**31 - 1)):
        division(report, limit, top)
    row(report)
    invariant(report)
    rounds = bounds(report, 63, 2**32)
    for name, modulus in (("p", P), ("n", N)):
        reduced(report, name, modulus, rounds)

def division(report, limit, top):
    """Runs `LehmerMatrix` whole. Its loop is run for one round from any state and left from any state."""
    given, last, ended = [], [], []
    def loop(machine, variables, conditions, body):
        factors = variables["self"].fields
        start = [factors[name].low for name in ("s1", "t1", "s2", "t2")]
        if start != [1, 0, 0, 1] or any(factors[name].low < factors[name].high for name in factors) \
                or [variables[name].polynomial for name in "fg"] != given:
            raise Failure(f"{MATRIX}: it does not begin with f = 1 f - 0 g and g = 1 g - 0 f")
        before = {name: machine.number(0, top // limit) for name in factors}
        ended.append(machine.path.choose([True, False]))
        before |= {"f": machine.number(limit, top), "g": machine.number(*((0, limit - 1) if ended[-1] else (limit, top)))}
        factors.update((name, before[name]) for name in factors)
        variables.update((name, before[name]) for name in "fg")
        if machine.hold(conditions) == ended[-1]:
            raise Failure(f"{MATRIX}: the loop has another limit")
        after = before
        if not ended[-1]:
            machine.round(body)
            after = {**factors, **{name: variables[name] for name in "fg"}}
            a, b = ({name: number.polynomial for name, number in state.items()} for state in (before, after))
            word = next(iter(a["g"].terms))[0]
            quotient = Polynomial({tuple(n for n in monomial if n != word): c for monomial, c in (a["f"] - b["g"]).terms.items()})
            for name, number in {"f": a["g"], "g": a["f"] - quotient * a["g"], "s1": a["s2"], "t1": a["t2"],
                                 "s2": a["s1"] + quotient * a["s2"], "t2": a["t1"] + quotient * a["t2"]}.items():
                equal(machine, b[name], number, f"{MATRIX}: {name}")
        last.append({name: number.polynomial for name, number in after.items()})
    def run(path):
        machine = report.machine(path, loops={MATRIX: loop})
        f, g = (machine.number(0, top) for _ in "fg")
        given[:] = [f.polynomial, g.polynomial]
        result = machine.call(MATRIX, f, g, literal(limit, "UInt64"))
        if any(result.fields[name].polynomial != last[-1][name] for name in ("s1", "t1", "s2", "t2")):
            raise Failure(f"{MATRIX}: the factors of the last division are not returned")
    report.holds(paths(run) == 2 and {*ended} == {True, False}, f"{MATRIX}: divides f by g exactly while g is at least {limit}")

def row(report):
    name = "Remainder(_:_:minus:_:)"
    def combine(path):
        machine = report.machine(path)
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
    report.holds(paths(combine) == 2,
                 f"{name}: s a - t b modulo 2^256 and s u - t v modulo 2^320, negated exactly if s a - t b is negative")

def remainder(value, cofactor):
    return Structure("Remainder", {"value": symbolic(value, "UInt256"), "cofactor": symbolic(cofactor, "Signed320")})

def invariant(report):
    """Runs `inverse` whole, with a round that begins with any rows whose number is their cofactor times x plus a multiple of m."""
    name, ways = "UInt256.inverse", set()
    def loop(machine, variables, conditions, body):
        rows = variables["state"].fields
        found = [(of(rows[row].fields["value"]), machine.whole(rows[row].fields["cofactor"]).low) for row in "ab"]
        if found != [(m, 0), (x, 1)]:
            raise Failure(f"{ROUND}: it does not begin with m = 0 x + m and x = 1 x")
        rows |= {"a": remainder(u * x + k * m, u), "b": remainder(v * x + l * m, v)}
        begun = dict(rows)
        ended = not machine.hold(conditions)
        if ended != zeros.pop():
            raise Failure(f"{name}: the loop does not run exactly while b is not 0")
        if not ended:
            machine.round(body)
            for row in variables["state"].fields.values():
                rest = of(row.fields["value"]) - of(row.fields["cofactor"]) * x
                if any(next(iter(m.terms))[0] not in monomial for monomial in rest.terms):
                    raise Failure(f"{ROUND}: a number is not its cofactor times x modulo m")
            variables["state"].fields |= begun
        ways.add(ended)
    def is_zero(machine, number):
        if of(number) != v * x + l * m:
            raise Failure(f"{name}: the loop does not run exactly while b is not 0")
        zeros.append(machine.path.choose([True, False]))
        return zeros[-1]
    def run(path):
        def combined(machine, s, a, t, b):
            sign = path.choose([1, -1])
            return remainder(*((s.polynomial * of(a.fields[part]) - t.polynomial * of(b.fields[part])) * sign
                               for part in ("value", "cofactor")))
        machine = report.machine(path, loops={name: loop}, summaries={
            # The widths decide by how many limbs b is shifted, which is any number to `shifted`.
            "UInt256.bitWidth": lambda machine, number: literal(200 if (k * m).terms.keys() <= of(number).terms.keys() else 100, "Int"),
            "UInt256.bits": lambda machine, number, position: machine.number(0, LIMB // 4, "UInt64"),
            "UInt256.<": lambda machine, a, b: path.choose([True, False]), "UInt256.isZero": is_zero,
            MATRIX: lambda machine, *given: Structure(
                "LehmerMatrix", {factor: machine.number(0, LIMB) for factor in ("s1", "t1", "s2", "t2")}),
            "Remainder(_:_:minus:_:)": combined,
            "Remainder.shifted": lambda machine, given, count: remainder(*(of(part) * l * k for part in given.fields.values())),
            "Signed320.reduced": lambda machine, cofactor, modulus: (of(cofactor), of(modulus))})
        if machine.call(f"{name}(modulo:)", symbolic(x, "UInt256"), symbolic(m, "UInt256")) != (u, m):
            raise Failure(f"{name}: the result is not the cofactor of a modulo m")
    zeros = []
    report.holds(paths(run) > 1 and ways == {True, False},
                 f"{name}: begins with m = 0 x + m and x = 1 x; a round keeps a = u x and b = v x modulo m; at b = 0 the result is u")

def bounds(report, width, limit):
    """Recomputes the figures of Arithmetic.md from the words' width and the limit, and returns the number of long rounds."""
    factor = (2**width - 1) // limit  # t2 f + t1 g is the first f, and the last divisor is at least the limit
    fall = Fraction(2**(width - 1), 2 * (limit - 1 + factor))  # a >= 2^(k + width - 1); the greater result is below 2 b
    room, rounds = Fraction(2**512, 2**width * 2 * limit), 0
    while room >= 1 and fall > 1:
        room, rounds = room / fall, rounds + 1
    report.holds(limit > factor and 2**(width - 2) >= factor and limit - 1 + factor < 2**(width - 1),
                 f"{ROUND}: factors are at most {factor:#x}; the greater result is not 0 and at most a, the lesser is below it")
    report.holds(fall >= 2**28 and rounds <= 15, f"{ROUND}: a b falls by 2^28 at least, in at most {rounds} rounds on longer numbers")
    report.holds(2 * (2**width - 1) < limit * limit and 2**rounds * TOP < 2**318, f"{ROUND}: |u| and |v| are at most 2^{rounds} m")
    return rounds

def named(machine, exact, kind="Signed320"):
    """A number of new limbs that is a polynomial. The lowest limb is the newest, so that it is eliminated."""
    low, high = machine.path.range(exact, 2)
    fields = {"l4": machine.number(low >> 256, high >> 256, "Int64")} if kind == "Signed320" else {}
    result = Structure(kind, fields | {f"l{index}": machine.number(0, LIMB) for index in (3, 2, 1, 0)})
    machine.path.suppose(machine.whole(result).polynomial - exact)
    return result

def reduced(report, name, modulus, rounds):
    operation, steps, most = "Signed320.reduced", [], 0

    # These are checked by themselves: they return these numbers, which are below 2^318 here.
    def negated(machine, x, sign):
        return x if machine.fixed(sign) == 0 else named(machine, -machine.whole(x).polynomial)
    def combined(machine, a, x, b, y):
        steps.append(1)
        if len(steps) > 9:
            raise Failure(f"{operation}: the number does not fall")
        exact = a.polynomial * machine.whole(x).polynomial - b.polynomial * machine.whole(y).polynomial
        inside(machine, exact, -2**318, 2**318, operation)
        return named(machine, exact)
    def subtracted(machine, x, y, borrowed):
        exact = machine.combined("-", machine.combined("-", machine.whole(x), machine.whole(y)), borrowed)
        borrow = int(machine.compared("<", exact, literal(0)))
        return {"difference": named(machine, exact.polynomial + (borrow << 256), "UInt256"), "borrow": literal(borrow, "UInt64")}
    def run(path):
        nonlocal most
        steps.clear()
        machine = report.machine(path, {"Signed320.negated": negated, "Signed320.difference": combined,
                                        "UInt256.subtractingReportingBorrow": subtracted})
        cofactor = signed(2**rounds)(machine)
        result = machine.whole(machine.call(f"{operation}(modulo:)", cofactor, fixed_wide(modulus))).polynomial
        equal(machine, result, machine.whole(cofactor).polynomial, operation, modulus)
        # A negative multiple of m leaves m. It does not occur, since the cofactor is prime to m or 0.
        inside(machine, result, 0, modulus, operation)
        most = max(most, len(steps))
    report.holds(paths(run) > 0 and most == 2,
                 f"{operation}: the cofactor modulo {name}, 0 ... {name}, from -2^{rounds + 256} on, by at most two subtractions of h {name}")
