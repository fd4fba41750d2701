// The life cycle of a shared document, step by step.
//
// A step `needs` facts about the world, and may be what `gives` one: before a step is played, the steps are played that give what is
// missing. `play` returns the outcome as a sentence. `isTrue` tells whether what the step brings about is so now.

import { base64, short } from "./bytes.js";
import { Identity } from "./identity.js";

export const steps = [
  {
    id: "create", gives: "document", needs: [],
    title: "Alice creates a document",
    isTrue: (world) => world.has("document"),
    async play(world) {
      world.startAnew();
      const { mac } = world;
      const { body } = await mac.request("POST", "/documents", {
        body: { title: "Bread", text: "Flour, water, salt." }, expected: [201],
      });
      world.document = body.identifier;
      mac.set({ link: body.identifier, document: body, standing: "owner" });
      return "The document is stored. Only Alice can read it.";
    },
  },
  {
    id: "share", gives: "invitation", needs: ["document"],
    title: "Alice shares it with Bob",
    isTrue: (world) => world.has("invitation"),
    async play(world) {
      const { mac, phone, laptop } = world;
      const { body } = await mac.request("POST", `${mac.path}/share`);
      const collaboration = body.collaborationIdentifier;
      const [alice, bob] = await Promise.all([mac.identity ?? Identity.make(1), Identity.make(2)]);
      mac.set({ identity: alice });
      Object.assign(world, { bob, isBobRemoved: false, hasBobReturned: false });
      await update(world, { added: [alice, bob] });
      phone.invite(collaboration, bob, 0);
      laptop.invite(collaboration, bob, 1);
      return `The server knows two identities, Alice’s ${short(alice.rootHash)} and Bob’s ${short(bob.rootHash)}. Bob gets the link.`;
    },
  },
  {
    id: "phone", gives: "access", needs: ["invitation"],
    title: "Bob’s phone opens it",
    isTrue: (world) => world.has("access"),
    async play({ phone }) {
      await phone.open();
      return `The phone proves that its key is leaf 0 of ${short(phone.identity.rootHash)}. The account bob has access.`;
    },
  },
  {
    id: "laptop", needs: ["access"],
    title: "Bob’s laptop opens it",
    isTrue: (world) => world.laptop.standing === "reader",
    async play({ laptop }) {
      await laptop.open();
      return `Another key, leaf 1, leads to the same root hash ${short(laptop.identity.rootHash)}.`;
    },
  },
  {
    id: "carol", needs: ["invitation"],
    title: "Alice adds Carol",
    isTrue: (world) => world.carol.standing === "reader",
    async play(world) {
      const { carol } = world;
      const identity = await Identity.make(1);
      await update(world, { added: [identity] });
      carol.invite(world.document, identity, 0);
      await carol.open();
      return `The server knows Carol’s identity ${short(identity.rootHash)} too. The account carol has access.`;
    },
  },
  {
    id: "edit", needs: ["access"],
    title: "Alice edits the text",
    isTrue: (world) => world.mac.document?.revision > 1,
    async play(world) {
      const { mac, events } = world;
      const { text, revision } = mac.document;
      const addition = additions[(revision - 1) % additions.length];
      const save = () => mac.save(`${text} ${addition}`, revision);
      await mac.acting(() => events.following("changed", world.document, save));
      return "The server tells of the change, and every device that has the document open reads it again.";
    },
  },
  {
    id: "leave", gives: "absence", needs: ["access"],
    title: "Bob leaves",
    isTrue: (world) => world.has("absence"),
    async play(world) {
      await world.events.following("left", world.document, () => world.phone.leave());
      world.hasBobReturned = false;
      return "The account bob has no access on any device. The identity stays known, so Bob may come back.";
    },
  },
  {
    id: "return", needs: ["absence"],
    title: "Bob comes back",
    isTrue: (world) => world.has("access") && world.hasBobReturned,
    async play(world) {
      await world.events.following("granted", world.document, () => world.phone.open());
      world.hasBobReturned = true;
      return "A new challenge and a new proof of the same identity give access again.";
    },
  },
  {
    id: "remove", gives: "removal", needs: ["access"],
    title: "Alice removes Bob",
    isTrue: (world) => world.has("removal"),
    async play(world) {
      await world.events.following("removed", world.document, () => update(world, { removed: [world.bob] }));
      world.isBobRemoved = true;
      return "The account bob loses access at once, on both devices. The identity is never accepted again.";
    },
  },
  {
    id: "delete", needs: ["document"],
    title: "Alice deletes the document",
    isTrue: (world) => world.mac.standing === "deleted",
    async play(world) {
      await world.events.following("deleted", world.document, () =>
        world.mac.request("DELETE", world.mac.path, { expected: [204] }),
      );
      world.mac.set({ document: null, standing: "deleted" });
      world.document = null;
      return "The collaboration has ended. Nobody has access.";
    },
  },
];

/** The step of a person who has edited the text on a device. */
export function saving(device, text, revision) {
  return {
    id: "save", needs: [],
    title: `${device.name} saves the text`,
    async play({ document, events }) {
      let status;
      const save = async () => (status = await device.save(text, revision));
      await device.acting(() => events.following("changed", document, save, () => status === 200));
      return status === 200
        ? "Saved. The server tells of the change, and every device that has the document open reads it again."
        : `Refused: revision ${revision} is not the newest one. The device has read the newest one, and nothing is overwritten.`;
    },
  };
}

const additions = ["Let it rest overnight.", "Bake at 240 °C.", "Cool before cutting."];

/** Tells the server of added and removed identities, as Messages tells Alice’s app in an update action. */
function update(world, { added = [], removed = [] }) {
  const rootHashes = (identities) => identities.map((identity) => ({ rootHash: base64(identity.rootHash) }));
  return world.mac.request("POST", "/participants", {
    body: {
      collaborationIdentifier: world.document, addedIdentities: rootHashes(added), removedIdentities: rootHashes(removed),
    },
    expected: [204],
  });
}
