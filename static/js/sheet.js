// On phones the turn panel opens upward. Escape closes it and gives the focus back to its switch.

export function wireSheet(main) {
  const opener = main.querySelector("#steps-open");
  main.querySelector("#turn").addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !opener?.checked) return;
    opener.checked = false;
    opener.focus();
  });
}
