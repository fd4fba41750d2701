// The page: a request as text is its only state. Whatever is changed, the text changes, and everything else is drawn from it.

import { instantiate } from "./host.js";
import { base64, concatenated, fromBase64, fromHexadecimal, hexadecimal } from "./bytes.js";
import { answer as answerOf } from "./request.js";
import { canSign, makeRequest } from "./identities.js";
import { proofTree, short } from "./proof-tree.js";

const rules = [
  ["emptyProof", "there is a key or a hash"],
  ["publicKeyIndexOutOfRange", "the index is below 2 to the power of the number of hashes"],
  ["inclusionPathTooLong", "there are at most 32 hashes"],
  ["malformedInclusionHash", "every hash has 32 bytes"],
  ["malformedPublicKey", "the key is a point of P-256 in 65 bytes"],
  ["malformedSignature", "the signature is strict DER"],
  ["signatureMismatch", "the key has signed the challenge"],
  ["unknownIdentity", "the root hash is one of the known ones"],
];
const byId = (id) => document.getElementById(id);
const [requestText, verdict] = [byId("request"), byId("verdict")];
const verifier = await instantiate(await (await fetch("verifier.wasm")).arrayBuffer());
const samples = await (await fetch("samples.json")).json();

/** VerifyProof's answer to the bytes of a request, but for the text after `malformed`. */
export const answer = (bytes) => answerOf(verifier, bytes);

/** The request as an object whose bytes can be shown; null if its shape is not that of a request. */
function parsed(text) {
  try {
    const request = JSON.parse(text);
    const { publicKey, publicKeyIndex, inclusionHashes, signatureData } = request.proof;
    const encoded = [request.challenge, publicKey, signatureData, ...inclusionHashes, ...request.knownRootHashes];
    return encoded.every((text) => typeof text === "string" && fromBase64(text)) && Number.isInteger(publicKeyIndex) ? request : null;
  } catch {
    return null;
  }
}

/** The hashes from the leaf to the root, in hexadecimal. */
function pathOf({ proof }) {
  let node = verifier.hash(fromBase64(proof.publicKey));
  const path = [hexadecimal(node)];
  proof.inclusionHashes.map(fromBase64).forEach((sibling, level) => {
    const isRight = Math.floor(proof.publicKeyIndex / 2 ** level) % 2 === 1;
    node = verifier.hash(isRight ? concatenated(sibling, node) : concatenated(node, sibling));
    path.push(hexadecimal(node));
  });
  return path;
}

function show() {
  const text = requestText.value;
  const line = answer(new TextEncoder().encode(text));
  const [result, reason] = line.split(" ");
  verdict.textContent = line;
  verdict.className = result;
  showRules(result, reason);
  const request = parsed(text);
  for (const id of ["tree", "steps", "fields"]) byId(id).replaceChildren();
  if (!request) return;
  const path = pathOf(request);
  const siblings = request.proof.inclusionHashes.map((hash) => hexadecimal(fromBase64(hash)));
  const isKnown = request.knownRootHashes.map((hash) => hexadecimal(fromBase64(hash))).includes(path.at(-1));
  if (siblings.length <= 64) byId("tree").append(proofTree({ index: request.proof.publicKeyIndex, path, siblings, isKnown }));
  showSteps(request, path, siblings);
  showFields(request);
}

function showRules(result, reason) {
  const decided = result === "denied" ? rules.findIndex(([name]) => name === reason) : rules.length;
  byId("rules").replaceChildren(...rules.map(([name, statement], position) => {
    const item = document.createElement("li");
    const state = result === "malformed" || position > decided ? "not reached" : position < decided ? "passed" : "decided";
    item.className = state.replace(" ", "-");
    item.textContent = `${statement}: ${state === "decided" ? `broken, ${name}` : state}`;
    return item;
  }));
}

function showSteps({ proof }, path, siblings) {
  const steps = path.map((hash, level) => {
    const item = document.createElement("li");
    const code = document.createElement("code");
    code.textContent = hash;
    const isRight = Math.floor(proof.publicKeyIndex / 2 ** (level - 1)) % 2 === 1;
    const pair = isRight ? [siblings[level - 1], path[level - 1]] : [path[level - 1], siblings[level - 1]];
    item.append(level === 0 ? "the leaf, SHA-256 of the key: " : `SHA-256 of ${pair.map(short).join(" and ")}: `, code);
    return item;
  });
  byId("steps").replaceChildren(...steps);
}

/** A field for each part of the request. A change of any writes the text again. */
function showFields(request) {
  const { proof } = request;
  const form = byId("fields");
  const changed = () => {
    requestText.value = JSON.stringify(request);
    const focused = document.activeElement?.dataset.field;
    show();
    form.querySelector(`[data-field="${focused}"]`)?.focus();
  };
  const bytesField = (label, text, set, ...buttons) => {
    form.append(field(label, hexadecimal(fromBase64(text)), (digits) => {
      const bytes = fromHexadecimal(digits);
      if (!bytes) return false;
      set(base64(bytes));
      changed();
      return true;
    }, button(`Flip a bit of ${label}`, "flip a bit", () => {
      const bytes = fromBase64(text);
      if (bytes.length === 0) return;
      bytes[bytes.length - 1] ^= 1;
      set(base64(bytes));
      changed();
    }), ...buttons));
  };
  bytesField("challenge", request.challenge, (value) => { request.challenge = value; });
  bytesField("publicKey", proof.publicKey, (value) => { proof.publicKey = value; });
  form.append(field("publicKeyIndex", String(proof.publicKeyIndex), (digits) => {
    if (!/^-?\d{1,15}$/.test(digits)) return false;
    proof.publicKeyIndex = Number(digits);
    changed();
    return true;
  }));
  proof.inclusionHashes.forEach((hash, level) => {
    const swap = level === 0 ? [] : [button(`Swap hash ${level} with the one before`, "swap with the one before", () => {
      [proof.inclusionHashes[level - 1], proof.inclusionHashes[level]] = [hash, proof.inclusionHashes[level - 1]];
      changed();
    })];
    bytesField(`inclusionHashes[${level}]`, hash, (value) => { proof.inclusionHashes[level] = value; }, ...swap);
  });
  bytesField("signatureData", proof.signatureData, (value) => { proof.signatureData = value; });
  request.knownRootHashes.forEach((hash, position) => {
    bytesField(`knownRootHashes[${position}]`, hash, (value) => { request.knownRootHashes[position] = value; });
  });
}

function field(label, value, set, ...buttons) {
  const row = document.createElement("div");
  row.className = "field";
  const input = document.createElement("input");
  Object.assign(input, { value, id: `field-${label}`, spellcheck: false });
  input.dataset.field = label;
  input.addEventListener("change", () => input.setAttribute("aria-invalid", String(!set(input.value.trim()))));
  const name = document.createElement("label");
  Object.assign(name, { textContent: label, htmlFor: input.id });
  const controls = document.createElement("span");
  controls.append(...buttons);
  row.append(name, input, controls);
  return row;
}

function button(label, text, act) {
  const made = document.createElement("button");
  Object.assign(made, { type: "button", className: "button", textContent: text });
  made.setAttribute("aria-label", label);
  made.dataset.field = label;
  made.addEventListener("click", act);
  return made;
}

// One line, as VerifyProof reads it. A text that is no JSON stays as it is.
function oneLine() {
  try {
    return JSON.stringify(JSON.parse(requestText.value));
  } catch {
    return requestText.value.replaceAll("\n", " ");
  }
}

function vector() {
  const [result, detail] = answer(new TextEncoder().encode(requestText.value)).split(" ");
  const outcome = result === "granted" ? { rootHash: base64(fromHexadecimal(detail)) } : result === "denied" ? { reason: detail } : {};
  const request = result === "malformed" ? requestText.value : JSON.parse(requestText.value);
  return JSON.stringify({ id: "fromThePlayground-1", comment: "", flags: [], request, result, ...outcome });
}

async function copy(text, what) {
  byId("copied").dataset.text = text;
  try {
    await navigator.clipboard.writeText(text);
    byId("copied").textContent = `${what} copied`;
  } catch {
    byId("copied").textContent = text;
  }
}

function link() {
  const state = base64(new TextEncoder().encode(requestText.value)).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
  return `${location.href.split("#")[0]}#${state}`;
}

function textFromLink() {
  const bytes = fromBase64(location.hash.slice(1).replaceAll("-", "+").replaceAll("_", "/"));
  return location.hash.length > 1 && bytes ? new TextDecoder().decode(bytes) : null;
}

const summary = ({ name, request }) => `${name}: ${answer(new TextEncoder().encode(request)).replace(/(granted) .*/, "$1")}`;
byId("sample").append(...samples.map((sample, position) => new Option(summary(sample), position)));
byId("sample").addEventListener("change", (event) => {
  requestText.value = samples[event.target.value].request;
  show();
});
byId("make").addEventListener("click", async () => {
  const count = Math.min(64, Math.max(1, Math.trunc(Number(byId("devices").value)) || 1));
  requestText.value = JSON.stringify(await makeRequest(count, (bytes) => verifier.hash(bytes)));
  show();
});
byId("make").disabled = !canSign;
byId("make-note").hidden = canSign;
requestText.addEventListener("input", show);
byId("share").addEventListener("click", () => copy(link(), "Link"));
byId("copy-line").addEventListener("click", () => copy(oneLine(), "Line"));
byId("copy-vector").addEventListener("click", () => copy(vector(), "Vector"));
addEventListener("hashchange", () => {
  requestText.value = textFromLink() ?? requestText.value;
  show();
});
requestText.value = textFromLink() ?? samples[0].request;
show();
performance.mark("verdict");
