// Autosaves the editor: sends what is typed to the site every few seconds, and keeps it on this device until then.

const form = document.querySelector("[data-editor]");
const told = form.querySelector("[data-draft]");
const compare = form.querySelector("[data-compare]");
const { read, write, showMedia, isChanged, leave } = form.editor;
const value = (name) => form.elements[name]?.value ?? "";

// Names this window, so that it may continue its own autosave even if it missed the answer.
const windowName = Array.from({ length: 4 }, () => Math.random().toString(36).slice(2, 8)).join("");
form.append(Object.assign(document.createElement("input"), { type: "hidden", name: "window", value: windowName }));
const pause = 3000;
let timer;
let isBusy = false;
let request;
// Files that were chosen while others were being sent.
const waiting = [];
// Another window has saved later, or the form was sent: this window autosaves no more.
let isOver = false;
let arrived = JSON.stringify(read());
const isBehind = () => JSON.stringify(read()) !== arrived;

// Copies on this device, by owner and recipe; `site.js` deletes them when nobody is logged in.

const key = () => `toque.draft ${form.dataset.owner} ${form.dataset.recipeId || `new ${value("draft")}`}`;

function store(name, text) {
  try {
    if (text === null) localStorage.removeItem(name);
    else localStorage.setItem(name, text);
  } catch {
    // Without local storage there is only the copy on the site.
  }
}

function keepHere() {
  const marks = ["version", "draft", "draft_version"].map((name) => [name, value(name)]);
  store(key(), JSON.stringify({ at: Date.now(), state: read(), marks }));
}

// Autosaves on the site.

function fieldsToSend() {
  const marks = ["csrf", "version", "draft", "draft_version", "window"].map((name) => [name, value(name)]);
  return [...read(), ...marks, ["recipe", form.dataset.recipeId]];
}

async function send({ photo, row, isLeaving = false } = {}) {
  if (photo && isBusy && !isOver) return waiting.push({ photo, row });
  if (isOver || (isBusy && !isLeaving)) return;
  clearTimeout(timer);
  timer = undefined;
  const sent = JSON.stringify(read());
  const name = key();
  let body = new URLSearchParams(fieldsToSend());
  if (photo) {
    body = new FormData();
    for (const [field, text] of fieldsToSend()) body.append(field, text);
    body.append(row ? row.querySelector("[type=file]").name : "photo", photo);
    if (row) say(form.dataset.sending);
  }
  isBusy = true;
  request = isLeaving ? undefined : new AbortController();
  if (!row) say(told.dataset.saving);
  try {
    const options = { method: "POST", body, redirect: "manual", headers: { Accept: "application/json" }, signal: request?.signal };
    const answer = await fetch(told.dataset.draft, { ...options, keepalive: isLeaving });
    await heard(answer, sent, name, row);
  } catch {
    say(told.dataset.offline);
    later(10_000);
  }
  isBusy = false;
  if (waiting.length) return send(waiting.shift());
  if (isBehind()) later(pause);
}

async function heard(answer, sent, name, row) {
  if (answer.status === 413) return say(told.dataset.long);
  const isMoved = answer.status === 409;
  const body = [200, 409, 422].includes(answer.status) ? await answer.json() : {};
  if (!answer.ok) {
    if (body.field) complain(row ? row.querySelector("[type=file]").name : body.field, body.message);
    else say(body.message ?? told.dataset.failed);
    if (isMoved) {
      isOver = true;
      compare.hidden = false;
    } else if (!body.field) {
      later(30_000);
    }
    return;
  }
  store(name, null);
  form.elements.draft.value = body.draft;
  form.elements.draft_version.value = body.version;
  if (body.photo) {
    form.elements.photo_id.value = body.photo;
    form.elements.photo.value = "";
    complain("photo", "");
  }
  if (row && body.media?.length) {
    const [media] = body.media;
    const file = row.querySelector("[type=file]");
    file.value = "";
    complain(file.name, "");
    const alt = row.querySelector("[name^=step_alt]")?.value;
    showMedia(row, media.name, { step_alt: alt });
  }
  arrived = body.photo || row ? JSON.stringify(read()) : sent;
  if (isBehind()) keepHere();
  say(`${told.dataset.saved} ${new Date().toLocaleTimeString(document.documentElement.lang, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" })}`);
}

function say(text) {
  if (told.textContent !== text) told.textContent = text;
}

function complain(name, message) {
  const field = form.elements[name];
  document.getElementById(`${name}-error`)?.remove();
  field.ariaInvalid = message ? "true" : null;
  if (!message) return;
  const error = Object.assign(document.createElement("p"), { className: "error", id: `${name}-error`, textContent: message });
  field.before(error);
  field.setAttribute("aria-describedby", `${name}-help ${name}-error`);
}

function later(milliseconds) {
  timer ??= setTimeout(() => { timer = undefined; send(); }, milliseconds);
}

form.addEventListener("input", () => {
  if (isOver && compare.hidden) return;
  keepHere();
  if (!isOver) later(pause);
});
form.elements.photo.addEventListener("change", ({ target }) => { if (target.files[0]) send({ photo: target.files[0] }); });
form.querySelector("[data-steps]").addEventListener("change", ({ target }) => {
  if (target.type === "file" && target.files[0]) send({ photo: target.files[0], row: target.closest(".row") });
});
addEventListener("online", () => { if (isBehind()) send(); });
document.addEventListener("visibilitychange", () => { if (document.visibilityState === "hidden" && isBehind()) send({ isLeaving: true }); });
addEventListener("pagehide", () => { if (isBehind()) send({ isLeaving: true }); });

// When the form has been saved, the next page deletes the copy on this device.
sessionStorage.removeItem("toque.sent");
form.addEventListener("submit", ({ submitter }) => {
  isOver = true;
  clearTimeout(timer);
  request?.abort();
  if (!submitter?.name) sessionStorage.setItem("toque.sent", key());
});
addEventListener("pageshow", ({ persisted }) => { if (persisted) isOver = !compare.hidden; });

// Cancel restores the saved text.

form.querySelector("[data-cancel]").addEventListener("click", async (event) => {
  const draft = value("draft");
  if (!draft && !isChanged()) return;
  event.preventDefault();
  if (!confirm(form.dataset.leave)) return;
  isOver = true;
  clearTimeout(timer);
  store(key(), null);
  const body = new URLSearchParams({ csrf: value("csrf") });
  if (draft) await fetch(`${told.dataset.draft}/${draft}/delete`, { method: "POST", body, redirect: "manual" }).catch(() => {});
  leave(event.target.closest("a").href);
});

// After a crash: offers the copy that did not reach the site.

function offer(copy) {
  const note = form.querySelector("template[data-device]").content.cloneNode(true).firstElementChild;
  note.querySelector("[data-when]").textContent = new Date(copy.at).toLocaleString(document.documentElement.lang, { dateStyle: "medium", timeStyle: "short" });
  note.querySelector("[data-take]").addEventListener("click", () => {
    // With the copy's version numbers, a text saved since is compared with it, not overwritten.
    for (const [name, mark] of copy.marks) if (form.elements[name]) form.elements[name].value = mark;
    write(copy.state);
    note.remove();
    form.elements.title.focus();
  });
  note.querySelector("[data-drop]").addEventListener("click", () => {
    store(key(), null);
    note.remove();
    form.elements.title.focus();
  });
  form.before(note);
}

if ("changed" in form.dataset) {
  // The form came back with errors or choices: it contains the newest text.
  arrived = "";
  keepHere();
  later(pause);
} else {
  try {
    const copy = JSON.parse(localStorage.getItem(key()));
    if (copy && JSON.stringify(copy.state) !== arrived) offer(copy);
    else store(key(), null);
  } catch {
    store(key(), null);
  }
}
