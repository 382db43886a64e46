// Reads steps aloud, and understands a few spoken words, where the browser can. Each has an equal by hand.

export function speak(text, language) {
  const { speechSynthesis } = globalThis;
  if (!speechSynthesis || !text) return;
  speechSynthesis.cancel();
  speechSynthesis.speak(Object.assign(new SpeechSynthesisUtterance(text), { lang: language }));
}

// The words of each command, as beginnings of words; "how much butter" and «сколько масла» ask for an amount.
const COMMANDS = [
  ["next", /\b(next|continue|forward)\b|(^|\s)(дальше|вперёд|вперед|следующ)/],
  ["back", /\b(back|previous)\b|(^|\s)(назад|предыдущ)/],
  ["repeat", /\b(repeat|read|again)\b|(^|\s)(повтори|прочитай|ещё раз|еще раз)/],
  ["timer", /\b(start|set).*\btimer\b|(^|\s)(запусти|включи|поставь)\S*.*таймер/],
];
const AMOUNT = /(?:\bhow (?:much|many)|(?:^|\s)сколько)\s+(.+)/;

export function understood(text) {
  const words = text.toLowerCase();
  const asked = AMOUNT.exec(words);
  if (asked) return { way: "amount", of: asked[1].trim() };
  const command = COMMANDS.find(([, pattern]) => pattern.test(words));
  return command ? { way: command[0] } : null;
}

// The lines that share the beginning of a word with the question, so that «масла» finds «масло».
export function found(lines, question) {
  const stem = (word) => word.slice(0, Math.max(3, word.length - 2));
  const split = (text) => text.toLowerCase().split(/[^\p{L}]+/u).filter((word) => word.length > 2);
  const asked = split(question).map(stem);
  return lines.filter((line) => split(line).some((word) => asked.some((start) => word.startsWith(start))));
}

export class Listener {
  isOn = false;

  constructor(Recognition, language, page) {
    Object.assign(this, { page, recognition: new Recognition() });
    Object.assign(this.recognition, { continuous: true, interimResults: false, lang: language === "ru" ? "ru-RU" : "en-GB" });
    this.recognition.addEventListener("result", ({ results, resultIndex }) => {
      for (let place = resultIndex; place < results.length; place++) {
        if (results[place].isFinal) this.hear(results[place][0].transcript);
      }
    });
    // It ends by itself after a while without a word.
    this.recognition.addEventListener("end", () => { if (this.isOn && document.visibilityState === "visible") this.begin(); });
    this.recognition.addEventListener("error", ({ error }) => {
      if (error === "no-speech" || error === "aborted") return;
      this.isOn = false;
      page.failed();
    });
    document.addEventListener("visibilitychange", () => {
      if (!this.isOn) return;
      if (document.visibilityState === "visible") this.begin();
      else this.recognition.stop();
    });
  }

  start() { this.isOn = true; this.begin(); }
  stop() { this.isOn = false; this.recognition.stop(); }
  begin() { try { this.recognition.start(); } catch { /* It is running already. */ } }

  hear(text) {
    const { page } = this;
    const command = understood(text);
    if (!command) return;
    if (command.way === "amount") {
      const lines = found(page.lines(), command.of);
      const answer = lines.length > 0 ? lines.join("; ") : page.words.unknown;
      page.say(answer);
      speak(answer, lines.length > 0 ? page.language : document.documentElement.lang);
    } else if (command.way === "repeat") {
      page.read();
    } else if (command.way === "timer") {
      document.querySelector(".cook-step:not([hidden]) [data-toggle]")?.click();
    } else if (!page.turn(command.way)) {
      page.say(`${page.words.heard} ${text.trim()}`);
    }
  }
}
