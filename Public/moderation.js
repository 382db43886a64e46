// Improves the pages of moderators: messages from templates, how long ago, and shortcuts.

const inField = (element) => element.closest("input, textarea, select, [contenteditable]") !== null;

// A ticked reason adds its message, and unticking removes it if it was not edited.

const paragraphsOf = (message) => message.value.split("\n\n").map((text) => text.trim()).filter(Boolean);

const addText = (message, text) => {
  const paragraphs = paragraphsOf(message);
  if (!message.value.includes(text)) paragraphs.push(text);
  message.value = paragraphs.join("\n\n");
};

document.addEventListener("change", ({ target }) => {
  const template = target.dataset?.template;
  const message = target.form?.elements.message;
  if (!template || !message) return;
  if (target.checked) return addText(message, template);
  message.value = paragraphsOf(message).filter((text) => text !== template).join("\n\n");
});

// Templates are found by typing instead of choosing: Enter takes the first that contains what was typed.

class TemplatePicker {
  constructor(part) {
    this.part = part;
    const select = part.querySelector("select");
    this.options = [...select.options].filter((option) => option.value);
    part.querySelector("button").remove();
    this.input = Object.assign(document.createElement("input"), { id: select.id, type: "text", autocomplete: "off" });
    this.input.setAttribute("aria-describedby", select.getAttribute("aria-describedby"));
    const list = Object.assign(document.createElement("datalist"), { id: `${select.id}-list` });
    list.append(...this.options.map((option) => new Option("", option.text)));
    this.input.setAttribute("list", list.id);
    select.replaceWith(this.input, list);
    this.input.addEventListener("keydown", (event) => {
      if (event.key !== "Enter") return;
      event.preventDefault();
      this.take(this.found());
    });
    this.input.addEventListener("input", ({ inputType }) => {
      // A click on a suggestion replaces the whole text.
      if (!inputType || inputType === "insertReplacementText") this.take(this.named());
    });
  }

  named() {
    return this.options.find((option) => option.text === this.input.value);
  }

  found() {
    const typed = this.input.value.trim().toLowerCase();
    return typed ? (this.named() ?? this.options.find((option) => option.text.toLowerCase().includes(typed))) : undefined;
  }

  take(option) {
    if (!option) return;
    const { message } = this.input.form.elements;
    const fields = [...this.input.form.querySelectorAll("input[data-field]:checked")].map((tick) => tick.dataset.field);
    const names = [...new Set(fields.filter(Boolean))].join(", ") || this.part.dataset.noFields;
    addText(message, option.dataset.text.replaceAll("{fields}", () => names));
    this.input.value = "";
    message.focus();
  }
}

for (const part of document.querySelectorAll("[data-templates]")) new TemplatePicker(part);

// Digits tick the reasons of a form while one of them has the focus; Enter sends the form.

document.addEventListener("keydown", (event) => {
  const reasons = event.target.closest?.("[data-reasons]");
  if (!reasons || event.ctrlKey || event.altKey || event.metaKey) return;
  if (event.key === "Enter") {
    event.preventDefault();
    event.target.form.requestSubmit();
  } else if (/^[1-9]$/.test(event.key)) {
    reasons.querySelectorAll("input[type=checkbox]")[event.key - 1]?.click();
  }
});

// Times: beside each, how long ago or in how long.

const relative = new Intl.RelativeTimeFormat(document.documentElement.lang, { numeric: "auto" });
const UNITS = [["day", 86_400_000], ["hour", 3_600_000], ["minute", 60_000]];

const ago = (moment) => {
  const [unit, length] = UNITS.find(([, length]) => Math.abs(moment - Date.now()) >= length) ?? UNITS.at(-1);
  return relative.format(Math.trunc((moment - Date.now()) / length), unit);
};

const showAgo = (element) => {
  for (const time of element.querySelectorAll('time[datetime$="Z"]:not([data-ago-shown])')) {
    time.dataset.agoShown = "";
    const words = Object.assign(document.createElement("span"), { className: "ago" });
    words.textContent = ` (${ago(Date.parse(time.dateTime))})`;
    time.after(words);
  }
};

for (const element of document.querySelectorAll("[data-ago]")) {
  showAgo(element);
  new MutationObserver(() => showAgo(element)).observe(element, { childList: true, subtree: true });
}

// One's own claim is renewed while one works on the page, and released when one leaves it.

const claim = document.querySelector("[data-claim]");
const release = document.querySelector("[data-release]");
if (claim && release) {
  const { form } = document.querySelector("[data-key=c]");
  let renewedAt = Date.now();
  let stays = false;
  const renew = async () => {
    renewedAt = Date.now();
    const answer = await fetch(form.action, { method: "POST", body: new URLSearchParams(new FormData(form)) }).catch(() => null);
    if (!answer) return;
    // Refused if somebody else has it now: then the page itself says who.
    const text = answer.ok ? await answer.text() : await fetch(location.href).then((page) => page.text()).catch(() => "");
    const fresh = new DOMParser().parseFromString(text, "text/html").querySelector("[data-claim-text]");
    if (fresh) claim.replaceChildren(...fresh.childNodes);
  };
  const work = () => { if (Date.now() - renewedAt >= 60_000) renew(); };
  for (const kind of ["pointerdown", "keydown", "scroll"]) addEventListener(kind, work, { passive: true });
  // The page was left for a moment, which released the claim.
  if (/reload|back/.test(performance.getEntriesByType("navigation")[0]?.type)) renew();
  addEventListener("pageshow", ({ persisted }) => {
    stays = false;
    if (persisted) renew();
  });
  addEventListener("submit", ({ defaultPrevented }) => (stays ||= !defaultPrevented));
  addEventListener("click", (event) => {
    const opensHere = !event.ctrlKey && !event.metaKey && !event.shiftKey;
    if (opensHere && event.target.closest?.("a")?.pathname === location.pathname) stays = true;
  });
  addEventListener("pagehide", () => {
    if (stays) return;
    const body = new URLSearchParams(new FormData(release.form));
    fetch(release.form.action, { method: "POST", body, keepalive: true, headers: { Accept: "application/json" } });
  });
}

// Shortcuts with single keys. Each has a button or link on the page; they can be turned off.

const keys = document.querySelector("[data-keys]");
if (keys) {
  const setting = keys.querySelector("[data-keys-on]");
  setting.checked = localStorage.getItem("toque.keys") !== "off";
  setting.addEventListener("change", () => localStorage.setItem("toque.keys", setting.checked ? "on" : "off"));

  const open = (decision) => {
    const details = document.querySelector(`[data-decide=${decision}]`);
    if (!details) return;
    details.open = true;
    details.querySelector("input[type=checkbox]")?.focus();
  };
  const step = (direction) => {
    const link = document.querySelector(`[data-key=${direction > 0 ? "j" : "k"}]`);
    if (link) return link.click();
    const rows = [...document.querySelectorAll("[data-queue] > li > a")].filter((row) => row.checkVisibility());
    const place = rows.indexOf(document.activeElement);
    const next = place < 0 ? (direction > 0 ? 0 : rows.length - 1) : place + direction;
    rows[next]?.focus();
  };
  const approve = () => {
    const button = document.querySelector("[data-key=a]");
    // What is still to be ticked comes first.
    const unticked = button?.form.querySelector("input:required:not(:checked)");
    (unticked ?? button)?.focus();
  };
  const actions = {
    j: () => step(1),
    k: () => step(-1),
    c: () => document.querySelector("[data-key=c]")?.click(),
    a: approve,
    r: () => open("r"),
    x: () => open("x"),
    n: () => document.querySelector(".case textarea")?.focus(),
    u: () => document.querySelector("[data-key=u]")?.focus(),
    "?": () => keys.showModal(),
  };

  for (const button of document.querySelectorAll("[data-keys-help]")) {
    button.hidden = false;
    button.addEventListener("click", actions["?"]);
  }
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || event.repeat || keys.open || inField(event.target)) return;
    // On keyboards with other letters, the position of the key counts.
    const name = /^[a-z?]$/.test(event.key) ? event.key : event.shiftKey ? "" : event.code.replace("Key", "").toLowerCase();
    if (!actions[name] || (!setting.checked && name !== "?")) return;
    event.preventDefault();
    actions[name]();
  });
}
