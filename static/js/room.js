// The room before a game. The reader's share of the shuffle is random and goes out by itself, so that nobody's game
// rests on the site's secret alone; who types another one, or presses the button, decides it themselves.

import { follow, newestOf } from "./live.js";

const PATIENCE = 4_000; // milliseconds in which the reader may begin to type a share of their own

const main = document.getElementById("main");
let adding = null; // the reader's own share is no news

function wireShare(form) {
  const field = form.elements.entropy;
  let sent = false;
  const send = () => {
    if (sent || form.dataset.sent) return;
    sent = true;
    adding = add(form);
  };
  const waiting = setTimeout(send, PATIENCE);
  field.addEventListener("input", () => clearTimeout(waiting));
  form.addEventListener("submit", () => clearTimeout(waiting));
  document.querySelector("[data-copy]")?.addEventListener("click", send); // the link is about to leave
  document.addEventListener("visibilitychange", () => document.hidden && send());
}

async function add(form) {
  const address = form.getAttribute("action");
  try {
    const answer = await fetch(address, { method: "POST", body: new FormData(form), keepalive: true });
    if (answer.ok) showAdded(await answer.text(), form);
  } catch {
    // The network is gone: the button is still there.
  }
}

function showAdded(source, form) {
  const page = new DOMParser().parseFromString(source, "text/html");
  const added = page.getElementById("added");
  if (!added) return; // somebody took the seat meanwhile: the next look shows the game
  form.replaceWith(document.adoptNode(added));
  main.dataset.version = page.getElementById("main").dataset.version;
}

async function hear(news) {
  await adding;
  if (news.version > Number(main.dataset.version)) location.assign(main.dataset.url);
}

async function look(hidden) {
  const news = await newestOf(main.dataset.versionUrl, hidden);
  if (news) hear(news);
}

const share = document.getElementById("share");
if (share) wireShare(share);
follow({ address: () => `${main.dataset.eventsUrl}?version=${main.dataset.version}`, hear, look });
