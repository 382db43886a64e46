// Hearts: a click changes the favourite without leaving the page. Without a connection it waits on the device; if it fails
// otherwise, the form is sent as without a script.

const status = Object.assign(document.createElement("div"), { className: "heart-status" });
status.role = "status";
document.body.append(status);

// A message with a button stays longer, and as long as the mouse or the focus is on it.
let timer;
const say = (text, button) => {
  const message = Object.assign(document.createElement("p"), { textContent: text });
  status.replaceChildren(...text ? [message, button].filter(Boolean) : []);
  clearTimeout(timer);
  const hide = () => {
    if (status.matches(":hover, :focus-within")) timer = setTimeout(hide, 6000);
    else status.replaceChildren();
  };
  timer = setTimeout(hide, button ? 20000 : 6000);
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

const send = (form, address) => {
  const body = new URLSearchParams({ csrf: form.elements.csrf.value });
  return fetch(address, { method: "POST", body, headers: { Accept: "application/json" } });
};

// The Undo button of a message. If it fails, the page without a script explains why. `back` turns the hearts back.
const undoButton = (heart, { address, label }, back) => {
  const properties = { type: "button", className: "button quiet small", textContent: label };
  const button = Object.assign(document.createElement("button"), properties);
  button.addEventListener("click", async () => {
    if (button.ariaBusy === "true") return;
    button.ariaBusy = "true";
    try {
      const answer = await send(heart.form, address);
      const { message } = await answer.json();
      if (!answer.ok) throw new Error("not undone");
      back();
      // The button goes, and the focus with it.
      if (document.activeElement === button) heart.focus();
      say(message);
    } catch {
      heart.form.setAttribute("action", address);
      heart.form.submit();
    }
  });
  // The message is at the end of the page, but the Tab key leads to its button from the heart, and back.
  heart.addEventListener("keydown", (event) => {
    if (event.key !== "Tab" || event.shiftKey || !button.isConnected) return;
    event.preventDefault();
    button.focus();
  });
  button.addEventListener("keydown", (event) => {
    if (event.key !== "Tab") return;
    if (event.shiftKey) event.preventDefault();
    heart.focus();
  });
  return button;
};

document.addEventListener("click", async (event) => {
  const button = event.target.closest?.("button[data-heart]");
  if (!button?.form) return;
  event.preventDefault();
  if (button.ariaBusy === "true") return;
  button.ariaBusy = "true";
  const [address, next] = [addressOf(button), button.dataset.heart];
  try {
    const answer = await send(button.form, address);
    if (answer.redirected) {
      location.assign(answer.url);
      return;
    }
    const { favourite, message, reason, undo } = await answer.json();
    if (answer.ok) {
      turn(address, next, favourite);
      if (later) forget(address).catch(() => {});
    }
    // Without a reason, for example after the form has expired, the page of the form explains more.
    else if (!reason) button.form.requestSubmit(button);
    say(message ?? reason ?? "", undo && undoButton(button, undo, () => turn(next, address, !favourite)));
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
