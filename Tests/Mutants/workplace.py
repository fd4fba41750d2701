"""Copies of the repository, and runs of a test program in one."""

import contextlib
import os
import pathlib
import re
import resource
import signal
import subprocess
import threading
import time

from mutants import ROOT

# What the build of a copy adds to it.
ADDED = {"SelectedMutant.swift", "Package.resolved"}
ISSUE = re.compile(r'✘ Test "?(?P<test>.+?)"? recorded an issue\b.*? at (?P<place>\S+\.swift:\d+)')
COLOR = re.compile(r"\x1b\[[0-9;]*m")
FATAL = re.compile(r"(?:Fatal|Precondition|Assertion)[^:]*: .*|Fatal error")
# Seconds in which a program that waits for nothing uses processor time even on a busy machine.
IDLE = 8
MEMORY = 8 << 30


class BuildFailed(Exception):
    """The compiler refused the sources; the text is the end of what it said."""


def write(path, content):
    """Writes a file unless it has this content, so that the build sees no change where there is none."""
    if not (path.is_file() and path.read_bytes() == content):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)


def synchronize(copy, planted=()):
    """Copies what Git tracks or would track, with uncommitted changes, except for the files that are planted."""
    names = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"], cwd=ROOT, check=True, capture_output=True, text=True
    ).stdout.split("\0")
    wanted = {name for name in names if name and (ROOT / name).is_file()}
    for folder, folders, files in os.walk(copy):
        folders[:] = [name for name in folders if name != ".build"]
        for file in (pathlib.Path(folder, name) for name in files if name not in ADDED):
            if str(file.relative_to(copy)) not in wanted:
                file.unlink()
    for name in wanted.difference(planted):
        write(copy / name, (ROOT / name).read_bytes())


class Trial:
    """One run of some tests, up to the first failure or a limit of processor time or of time."""

    def __init__(self, program, folder, filters, limit, patience, **environment):
        # The test program itself rather than `swift test`, which would leave it behind when it is ended.
        self.command = [program, "--testing-library", "swift-testing", "--filter", "|".join(f"^{each}" for each in filters)]
        self.folder, self.limit, self.patience = folder, limit, patience
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
        cause = ""
        try:
            for line in process.stdout:
                line = COLOR.sub("", line.rstrip())
                if issue := ISSUE.search(line):
                    failure = f"{issue['test']} ({issue['place']})"
                    break
                if line.startswith("✔ Test run with "):
                    passed = line
                elif fatal := FATAL.search(line):
                    cause = f": {fatal[0]}"
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
        return None if passed and process.returncode == 0 else f"exit status {process.returncode}{cause}"

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
