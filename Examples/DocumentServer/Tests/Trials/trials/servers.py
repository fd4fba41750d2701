"""Server processes: nodes of the document server, and PostgreSQL."""

import asyncio
import base64
import contextlib
import os
import re
import secrets
import shutil
import signal
import subprocess
import tempfile
from pathlib import Path


class Secrets:
    """The keys that all nodes of one trial share."""

    def __init__(self):
        self.challenge_key, self.former_keys, self.token_secret = new_key(), [], secrets.token_bytes(32)

    def environment(self):
        former = {"CHALLENGE_FORMER_KEYS": ",".join(self.former_keys)} if self.former_keys else {}
        return former | {
            "MODE": "production",
            "HTTP_PUBLIC_URL": "https://documents.example",
            "CHALLENGE_KEY": self.challenge_key,
            "ACCOUNTS_SECRET": base64.b64encode(self.token_secret).decode(),
        }


def new_key():
    return base64.b64encode(secrets.token_bytes(32)).decode()


# The trials of durability send as fast as they can. `hostile` tries the rate limits.
UNLIMITED = {"LIMITS_ACCOUNT_RATE": "0", "LIMITS_ADDRESS_RATE": "0"}


class Node:
    """A process of the document server. Its port differs after each start."""

    def __init__(self, program, folder, name, environment, prefix=()):
        self.program, self.folder, self.name, self.environment = Path(program).resolve(), Path(folder), name, environment
        self.prefix, self.process, self.url, self.starts = list(prefix), None, None, 0

    async def start(self, patience=60):
        # A setting of the caller's shell must not reach the server. FAULT is for the faulty server of the self-test.
        inherited = {name: os.environ[name] for name in ("PATH", "HOME", "LANG", "FAULT") if name in os.environ}
        environment = inherited | {"HTTP_HOST": "127.0.0.1", "HTTP_PORT": "0"} | self.environment
        with (self.folder / f"{self.name}.log").open("ab") as log:
            self.process = await asyncio.create_subprocess_exec(
                *self.prefix, self.program, cwd=self.folder, env=environment, stdin=asyncio.subprocess.DEVNULL,
                stdout=asyncio.subprocess.PIPE, stderr=log,
            )
        self.url = await asyncio.wait_for(self._address(), patience)
        self.starts += 1
        # The rest of the output is read, so that the server never waits for the pipe.
        self._drain = asyncio.create_task(self._write_output())

    async def _address(self):
        while line := await self.process.stdout.readline():
            if match := re.search(rb"Serving on (http://\S+?)/?\s", line):
                return match[1].decode()
        log = (self.folder / f"{self.name}.log").read_text(errors="replace")
        raise RuntimeError(f"{self.name} ended with {await self.process.wait()} before it served: {log[-2000:]}")

    async def _write_output(self):
        with (self.folder / f"{self.name}.out").open("ab") as output:
            while data := await self.process.stdout.read(65_536):
                output.write(data)

    @property
    def is_running(self):
        return self.process is not None and self.process.returncode is None

    async def kill(self):
        if self.is_running:
            self.process.kill()
            await self.process.wait()

    async def stop(self, patience=40):
        """Ends the process with SIGTERM. Returns its exit status, nil if it had to be killed."""
        if not self.is_running:
            return self.process and self.process.returncode
        self.process.terminate()
        try:
            return await asyncio.wait_for(self.process.wait(), patience)
        except asyncio.TimeoutError:
            await self.kill()
            return None

    def resident_mebibytes(self, kind="VmRSS"):
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        return int(re.search(rf"{kind}:\s+(\d+) kB", status)[1]) / 1024


class PostgreSQL:
    """A server of its own, in a folder of its own, that listens on a socket there alone."""

    def __init__(self, folder):
        self.process = None
        self.data = Path(folder) / "postgresql"
        self.programs = sorted(Path("/usr/lib/postgresql").glob("*/bin/postgres"))[-1].parent
        # It refuses to run as root.
        self.user = {"user": "postgres", "group": "postgres", "extra_groups": []} if os.getuid() == 0 else {}
        self.url = f"postgresql://postgres@/postgres?host={self.data}"

    async def create(self):
        self.data.mkdir()
        if self.user:
            shutil.chown(self.data, "postgres", "postgres")
        process = await asyncio.create_subprocess_exec(
            self.programs / "initdb", "--auth=trust", "--username=postgres", "--no-sync", "--pgdata", self.data, cwd=self.data,
            stdout=asyncio.subprocess.DEVNULL, **self.user,
        )
        if await process.wait() != 0:
            raise RuntimeError("initdb failed")

    async def start(self, patience=60):
        """Starts the server, and waits until it accepts connections."""
        deadline = asyncio.get_running_loop().time() + patience
        while True:
            with (self.data.parent / "postgresql.log").open("ab") as log:
                self.process = await asyncio.create_subprocess_exec(
                    self.programs / "postgres", "-D", self.data, "-k", self.data, "-c", "listen_addresses=", cwd=self.data,
                    stdout=log, stderr=log, **self.user,
                )
            while self.process.returncode is None:
                if await self._accepts():
                    return
                await asyncio.sleep(0.1)
            # After SIGKILL the processes of the connections live on for a moment and hold the shared memory.
            if asyncio.get_running_loop().time() > deadline:
                raise RuntimeError("PostgreSQL does not start")
            await asyncio.sleep(0.2)

    async def _accepts(self):
        process = await asyncio.create_subprocess_exec(
            self.programs / "pg_isready", "-q", "-h", self.data, stdout=asyncio.subprocess.DEVNULL
        )
        return await process.wait() == 0

    async def end(self, kind):
        """SIGKILL ends the first process alone, SIGQUIT all at once without a checkpoint, SIGINT as an administrator would."""
        if self.process and self.process.returncode is None:
            self.process.send_signal(kind)
            await self.process.wait()

    def processes(self):
        """The processes that the server has started, with their names."""
        found = {}
        for stat in Path("/proc").glob("[0-9]*/stat"):
            with contextlib.suppress(OSError):
                if int(stat.read_text().rsplit(")", 1)[1].split()[1]) == self.process.pid:
                    found[int(stat.parent.name)] = (stat.parent / "cmdline").read_bytes()
        return found

    def connections(self):
        """The processes that serve a connection."""
        return [process for process, name in self.processes().items() if name.startswith(b"postgres: postgres ")]


class Cluster:
    """Nodes on one database, with a folder that is deleted at the end."""

    def __init__(self, program, count, postgresql=False, settings=UNLIMITED, disk_mebibytes=None):
        self.program, self.count, self.uses_postgresql, self.settings = program, count, postgresql, settings
        # A disk of this size holds the file of SQLite. It needs the rights of root.
        self.disk_mebibytes = disk_mebibytes
        self.secrets, self.database, self.nodes = Secrets(), None, []

    async def __aenter__(self):
        # SIGTERM ends the trial as an error would, so that what it has started is ended too.
        asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, asyncio.current_task().cancel)
        # PostgreSQL runs as another user and has to get to its folder, which TMPDIR may forbid.
        self.folder = Path(tempfile.mkdtemp(prefix="document-server-", dir="/tmp"))
        self.folder.chmod(0o755)
        self.data = self.folder / "data"
        self.data.mkdir()
        try:
            if self.disk_mebibytes:
                options = ["-t", "tmpfs", "-o", f"size={self.disk_mebibytes}m", "tmpfs"]
                subprocess.run(["mount", *options, self.data], check=True)
            if self.uses_postgresql:
                self.database = PostgreSQL(self.folder)
                await self.database.create()
                await self.database.start()
            for number in range(self.count):
                self.nodes.append(Node(self.program, self.folder, f"node{number + 1}", self.environment()))
                await self.nodes[-1].start()
        except BaseException:
            await self.__aexit__()
            raise
        return self

    def environment(self):
        where = {"DATABASE_URL": self.database.url} if self.database else {"DATABASE_PATH": str(self.data / "documents.sqlite")}
        return self.secrets.environment() | where | self.settings

    async def __aexit__(self, *_):
        for node in self.nodes:
            await node.kill()
        if self.database:
            await self.database.end(signal.SIGQUIT)
        if os.path.ismount(self.data):
            subprocess.run(["umount", self.data], check=True)
        if "KEEP_LOGS" not in os.environ:
            shutil.rmtree(self.folder, ignore_errors=True)
