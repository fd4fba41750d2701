"""Faults between the service and a trial, to check that the trial finds them."""

import random

from trials.client import Answer, Client

# The rule whose violation is reported, and what the fault is.
FAULTS = {
    "none": (None, "no fault"),
    "lost-writes": ("an acknowledged grant is lost", "some proofs and updates are acknowledged and not carried out"),
    "lost-selections": ("an acknowledged selection is lost", "some selections are acknowledged and not carried out"),
    "refused-proofs": ("a good proof is refused", "some proofs are refused"),
    "replays": ("a challenge is used twice", "a proof is accepted again"),
    "kept-access": ("a removed person has access", "access that was asked for is kept in memory"),
    "strangers": ("a stranger is admitted", "people who were not invited are admitted"),
    "removed": ("a removed identity is admitted", "removed people are admitted"),
}

class FaultyClient(Client):
    """A client that gets some answers that the service has not given."""

    def __init__(self, cluster, fault):
        super().__init__(cluster)
        self.fault, self.known, self.proven = fault, {}, []

    async def send(self, node, account, method, path, message=None):
        is_proof, key = path.endswith("/proof"), (account, method, path)
        match self.fault:
            case "lost-writes" if path.endswith(("/proof", "/participants")) and random.random() < 0.05: return Answer(204)
            case "lost-selections" if method == "PUT" and key in self.known and random.random() < 0.2: return self.known[key]
            case "refused-proofs" if is_proof and random.random() < 0.1: return Answer(403)
            case "replays" if is_proof and message in self.proven: return Answer(204)
            case "kept-access" if method == "GET" and key in self.known: return self.known[key]
        answer = await super().send(node, account, method, path, message)
        if is_proof and answer.status == 204:
            self.proven.append(message)
        if answer.status == 200:
            self.known[key] = answer
        is_stranger = isinstance(account, str) and account.startswith("stranger")
        if is_proof and answer.status == 403 and self.fault == ("strangers" if is_stranger else "removed"):
            answer.status = 204
        return answer
