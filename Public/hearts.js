// Hearts: a click changes the favourite without leaving the page. Without a connection it waits on the device; if it fails
// otherwise, the form is sent as without a script.

const status = Object.assign(document.createElement("p"), { className: "heart-status" });
status.role = "status";
document.body.append(status);

let timer;
const say = (text) => {
  status.textContent = text;
  clearTimeout(timer);
  timer = setTimeout(() => { status.textContent = ""; }, 6000);
};

const addressOf = (button) => button.getAttribute("formaction") ?? button.form.getAttribute("action");

// The same recipe may be on the page twice.
const turn = (address, next, isFavourite) => {
  for (const button of document.querySelectorAll("button[data-heart]")) {
    if (addressOf(button) !== address) continue;
    button.ariaPressed = String(isFavourite);
    button.dataset.heart = address;
    if (button.hasAttribute("formaction")) button.setAttribute("formaction", next);
    else button.form.setAttribute("action", next);
  }
};

// Where the changes of members wait for a connection.
const later = document.querySelector("script[data-offline]")?.dataset;
const keyOf = (address) => address.replace(/\/(?:un)?favourite$/, " heart");
const keep = async (button) => {
  const address = addressOf(button);
  await import(later.queue);
  // The site may have received it, although no answer came.
  await toqueQueue.put({ key: keyOf(address), owner: later.offline, address, isTried: true });
  localStorage.setItem("toque.waiting", "1");
  turn(address, button.dataset.heart, button.ariaPressed !== "true");
  say(later.waiting);
};

// What waited is replaced by what the site has just confirmed.
const forget = async (address) => {
  if (localStorage.getItem("toque.waiting") === null) return;
  await import(later.queue);
  for (const change of await toqueQueue.all()) if (change.key === keyOf(address)) await toqueQueue.settle(change);
};

document.addEventListener("click", async (event) => {
  const button = event.target.closest?.("button[data-heart]");
  if (!button?.form) return;
  event.preventDefault();
  if (button.ariaBusy === "true") return;
  button.ariaBusy = "true";
  const address = addressOf(button);
  try {
    const body = new URLSearchParams({ csrf: button.form.elements.csrf.value });
    const answer = await fetch(address, { method: "POST", body, headers: { Accept: "application/json" } });
    if (answer.redirected) {
      location.assign(answer.url);
      return;
    }
    const { favourite, message, reason } = await answer.json();
    if (answer.ok) {
      turn(address, button.dataset.heart, favourite);
      if (later) forget(address).catch(() => {});
    }
    // Without a reason, for example after the form has expired, the page of the form explains more.
    else if (!reason) button.form.requestSubmit(button);
    say(message ?? reason ?? "");
  } catch (error) {
    try {
      // `fetch` throws this one where the site cannot be reached, also if the browser believes to be online.
      if (navigator.onLine && !(error instanceof TypeError)) throw error;
      await keep(button);
    } catch {
      button.form.requestSubmit(button);
    }
  } finally {
    button.ariaBusy = null;
  }
});

// What waits is shown on every page until the site has confirmed it.
const showWaiting = async () => {
  await import(later.queue);
  const own = (await toqueQueue.all()).filter(({ owner, key }) => owner === later.offline && key.endsWith(" heart"));
  // What the site refused is as the site shows it.
  for (const change of own) if (change.isRefused) await toqueQueue.settle(change);
  const addresses = new Set(own.filter(({ isRefused }) => !isRefused).map(({ address }) => address));
  for (const button of document.querySelectorAll("button[data-heart]")) {
    const address = addressOf(button);
    if (addresses.has(address)) turn(address, button.dataset.heart, button.ariaPressed !== "true");
  }
};
try {
  if (later && localStorage.getItem("toque.waiting") !== null) await showWaiting();
} catch { /* The page shows what the site knows. */ }
