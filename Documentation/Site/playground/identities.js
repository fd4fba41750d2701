// Makes an identity with the keys of some devices, and a proof of one of them, as Apple's devices do. The keys and the signature are
// those of the browser's WebCrypto.

import { base64, concatenated } from "./bytes.js";

const algorithm = { name: "ECDSA", namedCurve: "P-256" };

/** Signing is possible on pages over HTTPS and on this machine only. */
export const canSign = globalThis.crypto?.subtle !== undefined;

/** Makes a request with a valid proof by the last of some devices. */
export async function makeRequest(deviceCount, hash) {
  const leafCount = Math.ceil(deviceCount / 32) * 32;
  const pairs = await Promise.all(
    Array.from({ length: leafCount }, () => crypto.subtle.generateKey(algorithm, true, ["sign", "verify"])),
  );
  const keys = await Promise.all(
    pairs.map(async (pair) => new Uint8Array(await crypto.subtle.exportKey("raw", pair.publicKey))),
  );
  const index = deviceCount - 1;
  const { root, siblings } = inclusionProof(keys.map(hash), index, hash);
  const challenge = crypto.getRandomValues(new Uint8Array(32));
  const signature = new Uint8Array(
    await crypto.subtle.sign({ name: "ECDSA", hash: "SHA-256" }, pairs[index].privateKey, challenge),
  );
  return {
    collaborationIdentifier: "made in a browser",
    challenge: base64(challenge),
    proof: {
      publicKey: base64(keys[index]),
      publicKeyIndex: index,
      inclusionHashes: siblings.map(base64),
      signatureData: base64(derSignature(signature)),
    },
    knownRootHashes: [base64(root)],
  };
}

/** The root of a tree and the hashes beside the path of one leaf. The last node of an odd level is paired with itself. */
function inclusionProof(leaves, index, hash) {
  const siblings = [];
  let [level, position] = [leaves, index];
  while (level.length > 1) {
    siblings.push(level[position ^ 1] ?? level[position]);
    level = level.flatMap((node, i) => (i % 2 ? [] : [hash(concatenated(node, level[i + 1] ?? node))]));
    position >>= 1;
  }
  return { root: level[0], siblings };
}

/** DER of a signature that is given as the 32 bytes of r and the 32 bytes of s. */
export function derSignature(raw) {
  const integer = (bytes) => {
    const start = bytes.findIndex((byte) => byte !== 0);
    const digits = bytes.slice(start < 0 ? bytes.length - 1 : start);
    const padded = digits[0] >= 0x80 ? concatenated([0], digits) : digits;
    return concatenated([0x02, padded.length], padded);
  };
  const body = concatenated(integer(raw.slice(0, 32)), integer(raw.slice(32)));
  return concatenated([0x30, body.length], body);
}
