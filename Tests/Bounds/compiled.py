"""What the compiler makes of the operations: the intermediate code of each, for two processors, against its specification."""

import concurrent.futures
import os
import pathlib
import subprocess
import tempfile

from arithmetic import Structure, flat
from ir import Code, Compiled, Pointer, Region
from operations import COMPILED
from ranges import Failure, paths
from report import LIMB, Report

# The functions that are compiled with the source: the words that they get, as a tuple x, and what they do with it.
ELEMENTS = "FieldElement, FieldElement"
FUNCTIONS = {
    "product": ("UInt256, UInt256, UInt512", "x.2 = UInt512(product: x.0, x.1)"),
    "square": ("UInt256, UInt512", "x.1 = UInt512(square: x.0)"),
    "reduction": ("UInt512, FieldElement", "x.1 = x.0.montgomeryReduced"),
    "add": (f"FieldElement, {ELEMENTS}", "x.2 = x.0 + x.1"),
    "subtract": (f"FieldElement, {ELEMENTS}", "x.2 = x.0 - x.1"),
    "negate": (ELEMENTS, "x.1 = -x.0"),
    "halve": (ELEMENTS, "x.1 = x.0.halved"),
    "canonical": ("FieldElement, UInt256", "x.1 = x.0.canonical"),
    "multiply": (f"FieldElement, {ELEMENTS}", "x.2 = x.0 * x.1"),
    "squared": (ELEMENTS, "x.1 = x.0.squared"),
    "multiplied": (f"FieldElement, {ELEMENTS}", "x.2 = x.0.multipliedInline(by: x.1)"),
    "squaredInline": (ELEMENTS, "x.1 = x.0.squaredInline"),
    "unreduced": (f"{ELEMENTS}, UnreducedElement", "x.2 = x.0.unreducedProduct(with: x.1)"),
    "unreducedSquare": ("FieldElement, UnreducedElement", "x.1 = x.0.unreducedSquare"),
    "unreducedMinus": (f"{ELEMENTS}, UInt512, UnreducedElement", "x.3 = x.0.unreducedProduct(with: x.1, minus: x.2)"),
    "lower": ("UnreducedElement, FieldElement, UnreducedElement", "x.2 = x.0 - x.1"),
    "fold": ("UnreducedElement, FieldElement", "x.1 = x.0.reduced"),
    "isZero": ("FieldElement, UInt64", "x.1 = x.0.isZero ? 1 : 0"),
    "double": ("JacobianPoint, Void", "x.0.double()"),
    "addPoint": ("JacobianPoint, AffinePoint", "x.0.add(x.1)"),
    "scalarProduct": ("UInt256, UInt256, UInt256", "x.2 = Scalar.montgomeryProduct(x.0, x.1).integer"),
    "scalarReduce": ("UInt256, UInt64, UInt256", "x.2 = Scalar(reducing: x.0, carry: x.1).integer"),
    "difference": ("UInt64, Signed320, UInt64, Signed320, Signed320", "x.4 = Signed320.difference(x.0, x.1, minus: x.2, x.3)"),
    "negated": ("Signed320, Int64, Signed320", "x.2 = x.0.negated(bySign: x.1)"),
}
TARGETS = {"x86-64": [], "wasm32": ["-target", "wasm32-unknown-none-wasm", "-enable-experimental-feature", "Embedded"]}

def compiled(source, target):
    """The intermediate code of the source and of the functions above for a processor."""
    with tempfile.TemporaryDirectory() as folder:
        output, functions = pathlib.Path(folder) / "code.ll", pathlib.Path(folder) / "Functions.swift"
        functions.write_text("".join(f'@_silgen_name("check_{name}") func {name}(_ x: inout ({kinds})) {{ {body} }}\n'
                                     for name, (kinds, body) in FUNCTIONS.items()))
        command = ["swiftc", *TARGETS[target], "-O", "-wmo", "-parse-as-library", "-swift-version", "6", "-package-name",
                   "swift-collaboration", "-module-name", "CollaborationCrypto", "-emit-ir", "-o", str(output),
                   *map(str, sorted(source.rglob("*.swift"))), str(functions)]
        result = subprocess.run(command, capture_output=True, text=True)
        if result.returncode:
            raise Failure(f"swiftc for {target}: {result.stderr.strip()[:500]}")
        return output.read_text()

def executed(machine, name, operands, count, place):
    """Runs one of these functions on operands. Its result is the words after them, and the operands stay."""
    given = flat(operands)
    region = Region(8 * (len(given) + count), given)
    machine.run("check_" + name.split()[0], [Pointer(region)])
    if any(region.get(8 * n) is not word for n, word in enumerate(given)):
        raise Failure(f"{place}: an operand is changed")
    if len(region) != len(given) + count:
        raise Failure(f"{place}: a word of the result is missing")
    return [region[8 * (len(given) + n)] for n in range(count)]

def number(machine, words):
    """The number that words make up. Where its last word wrapped, each multiple of its modulus gets a path of its own."""
    result, modulus, found = machine.whole(words).polynomial, 1 << 64 * len(words), []
    for exact in machine.path.expansions(result, modulus):
        wrapped = (result - exact).divided(modulus)
        multiple = machine.made(None, wrapped, *machine.path.range(wrapped, 2))
        found.append((multiple.high - multiple.low, len(found), multiple))
    machine.fixed(min(found[1:] or found)[2])
    return result

def direct(report, code, target, name):
    operation, place = COMPILED[name], f"{target} {name}"
    def run(path):
        machine = Compiled(code, path)
        operands = [make(machine) for make in operation.operands]
        words = executed(machine, name, operands, operation.words, place)
        views = [machine.unsigned] * (len(words) - 1) + [machine.signed if len(words) == 5 else machine.unsigned]
        words = [view(word, 64) for view, word in zip(views, words)]
        total = machine.whole(words).polynomial if len(words) == 5 else number(machine, words)
        operation.require(machine, operands, words, total, place)
    ways = paths(run)
    report.holds(ways > 0, f"{place}: its specification, for all operands; paths: {ways}")

def shaped(kind, words):
    """A structure of words, as the source has it."""
    if kind == "UInt256":
        return Structure(kind, {f"l{n}": word for n, word in enumerate(words)})
    if kind in ("UInt512", "UnreducedElement"):
        return Structure(kind, {"low": shaped("UInt256", words[:4]),
                                "high": shaped("UInt256", words[4:]) if kind == "UInt512" else words[4]})
    if kind == "FieldElement":
        return Structure(kind, {"montgomery": shaped("UInt256", words)})
    return Structure(kind, {name: shaped("FieldElement", words[4 * n:4 * n + 4]) for n, name in enumerate("xyz"[:len(words) // 4])})

# The functions on points: what the source calls them, and the kinds of their operands with the words of each.
POINTS = {"double": ("JacobianPoint.double", [("JacobianPoint", 12)]),
          "addPoint": ("JacobianPoint.add", [("JacobianPoint", 12), ("AffinePoint", 8)])}
# What the source's operations are called here, and the words of their results.
KINDS = {4: "FieldElement", 8: "UInt512", 5: "UnreducedElement"}
STEPS = {operation.name.split("(")[0] if "." in operation.name else operation.name: (name.split()[0], operation.words)
         for name, operation in COMPILED.items()}

def points(report, code, target, name):
    """The code of a function on points is that of the operations it is made of, one after the other, each checked by itself."""
    def taken(path, names):
        def step(operation, count):
            def run(machine, *operands):
                made = Compiled(code, path, True, names)
                name = "unreduced" if operation == "unreducedMinus" and len(operands) == 2 else operation
                words = executed(made, name, operands, count, target)
                if operation == "isZero":
                    return bool(made.fixed(words[0]))
                for index, word in enumerate(words):
                    if len(word.polynomial.terms) > 4 and index < (4 if count == 5 else 8):
                        words[index] = names.setdefault(word.polynomial.key, made.number(word.low, word.high, None))
                return shaped(KINDS[count], words)
            return run
        return {name: step(*found) for name, found in STEPS.items()}

    def run(path):
        maker, names = Compiled(code, path, True), {}
        operands = [shaped(kind, [maker.number(0, LIMB, None) for _ in range(count)]) for kind, count in kinds]
        region = Region(8 * len(flat(operands)), flat(operands))
        after = report.machine(path, taken(path, names)).call(method, *operands)
        machine = Compiled(code, path, True, names)
        machine.run("check_" + name, [Pointer(region)])
        for n, (word, expected) in enumerate(zip(region.values(), [*flat(after), *flat(operands[1:])], strict=True)):
            difference = machine.unsigned(word, 64).polynomial - machine.unsigned(expected, 64).polynomial
            if path.reduced(difference).terms:
                raise Failure(f"{target} {name}: limb {n} is not that of the operations")
    method, kinds = POINTS[name]
    ways = paths(run)
    report.holds(ways > 0, f"{target} {name}: the result of its operations in turn, bit for bit; paths: {ways}")

def confirm(report):
    with concurrent.futures.ProcessPoolExecutor(os.cpu_count()) as pool:
        for claims in pool.map(confirmed, [report.source] * len(TARGETS), TARGETS):
            report.claims += claims

def confirmed(source, target):
    """The claims for a processor. Each runs in a process of its own."""
    report, code = Report(source), Code(compiled(source, target))
    for name in COMPILED:
        direct(report, code, target, name)
    for name in POINTS:
        points(report, code, target, name)
    return report.claims
