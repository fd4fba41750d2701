// What the server and the devices refuse. Each has the form of a step; see steps.js.

import { flipped } from "./bytes.js";
import { Identity } from "./identity.js";

const refused = [403];

export const refusals = {
  stranger: {
    title: "A stranger has the link", text: "Mallory signs a challenge with her own keys.",
    by: "mallory", needs: "share",
    async play(mallory, world) {
      await equip(mallory, world);
      await mallory.prove(refused);
      await mallory.read(refused);
      return "Refused: the proof is valid, and its identity was never invited.";
    },
  },
  replay: {
    title: "A proof is sent again", text: "What Bob’s phone sent is sent once more.",
    by: "phone", needs: "phone",
    async play(phone) {
      await phone.submit(phone.answer, refused);
      return "Refused: every challenge is accepted once.";
    },
  },
  "stolen-challenge": {
    title: "Bob is asked to sign for Mallory", text: "She hands her own challenge on to Bob’s phone.",
    by: "mallory", needs: "share",
    async play(mallory, world) {
      const { phone, log } = world;
      await equip(mallory, world);
      const challenge = await mallory.askForChallenge();
      log.note(mallory, "hands her challenge on to Bob’s phone");
      if (await phone.sign(challenge)) throw new Error("Bob’s phone has signed for another account.");
      log.note(phone, "does not sign: the challenge is for another account");
      return "Refused by Bob’s phone: the challenge is not bound to the account bob. "
        + "The device signs nothing, and the server hears nothing.";
    },
  },
  "stolen-proof": {
    title: "Mallory sends Bob’s proof first", text: "She takes it from Bob’s laptop and uses her token.",
    by: "laptop", needs: "share",
    async play(laptop, world) {
      const { mallory, log } = world;
      await equip(mallory, world);
      const answer = await laptop.sign(await laptop.askForChallenge());
      log.note(mallory, "takes the answer of Bob’s laptop");
      await mallory.submit(answer, refused);
      mallory.set({ standing: "refused" });
      await laptop.submit(answer);
      await laptop.read();
      return "Refused: the challenge was issued to bob, not to mallory. "
        + "Bob’s own request with the same proof is granted.";
    },
  },
  removed: {
    title: "A removed person comes back", text: "Bob’s phone proves its identity anew.",
    by: "phone", needs: "remove",
    async play(phone) {
      await phone.read(refused);
      await phone.prove(refused);
      return "Refused: a removed identity is not known any more. Only a new invitation, with new keys, gives access.";
    },
  },
  "changed-byte": {
    title: "A byte is changed on the way", by: "phone", needs: "share",
    text: "One bit is flipped in the signature, in the key, in a hash, and in the challenge.",
    async play(phone, world) {
      for (const part of ["signatureData", "publicKey", "inclusionHashes", "challenge"]) {
        const answer = structuredClone(await phone.sign(await phone.askForChallenge()));
        const holder = part === "challenge" ? answer : answer.proof;
        if (part === "inclusionHashes") holder[part][0] = flipped(holder[part][0]);
        else holder[part] = flipped(holder[part]);
        world.log.note(phone, `sends an answer, and a bit of its ${part} changes on the way`);
        await world.following("refused", () => phone.submit(answer, refused));
      }
      return "Refused: each of the four answers has one wrong bit.";
    },
  },
};

/** Gives Mallory the link, and keys that some other invitation might have been made for. */
async function equip(mallory, { collaboration }) {
  if (mallory.link !== collaboration) mallory.invite(collaboration, await Identity.make(1), 0);
  mallory.set({ standing: "stranger" });
}
