"""Tells whether a test fails with a mutant selected."""

import collections
import os
import pathlib
import re
import resource
import signal
import subprocess
import threading
import time

import schemata

ISSUE = re.compile(r'✘ Test "?(?P<test>.+?)"? recorded an issue\b.*? at (?P<place>\S+\.swift:\d+)')
FATAL = re.compile(r"(?:Fatal|Precondition|Assertion)[^:]*: .*|Fatal error")
MEMORY = 8 << 30


class Suites:
    """The suites of a test program: what each costs, and which regions it reaches."""

    def __init__(self, program, folder):
        # The test program itself rather than `swift test`, which would leave it behind when it is ended.
        self.command, self.folder = [program, "--testing-library", "swift-testing"], folder
        listed = subprocess.run([*self.command, "--list-tests"], cwd=folder, check=True, stdout=subprocess.PIPE, text=True).stdout
        self.names = sorted({line.rsplit("/", 1)[0] for line in listed.splitlines() if "/" in line})
        self.cost, self.reached = {}, collections.defaultdict(list)

    def measure(self, size, record):
        """Runs each suite alone without a mutant; those that fail are left out."""
        for name in self.names:
            record.write_bytes(bytes(size))
            start = time.monotonic()
            if failure := self.run([name], 600, **{schemata.RECORD: str(record)}):
                print(f"without a mutant {name} fails and is left out: {failure}", flush=True)
                continue
            self.cost[name] = time.monotonic() - start
            for region, flag in enumerate(record.read_bytes()):
                if flag:
                    self.reached[region].append(name)

    def verdict(self, mutant, number, region):
        """Whether a suite that reaches the mutant fails, and why: first those of its subject, then the cheapest."""
        subject = pathlib.Path(mutant.path).stem.split("+")[0]
        suites = sorted(self.reached[region], key=lambda name: (subject not in name, self.cost[name]))
        if not suites:
            return "not reached", "no suite reaches it"
        count, limit = len(suites), 1
        while suites:
            group = [suites.pop(0)]
            while suites and sum(self.cost[name] for name in [*group, suites[0]]) <= limit:
                group.append(suites.pop(0))
            if failure := self.run(group, 20 + 4 * sum(self.cost[name] for name in group), **{schemata.VARIABLE: str(number)}):
                return "killed", failure
            limit *= 4
        return "survived", f"{count} suites"

    def run(self, suites, limit, **environment):
        """Runs suites up to the first failure or a limit of time. Returns None if all tests pass, else what happened."""
        filters = "|".join(f"^{re.escape(suite)}/" for suite in suites)
        process = subprocess.Popen(
            [*self.command, "--filter", filters], cwd=self.folder, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            env={**os.environ, "SWIFT_BACKTRACE": "enable=no", "NO_COLOR": "1", **environment},
            stderr=subprocess.STDOUT, text=True, errors="replace", preexec_fn=restrained, start_new_session=True,
        )
        late = threading.Event()
        timer = threading.Timer(limit, lambda: (late.set(), kill(process.pid)))
        timer.start()
        passed, cause = False, ""
        try:
            for line in process.stdout:
                if issue := ISSUE.search(line):
                    return f"{issue['test']} ({issue['place']})"
                passed |= line.startswith("✔ Test run with ")
                if fatal := FATAL.search(line):
                    cause = f": {fatal[0]}"
            process.wait()
        finally:
            # A test may have left programs behind.
            kill(process.pid)
            timer.cancel()
            process.stdout.close()
            process.wait()
        if late.is_set():
            return f"no end after {limit:.0f} s"
        return None if passed and process.returncode == 0 else f"exit status {process.returncode}{cause}"


def restrained():
    os.nice(19)
    resource.setrlimit(resource.RLIMIT_DATA, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def kill(group):
    try:
        os.killpg(group, signal.SIGKILL)
    except ProcessLookupError:
        pass
