// Checks a finished game's shuffles in the reader's own browser: docs/chance.md describes every byte.

const COMMIT_DOMAIN = "loupe/commitment/1";
const DRAW_DOMAIN = "loupe/draw/1";
const WORD = 4; // bytes of one random number
const KINDS = ["white", "blue", "green", "red", "black", "pearl", "gold"];
const TOKENS = { white: 4, blue: 4, green: 4, red: 4, black: 4, pearl: 2, gold: 3 };
const CARDS_OF_LEVEL = [30, 24, 13];

const encoder = new TextEncoder();

function joined(...parts) {
  const bytes = parts.map((part) => (typeof part === "string" ? encoder.encode(part) : part));
  return Uint8Array.from(bytes.flatMap((part) => [...part]));
}

function bigEndian(number, length) {
  const bytes = new Uint8Array(length);
  for (let place = length - 1; place >= 0; place -= 1, number = Math.floor(number / 256)) bytes[place] = number % 256;
  return bytes;
}

// Text with its length in front, so that no two lists of texts give the same bytes.
function framed(text) {
  const bytes = encoder.encode(text);
  return joined(bigEndian(bytes.length, 4), bytes);
}

const fromHex = (text) => Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));
const toHex = (bytes) => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");

async function commitmentOf(secret, gameId) {
  const digest = await crypto.subtle.digest("SHA-256", joined(COMMIT_DOMAIN, framed(gameId), secret));
  return toHex(new Uint8Array(digest));
}

// One game's dice: `shuffle(step, items)` gives the items in the order that the secret dictates.
async function diceOf(secret, gameId, entropies) {
  const key = await crypto.subtle.importKey("raw", secret, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  const prefix = joined(DRAW_DOMAIN, framed(gameId), framed(entropies[0]), framed(entropies[1]));

  async function* words(step) {
    for (let counter = 0; ; counter += 1) {
      const message = joined(prefix, framed(step), bigEndian(counter, 8));
      const block = new DataView(await crypto.subtle.sign("HMAC", key, message));
      for (let start = 0; start < block.byteLength; start += WORD) yield block.getUint32(start);
    }
  }

  // Numbers of the incomplete last stretch are thrown away, so that none is likelier than another.
  async function below(limit, source) {
    const usable = Math.floor(2 ** 32 / limit) * limit;
    for (;;) {
      const { value } = await source.next();
      if (value < usable) return value % limit;
    }
  }

  return async function shuffle(step, items) {
    const order = [...items];
    const source = words(step);
    for (let last = order.length - 1; last > 0; last -= 1) {
      const chosen = await below(last + 1, source);
      [order[last], order[chosen]] = [order[chosen], order[last]];
    }
    return order;
  };
}

const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);
const allTokens = () => KINDS.flatMap((kind) => Array(TOKENS[kind]).fill(kind));
const cardsOf = (level) =>
  Array.from({ length: CARDS_OF_LEVEL[level - 1] }, (_, place) => `J${level}-${String(place + 1).padStart(2, "0")}`);
const inCanonicalOrder = (tokens) => [...tokens].sort((one, other) => KINDS.indexOf(one) - KINDS.indexOf(other));

async function checkSetUp(shuffle, event, report) {
  report("starter", same((await shuffle("starter/1", [1, 2]))[0], event.starter));
  report("board", same(await shuffle("board/1", allTokens()), event.board));
  for (const level of [1, 2, 3]) {
    report(`deck-${level}`, same(await shuffle(`deck/${level}`, cardsOf(level)), event.decks[level]));
  }
}

async function checkReplenishes(shuffle, events, report) {
  let number = 0;
  for (const event of events.filter(({ kind }) => kind === "board_replenished")) {
    number += 1;
    const drawn = event.placed.map(({ token }) => token);
    report(`replenish-${number}`, same(await shuffle(`replenish/${number}`, inCanonicalOrder(drawn)), drawn));
  }
}

async function check({ game, events, words }) {
  const report = (name, good) => {
    const cell = document.getElementById(`check-${name}`);
    cell.textContent = good ? words.good : words.bad;
    cell.dataset.good = String(good);
  };
  const revealed = events.find(({ kind }) => kind === "secret_revealed");
  const secret = fromHex(revealed.secret);
  const added = Object.fromEntries(events.filter(({ kind }) => kind === "entropy_added").map((event) => [event.seat, event.entropy]));
  report("commitment", (await commitmentOf(secret, game)) === events.find(({ kind }) => kind === "game_created").commitment);
  const shuffle = await diceOf(secret, game, [added[1] ?? "", added[2] ?? ""]);
  await checkSetUp(shuffle, events.find(({ kind }) => kind === "game_started"), report);
  await checkReplenishes(shuffle, events, report);
}

const data = JSON.parse(document.getElementById("shuffle-data").textContent);
const status = document.getElementById("check-status");
if (!globalThis.crypto?.subtle) {
  status.textContent = data.words.insecure; // browsers compute hashes on https and on one's own machine only
} else {
  await check(data);
  const bad = document.querySelector('[data-good="false"]');
  status.textContent = bad ? data.words.bad_all : data.words.good_all;
}
