// Connects the devices, the story and the log with the page.

import { deviceView } from "./device-view.js";
import { Device } from "./device.js";
import { byId, html } from "./elements.js";
import { Events } from "./events.js";
import { LogView } from "./log-view.js";
import { refusals } from "./refusals.js";
import { steps, World } from "./steps.js";
import { Story } from "./story.js";

const beginning = "Five devices, and no collaboration yet. "
  + "Play the story, or press any step: those before it that are missing are played first.";
const [play, reset, outcome] = ["play", "reset", "outcome"].map(byId);
const log = new LogView();
const devices = [
  ["mac", "Alice’s Mac", "alice"],
  ["phone", "Bob’s phone", "bob"],
  ["laptop", "Bob’s laptop", "bob"],
  ["carol", "Carol’s phone", "carol"],
  ["mallory", "Mallory", "mallory"],
].map(([id, name, account], index) => new Device(id, name, account, index + 1, log));
const world = new World(devices, log, () => byId("permission").value);
world.events = new Events("/development/events", (event) => {
  if (event.kind === "refused" && event.collaboration === world.collaboration) log.explain(event);
  return Promise.all(devices.map((device) => device.react(event)));
});

const buttons = new Map();
const story = new Story(steps, world, {
  begin(step) {
    log.open(step.title);
    show("", `${step.title} …`);
    for (const [candidate, button] of buttons) button.ariaCurrent = candidate === step ? "step" : null;
  },
  end(kind, text) {
    log.outcome.textContent = text;
    show(kind, text);
    for (const button of buttons.values()) button.ariaCurrent = null;
  },
  show({ isBusy, run, order }) {
    play.textContent = run ? "Pause" : "Play the story";
    play.ariaDisabled = isBusy && !run ? "true" : null;
    for (const button of [reset, ...buttons.values()]) button.ariaDisabled = isBusy ? "true" : null;
    for (const step of order) buttons.get(step).ariaDescription = step.isTrue(world) ? "true now" : null;
  },
});

function show(kind, text) {
  outcome.className = kind;
  outcome.textContent = text;
}

byId("devices").append(...devices.map((device) => deviceView(device, story)));
for (const [list, parts] of Object.entries({ steps, refusals })) {
  for (const [id, step] of Object.entries(parts)) {
    const click = () => story.press(step);
    const button = html("button", { type: "button", id: `step-${id}`, click }, step.title);
    buttons.set(step, button);
    byId(list).append(html("li", {}, button, step.text && html("p", {}, step.text)));
  }
}

play.addEventListener("click", () => {
  if (story.run) story.pause();
  else story.play(() => new Promise((resolve) => setTimeout(resolve, 1000 * Number(byId("pause").value))));
});
reset.addEventListener("click", () => {
  if (story.isBusy) return;
  story.reset();
  log.clear();
  show("", beginning);
});

if (globalThis.crypto?.subtle) {
  await world.events.open();
  byId("controls").inert = false;
  show("", beginning);
} else {
  show("failure", "Browsers sign on this machine or over HTTPS only. Open the page as http://127.0.0.1.");
}
