// Lets this browser show news, or stops it. Without push in the browser the part stays hidden.

import { forget, keep, post, subscribed } from "./push-session.js";

async function subscribe(form, registration) {
  const subscription = await subscribed(registration, form.dataset.key);
  const answer = await post(form, form.dataset.subscribe, subscription.toJSON());
  keep(form.dataset.me, answer.device);
}

async function unsubscribe(form, registration) {
  const subscription = await registration.pushManager.getSubscription();
  if (!subscription) return;
  await post(form, form.dataset.unsubscribe, { endpoint: subscription.endpoint });
  await subscription.unsubscribe();
  forget();
}

async function wire(form) {
  const [on, off] = [form.querySelector("[data-on]"), form.querySelector("[data-off]")];
  const said = form.querySelector("[data-said]");
  const registration = await navigator.serviceWorker.register(form.dataset.worker);

  async function show() {
    const subscription = await registration.pushManager.getSubscription();
    on.hidden = Boolean(subscription);
    off.hidden = !subscription;
    said.textContent = Notification.permission === "denied" ? form.dataset.denied : "";
  }

  async function act(step) {
    try {
      if (step === subscribe && (await Notification.requestPermission()) !== "granted") return await show();
      await step(form, registration);
      location.reload(); // the list of browsers has changed
    } catch (error) {
      said.textContent = error.name === "Error" && error.message ? error.message : form.dataset.failed;
    }
  }

  on.addEventListener("click", () => act(subscribe));
  off.addEventListener("click", () => act(unsubscribe));
  form.hidden = false;
  await show();
}

if ("serviceWorker" in navigator && "PushManager" in window && "Notification" in window) {
  for (const form of document.querySelectorAll("form[data-push]")) wire(form);
}
