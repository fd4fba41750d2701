"""Compares each constant in the source with its definition."""

import hashlib
import math
import pathlib
import sys

from arithmetic import Structure, literal
from report import N, P, R

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1] / "CollaborationCryptoTests" / "Vectors"))
import p256


def prove(report):
    report.section("Constants")
    machine = report.machine()

    def number(value):
        return machine.whole(value).low

    for owner, name, expected, text in (
            ("FieldElement", "modulus", 2**256 - 2**224 + 2**192 + 2**96 - 1, "p = 2^256 - 2^224 + 2^192 + 2^96 - 1"),
            ("FieldElement", "one", R % P, "2^256 mod p"), ("FieldElement", "rSquared", 2**512 % P, "2^512 mod p"),
            ("Scalar", "order", N, "n"), ("Scalar", "rSquared", 2**512 % N, "2^512 mod n")):
        found = number(machine.static(owner, name))
        report.require(found == expected, f"{owner}.{name}", leading(found), text)
    inverse = machine.static("Scalar", "negativeInverse").low
    report.require(inverse * N % 2**64 == 2**64 - 1, "Scalar.negativeInverse", f"{inverse:#x}", "times n is -1 modulo 2^64")
    report.require(P % 2**64 == 2**64 - 1, "UInt512.clear", "p", "-1 modulo 2^64, so that the multiple is the limb itself")
    report.require(P % 4 == 3, "FieldElement.squareRoot", "p", "3 modulo 4")
    for name, modulus, factors in (("p", P, (2, 3, 5, 17, 257, 641, 1531, 65537, 490463, 6700417)),
                                   ("n", N, (2, 3, 71, 131, 373, 3407, 17449, 38189, 187019741, 622491383))):
        report.require(is_prime(modulus, factors), f"{name}", "prime",
                       f"by Brillhart, Lehmer and Selfridge's criterion, with {len(factors)} prime factors of {name} - 1")
        report.require(2**255 < modulus < R, f"{name}", "size", "2^256 < 2 times it < 2^257")

    b, x, y = (number(value) * pow(R, -1, P) % P for value in (
        machine.static("AffinePoint", "b"), *machine.static("AffinePoint", "generator").fields.values()))
    # The seed of the curve stands for a number, by SHA-1 (SP 800-186, C.3.1; ANSI X9.62).
    seed = 0xc49d360886e704936a6678e1139d26b7819f7e90
    high, low = (int.from_bytes(hashlib.sha1(one.to_bytes(20, "big")).digest(), "big") for one in (seed, seed + 1))
    r = high % 2**95 << 160 | low
    report.require(r * b * b % P == pow(-3, 3, P), "AffinePoint.b", leading(b), "comes from its seed (SP 800-186)")
    report.require((y * y - x**3 + 3 * x - b) % P == 0, "AffinePoint.generator", leading(x), "on the curve")
    report.require((p256.p, p256.n) == (P, N), "p256.py", "p and n", "those of the field and the scalars")
    opposite = p256.multiply(N - 1, (x, y))
    report.require(p256.add(opposite, (x, y)) is None and (N - P - 1)**2 <= 4 * P, "AffinePoint.generator", "order n",
                   "n G is infinity; n is prime and within Hasse's bound, so that the group has n elements")
    report.require(exponent_of_root(report) == (P + 1) // 4, "FieldElement.squareRoot", "exponent",
                   "(p + 1) / 4 = 2^254 - 2^222 + 2^190 + 2^94")


def leading(number):
    return f"{number:#x}"[:24] + "..."


def exponent_of_root(report):
    """Runs `squareRoot` on exponents: a product adds two exponents, and a square doubles one."""
    def power(exponent):
        return Structure("FieldElement", {"montgomery": literal(exponent)})

    def exponent(element):
        return element.fields["montgomery"].low
    roots = []
    machine = report.machine(summaries={
        "FieldElement.*": lambda machine, a, b: power(exponent(a) + exponent(b)),
        "FieldElement.squared": lambda machine, a, count=literal(1): power(exponent(a) << count.low),
        "FieldElement.==": lambda machine, a, b: roots.append(exponent(a) // 2) is None,
    })
    machine.call("FieldElement.squareRoot", power(1))
    return roots[0]


def is_prime(number, factors):
    """The criterion of Brillhart, Lehmer and Selfridge, by prime factors of number - 1 that make up more than its cube root."""
    part = 1
    for q in factors:
        while (number - 1) // part % q == 0:
            part *= q
    second, first = divmod(number // part, part)
    square = first**2 - 4 * second
    return part**3 > number > part**2 and (square < 0 or math.isqrt(square)**2 != square) and all(
        all(q % divisor for divisor in range(2, math.isqrt(q) + 1)) and any(
            pow(a, number - 1, number) == 1 == math.gcd(pow(a, (number - 1) // q, number) - 1, number) for a in range(2, 60))
        for q in factors)
