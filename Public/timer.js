// Timers of steps: each counts down by itself, also while its step is out of view, and its end is shown, heard and
// felt. Every element with `data-timer` (seconds) and `data-step` becomes one; the dock of the page lists the running
// ones.

// A countdown based on the clock, so that it stays correct in a tab that was asleep.
export class Countdown {
  state = "idle";

  constructor(seconds) {
    this.length = seconds * 1000;
    this.rest = this.length;
  }

  get left() { return this.state === "running" ? Math.max(0, this.deadline - Date.now()) : this.rest; }

  start() {
    if (this.state === "over") this.rest = this.length;
    this.deadline = Date.now() + this.rest;
    this.state = "running";
  }

  pause() { [this.rest, this.state] = [this.left, "paused"]; }

  // Starts again from the full time; a paused one stays paused.
  reset() {
    this.rest = this.length;
    if (this.state !== "paused") this.start();
  }

  stop() { [this.rest, this.state] = [this.length, "idle"]; }

  // Whether it has ended just now.
  tick() {
    if (this.state !== "running" || this.left > 0) return false;
    [this.rest, this.state] = [0, "over"];
    return true;
  }
}

// 90 seconds are 1:30. Rounds up to whole seconds, so that a running timer never shows 0:00.
export function figures(milliseconds) {
  const seconds = Math.ceil(milliseconds / 1000);
  const two = (number) => String(number).padStart(2, "0");
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

// Browsers allow sound only after a click on the page, so the click that starts a timer opens the audio.
export class Bell {
  open() {
    const Audio = globalThis.AudioContext;
    if (!Audio) return;
    this.audio ??= new Audio();
    this.audio.resume();
  }

  ring() {
    if (!this.audio) return;
    for (const begin of [0, 0.35, 0.7]) {
      const [tone, volume] = [this.audio.createOscillator(), this.audio.createGain()];
      const at = this.audio.currentTime + begin;
      tone.frequency.value = 880;
      volume.gain.setValueAtTime(0.3, at);
      volume.gain.exponentialRampToValueAtTime(0.001, at + 0.3);
      tone.connect(volume).connect(this.audio.destination);
      tone.start(at);
      tone.stop(at + 0.3);
    }
  }
}

// A timer of the page: its buttons at the step, and its line in the dock.
class StepTimer {
  constructor(place, dock) {
    Object.assign(this, { dock, step: place.dataset.step, countdown: new Countdown(Number(place.dataset.timer)) });
    const tools = dock.tools.content.cloneNode(true);
    const part = (name) => tools.querySelector(`[data-${name}]`);
    [this.left, this.toggle, this.reset, this.stop] = ["left", "toggle", "reset", "stop"].map(part);
    this.line = document.createElement("li");
    this.link = Object.assign(document.createElement("a"), { href: `#${place.closest("[id]").id}` });
    this.line.append(this.link);
    this.toggle.addEventListener("click", () => {
      dock.open();
      if (this.countdown.state === "running") this.countdown.pause();
      else this.countdown.start();
      dock.show(this);
    });
    this.reset.addEventListener("click", () => { this.countdown.reset(); dock.show(this); });
    this.stop.addEventListener("click", () => {
      this.countdown.stop();
      this.toggle.focus();
      dock.show(this);
    });
    place.append(tools);
    this.show();
  }

  show() {
    const { state } = this.countdown;
    const isIdle = state === "idle";
    this.toggle.textContent = this.toggle.dataset[state];
    this.reset.hidden = isIdle || state === "over";
    this.stop.hidden = this.left.hidden = isIdle;
    this.line.className = state;
    if (isIdle) this.line.remove();
    else if (!this.line.isConnected) this.dock.list.append(this.line);
    this.tick();
  }

  tick() {
    const text = this.countdown.state === "over" ? this.dock.words.over : figures(this.countdown.left);
    if (this.left.textContent === text) return;
    this.left.textContent = text;
    this.link.textContent = `${this.dock.words.step} ${this.step}: ${text}`;
  }
}

class Dock {
  bell = new Bell();

  constructor(element) {
    this.element = element;
    this.words = element.dataset;
    this.list = element.querySelector("ul");
    this.tools = document.querySelector("template[data-timer-tools]");
    this.told = document.querySelector("[data-timer-told]");
    this.timers = [...document.querySelectorAll("[data-timer]")].map((place) => new StepTimer(place, this));
  }

  open() {
    this.told.textContent = "";
    if (!("silent" in this.words)) this.bell.open();
  }

  show(timer) {
    timer.show();
    this.element.hidden = this.list.children.length === 0;
    const isBusy = this.timers.some(({ countdown }) => countdown.state === "running");
    if (isBusy) this.clock ??= setInterval(() => this.tick(), 200);
    else this.clock = clearInterval(this.clock);
  }

  tick() {
    for (const timer of this.timers) {
      if (timer.countdown.tick()) this.end(timer);
      else timer.tick();
    }
  }

  end(timer) {
    this.show(timer);
    this.told.textContent = timer.link.textContent;
    if (!("silent" in this.words)) this.bell.ring();
    if (!("still" in this.words)) navigator.vibrate?.([300, 150, 300]);
  }
}

const dock = document.querySelector("[data-timer-dock]");
if (dock) new Dock(dock);
