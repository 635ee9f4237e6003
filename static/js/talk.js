// Messages and notes beside the table: the talk's own page, put in place when somebody opens them. One renderer, the
// server; without script a link leads to that page.

import { say } from "./panel.js";
import { fetchPage } from "./pages.js";

const typed = new Map(); // by field: what was typed and not sent outlives the table, which changes with every turn

export async function openTalk(box) {
  if (!box.open || box.dataset.wired) return;
  box.dataset.wired = "1";
  box.addEventListener("input", ({ target }) => typed.set(target.name, target.value));
  box.addEventListener("submit", (event) => send(event, box));
  await load(box);
}

async function load(box) {
  const page = await fetchPage(box.dataset.url);
  const body = page?.getElementById("talk-body");
  if (body) put(box, body);
}

// Who is typing goes on typing.
function put(box, body) {
  const { id, selectionStart, selectionEnd } = box.contains(document.activeElement) ? document.activeElement : {};
  box.querySelector("[data-talk]").replaceChildren(document.adoptNode(body));
  for (const field of body.querySelectorAll("textarea")) {
    if (typed.has(field.name)) field.value = typed.get(field.name);
  }
  const field = id ? document.getElementById(id) : null;
  field?.focus({ preventScroll: true });
  if (field?.matches("textarea")) field.setSelectionRange(selectionStart, selectionEnd);
  box.dataset.mark = body.dataset.mark;
  const form = body.querySelector("form[data-read]");
  if (form && box.open && !document.hidden) read(box, form);
}

const post = (form, button) => fetch(form.action, { method: "POST", body: new URLSearchParams(new FormData(form, button)) });

// What is shown to somebody who looks was read.
async function read(box, form) {
  form.hidden = true;
  const body = await bodyFrom(post(form));
  if (!body) return;
  box.dataset.mark = body.dataset.mark;
  box.querySelector("#talk-news").replaceChildren();
}

async function bodyFrom(answer) {
  try {
    const page = new DOMParser().parseFromString(await (await answer).text(), "text/html");
    return page.getElementById("talk-body");
  } catch {
    return null; // the network is gone
  }
}

async function send(event, box) {
  const form = event.target;
  event.preventDefault();
  if (form.dataset.sent) return;
  form.dataset.sent = "1";
  const names = [...new FormData(form).keys()];
  const body = await bodyFrom(post(form, event.submitter));
  delete form.dataset.sent;
  if (!body) {
    say(box.dataset.failed);
    form.querySelector("[data-failed]")?.remove();
    form.append(Object.assign(document.createElement("p"), { className: "mut", textContent: box.dataset.failed }));
    form.lastElementChild.dataset.failed = "";
    return;
  }
  const refused = body.querySelector("#refusal");
  if (!refused) for (const name of names) typed.delete(name);
  put(box, body);
  if (refused) say(refused.textContent.trim());
}

// Something is new that the log doesn't tell: a message came, or somebody asks for a turn back.
export async function renewTalk(main, mark) {
  const box = main.querySelector("#talk");
  const page = await fetchPage(main.dataset.url);
  const fresh = page?.getElementById("main");
  if (!fresh || fresh.dataset.version !== main.dataset.version || !main.isConnected) return;
  box.dataset.mark = mark;
  for (const part of ["talk-news", "take-back-note", "take-back"]) {
    const [now, then] = [main.querySelector(`#${part}`), page.getElementById(part)];
    if (now && then && !now.isEqualNode(then) && !now.contains(document.activeElement)) now.replaceWith(document.adoptNode(then));
  }
  say(main.querySelector("#talk-news").textContent);
  if (box.open) await load(box);
}
