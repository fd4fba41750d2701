// Shows every request with its answer, in the column of the device that sent it.

import { fromBase64, hexadecimal } from "./bytes.js";
import { readChallenge } from "./challenge.js";
import { byId, html } from "./elements.js";

export class LogView {
  #exchanges = [];
  /** The element that gets a group for each step, the newest first. */
  #list = byId("log");

  /** Starts the group of a step, whose `outcome` is to be filled in, and folds the one before. */
  open(title) {
    if (this.group) this.group.open = false;
    this.outcome = html("span", { class: "outcome" });
    this.lanes = html("div", { class: "lanes" });
    const summary = html("summary", {}, html("h3", {}, title), this.outcome);
    this.group = html("details", { open: true }, summary, this.lanes);
    this.#list.prepend(html("li", { class: "group" }, this.group));
  }

  clear() {
    this.#list.replaceChildren();
    this.#exchanges = [];
  }

  /** Adds what a device did without the server. */
  note({ account, lane, name }, act) {
    const attributes = { class: `note ${account}`, "--lane": lane };
    this.lanes.append(html("p", attributes, html("b", {}, name), ` ${act}`));
  }

  /** Adds the reason, which no client learns but in development, to the newest refused exchange of an account. */
  explain(event) {
    const exchange = this.#exchanges.findLast(({ device: { account }, method, path, status, reason }) => !reason
      && account === event.account && `${method} ${path}` === event.request && [null, 403].includes(status));
    if (exchange) this.show(Object.assign(exchange, { reason: event.reason }));
  }

  /** Shows an exchange, which is new or has changed: a request and, at the end, its answer. */
  show(exchange) {
    const { device, method, path, token, body, status, reason, isUnexpected } = exchange;
    if (!exchange.view) {
      exchange.view = html("details", { "--lane": device.lane });
      exchange.number = this.#exchanges.push(exchange);
      this.lanes.append(exchange.view);
    }
    const isAnswered = status !== null || isUnexpected;
    const state = `${status >= 400 ? "refused" : ""} ${isUnexpected ? "unexpected" : ""}`;
    exchange.view.className = `exchange ${device.account} ${state}`;
    Object.assign(exchange.view.dataset, { method, path, status: status ?? "" });
    const head = `${method} ${path}${token ? `\nAuthorization: Bearer ${token}` : ""}`;
    const part = (name, ...texts) => html("span", { class: name }, ...texts);
    exchange.view.replaceChildren(
      html("summary", {},
        part("number", `${exchange.number}`), part("sender", device.name), part("method", method),
        part("status", isAnswered ? `${status ?? "none"}` : "…"),
        part("path", ...breakable(shortened(path), /(?<=\/)/)),
        reason && part("reason", ...breakable(reason, /(?=[A-Z(])/))),
      html("div", { class: "bodies" }, section("Request", head, body), isAnswered && answerView(exchange)));
  }
}

/** Leaves out the collaboration's identifier, which is the same in all paths. */
const shortened = (path) => path.replace(/^(\/collaborations\/|\/development\/texts\/)[^/]+/, "$1…");

/** Allows for line breaks at the places that a pattern matches. */
const breakable = (text, pattern) => text.split(pattern).flatMap((part) => [html("wbr"), part]);

/** A part of an exchange: its head, its body, and what explains it. */
function section(title, head, body, ...notes) {
  const text = body && html("pre", {}, typeof body === "string" ? body : JSON.stringify(body, null, 2));
  return html("section", {}, html("h4", {}, title), html("pre", {}, head), text, ...notes);
}

function answerView({ status, answer, reason }) {
  const challenge = answer?.challenge && readChallenge(fromBase64(answer.challenge));
  return section("Answer", status === null ? "none" : `Status ${status}`, answer,
    reason && html("p", { class: "why" }, "The reason is in the server’s log only: ", html("code", {}, reason)),
    challenge && challengeView(challenge));
}

/** The parts of a challenge, of which an app checks the two bindings before the device signs. */
function challengeView({ expiration, nonce, collaborationBinding, accountBinding, code }) {
  const parts = {
    kind: "1, a challenge of a server",
    expires: expiration.toISOString(),
    random: hexadecimal(nonce),
    "bound to the link by": hexadecimal(collaborationBinding),
    "bound to the account by": hexadecimal(accountBinding),
    "server’s code": hexadecimal(code),
  };
  const rows = Object.entries(parts).map(([name, value]) => [html("dt", {}, name), html("dd", {}, value)]);
  return html("dl", {}, ...rows.flat());
}
