// The confirm button holds the whole action as a sentence; off, it says why. What is not given stays as it is.

import { picture } from "./words.js";

export function setConfirm(main, { action, text, nodes, small, stones, why = "" }) {
  const button = main.querySelector("#confirm");
  if (action) button.value = action;
  button.disabled = Boolean(why);
  if (why) button.setAttribute("aria-describedby", "why");
  else button.removeAttribute("aria-describedby");
  if (nodes ?? text) main.querySelector("#confirm-text").replaceChildren(...(nodes ?? [text]));
  if (small !== undefined) main.querySelector("#confirm-small").textContent = small;
  if (stones) button.querySelector(".st").replaceChildren(...stones.map((kind) => picture(main, `g-${kind}`)));
  setWhy(main, why);
}

export function setWhy(main, why) {
  const line = main.querySelector("#why");
  line.hidden = !why;
  line.lastElementChild.textContent = why;
}
