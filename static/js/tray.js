// Makes the controls of a table live, on the game page and where a turn is planned. First the board, as a grid with one tab
// stop: arrows move, Space chooses, Shift and an arrow extend, Escape clears, Enter goes to the confirm button. Without
// script the same cells are plain checkboxes.

import { extensions, neighbour, sorted, tap } from "./line.js";
import { element, fill, keepDraft, readData, say, setConfirm, setWhy, showHoldings, wireFollowUp, wireSheet } from "./panel.js";

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

// What only some pages need is loaded when one first does, so that a cold page asks for little.
const PARTS = [
  { where: "#payments, #lays", load: async () => (await import("./payment.js")).wirePayment },
  { where: "#returns", load: async () => (await import("./discard.js")).wireDiscard },
  { where: "#since", load: async () => (await import("./playback.js")).wirePlayback },
];

export async function wire(main) {
  wireSheet(main);
  wireFollowUp(main);
  if (main.querySelector("form#turn")) wireTray(main);
  for (const part of PARTS.filter(({ where }) => main.querySelector(where))) {
    part.wire ??= await part.load(); // no pause once it is there: fast fingers find live controls
    if (main.isConnected) part.wire(main);
  }
  main.querySelector("#talk")?.addEventListener("toggle", async ({ target }) => (await import("./talk.js")).openTalk(target));
  main.dataset.ready = ""; // every control is live
}

function wireTray(main) {
  const board = main.querySelector("#board");
  const tray = readBoard(main, board);
  makeGrid(board, tray);
  board.addEventListener("keydown", (event) => onKey(tray, event));
  board.addEventListener("focusin", (event) => setTabStop(tray, event.target.closest(".gc")));
  board.addEventListener("click", (event) => onDeadCell(tray, event));
  if (tray.data.mode !== "line") return;
  board.addEventListener("change", (event) => onTap(tray, event.target.value));
  wireDrawing(tray, board);
  render(tray);
}

function readBoard(main, board) {
  const cells = new Map();
  for (const cell of board.querySelectorAll(".gc")) {
    const input = cell.querySelector("input");
    cells.set(cell.dataset.cell, { cell, input, kind: cell.dataset.kind, label: input?.getAttribute("aria-label") });
  }
  const chosen = [...cells].filter(([, { input }]) => input?.checked).map(([name]) => name);
  return { main, board, data: readData(main), cells, chosen };
}

function makeGrid(board, tray) {
  board.setAttribute("role", "grid");
  for (const { cell } of tray.cells.values()) {
    cell.setAttribute("role", "gridcell");
    target(cell).tabIndex = -1;
  }
  const first = tray.chosen[0] ?? [...tray.cells].find(([, { input }]) => input)?.[0] ?? "a1";
  target(tray.cells.get(first).cell).tabIndex = 0;
}

const target = (cell) => cell.querySelector("input, a") ?? cell.querySelector(".cell");

function setTabStop(tray, focused) {
  if (!focused) return;
  for (const { cell } of tray.cells.values()) target(cell).tabIndex = cell === focused ? 0 : -1;
}

// Keys ------------------------------------------------------------------------

function onKey(tray, event) {
  const here = event.target.closest(".gc")?.dataset.cell;
  if (!here || event.altKey || event.ctrlKey || event.metaKey) return;
  const arrow = ARROWS[event.key];
  if (arrow) move(tray, here, arrow, event.shiftKey);
  else if (event.key === "Escape") clear(tray);
  else if (event.key === "Enter" && event.target.matches("input")) goToConfirm(tray);
  else if (event.key === " " && !event.target.matches("input")) pressDeadOrLink(tray, here, event.target);
  else return;
  event.preventDefault();
}

function move(tray, here, [dx, dy], extend) {
  const next = neighbour(here, dx, dy);
  if (!next) return;
  target(tray.cells.get(next).cell).focus();
  if (!extend || tray.data.mode !== "line") return;
  if (!tray.cells.get(next).input) explain(tray, next);
  else if (!tray.chosen.includes(next)) onTap(tray, next);
}

function goToConfirm(tray) {
  const confirm = tray.main.querySelector("#confirm");
  if (confirm.disabled) say(tray.main.querySelector("#why").textContent.trim());
  else confirm.focus();
}

function pressDeadOrLink(tray, here, focused) {
  if (focused.matches("a")) focused.click();
  else explain(tray, here);
}

function onDeadCell(tray, event) {
  const cell = event.target.closest(".gc");
  if (cell && !cell.querySelector("input, a") && ["line", "privilege"].includes(tray.data.mode)) explain(tray, cell.dataset.cell);
}

function explain(tray, name) {
  const { words } = tray.data;
  const why = fill(words[whyNot(tray, name)], { cell: name });
  showWhy(tray, why);
  say(why);
}

function whyNot(tray, name) {
  if (!tray.cells.get(name).kind) return "whyEmpty";
  if (tray.data.mode === "privilege") return "whyNoPrivilege";
  return "whyNoGold";
}

function showWhy(tray, why) {
  const beside = tray.main.querySelector(".tray-why");
  beside.textContent = why;
  if (why) setWhy(tray.main, why);
}

// Choosing ----------------------------------------------------------------------

const isFree = (tray) => (name) => Boolean(tray.cells.get(name)?.input);

function onTap(tray, name) {
  const { chosen, why = "", about, others } = tap(tray.chosen, name, isFree(tray));
  tray.chosen = chosen;
  const reason = why && fill(tray.data.words[why], { cell: about ?? name, others: (others ?? []).join("-") });
  render(tray);
  keepDraft(tray.main);
  showWhy(tray, reason);
  say([reason, sentence(tray)].filter(Boolean).join(" "));
}

function clear(tray) {
  if (tray.data.mode !== "line") return;
  tray.chosen = [];
  render(tray);
  keepDraft(tray.main);
  showWhy(tray, "");
  say(tray.data.words.saidNone);
}

// Drawing a line with the mouse: a touch scrolls the page instead.
function wireDrawing(tray, board) {
  let start = null;
  board.addEventListener("pointerdown", (event) => {
    start = event.pointerType === "touch" ? null : event.target.closest(".gc")?.dataset.cell;
  });
  board.addEventListener("pointerover", (event) => {
    const name = event.target.closest(".gc")?.dataset.cell;
    if (!start || !(event.buttons & 1) || !name || name === start || tray.privilege) return;
    if (!isFree(tray)(name) || !isFree(tray)(start) || tray.chosen.includes(name)) return;
    if (!tray.chosen.includes(start)) tray.chosen = [start];
    onTap(tray, name);
  });
  board.addEventListener("pointerup", () => (start = null));
}

// Showing the choice ---------------------------------------------------------------

function render(tray) {
  const cells = sorted(tray.chosen);
  const more = addable(tray);
  forget(tray);
  for (const [name, { cell, input, label }] of tray.cells) {
    if (!input) continue;
    input.checked = cells.includes(name);
    input.setAttribute("aria-label", input.checked ? chosenLabel(tray, label, cells.indexOf(name) + 1, cells.length) : label);
    cell.querySelector(".cell").classList.toggle("may", more.has(name));
  }
  tray.board.querySelector(".link").setAttribute("d", pathOf(cells));
  renderConfirm(tray, cells);
  renderHoldings(tray, cells);
}

const addable = (tray) => (tray.chosen.length ? extensions(tray.chosen, isFree(tray)) : new Set());

// A question was about the choice as it stood.
function forget(tray) {
  if (!tray.drawn) return (tray.drawn = true);
  tray.main.querySelector("#question")?.remove();
  tray.main.querySelector("[name=sure]")?.remove();
}

const chosenLabel = (tray, label, place, number) => fill(tray.data.words.chosen, { name: label, place, number });

function pathOf(cells) {
  if (cells.length < 2) return "";
  return `M${cells.map((cell) => `${"abcde".indexOf(cell[0]) * 100 + 50} ${(Number(cell[1]) - 1) * 100 + 50}`).join(" ")}`;
}

const kindsOf = (tray, cells) => cells.map((cell) => tray.cells.get(cell).kind);
const namesOf = (tray, kinds) => kinds.map((kind) => tray.data.kinds[kind]).join(tray.data.words.comma);

function renderConfirm(tray, cells) {
  const { words, gifts } = tray.data;
  if (!cells.length) {
    setConfirm(tray.main, { action: "take", text: words.takeNone, small: "", stones: [], why: words.whyNone });
    return;
  }
  const kinds = kindsOf(tray, cells);
  const gift = gifts.includes(cells.join("-")) ? words.gift : "";
  const over = tray.data.held + cells.length - 10;
  const told = [gift, over > 0 ? fill(words.thenReturn, { number: over }) : ""].filter(Boolean);
  const nodes = withLine(words.take, namesOf(tray, kinds), cells.join("-"));
  setConfirm(tray.main, { action: "take", nodes, small: told.join(words.comma), stones: kinds });
}

// The sentence with the cells in a part that never breaks.
function withLine(text, tokens, cells) {
  const [before, after = ""] = text.split("{cells}");
  const part = (piece) => fill(piece, { tokens });
  return [part(before), element("span", { className: "nb", textContent: cells }), part(after)];
}

function renderHoldings(tray, cells) {
  const { words, held } = tray.data;
  const after = held + cells.length;
  const text = after > 10 ? fill(words.over, { held: after, surplus: after - 10 }) : fill(words.hold, { held: after });
  tray.main.querySelector("#after").firstElementChild.textContent = cells.length ? text : "";
  const gained = kindsOf(tray, cells);
  showHoldings(tray.main, (kind) => gained.filter((other) => other === kind).length);
}

function sentence(tray) {
  const { words } = tray.data;
  if (!tray.chosen.length) return words.saidNone;
  const name = (cell) => `${tray.data.kinds[tray.cells.get(cell).kind]} ${cell}`;
  const cells = sorted(tray.chosen).map(name).join(words.comma);
  const more = sorted([...addable(tray)]);
  return more.length ? fill(words.saidMore, { cells, more: more.join(words.comma) }) : fill(words.said, { cells });
}
