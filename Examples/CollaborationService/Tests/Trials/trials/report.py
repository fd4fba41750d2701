"""What the programs share: their arguments, and tables in Markdown."""

import argparse
import platform
import subprocess
from pathlib import Path

def arguments(usage, **others):
    """Reads --server, --quick and other options, whose values are their defaults."""
    parser = argparse.ArgumentParser(usage=usage)
    parser.add_argument("--server", required=True)
    parser.add_argument("--quick", action="store_true")
    for name, default in others.items():
        kind = {"action": "append", "choices": default, "default": []} if isinstance(default, dict) else {"type": type(default), "default": default}
        parser.add_argument("--" + name.replace("_", "-"), **kind)
    return parser.parse_args()

def table(rows):
    """Prints rows that are dictionaries with the same keys."""
    for row in [rows[0], dict.fromkeys(rows[0], "---").values(), *(row.values() for row in rows)]:
        print("| " + " | ".join(map(str, row)) + " |")

def percentile(values, share):
    """The smallest value that a share of the values does not exceed."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else float("nan")

def machine():
    """The processor, the number of cores, and the commit of the working copy."""
    models = [line.split(":")[1].strip() for line in Path("/proc/cpuinfo").read_text().splitlines() if line.startswith("model name")]
    git = ["git", "-C", Path(__file__).parent, "rev-parse", "--short", "HEAD"]
    commit = subprocess.run(git, capture_output=True, text=True).stdout.strip()
    return f"{models[0] if models else platform.machine()}, {len(models)} cores, commit {commit or 'unknown'}"
