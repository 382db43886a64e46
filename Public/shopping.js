// The shopping list: a tick changes its item without leaving the page. If that fails, the page says so.

const status = document.querySelector("[data-shopping-status]");

document.addEventListener("click", async (event) => {
  const button = event.target.closest?.("button[data-tick]");
  if (!button) return;
  event.preventDefault();
  if (button.ariaBusy === "true") return;
  button.ariaBusy = "true";
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
