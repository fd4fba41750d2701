"""Swift's integer types and operators, on numbers with known ranges. A result that may not fit its type is a failure."""

from operator import add, and_, mul, or_, sub, xor

from ranges import Failure, Unreachable, constant

WIDTHS = {"UInt8": (0, 8), "UInt32": (0, 32), "UInt64": (0, 64), "UInt128": (0, 128), "Int": (1, 64), "Int16": (1, 16),
          "Int32": (1, 32), "Int64": (1, 64), "Int128": (1, 128), "Bool": (0, 1)}

EXACT = {"+": add, "-": sub, "*": mul, "&+": add, "&-": sub, "&*": mul, "&": and_, "|": or_, "^": xor,
         "addingReportingOverflow": add, "subtractingReportingOverflow": sub, "multipliedFullWidth": mul}


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


class Arithmetic:
    """Swift's operators on numbers with known ranges."""

    def __init__(self, path):
        self.path, self.frames = path, []

    def may_wrap(self):
        return False

    def number(self, low, high, kind="UInt64"):
        """Makes a number that may have any value in a range."""
        return literal(low, kind) if low == high else Number(kind, self.path.symbol(low, high), low, high)

    def made(self, kind, polynomial, low, high):
        a, b = self.path.range(polynomial)
        low, high = max(low, a), min(high, b)
        if low > high:
            raise Unreachable
        if low == high and polynomial.terms != constant(low).terms:
            self.path.suppose(polynomial.plus(constant(low), -1))
            polynomial = constant(low)
        return Number(kind, polynomial, low, high)

    def narrowed(self, number, depth=2):
        low, high = self.path.range(number.polynomial, depth)
        return self.made(number.kind, number.polynomial, max(low, number.low), min(high, number.high))

    def fitted(self, number, kind, may_wrap):
        """Converts a number to a type: unchanged if it fits, otherwise modulo the type's size if it may wrap."""
        if kind is None:
            return number
        low, high = limits(kind)
        if number.low < low or number.high > high:
            number = self.narrowed(number, 1)
        if number.low < low or number.high > high:
            number = self.narrowed(number)
        if low <= number.low and number.high <= high:
            return Number(kind, number.polynomial, number.low, number.high)
        if not may_wrap:
            self.fail(f"{kind} cannot hold {number.low} ... {number.high}")
        if number.high - number.low <= 3:
            return literal((self.fixed(number) - low) % (high - low + 1) + low, kind)
        shifted = number.polynomial.plus(constant(low), -1)
        remainder = self.divided(shifted, number.low - low, number.high - low, high - low + 1)[1]
        return self.made(kind, remainder.polynomial.plus(constant(low)), remainder.low + low, remainder.high + low)

    def settled(self, value, kind, may_wrap):
        """Converts a constant to a type, as `fitted` does with any number."""
        low, high = limits(kind) if kind else (value, value)
        if low <= value <= high:
            return literal(value, kind)
        if may_wrap:
            return literal((value - low) % (high - low + 1) + low, kind)
        return self.fail(f"{kind} cannot hold {value}")

    def divided(self, polynomial, low, high, modulus):
        upper, lower = self.path.divided(polynomial, low, high, modulus)
        return self.made(None, *upper), self.made(None, *lower)

    def fail(self, text):
        where = " < ".join(f"{frame.function} line {frame.line}" for frame in reversed(self.frames))
        raise Failure(f"{text} in {where}")

    def fixed(self, number):
        """Decides for one value of a number. Each other possible value gets its own path."""
        if number.is_constant:
            return number.low
        number = self.narrowed(number)
        if number.is_constant:
            return number.low
        if number.high - number.low > 3:
            self.fail(f"a decision depends on {number.low} ... {number.high}")
        value = self.path.choose(range(number.low, number.high + 1))
        self.path.suppose(number.polynomial.plus(constant(value), -1))
        return value

    def compared(self, operator, x, y):
        """Decides a comparison. If both answers are possible, each gets its own path."""
        if operator in (">", "<="):
            return self.compared("<" if operator == ">" else ">=", y, x)
        if operator in (">=", "!="):
            return not self.compared("<" if operator == ">=" else "==", x, y)
        if x.is_constant and y.is_constant:
            return x.low == y.low if operator == "==" else x.low < y.low
        difference = self.made(None, x.polynomial.plus(y.polynomial, -1), x.low - y.high, x.high - y.low)
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
                self.path.suppose(difference.polynomial.plus(self.path.symbol(1, high), -1))
            return False
        if high < 0 or low >= 0:
            return high < 0
        is_less = self.path.choose([True, False])
        slack = self.path.symbol(1, -low) if is_less else self.path.symbol(0, high)
        self.path.suppose(difference.polynomial.plus(slack, 1 if is_less else -1))
        return is_less

    def operation(self, operator, x, y):
        if isinstance(x, bool) or isinstance(y, bool):
            raise Failure(f"{operator} of truths")
        kind = x.kind or y.kind
        if x.kind and y.kind and x.kind != y.kind and "<<" not in operator and ">>" not in operator:
            raise Failure(f"{operator} of {x.kind} and {y.kind}")
        if operator in ("==", "!=", "<", ">", "<=", ">="):
            return self.compared(operator, x, y)
        may_wrap = operator in ("&+", "&-", "&*") and self.may_wrap()
        if x.is_constant and y.is_constant and operator in EXACT:
            return self.settled(EXACT[operator](x.low, y.low), kind, may_wrap)
        if operator in ("+", "&+"):
            total = self.made(None, x.polynomial.plus(y.polynomial), x.low + y.low, x.high + y.high)
            return self.fitted(total, kind, may_wrap)
        if operator in ("-", "&-"):
            total = self.made(None, x.polynomial.plus(y.polynomial, -1), x.low - y.high, x.high - y.low)
            return self.fitted(total, kind, may_wrap)
        if operator in ("*", "&*"):
            ends = x.low * y.low, x.low * y.high, x.high * y.low, x.high * y.high
            product = self.made(None, x.polynomial.times(y.polynomial), min(ends), max(ends))
            return self.fitted(product, kind, may_wrap)
        if operator == "/" and y.is_constant and x.low >= 0 and y.low > 0 and y.low & (y.low - 1) == 0:
            quotient = self.divided(x.polynomial, x.low, x.high, y.low)[0]
            return Number(kind, quotient.polynomial, quotient.low, quotient.high)
        if operator == "/" and x.is_constant and y.is_constant and x.low >= 0 and y.low > 0:
            return literal(x.low // y.low, kind)
        if operator == "/":
            return self.number(x.low // y.high, x.high // y.low, kind) if x.low >= 0 and y.low > 0 else self.fail("a division")
        if operator in ("&<<", "&>>", "<<", ">>"):
            return self.shifted(operator, x, y)
        if operator == "&":
            x, y = (y, x) if x.is_constant else (x, y)
            if y.is_constant and y.low & y.low + 1 == 0 and y.low >= 0:
                low = self.divided(x.polynomial, x.low, x.high, y.low + 1)[1]
                return Number(kind, low.polynomial, low.low, low.high)
            return literal(self.fixed(x) & self.fixed(y), kind)
        if operator == "|":
            return self.joined(x, y, kind)
        if operator == "^":
            return self.complemented(x, y, kind)
        self.fail(f"{operator} is not in the subset")

    def quotient_and_remainder(self, x, y):
        """The division of two numbers that are not negative: a number q, and the polynomial x - q y."""
        if x.low < 0 or y.low <= 0:
            self.fail(f"a division of {x.low} ... {x.high} by {y.low} ... {y.high}")
        quotient = self.number(x.low // y.high, x.high // y.low, x.kind)
        remainder = x.polynomial.plus(quotient.polynomial.times(y.polynomial), -1)
        if x.is_constant and y.is_constant:
            return quotient, literal(x.low % y.low, x.kind)
        return quotient, Number(x.kind, remainder, 0, min(x.high, y.high - 1))

    def complemented(self, x, y, kind):
        """`^` with a mask of all zeros or all ones, which is a sign."""
        x, y = (y, x) if x.is_constant else (x, y)
        mask = self.fixed(y)
        if mask == 0:
            return x
        if mask != (-1 if WIDTHS[kind][0] else (1 << WIDTHS[kind][1]) - 1):
            self.fail(f"^ with {mask}")
        return self.operation("-", literal(mask, kind), x)

    def shifted(self, operator, x, y):
        count = self.fixed(y)
        if x.kind and not 0 <= count < WIDTHS[x.kind][1]:
            self.fail(f"a shift by {count}")
        if x.is_constant and ">>" in operator:
            return literal(x.low >> count, x.kind)
        if ">>" in operator and x.kind and WIDTHS[x.kind] == (1, count + 1):
            # The sign.
            return literal(-1 if self.compared("<", x, literal(0, x.kind)) else 0, x.kind)
        if ">>" in operator:
            upper = self.divided(x.polynomial, x.low, x.high, 1 << count)[0]
            return Number(x.kind, upper.polynomial, upper.low, upper.high)
        kind = x.kind
        if x.is_constant:
            may_drop = kind is not None and not WIDTHS[kind][0] or self.may_wrap()
            return self.settled(x.low << count, kind, may_drop)
        if kind and not WIDTHS[kind][0]:
            x = x if x.high >> WIDTHS[kind][1] - count == 0 else self.narrowed(x)
            x = self.divided(x.polynomial, x.low, x.high, 1 << WIDTHS[x.kind][1] - count)[1]
        result = self.made(None, x.polynomial.scaled(1 << count), x.low << count, x.high << count)
        result = self.fitted(result, kind, self.may_wrap())
        return Number(kind, result.polynomial, result.low, result.high, count)

    def joined(self, x, y, kind):
        """`|`, computed as a sum, which is right only if the operands share no bit."""
        if x.low >= 0 and y.low >= 0:
            total = self.made(None, x.polynomial.plus(y.polynomial), x.low + y.low, x.high + y.high)
            if x.high <= 1 and y.high <= 1 and self.narrowed(total).high <= 1:
                return self.made(kind, total.polynomial, total.low, 1)
            for a, b in ((x, y), (y, x)):
                if b.zeros >= a.high.bit_length() or b.polynomial.is_multiple(1 << a.high.bit_length()):
                    return Number(kind, total.polynomial, total.low, total.high)
        self.fail("| of numbers that may share bits")
