// The plan: dragging an entry to another day sends the form that changes its day.

const plan = document.querySelector("[data-plan]");
const form = document.querySelector("#plan-move");
let dragged;

for (const entry of plan.querySelectorAll("[data-entry]")) entry.draggable = true;

plan.addEventListener("dragstart", (event) => {
  dragged = event.target.closest("[data-entry]");
  event.dataTransfer.effectAllowed = "move";
});
plan.addEventListener("dragover", (event) => {
  const day = event.target.closest("[data-day]");
  if (!dragged || !day) return;
  event.preventDefault();
  for (const other of plan.querySelectorAll("[data-day]")) other.classList.toggle("target", other === day);
});
plan.addEventListener("dragend", () => {
  dragged = undefined;
  for (const day of plan.querySelectorAll("[data-day]")) day.classList.remove("target");
});
plan.addEventListener("drop", (event) => {
  const day = event.target.closest("[data-day]");
  if (!dragged || !day || day.contains(dragged)) return;
  event.preventDefault();
  form.action = dragged.dataset.entry;
  form.elements.day.value = day.dataset.day;
  form.submit();
});
