// Shows what the opponent did. A choice in the making is never taken away: then only a line says so.

import { element, readData, say } from "./panel.js";
import { show } from "./pages.js";

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

// Looks for news while the page is visible: often in the first minute, when an answer may come at once (the computer's
// does), seldom afterwards. Whoever waits for nobody looks seldom from the start.

const QUICK = 2_000; // milliseconds
const QUIET = 20_000;
const FIRST = 60_000;

// `look` asks once and handles its own failures; `waiting` tells whether the reader waits for somebody now.
// Gives a function that begins the first minute anew.
export function poll(look, waiting) {
  let begin = performance.now();
  const ask = async () => {
    if (!document.hidden) await look();
    next();
  };
  const next = () => setTimeout(ask, waiting() && performance.now() - begin < FIRST ? QUICK : QUIET);
  document.addEventListener("visibilitychange", () => document.hidden || look());
  next();
  return () => (begin = performance.now());
}

// The newest version at `url`, or null where it could not be asked: the next look makes it good.
export async function newestVersion(url) {
  try {
    const answer = await fetch(url, { headers: { Accept: "application/json" }, cache: "no-store" });
    return answer.ok ? (await answer.json()).version : null;
  } catch {
    return null;
  }
}
