// Looks for the policy that accepts a captured proof, as DiagnoseProof does. The verifier of this page knows the standard policy, so
// a key and a signature in another encoding are converted for it. The tree is over the key as it was sent.

import { base64, concatenated, fromBase64, fromHexadecimal, hexadecimal } from "./bytes.js";
import { derSignature } from "./identity.js";

const nothing = new Uint8Array(1); // neither a key nor a signature
const beforePoint = fromHexadecimal("3059301306072a8648ce3d020106082a8648ce3d030107034200");
const keyEncodings = {
  x963: (bytes) => bytes,
  compressed: (bytes) => (bytes.length === 33 ? uncompressed(bytes) : nothing),
  der: (bytes) => (bytes.length === 91 && beforePoint.every((byte, index) => byte === bytes[index]) ? bytes.slice(26) : nothing),
};
const signatureEncodings = {
  der: (bytes) => bytes,
  raw: (bytes) => (bytes.length === 64 ? derSignature(bytes) : nothing),
};
const text = (string) => new TextEncoder().encode(string);
/** What a device may have signed. */
const signedForms = {
  challenge: (bytes) => bytes,
  challengeHash: (bytes, hash) => hash(bytes),
  base64: (bytes) => text(base64(bytes)),
  lowercaseHexadecimal: (bytes) => text(hexadecimal(bytes)),
  uppercaseHexadecimal: (bytes) => text(hexadecimal(bytes).toUpperCase()),
};
const [keys, signatures, forms] = [keyEncodings, signatureEncodings, signedForms].map(Object.keys);
const policies = forms.flatMap((signedForm) =>
  signatures.flatMap((signatureEncoding) => keys.map((keyEncoding) => ({ keyEncoding, signatureEncoding, signedForm }))));
export const standard = policies[0];

const [prime, constant] = [
  0xffffffff00000001000000000000000000000000ffffffffffffffffffffffffn,
  0x5ac635d8aa3a93e7b3ebbd55769886bc651d06b0cc53b0f63bce3c3e27d2604bn,
];

/** The 65 bytes of a point whose 33 bytes are given (SEC 1, 2.3.4). */
function uncompressed(bytes) {
  const x = BigInt(`0x${hexadecimal(bytes.slice(1))}`);
  const square = (x ** 3n + (prime - 3n) * x + constant) % prime;
  // The prime is 3 modulo 4.
  let root = 1n;
  for (const bit of ((prime + 1n) / 4n).toString(2)) root = (root * root * (bit === "1" ? square : 1n)) % prime;
  if (![2, 3].includes(bytes[0]) || x >= prime || (root * root - square) % prime !== 0n) return nothing;
  const y = root % 2n === BigInt(bytes[0] - 2) ? root : prime - root;
  return concatenated([4], bytes.slice(1), fromHexadecimal(y.toString(16).padStart(64, "0")));
}

/** The parts of a request, which the verifier has read, or of a captured proof, which is no whole request; null for other texts. */
export function partsOf(json, isRequest = true) {
  const bytes = (text) => {
    const found = fromBase64(text);
    if (base64(found) !== text) throw new Error("not base64");
    return found;
  };
  try {
    // JSON.parse rounds an index beyond 2^53, so it is taken as it is written.
    const value = JSON.parse(json, (name, value, context) => (name === "publicKeyIndex" ? BigInt(context?.source ?? value) : value));
    const { collaborationIdentifier, challenge, proof, knownRootHashes } = value;
    const isWhole = collaborationIdentifier !== undefined && (knownRootHashes ?? null) !== null;
    if (!isRequest && (isWhole || BigInt.asUintN(64, proof.publicKeyIndex) !== proof.publicKeyIndex)) return null;
    return {
      publicKey: bytes(proof.publicKey),
      publicKeyIndex: proof.publicKeyIndex,
      inclusionHashes: proof.inclusionHashes.map(bytes),
      signature: bytes(proof.signatureData),
      challenge: bytes(challenge),
      knownRootHashes: (knownRootHashes ?? []).map(bytes),
    };
  } catch {
    return null;
  }
}

/** The bytes of a request with some parts. */
function requestOf({ publicKey, publicKeyIndex, inclusionHashes, signature, challenge }) {
  const proof = JSON.stringify({
    publicKey: base64(publicKey), inclusionHashes: inclusionHashes.map(base64), signatureData: base64(signature),
  });
  return text(`{"collaborationIdentifier": "-", "challenge": "${base64(challenge)}", "knownRootHashes": [],
    "proof": {"publicKeyIndex": ${publicKeyIndex}, ${proof.slice(1)}}`);
}

/** The hashes from the leaf to the root. */
export function pathOf({ publicKey, publicKeyIndex, inclusionHashes }, hash) {
  const path = [hash(publicKey)];
  inclusionHashes.forEach((sibling, level) => {
    const pair = isRight(publicKeyIndex, level) ? [sibling, path[level]] : [path[level], sibling];
    path.push(hash(concatenated(...pair)));
  });
  return path;
}

/** Whether the node of a path is the right one of its pair. */
export const isRight = (index, level) => (index >> BigInt(level)) % 2n === 1n;

/** The answer to the parts of a proof by a policy: `granted` with the root hash, or `denied` with the reason. */
export function judge({ answer: answerOf, hash }, parts, { keyEncoding, signatureEncoding, signedForm } = standard) {
  const { publicKey, signature, challenge, knownRootHashes } = parts;
  const answer = answerOf(requestOf({
    ...parts,
    publicKey: publicKey.length > 0 ? keyEncodings[keyEncoding](publicKey) : publicKey,
    signature: signatureEncodings[signatureEncoding](signature),
    challenge: signedForms[signedForm](challenge, hash),
  }));
  // This is the last rule.
  if (answer !== "denied unknownIdentity") return answer;
  const root = hexadecimal(pathOf(parts, hash).at(-1));
  return knownRootHashes.some((known) => hexadecimal(known) === root) ? `granted ${root}` : answer;
}

/** The policy that accepts a proof as one of an identity with some root hash; undefined if there is none. */
export function acceptingPolicy(verifier, parts, knownRootHashes) {
  return policies.find((policy) => judge(verifier, { ...parts, knownRootHashes }, policy).startsWith("granted"));
}

/** The expression in Swift that makes a policy. */
export function sourceOf(policy) {
  const changed = Object.entries(policy).filter(([name, value]) => value !== standard[name]);
  if (changed.length === 0) return "IdentityProofPolicy.standard";
  return `IdentityProofPolicy(${changed.map(([name, value]) => `${name}: .${value}`).join(", ")})`;
}
