// Hearts: a click changes the favourite without leaving the page. If that fails, the form is sent as without a script.

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
    if (answer.ok) turn(address, button.dataset.heart, favourite);
    // Without a reason, for example after the form has expired, the page of the form explains more.
    else if (!reason) button.form.requestSubmit(button);
    say(message ?? reason ?? "");
  } catch {
    button.form.requestSubmit(button);
  } finally {
    button.ariaBusy = null;
  }
});
