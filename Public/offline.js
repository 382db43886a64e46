// Keeps a member's pages on this device, if that is turned on here, and sends the changes that wait on it.

const { offline: owner, queue, unsent } = document.querySelector("script[data-offline]").dataset;
const KEEPER = "toque.offline";
// The member for whom this device rings; `push.js` sets it.
const RINGING = "toque.ringing";

const stored = (key) => { try { return localStorage.getItem(key); } catch { return null; } };

export const isSupported = "serviceWorker" in navigator && "caches" in globalThis;
export const isOn = () => stored(KEEPER) === owner;

// Without a connection a form would lead to a page that says so, and what was typed might be lost.
const status = Object.assign(document.createElement("p"), { className: "unsent-status" });
status.role = "alert";
document.body.append(status);
let told;
document.addEventListener("submit", (event) => {
  const form = event.target;
  // A second time it is sent all the same: the browser may be wrong, for example about a site at home.
  if (navigator.onLine || event.defaultPrevented || form.method !== "post" || form === told) return;
  told = form;
  event.preventDefault();
  delete form.dataset.sent;
  status.textContent = unsent;
  setTimeout(() => { status.textContent = ""; }, 10_000);
});

// Sends a message to the worker: `isAsked` refreshes all pages, `isPulled` too but once a minute at most, `isNew` fetches
// those that are not kept yet, and `address` one page. Without any of them the worker looks whether it is time to refresh.
// `report` is called with its progress until the work is finished.
async function ask(message, report) {
  await navigator.serviceWorker.register("/sw.js");
  const { active } = await navigator.serviceWorker.ready;
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    port1.onmessage = ({ data }) => {
      if (data.isFinished) resolve(data.problem);
      else report?.(data);
    };
    active.postMessage({ owner, ...message }, [port2]);
  });
}

// Returns what went wrong: `failed`, `full` or `partly`.
export async function refresh(message, report) {
  try {
    return await ask(message, report);
  } catch {
    return "failed";
  }
}

async function forgetPages() {
  for (const name of await caches.keys()) if (name.startsWith("toque-")) await caches.delete(name);
}

export function turnOn() { localStorage.setItem(KEEPER, owner); }

export async function turnOff() {
  localStorage.removeItem(KEEPER);
  const registration = await navigator.serviceWorker.getRegistration();
  // The worker also rings for timers.
  if (!await registration?.pushManager?.getSubscription()) await registration?.unregister();
  await forgetPages();
}

// Timers of another member must not ring here.
async function stopRinging() {
  const registration = await navigator.serviceWorker.getRegistration();
  await (await registration?.pushManager?.getSubscription())?.unsubscribe();
  localStorage.removeItem(RINGING);
}

// The button at the end of cook mode.
function offerToKeep() {
  const button = document.querySelector("[data-keep-offline]");
  if (!button || isOn()) return;
  button.hidden = false;
  button.addEventListener("click", () => {
    turnOn();
    refresh({ isAsked: true });
    button.replaceWith(Object.assign(document.createElement("p"), { textContent: button.dataset.keepOffline, role: "status" }));
  });
}

async function begin() {
  const keeper = stored(KEEPER);
  // Another member logged in on this device.
  if (![null, owner].includes(stored(RINGING))) await stopRinging();
  if (keeper !== null && keeper !== owner) await turnOff();
  if (stored("toque.waiting") !== null) {
    await import(queue);
    await toqueQueue.keepOnly(owner);
    // The plan sends it itself, and is loaded again afterwards.
    if (!document.querySelector("#plan-form")) await toqueQueue.flush();
    if ((await toqueQueue.all()).length === 0) localStorage.removeItem("toque.waiting");
  }
  offerToKeep();
  if (!isOn()) return;
  const { pathname } = location;
  // Pulling down the home page on a phone reloads it.
  const isPulled = pathname === "/" && performance.getEntriesByType("navigation")[0]?.type === "reload";
  refresh({ isPulled });
  const isList = ["/shopping", "/plan", "/favourites"].includes(pathname);
  // A list is kept as it was last seen, and recipes that are new on it are added.
  const keepAgain = () => ask({ address: pathname }).catch(() => {});
  if (isList) document.addEventListener("toque:changed", keepAgain);
  if (isList && !document.querySelector(".offline-line")) {
    await keepAgain();
    if (pathname !== "/shopping") await ask({ isNew: true });
  }
  // A heart was changed: the list of favourites is too.
  document.addEventListener("click", ({ target }) => {
    if (target.closest?.("[data-heart]")) setTimeout(() => ask({ isNew: true }).catch(() => {}), 2000);
  });
  if (document.body.classList.contains("cooking")) {
    const { servings } = document.body.dataset;
    const cook = pathname + (servings ? `?servings=${servings}` : "");
    for (const address of [pathname.replace(/\/cook$/, ""), cook]) await ask({ address });
  }
}

if (isSupported) begin().catch(() => { /* Without a connection, the next page tries again. */ });
