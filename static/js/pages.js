// Links that change the draft and the form that plays it load the same pages as without script and put their main part
// in place: one renderer, the server. Until an answer has come everything stays as it is.

import { readData, say, setAddress, setWhy, whenAddressChanges } from "./panel.js";

let rewire = () => {};

export function wireDrafts(wire) {
  rewire = wire;
  document.addEventListener("click", onClick);
  document.addEventListener("submit", onSubmit);
  document.addEventListener("keydown", onEnter);
  whenAddressChanges(() => show(location.href));
  restore(currentMain());
}

const currentMain = () => document.getElementById("main");

// Links -----------------------------------------------------------------------

const CHOICES = ["cell", "card", "deck", "gold", "do"];

function onClick(event) {
  const link = event.target.closest("#main a[data-draft]");
  if (!link || event.defaultPrevented || event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  follow(link);
}

async function follow(link) {
  const cell = link.closest(".gc")?.dataset.cell;
  const before = document.querySelector("#main [aria-current=true]")?.id;
  const address = new URL(link.href);
  address.hash = "";
  if ("carry" in link.dataset) carryCells(address);
  const reset = !CHOICES.some((name) => address.searchParams.has(name));
  if (!(await show(address))) return;
  setAddress(address.search ? address : address.pathname, { push: true });
  remember(currentMain());
  const back = cell ? `[data-cell=${cell}] :is(input, a)` : reset && before ? `#${before}` : "#turn-title";
  document.querySelector(back)?.focus({ preventScroll: true });
}

// What was chosen on the board after the page was made.
function carryCells(address) {
  const chosen = new FormData(document.querySelector("form#turn")).getAll("cell");
  address.searchParams.delete("cell");
  for (const cell of chosen) address.searchParams.append("cell", cell);
}

let wanted = 0; // number of the newest wish: what arrives later for an older one is dropped

// Puts the page at `address` in place. False where it could not be loaded, with a sentence, or something else was wanted
// meanwhile.
export async function show(address) {
  const wish = ++wanted;
  const page = await load(address);
  if (wish !== wanted) return false;
  if (!page) {
    say(readData(currentMain()).words.failed);
    return false;
  }
  takeOver(page);
  return true;
}

async function load(address, options = {}) {
  try {
    const answer = await fetch(address, { headers: { Accept: "text/html" }, ...options });
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    if (!page.querySelector("main.table")) return options.method ? leave(answer) : null;
    return { page, address: answer.url };
  } catch {
    return null; // the network is gone: the page stays as it is
  }
}

// The answer is another page, as after the session has ended: the reader goes there, the draft waits for them here.
// A form that has grown old (403) is made anew; its draft stands in the address.
function leave(answer) {
  if (answer.redirected) location.assign(answer.url);
  else if (answer.status === 403) location.reload();
  return null;
}

function takeOver({ page }) {
  document.title = page.title;
  document.querySelector("body > [role=status]:has(> .messages)")?.remove();
  const messages = page.querySelector("body > [role=status]:has(> .messages)");
  if (messages) currentMain().before(document.adoptNode(messages));
  const fresh = document.adoptNode(page.getElementById("main"));
  keepOpen(fresh);
  currentMain().replaceWith(fresh);
  rewire(fresh);
}

// What the reader has opened beside the table stays open.
function keepOpen(fresh) {
  for (const { id } of currentMain().querySelectorAll("details[id][open]")) {
    const same = fresh.querySelector(`details#${id}`);
    if (same) same.open = true;
  }
}

// Playing ---------------------------------------------------------------------

function onSubmit(event) {
  const form = event.target;
  if (form.id !== "turn" || event.defaultPrevented) return;
  event.preventDefault();
  send(form, event.submitter);
}

// The key in the form makes pressing again safe: the site plays a turn once, however often it arrives.
async function send(form, button) {
  const main = currentMain();
  const answer = await load(form.action, { method: "POST", body: new URLSearchParams(new FormData(form, button)) });
  wanted += 1;
  if (!answer) return revive(main, form, button);
  takeOver(answer);
  const { pathname, search } = new URL(answer.address);
  const address = pathname === new URL(form.action).pathname ? location.href : pathname + search;
  setAddress(address, { push: true });
  remember(currentMain());
  afterSending();
}

function afterSending() {
  const title = document.getElementById("turn-title");
  title.focus({ preventScroll: true });
  const told = document.querySelector("#refusal, #question, .messages")?.textContent.trim();
  say(told ?? title.textContent);
}

function revive(main, form, button) {
  const { words } = readData(main);
  delete form.dataset.sent;
  button?.removeAttribute("aria-busy");
  setWhy(main, words.unsent);
  say(words.unsent);
}

// Enter in the field for a typed turn presses the button beside it.
function onEnter(event) {
  if (event.key !== "Enter" || !event.target.matches("#turn [name=words]")) return;
  event.preventDefault();
  event.target.form.requestSubmit(event.target.parentElement.querySelector("button"));
}

// Drafts that outlive their tab ---------------------------------------------------

const placeOf = (main) => `draft:${main.dataset.url}`;

// The browser keeps the draft of this version of the game, for a tab that was closed or a session that has ended.
export function remember(main) {
  if (!main.dataset.version) return; // a page of plans: they are nobody else's who sits here later
  try {
    if (location.search) localStorage.setItem(placeOf(main), JSON.stringify([main.dataset.version, location.search]));
    else localStorage.removeItem(placeOf(main));
  } catch {
    // Storage is switched off: the address alone keeps the draft.
  }
}

async function restore(main) {
  addEventListener("draft", () => remember(currentMain()));
  const query = keptQuery(main);
  if (!query || location.search || !main.querySelector("form#turn")) return;
  if (!(await show(main.dataset.url + query))) return;
  setAddress(query);
  say(readData(currentMain()).words.restored);
}

function keptQuery(main) {
  try {
    const [version, query] = JSON.parse(localStorage.getItem(placeOf(main)) ?? "[]");
    return version === main.dataset.version ? query : "";
  } catch {
    return "";
  }
}

// Positions that the game has left: the past doesn't change, so each page is loaded once ----

const loaded = new Map();

export const isFrame = (link) => Boolean(link) && /\/at\/\d+\/$/.test(new URL(link.href).pathname);

// The title and main part of the page at `address`, new nodes each time; null where it could not be loaded.
export async function loadFrame(address) {
  const key = String(address).split("#")[0];
  if (!loaded.has(key)) loaded.set(key, fetchPage(key));
  const page = await loaded.get(key);
  if (!page) loaded.delete(key);
  return page && { title: page.title, main: document.importNode(page.getElementById("main"), true) };
}

export async function fetchPage(address) {
  try {
    const answer = await fetch(address, { headers: { Accept: "text/html" } });
    return answer.ok ? new DOMParser().parseFromString(await answer.text(), "text/html") : null;
  } catch {
    return null; // the network is gone: the page stays as it is
  }
}

// Plain text of a sentence with pictures: each is heard by its name.
export function textOf(sentence) {
  const copy = sentence.cloneNode(true);
  for (const image of copy.querySelectorAll("[role=img]")) image.replaceWith(image.getAttribute("aria-label"));
  return copy.textContent.trim();
}

// Milliseconds to read a sentence in and to find on the table what it tells.
export const readingTime = (text) => Math.min(1400 + 35 * text.length, 5000);
