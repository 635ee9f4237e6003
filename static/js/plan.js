// Entry of the page on which a turn is planned: its table is as live as that of a game. Everything works without it.

import { wireDrafts } from "./pages.js";
import { wire } from "./wire.js";

wire(document.getElementById("main"));
wireDrafts(wire);
