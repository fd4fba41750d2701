// The world that the steps change, and the rules by which they are played.

export class World {
  /** @param devices the devices by their identifiers */
  constructor(devices, log) {
    Object.assign(this, devices);
    this.devices = Object.values(devices);
    this.log = log;
    this.startAnew();
  }

  startAnew() {
    this.document = null;
    this.bob = null;
    this.isBobRemoved = false;
    for (const device of this.devices) device.forget();
  }

  /** Whether a fact holds that a step needs. */
  has(fact) {
    switch (fact) {
      case "document": return this.document !== null;
      case "invitation": return this.has("document") && this.bob !== null && !this.isBobRemoved;
      case "access": return this.phone.standing === "reader";
      case "absence": return this.phone.standing === "left";
      case "removal": return this.has("document") && this.isBobRemoved;
    }
  }
}

export class Story {
  /** What is being played without presses; null while the story is paused. */
  #run = null;
  #played = new Set();

  /** @param view has `begin`, `end` and `fail`, which take a step, and `show`, which takes the state of this story. */
  constructor(steps, world, view) {
    this.steps = steps;
    this.world = world;
    this.view = view;
    this.isBusy = false;
  }

  get isPlaying() {
    return this.#run !== null;
  }

  isPlayed(step) {
    return this.#played.has(step.id);
  }

  /** Plays one step, and before it those that it needs. */
  async press(step, choice) {
    if (this.isBusy) return;
    this.isBusy = true;
    try {
      await this.#prepare(step);
      await this.#perform(step, choice);
    } catch (error) {
      this.#run = null;
      this.view.fail(error);
    } finally {
      this.isBusy = false;
      this.view.show(this);
    }
  }

  /** Plays the steps that are left, or all anew if none is left. Pauses between them. */
  async play(pause) {
    if (this.isBusy) return;
    const next = () => this.steps.find((step) => !this.isPlayed(step));
    if (!next()) this.#played.clear();
    const run = (this.#run = {});
    while (this.#run === run && next()) {
      await this.press(next());
      if (next()) await pause();
    }
    if (this.#run === run) this.pause();
  }

  pause() {
    this.#run = null;
    this.view.show(this);
  }

  async #prepare(step) {
    for (const fact of step.needs) {
      if (this.world.has(fact)) continue;
      const provider = this.steps.find((candidate) => candidate.gives === fact);
      await this.#prepare(provider);
      await this.#perform(provider);
    }
  }

  async #perform(step, choice) {
    if (step.id === "create") this.#played.clear();
    this.view.begin(step);
    this.view.show(this);
    const outcome = await step.play(this.world, choice);
    this.#played.add(step.id);
    this.view.end(step, outcome);
  }
}
