// Lets this browser show news, or stops it. Without push in the browser the part stays hidden.

function bytesOf(text) {
  const plain = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(plain, (sign) => sign.charCodeAt(0));
}

async function post(form, address, body) {
  const token = form.querySelector("[name=csrfmiddlewaretoken]").value;
  const headers = { "Content-Type": "application/json", "X-CSRFToken": token };
  const answer = await fetch(address, { method: "POST", headers, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error((await answer.json()).message);
}

async function subscribe(form, registration) {
  const key = bytesOf(form.dataset.key);
  const wanted = { userVisibleOnly: true, applicationServerKey: key };
  let subscription = await registration.pushManager.getSubscription();
  if (subscription && !sameKey(subscription, key)) {
    await subscription.unsubscribe(); // made for a key that the site has no more
    subscription = null;
  }
  subscription ??= await registration.pushManager.subscribe(wanted);
  await post(form, form.dataset.subscribe, subscription.toJSON());
}

function sameKey(subscription, key) {
  const used = subscription.options.applicationServerKey;
  return !used || new Uint8Array(used).every((byte, place) => byte === key[place]);
}

async function unsubscribe(form, registration) {
  const subscription = await registration.pushManager.getSubscription();
  if (!subscription) return;
  await post(form, form.dataset.unsubscribe, { endpoint: subscription.endpoint });
  await subscription.unsubscribe();
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
