// The profile form: counts the characters of the bio, and crops the photo to a square. Without this script the server
// counts, and keeps the middle of the photo.

const form = document.querySelector("[data-profile]");

// Counts as the server does: composed characters, runs of blanks as one, an emoji as one.

const counting = form.querySelector("template[data-count]");
const text = form.elements[counting.dataset.count];
text.closest(".field").append(counting.content.cloneNode(true));
const counter = text.closest(".field").querySelector(".letters");
const segmenter = globalThis.Intl?.Segmenter && new Intl.Segmenter();

const length = (value) => {
  const tidied = value.normalize("NFC").trim().replace(/\s+/gu, " ");
  return [...(segmenter ? segmenter.segment(tidied) : tidied)].length;
};

const count = () => {
  const number = length(text.value);
  counter.querySelector("[data-number]").textContent = number;
  counter.classList.toggle("over", number > Number(counting.dataset.limit));
};
text.addEventListener("input", count);
count();

// The square, in pixels of the photo: dragged, zoomed with the wheel or two fingers, moved with keys, or typed.

const LEAST = 64;
const picked = form.elements.photo;
const clamp = (value, low, high) => Math.min(Math.max(Math.round(value), low), high);

class Crop {
  constructor(bitmap) {
    this.bitmap = bitmap;
    this.shorter = Math.min(bitmap.width, bitmap.height);
    this.fieldset = form.querySelector("template[data-crop]").content.cloneNode(true).firstElementChild;
    this.canvas = this.fieldset.querySelector("canvas");
    this.scale = Math.min(480 / bitmap.width, 480 / bitmap.height);
    this.canvas.width = Math.max(1, Math.round(bitmap.width * this.scale));
    this.canvas.height = Math.max(1, Math.round(bitmap.height * this.scale));
    this.fields = Object.fromEntries(["x", "y", "side"].map((name) => [name, this.fieldset.querySelector(`[name=${name}]`)]));
    this.pointers = new Map();
    this.listen();
    this.place((bitmap.width - this.shorter) / 2, (bitmap.height - this.shorter) / 2, this.shorter);
  }

  listen() {
    const { canvas } = this;
    canvas.addEventListener("pointerdown", (event) => {
      canvas.setPointerCapture(event.pointerId);
      this.pointers.set(event.pointerId, event);
    });
    canvas.addEventListener("pointermove", (event) => this.drag(event));
    for (const name of ["pointerup", "pointercancel"]) {
      canvas.addEventListener(name, (event) => this.pointers.delete(event.pointerId));
    }
    canvas.addEventListener("wheel", (event) => {
      event.preventDefault();
      this.zoom(event.deltaY > 0 ? 1.05 : 1 / 1.05);
    }, { passive: false });
    canvas.addEventListener("keydown", (event) => this.key(event));
    for (const field of Object.values(this.fields)) {
      field.addEventListener("change", () => {
        const [x, y, side] = ["x", "y", "side"].map((name) => Number(this.fields[name].value) || 0);
        this.place(x, y, side);
      });
    }
  }

  // Keeps the square within the photo.
  place(x, y, side) {
    this.side = clamp(side, Math.min(LEAST, this.shorter), this.shorter);
    this.x = clamp(x, 0, this.bitmap.width - this.side);
    this.y = clamp(y, 0, this.bitmap.height - this.side);
    for (const name of ["x", "y", "side"]) this.fields[name].value = this[name];
    this.draw();
  }

  zoom(factor) {
    const side = clamp(this.side * factor, Math.min(LEAST, this.shorter), this.shorter);
    this.place(this.x + (this.side - side) / 2, this.y + (this.side - side) / 2, side);
  }

  drag(event) {
    const before = this.pointers.get(event.pointerId);
    if (!before) return;
    // The canvas may be shown smaller than it is.
    const pixels = this.bitmap.width / this.canvas.getBoundingClientRect().width;
    const other = [...this.pointers.values()].find((pointer) => pointer.pointerId !== event.pointerId);
    this.pointers.set(event.pointerId, event);
    if (!other) {
      const [right, down] = [event.clientX - before.clientX, event.clientY - before.clientY];
      return this.place(this.x + right * pixels, this.y + down * pixels, this.side);
    }
    const apart = (pointer) => Math.max(1, Math.hypot(pointer.clientX - other.clientX, pointer.clientY - other.clientY));
    this.zoom(apart(event) / apart(before));
  }

  key(event) {
    const step = Math.max(1, Math.round(this.shorter / 50));
    const moves = { ArrowLeft: [-step, 0], ArrowRight: [step, 0], ArrowUp: [0, -step], ArrowDown: [0, step] };
    const move = moves[event.key];
    if (move) this.place(this.x + move[0], this.y + move[1], this.side);
    else if (event.key === "+" || event.key === "=") this.zoom(1 / 1.05);
    else if (event.key === "-") this.zoom(1.05);
    else return;
    event.preventDefault();
  }

  draw() {
    const { canvas, bitmap, scale } = this;
    const pen = canvas.getContext("2d");
    pen.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
    pen.fillStyle = "rgb(0 0 0 / .6)";
    pen.fillRect(0, 0, canvas.width, canvas.height);
    const [x, y, side] = [this.x * scale, this.y * scale, this.side * scale];
    pen.drawImage(bitmap, this.x, this.y, this.side, this.side, x, y, side, side);
    pen.strokeStyle = "#fff";
    pen.lineWidth = 2;
    pen.strokeRect(x + 1, y + 1, side - 2, side - 2);
  }
}

picked.addEventListener("change", async () => {
  form.querySelector(".crop")?.remove();
  const file = picked.files[0];
  if (!file) return;
  if (form.elements.remove_photo) form.elements.remove_photo.checked = false;
  try {
    const bitmap = await createImageBitmap(file);
    // Another file was chosen in the meantime.
    if (picked.files[0] !== file) return bitmap.close();
    const crop = new Crop(bitmap);
    picked.closest(".field").after(crop.fieldset);
  } catch {
    // The server may be able to read what this browser cannot show: it keeps the middle.
  }
});
