// The recipe editor: rows that come, go and move, a pasted list put into rows, the photo before it is sent.
// Without it the form has empty rows to spare, and takes the pasted list when it is saved.

const form = document.querySelector("[data-editor]");
const rows = form.querySelector("[data-rows]");
const template = (name) => form.querySelector(`template[${name}]`).content.cloneNode(true);

let isChanged = document.querySelector(".problems") !== null;
let isSent = false;
const changed = () => { isChanged = true; };

// Lists of rows: the same for ingredients and steps.

const fields = (row) => [...row.querySelectorAll("input, textarea")];

class RowList {
  constructor(list, addTemplate) {
    this.list = list;
    for (const row of list.children) row.append(template("data-row-tools"));
    list.after(template(addTemplate));
    this.button = list.nextElementSibling;
    this.button.addEventListener("click", () => fields(this.add())[0].focus());
    list.addEventListener("click", ({ target }) => this.use(target.closest("button")));
    list.addEventListener("keydown", (event) => this.key(event));
  }

  // A row like the first, empty.
  add() {
    const row = this.list.firstElementChild.cloneNode(true);
    for (const field of fields(row)) {
      field.value = "";
      for (const name of ["id", "role", "aria-controls", "aria-expanded", "aria-describedby"]) field.removeAttribute(name);
    }
    row.classList.remove("moved");
    this.list.append(row);
    this.renumber();
    changed();
    return row;
  }

  use(button) {
    const row = button?.closest(".row");
    if (!row) return;
    if ("remove" in button.dataset) return this.remove(row);
    const neighbour = "up" in button.dataset ? row.previousElementSibling : row.nextElementSibling;
    if (!neighbour) return;
    if ("up" in button.dataset) neighbour.before(row);
    else neighbour.after(row);
    row.classList.remove("moved");
    requestAnimationFrame(() => row.classList.add("moved"));
    this.renumber();
    changed();
    button.focus();
  }

  remove(row) {
    const next = row.nextElementSibling ?? row.previousElementSibling;
    if (next) row.remove();
    else for (const field of fields(row)) field.value = "";
    this.renumber();
    changed();
    fields(next ?? row)[0].focus();
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
    if (label) [...this.list.children].forEach((row, index) => { fields(row)[0].ariaLabel = `${label} ${index + 1}`; });
  }
}

const ingredients = new RowList(rows, "data-row-add");
new RowList(form.querySelector("[data-steps]"), "data-step-add");

// A pasted list: the site reads it, the rows show what it understood.

const names = ["amount", "unit", "ingredient", "note", "group"];
const isEmpty = (row) => fields(row).every((field) => field.value.trim() === "");

function fill(items) {
  const free = [...rows.children].filter(isEmpty);
  for (const item of items) {
    const row = free.shift() ?? ingredients.add();
    for (const name of names) row.querySelector(`[name=${name}]`).value = item[name] ?? "";
  }
  changed();
}

async function parse(text) {
  const body = new URLSearchParams({ csrf: form.elements.csrf.value, ingredients_text: text });
  const answer = await fetch("/ingredients/parse", { method: "POST", body, headers: { Accept: "application/json" } });
  if (!answer.ok) throw new Error(answer.statusText);
  return (await answer.json()).items;
}

const pasted = form.elements.ingredients_text;
pasted.closest(".paste").append(template("data-paste"));
const status = form.querySelector("[data-parse-status]");

async function parsePasted() {
  if (pasted.value.trim() === "") return pasted.focus();
  status.textContent = status.dataset.working;
  try {
    fill(await parse(pasted.value));
    pasted.value = "";
    status.textContent = status.dataset.done;
  } catch {
    status.textContent = status.dataset.failed;
  }
}

form.querySelector("[data-parse]").addEventListener("click", parsePasted);

// Several lines pasted into one row are a list.
rows.addEventListener("paste", (event) => {
  const text = event.clipboardData.getData("text");
  if (!text.trim().includes("\n")) return;
  event.preventDefault();
  pasted.closest("details").open = true;
  pasted.value = text;
  parsePasted();
});

// The photo, drawn small at once.

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

// Leaving with changes asks first.

form.addEventListener("input", changed);
form.addEventListener("submit", () => { isSent = true; });
addEventListener("pageshow", () => { isSent = false; });
addEventListener("beforeunload", (event) => {
  if (isChanged && !isSent) event.preventDefault();
});
