// Links that change the draft load the same page and put its main part in place: one renderer, the server.

import { readData, say } from "./panel.js";

let rewire = () => {};

export function wireDrafts(wire) {
  rewire = wire;
  document.addEventListener("click", onClick);
  window.addEventListener("popstate", () => show(location.href));
}

function onClick(event) {
  const link = event.target.closest("#main a[data-draft]");
  if (!link || event.defaultPrevented || event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  follow(link);
}

async function follow(link) {
  const cell = link.closest(".gc")?.dataset.cell;
  const reset = link.getAttribute("href") === "?";
  const before = document.querySelector("#main [aria-current=true]")?.id;
  const address = new URL(link.href);
  address.hash = "";
  if (!(await show(address))) return;
  history.pushState(null, "", address.search ? address : address.pathname);
  const back = cell ? `[data-cell=${cell}] :is(input, a)` : reset && before ? `#${before}` : "#turn-title";
  document.querySelector(back)?.focus({ preventScroll: true });
}

// Puts the page at `address` in place. False, with a sentence, where it could not be loaded.
export async function show(address) {
  const fresh = await fetchMain(address);
  if (!fresh) {
    say(readData(document.getElementById("main")).words.failed);
    return false;
  }
  document.getElementById("main").replaceWith(fresh);
  rewire(fresh);
  return true;
}

async function fetchMain(address) {
  try {
    const answer = await fetch(address, { headers: { Accept: "text/html" } });
    if (!answer.ok) return null;
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    document.title = page.title;
    return document.adoptNode(page.getElementById("main"));
  } catch {
    return null; // the network is gone: the page stays as it is
  }
}
