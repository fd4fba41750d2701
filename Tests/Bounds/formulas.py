"""The formulas on points, run from the source over polynomials, and compared with chord and tangent on y^2 = x^3 - 3x + b."""

import re

from arithmetic import Structure, literal
from operations import HIGHS
from ranges import Failure, constant, paths
from report import number, of, symbolic, symbols

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

def point(kind, *coordinates):
    return Structure(kind, dict(zip("xyz", map(symbolic, coordinates))))
def coordinates(value):
    return [of(field) for field in value.fields.values()]
class Field:
    """The field's operations on polynomials over the rational numbers. `zeros` and `others` are the decisions of a path."""

    def __init__(self, report, path, facts=()):
        self.path, self.zeros, self.others, self.facts = path, [], [], dict(facts)
        operations = {"+": lambda a, b: a + b, "-": lambda a, b: a - b, "prefix -": lambda a: -a, "*": lambda a, b: a * b,
                      "halved": lambda a: a.divided(2), "inverse": self.inverse, "multipliedInline": lambda a, b: a * b,
                      "squaredInline": lambda a: a * a, "squared": lambda a: a * a}
        summaries = {f"FieldElement.{name}": lambda machine, *given, run=run: symbolic(run(*map(of, given)))
                     for name, run in operations.items()}
        summaries |= {
            "UInt512(product:_:)": lambda machine, a, b: symbolic(of(a) * of(b), "UInt512"),
            "UInt512(square:)": lambda machine, a: symbolic(of(a)**2, "UInt512"),
            "FieldElement.unreducedSquare": lambda machine, a: symbolic(of(a)**2, "UnreducedElement"),
            "FieldElement.unreducedProduct": lambda machine, a, b, *c:
                symbolic(of(a) * of(b) - sum(map(of, c), ZERO), "UnreducedElement", -len(c)),
            "UnreducedElement.-": lambda machine, a, b:
                symbolic(of(a) - of(b), "UnreducedElement", number(a).low - 1, number(a).high),
            "UnreducedElement.reduced": self.reduced,
            "FieldElement.isZero": lambda machine, a: self.is_zero(of(a)),
            "FieldElement.==": lambda machine, a, b: self.is_zero(of(a) - of(b))}
        self.machine = report.machine(path, summaries)
        self.machine.constants.update({("FieldElement", "one"): symbolic(ONE), ("FieldElement", "zero"): symbolic(ZERO),
                                       ("AffinePoint", "b"): symbolic(b)})

    @staticmethod
    def reduced(machine, a):
        if number(a).low < HIGHS[0] or number(a).high > HIGHS[-1]:
            raise Failure(f"UnreducedElement.reduced: high is {number(a).low} ... {number(a).high}")
        return symbolic(of(a))

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

def confirm(report):
    # Only the field's own files work on the limbs of an element. Other files may make an element of four constants, and
    # may multiply limbs to a number of eight limbs, which is reduced as it is or after a subtraction.
    allowed = re.compile(r"UInt512\((?:product|square): (?:\w+\.montgomery(?:, )?)+\)|FieldElement\(\s*montgomery: UInt256\("
                         r"\s*(?:0x\w+(?:,\s*)?){4}\s*\)|//.*")
    for path in sorted(report.source.rglob("*.swift")):
        if not path.name.startswith(("FieldElement", "UInt512")) and re.search(r"\bmontgomery\b", allowed.sub("", path.read_text())):
            raise Failure(f"{path.name}: limbs of a field element are used outside of the field's own files")
    report.holds(True, "other files multiply limbs of elements to eight limbs, which are reduced, and use them in no other way")
    doubling(report)
    addition(report)
    for count in (8, 3):
        table(report, count)

def doubling(report):
    name = "JacobianPoint.double"
    def run(path):
        result = coordinates(Field(report, path).machine.call(name, point("JacobianPoint", X, Y, Z)))
        is_point(result, tangent(POINT), name)
        same(result[2], Y * Z, name, "Z is not 0 exactly for Y = 0 or Z = 0")
    report.holds(paths(run) == 1, f"{name}: the tangent's point; Z3 = Y Z, so that infinity stays infinity")

def addition(report):
    name, seen = "JacobianPoint.add", []
    abscissas, ordinates, zzz = x * Z**2 - X, y * Z**3 - Y, Z**3
    # What is 0, what is not, the sum, and its Z, which is 0 for infinity alone.
    cases = {"infinity": ([Z], [], AFFINE, ONE), "different x": ([], [Z, abscissas], chord(POINT, AFFINE), Z * abscissas),
             "equal": ([abscissas, ordinates], [Z], tangent(POINT), Y * Z), "opposite": ([abscissas], [Z, ordinates], None, ZERO)}
    def run(path):
        field = Field(report, path)
        result = coordinates(field.machine.call("JacobianPoint.adding", point("JacobianPoint", X, Y, Z), point("AffinePoint", x, y)))
        for case, (zeros, others, expected, z) in cases.items():
            if [{a.key for a in decided} for decided in (field.zeros, field.others)] \
                    == [{a.key for a in decided} for decided in (zeros, others)]:
                break
        else:
            raise Failure(f"{name}: a case is decided by other differences than those of x and y")
        if expected:
            is_point(result, expected, name)
        same(result[2], z, name, f"Z for {case}")
        seen.append(case)
    paths(run)
    report.holds(sorted(seen) == sorted(cases), f"{name}: infinity, different x, equal, opposite: each once, and right")
    # With X = x Z^2 the two equations of the curve leave (Y - y Z^3)(Y + y Z^3) = 0.
    def curve(x, y, z):
        return y**2 - x**3 + 3 * x * z**4 - b * z**6
    report.holds(curve(x * Z**2, Y, Z) - curve(x, y, ONE) * zzz**2 == (Y - y * zzz) * (Y + y * zzz),
                 f"{name}: by the equation of the curve, points with one x have equal or opposite y")

def table(report, count):
    """Runs `fill` whole on a table of some entries. Each round of its loops begins with any state that the one before allows."""
    name, visits = "AffinePoint.fill", []
    def points(variables, twice, multiple):
        for kind, expected in (("twice", twice), ("multiple", multiple)):
            is_point([*coordinates(variables[kind]), of(variables["z"])], expected, name)
    def forward(machine, variables, index, steps, body):
        points(variables, tangent(AFFINE), AFFINE)
        same(of(variables["z"]), y, name, "the first Z, which is not 0")
        multiples = variables["multiples"]
        for n in machine.evaluated(steps):
            visits.append(n)
            before = list(multiples)
            variables |= {index: literal(n, "Int"), "twice": point("CoZPoint", X, Y), "multiple": point("CoZPoint", x, y), "z": symbolic(Z)}
            machine.round(body)
            points(variables, POINT, chord(POINT, jacobian(x, y, Z)))
            if None in multiples[1:n + 1]:
                raise Failure(f"{name}: a multiple is not stored")
            ratio, stored = of(multiples[n].fields["zRatio"]), multiples[n].fields["point"]
            same(of(variables["z"]), Z * ratio, name, "a Z is not the one before times its ratio")
            same(ratio, x - X, name, "the ratio is not the difference of x, which is 0 for equal or opposite points alone")
            same(*(tuple(a.key for a in coordinates(p)) for p in (stored, variables["multiple"])), name, "a stored multiple")
            same(*(entries[:n] + entries[n + 1:] for entries in (before, multiples)), name, "another stored multiple")
        variables["z"] = symbolic(k)
    def backward(machine, variables, index, steps, body):
        # k is the Z of an entry, i its inverse: the Z before it is k / h, with the inverse i h.
        entry(variables["table"][0], (x, y), i, variables, "the first entry")
        for n in machine.evaluated(steps):
            visits.append(n)
            before = list(variables["table"])
            stored = Structure("OddMultiple", {"point": point("CoZPoint", x, y), "zRatio": symbolic(h)})
            variables["multiples"][:] = [None] * n + [stored] + [None] * (count - n - 1)
            variables |= {index: literal(n, "Int"), "inverse": symbolic(i)}
            machine.round(body)
            entry(variables["table"][n], (x * i**2, y * i**3), i * h, variables, "an entry is not x / Z^2 and y / Z^3")
            same(*(entries[:n] + entries[n + 1:] for entries in (before, variables["table"])), name, "another entry")
    def entry(got, expected, inverse, variables, text):
        for one, wanted in zip([*coordinates(got), of(variables["inverse"])], (*expected, inverse)):
            same(one, wanted, name, text if wanted is not inverse else "the inverse of a Z")
    def run(path):
        field, loops = Field(report, path, {k.key: i}), [backward, forward]
        field.machine.loops = {name: lambda machine, variables, *parts: loops.pop()(machine, variables, *parts)}
        field.machine.call(f"{name}(_:withOddMultiplesOf:using:)", entries, point("AffinePoint", x, y), [None] * count)
        same(loops, [], name, "a loop is not reached")
    entries = [None] * count
    report.holds(paths(run) == 1 and visits == [*range(1, count), *range(count - 1, 0, -1)] and None not in entries,
                 f"{name}: a table of {count} entries, from the first line to the last; one inversion, of the last Z")
