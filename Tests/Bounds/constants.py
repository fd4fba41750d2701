"""Compares each constant in the source with its definition, and the square root with its exponent."""

from arithmetic import Structure, literal
from report import N, P, R

# SP 800-186, 3.2.1.3.
CURVE_B = 0x5ac635d8aa3a93e7b3ebbd55769886bc651d06b0cc53b0f63bce3c3e27d2604b
GENERATOR = (0x6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296,
             0x4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5)

def confirm(report):
    machine = report.machine()
    for owner, name, expected in (
            ("FieldElement", "modulus", P), ("FieldElement", "zero", 0), ("FieldElement", "one", R % P),
            ("FieldElement", "rSquared", R * R % P), ("Scalar", "order", N), ("Scalar", "zero", 0), ("Scalar", "rSquared", R * R % N),
            ("Scalar", "negativeInverse", -pow(N, -1, 2**64) % 2**64), ("AffinePoint", "b", CURVE_B * R % P)):
        found = machine.whole(machine.static(owner, name)).low
        report.holds(found == expected, f"{owner}.{name} = {expected:#x}")
    for owner, name, expected in (
            ("AffinePoint", "generator", GENERATOR), ("JacobianPoint", "infinity", (1, 1, 0)), ("CoZPoint", "zero", (0, 0))):
        found = [machine.whole(field).low for field in machine.static(owner, name).fields.values()]
        report.holds(found == [number * R % P for number in expected], f"{owner}.{name} has these coordinates in Montgomery's form")
    x, y = GENERATOR
    report.holds((y * y - x**3 + 3 * x - CURVE_B) % P == 0, "the generator is on the curve")
    report.holds(P % 2**64 == 2**64 - 1, "p is -1 modulo 2^64, so that the multiple in UInt512.clear is the limb itself")
    report.holds(all(2**255 < modulus < R for modulus in (P, N)), "p and n are between 2^255 and 2^256")
    for answer in (True, False):
        square_root(report, answer)

def square_root(report, answer):
    """Runs `squareRoot` on exponents: a product adds two exponents, and a square doubles one."""
    def power(exponent):
        return Structure("FieldElement", {"montgomery": literal(exponent)})
    def exponent(element):
        return element.fields["montgomery"].low
    compared, name = [], "FieldElement.squareRoot"
    machine = report.machine(summaries={
        "FieldElement.*": lambda machine, a, b: power(exponent(a) + exponent(b)),
        "FieldElement.squared": lambda machine, a, *count: NotImplemented if count else power(2 * exponent(a)),
        "FieldElement.==": lambda machine, a, b: compared.append({exponent(a), exponent(b)}) or answer})
    root = machine.call(name, power(1))
    report.holds(P % 4 == 3 and compared == [{(P + 1) // 2, 1}] and (exponent(root) == (P + 1) // 4 if answer else root is None),
                 f"{name}: {'the power (p + 1) / 4, whose square is the number' if answer else 'nil if that square is another number'}")
