"""Attacks on a server on loopback, each bounded in connections and time.

    python -m trials.attacks NAME ORDER     with the order that `hostile` gives, as JSON

An attack runs in a process of its own, so that it does not slow down the client whose requests are timed. It prints a JSON object with
the number of each outcome: a status, `closed` by the server, `open` until the end.
"""

import asyncio
import base64
import collections
import itertools
import json
import os
import socket
import sys
import time
import types
from urllib.parse import urlsplit

from trials.people import START, Person, update

class Connection:
    """A connection from an address of its own choice in 127.0.0.0/8, so that limits by address see another client."""

    addresses, opening = itertools.cycle(f"127.0.0.{number}" for number in range(2, 52)), asyncio.Semaphore(100)

    @classmethod
    async def open(cls, order, address=None):
        self, client, parts = cls(), socket.socket(), urlsplit(order.url)
        client.setblocking(False)
        try:
            client.bind((address or next(cls.addresses), 0))
            async with cls.opening, asyncio.timeout(10):
                await asyncio.get_running_loop().sock_connect(client, (parts.hostname, parts.port))
                self.reader, self.writer = await asyncio.open_connection(sock=client)
        except BaseException:
            client.close()
            raise
        return self

    async def send(self, data):
        self.writer.write(data)
        await self.writer.drain()

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

def request(order, method, path, body=b"", headers=(), length=None, token=0):
    lines = [f"{method} {path} HTTP/1.1", "Host: localhost", *headers]
    if token is not None:
        lines.append(f"Authorization: Bearer {order.tokens[token % len(order.tokens)]}")
    if length is not False:
        lines.append(f"Content-Length: {len(body) if length is None else length}")
    return "\r\n".join(lines).encode() + b"\r\n\r\n" + body

async def conversation(order, talk, seconds=None, address=None, answers=0):
    """Talks on a connection of its own, and reads what comes after some answers. Returns what came of it."""
    try:
        connection = await Connection.open(order, address)
    except (OSError, TimeoutError):
        return "not connected"
    try:
        async with asyncio.timeout(seconds or max(0.1, order.end - time.monotonic())):
            talking = asyncio.create_task(talk(connection))
            try:
                for _ in range(answers):
                    await connection.answer()
                return str(await connection.answer() or "closed")
            finally:
                talking.cancel()
    except TimeoutError:
        return "open"
    except (OSError, asyncio.IncompleteReadError, ValueError):
        return "closed"
    finally:
        connection.writer.close()

async def held(order, count, talk, **options):
    """Opens connections and talks on each until the server answers or closes it, or the time is over."""
    talks = (conversation(order, lambda connection, number=number: talk(connection, number), **options) for number in range(count))
    return collections.Counter(await asyncio.gather(*talks))

async def in_turn(order, requests, connections=16):
    """Sends each request on a connection of its own, again and again."""
    outcomes, numbers = collections.Counter(), itertools.count()

    async def one():
        while time.monotonic() < order.end:
            data = requests[next(numbers) % len(requests)]
            outcomes[await conversation(order, lambda connection: connection.send(data), seconds=10)] += 1

    await asyncio.gather(*(one() for _ in range(connections)))
    return outcomes

# --- Connections that are held

async def idle_connections(order):
    """Connections of 21 addresses, without a token or a request."""
    addresses, count = [f"127.0.0.{number}" for number in range(60, 81)], order.connections * 3 // 100
    groups = (held(order, count, lambda connection, _: asyncio.sleep(0), address=address) for address in addresses)
    return sum(await asyncio.gather(*groups), collections.Counter())

async def used_connections(order):
    """Connections with one request each, since one that was used takes more memory."""
    asked = request(order, "GET", "/health", length=False)
    return await held(order, order.connections // 2, lambda connection, _: connection.send(asked), answers=1)

async def half_bodies(order):
    """Bodies of 20 accounts that stop one byte before their end, each of the greatest length."""
    path, body = order.path + "/participants", b" " * (128 * 1024 - 1)
    bodies = [request(order, "POST", path, body, length=128 * 1024, token=token) for token in range(20)]
    return await held(order, order.connections // 10, lambda connection, number: connection.send(bodies[number % 20]))

async def all_places(order):
    """Small bodies that stop before their end, on as many connections as there may be, of few accounts and ten addresses, again and again."""
    # Two accounts hold all places only after half a minute.
    path, body, accounts = order.path + "/participants", b" " * 3_900, 2 if order.seconds > 30 else 20
    order.end = time.monotonic() + max(30, order.seconds)
    bodies, outcomes = [request(order, "POST", path, body, length=4_000, token=token) for token in range(accounts)], collections.Counter()

    async def place(number):
        # All are taken after twenty seconds, and one that is refused waits as long as a body may take.
        await asyncio.sleep(number / 130)
        while time.monotonic() < order.end:
            talk = lambda connection: connection.send(bodies[number % accounts])
            outcomes[await conversation(order, talk, address=f"127.0.0.{100 + number % 10}")] += 1
            await asyncio.sleep(10)

    await asyncio.gather(*(place(number) for number in range(2_600)))
    return outcomes

async def slowly(order, head):
    """Sends a head, and then one byte a second."""
    async def talk(connection, number):
        await connection.send(head)
        for _ in itertools.count():
            await connection.send(b"a")
            await asyncio.sleep(1)

    return await held(order, order.connections // 20, talk)

async def slow_heads(order):
    return await slowly(order, b"GET /collaborations HTTP/1.1\r\nHost: localhost\r\nX-Slow: ")

async def slow_bodies(order):
    return await slowly(order, request(order, "POST", order.path + "/proof", length=4_000))

# --- Requests that are repeated

async def byte_chunks(order):
    """Bodies in chunks of one byte, without a token and with one, all from one address."""
    path, body, headers = order.path + "/participants", b"1\r\n \r\n" * 20_000, ["Transfer-Encoding: chunked"]
    bodies, outcomes = [request(order, "POST", path, body, headers, False, token) for token in (None, 1)], collections.Counter()
    while time.monotonic() < order.end:
        talks = held(order, order.connections * 3 // 100, lambda connection, number: connection.send(bodies[number % 2]), address="127.0.0.90")
        outcomes += await talks
    return outcomes

async def challenges(order):
    return await in_turn(order, [request(order, "POST", order.path + "/challenge", token=token) for token in range(50)])

async def wrong_proofs(order):
    return await in_turn(order, [request(order, "POST", order.path + "/proof", order.wrong_proof.encode())])

async def proofs_again(order):
    """An account proves again and again in a collaboration of its own with 10,000 identities."""
    connection, person, outcomes = await Connection.open(order), Person(), collections.Counter()

    async def ask(path, message=None):
        await connection.send(request(order, "POST", path, b"" if message is None else json.dumps(message).encode(), token=7))
        return await connection.answer()

    await ask("/collaborations", START)
    identifier = json.loads(connection.body)["collaborationIdentifier"]
    path, strangers = f"/collaborations/{identifier}", update()
    for number in range(10):
        roots = [base64.b64encode(os.urandom(32)).decode() for _ in range(999)] + ([person.root_hash] if number == 0 else [])
        while await ask(path + "/participants", strangers | {"addedIdentities": [{"rootHash": root} for root in roots]}) == 429:
            await asyncio.sleep(0.5)
    order.end = time.monotonic() + order.seconds
    while time.monotonic() < order.end:
        status = await ask(path + "/challenge")
        if status == 200:
            status = await ask(path + "/proof", person.answer(json.loads(connection.body)["challenge"]))
        outcomes[str(status)] += 1
    return outcomes

async def wrong_tokens(order):
    order.tokens = ["eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJib2IiLCJleHAiOjk5OTk5OTk5OTl9." + "A" * 43, "no token", "A" * 8000]
    return await in_turn(order, [request(order, "GET", "/collaborations", token=token) for token in range(3)])

async def large_bodies(order):
    """Bodies that announce more than the limit, bodies that never end, and updates of the greatest size for somebody else's collaboration."""
    path, chunk = order.path + "/participants", b"10000\r\n" + b" " * 65_536 + b"\r\n"
    announced = request(order, "POST", path, b" " * 65_536, length=10**10)
    endless = request(order, "POST", path, chunk * 64, ["Transfer-Encoding: chunked"], length=False)
    identities = [{"rootHash": base64.b64encode(os.urandom(32)).decode()} for _ in range(1_000)]
    refused = json.dumps(update() | {"addedIdentities": identities}).encode()
    return await in_turn(order, [announced, endless, *(request(order, "POST", path, refused, token=token) for token in range(10))])

async def large_heads(order):
    many = request(order, "GET", "/collaborations", headers=[f"X-Header-{number}: {number}" for number in range(20_000)])
    long = request(order, "GET", "/collaborations", headers=["X-Long: " + "a" * 1_000_000])
    path = request(order, "GET", "/collaborations/" + "a" * 500_000)
    return await in_turn(order, [many, long, path, b"GET / HTTP/1.1\r\n" + b"A: b\r\n" * 200_000])

ATTACKS = {
    attack.__name__.replace("_", " "): attack
    for attack in (
        slow_heads, slow_bodies, half_bodies, all_places, byte_chunks, idle_connections, used_connections, large_bodies, large_heads,
        wrong_tokens, challenges, wrong_proofs, proofs_again,
    )
}

if __name__ == "__main__":
    given = types.SimpleNamespace(**json.loads(sys.argv[2]))
    given.end = time.monotonic() + given.seconds
    print(json.dumps(asyncio.run(ATTACKS[sys.argv[1]](given))))
