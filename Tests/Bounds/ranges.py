"""Integers with known ranges and exact relations to each other: polynomials in symbols that have ranges."""

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

    def __add__(self, other):
        return self.plus(other if isinstance(other, Polynomial) else constant(other))
    def __sub__(self, other):
        return self.plus(other if isinstance(other, Polynomial) else constant(other), -1)
    def __rsub__(self, other):
        return constant(other).plus(self, -1)
    def __neg__(self):
        return self * -1

    def __mul__(self, other):
        if not isinstance(other, Polynomial):
            return Polynomial({monomial: whole(c * other) for monomial, c in self.terms.items()} if other else {})
        result = {}
        for left, a in self.terms.items():
            for right, b in other.terms.items():
                monomial = tuple(sorted(left + right))
                result[monomial] = result.get(monomial, 0) + a * b
        return Polynomial({monomial: whole(value) for monomial, value in result.items() if value})

    def __pow__(self, exponent):
        return self * self ** (exponent - 1) if exponent else constant(1)
    def __eq__(self, other):
        return self.terms == other.terms

    __hash__ = None

    __radd__, __rmul__ = __add__, __mul__

    @property
    def key(self):
        """Equal polynomials have the same key."""
        return frozenset(self.terms.items())

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
        self.ranges, self.definitions, self.remainders, self.facts = [], {}, {}, []
        self.monomials, self.splits, self.unequal = {}, {}, []

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
        """The range that the monomials give, rounded to integers. A number with its remainder r is q M + r."""
        terms = polynomial.terms
        scale = math.lcm(*(c.denominator for c in terms.values()))
        factors = {m: c.numerator * (scale // c.denominator) for m, c in terms.items()}
        low = high = 0
        for rest in [monomial for monomial in terms if monomial in self.splits]:
            number, modulus = self.splits[rest]
            if number in factors:
                factor = factors.pop(number)
                ends = [factor * modulus * (end // modulus) for end in self.monomial(number)]
                low, high = low + min(ends), high + max(ends)
                factors[rest] += factor
        for monomial, factor in factors.items():
            a, b = self.monomial(monomial)
            low += factor * (a if factor > 0 else b)
            high += factor * (b if factor > 0 else a)
        return -(-low // scale), high // scale

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
        self.facts = [(self.without(newest, fact, older), pivot, None) for older, pivot, _ in self.facts] + [(fact, newest, None)]
        self.facts = [(fact, pivot, self.leading(fact)) for fact, pivot, _ in self.facts]
        if not all(self.reduced(polynomial).terms for polynomial in self.unequal):
            raise Unreachable

    def leading(self, fact):
        """The monomials that may be as large as any in a fact."""
        weights = {m: abs(c) * max(map(abs, self.monomial(m))) for m, c in fact.terms.items() if m}
        heaviest = max(weights.values(), default=0)
        return [m for m, weight in weights.items() if weight * 256 >= heaviest]

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
    def expansions(self, polynomial, modulus):
        """Congruent polynomials: one remainder after the other is replaced by what it is the remainder of."""
        polynomial, symbol = self.reduced(polynomial), len(self.ranges)
        while True:
            yield polynomial
            symbols = [s for monomial in polynomial.terms for s in monomial if s < symbol and s in self.definitions]
            if not symbols:
                return
            symbol = max(symbols)
            definition, divisor = self.definitions[symbol]
            for monomial, factor in list(polynomial.terms.items()):
                if symbol in monomial and isinstance(factor, int) and factor * divisor % modulus == 0:
                    index = monomial.index(symbol)
                    others = Polynomial({monomial[:index] + monomial[index + 1:]: factor})
                    polynomial = polynomial - Polynomial({monomial: factor}) + others * definition
            polynomial = self.reduced(polynomial)

    def residue(self, polynomial, modulus):
        """The remainder, after replacing earlier remainders by their definitions.

        It is a polynomial if its range is known to fit, otherwise a symbol. Equal numbers get the same symbol.
        """
        given = polynomial
        for polynomial in self.expansions(polynomial, modulus):
            rest = polynomial - polynomial.multiples(modulus)
            low, high = self.plain(rest)
            if low // modulus == high // modulus:
                return rest - low // modulus * modulus
        key = rest.key, modulus
        if key not in self.remainders:
            self.remainders[key] = self.symbol(0, modulus - 1)
            self.definitions[len(self.ranges) - 1] = given, modulus
            if list(given.terms.values()) == [1] and len(next(iter(given.terms))) == 1:
                self.splits[len(self.ranges) - 1,] = next(iter(given.terms)), modulus
        return self.remainders[key]

    def divided(self, polynomial, low, high, modulus):
        """The quotient and the remainder, each as (polynomial, low, high). The remainder is not negative."""
        if len(polynomial.terms) == 1:
            (symbols, factor), = polynomial.terms.items()
            if self.monomial(symbols) == (0, 1) and isinstance(factor, int):
                upper, lower = (Polynomial({symbols: part} if part else {}) for part in divmod(factor, modulus))
                return (upper, *self.plain(upper)), (lower, *self.plain(lower))
        rest = polynomial - polynomial.multiples(modulus)
        a, b = self.range(rest)
        if a // modulus == b // modulus:
            remainder = rest - a // modulus * modulus, a % modulus, b % modulus
        elif low // modulus == high // modulus:
            remainder = polynomial - low // modulus * modulus, low % modulus, high % modulus
        else:
            # A common power of two is taken out first.
            common = math.gcd(modulus, *(c if isinstance(c, int) else 1 for c in rest.terms.values()))
            key = rest.key, modulus
            if key not in self.remainders:
                self.remainders[key] = self.residue(rest.divided(common), modulus // common) * common
            remainder = self.remainders[key], 0, modulus - common
        upper = (polynomial - remainder[0]).divided(modulus)
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
