// The sounds of timers and of cook mode, made by the browser: no file is loaded.

let audio;

// Browsers allow sound only after a click on the page, so the click that starts something opens the audio.
export function open() {
  if (!globalThis.AudioContext) return;
  audio ??= new AudioContext();
  if (audio.state !== "running") audio.resume().catch(() => {});
}

function tone(type, frequencies, begin, length, loudness) {
  const [source, volume] = [audio.createOscillator(), audio.createGain()];
  const at = audio.currentTime + begin;
  source.type = type;
  source.frequency.setValueAtTime(frequencies[0], at);
  source.frequency.linearRampToValueAtTime(frequencies.at(-1), at + length);
  volume.gain.setValueAtTime(loudness, at);
  volume.gain.exponentialRampToValueAtTime(0.001, at + length);
  source.connect(volume).connect(audio.destination);
  source.start(at);
  source.stop(at + length);
}

// The bell of an egg timer: two high tones, which a third switches on and off 22 times a second.
function eggTimer() {
  const [bell, hammer] = [audio.createGain(), audio.createOscillator()];
  const end = audio.currentTime + 1.6;
  bell.gain.setValueAtTime(0.12, audio.currentTime);
  bell.gain.exponentialRampToValueAtTime(0.001, end);
  hammer.type = "square";
  hammer.frequency.value = 22;
  const strokes = audio.createGain();
  strokes.gain.value = 0.5;
  hammer.connect(strokes);
  for (const frequency of [2093, 2637]) {
    const [source, gate] = [audio.createOscillator(), audio.createGain()];
    source.frequency.value = frequency;
    gate.gain.value = 0.5;
    strokes.connect(gate.gain);
    source.connect(gate).connect(bell);
    source.start();
    source.stop(end);
  }
  bell.connect(audio.destination);
  hammer.start();
  hammer.stop(end);
}

const sounds = {
  next: () => tone("triangle", [523, 784], 0, 0.16, 0.25),
  back: () => tone("triangle", [523, 349], 0, 0.16, 0.25),
  ring: eggTimer,
};

export function play(name) {
  open();
  if (audio) sounds[name]();
}
