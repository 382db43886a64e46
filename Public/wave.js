// Turns the page by a wave of the hand: the camera's pictures go to a worker as 64 × 48 grey points, and nowhere else.

const [WIDTH, HEIGHT, PAUSE] = [64, 48, 60];

export class Wave {
  // `on.seen("next" | "back")`, `on.changed(isOn)` and `on.failed()`.
  constructor(worker, on) {
    this.on = on;
    this.worker = new Worker(worker);
    this.worker.addEventListener("message", ({ data }) => on.seen(data));
    this.video = Object.assign(document.createElement("video"), { muted: true, playsInline: true });
    const canvas = Object.assign(document.createElement("canvas"), { width: WIDTH, height: HEIGHT });
    this.pen = canvas.getContext("2d", { willReadFrequently: true });
    // A camera that nobody sees the light of must not run.
    document.addEventListener("visibilitychange", () => {
      if (document.visibilityState === "visible") { if (this.isWanted) this.start(); } else this.close();
    });
    addEventListener("pagehide", () => this.close());
  }

  async start() {
    this.isWanted = true;
    if (this.stream || this.isOpening) return;
    this.isOpening = true;
    try {
      const stream = await navigator.mediaDevices.getUserMedia({
        audio: false, video: { facingMode: "user", width: { ideal: 320 }, height: { ideal: 240 }, frameRate: { ideal: 30 } },
      });
      // It may have been switched off while the browser asked.
      const isOver = () => !this.isWanted || document.visibilityState !== "visible";
      if (isOver()) return stream.getTracks().forEach((track) => track.stop());
      this.stream = stream;
      stream.getVideoTracks()[0].addEventListener("ended", () => this.stop());
      this.video.srcObject = stream;
      await this.video.play();
      if (isOver() || this.stream !== stream) return stream.getTracks().forEach((track) => track.stop());
      this.on.changed(true);
      this.worker.postMessage({ isNew: true });
      this.clock = setInterval(() => this.look(), PAUSE);
    } catch {
      // Playing breaks off when the page is hidden meanwhile.
      if (document.visibilityState !== "visible") return this.close();
      this.stop();
      this.on.failed();
    } finally {
      this.isOpening = false;
    }
  }

  stop() {
    this.isWanted = false;
    this.close();
  }

  close() {
    clearInterval(this.clock);
    this.stream?.getTracks().forEach((track) => track.stop());
    this.stream = this.video.srcObject = null;
    this.on.changed(false);
  }

  look() {
    this.pen.drawImage(this.video, 0, 0, WIDTH, HEIGHT);
    const { data } = this.pen.getImageData(0, 0, WIDTH, HEIGHT);
    const grey = new Uint8Array(WIDTH * HEIGHT);
    for (let place = 0; place < grey.length; place++) {
      grey[place] = (data[place * 4] * 2 + data[place * 4 + 1] * 5 + data[place * 4 + 2]) >> 3;
    }
    this.worker.postMessage({ grey, width: WIDTH, at: performance.now() }, [grey.buffer]);
  }
}
