// The live preview of the editor: requests diets and nutrition from the site 0.6 seconds after the last input.

const form = document.querySelector("[data-editor]");
const place = form.querySelector("[data-facts]");
const told = form.querySelector("[data-facts-told]");
form.querySelector("[data-check]").hidden = true;

const summary = () => place.querySelector("[data-summary]")?.textContent ?? "";
let asked = new URLSearchParams(form.editor.read()).toString();
let timer;
let request;

async function ask() {
  const text = new URLSearchParams(form.editor.read()).toString();
  if (text === asked) return;
  request?.abort();
  request = new AbortController();
  try {
    const body = `${text}&csrf=${encodeURIComponent(form.elements.csrf.value)}`;
    const headers = { "Content-Type": "application/x-www-form-urlencoded", Accept: "text/html" };
    const answer = await fetch(place.dataset.facts, { method: "POST", body, headers, redirect: "manual", signal: request.signal });
    if (answer.status === 429 || answer.status === 503) {
      // The last request is still running, or the site is busy: ask again in two seconds.
      timer = setTimeout(ask, 2000);
      return;
    }
    if (!answer.ok) return;
    show(await answer.text());
    asked = text;
  } catch {
    // The old preview stays; the next input asks again.
  }
}

function show(text) {
  const before = summary();
  const title = (details) => details.querySelector("summary").textContent;
  const open = [...place.querySelectorAll("details[open]")].map(title);
  const page = new DOMParser().parseFromString(text, "text/html");
  if (toqueIsNewer(page)) return place.replaceChildren(told.dataset.newer);
  const { body } = page;
  const offers = [...body.querySelectorAll("[data-offer-for]")];
  for (const offer of offers) offer.remove();
  offerTimers(offers);
  place.replaceChildren(...body.childNodes);
  for (const details of place.querySelectorAll("details")) details.open = open.includes(title(details));
  if (summary() !== before) told.textContent = summary();
}

form.addEventListener("input", () => {
  clearTimeout(timer);
  timer = setTimeout(ask, 600);
});

// The timer that a step's text mentions: a button offers it, and a click sets it.

function offerTimers(offers) {
  form.querySelectorAll("[data-steps] [data-offer]").forEach((button, index) => {
    const found = offers.find(({ dataset }) => Number(dataset.offerFor) === index + 1);
    button.dataset.offer = found?.dataset.offer ?? "";
    button.textContent = found?.textContent ?? "";
    button.hidden = !found;
  });
}

form.addEventListener("click", (event) => {
  const button = event.target.closest("[data-offer]");
  if (!button) return;
  // Before the list treats it as one of its own buttons, such as those that move rows.
  event.preventDefault();
  event.stopPropagation();
  const field = button.parentElement.querySelector("input");
  field.value = button.dataset.offer;
  button.hidden = true;
  field.focus();
  form.editor.changed();
}, { capture: true });
