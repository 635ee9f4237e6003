// Looks for news while the page is visible. A choice in the making is never taken away: then only a line says so.

import { show } from "./swap.js";
import { element, readData, say } from "./words.js";

const EVERY = 20_000; // milliseconds

export function watchForNews() {
  setInterval(look, EVERY);
  document.addEventListener("visibilitychange", look);
}

async function look() {
  if (document.hidden) return;
  const main = document.getElementById("main");
  const version = await newestVersion(main.dataset.versionUrl);
  if (version === null || version <= Number(main.dataset.version)) return;
  if (isChoosing(main)) offer(main);
  else await refresh(main);
}

async function newestVersion(url) {
  try {
    const answer = await fetch(url, { headers: { Accept: "application/json" }, cache: "no-store" });
    return answer.ok ? (await answer.json()).version : null;
  } catch {
    return null; // no network now; the next look makes it good
  }
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
  history.replaceState(null, "", main.dataset.url);
  document.getElementById("moved").hidden = true;
  if (focused) document.getElementById(focused)?.focus({ preventScroll: true });
  say(`${words.moved} ${document.getElementById("turn-title").textContent}`);
}
