// What the server and the devices refuse. Each has the form of a step; see steps.js.

import { base64, fromBase64 } from "./bytes.js";
import { Identity } from "./identity.js";

const refused = [403];

export const refusals = [
  {
    id: "stranger", title: "A stranger has the link", needs: ["invitation"],
    text: "Mallory signs a challenge with her own keys.",
    async play(world) {
      const mallory = await equip(world);
      await mallory.acting(async () => {
        await mallory.prove(refused);
        await mallory.read(refused);
      });
      return "Refused: the proof is valid, and its identity was never invited.";
    },
  },
  {
    id: "replay", title: "A proof is sent again", needs: ["access"],
    text: "What Bob’s phone sent is sent once more.",
    async play({ phone }) {
      await phone.acting(() => phone.submit(phone.answer, refused));
      return "Refused: every challenge is accepted once.";
    },
  },
  {
    id: "stolen-challenge", title: "Bob is asked to sign for Mallory", needs: ["invitation"],
    text: "She hands her own challenge on to Bob’s phone.",
    async play(world) {
      const mallory = await equip(world);
      const challenge = await mallory.acting(() => mallory.askForChallenge());
      world.log.note(mallory, "hands her challenge on to Bob’s phone");
      if (await world.phone.sign(challenge)) throw new Error("Bob’s phone has signed a challenge for another account.");
      world.log.note(world.phone, "does not sign: the challenge is for another account");
      return "Refused by Bob’s phone: the challenge is not bound to the account bob. The device signs nothing, and the server hears nothing.";
    },
  },
  {
    id: "stolen-proof", title: "Mallory sends Bob’s proof first", needs: ["invitation"],
    text: "She takes it from Bob’s laptop and uses her token.",
    async play(world) {
      const { laptop } = world;
      const mallory = await equip(world);
      await laptop.acting(async () => {
        const answer = await laptop.sign(await laptop.askForChallenge());
        world.log.note(mallory, "takes the answer of Bob’s laptop");
        await mallory.acting(() => mallory.submit(answer, refused));
        mallory.set({ standing: "refused" });
        await laptop.submit(answer);
        await laptop.read();
      });
      return "Refused: the challenge was issued to bob, not to mallory. Bob’s own request with the same proof is granted.";
    },
  },
  {
    id: "removed", title: "A removed person comes back", needs: ["removal"],
    text: "Bob’s phone proves its identity anew.",
    async play({ phone }) {
      await phone.acting(async () => {
        await phone.read(refused);
        await phone.prove(refused);
      });
      return "Refused: a removed identity is not known any more. Only a new invitation, with new keys, gives access.";
    },
  },
  {
    id: "changed-byte", title: "A byte is changed on the way", needs: ["invitation"],
    text: "One bit is flipped in the",
    choices: { signatureData: "signature", publicKey: "public key", inclusionHashes: "first hash", challenge: "challenge" },
    async play({ phone }, field) {
      await phone.acting(async () => {
        const answer = await phone.sign(await phone.askForChallenge());
        await phone.submit(changed(answer, field), refused);
      });
      return `Refused: one bit of the ${this.choices[field]} is wrong.`;
    },
  },
];

/** Gives Mallory the link, and keys that some other invitation might have been made for. */
async function equip({ mallory, collaboration }) {
  if (mallory.link !== collaboration) mallory.invite(collaboration, await Identity.make(1), 0);
  mallory.set({ standing: "stranger" });
  return mallory;
}

function changed({ challenge, proof }, field) {
  if (field === "challenge") return { challenge: flipped(challenge), proof };
  const value = proof[field];
  const altered = Array.isArray(value) ? [flipped(value[0]), ...value.slice(1)] : flipped(value);
  return { challenge, proof: { ...proof, [field]: altered } };
}

/** Flips the lowest bit of the last byte. */
function flipped(text) {
  const bytes = fromBase64(text);
  bytes[bytes.length - 1] ^= 1;
  return base64(bytes);
}
