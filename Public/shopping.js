// The shopping list: a tick changes its item without leaving the page, and changes on other devices show by themselves.

const status = document.querySelector("[data-shopping-status]");

const place = () => document.querySelector("[data-shopping]");
const { owner, queue } = place().dataset;
// The listeners below are added before it has loaded, so that an early click is not lost.
const isLoaded = import(queue);

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
// The changes on the device that belong to this page: those of its member, without the plan's, and what was typed for this
// list.
const changes = async () => {
  const form = document.querySelector("form.shopping-add")?.getAttribute("action");
  const isOwn = ({ address, fields }) => !address.startsWith("/plan") && (!fields.text || address === form);
  return (await toqueQueue.all()).filter((change) => change.owner === owner && isOwn(change));
};
const isTicked = (row) => row.querySelector("[data-tick]").ariaPressed === "true";
// Items that are deleted or bought, but still wait to be sent, are not shown.
const hide = (address, items = "") => {
  const hidden = items.split(",");
  for (const row of document.querySelectorAll("[data-item]")) {
    if (hidden.includes(row.dataset.item) || address === `/shopping/items/${row.dataset.item}/delete`) row.hidden = true;
  }
};
const showWaiting = async () => {
  const lines = [];
  for (const { key, address, fields, isRefused } of await changes()) {
    if (isRefused) continue;
    if (fields.text) lines.push(...fields.text.split("\n").filter((line) => line.trim()));
    else if (/\/(?:un)?tick$/.test(address)) showTick(key, !address.endsWith("untick"));
    else hide(address, fields.items);
  }
  const list = document.querySelector("[data-shopping-waiting]");
  list.hidden = lines.length === 0;
  list.replaceChildren(...lines.map((line) => Object.assign(document.createElement("li"), { textContent: line })));
};
// What the site refused goes back into the form, or is on the list again.
const showRefused = async () => {
  let isHidden = false;
  const form = document.querySelector("form.shopping-add");
  for (const change of await changes()) {
    if (!change.isRefused) continue;
    const { text } = change.fields;
    if (text) {
      form.elements.text.value = [form.elements.text.value, text].filter(Boolean).join("\n");
      say(status.dataset.refused);
    } else if (/^\/shopping\//.test(change.address) && !/\/(?:un)?tick$/.test(change.address)) {
      isHidden = true;
      say(status.dataset.failed);
    }
    await toqueQueue.settle(change);
  }
  if (!isHidden) return;
  for (const row of document.querySelectorAll("[data-item][hidden]")) row.hidden = false;
  load();
};
const say = (text) => {
  status.textContent = text;
  status.classList.toggle("hidden", text === "");
};

const newName = () => crypto.randomUUID?.() ?? `${Date.now()}-${Math.random()}`;

let sending;
const send = async () => {
  // Used once: a form token of this page is as good as a fresh one. Without a connection, asking for one sends nothing.
  const csrf = document.querySelector("[data-shopping] input[name=csrf]")?.value;
  const before = version;
  try {
    const { sent, waiting, needsLogin } = await toqueQueue.flush(csrf && !isCut && { owner, csrf });
    const isNewest = before === version;
    version += sent;
    say(needsLogin ? status.dataset.login : waiting > 0 && isNewest ? status.dataset.waiting : "");
    await showRefused();
    if ((await toqueQueue.all()).length === 0) localStorage.removeItem("toque.waiting");
    await showWaiting();
    if (sent > 0) {
      await load();
      document.dispatchEvent(new Event("toque:changed"));
    }
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
  await isLoaded;
  await toqueQueue.put({ owner, ...change });
  sendSoon();
};

// What other devices changed: the list is loaded again.
const load = async () => {
  const before = version;
  try {
    const answer = await fetch(location.href);
    if (!answer.ok || answer.redirected) return;
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const fresh = page.querySelector("[data-shopping]");
    if (before !== version) return void load();
    // After an update of the site, its new list needs the new style sheet and script.
    if (versionOf(page) !== versionOf(document) && !wasReloadedFor(versionOf(page))) return void reload(versionOf(page));
    const old = place();
    if (!fresh || withoutTokens(fresh) === withoutTokens(old)) return;
    const focused = document.activeElement?.closest?.("[data-item]")?.dataset.item;
    old.replaceWith(fresh);
    for (const part of ["[data-shopping-empty]", "[data-shopping-full]"]) {
      const shown = document.querySelector(part);
      if (shown) shown.hidden = page.querySelector(part)?.hidden ?? false;
    }
    await showWaiting();
    document.dispatchEvent(new Event("toque:changed"));
    if (focused) fresh.querySelector(`[data-item="${focused}"] [data-tick]`)?.focus();
  } catch { /* Without a connection, the next event loads it. */ }
};
const versionOf = (page) => page.querySelector("link[rel=stylesheet]")?.getAttribute("href") + page.querySelector("script[src*='/shopping.']")?.getAttribute("src");
// Once for each version: without an answer in time, the page that was kept on the device comes back, which is the older one.
const wasReloadedFor = (version) => { try { return sessionStorage.getItem("toque.version") === version; } catch { return true; } };
// Later if something is typed, so that it is not lost.
const reload = (version) => {
  const { text } = document.querySelector("form.shopping-add").elements;
  if (text.value !== "") return text.form.addEventListener("change", load, { once: true });
  sessionStorage.setItem("toque.version", version);
  location.reload();
};
// Form tokens differ each time.
const withoutTokens = (list) => list.innerHTML.replace(/(name="csrf" value=")[^"]*/g, "$1");
// Whether the connection was lost, so that a form would lead to an error page.
let isCut = document.querySelector(".offline-line") !== null;
const follow = () => {
  const events = new EventSource(place().dataset.shopping);
  events.addEventListener("message", load);
  // What changed while there was no connection.
  events.addEventListener("open", () => {
    isCut = false;
    sendWaiting();
    load();
  });
  // The site refused it, for example while it restarts: the browser does not try again by itself.
  events.addEventListener("error", () => {
    isCut = true;
    if (events.readyState === EventSource.CLOSED) setTimeout(follow, 10_000);
  });
  addEventListener("pagehide", () => events.close(), { once: true });
};
const sendWaiting = async () => { if ((await toqueQueue.all()).some(({ isRefused }) => !isRefused)) sendSoon(); };
document.addEventListener("click", (event) => {
  const button = event.target.closest?.("button[data-tick]");
  if (!button) return;
  event.preventDefault();
  const isNow = button.ariaPressed !== "true";
  const item = button.form.getAttribute("action").replace(/\/(?:un)?tick$/, "");
  showTick(item, isNow);
  keep({ key: item, address: `${item}/${isNow ? "tick" : "untick"}` });
});

// Without a connection, what is deleted or bought waits on the device too. Clearing the whole list does not: it would take
// what others in the household have added since.
document.addEventListener("submit", async (event) => {
  const form = event.target;
  const address = form.getAttribute("action");
  const isOneItem = /^\/shopping\/items\/\d+\/delete$/.test(address);
  const isTickedOnes = address === "/shopping/bought" || address === "/shopping/clear" && form.elements.ticked;
  if (navigator.onLine && !isCut || !isOneItem && !isTickedOnes) return;
  event.preventDefault();
  const change = newName();
  const ticked = [...document.querySelectorAll("[data-item]")].filter((row) => isTicked(row) && !row.hidden);
  const items = ticked.map((row) => row.dataset.item).join(",");
  const fields = isOneItem ? {} : { change, items, ...(form.elements.ticked && { ticked: "1" }) };
  hide(address, fields.items);
  await keep({ key: isOneItem ? address : change, address, fields });
  delete form.dataset.sent;
}, { capture: true });

// Without a connection, what is typed waits on the device. The site adds it once, however often it is sent.
document.querySelector("form.shopping-add")?.addEventListener("submit", async (event) => {
  const form = event.target;
  const text = form.elements.text.value.trim();
  if (navigator.onLine && !isCut || text === "") return;
  event.preventDefault();
  const change = newName();
  await keep({ key: change, address: form.getAttribute("action"), fields: { text, change } });
  form.elements.text.value = "";
  await showWaiting();
  delete form.dataset.sent;
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

await isLoaded;
await showRefused();
await showWaiting();
sendWaiting();
follow();
addEventListener("online", sendWaiting);
setInterval(sendWaiting, 30_000);
addEventListener("pageshow", ({ persisted }) => { if (persisted) { load(); follow(); } });
