"""Attacks on a server on loopback, each bounded in connections and time.

    python -m trials.attacks NAME     with an Order as JSON on the standard input

An attack runs in a process of its own, so that it does not slow down the client whose requests are timed. It prints a JSON object with
the number of each outcome: a status, `closed` by the server, `open` until the end.
"""

import asyncio
import collections
import itertools
import json
import random
import resource
import socket
import sys
import time
from dataclasses import dataclass, replace
from urllib.parse import urlsplit


@dataclass
class Order:
    url: str
    seconds: float
    # How many connections the larger attacks make.
    connections: int
    tokens: list[str]
    document: str
    wrong_proof: str

    @property
    def location(self):
        parts = urlsplit(self.url)
        return parts.hostname, parts.port


class Connection:
    """A connection from an address of its own choice in 127.0.0.0/8, so that limits by address see another client."""

    addresses = itertools.cycle(f"127.0.0.{number}" for number in range(2, 52))

    @classmethod
    async def open(cls, order, address=None, receive_buffer=None):
        self, client = cls(), socket.socket()
        client.setblocking(False)
        # Of a small one, the rest of an answer stays with the server.
        if receive_buffer:
            client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
        try:
            client.bind((address or next(cls.addresses), 0))
            await asyncio.wait_for(asyncio.get_running_loop().sock_connect(client, order.location), 10)
            self.reader, self.writer = await asyncio.open_connection(sock=client)
        except BaseException:
            client.close()
            raise
        return self

    async def send(self, data):
        self.writer.write(data)
        await self.writer.drain()

    async def document(self):
        """Reads the answer to the creation of a document. Returns its identifier, None if there is none."""
        status = await self.answer()
        return json.loads(self.body)["identifier"] if status == 201 else None

    async def answer(self):
        """Reads one answer. Returns its status, None at the end of the connection."""
        line = await self.reader.readline()
        if not line:
            return None
        length = 0
        while (header := await self.reader.readline()) not in (b"\r\n", b""):
            name, _, value = header.partition(b":")
            if name.lower() == b"content-length":
                length = int(value)
        self.body = await self.reader.readexactly(length)
        return int(line.split()[1])

    def close(self):
        self.writer.close()


def request(order, method, path, body=b"", headers=(), length=None):
    lines = [f"{method} {path} HTTP/1.1", "Host: localhost", f"Authorization: Bearer {order.tokens[0]}", *headers]
    if length is not False:
        lines.append(f"Content-Length: {len(body) if length is None else length}")
    return "\r\n".join(lines).encode() + b"\r\n\r\n" + body


async def outcome_of(order, data, seconds=None):
    """Sends bytes on a connection of their own. Returns what came of it."""
    try:
        connection = await Connection.open(order)
    except (OSError, asyncio.TimeoutError):
        return "not connected"
    try:
        async with asyncio.timeout(seconds or order.seconds):
            await connection.send(data)
            return str(await connection.answer() or "closed")
    except TimeoutError:
        return "open"
    except (OSError, asyncio.IncompleteReadError):
        return "closed"
    finally:
        connection.close()


# --- Connections that are held


async def held(order, count, talk, address=None, answers=0):
    """Opens connections and talks on each until the server closes it or gives one more answer, or the time is over."""
    outcomes, end = collections.Counter(), time.monotonic() + order.seconds
    opening = asyncio.Semaphore(100)

    async def one():
        try:
            async with opening:
                connection = await Connection.open(order, address)
        except (OSError, asyncio.TimeoutError):
            return "not connected"
        try:
            async with asyncio.timeout_at(asyncio.get_running_loop().time() + max(0.1, end - time.monotonic())):
                talking = asyncio.create_task(talk(connection))
                try:
                    for _ in range(answers):
                        await connection.answer()
                    status = await connection.answer()
                    return str(status) if status else "closed"
                finally:
                    talking.cancel()
        except TimeoutError:
            return "open"
        except (OSError, asyncio.IncompleteReadError, ValueError):
            return "closed"
        finally:
            connection.close()

    outcomes.update(await asyncio.gather(*(one() for _ in range(count))))
    return outcomes


async def dripping(connection, data):
    """One byte a second."""
    for index in itertools.count():
        await connection.send(data[index % len(data):][:1])
        await asyncio.sleep(1)


async def idle_connections(order):
    """Connections with one request each, since one that was used takes more memory."""
    async def talk(connection):
        await connection.send(request(order, "GET", "/health", length=False))

    return await held(order, order.connections // 2, talk, answers=1)


async def one_address(order):
    """As many connections, all from one address."""
    async def nothing(connection):
        pass

    return await held(order, order.connections, nothing, "127.0.0.60")


async def almost_whole_bodies(order):
    """Bodies of one account that stop one byte before their end, each of the greatest length."""
    length = 1024 * 1024

    async def talk(connection):
        await connection.send(request(order, "POST", "/participants", length=length))
        for _ in range(length // 65_536 - 1):
            await connection.send(b" " * 65_536)
        await connection.send(b" " * 65_535)

    return await held(order, order.connections * 16 // 100, talk)


async def short_bodies(order):
    """Bodies of all accounts and for all routes that stop short."""
    document = f"/documents/{order.document}"
    routes = [("POST", "/documents", 500_000), ("PUT", document, 500_000), ("POST", "/participants", 10**6), ("POST", document + "/proof", 16_000)]
    kinds = itertools.cycle([(token, *route) for token in order.tokens for route in routes])

    async def talk(connection):
        token, method, path, length = next(kinds)
        await connection.send(request(replace(order, tokens=[token]), method, path, length=length))
        await connection.send(b" " * random.randrange(length))

    return await held(order, order.connections // 10, talk)


async def slow_heads(order):
    async def talk(connection):
        await connection.send(b"GET /documents HTTP/1.1\r\nHost: localhost\r\n")
        await dripping(connection, b"X-Slow: 1\r\n")

    return await held(order, order.connections // 20, talk)


async def slow_bodies(order):
    async def talk(connection):
        await connection.send(request(order, "POST", "/documents", length=100_000))
        await dripping(connection, b" ")

    return await held(order, order.connections // 20, talk)


async def slow_readers(order):
    """Ten accounts ask for the greatest answers on many connections, at once, and read nothing. Half ask for documents, half for lists."""
    async def prepare(account):
        document = {"title": "a" * 4_096, "text": "a" * 65_536}
        own = replace(order, tokens=[order.tokens[account]])
        connection = await Connection.open(own)
        try:
            for _ in range(100 if account % 2 else 1):
                await connection.send(request(own, "POST", "/documents", json.dumps(document).encode()))
                if (identifier := await connection.document()) is None:
                    raise RuntimeError("no document")
        finally:
            connection.close()
        return request(own, "GET", "/documents" if account % 2 else f"/documents/{identifier}", length=False)

    async def one(asked):
        try:
            connection = await Connection.open(order, receive_buffer=1024)
        except (OSError, asyncio.TimeoutError):
            return "not connected"
        connection.writer.transport.pause_reading()
        await connection.send(asked)
        await asyncio.sleep(order.seconds)
        connection.writer.transport.abort()
        return "not read"

    asked = [await prepare(account) for account in range(10)]
    return collections.Counter(await asyncio.gather(*(one(asked[index % 10]) for index in range(order.connections // 10))))


async def half_closed(order):
    """Sends half a request and closes that direction, and a whole one, which may be answered."""
    async def half(connection):
        await connection.send(request(order, "POST", "/documents", b'{"title":', length=100))
        connection.writer.write_eof()

    async def whole(connection):
        await connection.send(request(order, "GET", "/health"))
        connection.writer.write_eof()

    halves, wholes = await asyncio.gather(held(order, order.connections // 20, half), held(order, order.connections // 100, whole))
    return {f"half: {key}": value for key, value in halves.items()} | {f"whole: {key}": value for key, value in wholes.items()}


# --- Requests that are repeated


async def repeated(order, requests, connections):
    """Sends requests one after the other on some connections, as fast as they are answered."""
    outcomes, end = collections.Counter(), time.monotonic() + order.seconds

    async def one(number):
        while time.monotonic() < end:
            try:
                connection = await Connection.open(order)
            except (OSError, asyncio.TimeoutError):
                outcomes["not connected"] += 1
                continue
            try:
                async with asyncio.timeout(order.seconds + 10):
                    for index in itertools.count(number):
                        if time.monotonic() > end:
                            break
                        await connection.send(requests[index % len(requests)])
                        status = await connection.answer()
                        outcomes[str(status or "closed")] += 1
                        if status is None:
                            break
            except (OSError, asyncio.IncompleteReadError):
                outcomes["closed"] += 1
            except TimeoutError:
                outcomes["open"] += 1
            finally:
                connection.close()

    await asyncio.gather(*(one(number) for number in range(connections)))
    return outcomes


def of_accounts(order, make):
    """The same request of each of the attackers' accounts."""
    return [make(replace(order, tokens=[token])) for token in order.tokens]


async def challenges(order):
    return await repeated(order, of_accounts(order, lambda own: request(own, "POST", f"/documents/{order.document}/challenge")), 16)


async def wrong_proofs(order):
    body = order.wrong_proof.encode()
    return await repeated(order, [request(order, "POST", f"/documents/{order.document}/proof", body)], 16)


async def wrong_tokens(order):
    order = replace(order, tokens=["eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJib2IiLCJleHAiOjk5OTk5OTk5OTl9." + "A" * 43, "no token", "A" * 8000])
    return await repeated(order, of_accounts(order, lambda own: request(own, "GET", "/documents")), 8)


async def large_bodies(order):
    """Bodies that announce more than the limit, and bodies that never end."""
    announced = request(order, "POST", "/documents", b" " * 65_536, length=10**10)
    chunk = b"10000\r\n" + b" " * 65_536 + b"\r\n"
    endless = request(order, "POST", "/documents", chunk * 64, ["Transfer-Encoding: chunked"], length=False)
    update = request(order, "POST", "/participants", chunk * 64, ["Transfer-Encoding: chunked"], length=False)
    return await in_turn(order, [announced, endless, update])


async def in_turn(order, requests, connections=8):
    """Sends each request on a connection of its own, again and again."""
    outcomes, end, numbers = collections.Counter(), time.monotonic() + order.seconds, itertools.count()

    async def one():
        while time.monotonic() < end:
            outcomes[await outcome_of(order, requests[next(numbers) % len(requests)], seconds=10)] += 1

    await asyncio.gather(*(one() for _ in range(connections)))
    return outcomes


def bombs():
    """Bodies within the limit of bytes that no reader of JSON should take."""
    yield b"[" * 15_000
    yield b'{"a":' * 3_000 + b"1" + b"}" * 3_000
    yield b"{" + b",".join(b'"m%d":1' % number for number in range(1_500)) + b"}"
    yield b'{"title":"a","title":"b","text":""}'
    yield b'{"title":"\\ud800","text":""}'
    yield b'{"title":"a","text":"","revision":' + b"9" * 10_000 + b"}"
    yield '{"title":"a","text":""}'.encode("utf-16")
    yield b'\xef\xbb\xbf{"title":"a","text":""}'
    yield b'{"title":"\xff","text":""}'
    yield b'{"title":"a","text":"", "' + b"n" * 300 + b'":1}'
    yield b'{"title":"a","text":""} {}'
    yield b""
    yield b"\x00" * 1_000


async def json_bombs(order):
    paths = ["/documents", "/participants", f"/documents/{order.document}/proof"]
    requests = [request(order, "POST", path, bomb) for path in paths for bomb in bombs()]
    return await in_turn(order, requests)


async def large_heads(order):
    many = request(order, "GET", "/documents", headers=[f"X-Header-{number}: {number}" for number in range(20_000)])
    long = request(order, "GET", "/documents", headers=["X-Long: " + "a" * 1_000_000])
    name = request(order, "GET", "/documents", headers=["X" * 200_000 + ": 1"])
    path = request(order, "GET", "/documents/" + "a" * 500_000)
    endless = b"GET / HTTP/1.1\r\n" + b"A: b\r\n" * 200_000
    return await in_turn(order, [many, long, name, path, endless], 4)


# --- Requests that two readers could take for different ones


def smuggled(order):
    inner = b"GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n"

    def outer(*headers, body=inner):
        return request(order, "POST", "/documents", body, headers, length=False)

    chunked = "Transfer-Encoding: chunked"
    yield "two lengths", outer("Content-Length: 0", f"Content-Length: {len(inner)}")
    yield "two lengths in one", outer(f"Content-Length: 0, {len(inner)}")
    yield "a signed length", outer("Content-Length: +0")
    yield "a negative length", outer("Content-Length: -1")
    yield "a length that is no number", outer("Content-Length: 0x10")
    yield "a length beyond 64 bits", outer("Content-Length: 18446744073709551616")
    yield "a length and chunks", outer("Content-Length: 5", chunked, body=b"0\r\n\r\n" + inner)
    yield "chunked is not the last coding", outer("Transfer-Encoding: chunked, identity", body=b"0\r\n\r\n" + inner)
    yield "an unknown coding", outer("Transfer-Encoding: xchunked", body=b"0\r\n\r\n" + inner)
    yield "a coding in other letters", outer("Transfer-Encoding: \x0bchunked", body=b"0\r\n\r\n" + inner)
    yield "a chunk's size is no number", outer(chunked, body=b"zz\r\n" + inner)
    yield "a chunk's size is negative", outer(chunked, body=b"-1\r\n" + inner)
    yield "a chunk's size is beyond 64 bits", outer(chunked, body=b"10000000000000000\r\n" + inner)
    yield "a chunk is longer than its size", outer(chunked, body=b"1\r\nab\r\n0\r\n\r\n" + inner)
    yield "a space before the colon", outer("Content-Length : 0")
    yield "a folded line", outer("X-Folded: a", "\tContent-Length: 0")
    yield "a zero byte in a value", outer("X-Zero: a\x00b", "Content-Length: 0")
    yield "an unknown version", b"GET /documents HTTP/9.9\r\nHost: localhost\r\n\r\n" + inner
    yield "no HTTP", b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + b"\x00" * 200


async def ambiguous_requests(order):
    outcomes, details = collections.Counter(), {}
    for name, data in smuggled(order):
        statuses = await answers(order, data)
        details[name] = statuses
        outcomes["answered twice" if len(statuses) > 1 else statuses[0] if statuses else "closed"] += 1
    # Two good requests at once are answered both: the trial is able to see a second answer.
    statuses = await answers(order, request(order, "GET", "/health") * 2)
    outcomes["two good requests: " + ", ".join(statuses)] += 1
    print(details, file=sys.stderr)
    return outcomes


async def answers(order, data):
    """All answers to some bytes, until the server closes the connection or says nothing for two seconds."""
    connection, statuses = await Connection.open(order), []
    try:
        await connection.send(data)
        while status := await asyncio.wait_for(connection.answer(), 2):
            statuses.append(str(status))
    except (OSError, asyncio.IncompleteReadError, asyncio.TimeoutError, IndexError):
        pass
    finally:
        connection.close()
    return statuses


ATTACKS = {
    attack.__name__.replace("_", " "): attack
    for attack in (
        slow_heads, slow_bodies, slow_readers, half_closed, idle_connections, one_address, almost_whole_bodies, short_bodies,
        large_bodies, large_heads, json_bombs, ambiguous_requests,
        wrong_tokens, challenges, wrong_proofs,
    )
}


if __name__ == "__main__":
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    print(json.dumps(asyncio.run(ATTACKS[sys.argv[1]](Order(**json.load(sys.stdin))))))
