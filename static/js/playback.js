// Shows what the opponent played since, step by step on the board itself: the parts of the table give way to those of
// each past position and come back afterwards. Nothing else on the page moves.

import { fetchPage, loadFrame, readingTime, show, textOf } from "./pages.js";
import { element, say } from "./panel.js";

const PARTS = [".seat-opp", ".traybox", ".market", ".seat-me"];
const SILENT_KEYS = ["Shift", "Control", "Alt", "Meta", "CapsLock"];

let opened = false; // what was new when the page was opened has had its chance
let run = null; // the playback under way

const calm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
const stepsOf = (log) => [...log.querySelectorAll("a[data-step]")].sort((a, b) => numberOf(a) - numberOf(b));
const numberOf = (link) => Number(link.dataset.step);

// When the page opens, and whenever another takes its place. A choice in the making is never covered.
export function wirePlayback(main) {
  const since = main.querySelector("#since");
  since.querySelector("#show-steps").addEventListener("click", (event) => {
    event.preventDefault();
    play(main, stepsOf(since), since.dataset.said);
  });
  const first = !opened;
  opened = true;
  if (!first || location.search || main.querySelector("#refusal")) return;
  const unseen = stepsOf(since).filter((link) => numberOf(link) > seen(main));
  remember(main);
  if (unseen.length && !calm()) play(main, unseen, since.dataset.said);
}

// News while the page is open: the steps since the version that it shows, then the newest page. False if that could
// not be loaded.
export async function showNews(main) {
  opened = true;
  const page = await fetchPage(main.dataset.url);
  const log = page?.querySelector(".log");
  const steps = log ? stepsOf(log).filter((link) => numberOf(link) > Number(main.dataset.version)) : [];
  const parts = steps.length && !calm() ? await play(main, steps, "", { restore: false }) : null;
  const shown = await show(main.dataset.url);
  if (shown) remember(document.getElementById("main"));
  else if (parts) putBack(main, parts);
  return shown;
}

// What this browser has shown already, by game; where it can't be kept nothing counts as new.
const keyOf = (main) => `seen ${main.dataset.url}`;

function seen(main) {
  try {
    return Number(localStorage.getItem(keyOf(main)) ?? 0);
  } catch {
    return Infinity;
  }
}

function remember(main) {
  try {
    localStorage.setItem(keyOf(main), main.dataset.version);
  } catch {
    // a browser that keeps nothing: see above
  }
}

// Gives the parts of the page that made room; they are back in place unless that was not wanted.
async function play(main, steps, said, { restore = true } = {}) {
  if (run) return null;
  const mine = begin(main, steps, restore);
  say([said, ...steps.map(textOf)].join(" ").trim());
  for (const [index, step] of steps.entries()) {
    const frame = await loadFrame(step.href);
    if (mine.over || !frame) break;
    showFrame(mine, frame.main, index);
    if (steps[index + 1]) loadFrame(steps[index + 1].href);
    await readingOf(mine, step);
    if (mine.over) break;
  }
  finish(mine);
  return mine.parts;
}

const readingOf = (mine, step) =>
  new Promise((resolve) => {
    mine.next = resolve;
    setTimeout(resolve, readingTime(textOf(step)));
  });

function begin(main, steps, restore) {
  const parts = PARTS.map((part) => main.querySelector(part));
  const focused = parts.some((part) => part.contains(document.activeElement)) ? document.activeElement : null;
  const skip = element("button", { type: "button", className: "quiet", textContent: main.querySelector(".log").dataset.skip });
  const told = element("p", { className: "told", ariaHidden: "true" });
  const place = element("span", { className: "mut", ariaHidden: "true" });
  const caption = element("div", { className: "caption" }, told, element("div", {}, place, skip));
  run = { main, steps, restore, parts, focused, caption, told, place, over: false, next: () => {}, ends: new AbortController() };
  skip.addEventListener("click", skipAll);
  const listen = { capture: true, signal: run.ends.signal };
  document.addEventListener("click", (event) => event.target.closest("#main") && skipAll(), listen);
  document.addEventListener("keydown", onKey, listen);
  document.body.append(caption);
  return run;
}

function showFrame(mine, frame, index) {
  const step = mine.steps[index];
  putBack(mine.main, PARTS.map((part) => frame.querySelector(part)));
  mine.told.replaceChildren(...step.cloneNode(true).childNodes);
  mine.place.textContent = mine.steps.length > 1 ? `${index + 1}/${mine.steps.length}` : "";
}

const putBack = (main, parts) => PARTS.forEach((part, index) => main.querySelector(part).replaceWith(parts[index]));

// Any key does it, and does nothing else, but Tab still moves on.
function onKey(event) {
  if (SILENT_KEYS.includes(event.key)) return;
  if (event.key !== "Tab") event.preventDefault();
  event.stopPropagation();
  skipAll();
}

function skipAll() {
  const mine = run;
  finish(mine);
  mine.next();
}

// The present is back at once, so that what was pressed meets it.
function finish(mine) {
  if (mine.over) return;
  mine.over = true;
  run = null;
  mine.ends.abort();
  const held = mine.caption.contains(document.activeElement);
  mine.caption.remove();
  if (!mine.restore) return;
  putBack(mine.main, mine.parts);
  (mine.focused ?? (held ? mine.main.querySelector("#show-steps") : null))?.focus({ preventScroll: true });
}
