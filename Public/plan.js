// The plan: what the page offers is dragged into a day, and an entry to another one. Each sends a form, as picking does.
// Without a connection, what is added, moved or removed waits on the device and is shown immediately.

const place = document.querySelector("[data-plan]");
const status = document.querySelector("[data-plan-status]");
const refused = document.querySelector("[data-plan-refused]");
const add = document.querySelector("#plan-form");
const dropped = document.querySelector("#plan-drop");
const { offline: owner, queue, waiting: waitingText } = document.querySelector("script[data-offline]").dataset;
// The listeners below are added before it has loaded, so that nothing is lost.
const isLoaded = import(queue);

let hiding;
const say = (text) => {
  status.textContent = text;
  clearTimeout(hiding);
  hiding = setTimeout(() => { status.textContent = ""; }, 10_000);
};

// Dragging

const offers = document.querySelector("[data-plan-offers]");
for (const { value, label } of add.elements.recipe.options) {
  if (value === "") continue;
  const item = Object.assign(document.createElement("li"), { className: "chip", textContent: label });
  Object.assign(item.dataset, { recipe: value, title: label });
  offers.querySelector("ul").append(item);
}
offers.hidden = offers.querySelector("li") === null;

const letDrag = () => { for (const item of document.querySelectorAll("[data-entry], [data-recipe]")) item.draggable = true; };
letDrag();

let dragged;
document.addEventListener("dragstart", (event) => {
  dragged = event.target.closest?.("[data-entry], [data-recipe]");
  if (!dragged) return;
  event.dataTransfer.effectAllowed = dragged.dataset.entry ? "move" : "copy";
  event.dataTransfer.setData("text/plain", dragged.dataset.title);
});
place.addEventListener("dragover", (event) => {
  const day = event.target.closest("[data-day]");
  if (!dragged || !day) return;
  event.preventDefault();
  for (const other of place.querySelectorAll("[data-day]")) other.classList.toggle("target", other === day);
});
document.addEventListener("dragend", () => {
  dragged = undefined;
  for (const day of place.querySelectorAll("[data-day]")) day.classList.remove("target");
});
place.addEventListener("drop", (event) => {
  const day = event.target.closest("[data-day]");
  if (!dragged || !day || day.contains(dragged)) return;
  event.preventDefault();
  dropped.setAttribute("action", dragged.dataset.entry ?? "/plan");
  dropped.elements.day.value = day.dataset.day;
  dropped.elements.recipe.value = dragged.dataset.recipe ?? "";
  dropped.requestSubmit();
});

// Without a connection

// Whether a form would lead to an error page.
const isCut = () => !navigator.onLine || document.querySelector(".offline-line") !== null;
const isOfPlan = (address) => /^\/plan(?:\/entries\/\d+(?:\/delete)?)?$/.test(address);
const changes = async () => (await toqueQueue.all()).filter((change) => change.owner === owner && isOfPlan(change.address));
const isDeleting = (address) => /\/delete$/.test(address);
const entryOf = (address) => place.querySelector(`[data-entry="${address.replace(/\/delete$/, "")}"]`);
const copyOf = (name) => document.querySelector(`template[data-plan-${name}]`).content.firstElementChild.cloneNode(true);

// The plan as the site sent it. What waits is shown on a copy, until the site has confirmed it.
let served = place.cloneNode(true);
let shown = [];

const showChange = ({ key, address, fields, label, isTried }) => {
  const entry = entryOf(address);
  const isRemoved = isDeleting(address);
  if (isRemoved && !entry) return;
  const row = copyOf("waiting");
  const [text, badge, forget] = ["[data-label]", ".badge", "button"].map((part) => row.querySelector(part));
  if (entry) {
    entry.querySelector(".badge")?.remove();
    entry.querySelector("div").append(" ", badge);
  } else {
    text.textContent = label;
    forget.dataset.forget = key;
    // The site may have received it, although no answer came.
    forget.hidden = address !== "/plan" || Boolean(isTried);
  }
  if (isRemoved) {
    entry.classList.add("removed");
    entry.removeAttribute("data-entry");
    for (const part of entry.querySelectorAll(":scope > a, :scope > form")) part.remove();
    return;
  }
  const day = place.querySelector(`[data-day="${CSS.escape(fields.day)}"]`);
  const others = place.querySelector("[data-plan-others]");
  (day ?? others).querySelector("ul").append(entry ?? row);
  if (day) return;
  others.hidden = false;
  const { lang } = document.documentElement;
  const date = new Date(fields.day).toLocaleDateString(lang === "en" ? "en-GB" : lang, { dateStyle: "full", timeZone: "UTC" });
  badge.before(Object.assign(document.createElement("span"), { className: "soft", textContent: date }), " ");
};

const render = (waiting) => {
  shown = waiting;
  place.replaceChildren(...served.cloneNode(true).childNodes);
  for (const change of waiting) showChange(change);
  if (place.querySelector("li")) place.querySelector(".empty")?.remove();
  letDrag();
};
const showWaiting = async () => {
  const waiting = (await changes()).filter(({ isRefused }) => !isRefused);
  if (waiting.length + shown.length > 0) render(waiting);
};
// What the site refused is as the site shows it.
const showRefused = async () => {
  const { gone, failed } = status.dataset;
  for (const change of await changes()) {
    if (!change.isRefused) continue;
    const reason = change.status === 404 ? gone : change.reason ?? failed;
    refused.querySelector("ul").append(Object.assign(document.createElement("li"), { textContent: `${change.label}: ${reason}` }));
    refused.hidden = false;
    await toqueQueue.settle(change);
  }
};

// What the site shows after it has got the changes.
const load = async () => {
  const answer = await fetch(location.href);
  if (!answer.ok || answer.redirected) return;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const fresh = page.querySelector("[data-plan]");
  if (!fresh) return;
  // The page may be a kept one, or its session may have ended meanwhile.
  document.querySelector(".offline-line")?.remove();
  const token = page.querySelector("#plan-form [name=csrf]")?.value;
  const parts = [document, ...[...document.querySelectorAll("template")].map(({ content }) => content)];
  if (token) for (const part of parts) for (const input of part.querySelectorAll("input[name=csrf]")) input.value = token;
  served = document.importNode(fresh, true);
  say("");
  render((await changes()).filter(({ isRefused }) => !isRefused));
  document.dispatchEvent(new Event("toque:changed"));
};

const send = async () => {
  const before = shown;
  try {
    const { needsLogin, failure } = await toqueQueue.flush();
    if (needsLogin) say(status.dataset.login);
    if (failure) throw failure;
  } catch {
    navigator.serviceWorker?.getRegistration().then((registration) => registration?.sync?.register("toque-queue")).catch(() => {});
  }
  try {
    const left = (await changes()).filter(({ isRefused }) => !isRefused);
    // Another page, or the worker, may have sent them.
    if (before.some(({ id }) => left.every((change) => change.id !== id))) await load();
    await showRefused();
    if ((await toqueQueue.all()).length === 0) localStorage.removeItem("toque.waiting");
  } catch { /* The next time. */ }
};
let sending = Promise.resolve();
const sendSoon = () => { sending = sending.then(send); };
const sendWaiting = () => { if (shown.length > 0) sendSoon(); };

const keep = async (form, address) => {
  const fields = Object.fromEntries(new FormData(form));
  delete fields.csrf;
  const [entry, isNew, isRemoved] = [entryOf(address), address === "/plan", isDeleting(address)];
  if (!isRemoved && !fields.day) return say(status.dataset.wrongDay);
  if (isNew && !fields.recipe && !fields.note?.trim()) return say(status.dataset.none);
  const title = entry?.dataset.title ?? document.querySelector(`[data-recipe="${fields.recipe}"]`)?.dataset.title;
  const label = [title, isNew && fields.note?.trim()].filter(Boolean).join(": ");
  // The site does it once, however often it is sent.
  const change = crypto.randomUUID?.() ?? `${Date.now()}-${Math.random()}`;
  if (!isRemoved) fields.change = change;
  try { localStorage.setItem("toque.waiting", "1"); } catch { /* Other pages do not send it. */ }
  await isLoaded;
  // An entry that is removed need not be moved before.
  if (isRemoved) for (const move of await changes()) if (`${move.key}/delete` === address) await toqueQueue.settle(move);
  await toqueQueue.put({ key: isNew ? change : address, owner, address, fields, label });
  if (form === add) form.reset();
  await showWaiting();
  entryOf(address)?.querySelector(":scope > a")?.focus();
  say(waitingText);
  sendSoon();
};

document.addEventListener("submit", async (event) => {
  const form = event.target;
  const address = form.getAttribute("action");
  if (!isOfPlan(address) || !isCut()) return;
  event.preventDefault();
  event.stopPropagation();
  if (form.dataset.sent) return;
  form.dataset.sent = "yes";
  try {
    await keep(form, address);
  } finally {
    delete form.dataset.sent;
  }
}, { capture: true });

document.addEventListener("click", async (event) => {
  const button = event.target.closest?.("button[data-forget]");
  if (button) {
    for (const change of await changes()) if (change.key === button.dataset.forget) await toqueQueue.settle(change);
    return void await showWaiting();
  }
  // The page of an entry needs a connection; without one, its day is chosen in its row.
  const link = event.target.closest?.("[data-entry] > a");
  if (!link || !isCut()) return;
  event.preventDefault();
  const form = copyOf("move");
  form.setAttribute("action", link.parentElement.dataset.entry);
  form.elements.day.value = link.closest("[data-day]")?.dataset.day ?? "";
  link.replaceWith(form);
  form.elements.day.focus();
});

// A page kept from an earlier day still says that that day is today.
const today = new Date().toISOString().slice(0, 10);
if (isCut() && add.elements.day.value < today) {
  add.elements.day.value = add.elements.day.defaultValue = today;
  for (const badge of document.querySelectorAll("[data-plan] h2 .badge")) badge.remove();
  served = place.cloneNode(true);
}

await isLoaded;
await showRefused();
await showWaiting();
// This page sends what waits by itself, so that it shows the plan as it is afterwards.
try { if (localStorage.getItem("toque.waiting") !== null) sendSoon(); } catch { sendWaiting(); }
addEventListener("online", sendWaiting);
setInterval(sendWaiting, 30_000);
