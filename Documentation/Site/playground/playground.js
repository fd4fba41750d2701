// The page: a request as text is its only state. Whatever is changed, the text changes, and everything else is drawn from it.

import { instantiate } from "./host.js";
import { base64, fromBase64, fromHexadecimal, hexadecimal, isEqual, short } from "./bytes.js";
import { acceptingPolicy, isRight, judge, partsOf, pathOf, sourceOf, standard } from "./diagnosis.js";
import { html } from "./elements.js";
import { Identity } from "./identity.js";
import { treeView } from "./tree-view.js";

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
  if (!proof || count > limits.hashes) return;
  const path = pathOf(proof, verifier.hash);
  byId("policy").append(...policyOf(proof, path.at(-1)));
  showPath(proof, path);
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
function policyOf(proof, root) {
  if (proof.publicKey.length === 0 && proof.inclusionHashes.length === 0) {
    return ["The device sent neither a key nor a hash: it has no proof yet. Capture again later, or after a new invitation."];
  }
  const known = proof.knownRootHashes;
  const isKnown = known.length > 0;
  const policy = acceptingPolicy(verifier, proof, isKnown ? known : [root]);
  if (!policy) return ["No policy accepts this proof. ", code("swift run --package-path Tools DiagnoseProof"), " tells which parts of it fit, and tries other trees."];
  const source = code(sourceOf(policy));
  if (!isKnown) {
    return ["No root hash is known. If the tree is as expected, the root hash is ", code(hexadecimal(root)), ", and the proof is accepted by ", source, "."];
  }
  return policy === standard ? ["Accepted by ", source, "."] : ["The standard policy refuses this proof. It is accepted by ", source, "."];
}

const code = (text) => html("code", {}, text);

function showRules(result, reason) {
  const decided = result === "denied" ? rules.findIndex(([name]) => name === reason) : rules.length;
  byId("rules").replaceChildren(...rules.map(([name, statement], position) => {
    const state = ["malformed", "captured"].includes(result) || position > decided ? "not reached" : position < decided ? "passed" : "decided";
    return html("li", { class: state.replace(" ", "-") }, `${statement}: ${state === "decided" ? `broken, ${name}` : state}`);
  }));
}

/** Draws the path of a proof with the hashes that the proof brings, and says how each follows from those below. */
function showPath({ publicKeyIndex: index, inclusionHashes: siblings, knownRootHashes }, path) {
  const depth = siblings.length;
  const pair = (level) => (isRight(index, level) ? [siblings[level], path[level]] : [path[level], siblings[level]]);
  const isKnown = knownRootHashes.some((hash) => isEqual(hash, path[depth]));
  byId("tree").append(treeView({
    levels: [...siblings.map((_, level) => pair(level)), [path[depth]]],
    path: path.map((_, level) => (level < depth && isRight(index, level) ? 1 : 0)),
    isLit: true,
    kind: (level) => (level < depth ? "" : isKnown ? "known" : "unknown"),
    label: `Path from leaf ${index} over ${depth} levels to the root hash ${short(path[depth])}`,
  }));
  byId("steps").append(...path.map((hash, level) => html("li", {},
    level > 0 ? `SHA-256 of ${pair(level - 1).map(short).join(" and ")}: ` : "the leaf, SHA-256 of the key: ", code(hexadecimal(hash)))));
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
  const input = html("input", { id: `field-${label}`, "data-field": label, spellcheck: "false", autocomplete: "off" });
  input.value = value;
  return html("div", { class: "field" }, html("label", { for: input.id }, label), input, html("span", {}, ...buttons));
}

function button(label, text, act) {
  const made = html("button", { type: "button", class: "button", "aria-label": label, "data-field": label }, text);
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

/** The text of the address; null if there is none. */
function textFromLink() {
  const state = location.hash.slice(1).replaceAll("-", "+").replaceAll("_", "/");
  return /^[\w+/]+$/.test(state) && state.length % 4 !== 1 ? new TextDecoder().decode(fromBase64(state)) : null;
}

/** A request with a valid proof by the last of some devices. */
async function makeRequest(deviceCount) {
  const identity = await Identity.make(deviceCount);
  const challenge = crypto.getRandomValues(new Uint8Array(32));
  return {
    collaborationIdentifier: "made in a browser", challenge: base64(challenge),
    proof: await identity.proof(deviceCount - 1, challenge), knownRootHashes: [base64(identity.rootHash)],
  };
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
  requestText.value = JSON.stringify(await makeRequest(Number(byId("devices").value)));
  show();
});
const canSign = globalThis.crypto?.subtle !== undefined;
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
