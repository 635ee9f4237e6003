// Entry of the game page. Everything works without it; with it nothing has to load in between.

import { wireDiscard } from "./discard.js";
import { wireFollowUp } from "./followup.js";
import { watchForNews } from "./live.js";
import { wirePayment } from "./payment.js";
import { wireSheet } from "./sheet.js";
import { wireDrafts } from "./swap.js";
import { wireTray } from "./tray.js";

function wire(main) {
  wireTray(main);
  wirePayment(main);
  wireDiscard(main);
  wireFollowUp(main);
  wireSheet(main);
}

wire(document.getElementById("main"));
wireDrafts(wire);
watchForNews();
