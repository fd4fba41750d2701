"""Tells whether a test fails with a mutant selected: of the suites of a test program, or of a command."""

import collections
import os
import pathlib
import re
import subprocess
import time

import schemata
from workplace import Trial, kill


class Suites:
    """The suites of a test program: what each costs, and which places it reaches."""

    def __init__(self, program, folder):
        self.program, self.folder = program, folder
        listed = subprocess.run(
            [program, "--testing-library", "swift-testing", "--list-tests"], cwd=folder, check=True, stdout=subprocess.PIPE, text=True
        ).stdout
        self.names = sorted({line.rsplit("/", 1)[0] for line in listed.splitlines() if "/" in line})
        self.cost, self.duration, self.reached = {}, {}, collections.defaultdict(list)
        self.kills = collections.Counter()

    def trial(self, suites, mutant=0, limit=600, patience=600, **environment):
        filters = [f"{re.escape(suite)}/" for suite in suites]
        return Trial(self.program, self.folder, filters, limit, patience, **{schemata.VARIABLE: str(mutant)}, **environment)

    def measure(self, size, record, excluded):
        """Runs each suite alone without a mutant; yields those that fail."""
        for name in self.names:
            if name.startswith(tuple(excluded)):
                continue
            record.write_bytes(bytes(size))
            trial = self.trial([name], **{schemata.RECORD: str(record)})
            if failure := trial.run():
                yield name, failure
                continue
            self.cost[name], self.duration[name] = trial.seconds, trial.duration
            for place, flag in enumerate(record.read_bytes()):
                if flag:
                    self.reached[place].append(name)

    def groups(self, place, file):
        """The suites that reach a place, a few together: first those of its subject, then the cheapest."""
        subject = pathlib.Path(file).stem.split("+")[0]

        def order(name):
            return subject not in name, -min(self.kills[file, name], 3), self.cost[name]

        limit, group, total = 1.0, [], 0.0
        for suite in sorted(self.reached[place], key=order):
            if group and total + self.cost[suite] > limit:
                yield group, total
                group, total, limit = [], 0.0, limit * 4
            group.append(suite)
            total += self.cost[suite]
        yield group, total

    def verdict(self, mutant, number, place):
        """Whether a suite that reaches the mutant fails, and why."""
        if not self.reached.get(place):
            return "unreached", "no test reaches it"
        for group, cost in self.groups(place, mutant.path):
            patience = 20 + 4 * sum(self.duration[suite] for suite in group)
            failure = self.trial(group, number, limit=3 + 4 * cost, patience=patience).run()
            if failure:
                if len(group) == 1 or cost < 1:
                    for suite in group:
                        self.kills[mutant.path, suite] += 1
                return "killed", failure
        return "survived", f"{len(self.reached[place])} suites"

    def verdict_of_all(self):
        """Whether any suite fails that did not without a mutant, and why."""
        patience = 20 + 4 * sum(self.duration.values())
        failure = self.trial(self.cost, limit=3 + 4 * sum(self.cost.values()), patience=patience).run()
        return ("killed", failure) if failure else ("survived", f"{len(self.cost)} suites")


class Command:
    """A command that tests a program, in place of suites."""

    def __init__(self, command, folder):
        self.command, self.folder = command, folder
        self.cost = {command: 0.0}

    def run(self, mutant, limit):
        process = subprocess.Popen(
            self.command, shell=True, cwd=self.folder, env={**os.environ, schemata.VARIABLE: str(mutant)}, stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, preexec_fn=lambda: os.nice(19), start_new_session=True,
        )
        try:
            status = process.wait(limit)
            return f"exit status {status}" if status else None
        except subprocess.TimeoutExpired:
            return f"no end after {limit:.0f} s"
        finally:
            # The command may have left programs behind.
            kill(process.pid)
            process.wait()

    def measure(self, size, record, excluded):
        start = time.monotonic()
        if failure := self.run(0, 600):
            yield self.command, failure
        self.cost[self.command] = time.monotonic() - start

    def verdict(self, mutant, number, place):
        failure = self.run(number, 20 + 5 * self.cost[self.command])
        return ("killed", failure) if failure else ("survived", self.command)
