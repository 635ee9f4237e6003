// Tells the server in which zone this browser is, and offers that zone among the preferences.
// Without this file times are shown in the chosen zone, or in UTC.

const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;

function remember(name) {
  const year = 365 * 24 * 60 * 60;
  const secure = location.protocol === "https:" ? "; secure" : "";
  document.cookie = `timezone=${name}; path=/; max-age=${year}; samesite=lax${secure}`;
}

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
  remember(zone);
  for (const line of document.querySelectorAll("[data-zone-proposal]")) propose(line);
}
