// The rules by which the steps are played.

export class Story {
  /** What is being played without presses; null while the story is paused. */
  run = null;
  /** The place of the step after the one that was played last. */
  #next = 0;
  isBusy = false;

  /** @param view has `begin` and `end` of a step, and `show`, which takes the state of this story */
  constructor(steps, world, view) {
    Object.assign(this, { steps, world, view });
    this.order = Object.values(steps);
  }

  /** Plays one step, and before it those that it needs. */
  async press(step) {
    if (this.isBusy) return;
    this.isBusy = true;
    try {
      await this.#play(step);
    } catch (error) {
      this.run = null;
      this.view.end("failure", error.message);
    } finally {
      this.isBusy = false;
      for (const device of this.world.devices) device.set({ isActing: false });
      this.view.show(this);
    }
  }

  /** Plays the steps after the one that was played last, or all anew after the last. Pauses between them. */
  async play(pause) {
    if (this.isBusy) return;
    const isOver = () => this.#next === this.order.length;
    if (isOver()) this.#next = 0;
    const run = (this.run = {});
    while (this.run === run && !isOver()) {
      await this.press(this.order[this.#next]);
      if (!isOver()) await pause();
    }
    if (this.run === run) this.pause();
  }

  pause() {
    this.run = null;
    this.view.show(this);
  }

  /** Forgets all that was played. */
  reset() {
    this.#next = 0;
    this.world.startAnew();
    this.pause();
  }

  async #play(step) {
    const needed = this.steps[step.needs];
    if (needed && !needed.isTrue(this.world)) await this.#play(needed);
    this.view.begin(step);
    this.view.show(this);
    for (const device of this.world.devices) device.set({ isActing: device.id === step.by });
    const outcome = await step.play(this.world[step.by], this.world);
    if (this.order.includes(step)) this.#next = this.order.indexOf(step) + 1;
    this.view.end(outcome.startsWith("Refused") ? "refusal" : "success", outcome);
  }
}
