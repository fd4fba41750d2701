// The text of a request is the only state of this page. Everything else is drawn from it whenever it changes.

import { instantiate } from "./host.js";
import { base64, flipped, fromBase64, fromHexadecimal, hexadecimal, isEqual, short, utf8 } from "./bytes.js";
import { acceptingPolicy, judge, partsOf, pathOf, sourceOf, standard } from "./diagnosis.js";
import { byId, html } from "./elements.js";
import { Identity } from "./identity.js";
import { treeView } from "./tree-view.js";

// A text of 16 MiB or a path of thousands of hashes would stop the page while one types.
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
const requestText = byId("request");
const verifier = await instantiate(await (await fetch("verifier.wasm")).arrayBuffer());
const samples = await (await fetch("samples.json")).json();

/** VerifyProof's answer to a text, but for what it says after `malformed`. */
const answer = (text) => verifier.answer(utf8(text));

/** The verifier's answer to the bytes of a request by a policy. */
export const answerBy = (bytes, policy) => judge(verifier, partsOf(new TextDecoder().decode(bytes)), policy);

const code = (text) => html("code", {}, text);

/** Shows a text. One that is too long is not even shown: its layout alone would take seconds. */
function enter(text) {
  const isTooLong = text.length > limits.characters;
  requestText.value = isTooLong ? "" : text;
  show();
  if (isTooLong) refuse(tooLong(text.length));
}

/** Draws everything from the text. */
function show({ keepsFields = false } = {}) {
  const text = requestText.value;
  document.body.classList.remove("refused");
  for (const id of ["tree", "steps", "policy"].concat(keepsFields ? [] : "fields")) byId(id).replaceChildren();
  if (text.length > limits.characters) return refuse(tooLong(text.length));
  const line = answer(text);
  const isRequest = !line.startsWith("malformed");
  const proof = partsOf(text, isRequest);
  const [result, reason] = isRequest || !proof ? line.split(" ") : ["captured"];
  const captured = "A captured proof: without an identifier or known root hashes it is no request.";
  showVerdict(result, result === "captured" ? captured : line, reason);
  requestText.ariaInvalid = String(result === "malformed");
  const count = proof?.inclusionHashes.length ?? 0;
  if (count > limits.hashes) byId("tree").append(`This page follows ${limits.hashes} hashes, not ${count}.`);
  if (!proof || count > limits.hashes) return;
  const { path, pairs } = pathOf(proof, verifier.hash);
  byId("policy").append(...policyOf(proof, path.at(-1)));
  showPath(proof, path, pairs);
  if (keepsFields || proof.knownRootHashes.length > limits.hashes) return;
  // JavaScript would round a larger index.
  if (Number.isSafeInteger(Number(proof.publicKeyIndex))) showFields(JSON.parse(text));
}

/** Says what is wrong with the input, in place of the verdict. The rest is hidden and keeps its place. */
function refuse(message) {
  document.body.classList.add("refused");
  showVerdict("malformed", message);
}

const tooLong = (count) => `too long: ${count.toLocaleString("en")} characters. This page takes up to `
  + `${limits.characters.toLocaleString("en")}; VerifyProof reads 16 MiB.`;

/** Shows the verdict, and which rules of a request hold. */
function showVerdict(result, text, reason) {
  byId("verdict").textContent = text;
  byId("verdict").className = result;
  const decided = { granted: rules.length, denied: rules.findIndex(([name]) => name === reason) }[result] ?? -1;
  byId("rules").replaceChildren(...rules.map(([name, statement], place) => {
    const state = place > decided ? "not reached" : place < decided ? "passed" : "decided";
    return html("li", { class: state }, `${statement}: ${state === "decided" ? `broken, ${name}` : state}`);
  }));
}

/** Says which policy accepts a proof. */
function policyOf({ knownRootHashes: known, ...proof }, root) {
  if (proof.publicKey.length === 0 && proof.inclusionHashes.length === 0) {
    return ["The device sent neither a key nor a hash: it has no proof yet. "
      + "Capture again later, or after a new invitation."];
  }
  const isKnown = known.length > 0;
  const policy = acceptingPolicy(verifier, { ...proof, knownRootHashes: isKnown ? known : [root] });
  const command = code("swift run --package-path Tools DiagnoseProof");
  if (!policy) return ["No policy accepts it. ", command, " tells which parts of it fit, and tries other trees."];
  const source = code(sourceOf(policy));
  if (isKnown && policy === standard) return ["Accepted by ", source, "."];
  if (isKnown) return ["The standard policy refuses this proof. It is accepted by ", source, "."];
  return ["No root hash is known. If the tree is as expected, the root hash is ", code(hexadecimal(root)),
    ", and the proof is accepted by ", source, "."];
}

/** Draws the path of a proof with the hashes that it brings, and says how each follows from those below. */
function showPath({ publicKeyIndex, knownRootHashes }, path, pairs) {
  const [depth, root] = [pairs.length, path.at(-1)];
  const isKnown = knownRootHashes.some((hash) => isEqual(hash, root));
  byId("tree").append(treeView({
    levels: [...pairs, [root]],
    path: [...pairs.map((pair, level) => pair.indexOf(path[level])), 0],
    isLit: true,
    kind: (level) => (level < depth ? "" : isKnown ? "known" : "unknown"),
    label: `Path from leaf ${publicKeyIndex} over ${depth} levels to the root hash ${short(root)}`,
  }));
  const origin = (level) => (level === 0 ? "the leaf, SHA-256 of the key: "
    : `SHA-256 of ${pairs[level - 1].map(short).join(" and ")}: `);
  byId("steps").append(...path.map((hash, level) => html("li", {}, origin(level), code(hexadecimal(hash)))));
}

/** Makes a field for each part. A valid change writes the text; an invalid one takes the verdict away. */
function showFields(request) {
  const { proof, knownRootHashes } = request;
  const form = byId("fields");
  const write = (options) => {
    requestText.value = JSON.stringify(request);
    show(options);
  };
  const button = (label, text, act) => {
    const click = () => {
      act();
      write();
      form.querySelector(`[aria-label="${label}"]`)?.focus();
    };
    return html("button", { type: "button", class: "button", "aria-label": label, click }, text);
  };
  /** Adds a field. `read` gives the value of a text; null for an invalid one, which breaks the rule. */
  const add = (name, value, rule, read, set, ...buttons) => {
    const input = ({ target }) => {
      const changed = read(target.value.trim());
      target.ariaInvalid = String(changed === null);
      if (changed !== null) set(changed);
      const invalid = form.querySelector("[aria-invalid=true]");
      if (invalid) refuse(`${invalid.name}: ${invalid.parentElement.dataset.error}`);
      else write({ keepsFields: true });
    };
    const attributes = { id: `field-${name}`, name, value, spellcheck: "false", autocomplete: "off", input };
    form.append(html("div", { class: "field", "data-error": rule },
      html("label", { for: attributes.id }, name), html("input", attributes), html("span", {}, ...buttons)));
  };
  const addBytes = (name, holder, key, ...buttons) => {
    const flip = button(`Flip a bit of ${name}`, "flip a bit", () => { holder[key] = flipped(holder[key]); });
    add(name, hexadecimal(fromBase64(holder[key])), "not an even number of hexadecimal digits",
      fromHexadecimal, (bytes) => { holder[key] = base64(bytes); }, flip, ...buttons);
  };
  addBytes("challenge", request, "challenge");
  addBytes("publicKey", proof, "publicKey");
  add("publicKeyIndex", String(proof.publicKeyIndex), "not a whole number of at most 15 digits",
    (digits) => (/^(0|-?[1-9]\d{0,14})$/.test(digits) ? Number(digits) : null),
    (index) => { proof.publicKeyIndex = index; });
  proof.inclusionHashes.forEach((_, level, hashes) => {
    const swap = button(`Swap hash ${level} with the one before`, "swap with the one before", () => {
      [hashes[level - 1], hashes[level]] = [hashes[level], hashes[level - 1]];
    });
    addBytes(`inclusionHashes[${level}]`, hashes, level, ...(level === 0 ? [] : [swap]));
  });
  addBytes("signatureData", proof, "signatureData");
  knownRootHashes?.forEach((_, place) => addBytes(`knownRootHashes[${place}]`, knownRootHashes, place));
}

function vector() {
  const [result, detail] = answer(requestText.value).split(" ");
  return JSON.stringify({
    id: "fromThePlayground-1", comment: "", flags: [],
    request: result === "malformed" ? requestText.value : JSON.parse(requestText.value), result,
    rootHash: result === "granted" ? base64(fromHexadecimal(detail)) : undefined,
    reason: result === "denied" ? detail : undefined,
  });
}

function link() {
  const state = base64(utf8(requestText.value)).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
  return `${location.href.split("#")[0]}#${state}`;
}

/** Shows the text of the address, or another one if there is none. */
function showLink(otherwise) {
  const state = location.hash.slice(1).replaceAll("-", "+").replaceAll("_", "/");
  const isText = /^[\w+/]+$/.test(state) && state.length % 4 !== 1;
  enter(isText ? new TextDecoder().decode(fromBase64(state)) : otherwise);
}

async function copy(text, what) {
  try {
    await navigator.clipboard.writeText(text);
    byId("copied").textContent = `${what} copied`;
  } catch {
    byId("copied").textContent = text;
  }
}

const summary = ({ name, request }) => `${name}: ${answer(request).replace(/(granted) .*/, "$1")}`;
byId("sample").append(...samples.map((sample, position) => new Option(summary(sample), position)));
byId("make").disabled = !globalThis.crypto?.subtle;
byId("make-note").hidden = !byId("make").disabled;

const on = (id, event, listener) => byId(id).addEventListener(event, listener);
on("sample", "change", ({ target }) => enter(samples[target.value].request));
on("make", "click", async () => {
  if (!byId("devices").reportValidity()) return;
  const identity = await Identity.make(byId("devices").valueAsNumber);
  const challenge = crypto.getRandomValues(new Uint8Array(32));
  const proof = await identity.proof(identity.devices.length - 1, challenge);
  const [collaborationIdentifier, knownRootHashes] = ["made in a browser", [base64(identity.rootHash)]];
  enter(JSON.stringify({ collaborationIdentifier, challenge: base64(challenge), proof, knownRootHashes }));
});
on("request", "input", () => show());
on("request", "beforeinput", (event) => {
  const text = event.data ?? event.dataTransfer?.getData("text") ?? "";
  if (text.length <= limits.characters) return;
  event.preventDefault();
  enter(text);
});
on("share", "click", () => copy(link(), "Link"));
// A line break in JSON is the same as a space.
on("copy-line", "click", () => copy(requestText.value.replaceAll("\n", " "), "Line"));
on("copy-vector", "click", () => copy(vector(), "Vector"));
addEventListener("hashchange", () => showLink(requestText.value));
showLink(samples[0].request);
