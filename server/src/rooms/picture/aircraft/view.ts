import { readWatchAircraft, type WatchAircraft } from '@samudra/contract/aircraft'
import { encodeAircraftFrame, type AircraftRow } from '@samudra/contract/wire/aircraft-frame'
import type { AircraftEye } from './aircraft-eye.ts'
import { NONE, type AircraftStore } from './store.ts'

/**
 * Sky as pushed to one screen. It stores the last pushed report of each aircraft in view, so that a frame contains
 * only changes. Nothing is queued for a slow screen.
 */
export class AircraftView {
  readonly #store: AircraftStore
  readonly #eye: AircraftEye
  #watched: WatchAircraft | null = null
  /** Row and sequence last pushed, by address. */
  readonly #reported = new Map<number, { row: number; sequence: number }>()
  #seq = 0
  #isFresh = true

  constructor(store: AircraftStore, eye: AircraftEye) {
    this.#store = store
    this.#eye = eye
  }

  /** Takes a wish of the screen; returns what is wrong with it, null when it fits. */
  look(raw: unknown): string | null {
    if (raw === null) {
      this.#watched = null
      this.#reported.clear()
      this.#isFresh = true
      return null
    }
    const read = readWatchAircraft(raw)
    if (!read.ok) return read.fields[0]?.why ?? 'does not fit'
    this.#watched = read.value
    if (read.value.resync === true) {
      this.#reported.clear()
      this.#isFresh = true
    }
    return null
  }

  /** The next frame; null when nothing changed. */
  nextFrame(now: number): Uint8Array | null {
    if (this.#watched === null) return null
    const { bbox, filter } = this.#watched
    const rows: AircraftRow[] = []
    const removed = new Set(this.#reported.keys())
    let total = 0
    for (const [address, first] of this.#store.aircraft) {
      const row = this.#eye.shown(first)
      if (row === NONE) continue
      total++
      if (!this.#eye.isIn(row, bbox) || !this.#eye.matches(row, filter)) continue
      removed.delete(address)
      this.#pushChange(address, row, rows)
    }
    for (const address of removed) this.#reported.delete(address)
    if (rows.length === 0 && removed.size === 0 && !this.#isFresh) return null
    const snapshot = this.#isFresh
    this.#isFresh = false
    return encodeAircraftFrame({
      seq: this.#seq++,
      snapshot,
      tick: now,
      inView: this.#reported.size,
      total,
      rows,
      removed: [...removed],
    })
  }

  #pushChange(address: number, row: number, rows: AircraftRow[]) {
    const sequence = this.#store.rows.sequence[row]!
    const reported = this.#reported.get(address)
    if (reported !== undefined) {
      if (reported.row === row && reported.sequence === sequence) return
      reported.row = row
      reported.sequence = sequence
    } else this.#reported.set(address, { row, sequence })
    rows.push(this.#eye.frameRow(row))
  }
}
