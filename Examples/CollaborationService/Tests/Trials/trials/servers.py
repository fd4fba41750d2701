"""Server processes: nodes of the collaboration service, PostgreSQL, and the members of an etcd."""

import asyncio
import base64
import contextlib
import os
import random
import re
import secrets
import shutil
import signal
import socket
import subprocess
import tempfile
import urllib.request
from pathlib import Path

EXAMPLE = Path(__file__).resolve().parents[3]
# The trials of durability send as fast as they can. `hostile` tries the limits.
UNLIMITED = {"LIMITS_RATE": "0"}
# Ports to try, below those that the system gives to the ends of connections: of these one could be taken before a server listens.
PORTS = iter(random.sample(range(10_000, 32_000), 1_000))

def new_key():
    return base64.b64encode(secrets.token_bytes(32)).decode()

def free_port():
    for port in PORTS:
        with socket.socket() as one, contextlib.suppress(OSError):
            one.bind(("127.0.0.1", port))
            return port
    raise RuntimeError("no port is free")

class Node:
    """A process of the collaboration service. Its port differs after each start."""

    def __init__(self, program, folder, name, environment, arguments=()):
        self.program, self.folder, self.name, self.environment = Path(program).resolve(), Path(folder), name, environment
        self.arguments = arguments
        # Where the standard error goes, if not to a file: an open file.
        self.log, self.process, self.url, self.operations = None, None, None, None

    def inherited(self):
        # No setting of the caller's shell.
        return {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ} | {"HTTP_PORT": "0", "HTTP_OPERATIONS_PORT": "0", "AUDIT_FILE": str(self.folder / f"{self.name}.audit")} | self.environment

    async def start(self, patience=60):
        with (self.folder / f"{self.name}.log").open("ab") as log:
            self.process = await asyncio.create_subprocess_exec(
                self.program, *self.arguments, cwd=self.folder, env=self.inherited(), stdin=asyncio.subprocess.DEVNULL,
                stdout=asyncio.subprocess.PIPE, stderr=self.log or log,
            )
        self.url = await asyncio.wait_for(self._address(), patience)
        # The rest of the output is read, so that the server never waits for the pipe.
        self._drain = asyncio.create_task(self.process.stdout.read())

    async def _address(self):
        while line := await self.process.stdout.readline():
            if match := re.search(rb"Operations on (\S+)", line):
                self.operations = match[1].decode()
            if match := re.search(rb"Serving on (http://[^\s\"]+?)/?[\s\"]", line):
                return match[1].decode()
        log = (self.folder / f"{self.name}.log").read_text(errors="replace")
        raise RuntimeError(f"{self.name} ended with {await self.process.wait()} before it served: {log[-2000:]}")

    @property
    def is_running(self):
        return self.process is not None and self.process.returncode is None

    async def kill(self):
        if self.is_running:
            self.process.kill()
            await self.process.wait()

    async def stop(self, patience=60):
        """Ends the process with SIGTERM. Returns its exit status, None if it had to be killed."""
        self.process.terminate()
        try:
            return await asyncio.wait_for(self.process.wait(), patience)
        except asyncio.TimeoutError:
            return await self.kill()

    def resident_mebibytes(self):
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        return int(re.search(r"VmRSS:\s+(\d+) kB", status)[1]) / 1024

class PostgreSQL:
    """A server of its own, in a folder of its own, that listens on a socket there alone."""

    def __init__(self, folder):
        self.data = Path(folder) / "postgresql"
        self.programs = sorted(Path("/usr/lib/postgresql").glob("*/bin/postgres"))[-1].parent
        # It refuses to run as root.
        self.user = {"user": "postgres", "group": "postgres", "extra_groups": []} if os.getuid() == 0 else {}
        self.url = f"postgresql://postgres@/postgres?host={self.data}"
        self.data.mkdir()
        if self.user:
            shutil.chown(self.data, "postgres", "postgres")
        initdb = [self.programs / "initdb", "--auth=trust", "--username=postgres", "--no-sync", "--pgdata", self.data]
        subprocess.run(initdb, cwd=self.data, stdout=subprocess.DEVNULL, check=True, **self.user)

    async def start(self):
        """Starts the server, and waits until it accepts connections."""
        for _ in range(100):
            with (self.data.parent / "postgresql.log").open("ab") as log:
                self.process = await asyncio.create_subprocess_exec(
                    self.programs / "postgres", "-D", self.data, "-k", self.data, "-c", "listen_addresses=", cwd=self.data,
                    stdout=log, stderr=log, **self.user,
                )
            while self.process.returncode is None:
                if subprocess.run([self.programs / "pg_isready", "-q", "-h", self.data]).returncode == 0:
                    return
                await asyncio.sleep(0.1)
            # After SIGKILL the processes of the connections live on for a moment and hold the shared memory.
            await asyncio.sleep(0.2)
        raise RuntimeError("PostgreSQL does not start")

    async def end(self, kind):
        """SIGKILL ends the first process alone, SIGQUIT all at once without a checkpoint, SIGINT as an administrator would."""
        if self.process.returncode is None:
            self.process.send_signal(kind)
            await self.process.wait()

    def processes(self):
        """The first process and those that it has started."""
        children = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text().split()
        return [self.process.pid, *map(int, children)]

    async def trouble(self, random):
        """Kills the server, or one process, after which PostgreSQL ends all connections and recovers by itself."""
        if random.random() < 0.25:
            os.kill(random.choice(self.processes()[1:]), signal.SIGKILL)
        else:
            await self.end(random.choice([signal.SIGKILL, signal.SIGQUIT]))
            await asyncio.sleep(random.uniform(0, 1))
            await self.start()
        return "killed"

class Etcd:
    """Three members on the loopback interface."""

    def __init__(self, folder):
        self.folder, self.members = Path(folder), [None] * 3
        self.clients, self.peers = ([f"127.0.0.1:{free_port()}" for _ in range(3)] for _ in range(2))
        self.url = "etcd://" + ",".join(self.clients)

    async def start(self):
        """Starts the members that do not run, and waits until each can read and write."""
        cluster = ",".join(f"etcd{number}=http://{peer}" for number, peer in enumerate(self.peers))
        for number, (client, peer) in enumerate(zip(self.clients, self.peers)):
            if self.members[number] and self.members[number].returncode is None:
                continue
            with (self.folder / f"etcd{number}.log").open("ab") as log:
                self.members[number] = await asyncio.create_subprocess_exec(
                    "etcd", "--name", f"etcd{number}", "--data-dir", self.folder / f"etcd{number}", "--logger", "zap", "--log-level", "error",
                    "--listen-client-urls", f"http://{client}", "--advertise-client-urls", f"http://{client}",
                    "--listen-peer-urls", f"http://{peer}", "--initial-advertise-peer-urls", f"http://{peer}",
                    "--initial-cluster", cluster, "--max-txn-ops", "65536", "--max-request-bytes", "8388608",
                    "--auto-compaction-mode", "revision", "--auto-compaction-retention", "1000", stdout=log, stderr=log,
                )
        for client in self.clients:
            for _ in range(300):
                if await asyncio.to_thread(is_healthy, client):
                    break
                await asyncio.sleep(0.2)
            else:
                raise RuntimeError("etcd does not start")

    async def end(self, kind):
        for member in (running := [member for member in self.members if member and member.returncode is None]):
            member.send_signal(kind)
        await asyncio.gather(*(member.wait() for member in running))

    def processes(self):
        return [member.pid for member in self.members]

    async def trouble(self, random):
        """Kills or pauses one member for some seconds, or several at once, so that the others have no majority."""
        members, is_killed = random.sample(self.members, random.choice([1, 1, 2, 3])), random.random() < 0.5
        for member in members:
            member.send_signal(signal.SIGKILL if is_killed else signal.SIGSTOP)
        await asyncio.sleep(random.uniform(1, 8))
        for member in [] if is_killed else members:
            member.send_signal(signal.SIGCONT)
        await self.start()
        return "killed" if is_killed else "paused"

def is_healthy(address):
    try:
        with urllib.request.urlopen(f"http://{address}/health", timeout=2) as answer:
            return b'"true"' in answer.read()
    except OSError:
        return False

class Cluster:
    """Nodes on one database, with a folder that is deleted at the end."""

    def __init__(self, program, count, database="SQLite", settings=UNLIMITED, disk_mebibytes=None):
        self.program, self.count, self.kind, self.settings = program, count, database, settings
        # A disk of this size holds the file of SQLite. It needs the rights of root.
        self.disk_mebibytes, self.database, self.nodes = disk_mebibytes, None, []
        self.challenge_keys, self.token_secret, self.backend_token = [new_key()], new_key(), new_key()

    async def __aenter__(self):
        # SIGTERM ends the trial as an error would, so that what it has started is ended too.
        asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, asyncio.current_task().cancel)
        # PostgreSQL runs as another user and has to get to its folder, which TMPDIR may forbid.
        self.folder = Path(tempfile.mkdtemp(prefix="collaboration-service-", dir="/tmp"))
        self.folder.chmod(0o755)
        self.data = self.folder / "data"
        self.data.mkdir()
        self.file = self.data / "service.sqlite"
        try:
            if self.disk_mebibytes:
                subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={self.disk_mebibytes}m", "tmpfs", self.data], check=True)
            if self.kind != "SQLite":
                self.database = {"PostgreSQL": PostgreSQL, "etcd": Etcd}[self.kind](self.folder)
                await self.database.start()
            for number in range(self.count):
                self.nodes.append(Node(self.program, self.folder, f"node{number + 1}", self.environment()))
                await self.nodes[-1].start()
        except BaseException:
            await self.__aexit__()
            raise
        return self

    def environment(self):
        return {
            "MODE": "production", "HTTP_PUBLIC_URL": "https://service.example", "HTTP_APP_IDS": "ABCDE12345.com.example.recipes",
            "CHALLENGE_KEY": ",".join(self.challenge_keys), "ACCOUNTS_KEY": self.token_secret, "BACKEND_TOKEN": self.backend_token,
            "OPTIONS": str(EXAMPLE / "Sources/CollaborationService/options.json"), "DATABASE_URL": self.database.url if self.database else f"sqlite:{self.file}",
        } | self.settings

    async def __aexit__(self, *_):
        for node in self.nodes:
            await node.kill()
        if self.database:
            # A member that is paused ends by SIGKILL alone.
            await self.database.end(signal.SIGKILL if self.kind == "etcd" else signal.SIGQUIT)
        if os.path.ismount(self.data):
            subprocess.run(["umount", self.data], check=True)
        if "KEEP_LOGS" not in os.environ:
            shutil.rmtree(self.folder, ignore_errors=True)
