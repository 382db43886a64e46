// The recipe page: amounts for more or fewer servings, without leaving the page. If that fails, the link is followed.

document.addEventListener("click", async (event) => {
  const link = event.target.closest?.("a[data-rescale]");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  try {
    const answer = await fetch(link.href);
    if (!answer.ok) throw new Error(answer.status);
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    if (toqueIsNewer(page)) throw new Error("newer");
    const ticked = new Set([...document.querySelectorAll("[data-line]:checked")].map((box) => box.dataset.line));
    for (const part of [".scaling", ".recipe-work > .ingredients", ".figures"]) {
      const [old, fresh] = [document.querySelector(part), page.querySelector(part)];
      if (old && fresh) old.replaceChildren(...fresh.childNodes);
    }
    for (const box of document.querySelectorAll("[data-line]")) box.checked = ticked.has(box.dataset.line);
    const shopping = document.querySelector("#shopping [name=servings]");
    if (shopping) shopping.value = page.querySelector("#shopping [name=servings]")?.value ?? "";
    const [old, fresh] = [document, page].map((where) => [...where.querySelectorAll("[data-cook-link]")]);
    for (const [number, cook] of old.entries()) cook.href = fresh[number]?.getAttribute("href") ?? cook.href;
    history.replaceState(history.state, "", link.href);
    document.querySelector(`.${link.classList.contains("step-up") ? "step-up" : "step-down"}`)?.focus();
  } catch {
    location.assign(link.href);
  }
});
