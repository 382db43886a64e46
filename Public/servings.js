// The recipe page: amounts for other servings or in other units, without leaving the page. If that fails, the page with
// them is opened.

let asked;
const show = async (address) => {
  asked = address;
  try {
    const answer = await fetch(address);
    if (!answer.ok) throw new Error(answer.status);
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    if (asked !== address) return;
    if (toqueIsNewer(page)) throw new Error("newer");
    const ticked = new Set([...document.querySelectorAll("[data-line]:checked")].map((box) => box.dataset.line));
    // What was focused in a replaced part is focused again, and nothing else.
    const { id, classList } = document.activeElement?.closest(".scaling") ? document.activeElement : {};
    const focused = id ? `#${id}` : classList?.contains("step-up") ? ".step-up" : classList?.contains("step-down") ? ".step-down" : undefined;
    for (const part of [".scaling", ".recipe-work > .ingredients", ".figures"]) {
      const [old, fresh] = [document.querySelector(part), page.querySelector(part)];
      if (old && fresh) old.replaceChildren(...fresh.childNodes);
    }
    for (const box of document.querySelectorAll("[data-line]")) box.checked = ticked.has(box.dataset.line);
    const shopping = document.querySelector("#shopping [name=servings]");
    if (shopping) shopping.value = page.querySelector("#shopping [name=servings]")?.value ?? "";
    const [old, fresh] = [document, page].map((where) => [...where.querySelectorAll("[data-cook-link]")]);
    for (const [number, cook] of old.entries()) cook.href = fresh[number]?.getAttribute("href") ?? cook.href;
    history.replaceState(history.state, "", address);
    if (focused) document.querySelector(focused)?.focus();
  } catch {
    location.assign(address);
  }
};

document.addEventListener("click", (event) => {
  const link = event.target.closest?.("a[data-rescale]");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  link.focus();
  show(link.href);
});
document.addEventListener("change", ({ target }) => {
  const { form } = target;
  if (form?.matches(".scaling")) show(`${form.action}?${new URLSearchParams(new FormData(form))}`);
});
