// Sentences of the page in the reader's language: the server sends them as JSON with {places} to fill.

export const fill = (text, places) => text.replace(/\{(\w+)\}/g, (_, name) => places[name] ?? "");

export const readData = (main) => JSON.parse(main.querySelector("#table-data").textContent);

// One polite sentence for screen readers; the same sentence twice is still said twice.
export function say(text) {
  const region = document.getElementById("say");
  region.textContent = region.textContent === text ? `${text}\u00a0` : text;
}

const SVG = "http://www.w3.org/2000/svg";

export function picture(main, id) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("aria-hidden", "true");
  const use = document.createElementNS(SVG, "use");
  use.setAttribute("href", `${main.dataset.gems}#${id}`);
  svg.append(use);
  return svg;
}

export function element(tag, properties = {}, ...children) {
  const made = Object.assign(document.createElement(tag), properties);
  made.append(...children);
  return made;
}
