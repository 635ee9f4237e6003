// The discard chooser: piles to press, dimples that fill. Underneath the numbers of the form stay and are sent.

import { element, fill, keepDraft, picture, readData, say, setConfirm, showHoldings } from "./panel.js";

export function wireDiscard(main) {
  const field = main.querySelector("#returns");
  if (!field) return;
  const inputs = [...field.querySelectorAll("input.count")];
  const chooser = {
    main,
    data: readData(main),
    number: Number(field.dataset.number),
    piles: inputs.map((input) => ({ input, kind: input.name.replace("discard-", ""), held: Number(input.max) })),
    piled: element("div", { className: "piles", role: "group" }),
    returned: element("div", { className: "slots", role: "group" }),
  };
  chooser.piled.setAttribute("aria-label", chooser.data.words.piles);
  chooser.returned.setAttribute("aria-label", chooser.data.words.chosenBack);
  field.hidden = true;
  const bag = element("div", { className: "tobag" }, picture(main, "i-bag"), chooser.data.words.toBag, chooser.returned);
  bag.firstChild.classList.add("i");
  field.after(chooser.piled, bag);
  draw(chooser);
  showBoard(main);
}

// On a phone the panel covers the lower half: the board moves up beside it.
function showBoard(main) {
  const board = main.querySelector(".traybox");
  const panel = main.querySelector("#turn");
  if (getComputedStyle(panel).position === "fixed") board.scrollIntoView({ block: "start" });
}

const NO_PILE = { input: { value: "0" } };
const count = (pile) => Number(pile.input.value) || 0;
const chosen = (chooser) => chooser.piles.reduce((sum, pile) => sum + count(pile), 0);

function change(chooser, pile, by) {
  pile.input.value = String(count(pile) + by);
  draw(chooser);
  keepDraft(chooser.main);
  const missing = chooser.number - chosen(chooser);
  say(missing ? fill(chooser.data.words.returnMore, { number: missing }) : chooser.main.querySelector("#confirm-text").textContent);
}

function draw(chooser) {
  const focused = chooser.piled.contains(document.activeElement) ? document.activeElement.dataset.kind : null;
  const full = chosen(chooser) === chooser.number;
  chooser.piled.replaceChildren(...chooser.piles.map((pile) => pileButton(chooser, pile, full)));
  chooser.returned.replaceChildren(...returnedSlots(chooser));
  showHoldings(chooser.main, (kind) => -count(chooser.piles.find((pile) => pile.kind === kind) ?? NO_PILE));
  renderConfirm(chooser); // before the focus, which a button that is off cannot take
  if (focused) (chooser.piled.querySelector(`[data-kind=${focused}]:enabled`) ?? chooser.main.querySelector("#confirm")).focus();
}

function pileButton(chooser, pile, full) {
  const { words, kinds } = chooser.data;
  const kept = pile.held - count(pile);
  const button = element("button", { type: "button", className: "pile", disabled: full || !kept });
  button.dataset.kind = pile.kind;
  button.append(picture(chooser.main, `s-${pile.kind}`), String(kept));
  button.setAttribute("aria-label", fill(words.returnOne, { kind: kinds[pile.kind], number: kept }));
  button.addEventListener("click", () => change(chooser, pile, 1));
  return button;
}

function returnedSlots(chooser) {
  const { words, kinds } = chooser.data;
  const filled = chooser.piles.flatMap((pile) =>
    Array.from({ length: count(pile) }, () => {
      const dim = element("span", { className: "dim" }, picture(chooser.main, `g-${pile.kind}`));
      const button = element("button", { type: "button", className: "slotb" }, dim);
      button.setAttribute("aria-label", fill(words.keepOne, { kind: kinds[pile.kind] }));
      button.addEventListener("click", () => change(chooser, pile, -1));
      return button;
    }),
  );
  const open = Math.max(0, chooser.number - filled.length);
  const empty = Array.from({ length: open }, () =>
    element("span", { className: "slotb" }, element("span", { className: "dim empty" })),
  );
  return [...filled, ...empty];
}

function renderConfirm(chooser) {
  const { words, kinds } = chooser.data;
  const returned = chooser.piles.flatMap((pile) => Array.from({ length: count(pile) }, () => pile.kind));
  const missing = chooser.number - returned.length;
  const names = returned.map((kind) => kinds[kind]).join(words.comma);
  setConfirm(chooser.main, {
    text: fill(words.return, { tokens: missing ? `${names} …` : names }),
    stones: missing ? [] : returned,
    why: missing ? fill(words.returnMore, { number: missing }) : "",
  });
}
