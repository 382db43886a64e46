// The page where the wave is tried: says what the camera saw.

const place = document.querySelector("[data-practice]");
const [start, stop] = ["start", "stop"].map((name) => place.querySelector(`[data-practice-${name}]`));
const [light, seen, list] = ["[data-camera]", "[data-seen]", "[data-seen-list]"].map((name) => place.querySelector(name));
const words = place.dataset;
place.hidden = false;
document.querySelector("[data-without]").remove();

let wave;
start.addEventListener("click", async () => {
  const { Wave } = await import(words.wave);
  wave ??= new Wave(words.waveWorker, {
    seen: (way) => {
      seen.textContent = way === "next" ? words.next : words.back;
      list.prepend(Object.assign(document.createElement("li"), { textContent: seen.textContent, className: way }));
      if (list.children.length > 10) list.lastChild.remove();
    },
    changed: (isOn) => {
      [light.hidden, stop.hidden, start.hidden] = [!isOn, !isOn, isOn];
      seen.textContent = isOn ? words.waiting : "";
    },
    failed: () => { seen.textContent = words.none; },
  });
  wave.start();
});
stop.addEventListener("click", () => wave.stop());
