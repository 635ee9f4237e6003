// Small comforts of every page. All pages work without it.

const THEMES = ["auto", "light", "dark"];

// The server reads what is remembered: the theme before the first paint, the zone for times.
function remember(name, value) {
  const year = 365 * 24 * 60 * 60;
  const secure = location.protocol === "https:" ? "; secure" : "";
  document.cookie = `${name}=${value}; path=/; max-age=${year}; samesite=lax${secure}`;
}

function applyTheme(theme) {
  if (theme === "auto") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  remember("theme", theme);
}

function wireThemeSwitch(button) {
  let theme = document.documentElement.dataset.theme ?? "auto";
  const name = () => button.setAttribute("aria-label", button.dataset[theme]);
  button.hidden = false;
  name();
  button.addEventListener("click", () => {
    theme = THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length];
    applyTheme(theme);
    name();
  });
}

// Off until somebody wants it; turned on it can be heard at once.
function wireSoundSwitch(button) {
  const isOn = () => document.cookie.split("; ").includes("sound=on");
  const name = () => {
    button.setAttribute("aria-checked", isOn());
    button.lastElementChild.textContent = isOn() ? button.dataset.on : button.dataset.off;
  };
  button.hidden = false;
  name();
  button.addEventListener("click", async () => {
    remember("sound", isOn() ? "off" : "on");
    name();
    if (isOn()) (await import("./sound.js")).chime();
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

// Without the zone of the browser times are shown in the chosen zone, or in UTC; among the preferences it is offered.
const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;

function choose(select) {
  if (![...select.options].some((option) => option.value === zone)) select.add(new Option(zone, zone));
  select.value = zone;
}

function propose(line) {
  const select = document.querySelector("select[name=time_zone]");
  if (!select || select.value === zone) return;
  line.querySelector("b").textContent = zone;
  line.querySelector("button").addEventListener("click", () => {
    choose(select);
    line.hidden = true;
    select.focus();
  });
  line.hidden = false;
}

if (zone) {
  remember("timezone", zone);
  for (const line of document.querySelectorAll("[data-zone-proposal]")) propose(line);
}
for (const button of document.querySelectorAll("[data-theme-switch]")) wireThemeSwitch(button);
for (const button of document.querySelectorAll("[data-sound-switch]")) wireSoundSwitch(button);
for (const button of document.querySelectorAll("[data-copy]")) wireCopy(button);
for (const field of document.querySelectorAll("input[data-entropy]")) fillEntropy(field);
if (navigator.serviceWorker?.controller) import("./push-session.js").then((push) => push.follow());
document.addEventListener("submit", guardAgainstDoubleSubmit);
document.addEventListener("click", closeMenus);
document.addEventListener("keydown", closeMenus);
window.addEventListener("pageshow", (event) => event.persisted && revive());
