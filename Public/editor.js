// The recipe editor: adds, removes and moves rows, splits pasted lists and recipes, and previews the photo. Without
// this script every button here sends the form and gets it back, changed.

const form = document.querySelector("[data-editor]");
const rows = form.querySelector("[data-rows]");
const told = form.querySelector("[data-told]");
const undo = form.querySelector("[data-undo]");

let isChanged = "changed" in form.dataset;
let isSent = false;

// The form as pairs of name and value: reads them, and fills them in.

const unread = ["csrf", "version", "draft", "draft_version", "photo", "arrange", "remove_photo", "window"];
// Fields whose names end with the number of their step.
const ofSteps = ["step_timer", "step_file", "step_media", "step_alt", "subtitles_en", "subtitles_ru", "remove_media"];
const ofStep = (name) => ofSteps.find((one) => name.startsWith(`${one}-`));
const cells = ["amount", "unit", "ingredient", "note", "group"];
const fields = (row) => [...row.querySelectorAll("input, textarea")];
// A section name alone does not make a row.
const isEmpty = (row) => fields(row).every((field) => field.name === "group" || field.value.trim() === "");

function read(from = form) {
  const isUnread = (name) => unread.includes(name) || ofStep(name) === "remove_media";
  return [...new FormData(from)].filter(([name, value]) => !isUnread(name) && typeof value === "string");
}

function write(state) {
  const values = (name) => state.filter((pair) => pair[0] === name).map((pair) => pair[1]);
  for (const [name, value] of state) {
    const field = form.elements[name];
    if (field instanceof Element && !cells.includes(name) && name !== "step" && !ofStep(name)) field.value = value;
  }
  const columns = cells.map(values);
  ingredients.fill(Math.max(...columns.map((column) => column.length)), (row, place) => {
    cells.forEach((name, column) => { row.querySelector(`[name=${name}]`).value = columns[column][place] ?? ""; });
  });
  const texts = values("step");
  steps.fill(texts.length, (row, place) => {
    fields(row)[0].value = texts[place];
    const told = Object.fromEntries(ofSteps.map((name) => [name, values(`${name}-${place + 1}`)[0] ?? ""]));
    row.querySelector("[name^=step_timer]").value = told.step_timer;
    showMedia(row, told.step_media, told);
  });
  changed();
}

function changed() {
  isChanged = true;
  form.dispatchEvent(new Event("input"));
}

// Undo for changes made with a button.

let before;

function remember() {
  before = read();
}

function tell(text, canUndo = false) {
  told.textContent = text;
  undo.hidden = !canUndo;
}

undo.addEventListener("click", () => {
  write(before);
  tell(form.dataset.undone);
  rows.querySelector("input").focus();
});

// A list of rows, for ingredients and for steps.

class RowList {
  constructor(list) {
    this.list = list;
    this.button = list.nextElementSibling;
    const handle = form.querySelector("template[data-handle]");
    for (const tools of list.querySelectorAll(".row-tools")) tools.prepend(handle.content.cloneNode(true));
    this.button.addEventListener("click", (event) => {
      event.preventDefault();
      fields(this.add())[0].focus();
      changed();
    });
    list.addEventListener("click", (event) => {
      const button = event.target.closest("button");
      if (button) event.preventDefault();
      this.use(button);
    });
    list.addEventListener("keydown", (event) => this.key(event));
    list.addEventListener("pointerdown", (event) => this.drag(event));
  }

  // Adds an empty copy of the first row, in the section of the row before it.
  add(after = this.list.lastElementChild) {
    const row = this.list.firstElementChild.cloneNode(true);
    const part = after.querySelector("[name=group]")?.value;
    for (const field of fields(row)) {
      field.value = field.name === "group" ? part : "";
      for (const name of ["id", "role", "aria-controls", "aria-expanded", "aria-activedescendant", "aria-describedby", "autofocus"]) {
        // Ids with a step number are renumbered instead.
        if (name !== "id" || !ofStep(field.name)) field.removeAttribute(name);
      }
    }
    row.classList.remove("moved");
    for (const old of row.querySelectorAll("[data-media-shown], .step-field .error")) old.remove();
    row.querySelector("[data-offer]")?.setAttribute("hidden", "");
    after.after(row);
    this.renumber();
    return row;
  }

  fill(count, set) {
    while (this.list.children.length < count) this.add();
    while (this.list.children.length > Math.max(count, 1)) this.list.lastElementChild.remove();
    if (count === 0) for (const field of fields(this.list.firstElementChild)) field.value = "";
    for (let place = 0; place < count; place++) set(this.list.children[place], place);
    this.renumber();
  }

  use(button) {
    const row = button?.closest(".row");
    if (!row) return;
    remember();
    if ("remove" in button.dataset) return this.remove(row);
    const neighbour = "up" in button.dataset ? row.previousElementSibling : row.nextElementSibling;
    if (!neighbour) return;
    if ("up" in button.dataset) row.after(neighbour);
    else row.before(neighbour);
    this.placed(row);
    button.focus();
  }

  // Finishes a move: between two rows of the same section, the row joins that section.
  placed(row) {
    const [above, below] = [row.previousElementSibling, row.nextElementSibling];
    const part = (other) => other.querySelector("[name=group]")?.value;
    if (above && below && ![row, above, below].some(isEmpty) && part(above) !== undefined && part(above) === part(below)) {
      row.querySelector("[name=group]").value = part(above);
    }
    row.classList.remove("moved");
    requestAnimationFrame(() => row.classList.add("moved"));
    this.renumber();
    changed();
    tell(`${form.dataset.place} ${[...this.list.children].indexOf(row) + 1} / ${this.list.children.length}`);
  }

  remove(row) {
    const next = row.nextElementSibling ?? row.previousElementSibling;
    const wasEmpty = isEmpty(row);
    if (next) row.remove();
    else for (const field of fields(row)) field.value = "";
    this.renumber();
    changed();
    tell(form.dataset.removed, !wasEmpty);
    fields(next ?? row)[0].focus();
  }

  // Drags with mouse or finger: the neighbours move past the row, because the row must keep the pointer capture.
  drag(event) {
    const handle = event.target.closest("[data-drag]");
    if (!handle || event.button !== 0) return;
    event.preventDefault();
    const row = handle.closest(".row");
    const neighbours = [...this.list.children];
    const middle = (other) => other.getBoundingClientRect().top + other.offsetHeight / 2;
    const move = ({ clientY }) => {
      const [above, below] = [row.previousElementSibling, row.nextElementSibling];
      if (above && clientY < middle(above)) row.after(above);
      else if (below && clientY > middle(below)) row.before(below);
      if (clientY < 90) scrollBy(0, -12);
      else if (clientY > innerHeight - 60) scrollBy(0, 12);
    };
    const stop = ({ type }) => {
      handle.removeEventListener("pointermove", move);
      row.classList.remove("dragged");
      if (type === "pointercancel") this.list.append(...neighbours);
      else if (neighbours.indexOf(row) !== [...this.list.children].indexOf(row)) this.placed(row);
    };
    remember();
    handle.setPointerCapture(event.pointerId);
    row.classList.add("dragged");
    handle.addEventListener("pointermove", move);
    for (const type of ["pointerup", "pointercancel"]) handle.addEventListener(type, stop, { once: true });
  }

  // Enter goes to the next row instead of sending the form.
  key(event) {
    if (event.key !== "Enter" || event.defaultPrevented || event.isComposing || event.target.tagName !== "INPUT") return;
    event.preventDefault();
    const row = event.target.closest(".row");
    fields(row.nextElementSibling ?? this.add())[0].focus();
  }

  renumber() {
    const label = this.button.dataset.label;
    if (!label) return;
    [...this.list.children].forEach((row, index) => {
      fields(row)[0].ariaLabel = `${label} ${index + 1}`;
      row.querySelector("[data-step-name]").textContent = ` ${label} ${index + 1}`;
      number(row, index + 1);
    });
  }
}

// The media of a step. Its fields have the step's number in their names, and so do their labels and messages.

function number(row, place) {
  const renamed = (name) => name.replace(/-\d+(?=$|-)/, `-${place}`);
  for (const part of row.querySelectorAll("[data-step-media] [name], [data-step-media] [id], [data-step-media] [for]")) {
    for (const name of ["name", "id", "for"]) {
      const value = part.getAttribute(name);
      if (value && ofStep(value)) part.setAttribute(name, renamed(value));
    }
    const ids = part.getAttribute("aria-describedby");
    if (ids) part.setAttribute("aria-describedby", ids.split(" ").map(renamed).join(" "));
  }
}

function showMedia(row, name, told = {}) {
  const slot = row.querySelector("[data-step-media]");
  for (const old of slot.querySelectorAll("[data-media-shown]")) old.remove();
  if (!name) return;
  const isVideo = name.endsWith(".mp4");
  const shown = form.querySelector("template[data-blank-media]").content.cloneNode(true).firstElementChild;
  if (!isVideo) shown.querySelector("[data-subtitles]").remove();
  slot.prepend(shown);
  number(row, [...row.parentElement.children].indexOf(row) + 1);
  for (const field of shown.querySelectorAll("[name]")) {
    if (field.type !== "checkbox") field.value = told[ofStep(field.name)] ?? "";
  }
  shown.querySelector("[name^=step_media]").value = name;
  if (isVideo) {
    shown.querySelector("[data-progress]").dataset.address = `/my/videos/${name.slice(0, -4)}`;
    watch(shown);
  } else {
    const image = Object.assign(document.createElement("img"), { className: "picture", src: `/media/${name}/320.jpg`, alt: "" });
    shown.querySelector("[data-media-preview]").replaceChildren(image);
  }
}

// Shows the progress of a video until it is ready.
async function watch(shown) {
  const progress = shown.querySelector("[data-progress]");
  const { address } = progress.dataset;
  if (!address || !shown.isConnected) return;
  try {
    const answer = await fetch(address, { headers: { Accept: "application/json" } });
    const video = await answer.json();
    progress.textContent = video.message ?? "";
    if (video.state === "ready") {
      const id = address.split("/").pop();
      const film = Object.assign(document.createElement("video"), {
        className: "picture", src: `/media/${id}/video.mp4`, poster: `/media/${id}/640.jpg`, preload: "none",
        muted: true, loop: true, playsInline: true, controls: true,
      });
      shown.querySelector("[data-media-preview]").replaceChildren(film);
    }
    if (["ready", "refused"].includes(video.state)) return;
  } catch {
    // The request is repeated below.
  }
  setTimeout(() => watch(shown), 1000);
}

for (const shown of form.querySelectorAll("[data-media-shown]")) watch(shown);
// Files are sent as soon as they are chosen, so the buttons for that are hidden.
for (const button of form.querySelectorAll("[data-send]")) button.hidden = true;

const ingredients = new RowList(rows);
const steps = new RowList(form.querySelector("[data-steps]"));

// Offers the existing section names for the next row.
rows.addEventListener("focusin", ({ target }) => {
  if (target.name !== "group") return;
  const parts = new Set([...rows.querySelectorAll("[name=group]")].map((field) => field.value).filter(Boolean));
  document.getElementById("groups").replaceChildren(...[...parts].map((value) => Object.assign(document.createElement("option"), { value })));
});

// Turns a pasted list into rows: replaces the empty row it was pasted into, or follows the last filled row.

async function parse(text) {
  const body = new URLSearchParams({ csrf: form.elements.csrf.value, ingredients_text: text });
  const answer = await fetch("/ingredients/parse", { method: "POST", body, headers: { Accept: "application/json" } });
  if (!answer.ok) throw new Error(answer.statusText);
  return (await answer.json()).items;
}

async function insert(text, into) {
  try {
    const items = await parse(text);
    remember();
    let last = into ?? [...rows.children].findLast((row) => !isEmpty(row)) ?? rows.firstElementChild;
    for (const item of items) {
      if (!isEmpty(last)) last = last.nextElementSibling && isEmpty(last.nextElementSibling) ? last.nextElementSibling : ingredients.add(last);
      for (const name of cells) last.querySelector(`[name=${name}]`).value = item[name] ?? "";
    }
    changed();
    tell(form.dataset.read, true);
    return true;
  } catch {
    tell(form.dataset.unread);
    return false;
  }
}

const pasted = form.elements.ingredients_text;
form.querySelector("[data-parse]").addEventListener("click", async (event) => {
  event.preventDefault();
  if (pasted.value.trim() === "") return pasted.focus();
  if (await insert(pasted.value)) pasted.value = "";
});

rows.addEventListener("paste", async (event) => {
  const text = event.clipboardData.getData("text");
  if (!text.trim().includes("\n")) return;
  event.preventDefault();
  if (await insert(text, event.target.closest(".row"))) return;
  pasted.closest("details").open = true;
  pasted.value = text;
});

// Splits a pasted recipe: the site does this, and answers with the whole form.

const whole = form.elements.recipe_text;
form.querySelector("[data-split]").addEventListener("click", async (event) => {
  event.preventDefault();
  if (whole.value.trim() === "") return whole.focus();
  const body = new URLSearchParams([...read(), ["csrf", form.elements.csrf.value], ["arrange", "split"]]);
  try {
    const answer = await fetch(form.action, { method: "POST", body, redirect: "manual", headers: { Accept: "text/html" } });
    if (![200, 422].includes(answer.status)) throw new Error(answer.statusText);
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const other = page.querySelector("[data-editor]");
    // Shows the new error messages, or removes the old ones.
    const [here, there] = [form, other].map((one) => one.elements.recipe_text.closest(".field"));
    for (const old of here.querySelectorAll(".error")) old.remove();
    here.querySelector("textarea").before(...there.querySelectorAll(".error"));
    whole.ariaInvalid = answer.ok ? null : "true";
    if (!answer.ok) return whole.focus();
    remember();
    write(read(other));
    for (const note of form.parentElement.querySelectorAll("[data-left]")) note.remove();
    const left = page.querySelector("[data-left]");
    if (left) form.before(left);
    tell(form.dataset.splitDone, true);
    form.elements.title.focus();
  } catch {
    tell(form.dataset.unread);
  }
});

// Shows a small preview of the photo immediately.

form.elements.photo.addEventListener("change", async ({ target }) => {
  const preview = form.querySelector("[data-photo-preview]");
  const file = target.files[0];
  if (!file) return;
  if (form.elements.remove_photo) form.elements.remove_photo.checked = false;
  try {
    const bitmap = await createImageBitmap(file);
    const canvas = document.createElement("canvas");
    const scale = Math.max(320 / bitmap.width, 240 / bitmap.height);
    Object.assign(canvas, { className: "picture", width: 320, height: 240 });
    const [width, height] = [bitmap.width * scale, bitmap.height * scale];
    canvas.getContext("2d").drawImage(bitmap, (320 - width) / 2, (240 - height) / 2, width, height);
    preview.replaceChildren(canvas);
  } catch {
    preview.replaceChildren();
  }
});

// Asks before leaving the page with unsaved changes.

form.addEventListener("input", () => { isChanged = true; });
form.addEventListener("change", changed);
form.addEventListener("submit", () => { isSent = true; });
addEventListener("pageshow", () => { isSent = false; });
addEventListener("beforeunload", (event) => {
  if (isChanged && !isSent) event.preventDefault();
});

// Used by `drafts.js` and `facts.js`.
form.editor = {
  read,
  write,
  showMedia,
  changed,
  isChanged: () => isChanged,
  leave: (address) => { isSent = true; location.assign(address); },
};
