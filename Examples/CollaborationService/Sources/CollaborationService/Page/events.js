// Listens to what the server tells of its collaborations, as server-sent events.

const delay = () => new Promise((resolve) => setTimeout(resolve, 5000, false));

export class Events {
  #reactions = new Set();
  #arrivals = new Map();

  /** @param react is called with each event, and returns a promise */
  constructor(address, react) {
    this.source = new EventSource(address);
    this.source.addEventListener("message", ({ data }) => {
      const event = JSON.parse(data);
      const reaction = react(event);
      const remove = () => this.#reactions.delete(reaction);
      this.#reactions.add(reaction);
      reaction.then(remove, remove);
      this.#arrivals.get(event.kind + event.collaboration)?.(true);
    });
  }

  /** Waits for the connection, which the browser makes anew when it was lost. */
  open() {
    return this.source.readyState === EventSource.OPEN
      || new Promise((resolve) => this.source.addEventListener("open", resolve, { once: true }));
  }

  /**
   * Runs an action, and waits until the server has told of it and all reactions to that are complete.
   * The server tells nothing of an action that gives false.
   */
  async following(kind, collaboration, action) {
    await Promise.race([this.open(), delay()]);
    const arrival = new Promise((resolve) => this.#arrivals.set(kind + collaboration, resolve));
    const result = await action();
    if (result !== false && !(await Promise.race([arrival, delay()]))) {
      throw new Error(`The server has sent no event “${kind}”.`);
    }
    await Promise.all(this.#reactions);
    return result;
  }
}
