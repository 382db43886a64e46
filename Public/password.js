// Shows the strength of a new password during typing. The server makes the real check, without a script.

const hint = document.querySelector("[data-strength]");
const field = document.getElementById(hint.dataset.strength);
const meter = Object.assign(document.createElement("meter"), { min: 0, max: 3, low: 1.5, high: 2.5, optimum: 3 });
const word = document.createElement("span");
meter.ariaLabel = hint.dataset.label;
hint.append(meter, word);

// Announced when typing pauses, not at every key.
const said = document.createElement("span");
said.className = "hidden";
said.role = "status";
hint.after(said);

// Names that others know: those given by the page, and those typed in this form.
const names = () => {
  const typed = [...field.form.elements].filter((element) => ["username", "email"].includes(element.name));
  return [hint.dataset.names, "toque", ...typed.map((element) => element.value)].join(" ")
    .toLowerCase().split(/[^\p{L}\p{N}]+/u).filter((name) => name.length >= 4);
};

// The number of characters that are not a repetition, not the next letter of the alphabet, and not part of a name.
const surprises = (text) => {
  const rest = names().reduce((left, name) => left.replaceAll(name, ""), text.normalize("NFKC").toLowerCase());
  const codes = [...rest].map((letter) => letter.codePointAt(0));
  const isNew = (code, place) => place === 0 || Math.abs(code - codes[place - 1]) > 1;
  const pieces = new Set(codes.map((code, place) => `${codes[place - 1]} ${code}`));
  return Math.min(codes.filter(isNew).length, pieces.size);
};

const level = (text) => {
  if ([...text.normalize("NFC")].length < Number(hint.dataset.least)) return "short";
  const count = surprises(text);
  return count < 9 ? "weak" : count < 15 ? "fair" : "good";
};

let pause;
const tell = () => {
  clearTimeout(pause);
  hint.hidden = field.value === "";
  if (hint.hidden) return;
  const found = level(field.value);
  hint.dataset.level = found;
  meter.value = ["short", "weak", "fair", "good"].indexOf(found);
  word.textContent = hint.dataset[found];
  pause = setTimeout(() => { said.textContent = `${hint.dataset.label}: ${word.textContent}`; }, 1000);
};
field.addEventListener("input", tell);
tell();
