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


class Secrets:
    """The keys that all nodes of one trial share."""

    def __init__(self):
        self.challenge_key, self.former_keys, self.token_secret = new_key(), [], secrets.token_bytes(32)

    def environment(self):
        former = {"CHALLENGE_FORMER_KEYS": ",".join(self.former_keys)} if self.former_keys else {}
        return former | {
            "MODE": "production",
            "HTTP_PUBLIC_URL": "https://documents.example",
            "HTTP_APP_IDS": "ABCDE12345.com.example.recipes",
            "CHALLENGE_KEY": self.challenge_key,
            "ACCOUNTS_SECRET": base64.b64encode(self.token_secret).decode(),
        }


def new_key():
    return base64.b64encode(secrets.token_bytes(32)).decode()


# Ports to try, below those that the system gives to the ends of connections: of these one could be taken before a server listens.
PORTS = iter(random.sample(range(10_000, 32_000), 1_000))

# The trials of durability send as fast as they can. `hostile` tries the rate limits.
UNLIMITED = {"LIMITS_ACCOUNT_RATE": "0", "LIMITS_ADDRESS_RATE": "0"}


class Node:
    """A process of the collaboration service. Its port differs after each start."""

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
            if match := re.search(rb"Serving on (http://[^\s\"]+?)/?[\s\"]", line):
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

    def processor_seconds(self):
        return processor_seconds(self.process.pid)


def processor_seconds(process):
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


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
        """The first process and those that it has started, with their names."""
        found = {self.process.pid: b"postgres"}
        for stat in Path("/proc").glob("[0-9]*/stat"):
            with contextlib.suppress(OSError):
                if int(stat.read_text().rsplit(")", 1)[1].split()[1]) == self.process.pid:
                    found[int(stat.parent.name)] = (stat.parent / "cmdline").read_bytes()
        return found

    def connections(self):
        """The processes that serve a connection."""
        return [process for process, name in self.processes().items() if name.startswith(b"postgres: postgres ")]


class Member:
    """A member of an etcd. As root it has a network of its own, so that it can be cut off."""

    def __init__(self, folder, number, network):
        self.name, self.folder, self.process, self.ports = f"etcd{number}", Path(folder), None, (free_port(), free_port())
        self.link = f"ds{os.getpid()}e{number}" if network else None
        self.address = f"{network}.{number + 10}" if network else "127.0.0.1"
        self.client, self.peer = (f"{self.address}:{port}" for port in self.ports)

    def connect(self, bridge):
        run("ip", "netns", "add", self.link)
        run("ip", "link", "add", self.link, "type", "veth", "peer", "name", "eth0", "netns", self.link)
        run("ip", "link", "set", self.link, "master", bridge, "up")
        for arguments in (["address", "add", f"{self.address}/24", "dev", "eth0"], ["link", "set", "eth0", "up"], ["link", "set", "lo", "up"]):
            run("ip", "-n", self.link, *arguments)

    async def start(self, cluster):
        prefix = ["ip", "netns", "exec", self.link] if self.link else []
        with (self.folder / f"{self.name}.log").open("ab") as log:
            self.process = await asyncio.create_subprocess_exec(
                *prefix, "etcd", "--name", self.name, "--data-dir", self.folder / self.name, "--logger", "zap", "--log-level", "error",
                "--listen-client-urls", f"http://{self.client}", "--advertise-client-urls", f"http://{self.client}",
                "--listen-peer-urls", f"http://{self.peer}", "--initial-advertise-peer-urls", f"http://{self.peer}",
                "--initial-cluster", cluster, "--max-txn-ops", "16384", "--max-request-bytes", "8388608", stdout=log, stderr=log,
            )

    async def end(self, kind):
        if self.process and self.process.returncode is None:
            self.process.send_signal(kind)
            await self.process.wait()

    def pause(self, is_paused):
        with contextlib.suppress(ProcessLookupError):
            self.process.send_signal(signal.SIGSTOP if is_paused else signal.SIGCONT)

    def cut(self, is_cut):
        run("ip", "link", "set", self.link, "down" if is_cut else "up")


class Etcd:
    """Three members, on the loopback interface or on a network of their own."""

    def __init__(self, folder):
        self.network = free_network() if os.getuid() == 0 else None
        self.members = [Member(folder, number, self.network) for number in range(3)]
        self.url = "etcd://" + ",".join(member.client for member in self.members)
        self.initial = ",".join(f"{member.name}=http://{member.peer}" for member in self.members)
        self.bridge = f"ds{os.getpid()}" if self.network else None

    async def create(self):
        if self.bridge:
            run("ip", "link", "add", self.bridge, "type", "bridge")
            run("ip", "address", "add", f"{self.network}.1/24", "dev", self.bridge)
            run("ip", "link", "set", self.bridge, "up")
            for member in self.members:
                member.connect(self.bridge)

    async def start(self, patience=60):
        """Starts the members that do not run, and waits until each can read and write."""
        for member in self.members:
            if not member.process or member.process.returncode is not None:
                await member.start(self.initial)
        deadline = asyncio.get_running_loop().time() + patience
        for member in self.members:
            while not await asyncio.to_thread(is_healthy, member.client):
                if asyncio.get_running_loop().time() > deadline:
                    raise RuntimeError("etcd does not start")
                await asyncio.sleep(0.2)

    async def end(self, kind):
        await asyncio.gather(*(member.end(kind) for member in self.members))

    def processes(self):
        return [member.process.pid for member in self.members]

    def remove(self):
        if self.bridge:
            for member in self.members:
                # The end of a network namespace takes its links with it, but later.
                subprocess.run(["ip", "link", "del", member.link], check=False)
                subprocess.run(["ip", "netns", "del", member.link], check=False)
            subprocess.run(["ip", "link", "del", self.bridge], check=False)


def is_healthy(address):
    try:
        with urllib.request.urlopen(f"http://{address}/health", timeout=2) as answer:
            return b'"true"' in answer.read()
    except OSError:
        return False


def free_network():
    """The first bytes of addresses that no bridge has, not even one of a trial that was killed."""
    taken = subprocess.run(["ip", "-brief", "address"], check=True, capture_output=True, text=True).stdout
    return random.choice([network for network in (f"10.201.{number}" for number in range(256)) if f" {network}.1/" not in taken])


def free_port():
    return next(port for port in PORTS if is_free(port))


def is_free(port):
    with socket.socket() as one, contextlib.suppress(OSError):
        one.bind(("127.0.0.1", port))
        return True
    return False


def run(*command):
    subprocess.run(command, check=True)


class Cluster:
    """Nodes on one database, with a folder that is deleted at the end."""

    def __init__(self, program, count, database=None, settings=UNLIMITED, disk_mebibytes=None):
        self.program, self.count, self.kind, self.settings = program, count, database, settings
        # A disk of this size holds the file of SQLite. It needs the rights of root.
        self.disk_mebibytes = disk_mebibytes
        self.secrets, self.database, self.nodes = Secrets(), None, []

    async def __aenter__(self):
        # SIGTERM ends the trial as an error would, so that what it has started is ended too.
        asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, asyncio.current_task().cancel)
        # PostgreSQL runs as another user and has to get to its folder, which TMPDIR may forbid.
        self.folder = Path(tempfile.mkdtemp(prefix="collaboration-service-", dir="/tmp"))
        self.folder.chmod(0o755)
        self.data = self.folder / "data"
        self.data.mkdir()
        try:
            if self.disk_mebibytes:
                options = ["-t", "tmpfs", "-o", f"size={self.disk_mebibytes}m", "tmpfs"]
                subprocess.run(["mount", *options, self.data], check=True)
            if self.kind:
                self.database = {"PostgreSQL": PostgreSQL, "etcd": Etcd}[self.kind](self.folder)
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
            # A member that is paused ends by SIGKILL alone.
            await self.database.end(signal.SIGKILL if self.kind == "etcd" else signal.SIGQUIT)
            if self.kind == "etcd":
                self.database.remove()
        if os.path.ismount(self.data):
            subprocess.run(["umount", self.data], check=True)
        if "KEEP_LOGS" not in os.environ:
            shutil.rmtree(self.folder, ignore_errors=True)
