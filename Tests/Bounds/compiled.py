"""What the compiler makes of the operations: the intermediate code of each, for each processor, is its specification."""

import concurrent.futures
import contextlib
import copy
import io
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

import certificate
from arithmetic import Structure, literal
from ir import NAME, Code, Compiled, Pointer, Returned
from ranges import Failure, Unreachable, constant, paths
from report import LIMB, N, P, Report, equal, inside, within

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


def flat(value):
    """The words of a value, as it lies in memory."""
    if isinstance(value, Structure):
        return [word for field in value.fields.values() for word in flat(field)]
    return [word for part in value for word in flat(part)] if isinstance(value, (tuple, list)) else [value]


class Operation:
    """A function of Operations.swift, run on operands. Its result is the words after them."""

    def __init__(self, code, name, merging=False):
        self.code, self.name, self.merging = code, name, merging

    def run(self, path, operands, count, names=None):
        machine = Compiled(self.code, path, self.merging, names)
        region = dict(zip(range(0, 10**6, 8), flat(operands)))
        first = len(region) * 8
        machine.run("prove_" + self.name.split()[0], [Pointer(region)])
        return machine, [region[n] for n in range(first, first + 8 * count, 8)]


def total(words):
    result = constant(0)
    for index, word in enumerate(words):
        result = result.plus(word.polynomial, 1 << 64 * index)
    return result


def number(machine, words):
    """The number that words make up. Where its last word wrapped, each multiple of its modulus gets a path of its own."""
    words = [machine.unsigned(word, 64) for word in words]
    result, modulus = total(words), 1 << 64 * len(words)
    found = []
    for exact in machine.path.expansions(result, modulus):
        wrapped = result.plus(exact, -1).divided(modulus)
        multiple = machine.made(None, wrapped, *machine.path.range(wrapped, 2))
        found.append((multiple.high - multiple.low, len(found), multiple))
    machine.fixed(min(found[1:] or found)[2])
    return result


def top_signed(machine, words):
    """The words as a number whose last word has a sign."""
    return total([*(machine.unsigned(word, 64) for word in words[:-1]), machine.signed(words[-1], 64)])


def specifications():
    """For each function: the operands, the number of words of the result, and what must hold of them."""
    def any_numbers(*counts):
        return lambda machine: [[machine.number(0, LIMB, None) for _ in range(count)] for count in counts]

    def field(expected, scale=1, top=None):
        def check(machine, operands, result, name):
            equal(machine, number(machine, result).scaled(scale), expected(*map(total, operands)), name, P)
            if top:
                inside(machine, number(machine, result), 0, top, name)
        return check

    def exact(expected):
        return lambda machine, operands, result, name: equal(machine, number(machine, result), expected(*map(total, operands)), name)

    def unreduced(expected, low):
        def check(machine, operands, result, name):
            equal(machine, top_signed(machine, result).scaled(2**256), expected(*map(total, operands)), name, P)
            inside(machine, machine.signed(result[-1], 64).polynomial, low, 1, name)
        return check
    def parity(machine):
        bit, rest = machine.number(0, 1, None), machine.number(0, 2**63 - 1, None)
        lowest = machine.made(None, bit.polynomial.plus(rest.polynomial, 2), 0, LIMB)
        return [[lowest, *(machine.number(0, LIMB, None) for _ in range(3))]]
    one, two, R = any_numbers(4), any_numbers(4, 4), 2**256
    product, square = (lambda a, b: a.times(b)), (lambda a: a.times(a))
    found = {
        "product": (two, 8, exact(product)),
        "square": (one, 8, exact(square)),
        "reduction": (any_numbers(8), 4, field(lambda a: a, R)),
        "add": (two, 4, field(lambda a, b: a.plus(b))),
        "subtract": (two, 4, field(lambda a, b: a.plus(b, -1))),
        "negate": (one, 4, field(lambda a: a.scaled(-1))),
        "halve": (parity, 4, field(lambda a: a, 2)),
        "canonical": (one, 4, field(lambda a: a, 1, P - 1)),
        "multiply": (two, 4, field(product, R)),
        "multiplied": (two, 4, field(product, R)),
        "squared": (one, 4, field(square, R)),
        "squaredInline": (one, 4, field(square, R)),
        "unreduced": (two, 5, unreduced(product, 0)),
        "unreducedSquare": (one, 5, unreduced(square, 0)),
        "unreducedMinus": (any_numbers(4, 4, 8), 5, unreduced(lambda a, b, c: a.times(b).plus(c, -1), -1)),
    }
    def zero(machine, operands, result, name):
        is_zero, fits = machine.fixed(result[0]), []
        for number in (0, P):
            path = copy.deepcopy(machine.path)
            try:
                for n, word in enumerate(operands[0]):
                    path.suppose(word.polynomial.plus(constant(number >> 64 * n & LIMB), -1))
                fits.append(number)
            except Unreachable:
                pass
        low, high = machine.path.range(total(operands[0]), 2)
        if is_zero and (low, high) not in ((0, 0), (P, P)) or not is_zero and fits:
            raise Failure(f"{name}: true for another number than 0 and p, or false for one of them")
    found["isZero"] = one, 1, zero
    for high in range(-3, 2):
        def fold(machine, high=high):
            return [[*(machine.number(0, LIMB, None) for _ in range(4)), literal(high)]]
        found[f"fold {high}"] = fold, 4, field(lambda a: a)
        if high > -3:
            def lowered(machine, operands, result, name):
                equal(machine, top_signed(machine, result), total(operands[0]).plus(total(operands[1]), -1), name)
            found[f"lower {high}"] = lambda machine, fold=fold: fold(machine) + [one(machine)[0]], 5, lowered

    def below(limit, *counts):
        def make(machine):
            return [flat(within(machine, None, 0, limit)) if count == 4 else [literal(count)] for count in counts]
        return make

    def modulo_n(expected, scale=1):
        def check(machine, operands, result, name):
            equal(machine, number(machine, result).scaled(scale), expected(*map(total, operands)), name, N)
            inside(machine, number(machine, result), 0, N - 1, name)
        return check
    found["scalarProduct"] = below(N - 1, 4, 4), 4, modulo_n(product, R)
    found["scalarReduce 0"] = below(2**256 - 1, 4, 0), 4, modulo_n(lambda a, carry: a)
    found["scalarReduce 1"] = below(2 * N - 1 - R, 4, 1), 4, modulo_n(lambda a, carry: a.plus(constant(R)))

    def signed(machine):
        return [machine.number(0, LIMB, None) for _ in range(4)] + [machine.number(-2**63, 2**63 - 1, None)]

    def difference(machine, operands, result, name):
        a, x, b, y = map(total, operands)
        exact = a.times(x).plus(b.times(y), -1)
        if machine.path.residue(top_signed(machine, result).plus(exact, -1), 2**320).terms:
            raise Failure(f"{name}: the result is not a x - b y modulo 2^320")
    found["difference"] = (lambda machine: [[machine.number(0, 2**63 - 1, None)], signed(machine),
                                            [machine.number(0, 2**63 - 1, None)], signed(machine)]), 5, difference
    for sign in (0, -1):
        def negative(machine, operands, result, name, factor=1 + 2 * sign):
            if machine.path.residue(top_signed(machine, result).plus(total(operands[0]), -factor), 2**320).terms:
                raise Failure(f"{name}: the result is not x or -x modulo 2^320")
        found[f"negated {sign}"] = (lambda machine, sign=sign: [signed(machine), [literal(sign)]]), 5, negative
    return found


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
        for name in specifications():
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


def direct(report, code, target, name):
    operands, count, check = specifications()[name]

    def run(path):
        given = operands(Compiled(code, path))
        machine, result = Operation(code, name).run(path, given, count)
        check(machine, given, result, f"{target} {name}")
    ways = paths(run)
    report.require(ways > 0, f"{target} {name}", "result", f"its specification, for all operands; {ways} paths")


def shaped(kind, words):
    """A structure of words, as the source has it."""
    if kind == "UInt256":
        return Structure(kind, {f"l{n}": word for n, word in enumerate(words)})
    if kind == "UInt512":
        return Structure(kind, {"low": shaped("UInt256", words[:4]), "high": shaped("UInt256", words[4:])})
    if kind == "UnreducedElement":
        return Structure(kind, {"low": shaped("UInt256", words[:4]), "high": words[4]})
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
        (s1, t1, s2, t2), after = factors, {names[name]: value for name, value in (machine.after or {}).items()}
        if machine.after is None:
            after = dict(enumerate(region[offset] for offset in (24, 32, 40, 48)))

        def total(a, x, b, y, sign=1):
            return a.polynomial.times(x.polynomial).plus(b.polynomial.times(y.polynomial), sign)
        equal(machine, total(after[0], after[3], after[1], after[2], -1), total(s1, t2, t1, s2, -1).scaled(-1), "determinant")
        if machine.after:
            equal(machine, total(after[3], after[4], after[1], after[5]), total(t2, f, t1, g), "t2 f + t1 g")
            equal(machine, total(after[2], after[4], after[0], after[5]), total(s2, f, s1, g), "s2 f + s1 g")
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


WORDS = {"FieldElement": 4, "UInt512": 8, "UnreducedElement": 5}
STEPS = {"FieldElement.+": ("add", "FieldElement"), "FieldElement.-": ("subtract", "FieldElement"),
         "FieldElement.halved": ("halve", "FieldElement"), "FieldElement.multipliedInline": ("multiplied", "FieldElement"),
         "FieldElement.squaredInline": ("squaredInline", "FieldElement"),
         "FieldElement.unreducedSquare": ("unreducedSquare", "UnreducedElement"),
         "UInt512(square:)": ("square", "UInt512"), "UInt512(product:_:)": ("product", "UInt512"),
         "UInt512(product::)": ("product", "UInt512"), "UnreducedElement.-": ("lower", "UnreducedElement"),
         "UnreducedElement.reduced": ("fold", "FieldElement")}


def points(report, code, target, only=("double", "addPoint")):
    """The code of a function on points is that of the operations it is made of, one after the other, each proved by itself."""
    def taken(path, names):
        def step(operation, kind):
            def run(machine, *operands):
                made, words = Operation(code, operation, True).run(path, [*operands], WORDS[kind], names)
                for index, word in enumerate(words):
                    if len(word.polynomial.terms) > 4 and not (kind == "UnreducedElement" and index == 4):
                        words[index] = names.setdefault(made.key(word), made.number(word.low, word.high, None))
                return shaped(kind, words)
            return run

        def product(machine, *operands):
            operation = "unreduced" if len(operands) == 2 else "unreducedMinus"
            return step(operation, "UnreducedElement")(machine, *operands)

        def is_zero(machine, operand):
            made, (word,) = Operation(code, "isZero", True).run(path, [operand], 1, names)
            return bool(made.fixed(word))
        summaries = {name: step(*found) for name, found in STEPS.items()}
        return summaries | {"FieldElement.unreducedProduct": product, "FieldElement.isZero": is_zero}

    for name, function, others in (("double", "double", ()), ("addPoint", "add", (8,))):
        if name not in only:
            continue

        def run(path, name=name, function=function, others=others):
            maker = Compiled(code, path, True)
            names, operands = {}, [[maker.number(0, LIMB, None) for _ in range(count)] for count in (12, *others)]
            region = dict(zip(range(0, 10**6, 8), flat(operands)))
            reference = report.machine(path, taken(path, names))
            kinds = [shaped("JacobianPoint", operands[0]), *(shaped("AffinePoint", words) for words in operands[1:])]
            swift = reference.function("JacobianPoint", function, [None] * len(kinds))
            _, _, after = reference.entered(swift, kinds)
            machine = Compiled(code, path, True, names)
            machine.run("prove_" + name, [Pointer(region)])
            for n, (word, expected) in enumerate(zip(list(region.values())[:12], flat(after))):
                difference = machine.unsigned(word, 64).polynomial.plus(machine.unsigned(expected, 64).polynomial, -1)
                if path.reduced(difference).terms:
                    raise Failure(f"{target} {name}: limb {n} is not that of the operations")
        ways = paths(run)
        report.require(ways > 0, f"{target} {name}", "result", f"that of its operations in turn, bit for bit; {ways} paths")
