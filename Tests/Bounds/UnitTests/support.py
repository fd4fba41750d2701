"""Machines on short pieces of Swift."""

import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))

from machine import Machine
from ranges import Path, paths
from swift import Declarations, Parser, tokens


def declared(source):
    declarations = Declarations()
    Parser(tokens(source)).declarations("", declarations)
    return declarations


def machine(source, path=None, **options):
    return Machine(declared(source), path or Path(), **options)


def number(source, *arguments):
    """What the function `f` of a source gives for constants."""
    made = machine(source)
    result = made.call("f", *[made.number(argument, argument) for argument in arguments])
    return result.low if result.is_constant else (result.low, result.high)


def ranges(source, *operands, **options):
    """The range of what `f` gives on each path, for operands that are ranges."""
    found = []

    def run(path):
        made = machine(source, path, **options)
        result = made.narrowed(made.call("f", *[made.number(low, high) for low, high in operands]))
        found.append((result.low, result.high))
    paths(run)
    return sorted(found)
