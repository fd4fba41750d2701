"""What was acknowledged, kept outside of the server, and what contradicts it."""

import asyncio
import collections
import contextlib
import time


class Record:
    def __init__(self):
        self.acknowledged, self.unknown, self.violations = collections.Counter(), 0, []
        self.collaborations, self.admissions = [], []

    def violation(self, rule, detail):
        self.violations.append((rule, detail))
        print(f"violation: {rule}: {detail}", flush=True)

    def counts(self):
        return ", ".join(f"{count} {kind}" for kind, count in sorted(self.acknowledged.items()))


class Collaboration:
    """A collaboration as its owner knows it. `selections` are those that may be stored: several while a change is under way."""

    def __init__(self, identifier, owner, selection):
        self.identifier, self.owner, self.selections = identifier, owner, [selection]
        self.members, self.is_started, self.path = [], True, f"/collaborations/{identifier}"


class Identity:
    """A person's identity in one collaboration. `state` is `new`, `invited`, `paired` or `removed`."""

    def __init__(self, person):
        self.person, self.state = person, "new"


class Member:
    """An account in one collaboration, with the identities that only this account proves."""

    def __init__(self, collaboration, account):
        self.collaboration, self.account, self.identities = collaboration, account, []

    @property
    def has_access(self):
        return bool(self.of("paired"))

    def of(self, state):
        return [identity for identity in self.identities if identity.state == state]

    def __str__(self):
        return f"{self.account} in {self.collaboration.identifier}"


class Admission:
    """A challenge that was used: the same answer must be refused from then on."""

    def __init__(self, member, answer):
        self.member, self.answer, self.date = member, answer, time.monotonic()


class Gate:
    """Steps go through the gate one beside the other, and wait while it is closed."""

    def __init__(self):
        self.condition, self.open, self.inside = asyncio.Condition(), True, 0

    @contextlib.asynccontextmanager
    async def step(self):
        async with self.condition:
            await self.condition.wait_for(lambda: self.open)
            self.inside += 1
        try:
            yield
        finally:
            async with self.condition:
                self.inside -= 1
                self.condition.notify_all()

    @contextlib.asynccontextmanager
    async def closed(self):
        async with self.condition:
            self.open = False
            await self.condition.wait_for(lambda: self.inside == 0)
        try:
            yield
        finally:
            async with self.condition:
                self.open = True
                self.condition.notify_all()
