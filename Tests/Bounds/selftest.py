"""Tests of the proof itself: unit tests of the interpreter, and faults that are planted in copies of the source."""

import concurrent.futures
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import tomllib
import unittest

import codefaults

HERE = pathlib.Path(__file__).resolve().parent


def run(source):
    """The exit status: 0 if the unit tests pass and every fault is found."""
    result = unittest.TextTestRunner(stream=sys.stdout).run(unittest.defaultTestLoader.discover(str(HERE / "UnitTests")))
    if result.testsRun == 0 or not result.wasSuccessful():
        return 1
    with (HERE / "faults.toml").open("rb") as file:
        faults = [{"part": part, "name": name, "from": old, "to": new, "says": says}
                  for part, entries in tomllib.load(file).items() for name, (old, new, says) in entries.items()]
    problems = []
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for fault, problem in zip(faults, pool.map(lambda fault: missed(source, fault), faults)):
            if problem:
                problems.append(f"{fault['name']}: {problem}")
            else:
                print(f"found: {fault['name']}", flush=True)
    unfound, count = codefaults.run(source)
    problems += unfound
    print(f"found: {count - len(unfound)} of {count} faults in compiled code", flush=True)
    for problem in problems:
        print(problem)
    count += len(faults)
    print(f"{count - len(problems)} of {count} planted faults are found" if problems else
          f"all {count} planted faults are found")
    return 1 if problems else 0


def missed(source, fault):
    """Plants a fault in a copy of the source; what is wrong with the answer, or None if the fault is found."""
    files = [path for path in source.rglob("*.swift") if fault["from"] in path.read_text()]
    count = sum(path.read_text().count(fault["from"]) for path in files)
    if count != 1:
        return f"its text occurs {count} times in the source, which must be once"
    with tempfile.TemporaryDirectory() as folder:
        copy = pathlib.Path(folder) / "copy"
        shutil.copytree(source, copy)
        target = copy / files[0].relative_to(source)
        target.write_text(target.read_text().replace(fault["from"], fault["to"]))
        status, message = proved(copy, fault["part"])
    if status == 0:
        return "is not found"
    # An error of the script itself is no find.
    if status != 1 or not message.startswith("NOT PROVED: ") or fault["says"] not in message:
        return f"the answer does not say {fault['says']!r} but: {message}"
    return None


def proved(folder, part):
    """Runs the proof; its exit status and the last line of its messages."""
    result = subprocess.run([sys.executable, str(HERE / "run"), "--part", part, str(folder)], capture_output=True, text=True)
    return result.returncode, (result.stderr.strip().splitlines() or [""])[-1]
