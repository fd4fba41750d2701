// Shows a device: what it knows, its document, and the identity that its key belongs to.

import { short as digits } from "./bytes.js";
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
  deleted: "Deleted it",
};

/**
 * Makes the column of a device, and a link to it that shows the standing. Both follow the device's changes.
 *
 * @param save see PaperView
 */
export function deviceView(device, save) {
  const standing = html("p", { class: "standing" });
  const paper = new PaperView(device, save);
  const tree = html("div", { class: "identity" });
  const heading = html("h3", { id: `device-${device.id}` }, device.name);
  const short = html("span", {});
  const link = html("a", { class: device.person, href: `#column-${device.id}` }, html("b", {}, device.name), short);
  const column = html("article", { class: `device ${device.person}`, id: `column-${device.id}`, "aria-labelledby": heading.id },
    html("header", {}, heading, html("p", { class: "account" }, "account ", html("code", {}, device.account)), standing), paper.element, tree);
  let drawn = "";
  device.onChange = () => {
    for (const element of [column, link]) {
      element.dataset.standing = device.standing;
      element.classList.toggle("acting", device.isActing);
    }
    standing.textContent = short.textContent = standings[device.standing];
    paper.show();
    // The tree is drawn again only when it changes, so that an animation or an open list is not cut off.
    const state = `${device.identity && digits(device.identity.rootHash)} ${device.isPathLit}`;
    if (state !== drawn) tree.replaceChildren(...identity(device));
    drawn = state;
  };
  device.onChange();
  return { column, link };
}

function identity({ identity, leaf, isPathLit, standing }) {
  if (!identity) return [html("p", { class: "nothing" }, "No keys for a document")];
  return [
    treeView(identity, leaf, isPathLit),
    html("p", { class: "caption" }, "Identity ", html("code", {}, digits(identity.rootHash)), html("br"), `Leaf ${leaf} of ${identity.levels[0].length}`),
    isPathLit ? proofSteps(identity, leaf) : html("p", { class: "caption" },
      standing === "owner" ? "No proof: the server knows the owner by the account." : "No proof yet."),
  ];
}

function proofSteps(identity, leaf) {
  const path = identity.path(leaf);
  const steps = identity.siblings(leaf).map((sibling, level) => {
    const [own, brought] = [html("b", {}, digits(path[level])), html("i", {}, digits(sibling))];
    const pair = (leaf >> level) % 2 ? [brought, " ", own] : [own, " ", brought];
    return html("li", {}, ...pair, " → ", html("b", {}, digits(path[level + 1])));
  });
  return html("details", { class: "steps" },
    html("summary", {}, "The proof"),
    html("p", {}, "SHA-256 of the key is ", html("b", {}, digits(path[0])), ". Each step hashes it with what the proof brings, in italics:"),
    html("ol", {}, ...steps),
  );
}
