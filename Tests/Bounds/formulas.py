"""The formulas on points, run from the source over polynomials, and compared with chord and tangent on y^2 = x^3 - 3x + b."""

from fractions import Fraction

from arithmetic import Number, Structure
from machine import Frame
from ranges import Failure, Polynomial, constant, paths
from report import N, P


def symbols(names):
    """Variables of polynomials. Their numbers are below 0, so they are not symbols of a path."""
    return [Polynomial({(ord(name) - 1000,): 1}) for name in names]


X, Y, Z, x, y, b, h, i, k = symbols("XYZxybhik")
ONE, ZERO = constant(1), constant(0)


def minus(a, b):
    return a.plus(b, -1)


def product(*factors):
    result = ONE
    for factor in factors:
        result = result.times(factor)
    return result


def power(a, exponent):
    return product(*[a] * exponent)


def element(polynomial, kind="FieldElement"):
    return Structure(kind, {"montgomery": Number(None, polynomial, 0, 1)})


def of(value):
    return value.polynomial if isinstance(value, Number) else of(next(iter(value.fields.values())))


def point(kind, *coordinates):
    return Structure(kind, dict(zip("xyz", map(element, coordinates))))


def coordinates(value):
    return [of(field) for field in value.fields.values()]


class Field:
    """The field's operations on polynomials over the rational numbers. `zeros` and `others` are the decisions of a path."""

    def __init__(self, report, path, facts=()):
        self.path, self.zeros, self.others, self.facts = path, [], [], dict(facts)
        square = lambda a: power(a, 2)
        operations = {
            "FieldElement": {"+": Polynomial.plus, "-": minus, "prefix -": lambda a: a.scaled(-1), "*": product,
                             "halved": lambda a: a.divided(2), "inverse": self.inverse, "multipliedInline": product,
                             "squaredInline": square, "squared": square},
            "UnreducedElement": {"-": minus},
        }
        summaries = {f"{kind}.{name}": self.summary(run, kind) for kind, names in operations.items()
                     for name, run in names.items()}
        summaries["UnreducedElement.reduced"] = self.summary(lambda a: a)
        for name, run in {"FieldElement.unreducedSquare": square, "FieldElement.unreducedProduct":
                          lambda a, b, c=ZERO: minus(a.times(b), c)}.items():
            summaries[name] = self.summary(run, "UnreducedElement")
        summaries["UInt512(product::)"] = summaries["UInt512(product:_:)"] = self.summary(product, "UInt512")
        summaries["UInt512(square:)"] = self.summary(square, "UInt512")
        summaries["FieldElement.isZero"] = lambda machine, a: self.is_zero(of(a))
        summaries["FieldElement.=="] = lambda machine, a, b: self.is_zero(minus(of(a), of(b)))
        self.machine = report.machine(summaries=summaries)
        self.machine.constants.update({("FieldElement", "one"): element(ONE), ("FieldElement", "zero"): element(ZERO),
                                       ("AffinePoint", "b"): element(b)})

    @staticmethod
    def summary(run, kind="FieldElement"):
        return lambda machine, *arguments: element(run(*map(of, arguments)), kind)

    def inverse(self, a):
        """The polynomial that a fact gives as the inverse of this one."""
        if frozenset(a.terms.items()) not in self.facts:
            raise Failure("an inverse is taken of another number than the last Z")
        return self.facts[frozenset(a.terms.items())]

    def is_zero(self, a):
        if not a.terms or a.terms.keys() == {()}:
            return not a.terms
        answer = self.path.choose([True, False])
        (self.zeros if answer else self.others).append(a)
        return answer

    def call(self, kind, name, *arguments):
        """The value of a method, and `self` after it."""
        function = self.machine.function(kind, name, [None] * len(arguments))
        value, _, this = self.machine.entered(function, list(arguments))
        return value, this


def same(a, b, operation, text):
    if minus(a, b).terms:
        raise Failure(f"{operation}: {text}")


def scaled(result, expected, operation):
    """Requires that Jacobian coordinates are those of a point whose coordinates are fractions."""
    (rx, ry, rz), ((xn, xd), (yn, yd)) = result, expected
    same(rx.times(xd), product(xn, rz, rz), operation, "x is not that of chord and tangent")
    same(ry.times(yd), product(yn, rz, rz, rz), operation, "y is not that of chord and tangent")


def chord(p, q, slope):
    """The third point, as fractions, for the points p and q as fractions and the slope as a fraction."""
    ((x1, d1), (y1, e1)), ((x2, d2), _) = p, q
    n, d = slope
    square = power(d, 2)
    top = minus(minus(product(n, n, d1, d2), product(x1, square, d2)), product(x2, square, d1))
    bottom = product(square, d1, d2)
    # y3 = slope (x1 - x3) - y1
    rise = minus(x1.times(bottom), top.times(d1))
    return (top, bottom), (minus(product(n, rise, e1), product(y1, d, d1, bottom)), product(d, d1, bottom, e1))


def tangent(p):
    (x1, d1), (y1, e1) = p
    slope = minus(power(x1, 2), power(d1, 2)).scaled(3).times(e1), product(y1, d1, d1).scaled(2)
    return chord(p, p, slope)


def secant(p, q):
    (x1, d1), (y1, e1) = p
    (x2, d2), (y2, e2) = q
    rise, run = minus(y2.times(e1), y1.times(e2)), minus(x2.times(d1), x1.times(d2))
    return chord(p, q, (product(rise, d1, d2), product(run, e1, e2)))


JACOBIAN = (X, power(Z, 2)), (Y, power(Z, 3))
AFFINE = (x, ONE), (y, ONE)


def prove(report):
    report.section("Formulas, as identities of rational functions over all coordinates")
    doubling(report)
    addition(report)
    builder(report)
    others(report)


def doubling(report):
    name = "JacobianPoint.double"

    def run(path):
        field = Field(report, path)
        result = coordinates(field.call("JacobianPoint", "double", point("JacobianPoint", X, Y, Z))[1])
        scaled(result, tangent(JACOBIAN), name)
        same(result[2], Y.times(Z), name, "Z is not 0 exactly for Y = 0 or Z = 0")
    report.require(paths(run) == 1, name, "(X, Y, Z)", "the tangent's point; Z3 = Y Z, so that infinity stays infinity")
    report.require(not roots(report), name, "y = 0", "no point has it: x^3 - 3x + b has no root modulo p")


def roots(report):
    """Whether x^3 - 3x + b has a root: gcd with x^p - x, with polynomials as lists from the constant coefficient on."""
    constant_term = of_constant(report)

    def times(f, g):
        result = [0] * 5
        for m, c in enumerate(f):
            for n, d in enumerate(g):
                result[m + n] = (result[m + n] + c * d) % P
        for degree in (4, 3):  # x^3 = 3x - b
            result[degree - 2] += 3 * result[degree]
            result[degree - 3] -= constant_term * result[degree]
        return [c % P for c in result[:3]]
    result = [1, 0, 0]
    for bit in f"{P:b}":
        result = times(result, result)
        if bit == "1":
            result = times(result, [0, 1, 0])
    f, g = [constant_term, P - 3, 0, 1], [result[0], result[1] - 1, result[2]]
    while any(c % P for c in g):
        while not g[-1] % P:
            g.pop()
        inverse = pow(g[-1], -1, P)
        while len(f) >= len(g):
            factor = f[-1] * inverse
            f = [(c - factor * (g[n - len(f) + len(g)] if n >= len(f) - len(g) else 0)) % P for n, c in enumerate(f)][:-1]
        f, g = g, f or [0]
    return len(f) > 1


def of_constant(report):
    machine = report.machine()
    number = machine.joined_limbs(machine.static("AffinePoint", "b").fields["montgomery"]).polynomial.terms[()]
    return number * pow(2**256, -1, P) % P


def addition(report):
    name, cases = "JacobianPoint.add", {}
    abscissas, ordinates = minus(x.times(power(Z, 2)), X), minus(y.times(power(Z, 3)), Y)

    def run(path):
        field = Field(report, path)
        result = coordinates(field.call("JacobianPoint", "add", point("JacobianPoint", X, Y, Z),
                                        point("AffinePoint", x, y))[1])
        zeros, others = ([a.terms for a in decided] for decided in (field.zeros, field.others))
        for case, expected in {"infinity": ([Z], []), "different x": ([], [Z, abscissas]),
                               "equal": ([abscissas, ordinates], [Z]), "opposite": ([abscissas], [Z, ordinates])}.items():
            if zeros == [a.terms for a in expected[0]] and sorted(map(str, others)) == sorted(str(a.terms) for a in expected[1]):
                break
        else:
            raise Failure(f"{name}: a case is decided by other differences than those of x and y")
        if case == "infinity":
            scaled(result, AFFINE, name)
            same(result[2], ONE, name, "infinity plus a point is not the point")
        elif case == "different x":
            scaled(result, secant(JACOBIAN, AFFINE), name)
            same(result[2], Z.times(abscissas), name, "Z is not the product of two numbers that are not 0")
        elif case == "equal":
            scaled(result, tangent(JACOBIAN), name)
            same(result[2], Y.times(Z), name, "Z of a doubling")
        else:
            same(result[2], ZERO, name, "the sum of opposite points is not infinity")
        cases[case] = cases.get(case, 0) + 1
    report.require(paths(run) == 4 and len(cases) == 4, name, "cases",
                   "infinity, different x, equal and opposite: each once, decided by Z, x Z^2 - X and y Z^3 - Y")
    # With X = x Z^2 the two equations of the curve leave (Y - y Z^3)(Y + y Z^3) = 0.
    def curve(x, y, z):
        return minus(power(y, 2), power(x, 3).plus(product(x, power(z, 4)), -3).plus(product(b, power(z, 6))))
    zzz = power(Z, 3)
    left = minus(curve(x.times(power(Z, 2)), Y, Z), product(curve(x, y, ONE), power(zzz, 2)))
    same(left, minus(Y, y.times(zzz)).times(Y.plus(y.times(zzz))), name, "points with one x")
    report.line(name, "equal x", "y is equal or opposite, by the equation of the curve: no third case")


def builder(report):
    name = "AffinePoint.fill"
    function = report.machine().function("AffinePoint", "fill", [None, "withOddMultiplesOf", "using"])
    statements = function.parsed()
    forward, backward = (n for n, statement in enumerate(statements) if statement[0] == "for")

    def framed(field, **variables):
        frame = Frame(name)
        frame.owner, frame.variables = "AffinePoint", variables
        field.machine.frames.append(frame)
        return frame.variables

    def start(path):
        field = Field(report, path)
        variables = framed(field, point=point("AffinePoint", x, y))
        field.machine.run(statements[:forward])
        z = of(variables["z"])
        scaled([*coordinates(variables["twice"]), z], tangent(AFFINE), name)
        scaled([*coordinates(variables["multiple"]), z], AFFINE, name)
        same(z, y, name, "the first Z, which is not 0")
    report.require(paths(start) == 1, name, "begin", "2P and P with one Z, which is y: not 0")

    def step(path):
        field, multiples = Field(report, path), [None, None]
        variables = framed(field, twice=point("CoZPoint", X, Y), multiple=point("CoZPoint", x, y), z=element(Z),
                           index=field.machine.number(1, 1, "Int"), multiples=multiples)
        field.machine.round(statements[forward][4])
        z, first, second = of(variables["z"]), JACOBIAN, ((x, power(Z, 2)), (y, power(Z, 3)))
        scaled([*coordinates(variables["twice"]), z], first, name)
        scaled([*coordinates(variables["multiple"]), z], secant(first, second), name)
        ratio = of(multiples[1].fields["zRatio"])
        same(z, Z.times(ratio), name, "a Z is not the one before times its ratio")
        same(ratio, minus(x, X), name, "the ratio is not the difference of x, which is 0 for equal or opposite points alone")
        for stored, kept in zip(coordinates(multiples[1].fields["point"]), coordinates(variables["multiple"])):
            same(stored, kept, name, "a stored multiple")
    report.require(paths(step) == 1, name, "a step", "2P and the sum, by the chord, with one Z, the old one times the ratio")

    def back(path):
        # k is the Z of the entry, i its inverse: the Z before it is k / h, with the inverse i h.
        field, table = Field(report, path), [None, None]
        entry = Structure("OddMultiple", {"point": point("CoZPoint", x, y), "zRatio": element(h)})
        variables = framed(field, inverse=element(i), index=field.machine.number(1, 1, "Int"), multiples=[None, entry],
                           table=table)
        field.machine.round(statements[backward][4])
        for got, expected in zip(coordinates(table[1]), (product(x, i, i), product(y, i, i, i))):
            same(got, expected, name, "an entry is not x / Z^2 and y / Z^3")
        same(of(variables["inverse"]), i.times(h), name, "the inverse of the Z before")
    report.require(paths(back) == 1, name, "a step back", "x / Z^2 and y / Z^3; then the inverse of the Z before")

    def between(path):
        field, table = Field(report, path, [(frozenset(k.terms.items()), i)]), [None]
        variables = framed(field, z=element(k), point=point("AffinePoint", x, y), table=table)
        field.machine.run(statements[forward + 1:backward])
        same(of(variables["inverse"]), i, name, "the inverse of the last Z")
        for got, expected in zip(coordinates(table[0]), (x, y)):
            same(got, expected, name, "the first entry")
    report.require(paths(between) == 1, name, "between", "the first entry is P; one inversion, of the last Z")
    wanted = ("binary", "..<", ("number", 1), ("member", ("name", "table"), "count"))
    report.require([statements[n][3] for n in (forward, backward)] == [wanted, ("call", ("member", wanted, "reversed"), [])],
                   name, "steps", "from 1 to the last entry, and back")
    width = report.machine().static("GeneratorTable", "width").low
    last = 2 * (1 << width - 2) - 1
    report.require(last + 2 < N, name, "h = 0", f"(2i - 1) P is not 2P or -2P: 2i - 3 and 2i + 1 are odd and at most {last}")


def others(report):
    def affine(path):
        field = Field(report, path, [(frozenset(Z.terms.items()), i)])
        value, _ = field.call("JacobianPoint", "affine", point("JacobianPoint", X, Y, Z))
        if (value is None) != bool(field.zeros):
            raise Failure("JacobianPoint.affine: nil for another point than infinity")
        if value:
            for got, expected in zip(coordinates(value), (product(X, i, i), product(Y, i, i, i))):
                same(got, expected, "JacobianPoint.affine", "the coordinates")
    report.require(paths(affine) == 2, "JacobianPoint.affine", "result", "nil for infinity, else X / Z^2 and Y / Z^3")

    def simple(path):
        field = Field(report, path)
        value = field.machine.call("AffinePoint", "squareOfY", element(x), labels=["at"])
        right = power(x, 3).plus(x, -3).plus(b)
        same(of(value), right, "AffinePoint.squareOfY", "x^3 - 3x + b")
        on_curve = field.machine.member(point("AffinePoint", x, y), "isOnCurve")
        same((field.zeros if on_curve else field.others)[0], minus(power(y, 2), right), "AffinePoint.isOnCurve", "the equation")
        negative, _ = field.call("AffinePoint", "prefix -", point("AffinePoint", x, y))
        for got, expected in zip(coordinates(negative), (x, y.scaled(-1))):
            same(got, expected, "AffinePoint.prefix -", "(x, -y)")
        lifted = field.machine.entered(field.machine.function("JacobianPoint", "init", [None]), [point("AffinePoint", x, y)])[0]
        scaled(coordinates(lifted), AFFINE, "JacobianPoint(_:)")
    report.require(paths(simple) == 2, "AffinePoint", "on the curve", "exactly if y^2 = x^3 - 3x + b; -(x, y) = (x, -y)")

    answers = {}

    def comparison(path):
        field, tried = Field(report, path), []

        def taken(machine, number):
            tried.append(number)
            return element([x, h][len(tried) - 1]) if path.choose([True, False]) else None
        field.machine.summaries["FieldElement(_:)"] = taken
        field.machine.summaries["UInt256.addingReportingCarry"] = lambda machine, a, b: {
            "sum": a, "carry": machine.number(0, 1)}
        scalar = Structure("Scalar", {"integer": Structure("UInt256", {})})
        value = field.machine.call("JacobianPoint", "hasX", point("JacobianPoint", X, Y, Z), scalar, labels=[None, "congruentTo"])
        equations = [minus(product(candidate, Z, Z), X).terms for candidate in (x, h)]
        if value and (field.zeros[-1].terms not in equations or field.others[0].terms != Z.terms):
            raise Failure("JacobianPoint.hasX: true by another equation than x Z^2 = X")
        if any(a.terms not in [Z.terms, *equations] for a in field.zeros + field.others):
            raise Failure("JacobianPoint.hasX: another equation than x Z^2 = X")
        answers[value] = answers.get(value, 0) + 1
    paths(comparison)
    report.require(answers.keys() == {True, False}, "JacobianPoint.hasX", "result", "true exactly if x Z^2 = X for x = r or r + n")
