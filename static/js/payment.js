// The payment chooser: one dimple for each token to pay, pressed to pay gold in its place. The server's list of exact
// payments stays underneath and is what the form sends; a swap that is not on the list cannot be chosen.

import { element, fill, keepDraft, picture, readData, setConfirm, showHoldings } from "./panel.js";

export function wirePayment(main) {
  const lays = main.querySelector("#lays");
  const field = main.querySelector("#payments");
  const chooser = field && buildChooser(main, field);
  const update = () => renderConfirm(main, chooser);
  const change = () => {
    update();
    keepDraft(main);
  };
  lays?.addEventListener("change", change);
  chooser?.onChange(change);
  if (lays || chooser) update();
}

function readAmounts(text) {
  return text ? text.split(" ").map((part) => part.split("=")).map(([kind, number]) => [kind, Number(number)]) : [];
}

function buildChooser(main, field) {
  const data = readData(main);
  const radios = new Map([...field.querySelectorAll("input")].map((radio) => [radio.value, radio]));
  const chosen = new Map(readAmounts([...radios.values()].find((radio) => radio.checked).value));
  const slots = readAmounts(field.dataset.due).flatMap(([kind, number]) => {
    const own = chosen.get(kind) ?? 0;
    return Array.from({ length: number }, (_, place) => ({ kind, gold: place >= own }));
  });
  const chooser = { main, data, field, radios, slots, listeners: [], onChange: (call) => chooser.listeners.push(call) };
  draw(chooser);
  return chooser;
}

function valueOf(chooser, slots) {
  const counts = {};
  for (const slot of slots) counts[slot.gold ? "gold" : slot.kind] = (counts[slot.gold ? "gold" : slot.kind] ?? 0) + 1;
  return Object.keys(chooser.data.kinds).filter((kind) => counts[kind]).map((kind) => `${kind}=${counts[kind]}`).join(" ");
}

const swapped = (chooser, place) =>
  chooser.slots.map((slot, index) => (index === place ? { ...slot, gold: !slot.gold } : slot));

function draw(chooser) {
  const { words } = chooser.data;
  const list = chooser.field.querySelector(".paylist");
  list.hidden = true;
  chooser.field.querySelector("legend").classList.add("vh");
  chooser.row = element("div", { className: "slots" });
  chooser.field.append(chooser.row);
  if (chooser.radios.size > 1) {
    chooser.field.append(element("p", { className: "say", textContent: words.swap }));
    chooser.field.append(presets(chooser));
  }
  drawSlots(chooser);
}

function drawSlots(chooser) {
  const focused = [...chooser.row.children].indexOf(document.activeElement);
  chooser.row.replaceChildren(...chooser.slots.map((slot, place) => slotButton(chooser, slot, place)));
  if (focused >= 0) chooser.row.children[focused].focus();
}

function slotButton(chooser, slot, place) {
  const { words, kinds } = chooser.data;
  const dim = element("span", { className: "dim" }, picture(chooser.main, slot.gold ? "g-gold" : `g-${slot.kind}`));
  if (slot.gold) dim.append(element("span", { className: "for" }, picture(chooser.main, `s-${slot.kind}`)));
  const button = element("button", { type: "button", className: "slotb" }, dim, kinds[slot.gold ? "gold" : slot.kind]);
  button.setAttribute("aria-pressed", String(slot.gold));
  button.setAttribute("aria-label", fill(slot.gold ? words.paysGold : words.paysOwn, { kind: kinds[slot.kind] }));
  if (!chooser.radios.has(valueOf(chooser, swapped(chooser, place)))) button.setAttribute("aria-disabled", "true");
  button.addEventListener("click", () => choose(chooser, swapped(chooser, place)));
  return button;
}

function choose(chooser, slots) {
  const radio = chooser.radios.get(valueOf(chooser, slots));
  if (!radio) return;
  chooser.slots = slots;
  radio.checked = true;
  drawSlots(chooser);
  for (const call of chooser.listeners) call();
}

function presets(chooser) {
  const { words } = chooser.data;
  const preset = (text, most) => {
    const button = element("button", { type: "button", className: "quiet", textContent: text });
    button.addEventListener("click", () => choose(chooser, slotsFor(chooser, most)));
    return button;
  };
  return element("p", { className: "presets" }, preset(words.keepGold, false), preset(words.spendGold, true));
}

// The slots of the payment with most or least gold.
function slotsFor(chooser, most) {
  const byGold = [...chooser.radios.values()].sort((a, b) => Number(a.dataset.gold) - Number(b.dataset.gold));
  const paid = new Map(readAmounts(byGold.at(most ? -1 : 0).value));
  const left = new Map(paid);
  return chooser.slots.map((slot) => {
    const own = left.get(slot.kind) ?? 0;
    left.set(slot.kind, own - 1);
    return { ...slot, gold: own <= 0 };
  });
}

function renderConfirm(main, chooser) {
  const { card, words } = readData(main);
  const paid = chooser && [...chooser.radios.values()].find((radio) => radio.checked).dataset.text;
  if (chooser) markSpent(main, chooser);
  const text = paid && fill(words.buy, { card, payment: paid });
  setConfirm(main, { text, small: main.querySelector("#lays input:checked")?.dataset.wins });
}

// The tokens that would be spent, beside my own.
function markSpent(main, chooser) {
  const spent = chooser.slots.map((slot) => (slot.gold ? "gold" : slot.kind));
  showHoldings(main, (kind) => -spent.filter((other) => other === kind).length);
}
