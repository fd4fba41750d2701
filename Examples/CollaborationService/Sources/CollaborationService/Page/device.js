// A device with the app on it: what it knows, and what it asks the server for.

import { base64, fromBase64 } from "./bytes.js";
import { Challenge } from "./challenge.js";

export class Device {
  /** @param {{id: string, name: string, person: string, account: string}} description */
  constructor(description, server) {
    Object.assign(this, description);
    this.server = server;
    this.onChange = () => {};
    this.forget();
  }

  /** Starts anew, without a token, keys or a link. */
  forget() {
    this.set({
      token: null, identity: null, leaf: 0, isPathLit: false, link: null, mayWrite: false, text: null, standing: "idle", answer: null,
      isActing: false,
    });
  }

  set(changes) {
    Object.assign(this, changes);
    this.onChange(this);
  }

  /** The path of the collaboration that the link leads to. */
  get path() {
    return `/collaborations/${encodeURIComponent(this.link)}`;
  }

  /** The path of its text, which the development mode has in memory. */
  get textPath() {
    return `/development/texts/${encodeURIComponent(this.link)}`;
  }

  /** Sends a request, and asks for a token before the first one. */
  async request(method, path, { body, expected = [200] } = {}) {
    if (!this.token) {
      const { body: answer } = await this.server.send(this, "POST", "/development/tokens", {
        body: { account: this.account }, expected: [200, 201],
      });
      this.token = answer.token;
    }
    return this.server.send(this, method, path, { body, expected });
  }

  /** Does something during which the device does not react to events. */
  async acting(action) {
    this.set({ isActing: true });
    try {
      return await action();
    } finally {
      this.set({ isActing: false });
    }
  }

  /** Gets the link and the keys that the invitation was made for. */
  invite(link, identity, leaf) {
    this.set({ link, identity, leaf, isPathLit: false, standing: "invited", text: null });
  }

  /** Opens the link: a challenge, a proof, what the account may do, and the text. */
  open() {
    return this.acting(async () => {
      await this.prove();
      await this.read();
    });
  }

  /** Answers a new challenge with a proof. */
  async prove(expected) {
    const answer = await this.sign(await this.askForChallenge());
    if (!answer) throw new Error(`${this.name} does not sign: the challenge is for another account or collaboration.`);
    await this.submit(answer, expected);
  }

  async askForChallenge() {
    const { body } = await this.request("POST", `${this.path}/challenge`);
    return fromBase64(body.challenge);
  }

  /** Signs a challenge if it was issued for this account and the collaboration that it opens; else gives null. */
  async sign(challenge) {
    const isMine = await Challenge.read(challenge)?.isIssued(this.link, this.account);
    return isMine ? this.signUnchecked(challenge) : null;
  }

  async signUnchecked(challenge) {
    const answer = { challenge: base64(challenge), proof: await this.identity.proof(this.leaf, challenge) };
    this.set({ isPathLit: true, answer });
    return answer;
  }

  submit(answer, expected = [204]) {
    return this.request("POST", `${this.path}/proof`, { body: answer, expected });
  }

  /** Asks whether the account has access and what it may do, and reads the text; or shows that the server refuses it. */
  async read(expected = [200]) {
    const { status, body } = await this.request("GET", this.path, { expected });
    if (status !== 200) return this.set({ text: null, standing: "refused" });
    this.set({ mayWrite: body.permittedOptions.includes("write") });
    return this.readText();
  }

  async readText() {
    const { body } = await this.request("GET", this.textPath);
    this.set({ text: body.text, standing: this.standing === "owner" ? "owner" : "reader" });
  }

  /** Saves a text. Gives whether the account may do so. */
  async save(text) {
    const { status } = await this.request("PUT", this.textPath, { body: { text }, expected: [204, 403] });
    if (status === 204) this.set({ text });
    return status === 204;
  }

  async leave() {
    await this.acting(() => this.request("DELETE", `${this.path}/access`, { expected: [204] }));
    this.set({ text: null, standing: "left", isPathLit: false });
  }
}

/** Asks the server again on the devices that an event concerns. */
export function react(event, devices) {
  const concerned = devices.filter((device) => {
    if (device.link !== event.collaboration || device.isActing) return false;
    const isOpen = device.text !== null;
    switch (event.kind) {
      case "changed": return isOpen;
      case "removed": case "ended": return isOpen && device.standing !== "owner";
      case "left": return isOpen && device.account === event.account;
      case "granted": return device.standing === "refused" && device.account === event.account;
      default: return false;
    }
  });
  return Promise.all(concerned.map((device) => (event.kind === "changed" ? device.readText() : device.read([200, 403]))));
}
