"""Tables in Markdown."""

import platform
import subprocess
from pathlib import Path


def table(rows):
    """Prints rows that are dictionaries with the same keys."""
    print("| " + " | ".join(rows[0]) + " |")
    print("| " + " | ".join("---" for _ in rows[0]) + " |")
    for row in rows:
        print("| " + " | ".join(str(value) for value in row.values()) + " |")


def percentile(values, share):
    """The smallest value that a share of the values does not exceed."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else float("nan")


def latencies(values):
    return {
        "good requests": len(values),
        "p50": f"{percentile(values, 0.5) * 1000:.1f} ms",
        "p99": f"{percentile(values, 0.99) * 1000:.1f} ms",
    }


def machine():
    """The processor, the number of cores, and the commit of the working copy."""
    model = next(
        (line.split(":")[1].strip() for line in Path("/proc/cpuinfo").read_text().splitlines() if line.startswith("model name")),
        platform.machine(),
    )
    cores = subprocess.run(["nproc"], capture_output=True, text=True).stdout.strip()
    git = ["git", "-C", Path(__file__).parent, "rev-parse", "--short", "HEAD"]
    commit = subprocess.run(git, capture_output=True, text=True).stdout.strip()
    return f"{model}, {cores} cores, commit {commit or 'unknown'}"
