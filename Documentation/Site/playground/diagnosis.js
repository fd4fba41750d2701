// Looks for the policy that accepts a captured proof, as DiagnoseProof does. The verifier has the standard policy,
// so keys and signatures in other encodings are converted for it. The tree is over the key as it was sent.

import { base64, concatenated, fromBase64, fromHexadecimal, hexadecimal, isEqual, utf8 } from "./bytes.js";
import { derSignature } from "./identity.js";

const nothing = new Uint8Array(1); // neither a key nor a signature
const prefix = fromHexadecimal("3059301306072a8648ce3d020106082a8648ce3d030107034200");
const keyEncodings = {
  x963: (bytes) => bytes,
  compressed: (bytes) => (bytes.length === 33 ? uncompressed(bytes) : nothing),
  der: (bytes) => (bytes.length === 91 && isEqual(bytes.slice(0, 26), prefix) ? bytes.slice(26) : nothing),
};
const signatureEncodings = {
  der: (bytes) => bytes,
  raw: (bytes) => (bytes.length === 64 ? derSignature(bytes) : nothing),
};
/** What a device may have signed. */
const signedForms = {
  challenge: (bytes) => bytes,
  challengeHash: (bytes, hash) => hash(bytes),
  base64: (bytes) => utf8(base64(bytes)),
  lowercaseHexadecimal: (bytes) => utf8(hexadecimal(bytes)),
  uppercaseHexadecimal: (bytes) => utf8(hexadecimal(bytes).toUpperCase()),
};
const [keys, signatures, forms] = [keyEncodings, signatureEncodings, signedForms].map(Object.keys);
const policies = forms.flatMap((signedForm) => signatures.flatMap((signatureEncoding) =>
  keys.map((keyEncoding) => ({ keyEncoding, signatureEncoding, signedForm }))));
export const standard = policies[0];

const prime = 0xffffffff00000001000000000000000000000000ffffffffffffffffffffffffn;
const constant = 0x5ac635d8aa3a93e7b3ebbd55769886bc651d06b0cc53b0f63bce3c3e27d2604bn;

/** The 65 bytes of a point whose 33 bytes are given (SEC 1, 2.3.4). */
function uncompressed(bytes) {
  const x = BigInt(`0x${hexadecimal(bytes.slice(1))}`);
  const square = (x ** 3n + (prime - 3n) * x + constant) % prime;
  // The prime is 3 modulo 4.
  let root = 1n;
  for (const bit of ((prime + 1n) / 4n).toString(2)) root = root ** 2n * (bit === "1" ? square : 1n) % prime;
  if (![2, 3].includes(bytes[0]) || x >= prime || (root * root - square) % prime !== 0n) return nothing;
  const y = root % 2n === BigInt(bytes[0] - 2) ? root : prime - root;
  return concatenated([4], bytes.slice(1), fromHexadecimal(y.toString(16).padStart(64, "0")));
}

/** The parts of a request that the verifier has read, or of a captured proof; null for another text. */
export function partsOf(json, isRequest = true) {
  const bytes = (text) => {
    const found = fromBase64(text);
    if (base64(found) !== text) throw new Error("not base64");
    return found;
  };
  try {
    // JSON.parse rounds an index beyond 2^53, so it is taken as it is written.
    const exact = (key, value, context) => (key === "publicKeyIndex" ? BigInt(context?.source ?? value) : value);
    const { collaborationIdentifier, challenge, proof, knownRootHashes } = JSON.parse(json, exact);
    const { publicKeyIndex } = proof;
    const isWhole = collaborationIdentifier !== undefined && (knownRootHashes ?? null) !== null;
    if (!isRequest && (isWhole || BigInt.asUintN(64, publicKeyIndex) !== publicKeyIndex)) return null;
    return {
      publicKey: bytes(proof.publicKey),
      publicKeyIndex,
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
function requestOf({ publicKey, publicKeyIndex: index, inclusionHashes, signature, challenge }) {
  return utf8(`{"collaborationIdentifier": "-", "knownRootHashes": [], "challenge": "${base64(challenge)}",
    "proof": {"publicKey": "${base64(publicKey)}", "publicKeyIndex": ${index}, "signatureData": "${base64(signature)}",
      "inclusionHashes": ${JSON.stringify(inclusionHashes.map(base64))}}}`);
}

/** The hashes from the leaf to the root, and the pair below each hash but the leaf. */
export function pathOf({ publicKey, publicKeyIndex, inclusionHashes }, hash) {
  const [path, pairs] = [[hash(publicKey)], []];
  inclusionHashes.forEach((sibling, level) => {
    const isRight = (publicKeyIndex >> BigInt(level)) % 2n === 1n;
    pairs.push(isRight ? [sibling, path[level]] : [path[level], sibling]);
    path.push(hash(concatenated(...pairs[level])));
  });
  return { path, pairs };
}

/** A policy's answer to the parts of a proof: `granted` with the root hash, or `denied` with the reason. */
export function judge(verifier, parts, { keyEncoding, signatureEncoding, signedForm } = standard) {
  const { publicKey, signature, challenge, knownRootHashes } = parts;
  const answer = verifier.answer(requestOf({
    ...parts,
    publicKey: publicKey.length > 0 ? keyEncodings[keyEncoding](publicKey) : publicKey,
    signature: signatureEncodings[signatureEncoding](signature),
    challenge: signedForms[signedForm](challenge, verifier.hash),
  }));
  // This is the last rule.
  if (answer !== "denied unknownIdentity") return answer;
  const root = pathOf(parts, verifier.hash).path.at(-1);
  return knownRootHashes.some((known) => isEqual(known, root)) ? `granted ${hexadecimal(root)}` : answer;
}

/** The policy that accepts a proof; undefined if there is none. */
export const acceptingPolicy = (verifier, parts) =>
  policies.find((policy) => judge(verifier, parts, policy).startsWith("granted"));

/** The expression in Swift that makes a policy. */
export function sourceOf(policy) {
  const changed = Object.entries(policy).filter(([name, value]) => value !== standard[name]);
  if (changed.length === 0) return "IdentityProofPolicy.standard";
  return `IdentityProofPolicy(${changed.map(([name, value]) => `${name}: .${value}`).join(", ")})`;
}
