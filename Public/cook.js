// Cook mode: turns the steps without loading pages, by taps, keys, dots, waves and words; keeps the screen awake; saves
// where one is. Every step also is a page of its own, which works without it.

const { body } = document;
const { dataset } = body;
const sections = [...document.querySelectorAll(".cook-step")];
const [said, hint, help] = ["[data-said]", "[data-hint]", "[data-help]"].map((name) => document.querySelector(name));
const main = document.querySelector("main");
const [backLink, nextLink] = ["[data-back]", "[data-next]"].map((name) => document.querySelector(name));
// Back from the first step leads to the recipe.
const recipeAddress = location.pathname.replace(/\/cook$/, "");
const last = sections.length;
const isMember = Boolean(dataset.csrf);
let current = Number(dataset.step);

// What this device remembers: switches that were changed here, and that the help was read.

const kept = (name) => { try { return localStorage.getItem(`toque.cook ${name}`); } catch { return null; } };
const keep = (name, value) => { try { localStorage.setItem(`toque.cook ${name}`, value); } catch { /* For this page only. */ } };

const Recognition = globalThis.SpeechRecognition ?? globalThis.webkitSpeechRecognition;
const isSupported = {
  speech: "speechSynthesis" in globalThis,
  voice: Recognition !== undefined,
  camera: Boolean(navigator.mediaDevices?.getUserMedia),
};
const defaults = { sounds: "withSounds" in dataset, vibration: "withVibration" in dataset, gestures: "withGestures" in dataset };
const settings = {};
for (const name of ["sounds", "vibration", "speech", "voice", "gestures"]) {
  settings[name] = kept(name) === null ? defaults[name] ?? false : kept(name) === "on";
}

// Sounds and vibration

const sounds = import(dataset.sounds);
const signal = (name) => {
  if (settings.sounds) sounds.then(({ play }) => play(name));
  if (settings.vibration) navigator.vibrate?.(name === "next" ? 25 : [20, 60, 20]);
};

const say = (text) => { said.textContent = text; };

// Steps

const wordsOf = (section) => section.querySelector(".cook-words")?.textContent ?? section.querySelector("h2").textContent;

const addressOf = (step) => {
  const address = new URL(dataset.cook, location);
  address.searchParams.set("step", step);
  if (dataset.servings) address.searchParams.set("servings", dataset.servings);
  return address;
};

function show(step) {
  current = step;
  for (const [number, section] of sections.entries()) section.hidden = number !== step - 1;
  for (const dot of document.querySelectorAll("[data-to]")) {
    const isCurrent = Number(dot.dataset.to) === step;
    dot.ariaCurrent = isCurrent ? "step" : null;
    if (isCurrent) dot.scrollIntoView({ block: "nearest", inline: "center" });
  }
  if (step === last && document.activeElement === nextLink) backLink.focus();
  nextLink.hidden = step === last;
  nextLink.href = addressOf(Math.min(last, step + 1));
  backLink.href = step > 1 ? addressOf(step - 1) : recipeAddress;
  document.querySelector("[data-resumed]")?.remove();
  hint.hidden = step > 2;
  scrollTo(0, 0);
  say(`${sections[step - 1].querySelector("h2").textContent}. ${wordsOf(sections[step - 1])}`);
}

// Each step forward is a step that the browser's own Back takes back. In the page, going back leaves the entry again if it
// came from that step. That takes the browser a moment, so one change waits for the other.

let following = Promise.resolve();
let isOwnReturn = false;

function follow(from, step) {
  following = following.then(() => {
    if (step > from) history.pushState({ from }, "", addressOf(step));
    else if (history.state?.from !== step) history.replaceState(history.state, "", addressOf(step));
    else {
      isOwnReturn = true;
      const isBack = new Promise((resolve) => {
        addEventListener("popstate", resolve, { once: true });
        // Browsers drop the oldest entries of a long history; then there is nothing to go back to.
        setTimeout(resolve, 1000);
      });
      history.back();
      return isBack.then(() => {
        isOwnReturn = false;
        if (stepInAddress() !== step) history.replaceState(null, "", addressOf(step));
      });
    }
  });
}

const stepInAddress = () => Number(new URLSearchParams(location.search).get("step"));

addEventListener("popstate", () => {
  const step = stepInAddress();
  if (isOwnReturn) isOwnReturn = false;
  else if (step >= 1 && step <= last && step !== current) go(step);
});

let saving;
async function save() {
  if (!isMember) return;
  saving?.abort();
  saving = new AbortController();
  const fields = { csrf: dataset.csrf, step: current, servings: dataset.servings };
  const options = { method: "POST", body: new URLSearchParams(fields), headers: { Accept: "application/json" } };
  try { await fetch(dataset.cook, { ...options, signal: saving.signal, keepalive: true }); } catch { /* The next step saves again. */ }
}

// Returns whether there is such a step.
export function turn(way) {
  const step = way === "next" ? current + 1 : way === "back" ? current - 1 : way;
  if (!(step >= 1 && step <= last)) return false;
  follow(current, step);
  go(step);
  return true;
}

function go(step) {
  signal(step < current ? "back" : "next");
  show(step);
  save();
  if (settings.speech) read();
}

// Taps: one is "next", two are "back". Whatever can be used by itself is left alone.

const USABLE = "a, button, input, label, select, textarea, summary, details, video, dialog, [contenteditable]";
const options = document.querySelector(".cook-options");
let tapped;
main.addEventListener("click", (event) => {
  if (options.open) {
    options.open = false;
    return;
  }
  if (event.target.closest(USABLE) || !getSelection().isCollapsed) return;
  if (tapped) {
    tapped = clearTimeout(tapped);
    turn("back");
  } else {
    tapped = setTimeout(() => { tapped = undefined; turn("next"); }, 300);
  }
});

document.addEventListener("click", (event) => {
  const link = event.target.closest?.("[data-next], [data-back], [data-to], a[href^='#step-']");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  if (link === backLink && current === 1) return;
  event.preventDefault();
  if (link === nextLink) turn("next");
  else if (link === backLink) turn("back");
  else turn(Number(link.dataset.to ?? link.hash.replace("#step-", "")));
});

const KEYS = { ArrowRight: "next", PageDown: "next", " ": "next", ArrowLeft: "back", PageUp: "back", Home: 1, End: last };
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && options.open) {
    options.open = false;
    options.querySelector("summary").focus();
    return;
  }
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || help.open) return;
  const way = KEYS[event.key];
  const place = event.target.closest("input, textarea, select, video, [contenteditable]");
  if (way === undefined || place || event.key === " " && event.target.closest(USABLE)) return;
  event.preventDefault();
  if (!event.repeat) turn(way);
});

// The screen stays on. Browsers release it when the page is out of sight.

async function stayAwake() {
  if (document.visibilityState !== "visible") return;
  try { await navigator.wakeLock?.request("screen"); } catch { /* The system may refuse, for example to save power. */ }
}
document.addEventListener("visibilitychange", stayAwake);
stayAwake();

// Help, once for each device

help.addEventListener("close", () => keep("help", "on"));
document.querySelector("[data-help-open]").addEventListener("click", () => help.showModal());
if (!kept("help")) help.showModal();

// Loads a module that only some need. After an update of the site this page's version of it may be gone.
const load = async (address) => {
  try { return await import(address); } catch (error) { say(help.dataset.reload); throw error; }
};

// Reading aloud and spoken commands

async function read() {
  const { speak } = await load(dataset.voice);
  speak(wordsOf(sections[current - 1]), dataset.lang);
}

const lines = () => [...document.querySelectorAll("[data-all] .cook-lines li")].map((line) => line.textContent.replace(/\s+/g, " ").trim());

let listening;
async function listen() {
  const { Listener } = await load(dataset.voice);
  listening ??= new Listener(Recognition, document.documentElement.lang, {
    turn, read, lines, say,
    words: help.dataset,
    language: dataset.lang,
    failed: () => { say(help.dataset.noVoice); set("voice", false); },
  });
  listening.start();
}

// The wave. The light is on as long as the camera is.

const light = document.querySelector("[data-camera]");
// On a phone the open options lie over the light and its button.
const closeOptions = () => {
  const options = document.querySelector(".cook-options");
  if (options.contains(document.activeElement)) options.querySelector("summary").focus();
  options.open = false;
};
let camera;
async function watch() {
  const { Wave } = await load(dataset.wave);
  camera ??= new Wave(dataset.waveWorker, {
    seen: (way) => turn(way),
    changed: (isOn) => {
      light.hidden = !isOn;
      if (isOn) closeOptions();
    },
    failed: () => { say(help.dataset.noCamera); set("gestures", false); },
  });
  if (settings.gestures) camera.start();
}
document.querySelector("[data-camera-off]").addEventListener("click", () => set("gestures", false));

// Switches

const actions = {
  sounds: (isOn) => { const dock = document.querySelector("[data-timer-dock]"); if (isOn) delete dock.dataset.silent; else dock.dataset.silent = ""; },
  vibration: (isOn) => { const dock = document.querySelector("[data-timer-dock]"); if (isOn) delete dock.dataset.still; else dock.dataset.still = ""; },
  speech: (isOn) => { if (isOn) read(); else globalThis.speechSynthesis?.cancel(); },
  voice: (isOn) => { if (isOn) listen(); else listening?.stop(); },
  gestures: (isOn) => { if (isOn) watch(); else camera?.stop(); },
};

function set(name, isOn) {
  settings[name] = isOn;
  keep(name, isOn ? "on" : "off");
  document.querySelector(`[data-setting="${name}"]`).checked = isOn;
  actions[name](isOn);
}

for (const part of document.querySelectorAll("[data-scripted]")) part.hidden = false;
for (const part of document.querySelectorAll("[data-needs]")) {
  if (!isSupported[part.dataset.needs]) (part.closest("label") ?? part).hidden = true;
}
for (const box of document.querySelectorAll("[data-setting]")) {
  const name = box.dataset.setting;
  box.checked = settings[name];
  box.addEventListener("change", () => set(name, box.checked));
  const isStarted = name === "sounds" || name === "vibration" || isSupported[{ gestures: "camera" }[name] ?? name];
  if (isStarted && (settings[name] || name === "sounds" || name === "vibration")) actions[name](settings[name]);
}

document.querySelector("[data-save]")?.remove();
hint.hidden = current > 2;
document.querySelector(".cook-dots [aria-current]")?.scrollIntoView({ block: "nearest", inline: "center" });
// Without a connection, the kept page begins with the step at which it was kept.
const asked = stepInAddress();
if (document.querySelector(".offline-line") && asked >= 1 && asked <= last) show(asked);
history.replaceState(history.state, "", addressOf(current));
if (current < last) save();
