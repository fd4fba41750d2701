// Makes identities and signed proofs as Apple's devices do, with WebCrypto: a Merkle tree over the public keys of
// a person's devices, padded with the keys of random pairs. The site's playground has this file too.

import { base64, concatenated, sha256 } from "./bytes.js";

const algorithm = { name: "ECDSA", namedCurve: "P-256" };

/** The identity of one person for one invitation. The levels of its tree are from the leaves to the root. */
export class Identity {
  /** Makes keys for up to 64 devices, and for the padding to 32 or 64 leaves, which keeps no private keys. */
  static async make(deviceCount) {
    const pairs = await Promise.all(Array.from({ length: deviceCount > 32 ? 64 : 32 }, makeKeyPair));
    const levels = [await Promise.all(pairs.map((pair) => sha256(pair.publicKey)))];
    while (levels.at(-1).length > 1) levels.push(await parents(levels.at(-1)));
    return new Identity(pairs.slice(0, deviceCount), levels);
  }

  constructor(devices, levels) {
    Object.assign(this, { devices, levels, rootHash: levels.at(-1)[0] });
  }

  /** Signs a message with the key of a device and proves that the key is in the tree. */
  async proof(leaf, message) {
    const { publicKey, privateKey } = this.devices[leaf];
    const signature = await crypto.subtle.sign({ name: "ECDSA", hash: "SHA-256" }, privateKey, message);
    return {
      publicKey: base64(publicKey),
      publicKeyIndex: leaf,
      inclusionHashes: this.levels.slice(0, -1).map((level, height) => base64(level[(leaf >> height) ^ 1])),
      signatureData: base64(derSignature(new Uint8Array(signature))),
    };
  }
}

async function makeKeyPair() {
  const { privateKey, publicKey } = await crypto.subtle.generateKey(algorithm, false, ["sign", "verify"]);
  return { privateKey, publicKey: new Uint8Array(await crypto.subtle.exportKey("raw", publicKey)) };
}

function parents(level) {
  const left = level.filter((_, index) => index % 2 === 0);
  return Promise.all(left.map((node, index) => sha256(concatenated(node, level[2 * index + 1]))));
}

/** DER of a signature that WebCrypto gives as the 32 bytes of r and the 32 bytes of s. */
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
