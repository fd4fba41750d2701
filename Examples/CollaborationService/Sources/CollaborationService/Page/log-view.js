// Shows every request with its answer, in the column of the device that sent it.

import { fromBase64, hexadecimal } from "./bytes.js";
import { Challenge } from "./challenge.js";
import { html } from "./elements.js";

export class LogView {
  #count = 0;
  #exchanges = [];

  /** @param list the element that gets a group for each step, the newest first */
  constructor(list) {
    this.list = list;
  }

  /** Starts the group of a step, and folds the one before. */
  open(title) {
    if (this.group) this.group.open = false;
    this.outcome = html("span", { class: "outcome" });
    this.lanes = html("div", { class: "lanes" });
    this.group = html("details", { open: true }, html("summary", {}, html("h3", {}, title), this.outcome), this.lanes);
    this.list.prepend(html("li", { class: "group" }, this.group));
  }

  clear() {
    this.list.replaceChildren();
    this.#exchanges = [];
    this.#count = 0;
  }

  /** Ends the group of a step. */
  close(text) {
    this.outcome.textContent = text;
  }

  begin(exchange) {
    exchange.number = ++this.#count;
    exchange.status = exchange.answer = null;
    exchange.view = html("details", { class: `exchange ${exchange.device.person} lane-${exchange.device.id}` });
    this.#exchanges.push(exchange);
    this.lanes.append(exchange.view);
    this.#show(exchange);
  }

  end(exchange) {
    this.#show(exchange);
  }

  /** Adds what a device did without the server. */
  note(device, text) {
    this.lanes.append(html("p", { class: `note ${device.person} lane-${device.id}` }, html("b", {}, device.name), ` ${text}`));
  }

  /** Adds the server's reason to an account's newest refused exchange with a request. No client is ever told it, except in development. */
  explain({ account, request, reason }) {
    const exchange = this.#exchanges.findLast(
      (candidate) => candidate.device.account === account && `${candidate.method} ${candidate.path}` === request
        && !candidate.reason && (candidate.status === null || candidate.status === 403),
    );
    if (!exchange || !reason) return;
    exchange.reason = reason;
    this.#show(exchange);
  }

  #show(exchange) {
    const { device, method, path, status, view, number, isUnexpected } = exchange;
    const answered = status !== null || isUnexpected;
    view.classList.toggle("refused", status >= 400);
    view.classList.toggle("unexpected", Boolean(isUnexpected));
    Object.assign(view.dataset, { method, path, status: status ?? "" });
    view.replaceChildren(
      html("summary", {},
        html("span", { class: "number" }, `${number}`),
        html("span", { class: "sender" }, device.name),
        html("span", { class: "method" }, method),
        html("span", { class: "status" }, answered ? `${status ?? "none"}` : "…"),
        html("span", { class: "path", title: path }, ...breakable(shortened(path), /(?<=\/)/)),
        exchange.reason ? html("span", { class: "reason" }, ...breakable(exchange.reason, /(?=[A-Z(])/)) : null,
      ),
      html("div", { class: "bodies" }, request(exchange), answered ? answer(exchange) : null),
    );
  }
}

/** Leaves out the collaboration's identifier, which is the same in all paths. */
function shortened(path) {
  return path.replace(/^(\/collaborations\/|\/development\/texts\/)[^/]+/, "$1…");
}

/** Allows for line breaks at the places that a pattern matches. */
function breakable(text, pattern) {
  return text.split(pattern).flatMap((part, index) => (index ? [html("wbr"), part] : [part]));
}

function request({ method, path, token, body }) {
  const head = [`${method} ${path}`, token ? `Authorization: Bearer ${token}` : null].filter(Boolean).join("\n");
  return html("section", {}, html("h4", {}, "Request"), html("pre", {}, head), body ? html("pre", {}, JSON.stringify(body, null, 2)) : null);
}

function answer({ status, answer, reason }) {
  const text = typeof answer === "string" ? answer : JSON.stringify(answer, null, 2);
  return html("section", {},
    html("h4", {}, "Answer"),
    html("pre", {}, status === null ? "none" : `Status ${status}`),
    text ? html("pre", {}, text) : null,
    reason ? html("p", { class: "why" }, "The reason is in the server’s log only: ", html("code", {}, reason)) : null,
    answer?.challenge ? parts(Challenge.read(fromBase64(answer.challenge))) : null,
  );
}

/** The parts of a challenge, of which an app checks the two bindings before the device signs. */
function parts(challenge) {
  if (!challenge) return null;
  const row = (name, value) => html("div", {}, html("dt", {}, name), html("dd", {}, value));
  return html("dl", {},
    row("kind", "1, a challenge of a server"),
    row("expires", challenge.expiration.toISOString()),
    row("random", hexadecimal(challenge.nonce)),
    row("bound to the link by", hexadecimal(challenge.collaborationBinding)),
    row("bound to the account by", hexadecimal(challenge.accountBinding)),
    row("server’s code", hexadecimal(challenge.code)),
  );
}
