"""What was acknowledged, kept outside of the server, and what contradicts it."""

import asyncio
import collections
import contextlib

class Record:
    def __init__(self):
        self.acknowledged, self.unknown, self.violations = collections.Counter(), 0, []
        self.collaborations, self.admissions = [], []

    def violation(self, rule, detail):
        self.violations.append((rule, detail))
        print(f"violation: {rule}: {detail}", flush=True)

class Collaboration:
    """A collaboration as its owner knows it. `selections` were sent in this order. One from the index `acknowledged` on is stored."""

    def __init__(self, identifier, owner, selection):
        self.identifier, self.owner, self.selections, self.acknowledged = identifier, owner, [selection], 0
        self.members, self.is_started, self.path = [], True, f"/collaborations/{identifier}"

class Identity:
    """A person's identity in one collaboration. `state` is `new`, `invited`, `paired`, `left` or `removed`."""

    def __init__(self, person):
        self.person, self.state = person, "new"

class Member:
    """An account in one collaboration, with the identities that only this account proves."""

    def __init__(self, collaboration, account):
        self.collaboration, self.account, self.identities, self.is_removed = collaboration, account, [], False

    @property
    def has_access(self):
        return bool(self.of("paired"))

    def of(self, *states):
        return [identity for identity in self.identities if identity.state in states]

    def __str__(self):
        return f"{self.account} in {self.collaboration.identifier}"

# A challenge that was used: the same answer must be refused from then on.
Admission = collections.namedtuple("Admission", "member answer date")

class Gate:
    """Steps go through the gate one beside the other, and wait while it is closed."""

    def __init__(self):
        self.open, self.inside = asyncio.Event(), 0
        self.open.set()

    @contextlib.asynccontextmanager
    async def step(self):
        while not self.open.is_set():
            await self.open.wait()
        self.inside += 1
        try:
            yield
        finally:
            self.inside -= 1

    @contextlib.asynccontextmanager
    async def closed(self):
        self.open.clear()
        try:
            while self.inside:
                await asyncio.sleep(0.01)
            yield
        finally:
            self.open.set()
