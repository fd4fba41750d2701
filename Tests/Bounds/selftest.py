"""Plants faults in copies of the source and in the intermediate code. The scripts must find each of them."""

import concurrent.futures
import os
import pathlib
import re
import shutil
import tempfile

import compiled
from faults import FAULTS
from ir import Code
from ranges import Failure
from report import Report
from swift import Unreadable

KINDS = {
    "a carry is dropped": (r"zext i1 %[\w.]+ to", "zext i1 false to"),
    "a sum with carry is a difference": (r"@llvm\.uadd\.", "@llvm.usub."),
    "the sides of a select are exchanged": (r"select i1 (%[\w.]+), (i64 \S+), (i64 \S+)", r"select i1 \1, \3, \2"),
    "a shift is short by one": (r"(= l?a?shr? \w+ %[\w.]+, )32", r"\g<1>31"),
    "or is and": (r"= or i1", "= and i1"),
    "a sum is a difference": (r"= add( nuw| nsw)* (i64)", r"= sub \2"),
    "a wrong limb is loaded": (r"(getelementptr inbounds nuw i8, ptr %0, i64 )8\b", r"\g<1>16"),
    "a constant is off by one": (r"(i64 %[\w.]+, )4294967295", r"\g<1>4294967294"),
    "a decision is inverted": (r"br i1 (%\w+), label (%\S+), label (%\S+)", r"br i1 \1, label \3, label \2"),
    "a high half is the low half": (r"= lshr i128 (%\S+), 64", r"= lshr i128 \1, 0"),
    "two words are stored in each other's place": (
        r"store i64 (\S+), (ptr %\S+)(.*?)store i64 (\S+), (ptr %\S+)", r"store i64 \4, \2\3store i64 \1, \5"),
    "an operand is changed": (r"(\n  ret void)", r"\n  store i64 0, ptr %0, align 8\1"),
    "a word beyond the result is changed": (
        r"(\n  ret void)", r"\n  %beyond = getelementptr i8, ptr %0, i64 800\n  store i64 0, ptr %beyond, align 8\1"),
    "there is inline assembly": (r"(\n  ret void)", r'\n  call void asm sideeffect "nop", ""()\1'),
    "an assumption is false": (r"(\n  ret void)", r"\n  call void @llvm.assume(i1 false)\1"),
    "a load has a range": (r"(= load i64, ptr %\S+ align 8)", r"\1, !range !0"),
    "a shift is called exact": (r"= lshr i", "= lshr exact i"),
    "a copy has an odd length": (r"(\n  ret void)", r"\n  call void @llvm.memcpy.p0.p0.i64(ptr %0, ptr %0, i64 7, i1 false)\1"),
}
OPERATIONS = ["product", "reduction", "add", "subtract", "halve", "canonical", "isZero", "multiply", "unreducedMinus", "lower 1",
              "fold -1", "scalarProduct", "scalarReduce 0", "difference", "negated -1", "double"]
EQUIVALENT = {("fold -1", "a sum is a difference")}  # the summand is 0

def in_code(text):
    """Each kind of fault, at its first and its last place in the longest function that an operation calls."""
    code = Code(text)
    for operation in OPERATIONS:
        found = ["check_" + operation.split()[0]]
        for function in found:
            names = re.findall(r'@("[^"]+"|[\w$.]+)', code.texts[function][3])
            found += {name.strip('"') for name in names if name.strip('"') in code.texts} - {*found}
        longest = max((code.texts[name] for name in found), key=lambda match: len(match[0]))
        for kind, (pattern, replacement) in KINDS.items():
            places = list(re.finditer(pattern, longest[0], re.S))
            for match in places[:1] + places[1:][-1:] * (operation != "double"):
                if (operation, kind) not in EQUIVALENT:
                    ends = longest.start() + match.start(), longest.start() + match.end()
                    yield f"{operation}: {kind}: {match[0].strip()[:60]}", checked_code, (operation, *ends, match.expand(replacement))

def in_source():
    for part, says, old, new in FAULTS:
        yield f"{part}: {says}: {old.strip()} -> {new.strip()}", checked_copy, (part, says, old, new)

def checked_copy(part, says, old, new):
    """Checks a part of a copy of the source with a fault. Its text occurs once, and the answer names the right place."""
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
                raise ValueError(f"the answer is: {problem}") from None
            raise

def checked_code(operation, start, end, replacement):
    code = Code(STATE.text[:start] + replacement + STATE.text[end:])
    if operation == "double":
        compiled.points(Report(STATE.source), code, "x86-64", "double")
    else:
        compiled.direct(Report(STATE.source), code, "x86-64", operation)

def missed(fault):
    """What is wrong with the answer to a fault, or None if it is found."""
    name, check, arguments = fault
    try:
        check(*arguments)
    except (Failure, Unreadable):
        return None
    except Exception as problem:  # An error of the script itself finds nothing.
        return f"{name}: {type(problem).__name__}: {problem}"
    return f"{name}: is not found"

class STATE:
    """What a process of the self-test needs: the source, the parts and the compiled code."""

    @classmethod
    def keep(cls, *state):
        cls.source, cls.parts, cls.text = state

def run(source, parts, every):
    """The exit status: 0 if each fault is found, or of `every` faults the first."""
    text, problems, total = compiled.compiled(source, "x86-64"), [], 0
    with concurrent.futures.ProcessPoolExecutor(os.cpu_count(), initializer=STATE.keep, initargs=(source, parts, text)) as pool:
        for kind, planted in {"source": in_source(), "intermediate code": in_code(text)}.items():
            faults = list(planted)[::every]
            unfound = [problem for problem in pool.map(missed, faults, chunksize=4) if problem]
            print(f"found: {len(faults) - len(unfound)} of {len(faults)} faults in the {kind}", flush=True)
            problems, total = problems + unfound, total + len(faults)
    print(*problems, f"{total - len(problems)} of {total} planted faults are found", sep="\n")
    return 1 if problems or not total else 0
