// Listens to what the server tells of its collaborations, as server-sent events.

const delay = () => new Promise((resolve) => setTimeout(resolve, 5000, false));

export class Events {
  #waiting = new Set();
  #reactions = new Set();

  /** @param react is called with each event, and may return a promise. */
  constructor(address, react) {
    this.react = react;
    this.source = new EventSource(address);
    this.source.addEventListener("message", (message) => this.#receive(JSON.parse(message.data)));
  }

  /** Waits for the connection, which the browser makes anew when it was lost. */
  async open() {
    if (this.source.readyState === EventSource.OPEN) return;
    await new Promise((resolve) => this.source.addEventListener("open", resolve, { once: true }));
  }

  #receive(event) {
    const reaction = Promise.resolve(this.react(event));
    this.#reactions.add(reaction);
    const remove = () => this.#reactions.delete(reaction);
    reaction.then(remove, remove);
    for (const entry of this.#waiting) if (entry.kind === event.kind && entry.collaboration === event.collaboration) entry.arrive();
  }

  /**
   * Runs an action, and waits until the server has told of it and all reactions to that are complete.
   *
   * @param isExpected whether the server tells of it, after the action
   */
  async following(kind, collaboration, action, isExpected = () => true) {
    await Promise.race([this.open(), delay()]);
    const arrival = Promise.withResolvers();
    const entry = { kind, collaboration, arrive: () => arrival.resolve(true) };
    this.#waiting.add(entry);
    try {
      await action();
      if (isExpected() && !(await Promise.race([arrival.promise, delay()]))) {
        throw new Error(`The server has sent no event “${kind}”.`);
      }
    } finally {
      this.#waiting.delete(entry);
    }
    await Promise.all(this.#reactions);
  }
}
