// Entry of the game page. Everything works without it; with it nothing has to load in between.

import { watchForNews } from "./live.js";
import { wireDrafts } from "./pages.js";
import { wire } from "./tray.js";

wire(document.getElementById("main"));
wireDrafts(wire);
watchForNews();
