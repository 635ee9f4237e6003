// Entry of the game page. Everything works without it; with it nothing has to load in between.
// What only some turns need is loaded when a page needs it, so that a cold page asks for little.

import { watchForNews } from "./live.js";
import { wireDrafts } from "./pages.js";
import { wireFollowUp, wireSheet } from "./panel.js";

async function wire(main) {
  wireSheet(main);
  wireFollowUp(main);
  if (main.querySelector("form#turn")) (await import("./tray.js")).wireTray(main);
  if (main.querySelector("#payments, #lays")) (await import("./payment.js")).wirePayment(main);
  if (main.querySelector("#returns")) (await import("./discard.js")).wireDiscard(main);
  if (main.querySelector("#since")) (await import("./playback.js")).wirePlayback(main);
  main.dataset.ready = ""; // every control is live
}

wire(document.getElementById("main"));
wireDrafts(wire);
watchForNews();
