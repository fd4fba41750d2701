"""What the compiler makes of the operations: the intermediate code of each, for each processor, is its specification."""

import concurrent.futures
import contextlib
import io
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

import certificate
from arithmetic import Structure, flat, literal
from inversion import division_keeps
from ir import NAME, Code, Compiled, Pointer, Returned
from operations import COMPILED
from ranges import Failure, paths
from report import LIMB, Report, inside

HERE = pathlib.Path(__file__).resolve().parent
EMBEDDED = ["-enable-experimental-feature", "Embedded"]
TARGETS = {"x86-64": [], "arm64": ["-target", "aarch64-none-none-elf", *EMBEDDED],
           "wasm32": ["-target", "wasm32-unknown-none-wasm", *EMBEDDED]}


def compiled(source, target):
    """The intermediate code of the source and of Operations.swift for a processor."""
    with tempfile.TemporaryDirectory() as folder:
        output = pathlib.Path(folder) / "code.ll"
        command = ["swiftc", *TARGETS[target], "-O", "-wmo", "-parse-as-library", "-swift-version", "6", "-package-name",
                   "swift-collaboration", "-module-name", "CollaborationCrypto", "-emit-ir", "-o", str(output),
                   *map(str, sorted(source.rglob("*.swift"))), str(HERE / "Operations.swift")]
        result = subprocess.run(command, capture_output=True, text=True)
        if result.returncode:
            raise Failure(f"swiftc for {target}: {result.stderr.strip()[:500]}")
        return output.read_text()


def executed(machine, name, operands, count):
    """Runs a function of Operations.swift on operands. Its result is the words after them."""
    region = dict(zip(range(0, 10**6, 8), flat(operands)))
    first = len(region) * 8
    machine.run("prove_" + name.split()[0], [Pointer(region)])
    return [region[n] for n in range(first, first + 8 * count, 8)]


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
        operands = [make(machine, None) for make in operation.operands]
        words = executed(machine, name, operands, operation.words)
        views = [machine.unsigned] * (len(words) - 1) + [machine.signed if len(words) == 5 else machine.unsigned]
        words = [view(word, 64) for view, word in zip(views, words)]
        total = machine.whole(words).polynomial if len(words) == 5 else number(machine, words)
        operation.require(machine, operands, words, total, place)
    ways = paths(run)
    report.require(ways > 0, place, "result", f"its specification, for all operands; {ways} paths")


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


class Round(Compiled):
    """A run that takes a given state where a loop begins, and ends where it would begin again."""

    def __init__(self, code, path, name, state):
        super().__init__(code, path)
        blocks = code.function(name)[1]
        order = list(blocks)
        # The loop begins at the block with values from a block after it.
        self.header, = (label for label in order if blocks[label][0].find(" = phi ") > 0 and any(
            order.index(source) >= order.index(label) for source in re.findall(rf", %({NAME}) \]", blocks[label][0])))
        self.state, self.begin, self.after = state, None, None

    def block(self, blocks, before, label):
        if label == self.header and self.begin is not None:
            self.after = self.phis(blocks[label], before)
            raise Returned(None)
        if label == self.header:
            self.begin = self.phis(blocks[label], before)
            self.values.update(self.state(self.begin))
            self.entered_with = {label}
        return super().block(blocks, before, label)


def division(report, code, target):
    """One division of the words of an inversion, in the loop of the compiled code, from any state."""
    limit, top, ways = 2**32, 2**63 - 1, []

    def run(path, order):
        maker = Compiled(code, path)
        first = [maker.number(limit, top, None) for _ in range(2)]
        f, g = (maker.number(limit, top, None) for _ in range(2))
        factors = [maker.number(0, top // limit, None) for _ in range(4)]
        region = dict(zip((0, 8, 16), [*first, literal(limit)]))

        def state(begin):
            ones = [name for name, value in begin.items() if value.is_constant and value.low == 1]
            zeros = [name for name, value in begin.items() if value.is_constant and value.low == 0]
            words = {name: now for word, now in zip(first, (f, g)) for name, value in begin.items() if value is word}
            if [len(words), len(ones), len(zeros)] != [2, 2, 2]:
                raise Failure("the loop does not begin with f, g, 1, 0, 0, 1")
            (s1, t2), (t1, s2) = ones[::order[0]], zeros[::order[1]]
            names.update(zip((s1, t1, s2, t2), range(4)))
            names.update({name: 4 + n for n, name in enumerate(words)})
            return words | dict(zip((s1, t1, s2, t2), factors))
        names = {}
        machine = Round(code, path, "prove_divide", state)
        machine.run("prove_divide", [Pointer(region)])
        if machine.begin is None:
            raise Failure("no division although g is not below the limit")
        after = {names[name]: value for name, value in (machine.after or {}).items()}
        if machine.after is None:
            after = dict(enumerate(region[offset] for offset in (24, 32, 40, 48)))
        after = [after.get(n) for n in range(6)]
        division_keeps(machine, [*factors, f, g], after, f"{target} divide")
        if machine.after:
            inside(machine, after[5].polynomial, limit, top, "the limit")
        ways.append(machine.after is None)
    problems = []
    for order in ((1, 1), (1, -1), (-1, 1), (-1, -1)):
        ways.clear()
        try:
            paths(lambda path: run(path, order))
            break
        except Failure as problem:
            problems.append(problem)
    else:
        raise Failure(f"{target} divide: {'; '.join(map(str, problems))}")
    report.require(set(ways) == {True, False}, f"{target} divide", "a division",
                   "keeps t2 f + t1 g and s2 f + s1 g, and changes the sign of s1 t2 - t1 s2; another follows from the limit on")


# What the source's operations are called in Operations.swift, and the words of their results.
KINDS = {4: "FieldElement", 8: "UInt512", 5: "UnreducedElement"}
STEPS = {operation.name.split("(")[0] if "." in operation.name else operation.name: (name.split()[0], operation.words)
         for name, operation in COMPILED.items()}


def points(report, code, target, only=("double", "addPoint")):
    """The code of a function on points is that of the operations it is made of, one after the other, each proved by itself."""
    def taken(path, names):
        def step(operation, count):
            def run(machine, *operands):
                made = Compiled(code, path, True, names)
                name = "unreduced" if operation == "unreducedMinus" and len(operands) == 2 else operation
                words = executed(made, name, operands, count)
                if operation == "isZero":
                    return bool(made.fixed(words[0]))
                for index, word in enumerate(words):
                    if len(word.polynomial.terms) > 4 and index < (4 if count == 5 else 8):
                        words[index] = names.setdefault(word.polynomial.key, made.number(word.low, word.high, None))
                return shaped(KINDS[count], words)
            return run
        return {name: step(*found) for name, found in STEPS.items()}

    for name, method, others in (("double", "JacobianPoint.double", ()), ("addPoint", "JacobianPoint.add", ("AffinePoint",))):
        if name not in only:
            continue

        def run(path):
            maker, names = Compiled(code, path, True), {}
            operands = [shaped(kind, [maker.number(0, LIMB, None) for _ in range(count)])
                        for kind, count in (("JacobianPoint", 12), *((kind, 8) for kind in others))]
            region = dict(zip(range(0, 10**6, 8), flat(operands)))
            after = report.machine(path, taken(path, names)).call(method, *operands)
            machine = Compiled(code, path, True, names)
            machine.run("prove_" + name, [Pointer(region)])
            for n, (word, expected) in enumerate(zip(region.values(), flat(after))):
                difference = machine.unsigned(word, 64).polynomial - machine.unsigned(expected, 64).polynomial
                if path.reduced(difference).terms:
                    raise Failure(f"{target} {name}: limb {n} is not that of the operations")
        ways = paths(run)
        report.require(ways > 0, f"{target} {name}", "result", f"that of its operations in turn, bit for bit; {ways} paths")


def prove(report):
    report.section("Compiled code: every function of Operations.swift, as swiftc makes it")
    with concurrent.futures.ProcessPoolExecutor(os.cpu_count()) as pool:
        for text, count in pool.map(proved, [report.source] * len(TARGETS), TARGETS):
            print(text, end="")
            report.count += count


def proved(source, target):
    """The lines of a processor, and their number. Each runs in a process of its own."""
    report, text = Report(source), io.StringIO()
    with contextlib.redirect_stdout(text):
        code = Code(compiled(source, target))
        for name in COMPILED:
            direct(report, code, target, name)
        points(report, code, target)
        division(report, code, target)
        if target != "wasm32":  # There these operations call others, which the checker does not follow.
            certified(report, code, target)
    return text.getvalue(), report.count


def certified(report, code, target):
    """Writes certificates, and has the independent checker check them."""
    with tempfile.TemporaryDirectory() as folder:
        files = [pathlib.Path(folder) / name for name in ("code.ll", "certificates.json")]
        files[0].write_text(code.text)
        files[1].write_text(json.dumps([certificate.certificate(code.text, name) for name in certificate.OPERATIONS]))
        result = subprocess.run([sys.executable, str(HERE / "check.py"), *map(str, files)], capture_output=True, text=True)
        accepted = "".join(f"accepted: {name}\n" for name in certificate.OPERATIONS)
        report.require(result.stdout == accepted and not result.returncode, f"{target} certificates",
                       ", ".join(certificate.OPERATIONS), f"accepted by check.py {result.stderr.strip()}")


