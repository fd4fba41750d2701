"""Checks a folder that `make` made in Python: all vectors of the standard policy, and the example of its README.

    python3 Examples/WebAssembly/test.py FOLDER

Needs the package `wasmtime`.
"""

import base64
import json
import pathlib
import platform
import re
import subprocess
import sys
import time

sys.dont_write_bytecode = True
vectors = pathlib.Path(__file__).resolve().parents[2] / "Tests" / "Vectors"
folder = pathlib.Path(sys.argv[1]).resolve()
sys.path.insert(0, str(folder))

from verifier import Verifier

start = time.perf_counter()
verifier = Verifier()
loading = time.perf_counter() - start

def text_of(test):
    return base64.b64decode(test["text"]) + b" " * test.get("spaces", 0) if "text" in test else json.dumps(test["request"]).encode()

groups = json.loads((vectors / "identity-proofs.json").read_text())["testGroups"]
tests = [test for group in groups if group["policy"] == groups[0]["policy"] for test in group["tests"]]
assert len(tests) > 1400, "vectors are missing"
for test in tests:
    found = re.sub("^malformed .*", "malformed", verifier.answer(text_of(test)))
    assert found == test["answer"], (test["id"], test["comment"], found, test["answer"])
assert verifier.sizes and len(verifier.sizes) < 10, "memory of the module was not given back"

times = []
for _ in range(500):
    start = time.perf_counter()
    verifier.answer(text_of(tests[0]))
    times.append(time.perf_counter() - start)

readme = (folder / "README.md").read_text()
example = re.search(r"```python\n(.*?)```", readme, re.S).group(1)
printed = subprocess.run([sys.executable, "-c", example], cwd=folder, capture_output=True, text=True, check=True).stdout
assert printed == re.search(r"(?:^    (?:granted|denied|malformed).*\n)+", readme, re.M).group().replace("    ", ""), printed
print(f"Python {platform.python_version()}: {len(tests)} vectors, loaded in {loading * 1000:.0f} ms, an answer in {sorted(times)[250] * 1e6:.0f} us")
