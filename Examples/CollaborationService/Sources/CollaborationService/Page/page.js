// Connects the devices, the story and the log with the page.

import { deviceView } from "./device-view.js";
import { Device, react } from "./device.js";
import { html } from "./elements.js";
import { Events } from "./events.js";
import { LogView } from "./log-view.js";
import { refusals } from "./refusals.js";
import { Server } from "./server.js";
import { saving, steps } from "./steps.js";
import { Story, World } from "./story.js";

const byId = (id) => document.getElementById(id);
const [play, reset, pauseLength, permission, outcome] = ["play", "reset", "pause", "permission", "outcome"].map(byId);

const log = new LogView(byId("log"));
const server = new Server(log);
const devices = {
  mac: new Device({ id: "mac", name: "Alice’s Mac", person: "alice", account: "alice" }, server),
  phone: new Device({ id: "phone", name: "Bob’s phone", person: "bob", account: "bob" }, server),
  laptop: new Device({ id: "laptop", name: "Bob’s laptop", person: "bob", account: "bob" }, server),
  carol: new Device({ id: "carol", name: "Carol’s phone", person: "carol", account: "carol" }, server),
  mallory: new Device({ id: "mallory", name: "Mallory", person: "mallory", account: "mallory" }, server),
};
for (const device of Object.values(devices)) {
  byId("devices").append(deviceView(device, save));
}

const world = new World(devices, log, () => permission.value);
world.events = new Events("/development/events", (event) => {
  if (event.collaboration !== world.collaboration) return undefined;
  if (event.kind === "refused") log.explain(event);
  return react(event, world.devices);
});

const buttons = new Map();

const story = new Story(steps, world, {
  begin(step) {
    log.open(step.title);
    show("", `${step.title} …`);
    for (const [candidate, button] of buttons) mark(button, "aria-current", candidate === step ? "step" : null);
  },
  end(step, text) {
    log.close(text);
    show(text.startsWith("Refused") ? "refusal" : "success", text);
    unmark();
  },
  fail(error) {
    const text = error instanceof Error ? error.message : `${error}`;
    log.close(text);
    show("failure", text);
    unmark();
  },
  show(story) {
    play.textContent = story.isPlaying ? "Pause" : "Play the story";
    mark(play, "aria-disabled", story.isBusy && !story.isPlaying ? "true" : null);
    mark(reset, "aria-disabled", story.isBusy ? "true" : null);
    for (const [step, button] of buttons) {
      mark(button, "aria-disabled", story.isBusy ? "true" : null);
      button.classList.toggle("true", story.isTrue(step));
    }
  },
});

function show(kind, text) {
  outcome.className = kind;
  outcome.textContent = text;
}

function unmark() {
  for (const button of buttons.values()) mark(button, "aria-current", null);
}

function save(device, text) {
  if (story.isBusy) return false;
  story.press(saving(device, text));
  return true;
}

function mark(element, name, value) {
  if (value === null) element.removeAttribute(name);
  else element.setAttribute(name, value);
}

function button(step, ...children) {
  const made = html("button", { type: "button", id: `step-${step.id}` }, ...children);
  buttons.set(step, made);
  return made;
}

for (const step of steps) {
  const made = button(step, step.title);
  made.addEventListener("click", () => story.press(step));
  byId("steps").append(html("li", {}, made));
}

for (const refusal of refusals) {
  const made = button(refusal, refusal.title);
  const choice = refusal.choices
    && html("select", { "aria-label": "What is changed" }, ...Object.entries(refusal.choices).map(([value, text]) => html("option", { value }, text)));
  made.addEventListener("click", () => story.press(refusal, choice?.value));
  byId("refusals").append(html("li", {}, made, html("p", {}, refusal.text, choice ? " " : null, choice ?? null)));
}

play.addEventListener("click", () => {
  if (story.isPlaying) story.pause();
  else story.play(() => new Promise((resolve) => setTimeout(resolve, 1000 * Number(pauseLength.value))));
});

reset.addEventListener("click", () => {
  if (!story.reset()) return;
  log.clear();
  showBeginning();
});

function showBeginning() {
  show("", "Five devices, and no collaboration yet. Play the story, or press any step: those before it that are missing are played first.");
}

if (globalThis.crypto?.subtle) {
  await world.events.open();
  byId("controls").inert = false;
  showBeginning();
} else {
  show("failure", "Browsers sign on this machine or over HTTPS only. Open the page as http://127.0.0.1.");
}
