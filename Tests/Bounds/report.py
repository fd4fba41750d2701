"""Checks claims about the source and keeps a line for each."""

import functools

from arithmetic import Number, Structure, literal
from machine import Machine
from ranges import Failure, Path, Polynomial
from swift import Declarations

P = 2**256 - 2**224 + 2**192 + 2**96 - 1
N = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551
LIMB, TOP, R = 2**64 - 1, 2**256 - 1, 2**256

# The places where Arithmetic.md says that wrapping is intended. Anywhere else a wrapping operator that may wrap is a failure.
WRAPPING = {"FieldElement.modulus mask", "Scalar.clear multiple", "Signed320.difference carry", "Signed320.difference l4"}

class Single(Path):
    """The path of a run on which nothing may be decided."""

    def choose(self, options):
        raise Failure("a decision that depends on the operands")

declarations = functools.cache(Declarations)

class Report:
    def __init__(self, source):
        self.source, self.claims = source, []

    def holds(self, truth, claim):
        """Requires a claim. The first that does not hold ends the run."""
        if not truth:
            raise Failure(f"{claim}: this does not hold")
        self.claims.append(f"  {claim}")

    def machine(self, path=None, summaries=None, loops=None):
        return Machine(declarations(self.source), path or Single(), WRAPPING, summaries, loops)

# Makers of operands of any value in a range.
def between(low, high, kind="UInt64"):
    return lambda machine: machine.number(low, high, kind)

def fixed_wide(value):
    return Structure("UInt256", {f"l{i}": literal(value >> 64 * i & LIMB, "UInt64") for i in range(4)})

def wide(machine):
    return Structure("UInt256", {f"l{i}": machine.number(0, LIMB) for i in range(4)})
def double_wide(machine):
    return Structure("UInt512", {"low": wide(machine), "high": wide(machine)})

def signed(top=2**63):
    """Makes a Signed320 of which the fifth limb is from -top to top - 1."""
    return lambda machine: Structure("Signed320", wide(machine).fields | {"l4": machine.number(-top, top - 1, "Int64")})

def within(low, high, count=4):
    """Makes a UInt256 or a Signed320 whose number may be any in a range. Every limb but the last is free."""
    def make(machine):
        rest, fields, top = machine.number(low, high, None).polynomial, {}, 64 * (count - 1)
        for index in range(count - 1):
            fields[f"l{index}"] = machine.number(0, LIMB)
            rest = rest.plus(fields[f"l{index}"].polynomial, -(1 << 64 * index))
        fields[f"l{count - 1}"] = machine.made("UInt64" if count == 4 else "Int64", rest.divided(1 << top), low >> top, high >> top)
        return Structure("UInt256" if count == 4 else "Signed320", fields)
    return make

def record(kind, **makers):
    return lambda machine: Structure(kind, {name: make(machine) for name, make in makers.items()})

# Values that stand for polynomials.
def symbols(names):
    """Variables of polynomials. Their numbers are below 0, so they are not symbols of a path."""
    return [Polynomial({(ord(name) - 1000,): 1}) for name in names]

def symbolic(polynomial, kind="FieldElement", low=0, high=1):
    """A number of the field or another value. Of an element that is not reduced, `low` and `high` bound its multiple of 2^256."""
    return Structure(kind, {"montgomery": Number(None, polynomial, low, high)})

def number(value):
    return value if isinstance(value, Number) else number(next(iter(value.fields.values())))

def of(value):
    return number(value).polynomial

# Claims.
def equal(machine, x, y, operation, modulus=None):
    """Requires that two polynomials are equal, or congruent if there is a modulus."""
    path, difference = machine.path, x - y
    candidates = [difference, path.reduced(difference)]
    for number in tuple(candidates):
        candidates += [path.without(monomial, fact, number) for fact, *_ in path.facts for monomial in fact.terms]
    if modulus and modulus & modulus - 1 == 0:  # also where a limb is what wrapping left of a polynomial
        candidates.append(path.residue(difference, modulus))
    if not any(not number.terms or modulus and number.is_multiple(modulus) for number in candidates):
        raise Failure(f"{operation}: the result is not what the operation is for")

def inside(machine, polynomial, low, high, operation):
    """Requires that a number lies in a range."""
    for depth in range(3):
        ends = [machine.path.range(number, depth) for number in (polynomial, machine.path.reduced(polynomial))]
        a, b = max(a for a, _ in ends), min(b for _, b in ends)
        if low <= a and b <= high:
            return
    raise Failure(f"{operation}: {a:#x} ... {b:#x} is not within {low:#x} ... {high:#x}")
