"""The load: documents that are created, shared, changed, read and deleted, with members who come and go.

Each member's life is one task, so that the record of its access is exact. The tasks of all members, and the changes of the
texts, run at once and on any node.
"""

import asyncio
import random
import time

from trials.client import NoAnswer, NotSent
from trials.people import Person, update
from trials.record import Admission, Document, Identity, Member

# What a killed node had sent to the database may still be carried out. A repeated request waits until that is over.
SETTLING_SECONDS = 1.0
PATIENCE_SECONDS = 90


class Unanswered(Exception):
    """A request got no definite answer in time."""


class Load:
    def __init__(self, cluster, client, record, gate, seed, challenge_lifetime=120):
        self.cluster, self.client, self.record, self.gate = cluster, client, record, gate
        self.challenge_lifetime = challenge_lifetime
        self.random, self.number, self.ending = random.Random(seed), 0, False

    # --- Requests

    async def request(self, account, method, path, message=None, node=None):
        """Repeats a request until its outcome is known. Returns the answer, and whether an earlier try may have been carried out."""
        may_be_done, deadline = False, time.monotonic() + PATIENCE_SECONDS
        while time.monotonic() < deadline:
            running = [node for node in self.cluster.nodes if node.url and node.is_running]
            try:
                if running:
                    answer = await self.client.outcome(node or self.random.choice(running), account, method, path, message)
                    if answer.status >= 500:
                        self.record.violation("the server failed", f"{method} {path}: {answer.status}")
                    if may_be_done and method != "GET":
                        await asyncio.sleep(SETTLING_SECONDS)
                    return answer, may_be_done
            except NoAnswer:
                if method != "GET":
                    self.record.unknown += 1
                    may_be_done = True
            except NotSent:
                pass
            await asyncio.sleep(self.random.uniform(0.05, 0.3))
        raise Unanswered(f"{method} {path}")

    async def expect(self, status, kind, account, method, path, message=None, once=False):
        """A request that has to be acknowledged. Returns the answer, None if it is a violation.

        `once` says that the server may refuse it when an earlier try was carried out.
        """
        answer, may_be_done = await self.request(account, method, path, message)
        if answer.status != status and not (once and may_be_done and answer.status == 403):
            self.record.violation("a request is refused", f"{method} {path} as {account}: {answer.status} {answer.body[:200]}")
            return None
        if kind:
            self.record.acknowledged[kind] += 1
        return answer

    # --- A document's life

    async def documents(self):
        """Lives of documents, one after the other, until the load ends."""
        while not self.ending:
            try:
                await self.document()
            except Unanswered as error:
                self.record.violation("a request got no answer", f"{error} within {PATIENCE_SECONDS} s")

    async def document(self):
        self.number += 1
        number, owner = self.number, f"owner-{self.number}"
        async with self.gate.step():
            text = f"{number}/0"
            answer = await self.expect(201, "documents", owner, "POST", "/documents", {"title": f"Document {number}", "text": text})
            if answer is None:
                return
            document = Document(answer.json["identifier"], owner, answer.json["revision"], text)
            self.record.documents.append(document)
            await self.share(document)
        for index in range(4):
            account = f"friend-{self.random.randrange(8)}" if index == 0 else f"member-{number}-{index}"
            document.members.append(Member(document, account))
        lives = [self.member(member) for member in document.members]
        await asyncio.gather(*lives, self.changes(document), self.stranger(document))
        async with self.gate.step():
            await self.end(document)

    async def share(self, document):
        path = f"/documents/{document.identifier}/share"
        if answer := await self.expect(200, None, document.owner, "POST", path):
            document.state = "shared"
            if answer.json["collaborationIdentifier"] != document.identifier:
                self.record.violation("a share names another document", document.identifier)

    async def end(self, document):
        chosen = self.random.choice(["kept", "kept", "ended", "deleted"])
        path = f"/documents/{document.identifier}"
        if chosen == "ended":
            await self.expect(204, "ended shares", document.owner, "DELETE", path + "/share")
        elif chosen == "deleted":
            await self.expect(204, "deleted documents", document.owner, "DELETE", path, once=True)
        if chosen != "kept":
            document.state = chosen
            for member in document.members:
                for identity in member.identities:
                    identity.state = "removed"
                await self.check_access(member)
        if chosen == "ended" and self.random.random() < 0.5:
            # A document that is shared again has no participants yet.
            await self.share(document)
            for member in document.members:
                await self.check_access(member)

    # --- Texts

    async def changes(self, document):
        """The owner changes the text, sometimes twice at once: then one of the two is refused."""
        for _ in range(self.random.randint(3, 8)):
            async with self.gate.step():
                await asyncio.gather(*(self.change(document, document.owner) for _ in range(self.random.choice([1, 1, 2]))))
            await self.rest()

    async def change(self, document, account):
        path, newest = f"/documents/{document.identifier}", document.newest
        answer, _ = await self.request(account, "GET", path)
        if answer.status != 200:
            return self.record.violation("a document cannot be read", f"{account}, {document.identifier}: {answer.status}")
        document.check(answer.json, newest, self.record)
        revision = answer.json["revision"]
        text = f"{account}/{self.random.getrandbits(64)}"
        document.attempt(revision + 1, text)
        message = {"title": "Changed", "text": text, "revision": revision}
        answer, may_be_done = await self.request(account, "PUT", path, message)
        if answer.status == 200:
            document.acknowledge(answer.json["revision"], text, self.record)
            self.record.acknowledged["changes"] += 1
        elif answer.status == 409:
            # Another change came first, or an earlier try of this one.
            if not may_be_done and document.newest <= revision and len(document.attempted[revision + 1]) < 2:
                self.record.violation("a change of the current revision is refused", f"{document.identifier} at {revision}")
        else:
            self.record.violation("a request is refused", f"PUT {path}: {answer.status}")

    # --- Members

    async def member(self, member):
        for _ in range(self.random.randint(4, 10)):
            async with self.gate.step():
                await self.step(member)
                await self.check_access(member)
            await self.rest()

    async def step(self, member):
        invited, paired, removed = member.of("invited"), member.of("paired"), member.of("removed")
        if not invited and not paired:
            return await self.invite(member)
        choices = [self.prove] * 3 if invited else []
        if paired:
            choices += [self.remove, self.leave, self.invite, self.prove_again, self.change_as_member]
            if member.account.startswith("member"):
                choices += [self.delete_account]
        if removed:
            choices += [self.invite_removed, self.prove_removed]
        await self.random.choice(choices)(member)

    async def invite(self, member):
        identity = Identity(Person())
        member.identities.append(identity)
        message = update(member.document.identifier, added=[identity.person])
        if await self.expect(204, "invitations", member.document.owner, "POST", "/participants", message):
            identity.state = "invited"

    async def challenge(self, account, document):
        answer = await self.expect(200, None, account, "POST", f"/documents/{document.identifier}/challenge")
        return answer.json["challenge"] if answer else None

    async def send_proof(self, account, document, message):
        return await self.request(account, "POST", f"/documents/{document.identifier}/proof", message)

    async def change_as_member(self, member):
        await self.change(member.document, member.account)

    async def prove(self, member, identity=None):
        identity = identity or self.random.choice(member.of("invited"))
        had_access, asked = member.has_access, time.monotonic()
        if (challenge := await self.challenge(member.account, member.document)) is None:
            return
        message = identity.person.answer(challenge, device=self.random.randrange(2))
        if self.random.random() < 0.3:
            return await self.prove_twice(member, identity, message, asked)
        answer, may_be_done = await self.send_proof(member.account, member.document, message)
        if answer.status != 204 and may_be_done and not had_access:
            # The first try was carried out, so the second one is a replay. The access tells.
            document, _ = await self.request(member.account, "GET", f"/documents/{member.document.identifier}")
            if document.status == 200:
                return self.admitted(member, identity, message)
            if not self.has_expired(asked):
                self.record.violation("a challenge is used up without an admission", f"{member.account} in {member.document.identifier}")
            return
        if answer.status != 204 and (may_be_done or self.has_expired(asked)):
            # Access does not tell whether this identity is paired too, so it is proven with another challenge.
            return await self.prove(member, identity)
        if answer.status != 204:
            return self.record.violation("a good proof is refused", f"{member.account} in {member.document.identifier}: {answer.status}")
        self.admitted(member, identity, message)

    def has_expired(self, asked):
        return time.monotonic() - asked > self.challenge_lifetime

    def admitted(self, member, identity, message):
        identity.state = "paired"
        self.record.acknowledged["admissions"] += 1
        self.record.admissions.append(Admission(member, message))

    async def prove_twice(self, member, identity, message, asked):
        """The same answer twice at once, on any nodes: one of them must be refused."""
        (first, first_unknown), (second, second_unknown) = await asyncio.gather(
            self.send_proof(member.account, member.document, message), self.send_proof(member.account, member.document, message)
        )
        if {first.status, second.status} == {204}:
            self.record.violation("a challenge is used twice", f"{member.account} in {member.document.identifier}, at once")
        if 204 in (first.status, second.status):
            return self.admitted(member, identity, message)
        if not first_unknown and not second_unknown and not self.has_expired(asked):
            self.record.violation("a good proof is refused", f"{member.account} in {member.document.identifier}, sent twice at once")
        await self.prove(member, identity)

    async def prove_again(self, member):
        """A member who has access proves the same identity with a new challenge, which is not refused."""
        identity, asked = self.random.choice(member.of("paired")), time.monotonic()
        if (challenge := await self.challenge(member.account, member.document)) is None:
            return
        message = identity.person.answer(challenge)
        answer, may_be_done = await self.send_proof(member.account, member.document, message)
        if answer.status == 204 or may_be_done:
            return self.admitted(member, identity, message)
        if not self.has_expired(asked):
            self.record.violation("a good proof is refused", f"{member.account} in {member.document.identifier}, again")

    async def remove(self, member):
        identity = self.random.choice(member.of("paired"))
        message = update(member.document.identifier, removed=[identity.person])
        if await self.expect(204, "removals", member.document.owner, "POST", "/participants", message):
            identity.state = "removed"

    async def leave(self, member):
        path = f"/documents/{member.document.identifier}/participation"
        if await self.expect(204, "leavings", member.account, "DELETE", path, once=True):
            for identity in member.of("paired"):
                identity.state = "invited"

    async def delete_account(self, member):
        if await self.expect(204, "deleted accounts", member.account, "DELETE", "/account"):
            for identity in member.of("paired"):
                identity.state = "invited"

    async def invite_removed(self, member):
        """A late report of an addition does not undo a removal."""
        identity = self.random.choice(member.of("removed"))
        message = update(member.document.identifier, added=[identity.person])
        await self.expect(204, None, member.document.owner, "POST", "/participants", message)
        await self.prove_removed(member, identity)

    async def prove_removed(self, member, identity=None):
        identity = identity or self.random.choice(member.of("removed"))
        if challenge := await self.challenge(member.account, member.document):
            await self.must_refuse(member.account, member.document, identity.person.answer(challenge), "a removed identity is admitted")

    async def stranger(self, document):
        """Somebody who was not invited tries his own tree, and a challenge of somebody else."""
        account, person = f"stranger-{self.number}", Person()
        for _ in range(self.random.randint(2, 5)):
            async with self.gate.step():
                if challenge := await self.challenge(account, document):
                    await self.must_refuse(account, document, person.answer(challenge), "a stranger is admitted")
                member = self.random.choice(document.members)
                if (invited := member.of("invited")) and (challenge := await self.challenge(member.account, document)):
                    answer = invited[0].person.answer(challenge)
                    await self.must_refuse(account, document, answer, "a challenge of another account is accepted")
                answer, _ = await self.request(account, "GET", f"/documents/{document.identifier}")
                if answer.status != 403:
                    self.record.violation("a stranger has access", f"{account} in {document.identifier}: {answer.status}")
            await self.rest()

    async def must_refuse(self, account, document, message, rule):
        answer, _ = await self.send_proof(account, document, message)
        if answer.status != 403:
            self.record.violation(rule, f"{account} in {document.identifier}: {answer.status}")

    async def rest(self):
        await asyncio.sleep(self.random.uniform(0, 0.05))

    # --- Checks

    async def check_access(self, member, node=None):
        """Asks whether a member reads the document, and compares with the record."""
        document, newest = member.document, member.document.newest
        answer, _ = await self.request(member.account, "GET", f"/documents/{document.identifier}", node=node)
        self.record.acknowledged["reads"] += 1
        if member.has_access:
            if answer.status != 200:
                return self.record.violation("an acknowledged grant is lost", f"{member.account} in {document.identifier}: {answer.status}")
            document.check(answer.json, newest, self.record)
        elif answer.status != 403:
            rule = "a removed person has access" if member.of("removed") else "somebody has access without a proof"
            self.record.violation(rule, f"{member.account} in {document.identifier}: {answer.status}")
        if self.random.random() < 0.1:
            answer, _ = await self.request(member.account, "GET", "/shared", node=node)
            if (document.identifier in answer.json) != member.has_access:
                self.record.violation("the list of shared documents is wrong", f"{member.account}: {document.identifier}")

    async def check_document(self, document, node=None):
        newest = document.newest
        answer, _ = await self.request(document.owner, "GET", f"/documents/{document.identifier}", node=node)
        self.record.acknowledged["reads"] += 1
        if document.state == "deleted":
            if answer.status != 403:
                self.record.violation("a deleted document is there", f"{document.identifier}: {answer.status}")
        elif answer.status != 200:
            self.record.violation("an acknowledged document is lost", f"{document.identifier}: {answer.status}")
        else:
            document.check(answer.json, newest, self.record)
            await self.check_participants(document, node)

    async def check_participants(self, document, node):
        """Compares the identities of a document, and the accounts that have proven them."""
        answer, _ = await self.request(document.owner, "GET", f"/documents/{document.identifier}/participants", node=node)
        expected = {
            identity.person.root_hash: member.account if identity.state == "paired" else None
            for member in document.members for identity in member.identities if identity.state in ("invited", "paired")
        }
        found = {entry["rootHash"]: entry.get("account") for entry in answer.json} if answer.status == 200 else answer.status
        if found != expected:
            self.record.violation("the participants are wrong", f"{document.identifier}: {found}, not {expected}")

    async def check_all(self, node=None, sample=None):
        """Compares the server with the record, while nothing else runs. `sample` limits the number of old facts."""
        documents = self.record.documents
        if sample and len(documents) > sample:
            # The newest documents are those that were in use.
            documents = documents[-20:] + self.random.sample(documents[:-20], sample - 20)
        checks = [lambda document=document: self.check_document(document, node) for document in documents]
        checks += [lambda member=member: self.check_access(member, node) for document in documents for member in document.members]
        fresh = [admission for admission in self.record.admissions[-300:] if time.monotonic() - admission.date < self.challenge_lifetime]
        for admission in self.random.sample(fresh, min(len(fresh), 20)):
            checks.append(lambda admission=admission: self.check_replay(admission, node))
        await in_parallel(checks, 16)

    async def check_replay(self, admission, node):
        member = admission.member
        answer, _ = await self.send_proof(member.account, member.document, admission.answer)
        self.record.acknowledged["refused replays"] += 1
        if answer.status != 403:
            self.record.violation("a challenge is used twice", f"{member.account} in {member.document.identifier}, after a restart")


async def in_parallel(checks, count):
    waiting = iter(checks)

    async def worker():
        for check in waiting:
            await check()

    await asyncio.gather(*(worker() for _ in range(count)))
