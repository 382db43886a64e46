// Timers of steps, and the cook's own: each counts down by itself, also while its step is out of view and after the page
// was left, and its end is shown, heard and felt. Every element with `data-timer` (seconds) and `data-step` becomes one;
// the dock of the page lists the running ones. They are kept on the device, and on the server for members.

const DAY = 86_400_000;
// A timer that ended longer ago is shown, but does not ring any more.
const LATE = 900_000;
const STORE = "toque.timers";

// 90 seconds are 1:30. Rounds up to whole seconds, so that a running timer never shows 0:00.
function figures(milliseconds) {
  const seconds = Math.ceil(milliseconds / 1000);
  const two = (number) => String(number).padStart(2, "0");
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

// One timer, based on the clock, so that it stays correct in a tab that was asleep.
class Timer {
  // When it ends, or how much of it is left while it is paused; neither while it is stopped.
  deadline = null;
  rest = null;
  // Whether its end was signalled here, and whether the server knows its state.
  rung = false;
  sent = true;

  constructor(values) { Object.assign(this, values); }

  get id() { return `${this.recipe} ${this.key}`; }
  get length() { return this.seconds * 1000; }
  get left() { return this.rest ?? (this.deadline === null ? this.length : Math.max(0, this.deadline - Date.now())); }

  get state() {
    if (this.rest !== null) return "paused";
    if (this.deadline === null) return "idle";
    return this.deadline > Date.now() ? "running" : "over";
  }

  start() {
    this.deadline = Date.now() + (this.rest ?? this.length);
    [this.rest, this.rung] = [null, false];
  }

  pause() { [this.rest, this.deadline] = [this.left, null]; }

  // Starts again from the full time; a paused one stays paused.
  reset() {
    if (this.state === "paused") this.rest = this.length;
    else [this.deadline, this.rung] = [Date.now() + this.length, false];
  }

  stop() { [this.rest, this.deadline, this.rung] = [null, null, false]; }

  take({ isRunning, left, over, name, title, address, seconds }) {
    const deadline = isRunning ? Date.now() + left - over : null;
    // A difference below two seconds is the way through the network.
    if (deadline === null || Math.abs((this.deadline ?? 0) - deadline) > 2000) {
      if (deadline !== this.deadline) this.rung = false;
      this.deadline = deadline;
    }
    Object.assign(this, { name, title, address, seconds, rest: isRunning ? null : left, sent: true });
  }

  get fields() {
    const { recipe, key, name, seconds } = this;
    const state = { paused: "paused", idle: "gone" }[this.state] ?? "running";
    return { recipe, key, name, seconds, state, left: state === "gone" ? 0 : Math.round(this.left) };
  }
}

// The buttons of a timer at its step.
class StepTools {
  constructor(place, dock) {
    const tools = dock.tools.content.cloneNode(true);
    const part = (name) => tools.querySelector(`[data-${name}]`);
    [this.left, this.toggle, this.reset, this.stop] = ["left", "toggle", "reset", "stop"].map(part);
    this.values = { key: place.dataset.step, name: `${dock.words.step} ${place.dataset.step}`, seconds: Number(place.dataset.timer) };
    this.dock = dock;
    this.toggle.addEventListener("click", () => {
      const { timer } = this;
      dock.change(timer, timer.state === "running" ? "pause" : "start");
    });
    this.reset.addEventListener("click", () => dock.change(this.timer, "reset"));
    this.stop.addEventListener("click", () => {
      dock.change(this.timer, "stop");
      this.toggle.focus();
    });
    place.append(tools);
  }

  get timer() { return this.dock.timer(this.values); }

  show() {
    const { timer } = this;
    const isIdle = timer.state === "idle";
    this.toggle.textContent = this.toggle.dataset[timer.state];
    this.reset.hidden = isIdle || timer.state === "over";
    this.stop.hidden = this.left.hidden = isIdle;
    const text = timer.state === "over" ? this.dock.words.over : figures(timer.left);
    if (this.left.textContent !== text) this.left.textContent = text;
  }
}

class Dock {
  timers = new Map();
  lines = new Map();

  constructor(element) {
    this.element = element;
    this.words = element.dataset;
    this.recipe = Number(this.words.recipe);
    this.list = element.querySelector("ul");
    this.tools = document.querySelector("template[data-timer-tools]");
    this.told = document.querySelector("[data-timer-told]");
    this.offer = element.querySelector("[data-push]");
    this.touch = element.querySelector("[data-touch]");
    this.sounds = import(this.words.sounds);
    this.load();
    this.steps = [...document.querySelectorAll("[data-timer]")].map((place) => new StepTools(place, this));
    this.ownTimers(document.querySelector("[data-own-timer]"));
    this.offer?.querySelector("button").addEventListener("click", () => this.ringClosed());
    addEventListener("storage", ({ key }) => { if (key === STORE) { this.load(); this.show(); } });
    document.addEventListener("click", () => { if (this.isBusy) this.openSound(); });
    // Where the page cannot ring, the worker shows a notification.
    navigator.serviceWorker?.addEventListener("message", ({ data, ports }) => { if (data === "ring") ports[0].postMessage(!this.isMute); });
    document.addEventListener("visibilitychange", () => { if (document.visibilityState === "visible") this.ask(); });
    this.show();
    this.tick();
    this.ask();
    setInterval(() => { if ("lasting" in this.words || this.isBusy) this.ask(); }, 30_000);
  }

  // The timer with these values; one that is not running yet is made.
  timer(values) {
    const fresh = new Timer({ recipe: this.recipe, title: this.words.title, address: null, ...values });
    const known = this.timers.get(fresh.id);
    if (known) return known;
    this.timers.set(fresh.id, fresh);
    return fresh;
  }

  change(timer, how) {
    this.told.textContent = "";
    this.openSound();
    timer[how]();
    timer.sent = false;
    this.show();
    this.lead(timer);
    this.send(timer);
  }

  get isBusy() { return [...this.timers.values()].some(({ state }) => state !== "idle"); }
  get isSilent() { return "silent" in this.words; }
  // Until a page was touched, for example after a reload, browsers let it neither play nor vibrate.
  get isMute() { return navigator.userActivation?.hasBeenActive === false; }

  openSound() { this.sounds.then(({ open }) => { if (!this.isSilent) open(); }); }

  // On this device

  load() {
    let kept;
    try { kept = JSON.parse(localStorage.getItem(STORE)); } catch { /* Without storage they last as long as the page. */ }
    // The timers of a visitor who logged in go on; those of another member are forgotten.
    const isOwn = kept && (kept.owner === this.words.owner || kept.owner === "");
    for (const timer of this.timers.values()) if (timer.sent || !isOwn) timer.stop();
    if (!isOwn) return;
    for (const values of kept.timers) {
      if (values.deadline !== null && values.deadline < Date.now() - DAY) continue;
      const timer = this.timer(values);
      Object.assign(timer, values);
      if (kept.owner !== this.words.owner) timer.sent = false;
    }
  }

  keep() {
    const timers = [...this.timers.values()].filter(({ state, sent }) => state !== "idle" || !sent && this.words.owner);
    try {
      if (timers.length > 0) localStorage.setItem(STORE, JSON.stringify({ owner: this.words.owner, timers }));
      else localStorage.removeItem(STORE);
    } catch { /* As above. */ }
  }

  // On the server

  async send(timer) {
    if (!this.words.owner) return;
    try {
      const body = new URLSearchParams({ csrf: this.words.csrf, ...timer.fields });
      const answer = await fetch(this.words.timers, { method: "POST", body, headers: { Accept: "application/json" } });
      // What was refused would be refused again: it stays a timer of this page.
      timer.isLocal = answer.status >= 400 && answer.status < 500;
      if (!answer.ok) return;
      timer.sent = true;
      this.merge(await answer.json());
    } catch { /* Without a network the next question tries again. */ }
  }

  async ask() {
    if (!this.words.owner || document.visibilityState !== "visible") return;
    const waiting = [...this.timers.values()].filter(({ sent, isLocal }) => !sent && !isLocal);
    for (const timer of waiting) await this.send(timer);
    try {
      const answer = await fetch(this.words.timers, { headers: { Accept: "application/json" } });
      if (answer.ok && !answer.redirected) this.merge(await answer.json());
    } catch { /* As above. */ }
  }

  // Offers to ring while the page is closed, where the browser can do that. The module is loaded before the click,
  // because some browsers ask for permission only right after one.
  offerPush({ key, is_on: isOn }) {
    const isPossible = "PushManager" in globalThis && "serviceWorker" in navigator && globalThis.Notification?.permission !== "denied";
    if (!this.offer || this.isRinging || !isPossible) return;
    this.pushKey = key;
    this.offer.hidden = isOn || !this.isBusy;
    if (!this.offer.hidden) this.push ??= import(this.words.pushScript);
  }

  async ringClosed() {
    const [button, status] = this.offer.children;
    button.disabled = true;
    const { turnOn } = await this.push;
    const { csrf, owner } = this.words;
    const result = await turnOn({ address: this.offer.dataset.push, key: this.pushKey, csrf, owner });
    button.disabled = false;
    this.isRinging = result === "on";
    button.hidden = this.isRinging;
    status.textContent = this.offer.dataset[result];
  }

  merge({ timers, push }) {
    const stored = new Set();
    for (const row of timers) {
      const { recipe, key, name, seconds } = row;
      const timer = this.timer({ recipe, key, name, seconds });
      stored.add(timer.id);
      if (timer.sent) timer.take({ ...row, isRunning: row.is_running });
    }
    // Stopped on another device.
    for (const timer of this.timers.values()) if (timer.sent && !stored.has(timer.id)) timer.stop();
    this.show();
    this.offerPush(push);
  }

  // What one sees and hears

  show() {
    for (const timer of this.timers.values()) this.showLine(timer);
    this.sort();
    for (const tools of this.steps ?? []) tools.show();
    this.element.hidden = this.list.children.length === 0;
    this.keep();
    this.askForTouch();
    if (this.isRunning) this.clock ??= setInterval(() => this.tick(), 200);
    else this.clock = clearInterval(this.clock);
  }

  get isRunning() { return [...this.timers.values()].some(({ state, rung }) => state === "running" || state === "over" && !rung); }

  askForTouch() {
    const canSignal = !this.isSilent || !("still" in this.words);
    this.touch.hidden = !(this.isMute && canSignal && this.isRunning);
  }

  showLine(timer) {
    const { state } = timer;
    let line = this.lines.get(timer.id);
    // What ended long ago at another recipe only takes room.
    if (state === "idle" || state === "over" && timer.recipe !== this.recipe && timer.deadline < Date.now() - LATE) {
      line?.item.remove();
      this.lines.delete(timer.id);
      return;
    }
    if (!line) {
      line = this.line(timer);
      this.lines.set(timer.id, line);
      this.list.append(line.item);
    }
    line.item.className = state;
    // What tells timers apart comes first: the end of a long text is cut.
    const name = timer.recipe === this.recipe ? this.name(timer) : [this.name(timer), timer.title].filter(Boolean).join(", ");
    const texts = [name, `: ${state === "over" ? this.words.over : figures(timer.left)}`];
    for (const [place, part] of [...line.link.children].entries()) if (part.textContent !== texts[place]) part.textContent = texts[place];
  }

  line(timer) {
    const item = document.createElement("li");
    const isHere = timer.recipe === this.recipe && document.getElementById(`step-${timer.key}`);
    const link = Object.assign(document.createElement("a"), { href: isHere ? `#step-${timer.key}` : timer.address ?? "#main" });
    link.append(document.createElement("span"), document.createElement("b"));
    const stop = Object.assign(document.createElement("button"), { type: "button", className: "icon-button", textContent: "×" });
    stop.ariaLabel = `${this.words.end}: ${this.name(timer)}`;
    stop.addEventListener("click", () => this.change(timer, "stop"));
    item.append(stop, link);
    return { item, link };
  }

  // Timers of steps are named in the language of the page, wherever they were started.
  name({ key, name }) { return /^\d+$/.test(key) ? `${this.words.step} ${key}` : name; }

  // Shows the timer's line where the lines are one row that scrolls.
  lead({ id }) {
    const item = this.lines.get(id)?.item;
    if (item) this.list.scrollLeft = item.offsetLeft - this.list.offsetLeft;
  }

  // Ended timers first, then those of this recipe, then the others.
  sort() {
    const rank = ({ state, recipe }) => (state === "over" ? 0 : 2) + (recipe === this.recipe ? 0 : 1);
    const shown = [...this.timers.values()].filter(({ id }) => this.lines.has(id)).sort((one, other) => rank(one) - rank(other));
    const items = shown.map(({ id }) => this.lines.get(id).item);
    if (items.every((item, place) => item === this.list.children[place])) return;
    const focused = document.activeElement;
    this.list.append(...items);
    focused?.focus({ preventScroll: true });
  }

  tick() {
    let isOver = false;
    for (const timer of this.timers.values()) {
      if (timer.state === "over" && !timer.rung) {
        this.end(timer);
        isOver = true;
      } else if (timer.state === "running") {
        this.showLine(timer);
      }
    }
    if (isOver) return this.show();
    this.askForTouch();
    for (const tools of this.steps) tools.show();
  }

  // Rings every ten seconds for a minute, until somebody stops it.
  end(timer) {
    timer.rung = true;
    this.showLine(timer);
    this.sort();
    this.list.scrollLeft = 0;
    this.told.textContent = this.lines.get(timer.id)?.link.textContent ?? "";
    const { deadline } = timer;
    if (deadline < Date.now() - LATE) return;
    let times = 0;
    const signal = () => {
      if (timer.deadline !== deadline || timer.state !== "over" || times++ >= 6) return clearInterval(again);
      if (!this.isSilent) this.sounds.then(({ play }) => play("ring"));
      if (!("still" in this.words)) navigator.vibrate?.([300, 150, 300]);
    };
    const again = setInterval(signal, 10_000);
    signal();
  }

  // A form that starts a timer with a name of its own.
  ownTimers(form) {
    if (!form) return;
    form.hidden = false;
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const { name, minutes } = form.elements;
      const seconds = Math.round(Number(minutes.value.trim().replace(",", ".")) * 60);
      const isWrong = !(seconds >= 1 && seconds <= 86_400);
      form.querySelector(".error").hidden = !isWrong;
      minutes.ariaInvalid = isWrong ? "true" : null;
      if (isWrong) return minutes.focus();
      const label = name.value.trim().slice(0, 60) || form.dataset.ownTimer;
      this.change(this.timer({ key: `own-${Date.now().toString(36)}`, name: label, seconds }), "start");
      form.reset();
      // It may cover the dock, as the options of cook mode do.
      const fold = form.closest("details");
      if (!fold) return;
      fold.open = false;
      fold.querySelector("summary").focus();
    });
  }
}

const dock = document.querySelector("[data-timer-dock]");
if (dock) new Dock(dock);
