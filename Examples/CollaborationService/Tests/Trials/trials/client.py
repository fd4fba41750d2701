"""A client that tells apart what was answered, what was certainly not done, and what may have been done."""

import asyncio
import collections
import json
import time

import aiohttp
import jwt


class NotSent(Exception):
    """The request was certainly not carried out: nobody listens, or the server asked to come later."""


class NoAnswer(Exception):
    """The outcome is unknown: the request may have been carried out or not."""


class Answer:
    def __init__(self, status, headers, body):
        self.status, self.headers, self.body = status, headers, body

    @property
    def json(self):
        return json.loads(self.body)


class Tokens:
    """Issues bearer tokens as JWT, signed with HS256."""

    def __init__(self, secret):
        self.secret, self.issued = secret, {}

    def token(self, account, lifetime=86_400):
        if (account, lifetime) not in self.issued:
            claims = {"sub": account, "exp": int(time.time()) + lifetime}
            self.issued[account, lifetime] = jwt.encode(claims, self.secret, algorithm="HS256")
        return self.issued[account, lifetime]


class Client:
    """Sends requests for any account."""

    def __init__(self, tokens, patience=30, connector=None):
        # The answers to reads and to writes: statuses, `not connected` and `no answer`.
        self.tokens, self.outcomes = tokens, collections.Counter()
        connector = connector or aiohttp.TCPConnector(limit=0)
        self.session = aiohttp.ClientSession(connector=connector, timeout=aiohttp.ClientTimeout(total=patience))
        # aiohttp repeats PUT and DELETE by itself, which hides that the first try may have been carried out.
        self.session._retry_connection = False

    async def __aenter__(self):
        return self

    async def __aexit__(self, *_):
        await self.session.close()

    async def send(self, node, account, method, path, message=None):
        """Returns any answer. Throws if there was none."""
        headers = {"Authorization": f"Bearer {self.tokens.token(account)}"} if account else {}
        if message is not None:
            headers["Content-Type"] = "application/json"
            message = json.dumps(message).encode()
        try:
            async with self.session.request(method, node.url + path, data=message, headers=headers) as response:
                answer = Answer(response.status, response.headers, await response.read())
                self.count(method, answer.status)
                return answer
        except aiohttp.ClientConnectorError as error:
            self.count(method, "not connected")
            raise NotSent from error
        except (aiohttp.ClientError, asyncio.TimeoutError, OSError) as error:
            self.count(method, "no answer")
            raise NoAnswer from error

    def count(self, method, outcome):
        self.outcomes["reads" if method == "GET" else "writes", outcome] += 1

    async def outcome(self, node, account, method, path, message=None):
        """Returns an answer that tells the outcome.

        Status 429 says that nothing was done. Status 503 says nothing: the database may have committed before it went away.
        """
        answer = await self.send(node, account, method, path, message)
        if answer.status == 429:
            raise NotSent
        if answer.status == 503:
            raise NoAnswer
        return answer
