// Makes the controls of a table live, on the game page and where a turn is planned.

import { wireFollowUp, wireSheet } from "./panel.js";
import { wireTray } from "./tray.js";

// What only some pages need is loaded when one first does, so that a cold page asks for little.
const PARTS = [
  { where: "#payments, #lays", load: async () => (await import("./payment.js")).wirePayment },
  { where: "#returns", load: async () => (await import("./discard.js")).wireDiscard },
  { where: "#since", load: async () => (await import("./playback.js")).wirePlayback },
];

export async function wire(main) {
  wireSheet(main);
  wireFollowUp(main);
  if (main.querySelector("form#turn")) wireTray(main);
  for (const part of PARTS.filter(({ where }) => main.querySelector(where))) {
    part.wire ??= await part.load(); // no pause once it is there: fast fingers find live controls
    if (main.isConnected) part.wire(main);
  }
  main.querySelector("#talk")?.addEventListener("toggle", async ({ target }) => (await import("./talk.js")).openTalk(target));
  main.dataset.ready = ""; // every control is live
}
