// Shows a device: what it knows, its text, and the identity that its key belongs to.

import { short } from "./bytes.js";
import { html } from "./elements.js";
import { PaperView } from "./paper-view.js";
import { treeView } from "./tree-view.js";

const standings = {
  idle: "Knows nothing",
  owner: "Owner",
  invited: "Has the link",
  stranger: "Has the link",
  reader: "Has access",
  left: "Has left",
  refused: "No access",
  ended: "Ended it",
};

/** Makes the column of a device, which follows the device's changes. For `save` see PaperView. */
export function deviceView(device, save) {
  const standing = html("p", { class: "standing" });
  const paper = new PaperView(device, save);
  const tree = html("div", { class: "identity" });
  const heading = html("h3", { id: `device-${device.id}` }, device.name);
  const column = html("article", { class: `device ${device.person}`, id: `column-${device.id}`, "aria-labelledby": heading.id },
    html("header", {}, heading, html("p", { class: "account" }, "account ", html("code", {}, device.account)), standing), paper.element, tree);
  let drawn = "";
  device.onChange = () => {
    column.dataset.standing = device.standing;
    column.classList.toggle("acting", device.isActing);
    standing.textContent = standings[device.standing];
    paper.show();
    // The tree is drawn again only when it changes, so that an animation or an open list is not cut off.
    const state = `${device.identity && short(device.identity.rootHash)} ${device.isPathLit}`;
    if (state !== drawn) tree.replaceChildren(...identity(device));
    drawn = state;
  };
  device.onChange();
  return column;
}

function identity({ identity, leaf, isPathLit, standing }) {
  if (!identity) return [html("p", { class: "nothing" }, "No keys yet")];
  const { levels, devices } = identity;
  const label = `Merkle tree with ${levels[0].length} leaves, ${devices.length} of them keys of devices. `
    + (isPathLit ? `The path of the proof leads from leaf ${leaf} over ${levels.length - 1} levels to the root.` : `This device has leaf ${leaf}.`);
  const kind = (level, position) => (level > 0 ? "" : position === leaf ? "own" : position < devices.length ? "device" : "filler");
  return [
    treeView({ levels, path: levels.map((_, level) => leaf >> level), isLit: isPathLit, kind, label }),
    html("p", { class: "caption" }, "Identity ", html("code", {}, short(identity.rootHash)), html("br"), `Leaf ${leaf} of ${levels[0].length}`),
    isPathLit ? proofSteps(identity, leaf) : html("p", { class: "caption" },
      standing === "owner" ? "No proof: the server knows the owner by the account." : "No proof yet."),
  ];
}

function proofSteps(identity, leaf) {
  const path = identity.path(leaf);
  const steps = identity.siblings(leaf).map((sibling, level) => {
    const [own, brought] = [html("b", {}, short(path[level])), html("i", {}, short(sibling))];
    const pair = (leaf >> level) % 2 ? [brought, " ", own] : [own, " ", brought];
    return html("li", {}, ...pair, " → ", html("b", {}, short(path[level + 1])));
  });
  return html("details", { class: "steps" },
    html("summary", {}, "The proof"),
    html("p", {}, "SHA-256 of the key is ", html("b", {}, short(path[0])), ". Each step hashes it with what the proof brings, in italics:"),
    html("ol", {}, ...steps),
  );
}
