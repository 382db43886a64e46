// Improves all pages; every page works without it.

const make = (name, properties = {}, ...children) => {
  const element = Object.assign(document.createElement(name), properties);
  element.append(...children);
  return element;
};

// Suggestions: a combobox for every input whose `data-suggest` says where they come from.

class Suggestions {
  static count = 0;

  constructor(input) {
    this.input = input;
    [this.items, this.active] = [[], -1];
    this.list = make("ul", { className: "suggest", hidden: true, id: `suggest-${++Suggestions.count}` });
    this.list.role = "listbox";
    this.list.ariaLabel = input.ariaLabel ?? input.labels?.[0]?.textContent ?? "";
    this.told = make("div", { className: "hidden", role: "status" });
    document.body.append(this.list, this.told);
    // Only a text input may be a combobox.
    if (input.type === "search") Object.assign(input, { type: "text", enterKeyHint: "search" });
    if (!this.isLines) input.role = "combobox";
    input.ariaAutoComplete = "list";
    this.expand(false);
    input.setAttribute("aria-controls", this.list.id);
    input.addEventListener("input", () => this.ask());
    input.addEventListener("keydown", (event) => this.key(event));
    input.addEventListener("blur", () => this.close());
    this.list.addEventListener("pointerdown", (event) => event.preventDefault());
    this.list.addEventListener("click", (event) => {
      const option = event.target.closest("[role=option]");
      if (option) this.choose(Number(option.dataset.index));
    });
  }

  get isList() { return "suggestList" in this.input.dataset; }
  get isLines() { return this.input.type === "textarea"; }

  // In a list of names only the last one is looked up; in lines, the one that ends at the cursor.
  get typed() {
    const { value, selectionStart, selectionEnd } = this.input;
    if (!this.isLines) return (this.isList ? value.split(",").at(-1) : value).trim();
    const isAtEnd = selectionStart === selectionEnd && (value[selectionEnd] ?? "\n") === "\n";
    return isAtEnd ? value.slice(0, selectionEnd).split("\n").at(-1).trim() : "";
  }

  expand(isOpen) {
    this.list.hidden = !isOpen;
    if (!this.isLines) this.input.ariaExpanded = String(isOpen);
  }

  ask() {
    clearTimeout(this.timer);
    this.request?.abort();
    const typed = this.typed;
    this.asked = typed;
    if (typed.length < 2) return this.close();
    this.timer = setTimeout(async () => {
      this.request = new AbortController();
      try {
        const address = new URL(this.input.dataset.suggest, location);
        address.searchParams.set("q", typed);
        const answer = await fetch(address, { signal: this.request.signal, headers: { Accept: "application/json" } });
        if (answer.ok && this.typed === typed && document.activeElement === this.input) this.show(await answer.json());
      } catch (error) {
        if (error.name !== "AbortError") this.close();
      }
    }, 120);
  }

  show({ items, message, propose, typed }) {
    if (this.isLines && items.length === 0) return this.close();
    this.completed = typed;
    this.items = propose ? [...items, propose] : items;
    const none = message ?? this.input.dataset.suggestNone;
    this.told.textContent = items.length === 0 ? [none, propose?.label ?? ""].join(" ").trim() : message ?? "";
    this.active = -1;
    const note = this.input.dataset.suggestIngredient;
    this.list.replaceChildren(...this.items.map((item, index) => {
      const option = make("li", { id: `${this.list.id}-${index}` }, make("span", { textContent: item.label ?? item.name }));
      const aside = item.also ?? (item.kind === "ingredient" ? note : undefined);
      if (aside) option.append(make("small", { textContent: aside }));
      option.role = "option";
      option.dataset.index = index;
      return option;
    }));
    if (items.length === 0) this.list.prepend(make("li", { className: "none", role: "presentation", textContent: none }));
    const box = this.input.getBoundingClientRect();
    // Of lines, below the form, so that its button can be tapped.
    Object.assign(this.list.style, {
      top: `${(this.isLines ? this.input.form : this.input).getBoundingClientRect().bottom + scrollY}px`, left: `${box.left + scrollX}px`,
      width: `${Math.max(box.width, Math.min(380, document.documentElement.clientWidth - box.left - 8))}px`,
    });
    this.expand(true);
    this.mark(-1);
  }

  close() {
    clearTimeout(this.timer);
    this.request?.abort();
    this.expand(false);
    this.told.textContent = "";
    this.input.removeAttribute("aria-activedescendant");
  }

  mark(index) {
    this.active = index;
    const options = this.list.querySelectorAll("[role=option]");
    options.forEach((option, place) => { option.ariaSelected = String(place === index); });
    const option = options[index];
    if (!option) return this.input.removeAttribute("aria-activedescendant");
    this.input.setAttribute("aria-activedescendant", option.id);
    option.scrollIntoView({ block: "nearest" });
  }

  key(event) {
    if (event.isComposing) return;
    if (this.list.hidden) {
      if (event.key === "ArrowDown" && !this.isLines) this.ask();
      return;
    }
    const last = this.items.length - 1;
    if (event.key === "ArrowDown") this.mark(this.active === last ? -1 : this.active + 1);
    else if (event.key === "ArrowUp") this.mark(this.active === -1 ? last : this.active - 1);
    else if (event.key === "Enter" && this.active >= 0) this.choose(this.active);
    else if (event.key === "Escape") this.close();
    else if (["Home", "End", "ArrowLeft", "ArrowRight"].includes(event.key)) return this.mark(-1);
    else if (event.key === "Enter") return this.close();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  // Keeps the typed word if it is a prefix of the suggestion: "Garb" becomes "Garbanzo beans", not "chickpeas".
  words({ name, words = name }) {
    const typed = this.completed ?? this.typed;
    return words.toLowerCase().startsWith(typed.toLowerCase()) ? typed + words.slice(typed.length) : words;
  }

  choose(index) {
    const item = this.items[index];
    this.close();
    if (item.new_tab) return open(item.address, "_blank", "noopener");
    if (item.address) return location.assign(item.address);
    if (this.isLines) {
      // The cursor moved, or the answer is for less than what is typed now.
      if (this.typed !== this.asked || !this.typed.endsWith(this.completed)) return;
      const end = this.input.selectionEnd;
      const start = this.input.value.slice(0, end).trimEnd().length - this.completed.length;
      this.input.setRangeText(this.words(item), start, end, "end");
      return this.input.focus();
    }
    const before = this.isList ? this.input.value.split(",").slice(0, -1) : [];
    this.input.value = [...before.map((name) => name.trim()), this.isList ? item.name : this.words(item)].join(", ");
    this.input.dispatchEvent(new Event("change", { bubbles: true }));
    this.input.focus();
  }
}

document.addEventListener("focusin", ({ target }) => {
  if (target.matches?.("[data-suggest]:not([aria-autocomplete])")) new Suggestions(target);
});

// Times: pages show them in UTC; this shows them in the reader's zone and language, also in parts that load later.

const { lang } = document.documentElement;
const moments = new Intl.DateTimeFormat(lang === "en" ? "en-GB" : lang, { dateStyle: "long", timeStyle: "short" });
const showMoments = (element) => {
  for (const time of element.querySelectorAll('time[datetime$="Z"]')) {
    time.textContent = moments.format(new Date(time.dateTime));
  }
};
showMoments(document);
new MutationObserver((records) => {
  for (const { target } of records) showMoments(target);
}).observe(document.body, { childList: true, subtree: true });

// Lists in pages: a button appends the next page; after coming back, the list is as long as before.

// Whether a fetched page is from a newer site than this one, so that its parts do not fit into this one.
globalThis.toqueIsNewer = (page) => new Set([page, document].map((one) => one.querySelector("link[rel=stylesheet]")?.href)).size > 1;

class MorePages {
  constructor(nav) {
    this.nav = nav;
    this.list = document.querySelector("[data-pages]");
    this.loaded = 0;
    this.button = make("button", { className: "button quiet", type: "button", textContent: nav.dataset.more });
    this.status = make("p", { className: "hidden", role: "status" });
    this.button.addEventListener("click", () => this.more(true));
    this.update(nav);
    nav.after(this.status);
    addEventListener("pagehide", () => history.replaceState({ pages: this.loaded, top: scrollY }, ""));
    this.restore(history.state);
  }

  update(nav) {
    this.next = nav?.querySelector("[rel=next]")?.href;
    this.nav.replaceChildren(...(nav?.children ?? []));
    this.nav.querySelector("[rel=next]")?.replaceWith(this.button);
  }

  async restore(state) {
    if (!state?.pages) return;
    for (let page = 0; page < state.pages && this.next; page++) await this.more(false);
    scrollTo(0, state.top);
  }

  async more(isAsked) {
    this.button.disabled = true;
    this.button.textContent = this.status.textContent = this.nav.dataset.loading;
    try {
      const answer = await fetch(this.next, { headers: { Accept: "text/html" } });
      if (!answer.ok) throw new Error(answer.statusText);
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      if (toqueIsNewer(page)) return void location.assign(this.next);
      const items = [...page.querySelector("[data-pages]").children];
      this.list.querySelector(":scope > .fold > details")?.setAttribute("open", "");
      this.list.append(...items);
      this.loaded += 1;
      this.button.textContent = this.nav.dataset.more;
      this.update(page.querySelector("nav.pages"));
      this.status.textContent = this.nav.querySelector("span")?.textContent ?? "";
      if (isAsked) items[0]?.querySelector("a")?.focus();
    } catch {
      this.button.textContent = this.status.textContent = this.nav.dataset.failed;
    }
    this.button.disabled = false;
  }
}

const pages = document.querySelector("nav.pages:has([rel=next])");
const morePages = pages && document.querySelector("[data-pages]") ? new MorePages(pages) : null;

// Lists of recipes: a click on a card stores the list, so that `neighbours.js` can link to the previous and next recipe.

const before = document.querySelector("nav.pages [rel=prev]")?.href;
document.addEventListener("click", ({ target }) => {
  const list = target.closest?.(".recipe-card h3 a")?.closest(".cards");
  if (!list) return;
  const isPaged = list.matches("[data-pages]");
  const items = [...list.querySelectorAll(".recipe-card h3 a")].map((link) => [link.getAttribute("href"), link.textContent]);
  // With the account, because another tab or the end of the session may log out.
  const owner = document.querySelector("script[data-offline]")?.dataset.offline;
  sessionStorage.setItem("toque.list", JSON.stringify({
    owner, items, before: isPaged ? before : undefined, after: isPaged ? morePages?.next : undefined,
  }));
});

// The side menu on a phone: Escape closes it. A tap outside it does so without a script (see `site.css`).

const menu = document.querySelector(".menu-toggle");
addEventListener("keydown", (event) => {
  if (event.key !== "Escape" || !menu?.open) return;
  menu.open = false;
  menu.querySelector("summary").focus();
});

// Ticked ingredients stay ticked until the browser is closed.

const recipe = document.querySelector("[data-recipe]");
if (recipe) {
  const key = `ticked ${location.pathname}`;
  // Asked for each time: other servings replace the list.
  const boxes = () => [...recipe.querySelectorAll("[data-line]")];
  const ticked = new Set((sessionStorage.getItem(key) ?? "").split(" "));
  for (const box of boxes()) box.checked ||= ticked.has(box.dataset.line);
  recipe.addEventListener("change", () => {
    sessionStorage.setItem(key, boxes().filter((box) => box.checked).map((box) => box.dataset.line).join(" "));
  });
}

// Autosaves of the editor and timers stay on this device only while their owner is logged in, and until they are saved.

const drafts = () => Object.keys(localStorage).filter((key) => key.startsWith("toque.draft "));
const forgetDrafts = () => { for (const key of drafts()) localStorage.removeItem(key); };
// So do kept pages; the setting and the changes that wait to be sent stay if only the session ended.
const forgetPages = async () => {
  for (const name of await globalThis.caches?.keys() ?? []) if (name.startsWith("toque-")) await caches.delete(name);
};
if (document.body.dataset.visitor !== undefined && !document.querySelector(".offline-line")) {
  forgetDrafts();
  forgetPages();
}
// Logging out deletes the changes that wait, so they are sent first. If that fails, the form says so, and works the next
// time.
const sendBeforeLogout = async (form, note) => {
  form.dataset.warned = "yes";
  try {
    await import(document.querySelector("script[data-offline]").dataset.queue);
    const { waiting } = await toqueQueue.flush();
    if (waiting === 0) return form.requestSubmit();
  } catch { /* Without a connection, they still wait. */ }
  note.hidden = false;
};
document.addEventListener("submit", (event) => {
  const { target } = event;
  if (new URL(target.action).pathname !== "/logout") return;
  const [cut, unsent] = [target.querySelector("[data-cut]"), target.querySelector("[data-unsent]")];
  const isCut = cut !== null && !navigator.onLine;
  const isWaiting = unsent !== null && localStorage.getItem("toque.waiting") !== null && !target.dataset.warned;
  if (cut) cut.hidden = !isCut;
  if (isCut || isWaiting) {
    event.preventDefault();
    event.stopImmediatePropagation();
    if (!isCut) sendBeforeLogout(target, unsent);
    return;
  }
  forgetDrafts();
  forgetPages();
  for (const key of ["toque.timers", "toque.offline", "toque.waiting", "toque.ringing"]) localStorage.removeItem(key);
  sessionStorage.removeItem("toque.list");
  globalThis.indexedDB?.deleteDatabase("toque");
  navigator.serviceWorker?.getRegistration().then((registration) => registration?.unregister());
});
if (document.querySelector(".done") && sessionStorage.getItem("toque.sent")) {
  localStorage.removeItem(sessionStorage.getItem("toque.sent"));
  sessionStorage.removeItem("toque.sent");
}

// Forms: focus the error summary first, send nothing twice, and show that a request takes long. A form that downloads a
// file may be sent again, since its page stays.

document.querySelector(".problems")?.focus();
document.addEventListener("submit", (event) => {
  const form = event.target;
  if (form.method !== "post" || "download" in form.dataset) return;
  if (form.dataset.sent) return event.preventDefault();
  form.dataset.sent = "yes";
  setTimeout(() => event.submitter?.classList.toggle("busy", "sent" in form.dataset), 700);
});
addEventListener("pageshow", () => {
  for (const form of document.querySelectorAll("form[data-sent]")) delete form.dataset.sent;
  for (const button of document.querySelectorAll(".busy")) button.classList.remove("busy");
});

// Keeps the ingredients visible next to the steps, if all of them fit on the screen.
const ingredients = document.querySelector(".recipe-work > .ingredients");
if (ingredients) {
  const height = () => ingredients.offsetHeight + (document.querySelector(".bar")?.offsetHeight ?? 0);
  const fit = () => ingredients.classList.toggle("fits", height() + 16 < innerHeight);
  new ResizeObserver(fit).observe(ingredients);
  addEventListener("resize", fit);
}
// Sharing: opens the system's dialog, or copies the address. Printing: shows the button, or prints instead of opening the page of a link.
const share = document.querySelector("[data-share]");
if (share && (navigator.share || navigator.clipboard)) {
  share.hidden = false;
  share.addEventListener("click", async () => {
    const address = share.dataset.address ?? document.querySelector("link[rel=canonical]")?.href ?? location.href;
    try {
      if (navigator.share) return await navigator.share({ title: document.title, url: address });
      await navigator.clipboard.writeText(address);
      document.querySelector("[data-shared]").textContent = share.dataset.copied;
    } catch (error) {
      if (error.name !== "AbortError") throw error;
    }
  });
}
const copy = navigator.clipboard && document.querySelector("[data-copy]");
if (copy) copy.hidden = false;
copy?.addEventListener("click", async () => {
  await navigator.clipboard.writeText(copy.dataset.copy);
  document.querySelector("[data-shared]").textContent = copy.dataset.copied;
});
const print = document.querySelector("[data-print]");
if (print) print.hidden = false;
print?.addEventListener("click", (event) => {
  event.preventDefault();
  window.print();
});

// Videos of steps play in a loop while they are visible, and a tap stops them; with low data use they start with a tap.
const films = document.querySelectorAll(".steps video");
if (films.length > 0) {
  const isCalm = matchMedia("(prefers-reduced-motion: reduce)").matches;
  const sight = new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) {
      if (!isIntersecting) target.pause();
      else if (!("stopped" in target.dataset)) target.play().catch(() => {});
    }
  }, { threshold: 0.5 });
  for (const film of films) {
    if (!isCalm && !("still" in film.dataset)) sight.observe(film);
    film.addEventListener("click", (event) => {
      // The controls at its lower edge are the browser's own.
      if (event.offsetY > film.clientHeight - 48) return;
      event.preventDefault();
      if (film.paused) {
        delete film.dataset.stopped;
        film.play().catch(() => {});
      } else {
        film.dataset.stopped = "";
        film.pause();
      }
    });
  }
}
