"""Finds the certificates that check.py checks."""

from fractions import Fraction
import re

import check

OPERATIONS = ["product", "square", "reduction", "multiplied", "squaredInline"]


class Finder(check.Checker):
    """A checker that finds the hints it needs."""

    def reduced(self, name, exact, low, high, bits):
        modulus, value = 1 << bits, self.bounded(exact, low, high, bits)
        if value.low >= 0 and value.high < modulus or name in self.hints:
            return super().reduced(name, exact, low, high, bits)
        result, hint = exact, []
        for index in reversed(range(len(self.integers))):
            noted, symbol, divisor = self.integers[index]
            factor = Fraction(result.get((symbol,), 0)) * divisor / modulus
            if factor and factor.denominator == 1:
                hint.append((index, -int(factor)))
                result = check.plus(result, noted, factor * modulus)
                a, b = self.interval(result)
                if a >= 0 and b < modulus:
                    self.hints[name] = hint
                    break
        return super().reduced(name, exact, low, high, bits)


def combination(difference, integers):
    """Noted integers whose sum leaves integers as coefficients."""
    found = []
    for index in reversed(range(len(integers))):
        noted, symbol, divisor = integers[index]
        factor = -Fraction(difference.get((symbol,), 0)) * divisor
        if factor.denominator == 1 and factor % divisor:
            found.append((index, int(factor)))
            difference = check.plus(difference, noted, -factor)
    return found


def certificate(text, operation):
    """The certificate of an operation, or what there is of one if the code has another form."""
    found = {"operation": operation, "hints": {}}
    finder, _, result = check.prepared(text, operation, found["hints"], Finder)
    if operation in ("product", "square"):
        return found
    # The last correction takes four words from before it, and a condition.
    body = re.search(rf"^define [^\n]*@prove_{operation}\([^\n]*\{{\n(.*?)^\}}", text, re.S | re.M)[1]
    cut = min(match.start() for match in re.finditer(r"%\S+ = (select|sext) i1", body))
    found["carry"] = re.search(r"(?:select|sext) i1 (%[\w.]+)", body)[1]
    before = set(re.findall(r"(%\S+) = (?!getelementptr|load)", body[:cut]))
    used = [name for name in re.findall(r"%[\w.]+", re.sub(r"%\S+ = ", "", body[cut:])) if name in before]
    found["low"] = [name for name in dict.fromkeys(used) if name != found["carry"]]
    low, carry = finder.words(found["low"], len(found["low"])), finder.values[found["carry"]].polynomial
    expected = check.plus(low, carry, 2**256 - check.P)
    difference = finder.expanded(check.scaled(check.plus(result, expected, -1), Fraction(1, 2**256)))
    integers = [(finder.expanded(noted), *rest) for noted, *rest in finder.integers]
    found["last"] = combination(difference, integers)
    return found
