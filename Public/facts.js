// What follows from the text while it is written: asked of the site a moment after the last letter.

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
    if (!answer.ok) return;
    show(await answer.text());
    asked = text;
  } catch {
    // What stands there is a moment old; the next letter asks again.
  }
}

function show(text) {
  const [before, isOpen] = [summary(), place.querySelector("details")?.open];
  place.replaceChildren(...new DOMParser().parseFromString(text, "text/html").body.childNodes);
  if (isOpen) place.querySelector("details")?.setAttribute("open", "");
  if (summary() !== before) told.textContent = summary();
}

form.addEventListener("input", () => {
  clearTimeout(timer);
  timer = setTimeout(ask, 600);
});
