"""What was acknowledged, kept outside of the server, and what contradicts it."""

import asyncio
import collections
import contextlib
import time


class Record:
    def __init__(self):
        self.acknowledged, self.unknown, self.violations = collections.Counter(), 0, []
        self.documents, self.admissions = [], []

    def violation(self, rule, detail):
        self.violations.append((rule, detail))
        print(f"violation: {rule}: {detail}", flush=True)

    def counts(self):
        return ", ".join(f"{count} {kind}" for kind, count in sorted(self.acknowledged.items()))


class Document:
    """A document as its owner knows it. Revisions tell which changes were acknowledged, and which may have been done."""

    def __init__(self, identifier, owner, revision, text):
        self.identifier, self.owner, self.members, self.state = identifier, owner, [], "created"
        self.newest, self.texts, self.attempted = revision, {revision: text}, {revision: {text}}

    def attempt(self, revision, text):
        self.attempted.setdefault(revision, set()).add(text)

    def acknowledge(self, revision, text, record):
        if self.texts.setdefault(revision, text) != text:
            record.violation("two changes got one revision", f"{self.identifier} at {revision}")
        self.newest = max(self.newest, revision)

    def check(self, found, newest_before, record):
        """Compares what was read with what was acknowledged before the request was sent."""
        revision, text = found["revision"], found["text"]
        if revision < newest_before:
            record.violation("an acknowledged change is lost", f"{self.identifier} at {revision}, not {newest_before}")
        elif text != self.texts.get(revision, text) or text not in self.attempted.get(revision, ()):
            record.violation("a document has a text that it never got", f"{self.identifier} at {revision}: {text}")


class Identity:
    """A person's identity in one document. `state` is `new`, `invited`, `paired` or `removed`."""

    def __init__(self, person):
        self.person, self.state = person, "new"


class Member:
    """An account in one document, with the identities that only this account proves."""

    def __init__(self, document, account):
        self.document, self.account, self.identities = document, account, []

    @property
    def has_access(self):
        return any(identity.state == "paired" for identity in self.identities)

    def of(self, state):
        return [identity for identity in self.identities if identity.state == state]


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
