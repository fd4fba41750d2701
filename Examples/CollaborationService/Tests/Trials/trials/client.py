"""A client that tells apart what was answered, what was certainly not done, and what may have been done."""

import asyncio
import base64
import collections
import json
import time

import aiohttp
import jwt

# In place of an account, for the team's back end.
BACKEND = object()

class NotSent(Exception):
    """The request was certainly not carried out: nobody listens, or the server asked to come later."""

class NoAnswer(Exception):
    """The outcome is unknown: the request may have been carried out or not."""

class Answer:
    def __init__(self, status, body=b""):
        self.status, self.body = status, body

    @property
    def json(self):
        return json.loads(self.body)

class Client:
    """Sends requests for any account, and for the back end."""

    def __init__(self, cluster, patience=30, connector=None):
        self.secret, self.backend_token, self.tokens = base64.b64decode(cluster.token_secret), cluster.backend_token, {}
        # The answers to reads and to writes: statuses, `not connected` and `no answer`.
        self.outcomes = collections.Counter()
        connector = connector or aiohttp.TCPConnector(limit=0)
        self.session = aiohttp.ClientSession(connector=connector, timeout=aiohttp.ClientTimeout(total=patience))
        # aiohttp repeats PUT and DELETE by itself, which hides that the first try may have been carried out.
        self.session._retry_connection = False

    async def __aenter__(self):
        return self

    async def __aexit__(self, *_):
        await self.session.close()

    def token(self, account):
        if account is BACKEND:
            return self.backend_token
        if account not in self.tokens:
            claims = {"sub": account, "exp": int(time.time()) + 86_400}
            self.tokens[account] = jwt.encode(claims, self.secret, algorithm="HS256")
        return self.tokens[account]

    async def send(self, node, account, method, path, message=None):
        """Returns any answer. Throws if there was none. The back end, and who asks without a token, has a port of its own."""
        url = node.url if account and account is not BACKEND else getattr(node, "operations", None) or node.url
        headers = {"Authorization": f"Bearer {self.token(account)}"} if account else {}
        if message is not None:
            headers["Content-Type"] = "application/json"
            message = json.dumps(message).encode()
        try:
            async with self.session.request(method, url + path, data=message, headers=headers) as response:
                answer = Answer(response.status, await response.read())
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

    async def outcome(self, *request):
        """Returns an answer that tells the outcome.

        Status 429 says that nothing was done. Status 503 says nothing: the database may have committed before it went away.
        """
        answer = await self.send(*request)
        if answer.status == 429:
            raise NotSent
        if answer.status == 503:
            raise NoAnswer
        return answer
