"""Integers with known ranges and exact relations to each other: polynomials in symbols that have ranges.

A number that is no constant is a polynomial in the limbs that went into a computation and in the remainders that it
took. The quotient that belongs to a remainder r = x mod M is the polynomial (x - r) / M, so that a chain of carries
telescopes: what comes out of it, put together, is exactly what went in. The range of a polynomial is that of its
monomials, added up; every step keeps the narrower of this range and the one that its operands' ranges give.
"""

from fractions import Fraction
import math


class Failure(Exception):
    """A bound does not hold, or cannot be derived."""


class Unreachable(Exception):
    """The equations of this path contradict each other."""


def whole(number):
    """Turns a fraction that is an integer into an `int`."""
    return number.numerator if isinstance(number, Fraction) and number.denominator == 1 else number


def quotient(number, divisor):
    return number // divisor if isinstance(number, int) and number % divisor == 0 else whole(Fraction(number, divisor))


class Polynomial:
    """A sum of monomials: a dictionary from a monomial's sorted symbols to its coefficient."""

    __slots__ = ("terms",)

    def __init__(self, terms):
        self.terms = terms

    def plus(self, other, factor=1):
        terms = dict(self.terms)
        for monomial, coefficient in other.terms.items():
            total = terms.get(monomial, 0) + factor * coefficient
            if total:
                terms[monomial] = whole(total)
            else:
                terms.pop(monomial, None)
        return Polynomial(terms)

    def times(self, other):
        result = {}
        for left, a in self.terms.items():
            for right, b in other.terms.items():
                monomial = tuple(sorted(left + right))
                result[monomial] = result.get(monomial, 0) + a * b
        return Polynomial({monomial: whole(value) for monomial, value in result.items() if value})

    def scaled(self, factor):
        return Polynomial({monomial: whole(c * factor) for monomial, c in self.terms.items()} if factor else {})

    def divided(self, divisor):
        return Polynomial({monomial: quotient(c, divisor) for monomial, c in self.terms.items()})

    def multiples(self, modulus):
        """The monomials whose coefficient is a multiple of the modulus."""
        return Polynomial({m: c for m, c in self.terms.items() if isinstance(c, int) and c % modulus == 0})

    def is_multiple(self, modulus):
        return all(isinstance(c, int) and c % modulus == 0 for c in self.terms.values())


def constant(value):
    return Polynomial({(): value} if value else {})


class Path:
    """One way through a computation: its symbols, the decisions taken, and the equations that follow from them."""

    def __init__(self, choices=()):
        self.choices, self.taken, self.alternatives = list(choices), [], []
        self.ranges, self.definitions, self.remainders, self.facts, self.sums = [], {}, {}, [], []
        self.monomials = {}

    def symbol(self, low, high):
        self.ranges.append((low, high))
        return Polynomial({(len(self.ranges) - 1,): 1})

    def choose(self, options):
        """Chooses one option on this path. Each other option is chosen on a path of its own."""
        depth = len(self.taken)
        if depth == len(self.choices):
            self.alternatives += [self.taken + [index] for index in range(1, len(options))]
            self.choices.append(0)
        self.taken.append(self.choices[depth])
        return options[self.taken[-1]]

    # Ranges.

    def monomial(self, symbols):
        if symbols not in self.monomials:
            low, high = 1, 1
            for symbol in symbols:
                a, b = self.ranges[symbol]
                ends = low * a, low * b, high * a, high * b
                low, high = min(ends), max(ends)
            self.monomials[symbols] = low, high
        return self.monomials[symbols]

    def plain(self, polynomial):
        """The range that the monomials give, rounded to integers."""
        low, high = self.ends(polynomial)
        return math.ceil(low), math.floor(high)

    def ends(self, polynomial):
        """The range that the monomials give, using |a| + |b| <= N for the pairs in `sums`."""
        low = high = 0
        terms = polynomial.terms
        for a, b, total in self.sums:
            factors = {a: {}, b: {}}
            rest = {}
            for monomial, coefficient in terms.items():
                linear = [symbol for symbol in (a, b) if monomial.count(symbol) == 1]
                if len(linear) == 1:
                    others = tuple(symbol for symbol in monomial if symbol != linear[0])
                    factors[linear[0]][others] = coefficient
                else:
                    rest[monomial] = coefficient
            if factors[a] and factors[b]:
                ends = [abs(end) for factor in factors.values() for end in self.ends(Polynomial(factor))]
                low, high, terms = low - total * max(ends), high + total * max(ends), rest
        for monomial, coefficient in terms.items():
            a, b = self.monomial(monomial)
            low += coefficient * (a if coefficient > 0 else b)
            high += coefficient * (b if coefficient > 0 else a)
        return low, high

    def range(self, polynomial, depth=0):
        """The range, also after adding up to `depth` facts that cancel a monomial."""
        low, high = self.plain(polynomial)
        if depth:
            reduced = self.reduced(polynomial)
            a, b = self.range(reduced, 0)
            low, high = max(low, a), min(high, b)
            for fact, _, leading in self.facts:
                for monomial in leading:
                    if monomial in polynomial.terms and monomial in fact.terms:
                        a, b = self.range(self.without(monomial, fact, polynomial), depth - 1)
                        low, high = max(low, a), min(high, b)
        if low > high:
            raise Unreachable
        return low, high

    # Facts: polynomials that are 0 on this path.

    def suppose(self, fact):
        """Records that a polynomial is 0 on this path."""
        fact = self.reduced(fact)
        if not fact.terms:
            return
        low, high = self.range(fact, 1)
        if low > 0 or high < 0:
            raise Unreachable
        newest = max((m for m in fact.terms if m), key=lambda m: (m[-1], len(m)))
        weights = {m: abs(c) * max(map(abs, self.monomial(m))) for m, c in fact.terms.items() if m}
        heaviest = max(weights.values())
        self.facts = [(self.without(newest, fact, older), pivot, leading) for older, pivot, leading in self.facts]
        self.facts.append((fact, newest, [m for m, weight in weights.items() if weight * 256 >= heaviest]))

    @staticmethod
    def without(monomial, fact, polynomial):
        if monomial not in polynomial.terms:
            return polynomial
        return polynomial.plus(fact, -quotient(polynomial.terms[monomial], fact.terms[monomial]))

    def reduced(self, polynomial):
        """Eliminates the newest monomial of each fact."""
        for fact, newest, _ in self.facts:
            polynomial = self.without(newest, fact, polynomial)
        return polynomial

    # Division by a power of two.

    def residue(self, polynomial, modulus):
        """The remainder, after replacing earlier remainders by their definitions.

        It is a polynomial if its range is known to fit, otherwise a symbol. Equal numbers get the same symbol.
        """
        given = polynomial
        polynomial = self.reduced(polynomial)
        symbol = len(self.ranges)
        while True:
            rest = polynomial.plus(polynomial.multiples(modulus), -1)
            low, high = self.plain(rest)
            if low // modulus == high // modulus:
                return rest.plus(constant(low // modulus * modulus), -1)
            symbols = [s for monomial in polynomial.terms for s in monomial if s < symbol and s in self.definitions]
            if not symbols:
                break
            symbol = max(symbols)
            definition, divisor = self.definitions[symbol]
            for monomial, factor in list(polynomial.terms.items()):
                if symbol in monomial and isinstance(factor, int) and factor * divisor % modulus == 0:
                    index = monomial.index(symbol)
                    others = Polynomial({monomial[:index] + monomial[index + 1:]: factor})
                    polynomial = polynomial.plus(Polynomial({monomial: factor}), -1).plus(others.times(definition))
            polynomial = self.reduced(polynomial)
        key = frozenset(rest.terms.items()), modulus
        if key not in self.remainders:
            self.remainders[key] = self.symbol(0, modulus - 1)
            self.definitions[len(self.ranges) - 1] = given, modulus
        return self.remainders[key]

    def divided(self, polynomial, low, high, modulus):
        """The quotient and the remainder, each as (polynomial, low, high). The remainder is not negative."""
        rest = polynomial.plus(polynomial.multiples(modulus), -1)
        a, b = self.range(rest)
        if a // modulus == b // modulus:
            remainder = rest.plus(constant(a // modulus * modulus), -1), a % modulus, b % modulus
        elif low // modulus == high // modulus:
            remainder = polynomial.plus(constant(low // modulus * modulus), -1), low % modulus, high % modulus
        else:
            key = frozenset(rest.terms.items()), modulus
            if key not in self.remainders:
                self.remainders[key] = self.residue(rest, modulus)
            remainder = self.remainders[key], 0, modulus - 1
        upper = polynomial.plus(remainder[0], -1).divided(modulus)
        a, b = self.range(upper)
        return (upper, max(a, low // modulus), min(b, high // modulus)), remainder


def paths(run):
    """Runs a computation on every path and returns how many paths can be taken."""
    open_paths, count = [[]], 0
    while open_paths:
        path = Path(open_paths.pop())
        try:
            run(path)
            count += 1
        except Unreachable:
            pass
        open_paths += path.alternatives
    return count
