// Shows a device: what it knows, its text, which one can edit, and the identity that its key belongs to.

import { short } from "./bytes.js";
import { html } from "./elements.js";
import { saving } from "./steps.js";
import { treeView } from "./tree-view.js";

/** What is said of a device, and what stands in place of a text. */
const standings = {
  idle: ["Knows nothing", "No text"], left: ["Has left", "No text"], ended: ["Ended it", "No text"],
  invited: ["Has the link", "Not opened yet"], stranger: ["Has the link", "Not opened"],
  owner: ["Owner"], reader: ["Has access"], refused: ["No access", "accessDenied"],
};

/** Makes the column of a device, which follows the device's changes. */
export function deviceView(device, story) {
  const standing = html("p", { class: "standing" });
  const paper = paperView(device, story);
  const tree = html("div", { class: "identity" });
  const heading = html("h3", { id: `device-${device.id}` }, device.name);
  const account = html("p", { class: "account" }, "account ", html("code", {}, device.account));
  const column = html("article",
    { class: `device ${device.account}`, id: `column-${device.id}`, "aria-labelledby": heading.id },
    html("header", {}, heading, account, standing), paper.element, tree);
  device.onChange = () => {
    column.dataset.standing = device.standing;
    column.classList.toggle("acting", device.isActing);
    standing.textContent = standings[device.standing][0];
    paper.show();
    tree.replaceChildren(...identityView(device));
  };
  device.onChange();
  return column;
}

/** A text that is being edited stays, unless the device has no access any more. */
function paperView(device, story) {
  const content = html("div");
  const field = html("textarea", { rows: 5, "aria-label": `Text on ${device.name}` });
  const button = (text, options) => html("button", { type: "button", class: "small", ...options }, text);
  const editButton = button("Edit", { "aria-label": `Edit on ${device.name}`, click: () => edit(true) });
  const submit = (event) => {
    event.preventDefault();
    if (story.isBusy) return;
    story.press(saving(device, field.value));
    edit(false);
  };
  const form = html("form", { hidden: true, submit },
    field, button("Save", { type: "submit" }), button("Cancel", { click: () => edit(false) }));
  function edit(isEdited) {
    field.value = device.text;
    form.hidden = !isEdited;
    content.hidden = editButton.hidden = isEdited;
    (isEdited ? field : editButton).focus();
  }
  function show() {
    const { text, mayWrite, standing } = device;
    const isEmpty = text === null;
    if (isEmpty && !form.hidden) edit(false);
    editButton.hidden = isEmpty || !form.hidden;
    content.replaceChildren(
      html("p", { class: isEmpty ? "nothing" : "text" }, text ?? standings[standing][1]),
      html("p", { class: "permission", hidden: isEmpty }, mayWrite ? "May write" : "Read only"));
  }
  return { element: html("div", { class: "paper" }, content, editButton, form), show };
}

function identityView({ identity, leaf, answer, standing }) {
  if (!identity) return [html("p", { class: "nothing" }, "No keys yet")];
  const { levels, devices } = identity;
  const count = levels[0].length;
  const proven = answer ? ` The path of the proof leads from it over ${levels.length - 1} levels to the root.` : "";
  const label = `Merkle tree with ${count} leaves, ${devices.length} of them keys of devices. `
    + `This device has leaf ${leaf}.${proven}`;
  const kind = (level, position) =>
    (level > 0 ? "" : position === leaf ? "own" : position < devices.length ? "device" : "filler");
  const why = standing === "owner" ? "No proof: the server knows the owner by the account." : "No proof yet.";
  const path = levels.map((_, level) => leaf >> level);
  const caption = (...texts) => html("p", { class: "caption" }, ...texts);
  return [
    treeView({ levels, path, isLit: answer !== null, kind, label }),
    caption("Identity ", html("code", {}, short(identity.rootHash)), html("br"), `Leaf ${leaf} of ${count}`),
    ...(answer ? [] : [caption(why)]),
  ];
}
