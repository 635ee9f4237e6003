// Tells a reader who is elsewhere that it is their turn: a lozenge before the page's title, another icon, and, for those
// who want it, a sound. Gone once they look.

const LOZENGE = "◆ ";
const HEARD = 120_000; // milliseconds in which other pages of this browser learn of the same turn

let marked = false;

const isSeen = () => !document.hidden && document.hasFocus();

export function mark() {
  if (isSeen()) return;
  marked = true;
  show();
}

export function unmark() {
  marked = false;
  show();
}

function show() {
  const title = document.title.replace(LOZENGE, "");
  const wanted = marked ? LOZENGE + title : title;
  if (document.title !== wanted) document.title = wanted;
  const icon = document.querySelector("link[rel=icon]");
  icon.dataset.plain ??= icon.getAttribute("href");
  icon.href = marked ? icon.dataset.badge : icon.dataset.plain;
}

const lookedAt = () => marked && isSeen() && unmark();
document.addEventListener("visibilitychange", lookedAt);
window.addEventListener("focus", lookedAt);
// The title changes with the page in place.
new MutationObserver(show).observe(document.querySelector("title"), { childList: true });

// Of several pages of a browser one sounds.
export function ring({ game, version }) {
  if (!document.cookie.split("; ").includes("sound=on")) return;
  if (!navigator.locks) return chime();
  navigator.locks.request(`sound ${game} ${version}`, { ifAvailable: true }, async (lock) => {
    if (!lock) return;
    await chime();
    await new Promise((resolve) => setTimeout(resolve, HEARD));
  });
}

const chime = async () => (await import("./sound.js")).chime();
