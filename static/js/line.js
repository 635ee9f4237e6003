// How a line grows from taps. Pure: cells are names like "b2", `free` tells whether a gem or pearl lies in a cell.
// The server checks every line again; here it is only about helping the hand.

const COLUMNS = "abcde";

const place = (cell) => ({ x: COLUMNS.indexOf(cell[0]), y: Number(cell[1]) });
const cellAt = (x, y) => (x >= 0 && x < 5 && y >= 1 && y <= 5 ? COLUMNS[x] + y : null);
const order = (cell) => place(cell).y * 5 + place(cell).x;

export const sorted = (cells) => [...cells].sort((a, b) => order(a) - order(b));

export function neighbour(cell, dx, dy) {
  const { x, y } = place(cell);
  return cellAt(x + dx, y + dy);
}

// The step from one cell to another one or two away in a straight line; null for anything else.
function straight(from, to) {
  const dx = place(to).x - place(from).x;
  const dy = place(to).y - place(from).y;
  const length = Math.max(Math.abs(dx), Math.abs(dy));
  if (length < 1 || length > 2 || dx % length || dy % length) return null;
  return { dx: dx / length, dy: dy / length, length };
}

// A tap on a chosen cell: an end is dropped, of the middle only itself is kept.
function shrink(chosen, cell) {
  const inner = chosen.length === 3 && sorted(chosen)[1] === cell;
  return inner ? [cell] : chosen.filter((other) => other !== cell);
}

function fromOne(first, cell, free) {
  const step = straight(first, cell);
  if (!step) return { chosen: [cell], why: "whyApart", about: cell, others: [first] };
  if (step.length === 1) return { chosen: [first, cell] };
  const middle = neighbour(first, step.dx, step.dy);
  if (!free(middle)) return { chosen: [cell], why: "whyGap", about: middle };
  return { chosen: [first, middle, cell] };
}

// The selection after a tap, with the reason where the tap began a new one.
export function tap(chosen, cell, free) {
  if (chosen.includes(cell)) return { chosen: shrink(chosen, cell) };
  if (!chosen.length) return { chosen: [cell] };
  if (chosen.length === 3) return { chosen: [cell], why: "whyThree" };
  if (chosen.length === 1) return fromOne(chosen[0], cell, free);
  if (extensions(chosen, free).has(cell)) return { chosen: [...chosen, cell] };
  return { chosen: [cell], why: "whyApart", about: cell, others: chosen };
}

const DIRECTIONS = [-1, 0, 1].flatMap((dx) => [-1, 0, 1].map((dy) => [dx, dy])).filter(([dx, dy]) => dx || dy);

// The free cells that a tap would add to the selection.
export function extensions(chosen, free) {
  const found = new Set();
  const add = (cell) => cell && free(cell) && !chosen.includes(cell) && found.add(cell);
  if (chosen.length === 1) {
    for (const [dx, dy] of DIRECTIONS) {
      const next = neighbour(chosen[0], dx, dy);
      add(next);
      if (next && free(next)) add(neighbour(chosen[0], 2 * dx, 2 * dy));
    }
  } else if (chosen.length === 2) {
    const [first, last] = sorted(chosen);
    const { dx, dy } = straight(first, last);
    add(neighbour(first, -dx, -dy));
    add(neighbour(last, dx, dy));
  }
  return found;
}
