// The board as a grid with one tab stop: arrows move, Space chooses, Shift and an arrow extend, Escape clears,
// Enter goes to the confirm button. Without script the same cells are plain checkboxes.

import { extensions, neighbour, sorted, tap } from "./line.js";
import { element, fill, readData, say, setConfirm, setWhy } from "./panel.js";

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

export function wireTray(main) {
  const board = main.querySelector("#board");
  if (!main.querySelector("form#turn")) return;
  const tray = readBoard(main, board);
  makeGrid(board, tray);
  board.addEventListener("keydown", (event) => onKey(tray, event));
  board.addEventListener("focusin", (event) => setTabStop(tray, event.target.closest(".gc")));
  board.addEventListener("click", (event) => onDeadCell(tray, event));
  if (tray.data.mode !== "line") return;
  board.addEventListener("change", (event) => onTap(tray, event.target.value));
  wireDrawing(tray, board);
  wirePrivileges(tray);
  render(tray);
}

function readBoard(main, board) {
  const cells = new Map();
  for (const cell of board.querySelectorAll(".gc")) {
    const input = cell.querySelector("input");
    cells.set(cell.dataset.cell, { cell, input, kind: cell.dataset.kind, label: input?.getAttribute("aria-label") });
  }
  const chosen = [...cells].filter(([, { input }]) => input?.checked).map(([name]) => name);
  return { main, board, data: readData(main), cells, chosen, privilege: false };
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
  if (cell && !cell.querySelector("input, a") && tray.data.mode === "line") explain(tray, cell.dataset.cell);
}

function explain(tray, name) {
  const { words } = tray.data;
  const why = fill(tray.cells.get(name).kind === "gold" ? words.whyNoGold : words.whyEmpty, { cell: name });
  showWhy(tray, why);
  say(why);
}

function showWhy(tray, why) {
  const beside = tray.main.querySelector(".tray-why");
  beside.textContent = why;
  if (why) setWhy(tray.main, why);
}

// Choosing ----------------------------------------------------------------------

const isFree = (tray) => (name) => Boolean(tray.cells.get(name)?.input);

function onTap(tray, name) {
  const { chosen, why = "", about, others } = tray.privilege ? tapPrivilege(tray, name) : tap(tray.chosen, name, isFree(tray));
  tray.chosen = chosen;
  const reason = why && fill(tray.data.words[why], { cell: about ?? name, others: (others ?? []).join("-") });
  render(tray);
  showWhy(tray, reason);
  say([reason, sentence(tray)].filter(Boolean).join(" "));
}

function tapPrivilege(tray, name) {
  if (tray.chosen.includes(name)) return { chosen: tray.chosen.filter((other) => other !== name) };
  if (!("privilege" in tray.cells.get(name).cell.dataset)) return { chosen: tray.chosen, why: "whyDeadEnd" };
  if (tray.chosen.length === tray.data.privileges) return { chosen: tray.chosen, why: "whyPrivileges" };
  return { chosen: [...tray.chosen, name] };
}

function clear(tray) {
  if (tray.data.mode !== "line") return;
  tray.chosen = [];
  render(tray);
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

// The first press on "Use" gathers cells for privileges; the confirm button then uses them.
function wirePrivileges(tray) {
  const button = tray.main.querySelector("button[name=do][value=privilege]");
  if (!button) return;
  button.type = "button";
  button.setAttribute("aria-pressed", "false");
  button.addEventListener("click", () => {
    tray.privilege = !tray.privilege;
    tray.main.querySelector("#steps-open").checked = false; // on a phone the open panel would cover the board
    button.setAttribute("aria-pressed", String(tray.privilege));
    const usable = (name) => "privilege" in tray.cells.get(name).cell.dataset;
    tray.chosen = tray.privilege ? tray.chosen.filter(usable).slice(0, tray.data.privileges) : tray.chosen.slice(0, 1);
    render(tray);
    showWhy(tray, "");
    say(tray.privilege ? tray.data.words.whyPrivilege : sentence(tray));
  });
}

// Showing the choice ---------------------------------------------------------------

function render(tray) {
  const cells = sorted(tray.chosen);
  const more = addable(tray);
  for (const [name, { cell, input, label }] of tray.cells) {
    if (!input) continue;
    input.checked = cells.includes(name);
    input.setAttribute("aria-label", input.checked ? chosenLabel(tray, label, cells.indexOf(name) + 1, cells.length) : label);
    cell.querySelector(".cell").classList.toggle("may", more.has(name));
  }
  tray.board.querySelector(".link").setAttribute("d", tray.privilege ? "" : pathOf(cells));
  renderConfirm(tray, cells);
  renderHoldings(tray, cells);
}

function addable(tray) {
  if (!tray.privilege) return tray.chosen.length ? extensions(tray.chosen, isFree(tray)) : new Set();
  return new Set(); // any gem or pearl will do: a ring on every stone would tell nothing
}

const chosenLabel = (tray, label, place, number) => fill(tray.data.words.chosen, { name: label, place, number });

function pathOf(cells) {
  if (cells.length < 2) return "";
  return `M${cells.map((cell) => `${"abcde".indexOf(cell[0]) * 100 + 50} ${(Number(cell[1]) - 1) * 100 + 50}`).join(" ")}`;
}

const kindsOf = (tray, cells) => cells.map((cell) => tray.cells.get(cell).kind);
const namesOf = (tray, kinds) => kinds.map((kind) => tray.data.kinds[kind]).join(tray.data.words.comma);

function renderConfirm(tray, cells) {
  const { words, opponentFull } = tray.data;
  const action = tray.privilege ? "privilege" : "take";
  if (!cells.length) {
    const text = tray.privilege ? words.privilegeNone : words.takeNone;
    const why = tray.privilege ? words.whyPrivilege : words.whyNone;
    setConfirm(tray.main, { action, text, small: "", stones: [], why });
    return;
  }
  const kinds = kindsOf(tray, cells);
  const gift = !tray.privilege && !opponentFull && isGift(kinds);
  const nodes = withLine(words[action], namesOf(tray, kinds), cells.join(tray.privilege ? words.comma : "-"));
  setConfirm(tray.main, { action, nodes, small: gift ? words.gift : "", stones: kinds });
}

// Three alike or both pearls give the opponent a privilege (RULES section 3).
const isGift = (kinds) =>
  (kinds.length === 3 && new Set(kinds).size === 1) || kinds.filter((kind) => kind === "pearl").length === 2;

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
  const total = tray.main.querySelector("[data-held]");
  total.replaceChildren(...(cells.length ? heldNodes(words, held, after) : [fill(words.held, { held })]));
  const kinds = kindsOf(tray, cells);
  for (const pile of tray.main.querySelectorAll(".purse [data-kind]")) {
    const gained = kinds.filter((kind) => kind === pile.dataset.kind).length;
    pile.querySelector("i").textContent = gained ? `+${gained}` : "";
  }
}

function heldNodes(words, held, after) {
  const [before, rest] = words.heldAfter.split("{after}");
  return [fill(before, { held }), element("b", { textContent: String(after) }), rest];
}

function sentence(tray) {
  const { words } = tray.data;
  if (!tray.chosen.length) return words.saidNone;
  const name = (cell) => `${tray.data.kinds[tray.cells.get(cell).kind]} ${cell}`;
  const cells = sorted(tray.chosen).map(name).join(words.comma);
  const more = sorted([...addable(tray)]);
  return more.length ? fill(words.saidMore, { cells, more: more.join(words.comma) }) : fill(words.said, { cells });
}
