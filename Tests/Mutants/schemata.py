"""Compiles many mutants into one copy of a package, where an environment variable selects one of them.

A function with mutants is written once for each of them and once as it is, in the branches of one `if`. So the copy is built
once, and running a mutant costs no more than running the tests. A mutant that the compiler refuses is left out, and the copy
is built again.
"""

import collections
import contextlib
import pathlib
import re
import subprocess

from workplace import BuildFailed, write

VARIABLE = "MUTANT"
RECORD = "MUTANT_RECORD"

# Returns the selected mutant if it is one of the place that asks, else 0. With a file to record in, one byte of it
# tells for each place whether it was reached. The name of the import is not Glibc, whose access level other files choose.
HELPER_TEXT = """\
private import SwiftGlibc

private struct Selection {
    var mutant = 0
    var reached: UnsafeMutablePointer<UInt8>?

    nonisolated(unsafe) static let current = Selection()

    init() {
        if let text = unsafe getenv("%(variable)s") { mutant = unsafe Int(String(cString: text)) ?? 0 }
        guard let path = unsafe getenv("%(record)s") else { return }
        guard let file = unsafe fopen(path, "r+") else { return }
        let bytes = unsafe mmap(nil, %(size)d, PROT_READ | PROT_WRITE, MAP_SHARED, fileno(file), 0)
        unsafe reached = bytes?.assumingMemoryBound(to: UInt8.self)
    }
}

@inline(never) @usableFromInline
func selectedMutant(_ place: Int, _ first: Int, _ last: Int) -> Int {
    if let reached = unsafe Selection.current.reached { unsafe reached[place] = 1 }
    let mutant = unsafe Selection.current.mutant
    return mutant >= first && mutant <= last ? mutant : 0
}
"""

MANIFEST_TEXT = """
for target in package.targets where [.regular, .executable, .test].contains(target.type) {
    let options = ["-gnone", "-suppress-warnings", "-continue-building-after-errors"]
    target.swiftSettings = (target.swiftSettings ?? []) + [.unsafeFlags(options)]
}
"""

ERROR = re.compile(r"^(?P<path>/\S+?\.swift):(?P<line>\d+):\d+: error: (?P<text>.*)$", re.MULTILINE)


class Schemata:
    """The copy of a package with the chosen mutants of its modules."""

    def __init__(self, copy, package, traits, roots, sources, mutants, refused):
        self.copy = pathlib.Path(copy)
        self.roots = roots
        self.package = self.copy / package
        self.manifest = str(pathlib.Path(package, "Package.swift"))
        self.traits = ["--traits", traits] if traits else []
        self.sources = sources
        self.mutants = mutants
        self.refused = refused
        self.numbers = {mutant.key: number for number, mutant in enumerate(mutants, 1)}
        # The mutants of each place; the number of a place is that of its first mutant.
        self.places = {}

    def write_manifest(self, root):
        """Adds compiler options for the package's own targets, so that a ready-made build of its dependencies stays valid."""
        write(self.copy / self.manifest, (root / self.manifest).read_bytes() + MANIFEST_TEXT.encode())

    def plant(self):
        """Writes the sources with every mutant that is not refused; returns the files' line ranges."""
        # Refused mutants keep their numbers, so that leaving them out changes no other file.
        included = [mutant for mutant in self.mutants if mutant.key not in self.refused]
        by_file = collections.defaultdict(lambda: collections.defaultdict(list))
        for mutant in included:
            by_file[mutant.path][mutant.region].append(mutant)
        self.places, lines = {}, {}
        for path in {mutant.path for mutant in self.mutants}:
            lines[path] = self.plant_file(path, by_file.get(path, {}))
        helper = HELPER_TEXT % {"variable": VARIABLE, "record": RECORD, "size": len(self.mutants) + 1}
        for root in self.roots:
            if str(root) in lines:
                planted = (self.copy / root).read_bytes()
                write(self.copy / root, planted + helper.encode())
            elif not root.suffix:
                write(self.copy / root / "SelectedMutant.swift", helper.encode())
        return lines

    def plant_file(self, path, regions):
        source = self.sources[path]
        output, ranges, position = [], [], 0
        count = 1

        def emit(text):
            nonlocal count
            output.append(text)
            count += text.count(b"\n")

        for region in sorted(regions, key=lambda region: region.start):
            chosen = regions[region]
            emit(source[position:region.start])
            start = count
            numbers = [self.numbers[mutant.key] for mutant in chosen]
            place = numbers[0]
            self.places[place] = chosen
            call = f"selectedMutant({place}, {numbers[0]}, {numbers[-1]})"
            emit(f" if {call} == 0 {{\n".encode() if region.is_body else f"({call} == 0 ? (\n".encode())
            emit(variant(source, region))
            for number, mutant in zip(numbers, chosen):
                if region.is_body:
                    condition = b"" if number == numbers[-1] else f"if {call} == {number} ".encode()
                    emit(b"\n} else " + condition + b"{\n")
                else:
                    condition = b"" if number == numbers[-1] else f"{call} == {number} ? ".encode()
                    emit(b"\n) : " + condition + b"(\n")
                first = count
                emit(variant(source, region, mutant))
                ranges.append((first, count, mutant))
            emit(b"\n}\n" if region.is_body else b"\n" + b")" * 2)
            ranges.append((start, count, chosen))
            position = region.end
        emit(source[position:])
        write(self.copy / path, b"".join(output))
        return ranges

    def build(self, target):
        """Builds, leaving out what the compiler refuses, until it refuses nothing."""
        for _ in range(25):
            lines = self.plant()
            built = self.run_build(target)
            if built.returncode == 0:
                return
            found = self.blamed(lines, built.stdout)
            if not found:
                raise BuildFailed(built.stdout[-3000:])
            yield found
        raise BuildFailed("the compiler refuses something each time")

    def run_build(self, target):
        command = ["nice", "-n", "19", "swift", "build", "--jobs", "2", *self.traits, *target]
        return subprocess.run(command, cwd=self.package, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)

    @contextlib.contextmanager
    def alone(self, mutant):
        """Compiles one mutant in place of those of its file; gives the error of the compiler or None."""
        path, source = self.copy / mutant.path, (self.copy / mutant.path).read_bytes()
        sound = self.sources[mutant.path]
        write(path, sound[:mutant.start] + mutant.fault.encode() + sound[mutant.end:])
        try:
            built = self.run_build(["--build-tests"])
            yield None if built.returncode == 0 else next((found["text"] for found in ERROR.finditer(built.stdout)), built.stdout[-300:])
        finally:
            write(path, source)

    def blamed(self, lines, output):
        """The mutants in whose text the compiler found errors; those of a whole function when the error is outside."""
        found, files = {}, set()
        for error in ERROR.finditer(output):
            path = str(pathlib.Path(error["path"]).relative_to(self.copy)) if error["path"].startswith(str(self.copy)) else ""
            files.add(path)
            number = int(error["line"])
            around = [mutant for first, last, mutant in lines.get(path, ()) if first <= number <= last]
            single = [mutant for mutant in around if not isinstance(mutant, list)]
            for mutant in single or suspects([each for group in around for each in group], error["text"]):
                found[mutant.key] = error["text"]
        if not found:
            # A value whose type follows from its text has another type now, which shows elsewhere in the file.
            values = [mutant for path in files for first, last, mutant in lines.get(path, ()) if not isinstance(mutant, list)]
            found = {mutant.key: "the type of a value changes" for mutant in values if not mutant.region.is_body}
        return found


def suspects(mutants, error):
    """The mutants that may have caused an error at the end of their function; all of them only if none is likelier."""
    leaving = re.compile(r"return|throw|do\b|while|repeat|.*\belse\b", re.DOTALL)
    setting = re.compile(r"self\.init|[\w.]+ = |do\b|.*\belse\b", re.DOTALL)
    dropped = [mutant for mutant in mutants if mutant.operator == "dropped statement"]
    culprit = leaving if error.startswith("missing return") else setting
    return [mutant for mutant in dropped if culprit.match(mutant.dropped)] or dropped or mutants


def variant(source, region, mutant=None):
    """The text of a region, as it is or with a mutant."""
    edits = [(mutant.start, mutant.end, mutant.fault.encode())] if mutant else []
    if region.result is not None:
        edits.append((region.result, region.result, b"return "))
    text = source[region.start:region.end]
    # An insertion comes before a replacement that starts at the same place.
    for start, end, new in sorted(edits, key=lambda edit: (edit[0], edit[1]), reverse=True):
        text = text[: start - region.start] + new + text[end - region.start :]
    return text
