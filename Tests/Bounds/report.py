"""Checks claims about the source and prints a line for each."""

import pathlib

from arithmetic import Structure, literal
from machine import Machine
from ranges import Failure, Path, paths
import swift

P = 2**256 - 2**224 + 2**192 + 2**96 - 1
N = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551
LIMB = 2**64 - 1
TOP = 2**256 - 1
R = 2**256

NAMES = {P: "p", N: "n", 2 * P: "2p", 2 * N: "2n", -P: "-p", -N: "-n", -2 * P: "-2p", -2 * N: "-2n",
         2**256 + P: "2^256 + p", 2**256 - P: "2^256 - p", 2**256 - N: "2^256 - n"}

# The places where wrapping is intended. Anywhere else a wrapping operator that may wrap is a failure.
WRAPPING = {
    "FieldElement.modulus mask": "0 or all ones",
    "Scalar.clear multiple": "a product modulo 2^64",
    "Signed320.difference carry": "the fifth limb modulo 2^64",
    "Signed320.difference l4": "the fifth limb modulo 2^64",
}


def shown(value):
    """Writes a number by p, n and powers of two where it is near one."""
    for base, name in NAMES.items():
        if abs(value - base) < 4:
            return name + (f" {'+' if value > base else '-'} {abs(value - base)}" if value != base else "")
    if abs(value) < 2**14:
        return str(value)
    sign, magnitude = "-" if value < 0 else "", abs(value)
    for exponent in range(14, 520):
        rest = magnitude - 2**exponent
        if abs(rest) < 2**12:
            text = f"2^{exponent}" + (f" {'+' if rest > 0 else '-'} {abs(rest)}" if rest else "")
            return f"-({text})" if sign and rest else sign + text
    return f"{sign}{magnitude:#x}"


class Report:
    def __init__(self, source):
        self.source = pathlib.Path(source)
        self.declarations = swift.Declarations()
        # By name, so that moving a file changes nothing here.
        self.files = {path.name: path for path in sorted(self.source.rglob("*.swift"))}
        for path in self.files.values():
            self.declarations.read(path)
        self.texts = {}
        self.count = 0

    # Lines.

    def line(self, operation, quantity, text):
        self.count += 1
        print(f"{operation:<34} {quantity:<28} {text}")

    def section(self, title):
        print(f"\n{title}")

    def require(self, truth, operation, quantity, text):
        if not truth:
            raise Failure(f"{operation}: {quantity}: {text} does not hold")
        self.line(operation, quantity, text)

    def tokens(self, file):
        """The tokens of the file with this name, in whichever folder, separated by spaces."""
        if file not in self.files:
            raise Failure(f"there is no {file}")
        if file not in self.texts:
            self.texts[file] = f" {' '.join(token.text for token in swift.tokens(self.files[file].read_text()))} "
        return self.texts[file]

    def quotes(self, text, operation, quantity, meaning):
        """Requires that exactly one place in the source has these tokens, because the claim depends on that line."""
        wanted = f" {' '.join(token.text for token in swift.tokens(text))} "
        count = sum(self.tokens(file).count(wanted) for file in self.files)
        if count != 1:
            raise Failure(f"{operation}: {quantity}: {count} places have `{text}`, on which rests: {meaning}")
        self.line(operation, quantity, meaning)

    def states(self, operation, invariant):
        """Requires that the source states an invariant, once."""
        count = sum(path.read_text().count(f"// Invariant: {invariant}\n") for path in self.files.values())
        self.require(count == 1, operation, "invariant", invariant)

    # Machines.

    def machine(self, path=None, summaries=None, seen=None, operands=None):
        return Machine(self.declarations, path or Path(), WRAPPING, summaries, seen, operands)

    def explore(self, operation, run, witnesses=(), expected_paths=None, only=(), summaries=None):
        """Runs `run` on every path with ranges, then with each witness, and prints the ranges of all bindings.

        `run` takes a machine and a function that makes an operand: from a range, or from a witness's number.
        """
        seen, attained, visits = {}, {}, {}

        def symbolic(path):
            run(self.machine(path, summaries, seen), None)
        count = paths(symbolic)
        if count == 0:
            raise Failure(f"{operation}: no path through it can be taken")
        if expected_paths is not None:
            self.require(count == expected_paths, operation, "paths", f"{count} of them can be taken")
        for witness in witnesses:
            machine = self.machine(seen=attained, operands=witness)
            run(machine, list(witness))
            for function in machine.visited:
                visits.setdefault(function, witness)
        for (function, name), (low, high, *_) in seen.items():
            least, most = attained.get((function, name), (low, high))[:2]
            if least < low or most > high:
                raise Failure(f"{function}: {name}: {shown(least)} ... {shown(most)} is not within what is proved")
            if function in only and not name.startswith(("self.", "return.")):
                self.range_line(function, name, low, high, attained.get((function, name)))
        return visits

    def range_line(self, function, name, low, high, attained):
        text = f"{shown(low)} ... {shown(high)}"
        if (low, high) == (0, LIMB):
            text = "any limb"
        elif (low, high) == (0, TOP):
            text = "any number below 2^256"
        elif attained:
            _, most, operands = attained
            if most == high:
                text += f"; the upper end at {', '.join(map(shown, operands))}"
            else:
                text += f"; at most {shown(most)} in the witnesses"
        self.line(function, name, text)


# Makers of operands: without witnesses any number in a range, otherwise the next witness.

def between(low, high, kind="UInt64"):
    """Makes an integer. One that is fixed takes no witness."""
    return lambda machine, given: literal(given.pop(0), kind) if given is not None and low < high else machine.number(low, high, kind)


def fixed_wide(value, count=4):
    """A UInt256 or, with five limbs, a Signed320."""
    limbs = {f"l{i}": literal(value >> 64 * i & LIMB, "UInt64") for i in range(4)}
    return Structure("Signed320", limbs | {"l4": literal(value >> 256, "Int64")}) if count == 5 else Structure("UInt256", limbs)


def wide(machine, given=None):
    """Makes a UInt256 of any limbs."""
    return fixed_wide(given.pop(0)) if given is not None else \
        Structure("UInt256", {f"l{i}": machine.number(0, LIMB) for i in range(4)})


def signed(top=2**63):
    """Makes a Signed320 of any limbs, of which the fifth is from -top to top - 1."""
    return lambda machine, given=None: fixed_wide(given.pop(0), 5) if given is not None else \
        Structure("Signed320", wide(machine).fields | {"l4": machine.number(-top, top - 1, "Int64")})


def within(low, high, count=4):
    """Makes a UInt256 or a Signed320 whose number may be any in a range. Every limb but the last is free."""
    def make(machine, given=None):
        if given is not None:
            return fixed_wide(given.pop(0), count)
        rest, fields, top = machine.number(low, high, None).polynomial, {}, 64 * (count - 1)
        for index in range(count - 1):
            fields[f"l{index}"] = machine.number(0, LIMB)
            rest = rest.plus(fields[f"l{index}"].polynomial, -(1 << 64 * index))
        fields[f"l{count - 1}"] = machine.made("UInt64" if count == 4 else "Int64", rest.divided(1 << top), low >> top, high >> top)
        return Structure("UInt256" if count == 4 else "Signed320", fields)
    return make


def double_wide(machine, given=None):
    """Makes a UInt512 of any limbs."""
    number = None if given is None else given.pop(0)
    return Structure("UInt512", {name: wide(machine, number if number is None else [number >> shift & TOP])
                                 for name, shift in (("low", 0), ("high", 256))})


def record(kind, **makers):
    """Makes a structure."""
    return lambda machine, given=None: Structure(kind, {name: make(machine, given) for name, make in makers.items()})


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
    raise Failure(f"{operation}: {shown(a)} ... {shown(b)} is not within {shown(low)} ... {shown(high)}")
