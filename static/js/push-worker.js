// The service worker: shows what the site sends, also while no page of it is open. It fetches and keeps nothing.

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

self.addEventListener("push", (event) => {
  const told = event.data ? event.data.json() : {};
  // The same tag replaces what it showed before: one notification for each game, the newest.
  const options = { body: told.body, tag: told.tag, renotify: Boolean(told.tag), data: { url: told.url } };
  event.waitUntil(self.registration.showNotification(told.title ?? "Loupe", options));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data?.url));
});

// The tab that shows this page already, else a new one. Only pages of this site are opened.
async function open(address) {
  const url = new URL(address ?? "/", self.location.origin);
  const target = self.location.origin + url.pathname + url.search;
  const tabs = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const tab = tabs.find((one) => new URL(one.url).pathname === url.pathname);
  return tab ? tab.focus() : self.clients.openWindow(target);
}
