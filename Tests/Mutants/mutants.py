"""The lists of mutants, and the check that each can still be planted.

A line of a list at its left edge is the name of a source file. Each entry below it is a sentence and texts: lines after `-` are
those of the source, and lines after `+`, if there are any, replace them.
"""

import dataclasses
import fnmatch
import pathlib
import re

HERE = pathlib.Path(__file__).parent
ROOT = HERE.parent.parent


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
    """The entries of a list: the file, the sentence, and the text after each mark."""
    file, found = None, []
    for line in path.read_text().splitlines():
        if text := re.fullmatch(r"    ([-+~])(?: (.*))?", line):
            found[-1][2].append((text[1], text[2] or ""))
        elif re.match(r"  \S", line) and file:
            found.append((file, line.strip(), []))
        elif re.match(r"\w", line):
            file = line
        elif line and not line.startswith("#"):
            raise ListError(f"{path.name}: {line}")
    for file, sentence, lines in found:
        yield file, sentence, {mark: "\n".join(text for found, text in lines if found == mark) for mark in "-+~"}


def modules():
    return sorted(path.stem for path in HERE.glob("Collaboration*.mutants"))


def read(module):
    found = entries(HERE / f"{module}.mutants")
    return [Mutant(module, name, file, texts["-"], texts["+"]) for file, name, texts in found]


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
