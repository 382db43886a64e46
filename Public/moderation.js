// Improves the pages of moderators: messages for ticked reasons, and shortcuts.

const inField = (element) => element.closest("input, textarea, select, [contenteditable]") !== null;

// Moderation: a ticked reason adds its message, and unticking removes it if it was not edited.

document.addEventListener("change", ({ target }) => {
  const template = target.dataset?.template;
  const message = target.form?.elements.message;
  if (!template || !message) return;
  const paragraphs = message.value.split("\n\n").map((text) => text.trim()).filter((text) => text && text !== template);
  if (target.checked) paragraphs.push(template);
  message.value = paragraphs.join("\n\n");
});

// Moderation: shortcuts with single keys. Each has a button or link on the page; they can be turned off.

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
    const rows = [...document.querySelectorAll("[data-queue] > li > a")];
    const place = rows.indexOf(document.activeElement);
    const next = place < 0 ? (direction > 0 ? 0 : rows.length - 1) : place + direction;
    rows[next]?.focus();
  };
  const actions = {
    j: () => step(1),
    k: () => step(-1),
    c: () => document.querySelector("[data-key=c]")?.click(),
    a: () => document.querySelector("[data-key=a]")?.focus(),
    r: () => open("r"),
    x: () => open("x"),
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
