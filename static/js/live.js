// Shows what the opponent did. A choice in the making is never taken away: then only a line says so.

import { newestVersion, poll } from "./poll.js";
import { show } from "./swap.js";
import { element, readData, say } from "./words.js";

let lookOftenAgain = () => {};

export function watchForNews() {
  lookOftenAgain = poll(look, () => modeOf(document.getElementById("main")) === "watch");
}

const modeOf = (main) => main.querySelector("#turn").dataset.mode;

async function look() {
  const main = document.getElementById("main");
  if (modeOf(main) === "over") return;
  const version = await newestVersion(main.dataset.versionUrl);
  if (version === null || version <= Number(main.dataset.version)) return;
  if (main !== document.getElementById("main")) return; // the page was replaced meanwhile
  if (isChoosing(main)) offer(main);
  else await refresh(main);
}

const isChoosing = (main) =>
  Boolean(location.search || main.querySelector("[name=cell]:checked, [name=token]:checked, [name=royal]:checked, [data-sent]"));

function offer(main) {
  const { words } = readData(main);
  const line = document.getElementById("moved");
  if (!line.hidden) return;
  const button = element("button", { type: "button", className: "quiet", textContent: words.show });
  button.addEventListener("click", () => refresh(document.getElementById("main")));
  line.replaceChildren(element("span", { textContent: words.moved }), button);
  line.hidden = false;
  say(words.moved);
}

async function refresh(main) {
  const { words } = readData(main);
  const focused = document.activeElement?.id;
  if (!(await show(main.dataset.url))) return;
  lookOftenAgain();
  history.replaceState(null, "", main.dataset.url);
  document.getElementById("moved").hidden = true;
  if (focused) document.getElementById(focused)?.focus({ preventScroll: true });
  say(`${words.moved} ${document.getElementById("turn-title").textContent}`);
}
