// Makes this device ring when a timer ends while its page is closed: asks the browser for permission, subscribes to its
// push service, and sends the subscription to the site. Only a click leads here.

const RINGING = "toque.ringing";

const bytes = (text) => Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (sign) => sign.charCodeAt(0));

async function subscribe(manager, key) {
  const options = { userVisibleOnly: true, applicationServerKey: bytes(key) };
  try {
    return await manager.subscribe(options);
  } catch (error) {
    // A subscription for another key, for example from before the site's secret changed.
    const old = await manager.getSubscription();
    if (!old) throw error;
    await old.unsubscribe();
    return manager.subscribe(options);
  }
}

// Returns `on`, `refused` or `failed`.
export async function turnOn({ address, key, csrf, owner }) {
  try {
    if (await Notification.requestPermission() !== "granted") return "refused";
    await navigator.serviceWorker.register("/sw.js");
    const { pushManager } = await navigator.serviceWorker.ready;
    const { endpoint, keys } = (await subscribe(pushManager, key)).toJSON();
    const body = new URLSearchParams({ csrf, endpoint, ...keys });
    const answer = await fetch(address, { method: "POST", body, headers: { Accept: "application/json" } });
    if (!answer.ok) return "failed";
    localStorage.setItem(RINGING, owner);
    return "on";
  } catch {
    return "failed";
  }
}
