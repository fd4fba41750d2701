"""People whose devices answer challenges, with the P-256 of the package `cryptography`."""

import base64
import hashlib
import os

from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec

# The message `StartRequest`.
START = {"localIdentifier": "", "selectedOptions": ["write"]}

def encoded(data):
    return base64.b64encode(data).decode()

class Person:
    """An identity: the root hash of a Merkle tree over the public keys of a person's devices."""

    def __init__(self, device_count=2):
        self.keys = [ec.generate_private_key(ec.SECP256R1()) for _ in range(device_count)]
        leaves = [hashlib.sha256(self.public_key(device)).digest() for device in range(device_count)]
        # Real devices pad the list with public keys. A server sees only their hashes, and random bytes cost less.
        leaves += [os.urandom(32) for _ in range(-device_count % 32)]
        self.levels = [leaves]
        while len(leaves) > 1:
            leaves = [hashlib.sha256(leaves[i] + leaves[i + 1]).digest() for i in range(0, len(leaves), 2)]
            self.levels.append(leaves)

    @property
    def root_hash(self):
        return encoded(self.levels[-1][0])

    def public_key(self, device):
        public = self.keys[device].public_key()
        return public.public_bytes(serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint)

    def answer(self, challenge, device=0):
        """The message `IdentityProofAnswer` for a challenge in base64."""
        signature = self.keys[device].sign(base64.b64decode(challenge), ec.ECDSA(hashes.SHA256()))
        siblings = [encoded(level[(device >> height) ^ 1]) for height, level in enumerate(self.levels[:-1])]
        proof = {"publicKey": encoded(self.public_key(device)), "publicKeyIndex": device, "inclusionHashes": siblings}
        return {"challenge": challenge, "proof": proof | {"signatureData": encoded(signature)}}

def update(added=(), removed=()):
    """The message `ParticipantsUpdate`."""
    return {
        "addedIdentities": [{"rootHash": person.root_hash} for person in added],
        "removedIdentities": [{"rootHash": person.root_hash} for person in removed],
    }
