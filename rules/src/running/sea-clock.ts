import type { Ship } from './ship.ts'

/**
 * Time by which it is judged that nothing came: the clock for what is received, and for ships of a recording the time up to
 * which it was read. So a recording is judged the same however fast it is read, and whenever.
 */
export class SeaClock {
  readonly #readUpto = new Map<number, number>()
  #latest = -Infinity
  #isReceived = false

  /** Notes from where a ship was taken last. */
  note(ship: Ship, recording: number, at: number): void {
    ship.recording = recording
    if (recording === 0) {
      this.#isReceived = true
      return
    }
    if (at > (this.#readUpto.get(recording) ?? -Infinity)) this.#readUpto.set(recording, at)
    if (at > this.#latest) this.#latest = at
  }

  /** Time by which a ship is judged. */
  of({ recording }: Ship, now: number): number {
    return recording === 0 ? now : Math.min(now, this.#readUpto.get(recording) ?? now)
  }

  /** Time by which all ships together are judged. */
  ofAll(now: number): number {
    return this.#isReceived || this.#latest === -Infinity ? now : Math.min(now, this.#latest)
  }
}
