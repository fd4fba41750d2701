"""Compares each constant in the source with its definition."""

import hashlib

from arithmetic import Structure, literal
from report import N, P, value


def prove(report):
    report.section("Constants")
    machine = report.machine()

    def number(owner, name):
        return value(machine, machine.static(owner, name)).terms.get((), 0)

    def same(owner, name, expected, text):
        found = number(owner, name)
        report.require(found == expected, f"{owner}.{name}", leading(found), text)

    same("FieldElement", "modulus", 2**256 - 2**224 + 2**192 + 2**96 - 1, "p = 2^256 - 2^224 + 2^192 + 2^96 - 1")
    same("FieldElement", "one", 2**256 % P, "2^256 mod p")
    same("FieldElement", "rSquared", 2**512 % P, "2^512 mod p")
    same("Scalar", "order", N, "n")
    same("Scalar", "rSquared", 2**512 % N, "2^512 mod n")
    inverse = machine.static("Scalar", "negativeInverse").low
    report.require(inverse * N % 2**64 == 2**64 - 1, "Scalar.negativeInverse", f"{inverse:#x}",
                   "times n is -1 modulo 2^64")
    report.require(P % 2**64 == 2**64 - 1, "UInt512.clear", "p",
                   "-1 modulo 2^64, so that the multiple is the limb itself")
    report.require(P % 4 == 3, "FieldElement.squareRoot", "p", "3 modulo 4")
    for name, modulus in (("p", P), ("n", N)):
        report.require(is_prime(modulus), f"{name}", "prime", "by Miller and Rabin's test with 40 bases")
        report.require(2**255 < modulus < 2**256, f"{name}", "size", "2^256 < 2 times it < 2^257")

    inverse = pow(2**256, -1, P)
    b = number("AffinePoint", "b") * inverse % P
    seed = bytes.fromhex("c49d360886e704936a6678e1139d26b7819f7e90")
    r = derived(seed)
    report.require(r * b * b % P == pow(-3, 3, P), "AffinePoint.b", leading(b), "comes from its seed (SP 800-186)")
    generator = machine.static("AffinePoint", "generator").fields
    x, y = (value(machine, generator[name]).terms[()] * inverse % P for name in "xy")
    report.require((y * y - x**3 + 3 * x - b) % P == 0, "AffinePoint.generator", leading(x), "on the curve")
    report.require(multiple(N, (x, y)) is None and (N - P - 1)**2 <= 4 * P, "AffinePoint.generator", "order n",
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

    def equal(machine, a, b):
        roots.append(exponent(a) // 2)
        return True
    machine = report.machine(summaries={
        "FieldElement.*": lambda machine, a, b: power(exponent(a) + exponent(b)),
        "FieldElement.squared": lambda machine, a, count=literal(1): power(exponent(a) << count.low),
        "FieldElement.==": equal,
    })
    machine.member(power(1), "squareRoot")
    return roots[0]


def is_prime(number):
    odd, twos = number - 1, 0
    while odd % 2 == 0:
        odd, twos = odd // 2, twos + 1
    for base in range(2, 42):
        power = pow(base, odd, number)
        if power in (1, number - 1):
            continue
        for _ in range(twos - 1):
            power = power * power % number
            if power == number - 1:
                break
        else:
            return False
    return True


def derived(seed):
    """The number that a curve's seed stands for, by SHA-1 (SP 800-186, C.3.1; ANSI X9.62)."""
    high = int.from_bytes(hashlib.sha1(seed).digest(), "big") % 2**95
    following = (int.from_bytes(seed, "big") + 1).to_bytes(20, "big")
    return high << 160 | int.from_bytes(hashlib.sha1(following).digest(), "big")


def multiple(scalar, point):
    result = None
    for bit in f"{scalar:b}":
        result = added(result, result)
        if bit == "1":
            result = added(result, point)
    return result


def added(a, b):
    if a is None or b is None:
        return a or b
    if a[0] == b[0] and (a[1] + b[1]) % P == 0:
        return None
    slope = (3 * a[0]**2 - 3) * pow(2 * a[1], -1, P) if a == b else (b[1] - a[1]) * pow(b[0] - a[0], -1, P)
    x = (slope**2 - a[0] - b[0]) % P
    return x, (slope * (a[0] - x) - a[1]) % P
