// The import page: reads a dropped file immediately, and moves a text pasted into the address field to the text field.

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
  // If something was typed as well, the form is not sent: the user decides.
  if (!address.value && !text.value) form.requestSubmit();
});

address.addEventListener("paste", (event) => {
  const pasted = event.clipboardData.getData("text").trim();
  if (!pasted.includes("\n") || text.value) return;
  event.preventDefault();
  text.value = pasted;
  text.focus();
});
