// Pages of positions that the game has left. The past doesn't change, so each is loaded once.

const loaded = new Map();

export const isFrame = (link) => Boolean(link) && /\/at\/\d+\/$/.test(new URL(link.href).pathname);

// The title and main part of the page at `address`, new nodes each time; null where it could not be loaded.
export async function loadFrame(address) {
  const key = String(address).split("#")[0];
  if (!loaded.has(key)) loaded.set(key, fetchPage(key));
  const page = await loaded.get(key);
  if (!page) loaded.delete(key);
  return page && { title: page.title, main: document.importNode(page.getElementById("main"), true) };
}

export async function fetchPage(address) {
  try {
    const answer = await fetch(address, { headers: { Accept: "text/html" } });
    return answer.ok ? new DOMParser().parseFromString(await answer.text(), "text/html") : null;
  } catch {
    return null; // the network is gone: the page stays as it is
  }
}

// Plain text of a sentence with pictures: each is heard by its name.
export function textOf(sentence) {
  const copy = sentence.cloneNode(true);
  for (const image of copy.querySelectorAll("[role=img]")) image.replaceWith(image.getAttribute("aria-label"));
  return copy.textContent.trim();
}

// Milliseconds to read a sentence in and to find on the table what it tells.
export const readingTime = (text) => Math.min(1400 + 35 * text.length, 5000);
