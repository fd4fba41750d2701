"""The numbers of the checks: integers of which a range and an exact polynomial are known, and Swift's operators on them.

A result that may not fit its type is a failure.
"""

from operator import add, and_, mul, or_, sub, xor

from ranges import Failure, Unreachable, constant

WIDTHS = {"UInt8": (0, 8), "UInt32": (0, 32), "UInt64": (0, 64), "UInt128": (0, 128), "Int": (1, 64), "Int16": (1, 16),
          "Int32": (1, 32), "Int64": (1, 64), "Int128": (1, 128), "Bool": (0, 1)}
EXACT = {"+": add, "-": sub, "*": mul, "&": and_, "|": or_, "^": xor}

def limits(kind):
    signed, bits = WIDTHS[kind]
    return (-(1 << bits - 1), (1 << bits - 1) - 1) if signed else (0, (1 << bits) - 1)

class Number:
    """An integer between two bounds, whose lowest `zeros` bits are 0. Its kind is a Swift type, or None for a literal."""

    __slots__ = ("kind", "polynomial", "low", "high", "zeros")

    def __init__(self, kind, polynomial, low, high, zeros=0):
        self.kind, self.polynomial, self.low, self.high, self.zeros = kind, polynomial, low, high, zeros
    @property
    def is_constant(self):
        return self.low == self.high
    def typed(self, kind):
        return Number(kind, self.polynomial, self.low, self.high)

    def fits_above(self, other):
        """Whether each bit of this number is above all bits of another."""
        count = other.high.bit_length()
        return self.zeros >= count or self.polynomial.is_multiple(1 << count)

def literal(value, kind=None):
    return Number(kind, constant(value), value, value)
class Structure:
    """A value of a Swift structure."""

    def __init__(self, kind, fields):
        self.kind, self.fields = kind, fields

def copied(value):
    if isinstance(value, Structure):
        return Structure(value.kind, {name: copied(field) for name, field in value.fields.items()})
    return tuple(map(copied, value)) if isinstance(value, tuple) else value

def flat(value):
    """The words of a value, as it lies in memory."""
    if isinstance(value, Structure):
        return flat(list(value.fields.values()))
    return [word for part in value for word in flat(part)] if isinstance(value, (tuple, list)) else [value]

class Arithmetic:
    """Numbers on a path, and Swift's operators."""

    def __init__(self, path):
        self.path, self.frames = path, []

    def fail(self, text):
        where = " < ".join(map(str, reversed(self.frames)))
        raise Failure(f"{text} in {where}")

    # Numbers.
    def number(self, low, high, kind="UInt64"):
        """Makes a number that may have any value in a range."""
        return literal(low, kind) if low == high else Number(kind, self.path.symbol(low, high), low, high)

    def made(self, kind, polynomial, low, high):
        a, b = self.path.range(polynomial)
        low, high = max(low, a), min(high, b)
        if low > high:
            raise Unreachable
        if low == high and polynomial.terms != constant(low).terms:
            self.path.suppose(polynomial - low)
            polynomial = constant(low)
        return Number(kind, polynomial, low, high)

    def combined(self, operator, x, y):
        """The exact sum, difference or product."""
        if x.is_constant and y.is_constant:
            return literal(EXACT[operator](x.low, y.low))
        if operator == "*":
            ends = [a * b for a in (x.low, x.high) for b in (y.low, y.high)]
            return self.made(None, x.polynomial * y.polynomial, min(ends), max(ends))
        if operator == "+":
            return self.made(None, x.polynomial + y.polynomial, x.low + y.low, x.high + y.high)
        return self.made(None, x.polynomial - y.polynomial, x.low - y.high, x.high - y.low)

    def scaled(self, x, factor, kind=None):
        return self.made(kind, x.polynomial * factor, *sorted((x.low * factor, x.high * factor)))

    def narrowed(self, number, depth=2):
        low, high = self.path.range(number.polynomial, depth)
        return self.made(number.kind, number.polynomial, max(low, number.low), min(high, number.high))

    def divided(self, x, modulus):
        """The quotient and the remainder, which is not negative."""
        if x.is_constant:
            return [literal(part) for part in divmod(x.low, modulus)]
        upper, lower = self.path.divided(x.polynomial, x.low, x.high, modulus)
        return self.made(None, *upper), self.made(None, *lower)

    def with_overflow(self, operator, x, y, bits):
        """A sum, difference or product modulo 2^bits, and what is carried or borrowed, or the high half."""
        upper, lower = self.divided(self.combined(operator, x, y), 1 << bits)
        return lower, self.scaled(upper, -1) if operator == "-" else upper

    def remainder(self, x, low, high):
        """The number from low to high that is congruent to this one modulo high - low + 1."""
        rest = self.divided(Number(None, x.polynomial - low, x.low - low, x.high - low), high - low + 1)[1]
        return Number(None, rest.polynomial + low, rest.low + low, rest.high + low)

    def whole(self, value):
        """The number that the words of a value make up, or a result and what was carried or borrowed."""
        if isinstance(value, Number):
            return value
        fields = value.fields if isinstance(value, Structure) else value if isinstance(value, dict) else dict(enumerate(value))
        polynomial, low, high, shift = constant(0), 0, 0, 0
        for name in sorted(fields, key=lambda name: (name in ("high", "carry", "borrow"), name)):
            part, factor = self.whole(fields[name]), (-1 if name == "borrow" else 1) << shift
            ends = sorted((part.low * factor, part.high * factor))
            polynomial, low, high = polynomial.plus(part.polynomial, factor), low + ends[0], high + ends[1]
            shift += 64 * len(flat(fields[name]))
        return literal(low) if low == high else self.made(None, polynomial, low, high)

    # Decisions.
    def fixed(self, number):
        """Decides for one value of a number. Each other possible value gets its own path."""
        number = number if number.is_constant else self.narrowed(number)
        if number.is_constant:
            return number.low
        if number.high - number.low > 3:
            self.fail(f"a decision depends on {number.low} ... {number.high}")
        value = self.path.choose(range(number.low, number.high + 1))
        self.path.suppose(number.polynomial - value)
        return value

    def compared(self, operator, x, y):
        """Decides a comparison. If both answers are possible, each gets its own path."""
        if operator in (">", "<="):
            return self.compared("<" if operator == ">" else ">=", y, x)
        if operator in (">=", "!="):
            return not self.compared("<" if operator == ">=" else "==", x, y)
        if x.is_constant and y.is_constant:
            return x.low == y.low if operator == "==" else x.low < y.low
        difference = self.combined("-", x, y)
        if difference.low <= 0 <= difference.high and not difference.is_constant:
            difference = self.narrowed(difference)
        low, high = difference.low, difference.high
        if low <= 0 <= high and max(x.high - x.low, y.high - y.low) == 1:
            low = high = self.fixed(x) - self.fixed(y)
        if operator == "==":
            if low == high or low > 0 or high < 0:
                return low == high == 0
            if self.path.choose([True, False]):
                self.path.suppose(difference.polynomial)
                return True
            self.path.unequal.append(difference.polynomial)
            if low == 0:
                self.path.suppose(difference.polynomial - self.path.symbol(1, high))
            return False
        if high < 0 or low >= 0:
            return high < 0
        is_less = self.path.choose([True, False])
        slack = self.path.symbol(1, -low) if is_less else -self.path.symbol(0, high)
        self.path.suppose(difference.polynomial + slack)
        return is_less

    # Swift's operators.
    def fitted(self, number, kind, may_wrap):
        """Converts a number to a type: unchanged if it fits, otherwise modulo the type's size if it may wrap."""
        low, high = limits(kind)
        for depth in (1, 2):
            if low <= number.low and number.high <= high:
                return number.typed(kind)
            number = number if number.is_constant else self.narrowed(number, depth)
        if low <= number.low and number.high <= high:
            return number.typed(kind)
        if not may_wrap:
            self.fail(f"{kind} cannot hold {number.low} ... {number.high}")
        if number.high - number.low <= 3:
            return literal((self.fixed(number) - low) % (high - low + 1) + low, kind)
        return self.remainder(number, low, high).typed(kind)

    def operation(self, operator, x, y):
        kind, exact = x.kind or y.kind, EXACT.get(operator.lstrip("&") or "&")
        if operator in ("&<<", "&>>", "<<", ">>"):
            return self.shifted(operator, x, self.fixed(y))
        if x.kind and y.kind and x.kind != y.kind:
            raise Failure(f"{operator} of {x.kind} and {y.kind}")
        if operator in ("==", "!=", "<", ">", "<=", ">="):
            return self.compared(operator, x, y)
        may_wrap = operator in ("&+", "&-", "&*") and self.may_wrap()
        if x.is_constant and y.is_constant and exact:
            return self.fitted(literal(exact(x.low, y.low)), kind, may_wrap)
        if operator[-1] in "+-*":
            return self.fitted(self.combined(operator[-1], x, y), kind, may_wrap)
        if operator == "/":
            return self.quotient_and_remainder(x, y, kind)[0]
        x, y = (y, x) if x.is_constant else (x, y)
        if operator == "&":
            mask = self.fixed(y)
            return self.divided(x, mask + 1)[1].typed(kind) if mask & mask + 1 == 0 else self.fail(f"& with {mask}")
        if operator == "|":
            return self.joined(x, y) or self.fail("| of numbers that may share bits")
        if operator == "^":  # with a mask of all zeros or all ones, which is a sign
            mask, (low, high) = self.fixed(y), limits(kind)
            if mask not in (0, low + high):
                self.fail(f"^ with {mask}")
            return self.combined("-", literal(mask), x).typed(kind) if mask else x
        return self.fail(f"{operator} is not in the subset")

    def quotient_and_remainder(self, x, y, kind):
        """The division of two numbers that are not negative: a number q, and the polynomial x - q y."""
        if x.low < 0 or y.low <= 0:
            self.fail(f"a division of {x.low} ... {x.high} by {y.low} ... {y.high}")
        if y.is_constant and (x.is_constant or y.low & y.low - 1 == 0):
            return [part.typed(kind) for part in self.divided(x, y.low)]
        quotient = self.number(x.low // y.high, x.high // y.low, kind)
        rest = x.polynomial - quotient.polynomial * y.polynomial
        return quotient, Number(kind, rest, 0, min(x.high, y.high - 1))

    def shifted(self, operator, x, count):
        signed, width = WIDTHS.get(x.kind, (1, count + 1))
        if not 0 <= count < width:
            self.fail(f"a shift by {count}")
        if ">>" in operator and x.kind and (signed, width) == (1, count + 1):
            return literal(-1 if self.compared("<", x, literal(0, x.kind)) else 0, x.kind)  # the sign
        if ">>" in operator:
            return self.divided(x, 1 << count)[0].typed(x.kind)
        if x.kind and not signed:
            x = (x if x.high >> width - count == 0 else self.narrowed(x)).typed(x.kind)
            x = self.divided(x, 1 << width - count)[1].typed(x.kind)
        result = self.fitted(self.scaled(x, 1 << count), x.kind, self.may_wrap())
        return Number(x.kind, result.polynomial, result.low, result.high, count)

    def joined(self, x, y):
        """`|`, computed as a sum, or None for operands that may share a bit."""
        if x.low < 0 or y.low < 0:
            return None
        total = self.combined("+", x, y).typed(x.kind or y.kind)
        if x.high <= 1 and y.high <= 1:
            total = self.narrowed(total)
            return total if total.high <= 1 else None
        return total if x.fits_above(y) or y.fits_above(x) else None
