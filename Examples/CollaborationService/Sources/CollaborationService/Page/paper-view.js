// Shows the text on a device, and lets one change it.

import { html } from "./elements.js";

const absences = {
  idle: "No text", invited: "Not opened yet", stranger: "Not opened", left: "No text", ended: "No text",
  refused: "accessDenied",
};

export class PaperView {
  /** @param save is called with the device and the new text; gives false when it cannot save now */
  constructor(device, save) {
    this.device = device;
    this.save = save;
    this.content = html("div");
    this.button = html("button", { type: "button", class: "small", "aria-label": `Edit on ${device.name}` }, "Edit");
    this.button.addEventListener("click", () => this.#edit());
    this.element = html("div", { class: "paper" }, this.content, this.button);
    this.form = null;
  }

  /** Shows what the device knows. A text that is being edited stays, unless the device has no access any more. */
  show() {
    const { text, mayWrite, standing } = this.device;
    if (text === null) this.#close();
    this.content.replaceChildren(...(text === null
      ? [html("p", { class: "nothing" }, absences[standing])]
      : [html("p", { class: "text" }, text), html("p", { class: "permission" }, mayWrite ? "May write" : "Read only")]));
    this.button.hidden = text === null || this.form !== null;
  }

  #edit() {
    const field = html("textarea", { rows: 5, "aria-label": `Text on ${this.device.name}` }, this.device.text);
    const cancel = html("button", { type: "button", class: "small" }, "Cancel");
    this.form = html("form", {}, field, html("button", { type: "submit", class: "small" }, "Save"), cancel);
    this.form.addEventListener("submit", (event) => {
      event.preventDefault();
      if (this.save(this.device, field.value)) this.#close();
    });
    cancel.addEventListener("click", () => this.#close());
    this.element.append(this.form);
    this.show();
    field.focus();
  }

  #close() {
    if (!this.form) return;
    this.form.remove();
    this.form = null;
    this.button.hidden = false;
    this.button.focus();
  }
}
