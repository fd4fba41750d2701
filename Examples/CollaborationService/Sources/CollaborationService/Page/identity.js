// Makes identities and signed proofs as Apple's devices do: a Merkle tree over the public keys of a person's devices, padded with the
// keys of random pairs. The keys and signatures are those of the browser's WebCrypto. The playground of the site has this file too.

import { base64, concatenated, sha256 } from "./bytes.js";

const algorithm = { name: "ECDSA", namedCurve: "P-256" };

/** The identity of one person for one invitation. The tree has its leaves first: `levels[0]`; its root last. */
export class Identity {
  /** Makes new keys for some devices and for the padding. */
  static async make(deviceCount) {
    const leafCount = Math.ceil(deviceCount / 32) * 32;
    const pairs = await Promise.all(Array.from({ length: leafCount }, makeKeyPair));
    const levels = [await Promise.all(pairs.map((pair) => sha256(pair.publicKey)))];
    while (levels.at(-1).length > 1) levels.push(await parents(levels.at(-1)));
    // The private keys of the padding are discarded.
    return new Identity(pairs.slice(0, deviceCount), levels);
  }

  constructor(devices, levels) {
    this.devices = devices;
    this.levels = levels;
  }

  get rootHash() {
    return this.levels.at(-1)[0];
  }

  /** The hash beside each node of the path from a leaf upwards. The last node of an odd level is its own sibling. */
  siblings(leaf) {
    return this.levels.slice(0, -1).map((level, height) => {
      const position = leaf >> height;
      return level[position ^ 1] ?? level[position];
    });
  }

  /** The nodes on the path from a leaf to the root, both included. */
  path(leaf) {
    return this.levels.map((level, height) => level[leaf >> height]);
  }

  /** Signs a message with the key of a device and proves that the key is in the tree. */
  async proof(leaf, message) {
    const { publicKey, privateKey } = this.devices[leaf];
    const signature = await crypto.subtle.sign({ name: "ECDSA", hash: "SHA-256" }, privateKey, message);
    return {
      publicKey: base64(publicKey),
      publicKeyIndex: leaf,
      inclusionHashes: this.siblings(leaf).map(base64),
      signatureData: base64(derSignature(new Uint8Array(signature))),
    };
  }
}

async function makeKeyPair() {
  const pair = await crypto.subtle.generateKey(algorithm, false, ["sign", "verify"]);
  return { privateKey: pair.privateKey, publicKey: new Uint8Array(await crypto.subtle.exportKey("raw", pair.publicKey)) };
}

function parents(level) {
  const pairs = level.flatMap((node, index) => (index % 2 ? [] : [concatenated(node, level[index + 1] ?? node)]));
  return Promise.all(pairs.map(sha256));
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
