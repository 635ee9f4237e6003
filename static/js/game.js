// Entry of the game page. Everything works without it; with it nothing has to load in between.

import { watchForNews } from "./live.js";
import { wireDrafts } from "./pages.js";
import { wireFollowUp, wireSheet } from "./panel.js";
import { wireTray } from "./tray.js";

// What only some pages need is loaded when one first does, so that a cold page asks for little.
const PARTS = [
  { where: "#payments, #lays", load: async () => (await import("./payment.js")).wirePayment },
  { where: "#returns", load: async () => (await import("./discard.js")).wireDiscard },
  { where: "#since", load: async () => (await import("./playback.js")).wirePlayback },
];

async function wire(main) {
  wireSheet(main);
  wireFollowUp(main);
  if (main.querySelector("form#turn")) wireTray(main);
  for (const part of PARTS.filter(({ where }) => main.querySelector(where))) {
    part.wire ??= await part.load(); // no pause once it is there: fast fingers find live controls
    if (main.isConnected) part.wire(main);
  }
  main.dataset.ready = ""; // every control is live
}

wire(document.getElementById("main"));
wireDrafts(wire);
watchForNews();
