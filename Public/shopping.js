// The shopping list: a tick changes its item without leaving the page, and changes on other devices show by themselves.

const status = document.querySelector("[data-shopping-status]");

const place = () => document.querySelector("[data-shopping]");
const { owner, queue } = place().dataset;
await import(queue);

// Ticks are shown immediately, stored on the device, and sent; until the site has confirmed them, they win over what it
// sends. `version` grows with each of them, so that a list loaded in the meantime is not shown.
let version = 0;
const showTick = (address, isTicked) => {
  for (const button of document.querySelectorAll("button[data-tick]")) {
    const item = button.form.getAttribute("action").replace(/\/(?:un)?tick$/, "");
    if (item !== address) continue;
    button.ariaPressed = String(isTicked);
    button.form.setAttribute("action", `${item}/${isTicked ? "untick" : "tick"}`);
    button.dataset.tick = `${item}/${isTicked ? "tick" : "untick"}`;
  }
};
const showWaiting = async () => {
  for (const { key, address, isRefused } of await toqueQueue.all()) {
    if (!isRefused && key !== address) showTick(key, address.endsWith("/tick"));
  }
};
const say = (text) => {
  status.textContent = text;
  status.classList.toggle("hidden", text === "");
};

let sending;
const send = async () => {
  // Used once: a form token of this page is as good as a fresh one.
  const csrf = document.querySelector("[data-shopping] input[name=csrf]")?.value;
  const before = version;
  try {
    const { sent, waiting, needsLogin } = await toqueQueue.flush(csrf && { owner, csrf });
    version += sent;
    say(needsLogin ? status.dataset.login : waiting > 0 && before === version ? status.dataset.waiting : "");
    if (waiting === 0) localStorage.removeItem("toque.waiting");
    if (sent > 0) load();
  } catch {
    say(status.dataset.waiting);
    navigator.serviceWorker?.getRegistration().then((registration) => registration?.sync?.register("toque-queue")).catch(() => {});
  }
};
const sendSoon = () => {
  sending = (sending ?? Promise.resolve()).then(send);
};
const keep = async (change) => {
  version += 1;
  try { localStorage.setItem("toque.waiting", "1"); } catch { /* Other pages do not send it. */ }
  await toqueQueue.put({ owner, ...change });
  sendSoon();
};

// What other devices changed: the list is loaded again.
const load = async () => {
  const before = version;
  try {
    const answer = await fetch(location.href);
    if (!answer.ok || answer.redirected) return;
    const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").querySelector("[data-shopping]");
    if (before !== version) return void load();
    const old = place();
    if (!fresh || withoutTokens(fresh) === withoutTokens(old)) return;
    const focused = document.activeElement?.closest?.("[data-item]")?.dataset.item;
    old.replaceWith(fresh);
    await showWaiting();
    if (focused) fresh.querySelector(`[data-item="${focused}"] [data-tick]`)?.focus();
  } catch { /* Without a connection, the next event loads it. */ }
};
// Form tokens differ each time.
const withoutTokens = (list) => list.innerHTML.replace(/(name="csrf" value=")[^"]*/g, "$1");
const follow = () => {
  const events = new EventSource(place().dataset.shopping);
  events.addEventListener("message", load);
  // What changed while there was no connection.
  events.addEventListener("open", () => { sendWaiting(); load(); });
  // The site refused it, for example while it restarts: the browser does not try again by itself.
  events.addEventListener("error", () => { if (events.readyState === EventSource.CLOSED) setTimeout(follow, 10_000); });
  addEventListener("pagehide", () => events.close(), { once: true });
};
const sendWaiting = async () => { if ((await toqueQueue.all()).some(({ isRefused }) => !isRefused)) sendSoon(); };
await showWaiting();
sendWaiting();
follow();
addEventListener("online", sendWaiting);
setInterval(sendWaiting, 30_000);
addEventListener("pageshow", ({ persisted }) => { if (persisted) { load(); follow(); } });

document.addEventListener("click", (event) => {
  const button = event.target.closest?.("button[data-tick]");
  if (!button) return;
  event.preventDefault();
  const isTicked = button.ariaPressed !== "true";
  const item = button.form.getAttribute("action").replace(/\/(?:un)?tick$/, "");
  showTick(item, isTicked);
  keep({ key: item, address: `${item}/${isTicked ? "tick" : "untick"}` });
});

const share = document.querySelector("[data-share-list]");
if (share && navigator.share) {
  share.hidden = false;
  share.addEventListener("click", async () => {
    try {
      const answer = await fetch(share.dataset.shareList);
      await navigator.share({ title: document.title, text: await answer.text() });
    } catch (error) {
      if (error.name !== "AbortError") throw error;
    }
  });
}
