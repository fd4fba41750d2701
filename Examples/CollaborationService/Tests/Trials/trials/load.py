"""The load: collaborations that are started, changed, asked about and ended, with members who come and go.

Each member's life is one task, so that the record of its access is exact. The tasks of all members, and the changes of the
selection, run at once and on any node.
"""

import asyncio
import contextlib
import random
import time

from trials.client import BACKEND, NoAnswer, NotSent
from trials.people import START, Person, update
from trials.record import Admission, Collaboration, Gate, Identity, Member

# What a killed node had sent to the database may still be carried out. A repeated request waits until that is over.
SETTLING_SECONDS = 4.0
PATIENCE_SECONDS = 90
CHALLENGE_LIFETIME = 120

@contextlib.asynccontextmanager
async def under_load(cluster, client, record, seed, lives):
    """Runs some lives of collaborations at once, and ends them after the block."""
    load = Load(cluster, client, record, Gate(), seed)
    tasks = [asyncio.create_task(load.collaborations()) for _ in range(lives)]
    try:
        yield load
        load.ending = True
        await asyncio.gather(*tasks)
    finally:
        for task in tasks:
            task.cancel()

class Unanswered(Exception):
    """A request got no definite answer in time."""

class Load:
    def __init__(self, cluster, client, record, gate, seed):
        self.cluster, self.client, self.record, self.gate = cluster, client, record, gate
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

        `status` may be several: a start that is repeated after its answer was lost has another one. `once` says that the server may refuse it when an earlier try was carried out.
        """
        answer, may_be_done = await self.request(account, method, path, message)
        if answer.status not in (status if isinstance(status, tuple) else [status]) and not (once and may_be_done and answer.status == 403):
            self.record.violation("a request is refused", f"{method} {path} as {account}: {answer.status} {answer.body[:200]}")
            return None
        if kind:
            self.record.acknowledged[kind] += 1
        return answer

    # --- A collaboration's life

    async def collaborations(self):
        """Lives of collaborations, one after the other, until the load ends."""
        while not self.ending:
            try:
                await self.collaboration()
            except Unanswered as error:
                self.record.violation("a request got no answer", f"{error} within {PATIENCE_SECONDS} s")

    async def collaboration(self):
        self.number += 1
        number, owner = self.number, f"owner-{self.number}"
        async with self.gate.step():
            message = {"localIdentifier": f"recipe-{number}", "selectedOptions": ["write"]}
            if number % 2:
                answer = await self.expect(201, "starts", owner, "POST", "/collaborations", message)
            else:
                answer = await self.expect((200, 201), "starts", BACKEND, "PUT", f"/collaborations/recipe-{number}?account={owner}", message)
            if answer is None:
                return
            collaboration = Collaboration(answer.json["collaborationIdentifier"], owner, ["write"])
            self.record.collaborations.append(collaboration)
        for index in range(4):
            account = f"friend-{self.random.randrange(8)}" if index == 0 else f"member-{number}-{index}"
            collaboration.members.append(Member(collaboration, account))
        lives = [self.member(member) for member in collaboration.members]
        await asyncio.gather(*lives, self.selections(collaboration), self.stranger(collaboration))
        async with self.gate.step():
            await self.end(collaboration)

    async def end(self, collaboration):
        """The owner ends it, or the back end deletes it, or neither. What has ended may be started again, and nobody is in."""
        chosen = self.random.choice(["kept", "kept", "ended", "deleted"])
        if chosen == "kept":
            return
        account = collaboration.owner if chosen == "ended" else BACKEND
        await self.expect(204, chosen, account, "DELETE", collaboration.path, once=True)
        collaboration.is_started = False
        for member in collaboration.members:
            for identity in member.identities:
                identity.state = "removed"
        if chosen == "deleted":
            start = await self.request(BACKEND, "PUT", f"{collaboration.path}?account={collaboration.owner}", START)
            if start[0].status != 403:
                self.record.violation("a name that is used up is started", f"{collaboration.identifier}: {start[0].status}")
        elif self.random.random() < 0.5:
            await self.select(collaboration)
            collaboration.is_started = True
        for member in collaboration.members:
            await self.check_access(member)

    async def selections(self, collaboration):
        """The back end starts it again with another selection."""
        for _ in range(self.random.randint(3, 8)):
            async with self.gate.step():
                await self.select(collaboration)
            await asyncio.sleep(self.random.uniform(0, 0.05))

    async def select(self, collaboration):
        selection = [self.random.choice(["write", "read"])]
        collaboration.selections.append(selection)
        sent = len(collaboration.selections) - 1
        message = {"localIdentifier": "", "selectedOptions": selection}
        await self.expect((200, 201), "selections", BACKEND, "PUT", f"{collaboration.path}?account={collaboration.owner}", message)
        collaboration.acknowledged = sent

    # --- Members

    async def member(self, member):
        for _ in range(self.random.randint(4, 10)):
            async with self.gate.step():
                await self.step(member)
                await self.check_access(member)
            await asyncio.sleep(self.random.uniform(0, 0.05))

    async def step(self, member):
        invited, paired, removed = member.of("invited", "left"), member.of("paired"), member.of("removed")
        if member.is_removed:
            return await self.random.choice([self.readmit, self.prove_while_removed])(member)
        if not invited and not paired:
            return await self.invite(member)
        choices = [self.prove] * 3 if invited else []
        if paired:
            choices += [self.remove, self.invite, self.prove] + [self.revoke] * 3
        if removed:
            choices += [self.invite_removed, self.prove_removed]
        await self.random.choice(choices)(member)

    async def update(self, member, status_kind, **changes):
        message = update(**changes)
        return await self.expect(204, status_kind, member.collaboration.owner, "POST", member.collaboration.path + "/participants", message)

    async def invite(self, member):
        identity = Identity(Person())
        member.identities.append(identity)
        if await self.update(member, "invitations", added=[identity.person]):
            identity.state = "invited"

    async def challenge(self, account, collaboration):
        answer = await self.expect(200, None, account, "POST", collaboration.path + "/challenge")
        return answer.json["challenge"] if answer else None

    async def send_proof(self, account, collaboration, message, node=None):
        return await self.request(account, "POST", collaboration.path + "/proof", message, node)

    async def prove(self, member, identity=None):
        # Somebody who has access may prove the same identity again.
        identity = identity or self.random.choice(member.of("invited", "left") or member.of("paired"))
        had_access, asked = member.has_access, time.monotonic()
        if (challenge := await self.challenge(member.account, member.collaboration)) is None:
            return
        message = identity.person.answer(challenge, device=self.random.randrange(2))
        if self.random.random() < 0.3:
            return await self.prove_twice(member, identity, message, asked)
        answer, may_be_done = await self.send_proof(member.account, member.collaboration, message)
        if answer.status == 204:
            return self.admitted(member, identity, message)
        if may_be_done and not had_access:
            # The first try was carried out, so the second one is a replay. The access tells.
            if await self.access(member):
                return self.admitted(member, identity, message)
            if not self.has_expired(asked):
                self.record.violation("a challenge is used up without an admission", member)
        elif may_be_done or self.has_expired(asked):
            # Access does not tell whether this identity is paired too, so it is proven with another challenge.
            await self.prove(member, identity)
        else:
            self.record.violation("a good proof is refused", f"{member}: {answer.status}")

    def has_expired(self, asked):
        return time.monotonic() - asked > CHALLENGE_LIFETIME

    def admitted(self, member, identity, message):
        identity.state = "paired"
        self.record.acknowledged["admissions"] += 1
        self.record.admissions.append(Admission(member, message, time.monotonic()))

    async def prove_twice(self, member, identity, message, asked):
        """The same answer twice at once, on any nodes: one of them must be refused."""
        (first, first_unknown), (second, second_unknown) = await asyncio.gather(
            *(self.send_proof(member.account, member.collaboration, message) for _ in range(2))
        )
        if {first.status, second.status} == {204}:
            self.record.violation("a challenge is used twice", f"{member}, at once")
        if 204 in (first.status, second.status):
            return self.admitted(member, identity, message)
        if not first_unknown and not second_unknown and not self.has_expired(asked):
            self.record.violation("a good proof is refused", f"{member}, sent twice at once")
        await self.prove(member, identity)

    async def remove(self, member):
        identity = self.random.choice(member.of("paired"))
        if await self.update(member, "removals", removed=[identity.person]):
            identity.state = "removed"

    async def revoke(self, member):
        """The back end removes the account with all that it has or had, or it leaves, or it is erased.

        Friends are not, since they are in several collaborations.
        """
        name, path = member.account, member.collaboration.path
        ways = [("removals", "removed", BACKEND, f"{path}/accounts/{name}"), ("leavings", "left", name, f"{path}/access")]
        if name.startswith("member"):
            ways.append(("erased accounts", "invited", BACKEND, f"/accounts/{name}"))
        kind, state, account, path = self.random.choice(ways)
        if await self.expect(204, kind, account, "DELETE", path, once=True):
            for identity in member.of("paired") if state == "left" else member.of("paired", "left"):
                identity.state = state
            member.is_removed = state == "removed"

    async def readmit(self, member):
        """The back end takes the removal of the account back; what it had stays removed."""
        path = f"{member.collaboration.path}/removals/{member.account}"
        if await self.expect(204, "readmissions", BACKEND, "DELETE", path):
            member.is_removed = False

    async def prove_while_removed(self, member):
        """A removed account is invited anew, and not admitted."""
        await self.invite(member)
        if (invited := member.of("invited")) and (challenge := await self.challenge(member.account, member.collaboration)):
            answer = invited[-1].person.answer(challenge)
            await self.must_refuse(member.account, member.collaboration, answer, "a removed account is admitted")

    async def invite_removed(self, member):
        """A late report of an addition does not undo a removal."""
        identity = self.random.choice(member.of("removed"))
        await self.update(member, None, added=[identity.person])
        await self.prove_removed(member, identity)

    async def prove_removed(self, member, identity=None):
        identity = identity or self.random.choice(member.of("removed"))
        if challenge := await self.challenge(member.account, member.collaboration):
            answer = identity.person.answer(challenge)
            await self.must_refuse(member.account, member.collaboration, answer, "a removed identity is admitted")

    async def stranger(self, collaboration):
        """Somebody who was not invited tries his own tree, and a challenge of somebody else."""
        stranger, person = Member(collaboration, f"stranger-{self.number}"), Person()
        for _ in range(self.random.randint(2, 5)):
            async with self.gate.step():
                if challenge := await self.challenge(stranger.account, collaboration):
                    await self.must_refuse(stranger.account, collaboration, person.answer(challenge), "a stranger is admitted")
                member = self.random.choice(collaboration.members)
                if (invited := member.of("invited")) and (challenge := await self.challenge(member.account, collaboration)):
                    answer = invited[0].person.answer(challenge)
                    await self.must_refuse(stranger.account, collaboration, answer, "a challenge of another account is accepted")
                if await self.access(stranger):
                    self.record.violation("a stranger has access", stranger)
            await asyncio.sleep(self.random.uniform(0, 0.05))

    async def must_refuse(self, account, collaboration, message, rule, node=None):
        answer, _ = await self.send_proof(account, collaboration, message, node)
        if answer.status != 403:
            self.record.violation(rule, f"{account} in {collaboration.identifier}: {answer.status}")

    # --- Checks

    async def access(self, member, node=None):
        """What an account may do, asked by itself or by the back end; None without access."""
        path, by_itself = member.collaboration.path, self.random.random() < 0.5
        account, path = (member.account, path) if by_itself else (BACKEND, f"{path}/accounts/{member.account}")
        answer, _ = await self.request(account, "GET", path, node=node)
        self.record.acknowledged["access questions"] += 1
        if answer.status != (403 if by_itself and answer.status == 403 else 200):
            self.record.violation("a question about access is refused", f"{member}: {answer.status}")
            return None
        return answer.json if answer.status == 200 and (by_itself or answer.json["hasAccess"]) else None

    async def check_access(self, member, node=None):
        """Compares the access of a member, and what was selected, with the record."""
        # Several changes may begin and end during the question.
        collaboration, acknowledged = member.collaboration, member.collaboration.acknowledged
        found = await self.access(member, node)
        if found and not member.has_access:
            rule = "a removed person has access" if member.of("removed") else "somebody has access without a proof"
            self.record.violation(rule, member)
        elif member.has_access and not found:
            self.record.violation("an acknowledged grant is lost", member)
        elif found and found["permittedOptions"] not in (selections := collaboration.selections[acknowledged:]):
            self.record.violation("an acknowledged selection is lost", f"{member}: {found}, not one of {selections}")
        if member.account.startswith("member") and self.random.random() < 0.1:
            answer, _ = await self.request(member.account, "GET", "/collaborations", node=node)
            if (collaboration.identifier in answer.json) != member.has_access:
                self.record.violation("the list of collaborations is wrong", f"{member}: {answer.json}")

    async def check_collaboration(self, collaboration, node=None):
        """Compares the owner's access, and the accounts that have access."""
        found = await self.access(Member(collaboration, collaboration.owner), node)
        if bool(found and found["isOwner"]) != collaboration.is_started:
            self.record.violation("an acknowledged start or end is lost", f"{collaboration.identifier}: {found}")
        answer, _ = await self.request(BACKEND, "GET", collaboration.path + "/accounts", node=node)
        members = [member.account for member in collaboration.members if member.has_access]
        expected = sorted([collaboration.owner, *members]) if collaboration.is_started else None
        if (sorted(answer.json) if answer.status == 200 else None) != expected:
            self.record.violation("the accounts are wrong", f"{collaboration.identifier}: {answer.body}, not {expected}")

    async def check_all(self, node=None, sample=None):
        """Compares the server with the record, while nothing else runs. `sample` limits the number of old facts."""
        chosen = self.record.collaborations
        if sample and len(chosen) > sample:
            # The newest are those that were in use.
            chosen = chosen[-20:] + self.random.sample(chosen[:-20], sample - 20)
        checks = [self.check_collaboration(collaboration, node) for collaboration in chosen]
        checks += [self.check_access(member, node) for collaboration in chosen for member in collaboration.members]
        fresh = [admission for admission in self.record.admissions[-300:] if time.monotonic() - admission.date < CHALLENGE_LIFETIME]
        for admission in self.random.sample(fresh, min(len(fresh), 20)):
            self.record.acknowledged["refused replays"] += 1
            member = admission.member
            checks.append(self.must_refuse(member.account, member.collaboration, admission.answer, "a challenge is used twice", node))
        waiting = iter(checks)

        async def worker():
            for check in waiting:
                await check

        await asyncio.gather(*(worker() for _ in range(16)))
