// The world that the steps change, and the rules by which they are played.

export class World {
  /**
   * @param devices the devices by their identifiers
   * @param permission gives the option that Alice has selected: `read` or `write`
   */
  constructor(devices, log, permission) {
    Object.assign(this, devices, { log, permission });
    this.devices = Object.values(devices);
    this.startAnew();
  }

  startAnew() {
    Object.assign(this, { collaboration: null, bob: null, isBobRemoved: false, hasBobReturned: false, hasBobWritten: false, hasAliceEdited: false });
    for (const device of this.devices) device.forget();
  }

  /** Whether a fact holds that a step needs. */
  has(fact) {
    switch (fact) {
      case "collaboration": return this.collaboration !== null;
      case "invitation": return this.has("collaboration") && this.bob !== null && !this.isBobRemoved;
      case "access": return this.phone.standing === "reader";
      case "absence": return this.phone.standing === "left";
      case "removal": return this.has("collaboration") && this.isBobRemoved;
    }
  }
}

export class Story {
  /** What is being played without presses; null while the story is paused. */
  #run = null;
  /** The place of the step after the one that was played last. */
  #next = 0;

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

  /** Whether what a step brings about is so now. */
  isTrue(step) {
    return step.isTrue?.(this.world) ?? false;
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

  /** Plays the steps after the one that was played last, or all anew after the last step. Pauses between them. */
  async play(pause) {
    if (this.isBusy) return;
    const isOver = () => this.#next === this.steps.length;
    if (isOver()) this.#next = 0;
    const run = (this.#run = {});
    while (this.#run === run && !isOver()) {
      await this.press(this.steps[this.#next]);
      if (!isOver()) await pause();
    }
    if (this.#run === run) this.pause();
  }

  /** Forgets all that was played. Gives false when a step is being played. */
  reset() {
    if (this.isBusy) return false;
    this.#next = 0;
    this.world.startAnew();
    this.pause();
    return true;
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
    this.view.begin(step);
    this.view.show(this);
    const outcome = await step.play(this.world, choice);
    if (this.steps.includes(step)) this.#next = this.steps.indexOf(step) + 1;
    this.view.end(step, outcome);
  }
}
