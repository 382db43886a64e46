// Bringing a recipe in: a file that is dropped anywhere is read at once, and a text pasted as an address goes where texts go.

const form = document.querySelector("[data-import]");
const { address, text, file } = form.elements;

addEventListener("dragover", (event) => {
  if (!event.dataTransfer.types.includes("Files")) return;
  event.preventDefault();
  form.classList.add("dropping");
});

addEventListener("dragleave", (event) => {
  if (!event.relatedTarget) form.classList.remove("dropping");
});

addEventListener("drop", (event) => {
  form.classList.remove("dropping");
  if (!event.dataTransfer.files.length) return;
  event.preventDefault();
  file.files = event.dataTransfer.files;
  file.focus();
  // What was typed besides stays, and its owner decides.
  if (!address.value && !text.value) form.requestSubmit();
});

address.addEventListener("paste", (event) => {
  const pasted = event.clipboardData.getData("text").trim();
  if (!pasted.includes("\n") || text.value) return;
  event.preventDefault();
  text.value = pasted;
  text.focus();
});
