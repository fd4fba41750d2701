// Sends the requests of the devices to the server that has served this page, and tells the log of each.

/** An answer that the story does not expect. The log marks its exchange. */
export class UnexpectedAnswer extends Error {}

export class Server {
  /** @param log has `begin` and `end`, which take an exchange: a request and, at the end, its answer. */
  constructor(log) {
    this.log = log;
  }

  /**
   * Sends a request with the token of a device's account.
   *
   * @param expected the statuses that the story allows for
   * @returns {Promise<{status: number, body: any}>}
   */
  async send(device, method, path, { body, expected }) {
    const exchange = { device, method, path, body, token: device.token };
    this.log.begin(exchange);
    try {
      const headers = {};
      if (device.token) headers.Authorization = `Bearer ${device.token}`;
      if (body) headers["Content-Type"] = "application/json";
      const response = await fetch(path, { method, headers, body: body && JSON.stringify(body), cache: "no-store" });
      exchange.status = response.status;
      exchange.answer = parsed(await response.text());
    } catch {
      exchange.answer = "The server does not answer.";
    }
    exchange.isUnexpected = !expected.includes(exchange.status);
    this.log.end(exchange);
    if (exchange.isUnexpected) {
      const answer = exchange.status ? `was answered with status ${exchange.status}` : "got no answer";
      throw new UnexpectedAnswer(`${method} ${path} ${answer}. Is the server running, and is this its newest page?`);
    }
    return { status: exchange.status, body: exchange.answer };
  }
}

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
