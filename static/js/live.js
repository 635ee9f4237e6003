// News while a page is open: a stream tells that something has changed, a clock asks in case the stream doesn't.

// The clock and the stream ----------------------------------------------------

// Browsers open six connections to a site in all, so only a page that is looked at has a stream. Without one it asks:
// often in the first minute, when an answer may come at once (the computer's does), seldom afterwards. With one it asks
// too, for the stream may have broken without a word, and to say that the reader is looking.

const QUICK = 2_000; // milliseconds
const QUIET = 20_000;
const BEAT = 40_000; // with a stream; less than the site remembers that somebody is looking
const HIDDEN = 60_000; // browsers let hidden pages work no oftener
const FIRST = 60_000;
const LATE = 15_000; // a clock so late has slept, and so has the connection
const RETRY = 30_000; // after the site refused a stream; doubled each time
const LONGEST = 600_000;
const PATIENCE = 15_000; // with one answer

// `address()` is that of the stream, empty for none; `hear(news)` gets its messages, each with a newer version;
// `connected()` is called when a stream begins; `look(hidden)` asks once, handles its own failures and is true if it
// found what the stream should have told; `waiting()` tells whether the reader waits for somebody now; `beat` is the
// time between two looks while there is a stream. Gives a function that begins the first minute anew.
export function follow({ address, hear, look, connected = () => {}, waiting = () => true, beat = BEAT }) {
  let source = null;
  let streaming = false;
  let refused = 0;
  let notBefore = 0;
  let begin = Date.now();
  let timer = 0;
  let due = Infinity;
  let looking = false;

  function connect() {
    const place = document.hidden || source || Date.now() < notBefore ? "" : address();
    if (!place) return;
    source = new EventSource(place);
    source.addEventListener("open", () => {
      [streaming, refused] = [true, 0];
      connected();
    });
    source.addEventListener("message", (message) => hear(JSON.parse(message.data)));
    source.addEventListener("error", onError);
  }

  // After most errors the browser comes again by itself. It gives up where the site has no stream for it.
  function onError() {
    streaming = false;
    if (source.readyState === EventSource.CLOSED) {
      drop();
      notBefore = Date.now() + Math.min(RETRY * 2 ** refused, LONGEST);
      refused += 1;
    }
    wait();
  }

  function drop() {
    source?.close();
    [source, streaming] = [null, false];
  }

  function pause() {
    if (document.hidden) return HIDDEN;
    if (streaming) return beat;
    return waiting() && Date.now() - begin < FIRST ? QUICK : QUIET;
  }

  function wait() {
    clearTimeout(timer);
    due = Date.now() + pause();
    timer = setTimeout(tick, pause());
  }

  async function tick() {
    if (Date.now() - due > LATE || !address()) drop();
    connect();
    await once();
    connect();
    wait();
  }

  async function once() {
    if (looking) return;
    looking = true;
    const missed = await look(document.hidden).finally(() => (looking = false));
    if (missed && streaming) drop();
  }

  function wake() {
    drop();
    notBefore = 0;
    due = Infinity;
    tick();
  }

  document.addEventListener("visibilitychange", () => {
    if (!document.hidden) return wake();
    drop();
    wait();
  });
  window.addEventListener("pagehide", drop); // else the browser could not keep the page for "back"
  window.addEventListener("pageshow", (event) => event.persisted && wake());
  window.addEventListener("online", wake);
  connect();
  wait();
  return () => {
    begin = Date.now();
    if (!streaming) wait();
  };
}

// What the site says of the game at `url`, or null where it could not be asked: the next look makes it good. A hidden
// page doesn't count as looking.
export async function newestOf(url, hidden) {
  const text = await ask(hidden ? `${url}?hidden=1` : url, "application/json");
  return text && JSON.parse(text);
}

// The text of a fresh answer, or null.
export async function ask(url, type) {
  try {
    const signal = AbortSignal.timeout(PATIENCE);
    const answer = await fetch(url, { headers: { Accept: type }, cache: "no-store", signal });
    return answer.ok && !answer.redirected ? await answer.text() : null;
  } catch {
    return null;
  }
}

// The game page ---------------------------------------------------------------

// Shows what the opponent did. A choice in the making is never taken away: then only a line says so.

let newest = { game: "", version: 0, your_turn: false };
let arrived = false; // the reader's turn, which this page doesn't show yet
let refreshing = false;

const currentMain = () => document.getElementById("main");
const modeOf = (main) => main.querySelector("#turn")?.dataset.mode;
const shownBy = (main) => Number(main.dataset.version);

export function watchForNews() {
  let shown = currentMain();
  const again = follow({
    address: () => streamOf(currentMain()),
    hear,
    look: async (hidden) => {
      const main = currentMain();
      if (modeOf(main) === "over") return false;
      const news = await newestOf(main.dataset.versionUrl, hidden);
      return news ? hear(news) : false;
    },
    waiting: () => modeOf(currentMain()) === "watch",
  });
  // However another page came in place: what was heard meanwhile may be newer still.
  new MutationObserver(() => {
    if (currentMain() === shown) return;
    shown = currentMain();
    again();
    settle();
  }).observe(document.body, { childList: true });
  if (document.hidden && isMine(shown)) alertReader({ sound: false });
}

const isMine = (main) => !["watch", "over", undefined].includes(modeOf(main));

const streamOf = (main) =>
  main.dataset.eventsUrl && modeOf(main) !== "over" ? `${main.dataset.eventsUrl}?version=${Math.max(shownBy(main), newest.version)}` : "";

function hear(news) {
  const fresh = news.version > newest.version && news.version > shownBy(currentMain());
  if (news.version >= newest.version) newest = news;
  if (news.mark) heedMark(news.mark);
  settle();
  return fresh;
}

// What the log doesn't tell: messages, a turn asked back. A hidden page hears of it again when it is looked at.
async function heedMark(mark) {
  const main = currentMain();
  const shown = main.querySelector("#talk")?.dataset.mark;
  if (document.hidden || shown === undefined || shown === mark) return;
  try {
    await (await import("./talk.js")).renewTalk(main, mark);
  } catch {
    // The network went before the module had come: the next look tries again.
  }
}

function settle() {
  const main = currentMain();
  const behind = newest.version > shownBy(main);
  noteTurn(main, behind);
  if (!behind) document.getElementById("moved").hidden = true;
  // What is being sent brings the newest page with its answer; a hidden page waits until somebody can see what happens.
  if (!behind || refreshing || document.hidden || main.querySelector("[data-sent]")) return;
  if (isChoosing(main)) offer(main);
  else refresh(main);
}

function noteTurn(main, behind) {
  const now = behind && newest.your_turn && !isMine(main);
  if (now && !arrived) alertReader({ sound: true });
  if (behind && !newest.your_turn) calmReader();
  arrived = now;
}

const isChoosing = (main) =>
  Boolean(location.search || main.querySelector("[name=cell]:checked, [name=token]:checked, [name=royal]:checked"));

async function offer(main) {
  const { element, readData, say } = await import("./panel.js");
  const { words } = readData(main);
  const line = document.getElementById("moved");
  if (!line.hidden || main !== currentMain()) return;
  const button = element("button", { type: "button", className: "quiet", textContent: words.show });
  button.addEventListener("click", () => refresh(currentMain()));
  line.replaceChildren(element("span", { textContent: words.moved }), button);
  line.hidden = false;
  say(words.moved);
}

async function refresh(main) {
  if (refreshing) return;
  refreshing = true;
  const { readData, say, setAddress } = await import("./panel.js");
  const { words } = readData(main);
  const focused = document.activeElement?.id;
  const done = await playBack(main);
  refreshing = false;
  if (!done) return; // the next look tries again
  setAddress(main.dataset.url);
  document.getElementById("moved").hidden = true;
  if (focused) document.getElementById(focused)?.focus({ preventScroll: true });
  say(`${words.moved} ${document.getElementById("turn-title").textContent}`);
  settle();
}

// The steps since the version that the page shows, then the newest page. False if that could not be loaded.
async function playBack(main) {
  try {
    return await (await import("./playback.js")).showNews(main);
  } catch {
    return false; // the network went before the module had come
  }
}

// The reader elsewhere --------------------------------------------------------

let attention = null; // loaded when it is first needed

async function alertReader({ sound }) {
  try {
    attention ??= await import("./attention.js");
  } catch {
    return; // the network is gone again
  }
  attention.mark();
  if (sound) attention.ring(newest);
}

const calmReader = () => attention?.unmark();
