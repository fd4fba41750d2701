// The life cycle of a collaboration, step by step, and the world that the steps change.

import { base64, short } from "./bytes.js";
import { Identity } from "./identity.js";

export class World {
  /** @param permission gives the option that Alice has selected: `read` or `write` */
  constructor(devices, log, permission) {
    Object.assign(this, { devices, log, permission });
    for (const device of devices) this[device.id] = device;
    this.startAnew();
  }

  /** Forgets the collaboration. Bob is null until he is `invited`, and later `returned` or `removed`. */
  startAnew() {
    this.collaboration = this.bob = null;
    for (const device of this.devices) device.forget();
  }

  /** Does something, and waits until the server has told of it and the devices know it. */
  following(kind, action) {
    return this.events.following(kind, this.collaboration, action);
  }

  /** Tells the server of added and removed identities, as Messages tells Alice’s app in an update action. */
  update({ added = [], removed = [] }) {
    const rootHashes = (identities) => identities.map(({ rootHash }) => ({ rootHash: base64(rootHash) }));
    const body = { addedIdentities: rootHashes(added), removedIdentities: rootHashes(removed) };
    return this.mac.request("POST", `${this.mac.path}/participants`, { body, ...done });
  }
}

const done = { expected: [204] };
const stands = (device, standing) => (world) => world[device].standing === standing;

/**
 * What a device does, and which step is played before it unless what that brings about `isTrue` already.
 * `play` returns the outcome as a sentence.
 */
export const steps = {
  start: {
    title: "Alice starts a collaboration", by: "mac", isTrue: ({ collaboration }) => collaboration !== null,
    async play(mac, world) {
      world.startAnew();
      const body = { localIdentifier: "bread", selectedOptions: [world.permission()] };
      const { answer } = await mac.request("POST", "/collaborations", { body, expected: [201] });
      world.collaboration = answer.collaborationIdentifier;
      mac.set({ link: world.collaboration, mayWrite: true, standing: "owner" });
      await save(mac, world, "Flour, water, salt.");
      return "Alice’s app has the link, and the service has what she selected. Only she has access.";
    },
  },
  share: {
    title: "Alice sends the link to Bob", by: "mac", needs: "start",
    isTrue: ({ bob }) => bob === "invited" || bob === "returned",
    async play(mac, world) {
      const [alice, bob] = await Promise.all([mac.identity ?? Identity.make(1), Identity.make(2)]);
      mac.set({ identity: alice });
      await world.update({ added: [alice, bob] });
      world.phone.invite(world.collaboration, bob, 0);
      world.laptop.invite(world.collaboration, bob, 1);
      world.bob = "invited";
      const [hers, his] = [alice, bob].map(({ rootHash }) => short(rootHash));
      return `The service knows two identities, Alice’s ${hers} and Bob’s ${his}. Bob gets the link.`;
    },
  },
  phone: {
    title: "Bob’s phone opens it", by: "phone", needs: "share", isTrue: stands("phone", "reader"),
    async play(phone) {
      await phone.open();
      const root = short(phone.identity.rootHash);
      return `The phone proves that its key is leaf 0 of ${root}. The account bob has access.`;
    },
  },
  laptop: {
    title: "Bob’s laptop opens it", by: "laptop", needs: "phone", isTrue: stands("laptop", "reader"),
    async play(laptop) {
      await laptop.open();
      return `Another key, leaf 1, leads to the same root hash ${short(laptop.identity.rootHash)}.`;
    },
  },
  write: {
    title: "Bob’s phone writes", by: "phone", needs: "phone",
    isTrue: ({ mac }) => mac.text?.includes("And rye."),
    async play(phone, world) {
      return outcome(await save(phone, world, `${phone.text} And rye.`));
    },
  },
  carol: {
    title: "Alice adds Carol", by: "carol", needs: "share", isTrue: stands("carol", "reader"),
    async play(carol, world) {
      const identity = await Identity.make(1);
      await world.update({ added: [identity] });
      carol.invite(world.collaboration, identity, 0);
      await carol.open();
      return `The service knows Carol’s identity ${short(identity.rootHash)} too. The account carol has access.`;
    },
  },
  edit: {
    title: "Alice edits the text", by: "mac", needs: "phone",
    isTrue: ({ mac }) => mac.text?.includes("Let it rest overnight."),
    async play(mac, world) {
      return outcome(await save(mac, world, `${mac.text} Let it rest overnight.`));
    },
  },
  leave: {
    title: "Bob leaves", by: "phone", needs: "phone", isTrue: stands("phone", "left"),
    async play(phone, world) {
      await world.following("left", () => phone.request("DELETE", `${phone.path}/access`, done));
      phone.set({ text: null, standing: "left", answer: null });
      world.bob = "invited";
      return "The account bob has no access on any device. The identity stays known, so Bob may come back.";
    },
  },
  return: {
    title: "Bob comes back", by: "phone", needs: "leave", isTrue: ({ bob }) => bob === "returned",
    async play(phone, world) {
      await world.following("granted", () => phone.open());
      world.bob = "returned";
      return "A new challenge and a new proof of the same identity give access again.";
    },
  },
  remove: {
    title: "Alice removes Bob", by: "mac", needs: "phone", isTrue: ({ bob }) => bob === "removed",
    async play(mac, world) {
      await world.following("removed", () => world.update({ removed: [world.phone.identity] }));
      world.bob = "removed";
      return "The account bob loses access at once, on both devices. The identity is never accepted again.";
    },
  },
  end: {
    title: "Alice ends the collaboration", by: "mac", needs: "start", isTrue: stands("mac", "ended"),
    async play(mac, world) {
      await world.following("ended", () => mac.request("DELETE", mac.path, done));
      mac.set({ text: null, standing: "ended" });
      world.collaboration = world.bob = null;
      return "Nobody has access.";
    },
  },
};

/** The step of a person who has edited the text on a device. */
export const saving = ({ id, name }, text) => ({
  title: `${name} saves the text`, by: id,
  play: async (device, world) => outcome(await save(device, world, text)),
});

/** Saves a text, and waits until the other devices have read it. Gives whether the device may do so. */
const save = (device, world, text) => world.following("changed", () => device.save(text));

const outcome = (isSaved) => (isSaved
  ? "Saved. The server tells of the change, and every device that has the text open reads it again."
  : "Refused: Alice has selected Read only, so Bob may read and not write. The text is as it was.");
