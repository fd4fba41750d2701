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
      await mac.save("Flour, water, salt.");
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
      world.hasBobWritten = await save(world, world.phone, `${world.phone.text} And rye.`);
      return outcome(world.hasBobWritten);
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
      const { text } = world.mac;
      const addition = additions.find((sentence) => !text.includes(sentence)) ?? additions[0];
      world.hasAliceEdited = await save(world, world.mac, `${text} ${addition}`);
      return outcome(world.hasAliceEdited);
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
export function saving(device, text) {
  return {
    id: "save", needs: [],
    title: `${device.name} saves the text`,
    play: async (world) => outcome(await save(world, device, text)),
  };
}

/** Saves a text, and waits until the other devices have read it. Gives whether the device may do so. */
async function save({ collaboration, events }, device, text) {
  let isSaved;
  const action = async () => (isSaved = await device.save(text));
  await device.acting(() => events.following("changed", collaboration, action, () => isSaved));
  return isSaved;
}

function outcome(isSaved) {
  return isSaved
    ? "Saved. The server tells of the change, and every device that has the text open reads it again."
    : "Refused: Alice has selected Read only, so Bob may read and not write. The text is as it was.";
}

const additions = ["Let it rest overnight.", "Bake at 240 °C.", "Cool before cutting."];

/** Tells the server of added and removed identities, as Messages tells Alice’s app in an update action. */
function update(world, { added = [], removed = [] }) {
  const rootHashes = (identities) => identities.map((identity) => ({ rootHash: base64(identity.rootHash) }));
  return world.mac.request("POST", `${world.mac.path}/participants`, {
    body: { addedIdentities: rootHashes(added), removedIdentities: rootHashes(removed) },
    expected: [204],
  });
}
