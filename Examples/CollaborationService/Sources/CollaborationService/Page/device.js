// A device with the app on it: what it knows, and what it asks the server for.

import { base64, fromBase64 } from "./bytes.js";
import { isIssued } from "./challenge.js";

export class Device {
  /** Whether the device does something. Then it does not react to events. */
  isActing = false;
  leaf = 0;
  onChange = () => {};

  /** @param lane the place of the device among all, from 1 */
  constructor(id, name, account, lane, log) {
    Object.assign(this, { id, name, account, lane, log });
    this.forget();
  }

  /** Starts anew, without a token, keys or a link. */
  forget() {
    this.set({ token: null, link: null, identity: null, answer: null, text: null, standing: "idle" });
  }

  set(changes) {
    Object.assign(this, changes);
    this.onChange();
  }

  /** The path of the collaboration that the link leads to. */
  get path() {
    return `/collaborations/${encodeURIComponent(this.link)}`;
  }

  /** Sends a request with the token of the account, after asking for one before the first request. */
  async request(method, path, options) {
    const token = { body: { account: this.account }, expected: [200, 201] };
    this.token ??= (await this.#send("POST", "/development/tokens", token)).answer.token;
    return this.#send(method, path, options);
  }

  /** Gives the status and the answer. The log marks an exchange whose status is not an expected one. */
  async #send(method, path, { body, expected = [200] } = {}) {
    const { token, log } = this;
    const exchange = { device: this, method, path, body, token, status: null, answer: null, isUnexpected: false };
    log.show(exchange);
    try {
      const headers = new Headers(body && { "Content-Type": "application/json" });
      if (token) headers.set("Authorization", `Bearer ${token}`);
      const options = { method, headers, body: body && JSON.stringify(body), cache: "no-store" };
      const response = await fetch(path, options);
      exchange.status = response.status;
      exchange.answer = await response.text();
      exchange.answer = JSON.parse(exchange.answer);
    } catch {
      // An answer that is no JSON stays as it is.
      exchange.answer ??= "The server does not answer.";
    }
    exchange.isUnexpected = !expected.includes(exchange.status);
    log.show(exchange);
    if (!exchange.isUnexpected) return exchange;
    const found = exchange.status ? `was answered with status ${exchange.status}` : "got no answer";
    throw new Error(`${method} ${path} ${found}. Is the server running, and is this its newest page?`);
  }

  /** Sends a request about the text, which the development mode has in memory. */
  requestText(method, options) {
    return this.request(method, `/development/texts/${encodeURIComponent(this.link)}`, options);
  }

  /** Gets the link and the keys that the invitation was made for. */
  invite(link, identity, leaf) {
    this.set({ link, identity, leaf, standing: "invited", text: null, answer: null });
  }

  /** Opens the link: a challenge, a proof, what the account may do, and the text. */
  async open() {
    await this.prove();
    await this.read();
  }

  /** Answers a new challenge with a proof. */
  async prove(expected) {
    const answer = await this.sign(await this.askForChallenge());
    if (!answer) throw new Error(`${this.name} does not sign: the challenge is for another account or link.`);
    await this.submit(answer, expected);
  }

  async askForChallenge() {
    const { answer } = await this.request("POST", `${this.path}/challenge`);
    return fromBase64(answer.challenge);
  }

  /** Signs a challenge that was issued for this account and its collaboration; gives null for another. */
  async sign(challenge) {
    if (!(await isIssued(challenge, this.link, this.account))) return null;
    const answer = { challenge: base64(challenge), proof: await this.identity.proof(this.leaf, challenge) };
    this.set({ answer });
    return answer;
  }

  submit(answer, expected = [204]) {
    return this.request("POST", `${this.path}/proof`, { body: answer, expected });
  }

  /** Asks whether the account has access and what it may do, and reads the text; or shows the refusal. */
  async read(expected) {
    const { status, answer } = await this.request("GET", this.path, { expected });
    if (status !== 200) return this.set({ text: null, standing: "refused" });
    this.set({ mayWrite: answer.permittedOptions.includes("write") });
    return this.readText();
  }

  async readText() {
    const { answer } = await this.requestText("GET");
    this.set({ text: answer.text, standing: this.standing === "owner" ? "owner" : "reader" });
  }

  /** Saves a text. Gives whether the account may do so. */
  async save(text) {
    const { status } = await this.requestText("PUT", { body: { text }, expected: [204, 403] });
    if (status === 204) this.set({ text });
    return status === 204;
  }

  /** Asks the server again if an event concerns this device. */
  async react({ kind, collaboration, account }) {
    if (this.link !== collaboration || this.isActing) return;
    const [isOpen, isOwn] = [this.text !== null, this.account === account];
    if (kind === "changed" && isOpen) await this.readText();
    const isOver = ["removed", "ended"].includes(kind) ? this.standing !== "owner" : kind === "left" && isOwn;
    const isBack = kind === "granted" && isOwn && this.standing === "refused";
    if (isOpen && isOver || isBack) await this.read([200, 403]);
  }
}
