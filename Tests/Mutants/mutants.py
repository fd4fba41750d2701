"""The lists of mutants, and the check that each can still be planted.

A line of a list at its left edge is the name of a source file. Each entry below it is a sentence and a text of the file, in which the
fault is marked as `git diff --word-diff` marks a change: `[-what is there-]{+what replaces it+}`. What follows ` -> ` in a sentence is for
Tests/Bounds.
"""

import collections
import dataclasses
import fnmatch
import pathlib
import re

HERE = pathlib.Path(__file__).parent
ROOT = HERE.parent.parent
MARKS = re.compile(r"\[-(.*?)-\](?:\n(?=\{\+))?|\{\+(.*?)\+\}", re.DOTALL)


@dataclasses.dataclass(frozen=True)
class Mutant:
    """One fault: a text of a source file and its replacement."""

    module: str
    name: str
    file: str
    original: str
    fault: str

    @property
    def path(self):
        """Where the file lies, found by its name, so that moving it changes nothing here."""
        found = [str(path.relative_to(ROOT)) for path in (ROOT / "Sources" / self.module).rglob(self.file)]
        if len(found) != 1:
            raise ListError(f"{len(found)} files of {self.module} are named {self.file}")
        return found[0]

    def planted(self, source):
        """The source with the fault, or the error of the list that forbids it."""
        count = source.count(self.original)
        if count != 1:
            raise ListError(f"its text occurs {count} times in {self.path}")
        if self.original == self.fault:
            raise ListError("it changes nothing")
        return source.replace(self.original, self.fault)


class ListError(Exception):
    pass


def entries(path):
    """The entries of a list: the file, the sentence, and the text with its marks."""
    file, found = None, []
    for line in path.read_text().splitlines():
        if line.startswith("    ") and found:
            found[-1][2].append(line[4:])
        elif re.match(r"  \S", line) and file:
            found.append((file, line.strip(), []))
        elif re.match(r"\w", line):
            file = line
        elif line and not line.startswith("#"):
            raise ListError(f"{path.name}: {line}")
    return [(file, sentence, "\n".join(lines)) for file, sentence, lines in found]


def sides(text):
    """The text before and after the change that is marked in it. A replacement may stand on a line of its own."""
    return [MARKS.sub(side, text) for side in (r"\1", r"\2")]


def modules():
    return sorted(path.stem for path in HERE.glob("Collaboration*.mutants"))


def read(module):
    found = entries(HERE / f"{module}.mutants")
    return [Mutant(module, sentence.split(" -> ")[0], file, *sides(text)) for file, sentence, text in found]


def chosen(patterns):
    """The mutants whose name, file or module matches one of the patterns; all without a pattern."""
    def matches(mutant):
        texts = mutant.name, mutant.module, mutant.file
        return any(fnmatch.fnmatchcase(text, pattern) for pattern in patterns for text in texts)
    return [mutant for module in modules() for mutant in read(module) if not patterns or matches(mutant)]


def check(mutants):
    """The errors of the lists: a line for each mutant that cannot be planted or whose name is not unique."""
    errors = []
    names = set()
    for mutant in mutants:
        try:
            mutant.planted((ROOT / mutant.path).read_text())
            if mutant.name in names:
                raise ListError("another has its name")
            names.add(mutant.name)
        except ListError as error:
            errors.append(f"{mutant.module}: {mutant.name}: {error}")
    return errors


def table(found, columns):
    """Prints how often each pair of a module and a column was found, with the sums."""
    counts = collections.defaultdict(collections.Counter)
    for module, column in found:
        counts[module][column] += 1
    total = sum(counts.values(), collections.Counter())
    head = [*columns, "all"] if len(columns) > 1 else columns
    print(f"{'module':24}" + "".join(f"{column:>12}" for column in head))
    for module, row in [*counts.items(), ("all", total)]:
        numbers = [row[column] for column in columns] + ([row.total()] if len(columns) > 1 else [])
        print(f"{module:24}" + "".join(f"{number:>12}" for number in numbers))
