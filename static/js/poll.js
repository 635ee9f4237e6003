// Looks for news while the page is visible: often in the first minute, when an answer may come at once (the computer's
// does), seldom afterwards. Whoever waits for nobody looks seldom from the start.

const QUICK = 2_000; // milliseconds
const QUIET = 20_000;
const FIRST = 60_000;

// `look` asks once and handles its own failures; `waiting` tells whether the reader waits for somebody now.
// Gives a function that begins the first minute anew.
export function poll(look, waiting) {
  let begin = performance.now();
  const ask = async () => {
    if (!document.hidden) await look();
    next();
  };
  const next = () => setTimeout(ask, waiting() && performance.now() - begin < FIRST ? QUICK : QUIET);
  document.addEventListener("visibilitychange", () => document.hidden || look());
  next();
  return () => (begin = performance.now());
}

// The newest version at `url`, or null where it could not be asked: the next look makes it good.
export async function newestVersion(url) {
  try {
    const answer = await fetch(url, { headers: { Accept: "application/json" }, cache: "no-store" });
    return answer.ok ? (await answer.json()).version : null;
  } catch {
    return null;
  }
}
