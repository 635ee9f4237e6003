// My games: the list stays true while it is open. The reader keeps their place in it.

import { ask, follow } from "./live.js";

const BEAT = 300_000; // milliseconds; the stream tells what changes, only the times left need a look

const currentMain = () => document.getElementById("main");
const gameOf = (turn) => turn.split(":")[0];
const waitingIn = (main) => main.dataset.waiting.split(" ").filter(Boolean); // a game and its version each

let asked = 0;

async function refresh() {
  const mine = ++asked;
  const source = await ask(currentMain().dataset.url, "text/html");
  if (!source) return false;
  const page = new DOMParser().parseFromString(source, "text/html");
  if (mine === asked && page.querySelector("main[data-waiting]")) takeOver(page);
  return false;
}

function takeOver(page) {
  const main = currentMain();
  const fresh = document.adoptNode(page.getElementById("main"));
  if (!main.isEqualNode(fresh)) {
    const back = placeOf(main);
    const top = window.scrollY;
    main.replaceWith(fresh);
    back(fresh);
    window.scrollTo({ top, behavior: "instant" });
  }
  document.title = page.title;
  tell(waitingIn(main), waitingIn(fresh));
}

// A function that gives the focus back to the same link of another page.
function placeOf(main) {
  const focused = main.contains(document.activeElement) ? document.activeElement : null;
  const place = focused?.getAttribute("href");
  if (!place) return () => {};
  const nth = linksTo(main, place).indexOf(focused);
  return (fresh) => {
    fresh.tabIndex = -1; // where the link is gone
    (linksTo(fresh, place)[nth] ?? linksTo(fresh, place).at(-1) ?? fresh).focus({ preventScroll: true });
  };
}

const linksTo = (main, place) => [...main.querySelectorAll("a")].filter((link) => link.getAttribute("href") === place);

async function tell(before, after) {
  if (before.join() === after.join()) return;
  document.getElementById("say").textContent = currentMain().querySelector("h2").textContent;
  const known = before.map(gameOf);
  const come = after.filter((turn) => !known.includes(gameOf(turn)));
  if (!come.length) return;
  const { mark, ring } = await import("./attention.js");
  mark();
  for (const turn of come) {
    const [game, version] = turn.split(":");
    ring({ game, version });
  }
}

follow({
  address: () => currentMain().dataset.eventsUrl,
  hear: refresh,
  look: refresh,
  connected: refresh, // what changed since the page was made
  waiting: () => false,
  beat: BEAT,
});
