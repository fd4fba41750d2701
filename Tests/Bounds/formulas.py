"""The formulas on points, run from the source over polynomials, and compared with chord and tangent on y^2 = x^3 - 3x + b."""

import re

from arithmetic import Number, Structure
from operations import HIGHS
from ranges import Failure, Polynomial, constant, paths
from report import N


def symbols(names):
    """Variables of polynomials. Their numbers are below 0, so they are not symbols of a path."""
    return [Polynomial({(ord(name) - 1000,): 1}) for name in names]


X, Y, Z, x, y, b, h, i, k = symbols("XYZxybhik")
ONE, ZERO = constant(1), constant(0)


class Ratio:
    """A rational function."""

    def __init__(self, top, bottom=ONE):
        self.top, self.bottom = top, bottom

    def __add__(self, other):
        if self.bottom == other.bottom:
            return Ratio(self.top + other.top, self.bottom)
        return Ratio(self.top * other.bottom + other.top * self.bottom, self.bottom * other.bottom)

    def __sub__(self, other):
        return self + Ratio(-other.top, other.bottom)

    def __mul__(self, other):
        return Ratio(self.top * other.top, self.bottom * other.bottom)

    def __truediv__(self, other):
        return Ratio(self.top * other.bottom, self.bottom * other.top)


def jacobian(x, y, z):
    return Ratio(x, z**2), Ratio(y, z**3)


def third(p, q, slope):
    abscissa = slope * slope - p[0] - q[0]
    return abscissa, slope * (p[0] - abscissa) - p[1]


def tangent(p):
    square = p[0] * p[0]
    return third(p, p, Ratio(square.top * 3 - square.bottom * 3, square.bottom) / Ratio(p[1].top * 2, p[1].bottom))


def chord(p, q):
    return third(p, q, (q[1] - p[1]) / (q[0] - p[0]))


POINT, AFFINE = jacobian(X, Y, Z), jacobian(x, y, ONE)


def element(polynomial, kind="FieldElement", low=0, high=1):
    """A number of the field. If it is not reduced, `low` and `high` bound its multiple of 2^256."""
    return Structure(kind, {"montgomery": Number(None, polynomial, low, high)})


def number(value):
    return value if isinstance(value, Number) else number(next(iter(value.fields.values())))


def of(value):
    return number(value).polynomial


def point(kind, *coordinates):
    return Structure(kind, dict(zip("xyz", map(element, coordinates))))


def coordinates(value):
    return [of(field) for field in value.fields.values()]


class Field:
    """The field's operations on polynomials over the rational numbers. `zeros` and `others` are the decisions of a path."""

    def __init__(self, report, path, facts=()):
        self.path, self.zeros, self.others, self.facts = path, [], [], dict(facts)
        operations = {"+": lambda a, b: a + b, "-": lambda a, b: a - b, "prefix -": lambda a: -a, "*": lambda a, b: a * b,
                      "halved": lambda a: a.divided(2), "inverse": self.inverse, "multipliedInline": lambda a, b: a * b,
                      "squaredInline": lambda a: a * a, "squared": lambda a: a * a}
        summaries = {f"FieldElement.{name}": lambda machine, *given, run=run: element(run(*map(of, given)))
                     for name, run in operations.items()}
        summaries |= {
            "UInt512(product:_:)": lambda machine, a, b: element(of(a) * of(b), "UInt512"),
            "UInt512(square:)": lambda machine, a: element(of(a)**2, "UInt512"),
            "FieldElement.unreducedSquare": lambda machine, a: element(of(a)**2, "UnreducedElement"),
            "FieldElement.unreducedProduct": lambda machine, a, b, *c:
                element(of(a) * of(b) - sum(map(of, c), ZERO), "UnreducedElement", -len(c)),
            "UnreducedElement.-": lambda machine, a, b:
                element(of(a) - of(b), "UnreducedElement", number(a).low - 1, number(a).high),
            "UnreducedElement.reduced": self.reduced,
            "FieldElement.isZero": lambda machine, a: self.is_zero(of(a)),
            "FieldElement.==": lambda machine, a, b: self.is_zero(of(a) - of(b))}
        self.machine = report.machine(summaries=summaries)
        self.machine.constants.update({("FieldElement", "one"): element(ONE), ("FieldElement", "zero"): element(ZERO),
                                       ("AffinePoint", "b"): element(b)})

    @staticmethod
    def reduced(machine, a):
        if number(a).low < HIGHS[0] or number(a).high > HIGHS[-1]:
            raise Failure(f"UnreducedElement.reduced: high is {number(a).low} ... {number(a).high}")
        return element(of(a))

    def inverse(self, a):
        """The polynomial that a fact gives as the inverse of this one."""
        if a.key not in self.facts:
            raise Failure("an inverse is taken of another number than the last Z")
        return self.facts[a.key]

    def is_zero(self, a):
        if not a.terms or a.terms.keys() == {()}:
            return not a.terms
        answer = self.path.choose([True, False])
        (self.zeros if answer else self.others).append(a)
        return answer


def same(a, b, operation, text):
    if a != b:
        raise Failure(f"{operation}: {text}")


def is_point(result, expected, operation):
    """Requires that Jacobian coordinates are those of a point whose coordinates are rational functions."""
    for name, got, wanted in zip("xy", jacobian(*result), expected):
        same(got.top * wanted.bottom, wanted.top * got.bottom, operation, f"{name} is not that of chord and tangent")


def prove(report):
    report.section("Formulas, as identities of rational functions over all coordinates")
    # Only the field's own files work on the limbs of an element. Other files may make an element of four constants, and
    # may multiply limbs to a number of eight limbs, which is reduced as it is or after a subtraction.
    allowed = re.compile(r"UInt512 \( (?:product|square) : (?:\w+ \. montgomery(?: , )?)+ \)"
                         r"|FieldElement \( montgomery : UInt256 \( (?:0x\w+(?: , )?){4} \)")
    files = [file for file in report.files if not file.startswith(("FieldElement", "UInt512"))]
    for file in files:
        if " montgomery " in allowed.sub("", report.tokens(file)):
            raise Failure(f"{file}: limbs of a field element are used outside of the field's own files")
    report.line("FieldElement.montgomery", f"{len(files)} other files",
                "limbs are only multiplied to eight limbs, which are reduced later")
    doubling(report)
    addition(report)
    builder(report)
    others(report)
    report.line("JacobianPoint.double, add", "X, Y, Z", "any numbers below 2^256 in and out, by the field's operations alone; "
                f"high is {HIGHS[0]} ... {HIGHS[-1]} before a reduction")


def doubling(report):
    name = "JacobianPoint.double"

    def run(path):
        result = coordinates(Field(report, path).machine.call(name, point("JacobianPoint", X, Y, Z)))
        is_point(result, tangent(POINT), name)
        same(result[2], Y * Z, name, "Z is not 0 exactly for Y = 0 or Z = 0")
    report.require(paths(run) == 1, name, "(X, Y, Z)", "the tangent's point; Z3 = Y Z, so that infinity stays infinity")
    report.require(N % 2 == 1, name, "y = 0", "no point has it: its order would be 2, and the group has n elements, an odd number")


def addition(report):
    name, seen = "JacobianPoint.add", []
    abscissas, ordinates, zzz = x * Z**2 - X, y * Z**3 - Y, Z**3
    # What is 0, what is not, the sum, and its Z, which is 0 for infinity alone.
    cases = {"infinity": ([Z], [], AFFINE, ONE), "different x": ([], [Z, abscissas], chord(POINT, AFFINE), Z * abscissas),
             "equal": ([abscissas, ordinates], [Z], tangent(POINT), Y * Z), "opposite": ([abscissas], [Z, ordinates], None, ZERO)}

    def run(path):
        field = Field(report, path)
        result = coordinates(field.machine.call(name, point("JacobianPoint", X, Y, Z), point("AffinePoint", x, y)))
        for case, (zeros, others, expected, z) in cases.items():
            if [{a.key for a in decided} for decided in (field.zeros, field.others, zeros, others)] \
                    == [{a.key for a in decided} for decided in (zeros, others) * 2]:
                break
        else:
            raise Failure(f"{name}: a case is decided by other differences than those of x and y")
        if expected:
            is_point(result, expected, name)
        same(result[2], z, name, f"Z for {case}")
        seen.append(case)
    paths(run)
    report.require(sorted(seen) == sorted(cases), name, "cases",
                   "infinity, different x, equal and opposite: each once, decided by Z, x Z^2 - X and y Z^3 - Y")
    # With X = x Z^2 the two equations of the curve leave (Y - y Z^3)(Y + y Z^3) = 0.
    def curve(x, y, z):
        return y**2 - x**3 + 3 * x * z**4 - b * z**6
    same(curve(x * Z**2, Y, Z) - curve(x, y, ONE) * zzz**2, (Y - y * zzz) * (Y + y * zzz), name, "points with one x")
    report.line(name, "equal x", "y is equal or opposite, by the equation of the curve: no third case")


def builder(report):
    name = "AffinePoint.fill"
    function = report.machine().function("AffinePoint", "fill", [None, "withOddMultiplesOf", "using"])
    statements = function.parsed()
    forward, backward = (n for n, statement in enumerate(statements) if statement[0] == "for")

    def ran(path, part, facts=(), **variables):
        """The variables after some statements, or after a round of the loop at an index."""
        machine = Field(report, path, facts).machine
        variables = machine.framed("AffinePoint", name, {"index": machine.number(1, 1, "Int")} | variables).variables
        machine.round(statements[part][4] if isinstance(part, int) else statements[part])
        return variables

    def points(variables, twice, multiple):
        for kind, expected in (("twice", twice), ("multiple", multiple)):
            is_point([*coordinates(variables[kind]), of(variables["z"])], expected, name)

    def start(path):
        variables = ran(path, slice(forward), point=point("AffinePoint", x, y))
        points(variables, tangent(AFFINE), AFFINE)
        same(of(variables["z"]), y, name, "the first Z, which is not 0")
    report.require(paths(start) == 1, name, "begin", "2P and P with one Z, which is y: not 0")

    def step(path):
        multiples = [None, None]
        variables = ran(path, forward, twice=point("CoZPoint", X, Y), multiple=point("CoZPoint", x, y), z=element(Z),
                        multiples=multiples)
        points(variables, POINT, chord(POINT, jacobian(x, y, Z)))
        ratio = of(multiples[1].fields["zRatio"])
        same(of(variables["z"]), Z * ratio, name, "a Z is not the one before times its ratio")
        same(ratio, x - X, name, "the ratio is not the difference of x, which is 0 for equal or opposite points alone")
        same(*(tuple(a.key for a in coordinates(p)) for p in (multiples[1].fields["point"], variables["multiple"])), name,
             "a stored multiple")
    report.require(paths(step) == 1, name, "a step", "2P and the sum, by the chord, with one Z, the old one times the ratio")

    def entry(table, expected, inverse, variables, text):
        for got, wanted in zip([*coordinates(table), of(variables["inverse"])], (*expected, inverse)):
            same(got, wanted, name, text if wanted is not inverse else "the inverse of a Z")

    def back(path):
        # k is the Z of the entry, i its inverse: the Z before it is k / h, with the inverse i h.
        stored, table = Structure("OddMultiple", {"point": point("CoZPoint", x, y), "zRatio": element(h)}), [None, None]
        variables = ran(path, backward, inverse=element(i), multiples=[None, stored], table=table)
        entry(table[1], (x * i**2, y * i**3), i * h, variables, "an entry is not x / Z^2 and y / Z^3")
    report.require(paths(back) == 1, name, "a step back", "x / Z^2 and y / Z^3; then the inverse of the Z before")

    def between(path):
        table = [None]
        variables = ran(path, slice(forward + 1, backward), {k.key: i}, z=element(k), point=point("AffinePoint", x, y), table=table)
        entry(table[0], (x, y), i, variables, "the first entry")
    report.require(paths(between) == 1, name, "between", "the first entry is P; one inversion, of the last Z")
    wanted = ("binary", "..<", ("number", 1), ("member", ("name", "table"), "count"))
    report.require([statements[n][3] for n in (forward, backward)] == [wanted, ("call", ("member", wanted, "reversed"), [])],
                   name, "steps", "from 1 to the last entry, and back")
    last = 2 * (1 << report.machine().static("GeneratorTable", "width").low - 2) - 1
    report.require(last + 2 < N, name, "h = 0", f"(2i - 1) P is not 2P or -2P: 2i - 3 and 2i + 1 are odd and at most {last}")


def others(report):
    def affine(path):
        field = Field(report, path, {Z.key: i})
        value = field.machine.call("JacobianPoint.affine", point("JacobianPoint", X, Y, Z))
        if (value is None) != bool(field.zeros):
            raise Failure("JacobianPoint.affine: nil for another point than infinity")
        for got, expected in zip(coordinates(value) if value else (), (X * i**2, Y * i**3)):
            same(got, expected, "JacobianPoint.affine", "the coordinates")
    report.require(paths(affine) == 2, "JacobianPoint.affine", "result", "nil for infinity, else X / Z^2 and Y / Z^3")

    def simple(path):
        field = Field(report, path)
        right = x**3 - 3 * x + b
        same(of(field.machine.call("AffinePoint.squareOfY(at:)", element(x))), right, "AffinePoint.squareOfY", "x^3 - 3x + b")
        on_curve = field.machine.call("AffinePoint.isOnCurve", point("AffinePoint", x, y))
        same((field.zeros if on_curve else field.others)[0], y**2 - right, "AffinePoint.isOnCurve", "the equation")
        negative = coordinates(field.machine.call("AffinePoint.prefix -", point("AffinePoint", x, y)))
        is_point([*negative, ONE], jacobian(x, -y, ONE), "AffinePoint.prefix -")
        is_point(coordinates(field.machine.call("JacobianPoint(_:)", point("AffinePoint", x, y))), AFFINE, "JacobianPoint(_:)")
    report.require(paths(simple) == 2, "AffinePoint", "on the curve", "exactly if y^2 = x^3 - 3x + b; -(x, y) = (x, -y)")

    answers, name = set(), "JacobianPoint.hasX"

    def comparison(path):
        field, candidates = Field(report, path), [x, h]

        def taken(machine, number):
            candidate = candidates.pop(0)
            return element(candidate) if path.choose([True, False]) else None
        field.machine.summaries |= {"FieldElement(_:)": taken, "UInt256.addingReportingCarry": lambda machine, a, b: {
            "sum": a, "carry": machine.number(0, 1)}}
        scalar = Structure("Scalar", {"integer": Structure("UInt256", {})})
        value = field.machine.call(f"{name}(congruentTo:)", point("JacobianPoint", X, Y, Z), scalar)
        equations = [x * Z**2 - X, h * Z**2 - X]
        if value and (field.zeros[-1] not in equations or field.others[0] != Z) \
                or any(a not in [Z, *equations] for a in field.zeros + field.others):
            raise Failure(f"{name}: true by another equation than x Z^2 = X")
        answers.add(value)
    paths(comparison)
    report.require(answers == {True, False}, name, "result", "true exactly if x Z^2 = X for x = r or r + n")
