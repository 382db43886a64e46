// Filters apply as soon as one is chosen. On the next page the filters are open again, with the focus on the same field.

const filters = document.querySelector("form.filters");
const key = "toque-filter";
try {
  const last = JSON.parse(sessionStorage.getItem(key));
  sessionStorage.removeItem(key);
  const field = last && [...filters.elements].find(({ name, value, type }) => name === last.name && (type !== "checkbox" || value === last.value));
  if (field) {
    for (const fold of filters.querySelectorAll("details")) if (fold.contains(field)) fold.open = true;
    field.focus();
  }
  // The order stands over the results, but belongs to the form.
  document.addEventListener("change", ({ target }) => {
    if (target.form !== filters || !target.matches("select, [type=checkbox]")) return;
    sessionStorage.setItem(key, JSON.stringify({ name: target.name, value: target.value }));
    filters.requestSubmit();
  });
} catch {
  // Without storage the button applies the filters.
}
