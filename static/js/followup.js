// A follow-up is one choice of a few: the confirm button waits for it and says so.

import { setConfirm } from "./confirm.js";

const MODES = ["matching", "steal", "royal"];

export function wireFollowUp(main) {
  const form = main.querySelector("form#turn");
  if (!form || !MODES.includes(form.dataset.mode)) return;
  const asked = form.querySelector(".step.now .say").textContent;
  const choices = [...form.elements].filter((control) => control.type === "radio");
  const update = () => setConfirm(main, { why: choices.some((choice) => choice.checked) ? "" : asked });
  for (const choice of choices) choice.addEventListener("change", update);
  update();
}
