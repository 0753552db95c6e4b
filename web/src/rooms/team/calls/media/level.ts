/** Level of an audio track, 0 to 1, read as often as wanted. */
export class LevelMeter {
  readonly #context = new AudioContext()
  readonly #analyser = this.#context.createAnalyser()
  readonly #samples = new Float32Array(512)

  constructor(track: MediaStreamTrack) {
    this.#analyser.fftSize = this.#samples.length
    this.#context.createMediaStreamSource(new MediaStream([track])).connect(this.#analyser)
    void this.#context.resume().catch(() => undefined)
  }

  /** Returns the level of the last 10 ms on a scale that follows hearing: −60 dB is 0. */
  read(): number {
    this.#analyser.getFloatTimeDomainData(this.#samples)
    let sum = 0
    for (const sample of this.#samples) sum += sample * sample
    const decibels = 10 * Math.log10(sum / this.#samples.length + 1e-12)
    return Math.min(1, Math.max(0, 1 + decibels / 60))
  }
  close(): void {
    void this.#context.close().catch(() => undefined)
  }
}
