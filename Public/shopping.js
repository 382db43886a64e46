// The shopping list: a tick changes its item without leaving the page, and changes on other devices show by themselves.

const status = document.querySelector("[data-shopping-status]");

// What other devices changed: the list is loaded again, but never while a tick is on its way.
let waiting = 0;
let isStale = false;
const load = async () => {
  if (waiting > 0) return void (isStale = true);
  isStale = false;
  const answer = await fetch(location.href);
  if (!answer.ok || answer.redirected) return;
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").querySelector("[data-shopping]");
  const old = document.querySelector("[data-shopping]");
  if (!fresh || waiting > 0 || fresh.innerHTML === old.innerHTML) return;
  const focused = document.activeElement?.closest?.("[data-item]")?.dataset.item;
  old.replaceWith(fresh);
  if (focused) fresh.querySelector(`[data-item="${focused}"] [data-tick]`)?.focus();
};
const follow = () => {
  const events = new EventSource(document.querySelector("[data-shopping]").dataset.shopping);
  events.addEventListener("message", load);
  // What changed while there was no connection.
  events.addEventListener("open", load);
  // The site refused it, for example while it restarts: the browser does not try again by itself.
  events.addEventListener("error", () => { if (events.readyState === EventSource.CLOSED) setTimeout(follow, 10_000); });
  addEventListener("pagehide", () => events.close(), { once: true });
};
follow();
addEventListener("pageshow", ({ persisted }) => { if (persisted) { load(); follow(); } });

document.addEventListener("click", async (event) => {
  const button = event.target.closest?.("button[data-tick]");
  if (!button) return;
  event.preventDefault();
  if (button.ariaBusy === "true") return;
  button.ariaBusy = "true";
  waiting += 1;
  status.textContent = "";
  try {
    const address = button.form.getAttribute("action");
    const body = new URLSearchParams({ csrf: button.form.elements.csrf.value });
    const answer = await fetch(address, { method: "POST", body, headers: { Accept: "application/json" } });
    // After a login, or a deletion on another device, the page of the form explains more.
    if (answer.redirected || !answer.ok) return button.form.submit();
    const { ticked } = await answer.json();
    button.ariaPressed = String(ticked);
    button.form.setAttribute("action", button.dataset.tick);
    button.dataset.tick = address;
  } catch {
    status.textContent = status.dataset.failed;
    status.classList.remove("hidden");
  } finally {
    button.ariaBusy = null;
    waiting -= 1;
    if (isStale) load();
  }
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
