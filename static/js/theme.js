// Runs before the first paint, so that a chosen theme does not flash. Not a module for that reason.
(() => {
  let chosen = null;
  try {
    chosen = localStorage.getItem("theme");
  } catch {
    return; // storage is switched off: the device decides
  }
  if (chosen === "light" || chosen === "dark") document.documentElement.dataset.theme = chosen;
})();
