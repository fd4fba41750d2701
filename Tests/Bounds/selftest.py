"""Tests of the proof itself: unit tests of the interpreter, and faults planted in the source, the code and the certificates.

In the intermediate code of each operation every kind of fault is planted at its first, its middle and its last place.
"""

import concurrent.futures
import contextlib
import io
import os
import pathlib
import re
import shutil
import sys
import tempfile
import unittest

import certificate
import check
import compiled
from ir import Code
from ranges import Failure
from report import Report
from swift import Unreadable

HERE = pathlib.Path(__file__).resolve().parent
sys.path.append(str(HERE.parent / "Mutants"))
import mutants

KINDS = {
    "a carry is dropped": (r"zext i1 %[\w.]+ to", "zext i1 false to"),
    "a sum with carry is a difference": (r"@llvm\.uadd\.", "@llvm.usub."),
    "a difference with borrow is a sum": (r"@llvm\.usub\.", "@llvm.uadd."),
    "the sides of a select are exchanged": (r"select i1 (%[\w.]+), (i64 \S+), (i64 \S+)", r"select i1 \1, \3, \2"),
    "lshr is ashr": (r"= lshr", "= ashr"),
    "ashr is lshr": (r"= ashr", "= lshr"),
    "a shift is short by one": (r"(= l?a?shr? \w+ %[\w.]+, )32", r"\g<1>31"),
    "or is and": (r"= or i1", "= and i1"),
    "a sum is a difference": (r"= add( nuw| nsw)* (i64)", r"= sub \2"),
    "the values of a phi are exchanged": (r"phi i64 \[ (\S+), (%\S+) \], \[ (\S+), (%\S+) \]", r"phi i64 [ \3, \2 ], [ \1, \4 ]"),
    "a wrong limb is loaded": (r"(getelementptr inbounds nuw i8, ptr %0, i64 )8\b", r"\g<1>16"),
    "a constant is off by one": (r"(i64 %[\w.]+, )4294967295", r"\g<1>4294967294"),
    "a decision is inverted": (r"br i1 (%\w+), label (%\S+), label (%\S+)", r"br i1 \1, label \3, label \2"),
    "xor is or": (r"= xor i1", "= or i1"),
    "a product is a sum": (r"= mul i64", "= add i64"),
    "a remainder is a quotient": (r"= urem", "= udiv"),
    "a comparison has its sides exchanged": (r"icmp ult i64 (%[\w.]+), (%[\w.]+)", r"icmp ult i64 \2, \1"),
    "a high half is the low half": (r"= lshr i128 (%\S+), 64", r"= lshr i128 \1, 0"),
}
OPERATIONS = ["product", "reduction", "add", "subtract", "negate", "halve", "canonical", "isZero", "multiply", "squared",
              "unreducedMinus", "lower 1", "fold -1", "fold 1", "scalarProduct", "scalarReduce 0", "scalarReduce 1",
              "difference", "negated -1", "divide", "double"]
# Nothing changes: the number that is shifted has no sign there, the summand is 0, or the carry alone decides.
EQUIVALENT = {("fold -1", "ashr is lshr"), ("fold 1", "ashr is lshr"), ("fold -1", "a sum is a difference"),
              ("scalarReduce 1", "or is and")}


def called(code, name):
    """A function and those that it calls."""
    found = [name]
    for function in found:
        for other in re.findall(r'@("[^"]+"|[\w$.]+)', code.texts[function][3]):
            if other.strip('"') in code.texts and other.strip('"') not in found:
                found.append(other.strip('"'))
    return found


def in_source():
    """Faults of the lists: a name, the prover, and its arguments."""
    found = [(f"{part}: ", sentence, text) for part, sentence, text in mutants.entries(HERE / "faults.mutants")]
    found += [("", *entry[1:]) for entry in mutants.entries(mutants.HERE / "CollaborationCrypto.mutants")]
    for part, sentence, text in found:
        name, _, answer = sentence.partition(" -> ")
        if answer:
            part, says = (part + answer).split(": ", 1)
            yield name, proved_copy, (part, *mutants.sides(text), says)


def in_code(text):
    """Faults in compiled code, also under a certificate."""
    code = Code(text)
    for operation in OPERATIONS + ["certificate " + name for name in certificate.OPERATIONS]:
        longest = max(called(code, "prove_" + operation.removeprefix("certificate ").split()[0]), key=lambda name: len(code.texts[name][0]))
        start, body = code.texts[longest].start(), code.texts[longest][0]
        for kind, (pattern, replacement) in KINDS.items():
            places = list(re.finditer(pattern, body))
            for place in sorted({0, len(places) // 2, len(places) - 1} if places else ()):
                match = places[place]
                if (operation, kind) not in EQUIVALENT and (operation != "double" or place == 0):
                    changed = start + match.start(), start + match.end(), match.expand(replacement)
                    yield f"{operation}: {kind} ({place + 1} of {len(places)})", proved_code, (operation, *changed)


def in_certificates(text):
    """Changes of certificates of the right code."""
    for operation in ("reduction", "multiplied", "squaredInline"):
        right = certificate.certificate(text, operation)
        changes = {f"factor {n}": {"last": [(index, factor + (place == n)) for place, (index, factor) in enumerate(right["last"])]}
                   for n in range(len(right["last"]))}
        changes |= {"a missing factor": {"last": right["last"][1:]}, "exchanged words": {"low": right["low"][::-1]},
                    "a missing word": {"low": right["low"][:3]}, "another carry": {"carry": right["low"][0]},
                    "a useless hint": {"hints": right["hints"] | {"%nothing": []}}}
        changes |= {f"hint {name}": {"hints": right["hints"] | {name: [(index, factor + 1) for index, factor in hint]}}
                    for name, hint in right["hints"].items()}
        for name, change in changes.items():
            yield f"certificate {operation}: {name}", check.check, (text, right | change)


def proved_copy(part, old, new, says):
    """Proves a part from a copy of the source with a fault. Its text must occur once, and the answer must have other words."""
    files = [path for path in STATE.source.rglob("*.swift") if old in path.read_text()]
    if sum(path.read_text().count(old) for path in files) != 1:
        raise ValueError("its text does not occur once in the source")
    with tempfile.TemporaryDirectory() as folder:
        copy = pathlib.Path(folder) / "copy"
        shutil.copytree(STATE.source, copy)
        target = copy / files[0].relative_to(STATE.source)
        target.write_text(target.read_text().replace(old, new))
        try:
            STATE.parts[part](Report(copy))
        except (Failure, Unreadable) as problem:
            if says not in str(problem):
                raise ValueError(f"the answer does not say {says!r} but: {problem}") from None
            raise


def proved_code(operation, start, end, replacement):
    code = Code(STATE.text[:start] + replacement + STATE.text[end:])
    if operation.startswith("certificate "):
        check.check(code.text, certificate.certificate(code.text, operation.split()[1]))
    elif operation == "divide":
        compiled.division(Report(STATE.source), code, "x86-64")
    elif operation == "double":
        compiled.points(Report(STATE.source), code, "x86-64", ["double"])
    else:
        compiled.direct(Report(STATE.source), code, "x86-64", operation)


def missed(fault):
    """What is wrong with the answer to a fault, or None if it is found."""
    name, prove, arguments = fault
    try:
        with contextlib.redirect_stdout(io.StringIO()):
            prove(*arguments)
    except (Failure, Unreadable, check.Refused):
        return None
    except Exception as problem:  # An error of the script itself is no find.
        return f"{name}: {type(problem).__name__}: {problem}"
    return f"{name}: is not found"


class STATE:
    """What a process of the self-test needs: the source, its provers and its compiled code."""

    @classmethod
    def keep(cls, *state):
        cls.source, cls.parts, cls.text = state


def run(source, parts, every):
    """The exit status: 0 if the unit tests pass and each fault is found, or of `every` faults the first."""
    result = unittest.TextTestRunner(stream=sys.stdout).run(unittest.defaultTestLoader.discover(str(HERE / "UnitTests")))
    if result.testsRun == 0 or not result.wasSuccessful():
        return 1
    text = compiled.compiled(source, "x86-64")
    kinds = {"source": in_source(), "intermediate code": in_code(text), "certificates": in_certificates(text)}
    problems, total = [], 0
    with concurrent.futures.ProcessPoolExecutor(os.cpu_count(), initializer=STATE.keep, initargs=(source, parts, text)) as pool:
        for kind, planted in kinds.items():
            faults = list(planted)[::every]
            unfound = [problem for problem in pool.map(missed, faults, chunksize=4) if problem]
            print(f"found: {len(faults) - len(unfound)} of {len(faults)} faults in {kind}", flush=True)
            problems, total = problems + unfound, total + len(faults)
    print(*problems, f"{total - len(problems)} of {total} planted faults are found", sep="\n")
    return 1 if problems or not total else 0
