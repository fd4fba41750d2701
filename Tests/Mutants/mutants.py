"""The lists of mutants, and the check that each can still be planted."""

import dataclasses
import fnmatch
import pathlib
import tomllib

HERE = pathlib.Path(__file__).parent
ROOT = HERE.parent.parent

KEYS = {"name", "file", "from", "to"}


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


def modules():
    return sorted(path.stem for path in HERE.glob("Collaboration*.toml"))


def read(module):
    with open(HERE / f"{module}.toml", "rb") as file:
        entries = tomllib.load(file)["mutant"]
    for entry in entries:
        if entry.keys() != KEYS:
            raise ListError(f"{module}.toml: {entry.get('name', entry)} needs exactly {', '.join(sorted(KEYS))}")
    return [Mutant(module, entry["name"], entry["file"], entry["from"], entry["to"]) for entry in entries]


def chosen(patterns):
    """The mutants whose name, file or module matches one of the patterns; all without a pattern."""
    mutants = [mutant for module in modules() for mutant in read(module)]
    if not patterns:
        return mutants
    return [
        mutant
        for mutant in mutants
        if any(
            fnmatch.fnmatchcase(text, pattern)
            for pattern in patterns
            for text in (mutant.name, mutant.module, mutant.file)
        )
    ]


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
