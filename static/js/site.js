// Small comforts of every page. All pages work without it.

const THEMES = ["auto", "light", "dark"];

function storedTheme() {
  try {
    return localStorage.getItem("theme") ?? "auto";
  } catch {
    return "auto";
  }
}

function applyTheme(theme) {
  if (theme === "auto") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  try {
    localStorage.setItem("theme", theme);
  } catch {
    // Storage is switched off: the choice lasts for this page.
  }
}

function wireThemeSwitch(button) {
  let theme = THEMES.includes(storedTheme()) ? storedTheme() : "auto";
  const name = () => button.setAttribute("aria-label", button.dataset[theme]);
  button.hidden = false;
  name();
  button.addEventListener("click", () => {
    theme = THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length];
    applyTheme(theme);
    name();
  });
}

// A second press while the first is under way would only be answered from the stored result; spare the reader the wait.
function guardAgainstDoubleSubmit(event) {
  const form = event.target;
  if (event.defaultPrevented || form.method !== "post") return;
  if (form.dataset.sent) {
    event.preventDefault();
    return;
  }
  form.dataset.sent = "1";
  event.submitter?.setAttribute("aria-busy", "true");
}

// The page may come back from the browser's memory after "back": its buttons must live again.
function revive() {
  for (const form of document.querySelectorAll("form[data-sent]")) delete form.dataset.sent;
  for (const button of document.querySelectorAll("[aria-busy=true]")) button.removeAttribute("aria-busy");
}

function wireCopy(button) {
  const source = document.getElementById(button.dataset.copy);
  if (!source || !navigator.clipboard) return;
  button.hidden = false;
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(source.value ?? source.textContent.trim());
    button.textContent = button.dataset.done;
  });
}

// The player's share of the shuffle. Random by default; what the reader types instead counts just as much.
function fillEntropy(field) {
  if (field.value) return;
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  field.value = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

function closeMenus(event) {
  for (const menu of document.querySelectorAll("details.menu[open]")) {
    const left = event.type === "keydown" ? event.key === "Escape" : !menu.contains(event.target);
    if (!left) continue;
    if (menu.contains(document.activeElement)) menu.querySelector("summary").focus();
    menu.open = false;
  }
}

for (const button of document.querySelectorAll("[data-theme-switch]")) wireThemeSwitch(button);
for (const button of document.querySelectorAll("[data-copy]")) wireCopy(button);
for (const field of document.querySelectorAll("input[data-entropy]")) fillEntropy(field);
document.addEventListener("submit", guardAgainstDoubleSubmit);
document.addEventListener("click", closeMenus);
document.addEventListener("keydown", closeMenus);
window.addEventListener("pageshow", (event) => event.persisted && revive());
