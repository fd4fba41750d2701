"""Checks the tables of README.md: for each kind of Wycheproof's ECDSA cases they name cases of the same kind in our file."""

import json
import os
import pathlib
import re

README = pathlib.Path(__file__).with_name("README.md")
NAME = "ecdsa_secp256r1_sha256_test.json"

def package_folder():
    return next(folder for folder in README.parents if (folder / "Package.swift").exists())

def outside_tests():
    """The cases of Wycheproof's file, or none where it is absent and not required."""
    folder = os.environ.get("COLLABORATION_VECTORS")
    file = (pathlib.Path(folder) if folder else package_folder().parent / "shared" / "vectors") / NAME
    if not file.exists() and os.environ.get("COLLABORATION_VECTORS_REQUIRED") != "1":
        print(f"{file} is absent: its flags and comments are not compared with {README.name}")
        return []
    return [test for group in json.loads(file.read_text())["testGroups"] for test in group["tests"]]

def rows(heading):
    """The rows of the table under a heading: the kind and the ids, all of which may contain `*`."""
    table = README.read_text().split(f"\n## {heading}\n")[1].split("\n## ")[0]
    for line in table.splitlines():
        cells = re.findall(r"`([^`]+)`", line)
        if line.startswith("| `"):
            yield cells[0], cells[1:]

def matches(pattern, text):
    return re.fullmatch(".*".join(map(re.escape, pattern.split("*"))), text)

def check(cases):
    tests = outside_tests()
    kinds_of_test = {"Flags": lambda test: test["flags"], "Comments": lambda test: [test["comment"].strip()]}
    for heading, kinds in kinds_of_test.items():
        table, covered = list(rows(heading)), set()
        for kind, ids in table:
            same_kind = [test for test in tests if any(matches(kind, name) for name in kinds(test))]
            covered |= {name for test in same_kind for name in kinds(test) if matches(kind, name)}
            assert same_kind or not tests, f"{README.name}, {heading}: no case of {NAME} is `{kind}`"
            named = {pattern: [each for each in cases if matches(pattern, each["id"])] for pattern in ids}
            assert named and all(named.values()), f"{README.name}, `{kind}`: no case for {[name for name in named if not named[name]]}"
            verdicts = {each["verdict"] == "valid" for found in named.values() for each in found}
            missing = {test["result"] == "valid" for test in same_kind} - verdicts
            assert not missing, f"{README.name}, `{kind}`: no case with the same result"
        absent = {name for test in tests for name in kinds(test)} - covered
        assert not absent, f"{README.name}, {heading}: {sorted(absent)} are not in the table"
