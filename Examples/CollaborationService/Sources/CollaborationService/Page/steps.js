// The life cycle of a collaboration, step by step.
//
// A step `needs` facts about the world, and may be what `gives` one: before a step is played, the steps are played that give what is
// missing. `play` returns the outcome as a sentence. `isTrue` tells whether what the step brings about is so now.

import { base64, short } from "./bytes.js";
import { Identity } from "./identity.js";

export const steps = [
  {
    id: "start", title: "Alice starts a collaboration", gives: "collaboration", needs: [],
    isTrue: (world) => world.has("collaboration"),
    async play(world) {
      world.startAnew();
      const { mac } = world;
      const { body } = await mac.request("POST", "/collaborations", {
        body: { localIdentifier: "bread", selectedOptions: [world.permission()] }, expected: [201],
      });
      world.collaboration = body.collaborationIdentifier;
      mac.set({ link: body.collaborationIdentifier, mayWrite: true, standing: "owner" });
      await mac.save("Flour, water, salt.", 0);
      return "Alice’s app has the link, and the service has what she selected. Only she has access.";
    },
  },
  {
    id: "share", title: "Alice sends the link to Bob", gives: "invitation", needs: ["collaboration"],
    isTrue: (world) => world.has("invitation"),
    async play(world) {
      const { mac, phone, laptop } = world;
      const [alice, bob] = await Promise.all([mac.identity ?? Identity.make(1), Identity.make(2)]);
      mac.set({ identity: alice });
      Object.assign(world, { bob, isBobRemoved: false, hasBobReturned: false });
      await update(world, { added: [alice, bob] });
      phone.invite(world.collaboration, bob, 0);
      laptop.invite(world.collaboration, bob, 1);
      return `The service knows two identities, Alice’s ${short(alice.rootHash)} and Bob’s ${short(bob.rootHash)}. Bob gets the link.`;
    },
  },
  {
    id: "phone", title: "Bob’s phone opens it", gives: "access", needs: ["invitation"],
    isTrue: (world) => world.has("access"),
    async play({ phone }) {
      await phone.open();
      return `The phone proves that its key is leaf 0 of ${short(phone.identity.rootHash)}. The account bob has access.`;
    },
  },
  {
    id: "laptop", title: "Bob’s laptop opens it", needs: ["access"],
    isTrue: (world) => world.laptop.standing === "reader",
    async play({ laptop }) {
      await laptop.open();
      return `Another key, leaf 1, leads to the same root hash ${short(laptop.identity.rootHash)}.`;
    },
  },
  {
    id: "write", title: "Bob’s phone writes", needs: ["access"],
    isTrue: (world) => world.has("collaboration") && world.hasBobWritten,
    async play(world) {
      const { phone } = world;
      const status = await save(world, phone, `${phone.text.text} And rye.`, phone.text.revision);
      world.hasBobWritten = status === 200;
      return outcome(status, phone.text.revision);
    },
  },
  {
    id: "carol", title: "Alice adds Carol", needs: ["invitation"],
    isTrue: (world) => world.carol.standing === "reader",
    async play(world) {
      const { carol } = world;
      const identity = await Identity.make(1);
      await update(world, { added: [identity] });
      carol.invite(world.collaboration, identity, 0);
      await carol.open();
      return `The service knows Carol’s identity ${short(identity.rootHash)} too. The account carol has access.`;
    },
  },
  {
    id: "edit", title: "Alice edits the text", needs: ["access"],
    isTrue: (world) => world.has("collaboration") && world.hasAliceEdited,
    async play(world) {
      const { text, revision } = world.mac.text;
      const status = await save(world, world.mac, `${text} ${additions[(revision - 1) % additions.length]}`, revision);
      world.hasAliceEdited = true;
      return outcome(status, revision);
    },
  },
  {
    id: "leave", title: "Bob leaves", gives: "absence", needs: ["access"],
    isTrue: (world) => world.has("absence"),
    async play(world) {
      await world.events.following("left", world.collaboration, () => world.phone.leave());
      world.hasBobReturned = false;
      return "The account bob has no access on any device. The identity stays known, so Bob may come back.";
    },
  },
  {
    id: "return", title: "Bob comes back", needs: ["absence"],
    isTrue: (world) => world.has("access") && world.hasBobReturned,
    async play(world) {
      await world.events.following("granted", world.collaboration, () => world.phone.open());
      world.hasBobReturned = true;
      return "A new challenge and a new proof of the same identity give access again.";
    },
  },
  {
    id: "remove", title: "Alice removes Bob", gives: "removal", needs: ["access"],
    isTrue: (world) => world.has("removal"),
    async play(world) {
      await world.events.following("removed", world.collaboration, () => update(world, { removed: [world.bob] }));
      world.isBobRemoved = true;
      return "The account bob loses access at once, on both devices. The identity is never accepted again.";
    },
  },
  {
    id: "end", title: "Alice ends the collaboration", needs: ["collaboration"],
    isTrue: (world) => world.mac.standing === "ended",
    async play(world) {
      const { mac, events } = world;
      await events.following("ended", world.collaboration, () => mac.request("DELETE", mac.path, { expected: [204] }));
      mac.set({ text: null, standing: "ended" });
      world.collaboration = null;
      return "Nobody has access.";
    },
  },
];

/** The step of a person who has edited the text on a device. */
export function saving(device, text, revision) {
  return {
    id: "save", needs: [],
    title: `${device.name} saves the text`,
    play: async (world) => outcome(await save(world, device, text, revision), revision),
  };
}

/** Saves a text, and waits until the other devices have read it. Gives the status. */
async function save({ collaboration, events }, device, text, revision) {
  let status;
  const action = async () => (status = await device.save(text, revision));
  await device.acting(() => events.following("changed", collaboration, action, () => status === 200));
  return status;
}

function outcome(status, revision) {
  switch (status) {
    case 200: return "Saved. The server tells of the change, and every device that has the text open reads it again.";
    case 403: return "Refused: Alice has selected Read only, so Bob may read and not write. The text is as it was.";
    default: return `Refused: revision ${revision} is not the newest one. The device has read the newest one, and nothing is overwritten.`;
  }
}

const additions = ["Let it rest overnight.", "Bake at 240 °C.", "Cool before cutting."];

/** Tells the server of added and removed identities, as Messages tells Alice’s app in an update action. */
function update(world, { added = [], removed = [] }) {
  const rootHashes = (identities) => identities.map((identity) => ({ rootHash: base64(identity.rootHash) }));
  return world.mac.request("POST", `${world.mac.path}/participants`, {
    body: {
      collaborationIdentifier: world.collaboration, addedIdentities: rootHashes(added), removedIdentities: rootHashes(removed),
    },
    expected: [204],
  });
}
