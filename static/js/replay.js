// The replay page: its links put the next position in place, keys do the same, and play goes on by itself.
// Without script the links are pages.

import { isFrame, loadFrame, readingTime, textOf } from "./pages.js";
import { readData, say, setAddress, whenAddressChanges } from "./panel.js";

const KEYS = { ArrowLeft: "#go-back", ArrowRight: "#go-forward", Home: "#go-first", End: "#go-last" };
const WRITES = "input, textarea, select";
const PRESSED_BY_SPACE = `${WRITES}, button, summary`;

let wanted = 0; // number of the newest wish: what arrives later for an older one is dropped
let timer = 0; // runs while the replay plays by itself

const main = () => document.getElementById("main");
const find = (selector) => main().querySelector(selector);

async function go(address, { push = true } = {}) {
  const wish = ++wanted;
  const page = await loadFrame(address);
  if (wish !== wanted) return false;
  if (!page) return fail();
  place(page);
  if (push) setAddress(address, { push });
  say(textOf(find("#told")));
  return true;
}

function fail() {
  stop();
  const { failed } = readData(main()).words;
  find("#told").textContent = failed;
  say(failed);
  return false;
}

function place({ title, main: fresh }) {
  const again = main().contains(document.activeElement) && sameControl(document.activeElement);
  keepCopies(main(), fresh);
  main().replaceWith(fresh);
  document.title = title;
  wire();
  if (again) (find(again) ?? find("#turn-title")).focus({ preventScroll: true });
}

const sameControl = (focused) => (focused.id ? `#${focused.id}` : focused.dataset.step ? `[data-step="${focused.dataset.step}"]` : "#turn-title");

// The text to copy stays opened or closed, with its buttons; only what it says is new.
function keepCopies(old, fresh) {
  const kept = old.querySelector("#copies");
  for (const field of fresh.querySelectorAll("#copies textarea")) kept.querySelector(`#${field.id}`).value = field.value;
  for (const label of fresh.querySelectorAll("#copies label")) kept.querySelector(`[for=${label.htmlFor}]`).textContent = label.textContent;
  for (const button of fresh.querySelectorAll("#copies button")) kept.querySelector(`[data-copy=${button.dataset.copy}]`).textContent = button.textContent;
  fresh.querySelector("#copies").replaceWith(kept);
}

function wire() {
  const button = find("#go-play");
  button.hidden = false;
  button.addEventListener("click", playOrPause);
  showPlaying();
  const forward = find("#go-forward");
  if (isFrame(forward)) loadFrame(forward.href);
}

// Playing -----------------------------------------------------------------------

function showPlaying() {
  const button = find("#go-play");
  button.setAttribute("aria-label", timer ? button.dataset.pause : button.dataset.play);
  button.querySelector("use").setAttribute("href", `${main().dataset.gems}#${timer ? "i-pause" : "i-play"}`);
}

async function playOrPause() {
  if (timer) return stop();
  timer = 1; // plays from here on, though the first step waits for nothing
  showPlaying();
  const start = isFrame(find("#go-forward")) ? find("#go-forward") : find("#go-first");
  if (start) await playTo(start.href);
  else stop();
}

async function playTo(address) {
  if (!(await go(address, { push: false })) || !timer) return;
  setAddress(address); // one entry for all that played by itself
  const forward = find("#go-forward");
  if (!isFrame(forward)) return stop();
  timer = setTimeout(playTo, readingTime(textOf(find("#told"))), forward.href);
}

function stop() {
  clearTimeout(timer);
  timer = 0;
  wanted += 1;
  showPlaying();
}

// Links and keys ------------------------------------------------------------------

function onClick(event) {
  const link = event.target.closest("#main a");
  if (!isFrame(link) || event.defaultPrevented || event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  stop();
  go(link.href);
}

function onKey(event) {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  const way = KEYS[event.key];
  if (way && !event.target.closest(WRITES)) find(way)?.click();
  else if (event.key === " " && !event.target.closest(PRESSED_BY_SPACE)) playOrPause();
  else return;
  event.preventDefault();
}

document.addEventListener("click", onClick);
document.addEventListener("keydown", onKey);
whenAddressChanges(() => {
  stop();
  go(location.href, { push: false });
});
wire();
