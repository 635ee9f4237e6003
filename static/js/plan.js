// Entry of the page on which a turn is planned: its table is as live as that of a game. Everything works without it.

import { wireDrafts } from "./pages.js";
import { wire } from "./tray.js";

// A turn that is complete is put before the reader, who may be far up at the board.
function live(main) {
  wire(main);
  main.querySelector("#turn[data-mode=plan]")?.scrollIntoView();
}

wire(document.getElementById("main"));
wireDrafts(live);
