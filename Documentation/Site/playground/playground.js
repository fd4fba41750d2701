// The page: a request as text is its only state. Whatever is changed, the text changes, and everything else is drawn from it.

import { instantiate } from "./host.js";
import { base64, fromBase64, fromHexadecimal, hexadecimal } from "./bytes.js";
import { acceptingPolicy, isRight, judge, partsOf, pathOf, sourceOf, standard } from "./diagnosis.js";
import { canSign, makeRequest } from "./identities.js";
import { proofTree, short } from "./proof-tree.js";

// So much is worked on while one types, and no more: a text of 16 MiB or a path of thousands of hashes would stop the page.
const limits = { characters: 65_536, hashes: 64 };
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
export const answer = (bytes) => verifier.answer(bytes);

/** The verifier's answer to the bytes of a request by a policy. */
export const answerBy = (bytes, policy) => judge(verifier, partsOf(new TextDecoder().decode(bytes)), policy);

const bytesOf = (text) => new TextEncoder().encode(text);

function show({ keepsFields = false } = {}) {
  const text = requestText.value;
  document.body.classList.remove("refused");
  for (const id of keepsFields ? ["tree", "steps", "policy"] : ["tree", "steps", "policy", "fields"]) byId(id).replaceChildren();
  if (text.length > limits.characters) return refuse(tooLong(text.length));
  const line = answer(bytesOf(text));
  const isRequest = !line.startsWith("malformed");
  const proof = partsOf(text, isRequest);
  const [result, reason] = isRequest || !proof ? line.split(" ") : ["captured"];
  showVerdict(result, result === "captured" ? "A captured proof: without an identifier or known root hashes it is no request." : line);
  showRules(result, reason);
  requestText.setAttribute("aria-invalid", String(result === "malformed"));
  const count = proof?.inclusionHashes.length ?? 0;
  if (count > limits.hashes) byId("tree").append(`This page follows up to ${limits.hashes} hashes, and the proof has ${count}.`);
  const path = proof && count <= limits.hashes ? pathOf(proof, verifier.hash).map(hexadecimal) : null;
  if (!path) return;
  byId("policy").append(...policyOf(proof, path));
  const siblings = proof.inclusionHashes.map(hexadecimal);
  const isKnown = proof.knownRootHashes.some((hash) => hexadecimal(hash) === path.at(-1));
  byId("tree").append(proofTree({ index: proof.publicKeyIndex, path, siblings, isKnown }));
  showSteps(proof.publicKeyIndex, path, siblings);
  // JavaScript would round a larger index.
  const isShown = proof.knownRootHashes.length <= limits.hashes && Number.isSafeInteger(Number(proof.publicKeyIndex));
  if (!keepsFields && isShown) showFields(JSON.parse(text));
}

/** Takes the verdict away, and says what is wrong with the input. What follows from it is hidden and keeps its place, so that no field moves. */
function refuse(message) {
  document.body.classList.add("refused");
  showVerdict("malformed", message);
  showRules("malformed");
}

function showVerdict(result, text) {
  verdict.textContent = text;
  verdict.className = result;
}

const tooLong = (count) => `too long: ${count.toLocaleString("en")} characters. This page takes up to `
  + `${limits.characters.toLocaleString("en")}; VerifyProof reads 16 MiB.`;

/** Says which policy accepts a proof. */
function policyOf(proof, path) {
  if (proof.publicKey.length === 0 && proof.inclusionHashes.length === 0) {
    return ["The device sent neither a key nor a hash: it has no proof yet. Capture again later, or after a new invitation."];
  }
  const known = proof.knownRootHashes;
  const isKnown = known.length > 0;
  const policy = acceptingPolicy(verifier, proof, isKnown ? known : [fromHexadecimal(path.at(-1))]);
  if (!policy) return ["No policy accepts this proof. ", code("swift run --package-path Tools DiagnoseProof"), " tells which parts of it fit, and tries other trees."];
  const source = code(sourceOf(policy));
  if (!isKnown) {
    return ["No root hash is known. If the tree is as expected, the root hash is ", code(path.at(-1)), ", and the proof is accepted by ", source, "."];
  }
  return policy === standard ? ["Accepted by ", source, "."] : ["The standard policy refuses this proof. It is accepted by ", source, "."];
}

function code(text) {
  return Object.assign(document.createElement("code"), { textContent: text });
}

function showRules(result, reason) {
  const decided = result === "denied" ? rules.findIndex(([name]) => name === reason) : rules.length;
  byId("rules").replaceChildren(...rules.map(([name, statement], position) => {
    const item = document.createElement("li");
    const state = ["malformed", "captured"].includes(result) || position > decided ? "not reached" : position < decided ? "passed" : "decided";
    item.className = state.replace(" ", "-");
    item.textContent = `${statement}: ${state === "decided" ? `broken, ${name}` : state}`;
    return item;
  }));
}

function showSteps(index, path, siblings) {
  const steps = path.map((hash, level) => {
    const item = document.createElement("li");
    const [own, brought] = [path[level - 1], siblings[level - 1]];
    const pair = level > 0 && (isRight(index, level - 1) ? [brought, own] : [own, brought]);
    item.append(pair ? `SHA-256 of ${pair.map(short).join(" and ")}: ` : "the leaf, SHA-256 of the key: ", code(hash));
    return item;
  });
  byId("steps").replaceChildren(...steps);
}

/** A field for each part of the request. A valid change of any writes the text again; an invalid one takes the verdict away. */
function showFields(request) {
  const { proof, knownRootHashes } = request;
  const form = byId("fields");
  const write = (options) => {
    requestText.value = JSON.stringify(request);
    show(options);
  };
  const redraw = () => {
    const focused = document.activeElement?.dataset.field;
    write();
    form.querySelector(`[data-field="${focused}"]`)?.focus();
  };
  /** Adds a field. `read` gives the value of a text; null for an invalid one, which breaks the rule. */
  const add = (label, value, rule, read, set, ...buttons) => {
    const row = field(label, value, buttons);
    const input = row.querySelector("input");
    row.dataset.error = rule;
    input.addEventListener("input", () => {
      const changed = read(input.value.trim());
      input.setAttribute("aria-invalid", String(changed === null));
      if (changed !== null) set(changed);
      const invalid = form.querySelector("[aria-invalid=true]");
      if (invalid) refuse(`${invalid.dataset.field}: ${invalid.parentElement.dataset.error}`);
      else write({ keepsFields: true });
    });
    form.append(row);
  };
  const addBytes = (label, holder, key, ...buttons) => {
    const flip = button(`Flip a bit of ${label}`, "flip a bit", () => {
      const bytes = fromBase64(holder[key]);
      if (bytes.length === 0) return;
      bytes[bytes.length - 1] ^= 1;
      holder[key] = base64(bytes);
      redraw();
    });
    add(label, hexadecimal(fromBase64(holder[key])), "not an even number of hexadecimal digits",
      fromHexadecimal, (bytes) => { holder[key] = base64(bytes); }, flip, ...buttons);
  };
  addBytes("challenge", request, "challenge");
  addBytes("publicKey", proof, "publicKey");
  add("publicKeyIndex", String(proof.publicKeyIndex), "not a whole number of at most 15 digits",
    (digits) => (/^(0|-?[1-9]\d{0,14})$/.test(digits) ? Number(digits) : null), (index) => { proof.publicKeyIndex = index; });
  proof.inclusionHashes.forEach((_, level, hashes) => {
    const swap = level === 0 ? [] : [button(`Swap hash ${level} with the one before`, "swap with the one before", () => {
      [hashes[level - 1], hashes[level]] = [hashes[level], hashes[level - 1]];
      redraw();
    })];
    addBytes(`inclusionHashes[${level}]`, hashes, level, ...swap);
  });
  addBytes("signatureData", proof, "signatureData");
  knownRootHashes?.forEach((_, position) => addBytes(`knownRootHashes[${position}]`, knownRootHashes, position));
}

function field(label, value, buttons) {
  const row = document.createElement("div");
  row.className = "field";
  const input = document.createElement("input");
  Object.assign(input, { value, id: `field-${label}`, spellcheck: false, autocomplete: "off" });
  input.dataset.field = label;
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
  const [result, detail] = answer(bytesOf(requestText.value)).split(" ");
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

/** Says what is wrong with the number of devices, and whether something is. */
function showDevicesError() {
  const isWrong = !byId("devices").validity.valid;
  byId("devices").setAttribute("aria-invalid", String(isWrong));
  byId("devices-error").textContent = isWrong ? "The number of devices is a whole number from 1 to 64." : "";
  return isWrong;
}

function link() {
  const state = base64(bytesOf(requestText.value)).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
  return `${location.href.split("#")[0]}#${state}`;
}

function textFromLink() {
  const bytes = fromBase64(location.hash.slice(1).replaceAll("-", "+").replaceAll("_", "/"));
  return location.hash.length > 1 && bytes ? new TextDecoder().decode(bytes) : null;
}

const summary = ({ name, request }) => `${name}: ${answer(bytesOf(request)).replace(/(granted) .*/, "$1")}`;
byId("sample").append(...samples.map((sample, position) => new Option(summary(sample), position)));
byId("sample").addEventListener("change", (event) => {
  requestText.value = samples[event.target.value].request;
  show();
});
byId("devices").addEventListener("input", showDevicesError);
byId("make").addEventListener("click", async () => {
  if (showDevicesError()) return;
  requestText.value = JSON.stringify(await makeRequest(Number(byId("devices").value), verifier.hash));
  show();
});
byId("make").disabled = !canSign;
byId("make-note").hidden = canSign;
requestText.addEventListener("input", () => show());
// A text that is too long is not even shown: its layout alone would take seconds.
requestText.addEventListener("beforeinput", (event) => {
  const text = event.data ?? event.dataTransfer?.getData("text") ?? "";
  if (text.length <= limits.characters) return;
  event.preventDefault();
  requestText.value = "";
  show();
  refuse(tooLong(text.length));
});
byId("share").addEventListener("click", () => copy(link(), "Link"));
byId("copy-line").addEventListener("click", () => copy(oneLine(), "Line"));
byId("copy-vector").addEventListener("click", () => copy(vector(), "Vector"));
/** Shows the request of the address, or else another one. */
function showLink(otherwise) {
  const text = textFromLink() ?? otherwise;
  const isTooLong = text.length > limits.characters;
  requestText.value = isTooLong ? "" : text;
  show();
  if (isTooLong) refuse(tooLong(text.length));
}
addEventListener("hashchange", () => showLink(requestText.value));
showLink(samples[0].request);
performance.mark("verdict");
