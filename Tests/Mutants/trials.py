"""Runs suites of a test program, with a mutant selected, and tells whether a test fails."""

import collections
import contextlib
import os
import pathlib
import re
import resource
import signal
import subprocess
import threading
import time

import schemata
from workplace import COLOR, ISSUE

# Seconds in which a program that waits for nothing uses processor time even on a busy machine.
IDLE = 8
MEMORY = 8 << 30


class Trial:
    """One run of some suites, up to the first failure or a limit of processor time or of time."""

    def __init__(self, program, folder, suites, environment, limit, patience):
        self.suites, self.limit, self.patience = suites, limit, patience
        filters = "|".join(f"^{re.escape(suite)}/" for suite in suites)
        self.command = [program, "--testing-library", "swift-testing", "--filter", filters]
        self.folder = folder
        self.environment = {**os.environ, "SWIFT_BACKTRACE": "enable=no", "NO_COLOR": "1", **environment}
        self.seconds = self.duration = 0.0

    def limited(self):
        os.nice(19)
        resource.setrlimit(resource.RLIMIT_CPU, (int(self.limit) + 1, int(self.limit) + 2))
        resource.setrlimit(resource.RLIMIT_DATA, (MEMORY, MEMORY))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))

    def run(self):
        """Returns None if all tests pass, else what happened."""
        start = time.monotonic()
        process = subprocess.Popen(
            self.command, cwd=self.folder, env=self.environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT, text=True, errors="replace", preexec_fn=self.limited, start_new_session=True,
        )
        hung = threading.Event()
        ended = threading.Event()
        watch = threading.Thread(target=self.watch, args=(process, hung, ended))
        watch.start()
        passed = failure = None
        try:
            for line in process.stdout:
                line = COLOR.sub("", line.rstrip())
                if issue := ISSUE.search(line):
                    failure = f"{issue['test']} ({issue['place']})"
                    break
                if line.startswith("✔ Test run with "):
                    passed = line
        finally:
            ended.set()
            if failure:
                kill(process.pid)
            process.stdout.close()
            _, status, usage = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(status)
            self.seconds = usage.ru_utime + usage.ru_stime
            self.duration = time.monotonic() - start
            watch.join()
            # A test may have left programs behind.
            kill(process.pid)
        if failure:
            return failure
        if hung.is_set():
            return "no end: it waits"
        if self.seconds > self.limit:
            return f"no end after {self.limit:.0f} s of processor time"
        return None if passed and process.returncode == 0 else f"exit status {process.returncode}"

    def watch(self, process, hung, ended):
        """Ends a program that takes too long, or in which every thread waits and none has used processor time for a while."""
        start = since = time.monotonic()
        last = None
        while not ended.wait(1):
            now = activity(process.pid)
            if now != last:
                last, since = now, time.monotonic()
            if time.monotonic() > min(since + IDLE, start + self.patience):
                hung.set()
                kill(process.pid)
                return


def kill(pid):
    """Ends a program and those that it started; `Popen.kill` might wait for it too, and its times would be lost."""
    with contextlib.suppress(ProcessLookupError):
        os.killpg(pid, signal.SIGKILL)


def activity(session):
    """What changes while a program or one that it started runs: their processor time, or the moment if a thread is ready to run."""
    used = 0
    for stat in pathlib.Path("/proc").glob("[0-9]*/stat"):
        try:
            if fields(stat)[3] != str(session):
                continue
            for task in stat.parent.glob("task/*/stat"):
                found = fields(task)
                used += int(found[11]) + int(found[12])
                if found[0] in "RD":
                    return time.monotonic()
        except OSError:
            return time.monotonic()
    return used


def fields(stat):
    """The fields of a line of /proc after the name of the program."""
    return stat.read_text().rpartition(")")[2].split()


class Suites:
    """The suites of a test program: what each costs, and which places it reaches."""

    def __init__(self, program, folder, budget):
        self.program, self.folder, self.budget = program, folder, budget
        listed = subprocess.run(
            [program, "--testing-library", "swift-testing", "--list-tests"], cwd=folder, check=True, stdout=subprocess.PIPE, text=True
        ).stdout
        self.names = sorted({line.rsplit("/", 1)[0] for line in listed.splitlines() if "/" in line})
        self.cost, self.duration, self.reached = {}, {}, collections.defaultdict(list)
        self.kills = collections.Counter()

    def trial(self, suites, mutant=0, limit=600, patience=600, **environment):
        return Trial(self.program, self.folder, suites, {schemata.VARIABLE: str(mutant), **environment}, limit, patience)

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

    def saved(self):
        return {"cost": self.cost, "duration": self.duration, "reached": self.reached}

    def restore(self, saved):
        self.cost, self.duration = saved["cost"], saved["duration"]
        self.reached.update({int(place): names for place, names in saved["reached"].items()})

    def groups(self, place, file):
        """The suites that reach a place, a few together: first those of its subject, then the cheapest."""
        subject = pathlib.Path(file).stem.split("+")[0]

        def order(name):
            return subject not in name, -min(self.kills[file, name], 3), self.cost[name]

        suites = sorted(self.reached.get(place, ()), key=order)
        limit, group, total = 1.0, [], 0.0
        for suite in suites:
            if group and total + self.cost[suite] > limit:
                yield group, total
                group, total, limit = [], 0.0, limit * 4
            group.append(suite)
            total += self.cost[suite]
        if group:
            yield group, total

    def verdict(self, mutant, number, place):
        """Whether a suite that reaches the mutant fails, and why."""
        if not self.reached.get(place):
            return "unreached", "no test reaches it"
        tried, spent = 0, 0.0
        for group, cost in self.groups(place, mutant.path):
            tried, spent = tried + len(group), spent + cost
            if tried > len(group) and spent > self.budget:
                return "unfinished", f"{tried - len(group)} of {len(self.reached[place])} suites"
            patience = 20 + 4 * sum(self.duration[suite] for suite in group)
            failure = self.trial(group, number, limit=3 + 4 * cost, patience=patience).run()
            if failure:
                if len(group) == 1 or cost < 1:
                    for suite in group:
                        self.kills[mutant.path, suite] += 1
                return "killed", failure
        return "survived", f"{len(self.reached[place])} suites"


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
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()

    def measure(self, size, record, excluded):
        start = time.monotonic()
        if failure := self.run(0, 600):
            yield self.command, failure
        self.cost[self.command] = time.monotonic() - start

    def verdict(self, mutant, number, place):
        failure = self.run(number, 20 + 5 * self.cost[self.command])
        return ("killed", failure) if failure else ("survived", self.command)
