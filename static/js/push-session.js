// Ties the subscription of this browser to whoever is signed in: after signing out nothing more is shown, and who signs
// in here again is told again. Loaded where the worker runs, by every page; push.js adds and removes by hand.

const KEPT = "push"; // in the browser: who is told here, and under which number

function bytesOf(text) {
  const plain = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(plain, (sign) => sign.charCodeAt(0));
}

function sameKey(subscription, key) {
  const used = subscription.options.applicationServerKey;
  return !used || new Uint8Array(used).every((byte, place) => byte === key[place]);
}

export async function subscribed(registration, text) {
  const key = bytesOf(text);
  let subscription = await registration.pushManager.getSubscription();
  if (subscription && !sameKey(subscription, key)) {
    await subscription.unsubscribe(); // made for a key that the site has no more
    subscription = null;
  }
  const wanted = { userVisibleOnly: true, applicationServerKey: key };
  return subscription ?? (await registration.pushManager.subscribe(wanted));
}

export async function post(form, address, body) {
  const token = form.querySelector("[name=csrfmiddlewaretoken]").value;
  const headers = { "Content-Type": "application/json", "X-CSRFToken": token };
  const answer = await fetch(address, { method: "POST", headers, body: JSON.stringify(body) });
  const told = await answer.json();
  if (!answer.ok) throw new Error(told.message);
  return told;
}

export const keep = (owner, device) => localStorage.setItem(KEPT, `${owner}:${device}`);
export const forget = () => localStorage.removeItem(KEPT);

// What is under way to this browser is lost with the subscription, and what it shows is taken away.
async function leave(registration) {
  await (await registration.pushManager.getSubscription())?.unsubscribe();
  for (const shown of await registration.getNotifications()) shown.close();
}

async function resume(registration, form) {
  const { pushMe, pushKey, pushSubscribe } = form.dataset;
  const [owner, device] = (localStorage.getItem(KEPT) ?? "").split(":");
  if (owner && owner !== pushMe) return; // somebody else's browser
  const present = await registration.pushManager.getSubscription();
  if (!present && (!device || Notification.permission !== "granted")) return;
  const subscription = await subscribed(registration, pushKey);
  const answer = await post(form, pushSubscribe, { ...subscription.toJSON(), resume: Number(device) || 0 });
  if (answer.device) return keep(pushMe, answer.device);
  forget(); // it was taken off the list meanwhile
  await subscription.unsubscribe();
}

export async function follow() {
  const registration = await navigator.serviceWorker.ready;
  const form = document.querySelector("form[data-push-me]");
  try {
    if (document.querySelector("[data-signed-out]")) await leave(registration);
    else if (form) await resume(registration, form);
  } catch {
    // The network is gone, or the push service: the next page tries again.
  }
}
