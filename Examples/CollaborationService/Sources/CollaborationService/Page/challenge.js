// Reads a challenge of the server as an app does before its device signs it.

import { concatenated, isEqual, sha256, utf8 } from "./bytes.js";

/** The parts of a challenge of a server; null for bytes of another length or kind. */
export function readChallenge(bytes) {
  if (bytes.length !== 121 || bytes[0] !== 1) return null;
  return {
    expiration: new Date(Number(new DataView(bytes.buffer).getBigInt64(1))),
    nonce: bytes.slice(9, 25),
    collaborationBinding: bytes.slice(25, 57),
    accountBinding: bytes.slice(57, 89),
    code: bytes.slice(89),
  };
}

/** Whether a challenge was issued for an account to open a collaboration. Only then may a device sign it. */
export async function isIssued(bytes, collaboration, account) {
  const challenge = readChallenge(bytes);
  const binding = (name) => sha256(concatenated(challenge.nonce, utf8(name)));
  return challenge !== null && isEqual(challenge.collaborationBinding, await binding(collaboration))
    && isEqual(challenge.accountBinding, await binding(account));
}
