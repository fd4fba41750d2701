"""Compiles many mutants into one copy of the package, where an environment variable selects one of them.

A function with mutants is written once for each of them and once as it is, in the branches of one `if`. So the copy is built
once, and running a mutant costs no more than running the tests. A mutant that the compiler refuses is left out, and the copy
is built again.
"""

import collections
import os
import pathlib
import re
import subprocess

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
VARIABLE = "MUTANT"
RECORD = "MUTANT_RECORD"
HELPER = "SelectedMutant.swift"

# Returns the selected mutant if it is one of the region that asks, else 0. With a file to record in, one byte of it
# tells for each region whether it was reached. The name of the import is not Glibc, whose access level other files choose.
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
func selectedMutant(_ first: Int, _ last: Int) -> Int {
    if let reached = unsafe Selection.current.reached { unsafe reached[first] = 1 }
    let mutant = unsafe Selection.current.mutant
    return mutant >= first && mutant <= last ? mutant : 0
}
"""

MANIFEST_TEXT = b"""
for target in package.targets where [.regular, .executable, .test].contains(target.type) {
    let options = ["-gnone", "-suppress-warnings", "-continue-building-after-errors"]
    target.swiftSettings = (target.swiftSettings ?? []) + [.unsafeFlags(options)]
}
"""

ERROR = re.compile(r"^(?P<path>/\S+?\.swift):(?P<line>\d+):\d+: error: ", re.MULTILINE)

class Schemata:
    """The chosen mutants, planted together. Refused mutants keep their numbers, so that leaving them out changes no other file."""

    def __init__(self, sources, mutants):
        self.sources, self.mutants = sources, mutants
        self.numbers = {mutant.key: number for number, mutant in enumerate(mutants, 1)}
        self.refused = set()

    def regions(self, path):
        """The regions of a file with their mutants that are not refused."""
        found = collections.defaultdict(list)
        for mutant in self.mutants:
            if mutant.path == path and mutant.key not in self.refused:
                found[mutant.region].append(mutant)
        return sorted(found.items(), key=lambda found: found[0].start)

    def text(self, path):
        """A file with its mutants, and the lines of each mutant and of each region in it."""
        source, output, ranges, position = self.sources[path], b"", [], 0
        for region, mutants in self.regions(path):
            output += source[position:region.start]
            start = output.count(b"\n") + 1
            first, last = (self.numbers[mutants[end].key] for end in (0, -1))
            call = f"selectedMutant({first}, {last})"
            output += f" if {call} == 0 {{\n".encode() if region.is_body else f"({call} == 0 ? (\n".encode()
            output += variant(source, region)
            for mutant in mutants:
                number = self.numbers[mutant.key]
                if region.is_body:
                    output += b"\n} else " + (b"{\n" if number == last else f"if {call} == {number} {{\n".encode())
                else:
                    output += b"\n) : " + (b"(\n" if number == last else f"{call} == {number} ? (\n".encode())
                begin = output.count(b"\n") + 1
                output += variant(source, region, mutant)
                ranges.append((begin, output.count(b"\n") + 1, [mutant]))
            output += b"\n}\n" if region.is_body else b"\n))"
            ranges.append((start, output.count(b"\n") + 1, mutants))
            position = region.end
        return output + source[position:], ranges

    def build(self, copy):
        """Builds the copy, leaving out what the compiler refuses, until it refuses nothing."""
        for _ in range(30):
            lines = self.write(copy)
            command = ["nice", "-n", "19", "swift", "build", "--build-tests"]
            built = subprocess.run(command, cwd=copy, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
            if built.returncode == 0:
                return
            found = self.blamed(copy, lines, built.stdout)
            if not found:
                raise SystemExit(built.stdout[-3000:])
            print(f"{len(found)} do not compile", flush=True)
            self.refused |= found
        raise SystemExit("the compiler refuses something each time")

    def write(self, copy):
        """Writes what Git tracks or would track into the copy, with the mutants; returns their lines."""
        planted, lines = {}, {}
        for path in {mutant.path for mutant in self.mutants}:
            planted[path], lines[path] = self.text(path)
            helper = HELPER_TEXT % {"variable": VARIABLE, "record": RECORD, "size": len(self.mutants) + 1}
            planted["/".join([*path.split("/")[:2], HELPER])] = helper.encode()
        listed = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
        names = subprocess.run(listed, cwd=ROOT, check=True, capture_output=True, text=True).stdout.split("\0")
        texts = {name: (ROOT / name).read_bytes() for name in names if name and (ROOT / name).is_file()}
        texts["Package.swift"] += MANIFEST_TEXT
        texts.update(planted)
        for folder, folders, files in os.walk(copy):
            folders[:] = [name for name in folders if name != ".build"]
            for file in (pathlib.Path(folder, name) for name in files):
                if str(file.relative_to(copy)) not in texts:
                    file.unlink()
        for name, text in texts.items():
            # The build must see no change where there is none.
            if not ((copy / name).is_file() and (copy / name).read_bytes() == text):
                (copy / name).parent.mkdir(parents=True, exist_ok=True)
                (copy / name).write_bytes(text)
        return lines

    def blamed(self, copy, lines, output):
        """The mutants in whose text the compiler found errors; those of a whole function when the error is outside of them."""
        found, files = set(), set()
        for error in ERROR.finditer(output):
            path, number = os.path.relpath(error["path"], copy), int(error["line"])
            files.add(path)
            around = [mutants for first, last, mutants in lines.get(path, ()) if first <= number <= last]
            suspects = min(around, key=len, default=[])
            # A function that returns no value on some path, or leaves something unset, lacks a statement.
            dropped = [mutant for mutant in suspects if mutant.operator == "dropped statement"]
            found |= {mutant.key for mutant in dropped or suspects}
        # A value whose type follows from its text has another type now, which shows elsewhere in the file.
        return found or {mutant.key for mutant in self.mutants if mutant.path in files and not mutant.region.is_body} - self.refused

def variant(source, region, mutant=None):
    """The text of a region, as it is or with a mutant."""
    edits = [(mutant.start, mutant.end, mutant.fault)] if mutant else []
    if region.result is not None:
        edits.append((region.result, region.result, b"return "))
    text = source[region.start:region.end]
    # An insertion comes before a replacement that starts at the same place.
    for start, end, new in sorted(edits, key=lambda edit: edit[:2], reverse=True):
        text = text[:start - region.start] + new + text[end - region.start:]
    return text
