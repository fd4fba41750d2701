"""The loops as wholes. The invariant stands beside each loop in the source; here one round with any state preserves it."""

from arithmetic import Number, Structure, literal
from formulas import symbols
from machine import Frame
from ranges import Failure, Path, constant, paths
from report import LIMB
from swift import Parser

G, Q, h, u, v, k, l, m, x = symbols("GQhuvklmx")


def prove(report):
    report.section("Loops: the invariant beside each is preserved by a round, holds at the start, and gives the claim at the end")
    chain(report)
    digits(report)
    tree(report)
    inversion(report)


def stated(report, name, invariant):
    """Requires that the source states the invariant, once."""
    count = sum(path.read_text().count(f"// Invariant: {invariant}\n") for path in report.files.values())
    report.require(count == 1, name, "invariant", invariant)


def loop_of(function, keyword):
    """The only loop of a function, also within closures."""
    starts = [n for n, token in enumerate(function.body) if token.text == keyword]
    if len(starts) != 1:
        raise Failure(f"{function.full_name}: {len(starts)} loops")
    return Parser(function.body[starts[0]:]).statement()


def framed(machine, owner, name, variables):
    frame = Frame(name)
    frame.owner, frame.variables = owner, variables
    machine.frames.append(frame)
    return variables


def multiple(polynomial, kind="JacobianPoint"):
    """A multiple of points: a polynomial in G and Q."""
    return Structure(kind, {"sum": Number(None, polynomial, 0, 1)})


def of(value):
    return value.fields["sum"].polynomial


def chain(report):
    name = "doubleScalarMultiplication"
    stated(report, name, "result = Σ dᵢ 2^(i - position) over all digits from `position` on, of both scalars")

    def changed(point, polynomial):
        point.fields["sum"] = Number(None, polynomial, 0, 1)

    def add(machine, point, other, table=None):
        term = of(other) if table is None else other.polynomial.times(of(table))
        changed(point, of(point).plus(term))
    machine = report.machine(summaries={
        "JacobianPoint.double": lambda machine, point: changed(point, of(point).scaled(2)),
        "JacobianPoint.isInfinity": lambda machine, point: False,  # the double of infinity is infinity, by the formulas
        "JacobianPoint.add": add,
        "AffinePoint.prefix -": lambda machine, point: multiple(of(point).scaled(-1), "AffinePoint")})
    count = machine.static("NonAdjacentForm", "digitCount").low
    letters = {letter: [machine.number(-2**15, 2**15 - 1, "Int16") for _ in range(count)] for letter in "GQ"}
    function = machine.function("JacobianPoint", name, ["u1", "u2", "q"])
    variables = framed(machine, "JacobianPoint", name, {"result": multiple(constant(0))} | {
        f"{text}Of{letter}": numbers if text == "digits" else Structure("Table", {"span": multiple(point, "Span")})
        for letter, point in (("G", G), ("Q", Q)) for text, numbers in (("digits", letters[letter]), ("multiples", None))})
    machine.statement(*loop_of(function, "for"))
    expected = constant(0)
    for letter, point in (("G", G), ("Q", Q)):
        for position, digit in enumerate(letters[letter]):
            expected = expected.plus(digit.polynomial.times(point), 2**position)
    if of(variables["result"]).plus(expected, -1).terms:
        raise Failure(f"{name}: the chain does not give the sum of all digits")
    report.line(name, "result", f"Σ dᵢ 2^i G + Σ eᵢ 2^i Q, for any {count} digits each")

    select, = (candidate for candidate in report.declarations.functions["JacobianPoint", "add"] if len(candidate.parameters) == 2)
    width = machine.static("GeneratorTable", "width").low
    table = [multiple(G.scaled(2 * n + 1), "AffinePoint") for n in range(1 << width - 2)]
    for digit in (0, *range(1 - (1 << width - 1), 1 << width - 1, 2)):
        after = framed(machine, "JacobianPoint", name, {"self": multiple(Q), "digit": literal(digit, "Int16"),
                                                        "oddMultiples": table})
        machine.run(select.parsed())
        if of(after["self"]).plus(Q.plus(G, digit), -1).terms:
            raise Failure("JacobianPoint.add(_:of:): another multiple than the digit's")
    report.line("JacobianPoint.add(_:of:)", "result", f"the point plus digit times G, for 0 and each odd digit of width {width}")


def digits(report):
    name = "NonAdjacentForm.write"
    stated(report, name, "Σ digits[i] 2^i + carry 2^position = integer modulo 2^position")
    function = report.machine().function("NonAdjacentForm", "write", [None, "width", "to"])
    widths = [report.machine().static(owner, "width").low for owner in ("JacobianPoint", "GeneratorTable")]
    # The lowest bits decide a round, and all others are any bits: `count` bits equal to the carry, or else a window.
    cases = [(width, carry, count, (1 << count) - 1 if carry else 0, count + 1) for width in widths for carry in (0, 1)
             for count in range(1, 65)]
    cases += [(width, carry, 0, window, width) for width in widths for carry in (0, 1) for window in range(1 << width)
              if window % 2 != carry]
    for width, carry, zeros, low, known in cases:
        machine = report.machine(Path())
        if zeros and zeros < 64:
            low |= (1 - carry) << zeros
        lowest = literal(low, "UInt64")
        if known < 64:
            rest = machine.number(0, (1 << 64 - known) - 1)
            lowest = machine.made("UInt64", constant(low).plus(rest.polynomial, 1 << known), 0, LIMB)
        integer = Structure("UInt256", {"l0": lowest} | {f"l{n}": machine.number(0, LIMB) for n in (1, 2, 3)})
        written = [None] * 257
        variables = framed(machine, "NonAdjacentForm", name, {
            "integer": integer, "digits": written, "carry": literal(carry, "Int"), "position": literal(0, "Int"),
            "width": literal(width, "Int"), "window": literal(1 << width, "Int")})
        machine.round(loop_of(function, "while")[3])
        after, out = variables["position"].low, variables["carry"].low
        digit = written[0].low if written[0] else 0
        if any(written[1:]) or not 0 < after <= 64 or digit + (out << after) != carry + low % (1 << after):
            raise Failure(f"{name}: a round on the low bits {low:#x} with the carry {carry}")
    report.line(name, "a round", f"preserves it, for any integer: {len(cases)} cases of the low bits, the others any")
    start = [statement for statement in function.parsed() if statement[0] == "let"][1:]
    report.require([statement[4] for statement in start] == [("number", 0)] * 2, name, "begin", "carry and position are 0")
    report.line(name, "end", "from position 257 on the carry is 0, see above: the sum of all digits is the integer")


def tree(report):
    name = "MerkleInclusionProof.root"
    stated(report, name, "node is the node of its level at the position `index`")
    function = report.machine().function("MerkleInclusionProof", "root", [None, "forLeaf"])
    hashes = []
    summaries = {"SHA256.hash": lambda machine, left, right: hashes.append((left, right)) or Structure("Parent", {})}
    for bit in (0, 1):
        machine = report.machine(summaries=summaries)
        half = machine.number(0, 2**31 - 1, "UInt32")
        index = machine.made("UInt32", half.polynomial.scaled(2).plus(constant(bit)), 0, 2**32 - 1)
        sides = [Structure(side, {}) for side in ("Left", "Right")]
        variables = framed(machine, "MerkleInclusionProof", name, {
            "node": sides[bit], "sibling": sides[1 - bit], "index": index})
        machine.round(loop_of(function, "for")[4])
        if [side.kind for side in hashes.pop()] != ["Left", "Right"] or variables["node"].kind != "Parent" \
                or variables["index"].polynomial.plus(half.polynomial, -1).terms:
            raise Failure(f"{name}: a step is not the hash of the children at 2 j and 2 j + 1")
    report.line(name, "a step", "the hash of the children at 2 j and 2 j + 1, in this order, is the node at j")


def inversion(report):
    name = "ExtendedEuclid.reduce"
    stated(report, name, "a.cofactor x = a.value and b.cofactor x = b.value modulo m, with the same common divisors as m and x")

    machine = report.machine()
    begin = machine.entered(machine.function("ExtendedEuclid", "init", ["modulus", "x"]), [
        multiple(m, "UInt256"), multiple(x, "UInt256")])[0].fields
    found = [(of(begin[row].fields["value"]), machine.joined_limbs(begin[row].fields["cofactor"]).low) for row in "ab"]
    report.require(found == [(m, 0), (x, 1)], name, "begin", "m = 0 x + m, and x = 1 x")
    report.quotes("return state.a.cofactor.reduced(modulo: m)", name, "end", "b is 0, so a is the divisor 1 and its cofactor an inverse")

    def row(value, cofactor):
        return Structure("Remainder", {"value": multiple(value, "UInt256"), "cofactor": multiple(cofactor, "Signed320")})

    def run(path):
        def combined(machine, s, a, t, b):
            sign = path.choose([1, -1])
            parts = [s.polynomial.times(of(a.fields[part])).plus(t.polynomial.times(of(b.fields[part])), -1).scaled(sign)
                     for part in ("value", "cofactor")]
            return row(*parts)

        def shifted(machine, given, count):
            return row(*(of(given.fields[part]).times(h) for part in ("value", "cofactor")))
        machine = report.machine(path, summaries={
            # The widths decide by how many limbs b is shifted, which is any number to `shifted`.
            "UInt256.bitWidth": lambda machine, number: literal(200 if (k.times(m).terms.keys() <= of(number).terms.keys()) else 100, "Int"),
            "UInt256.bits": lambda machine, number, position: machine.number(0, LIMB // 4, "UInt64"),
            "UInt256.<": lambda machine, a, b: path.choose([True, False]),
            "LehmerMatrix(_:_:limit:)": lambda machine, *given: Structure(
                "LehmerMatrix", {factor: machine.number(0, LIMB) for factor in ("s1", "t1", "s2", "t2")}),
            "Remainder(_:_:minus:_:)": combined, "Remainder.shifted": shifted})
        # A row is right if its number is its cofactor times x plus a multiple of m.
        rows = Structure("ExtendedEuclid", {"a": row(u.times(x).plus(k.times(m)), u), "b": row(v.times(x).plus(l.times(m)), v)})
        after = machine.entered(machine.function("ExtendedEuclid", "reduce", [None]), [rows])[2]
        for one in after.fields.values():
            rest = of(one.fields["value"]).plus(of(one.fields["cofactor"]).times(x), -1)
            marker, = next(iter(m.terms))
            if any(marker not in monomial for monomial in rest.terms):
                raise Failure(f"{name}: a number is not its cofactor times x modulo m")
    ways = paths(run)
    report.require(ways > 0, name, "a round", f"preserves it whatever the words and factors are; the determinant is 1 or -1; {ways} paths")
