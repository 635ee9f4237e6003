// What the page's parts share: sentences in the reader's language, pictures, the turn panel and its confirm button.

// Sentences come from the server as JSON with {places} to fill.
export const fill = (text, places) => text.replace(/\{(\w+)\}/g, (_, name) => places[name] ?? "");

export const readData = (main) => JSON.parse(main.querySelector("#table-data").textContent);

// One polite sentence for screen readers; the same sentence twice is still said twice.
export function say(text) {
  const region = document.getElementById("say");
  region.textContent = region.textContent === text ? `${text}\u00a0` : text;
}

const SVG = "http://www.w3.org/2000/svg";

export function picture(main, id) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("aria-hidden", "true");
  const use = document.createElementNS(SVG, "use");
  use.setAttribute("href", `${main.dataset.gems}#${id}`);
  svg.append(use);
  return svg;
}

export function element(tag, properties = {}, ...children) {
  const made = Object.assign(document.createElement(tag), properties);
  made.append(...children);
  return made;
}

// The confirm button holds the whole action as a sentence; off, it says why. What is not given stays as it is.
export function setConfirm(main, { action, text, nodes, small, stones, why = "" }) {
  const button = main.querySelector("#confirm");
  if (action) button.value = action;
  button.disabled = Boolean(why);
  if (why) button.setAttribute("aria-describedby", "why");
  else button.removeAttribute("aria-describedby");
  if (nodes ?? text) main.querySelector("#confirm-text").replaceChildren(...(nodes ?? [text]));
  if (small !== undefined) main.querySelector("#confirm-small").textContent = small;
  if (stones) button.querySelector(".st").replaceChildren(...stones.map((kind) => picture(main, `g-${kind}`)));
  setWhy(main, why);
}

export function setWhy(main, why) {
  const line = main.querySelector("#why");
  line.hidden = !why;
  line.lastElementChild.textContent = why;
}

// What the draft does to my tokens, marked beside each pile; `change(kind)` is the number that comes or goes.
export function showHoldings(main, change) {
  const { words, held } = readData(main);
  let after = held;
  for (const pile of main.querySelectorAll(".seat-me [data-kind], .purse [data-kind]")) {
    const number = change(pile.dataset.kind);
    if (pile.closest(".seat-me")) after += number;
    pile.querySelector("i").textContent = number > 0 ? `+${number}` : number < 0 ? `−${-number}` : "";
  }
  const total = main.querySelector("[data-held]");
  const [before, rest] = words.heldAfter.split("{after}");
  const changed = [fill(before, { held }), element("b", { textContent: String(after) }), rest];
  total?.replaceChildren(...(after === held ? [fill(words.held, { held })] : changed));
}

// The address of what the page shows. A jump to a place within the page changes it too, but shows nothing else.
const place = () => location.pathname + location.search;
let shown = place();

export function setAddress(address, { push = false } = {}) {
  if (push) history.pushState(null, "", address);
  else history.replaceState(null, "", address);
  shown = place();
}

// Calls `load` when "back" or "forward" leads to an address that the page doesn't show.
export function whenAddressChanges(load) {
  addEventListener("popstate", () => {
    if (place() === shown) return;
    shown = place();
    load();
  });
}

const SENT_ALONG = ["csrfmiddlewaretoken", "version", "key", "sure", "do", "words"];

// The address keeps the draft as it stands, so that a reload, "back" and a new tab find it.
export function keepDraft(main) {
  const query = new URLSearchParams();
  for (const [name, value] of new FormData(main.querySelector("form#turn"))) {
    if (value && value !== "0" && !SENT_ALONG.includes(name)) query.append(name, value);
  }
  const text = query.toString();
  setAddress(text ? `?${text}` : location.pathname);
  dispatchEvent(new Event("draft"));
}

// A follow-up is one choice of a few: the confirm button waits for it and says so.
const MODES = ["matching", "steal", "royal"];

export function wireFollowUp(main) {
  const form = main.querySelector("form#turn");
  if (!form || !MODES.includes(form.dataset.mode)) return;
  const asked = form.querySelector(".step.now .say").textContent;
  const choices = [...form.elements].filter((control) => control.type === "radio");
  const update = () => setConfirm(main, { why: choices.some((choice) => choice.checked) ? "" : asked });
  const choose = () => {
    update();
    keepDraft(main);
  };
  for (const choice of choices) choice.addEventListener("change", choose);
  update();
}

// On phones the turn panel opens upward. Escape closes it and gives the focus back to its switch.
export function wireSheet(main) {
  const opener = main.querySelector("#steps-open");
  main.querySelector("#turn").addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !opener?.checked) return;
    opener.checked = false;
    opener.focus();
  });
}
