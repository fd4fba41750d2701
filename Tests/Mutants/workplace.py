"""A copy of the repository in which mutants are built and tested, one after the other."""

import os
import pathlib
import re
import signal
import subprocess
import threading
import time

from mutants import ROOT

PROGRAM = "swift-collaborationPackageTests"

ISSUE = re.compile(r'✘ Test "?(?P<test>.+?)"? recorded an issue\b.*? at (?P<place>\S+\.swift:\d+)')
STARTED = re.compile(r'◇ Test (?!case |run )"?(?P<test>.+?)"? started\.')
ENDED = re.compile(r'[✔✘] Test (?!case |run )"?(?P<test>.+?)"? (?:with \d+ test cases? )?(?:passed|failed) after')
COLOR = re.compile(r"\x1b\[[0-9;]*m")
FATAL = re.compile(r"(?:Fatal|Precondition|Assertion)[^:]*: .*|Fatal error")


class BuildFailed(Exception):
    """The compiler refused the sources; the text is its first error."""


class Workplace:
    """A copy with a build folder of its own, which keeps what did not change from mutant to mutant."""

    def __init__(self, folder, patience):
        self.folder = pathlib.Path(folder)
        self.patience = patience
        self.passed = set()
        self.times = {}
        self.sound = None

    def synchronize(self):
        """Copies every file of the checkout that Git tracks or would track, with uncommitted changes."""
        listed = subprocess.run(
            ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"], cwd=ROOT, check=True, capture_output=True
        ).stdout.decode().split("\0")
        wanted = {name for name in listed if name and (ROOT / name).is_file()}
        for path in self.folder.glob("*"):
            if path.name != ".build":
                for file in [path] if path.is_file() else path.rglob("*"):
                    if file.is_file() and str(file.relative_to(self.folder)) not in wanted:
                        file.unlink()
        for name in wanted:
            self.write(name, (ROOT / name).read_bytes())

    def write(self, name, content):
        """Writes a file unless it has the content already, so that the build sees no change where there is none."""
        path = self.folder / name
        if path.is_file() and path.read_bytes() == content:
            return
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)

    def plant(self, mutant):
        """Changes only the copy; the checkout may change meanwhile."""
        sound = (self.folder / mutant.path).read_bytes()
        faulty = mutant.planted(sound.decode()).encode()
        self.sound = mutant.path, sound
        self.write(mutant.path, faulty)

    def restore(self):
        if self.sound:
            self.write(*self.sound)
            self.sound = None

    def build(self, configuration):
        # The test program alone, without what a debugger needs: it is linked for every mutant.
        command = ["swift", "build", "--product", PROGRAM, "--configuration", configuration]
        command += ["-debug-info-format", "none"]
        # What `swift test -c release` does, so that tests may look inside the modules.
        command += ["-Xswiftc", "-enable-testing"] if configuration == "release" else []
        built = subprocess.run(command, cwd=self.folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        if built.returncode != 0:
            lines = built.stdout.splitlines()
            errors = [line for line in lines if ".swift:" in line and "error:" in line]
            raise BuildFailed((errors or [line for line in lines if "error:" in line] or ["no output"])[0])

    def test(self, configuration, target):
        """Runs one target's tests to the first failure: None if there is none, else what it was."""
        tests = Tests(self.folder, configuration, target)
        key = (configuration, target)
        limit = self.patience + 10 * self.times[key] if key in self.times else 1800
        failure = tests.run(limit)
        if failure is None:
            self.times.setdefault(key, tests.time)
        return failure


class Tests:
    """One run of the tests of a target."""

    def __init__(self, folder, configuration, target):
        # The test program itself rather than `swift test`, which would leave it behind when it is ended.
        self.command = [
            str(folder / ".build" / configuration / f"{PROGRAM}.xctest"),
            *("--testing-library", "swift-testing", "--filter", rf"^{target}\."),
        ]
        self.folder = folder
        self.time = 0

    def run(self, limit):
        start = time.monotonic()
        process = subprocess.Popen(
            self.command,
            cwd=self.folder,
            env={**os.environ, "SWIFT_BACKTRACE": "enable=no", "NO_COLOR": "1"},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
            start_new_session=True,
        )
        hung = threading.Event()
        timer = threading.Timer(limit, lambda: (hung.set(), process.kill()))
        timer.start()
        try:
            failure = self.first_failure(process.stdout)
            if failure is not None:
                return failure
            status = process.wait()
            self.time = time.monotonic() - start
        finally:
            timer.cancel()
            process.kill()
            process.stdout.close()
            process.wait()
        running = ", ".join(sorted(self.running)[:3]) or "no test"
        if hung.is_set():
            return f"no end after {limit:.0f} s, in: {running}"
        if self.summary is None or status != 0:
            cause = self.fatal or f"signal {signal.Signals(-status).name}" if status < 0 else f"exit status {status}"
            return f"crash ({cause}) in: {running}"
        return None

    def first_failure(self, lines):
        """Reads the output to its end, or to the first issue, which is enough for a verdict."""
        self.running, self.fatal, self.summary = set(), None, None
        for line in lines:
            line = COLOR.sub("", line.rstrip())
            if issue := ISSUE.search(line):
                return f"{issue['test']} ({issue['place']})"
            if started := STARTED.match(line):
                self.running.add(started["test"])
            elif ended := ENDED.match(line):
                self.running.discard(ended["test"])
            elif line.startswith("✔ Test run with "):
                self.summary = line
            elif line.startswith("✘ Test run with "):
                return line
            elif fatal := FATAL.search(line):
                self.fatal = fatal[0]
        return None
