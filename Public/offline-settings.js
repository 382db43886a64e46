// The settings of what this device keeps.

const script = document.querySelector("script[data-offline]");
const { isSupported, isOn, turnOn, turnOff, refresh } = await import(script.src);
const { showKept } = await import(document.querySelector("[data-kept]").dataset.kept);

const panel = document.querySelector("[data-offline-settings]");
const part = (name) => panel.querySelector(`[data-offline-${name}]`);
const texts = panel.dataset;
const { lang } = document.documentElement;
const moments = new Intl.DateTimeFormat(lang === "en" ? "en-GB" : lang, { dateStyle: "long", timeStyle: "short" });

const say = (text) => { part("status").textContent = text; };

async function show() {
  part("switch").checked = isOn();
  part("on").hidden = !isOn();
  if (!isOn()) return;
  await showKept();
  const list = await (await caches.open(`toque-pages ${script.dataset.offline}`)).match("/offline/pages");
  const { keptAt } = list ? await list.json() : { keptAt: 0 };
  part("time").textContent = keptAt > 0 ? moments.format(keptAt) : texts.never;
  const { usage } = await navigator.storage?.estimate?.() ?? {};
  const megabytes = new Intl.NumberFormat(lang, { style: "unit", unit: "megabyte", maximumFractionDigits: 1 });
  part("used").textContent = usage === undefined ? "" : `${texts.used} ${megabytes.format(usage / 1e6)}`;
}

async function fetchAll() {
  for (const button of panel.querySelectorAll("button")) button.disabled = true;
  const problem = await refresh({ isAsked: true }, ({ done, total }) => { say(`${texts.working} ${done} / ${total}`); });
  say(texts[problem ?? "finished"]);
  for (const button of panel.querySelectorAll("button")) button.disabled = false;
  await show();
}

if (isSupported) {
  document.querySelector("[data-offline-missing]").hidden = true;
  panel.hidden = false;
  // Also turns it off: otherwise the next page would fetch them again.
  const deleteAll = async () => {
    await turnOff();
    say(texts.deleted);
    await show();
  };
  part("switch").addEventListener("change", async ({ target }) => {
    if (!target.checked) return deleteAll();
    turnOn();
    // Asks the browser not to delete the pages when the device runs out of storage.
    navigator.storage?.persist?.();
    await show();
    await fetchAll();
  });
  part("refresh").addEventListener("click", fetchAll);
  part("delete").addEventListener("click", deleteAll);
  await show();
}
