// Reads a challenge of the server as an app does before its device signs it.

import { concatenated, isEqual, sha256 } from "./bytes.js";

const byteCount = 121;
const kindOfServer = 1;

export class Challenge {
  /** Null for bytes that are not a challenge of the server. */
  static read(bytes) {
    return bytes.length === byteCount && bytes[0] === kindOfServer ? new Challenge(bytes) : null;
  }

  constructor(bytes) {
    this.bytes = bytes;
    this.expiration = new Date(Number(new DataView(bytes.buffer).getBigInt64(1)));
    this.nonce = bytes.slice(9, 25);
    this.collaborationBinding = bytes.slice(25, 57);
    this.accountBinding = bytes.slice(57, 89);
    this.code = bytes.slice(89);
  }

  /** Whether the challenge was issued for an account to open a collaboration. Only then may the device sign it. */
  async isIssued(collaboration, account) {
    return (
      isEqual(this.collaborationBinding, await this.#binding(collaboration)) &&
      isEqual(this.accountBinding, await this.#binding(account))
    );
  }

  #binding(name) {
    return sha256(concatenated(this.nonce, new TextEncoder().encode(name)));
  }
}
