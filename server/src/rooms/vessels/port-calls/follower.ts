import { breathe } from '../../../platform/kernel/http/breathe.ts'
import { FIRST_IMPORT_FEED, NAV_NONE, NO_PLACE, tenths, type FixBatch } from '../../../sea/fix-batch.ts'
import type { FixColumn } from '../../../sea/fix-reader.ts'
import { isShip } from '../../../sea/ship-reports.ts'
import type { PortAreas } from '../../../sea/port-areas.ts'
import { aShip, follow, type DetectedCall, type PortFix, type Ship, type Stay } from './port-call.ts'
import type { StayRow } from './port-calls.sql.ts'

/** Fix columns that call detection uses. */
export const CALL_FIX_COLUMNS = [
  'lat',
  'lon',
  'sog',
  'navStatus',
  'type',
  'source',
  'feed',
] as const satisfies FixColumn[]

/**
 * Minimum delay behind a newer fix of its vessel at which a fix is not ignored, but causes re-evaluation of its day.
 */
const LATE_MS = 15 * 60_000
/** Interval of storing the state of a stationary vessel, so that it does not count as silent after a restart. */
const KEEP_MS = 30 * 60_000

export type Found = { mmsi: number; split: number; call: DetectedCall }
/** Ships of which something came late, and from when to when; epoch ms. */
export type Late = { mmsi: number; from: number; to: number }

export const keyOf = (mmsi: number, split: number) => mmsi * 256 + split
const mmsiOf = (key: number) => Math.floor(key / 256)

/** Follows all ships through the fixes that are handed to it, and remembers what it takes to go on. */
export class Follower {
  readonly #ships = new Map<number, Ship>()
  /** The last fix of what is stored of a stay, and what it was; ships of which something is stored. */
  readonly #stored = new Map<number, { t: number; mark: string }>()
  readonly #found = new Map<string, Found>()
  readonly #late = new Map<number, Late>()
  readonly #fix: PortFix = { fixId: 0, t: 0, lat: 0, lon: 0, sog: null, navStatus: NAV_NONE, source: 0 }

  /**
   * Follows the fixes of a batch. Imported fixes are recorded as late unless `which` is ALL. `areas` and `declared`
   * (declared port by vessel key) may change between batches.
   */
  async take(
    batch: FixBatch,
    areas: PortAreas,
    declared: ReadonlyMap<number, string>,
    signal?: AbortSignal,
    which: 'HEARD' | 'ALL' = 'HEARD',
  ): Promise<void> {
    const fix = this.#fix
    let sliceBegan = performance.now()
    for (let i = 0; i < batch.count; i++) {
      if ((i & 1023) === 0) sliceBegan = await breathe(sliceBegan, signal)
      if (batch.lat[i] === NO_PLACE || !isShip(batch, i)) continue
      const key = keyOf(batch.mmsi[i]!, batch.split[i]!)
      const t = batch.observedAt[i]!
      const known = this.#ships.get(key)
      const isImport = which === 'HEARD' && batch.feed[i]! >= FIRST_IMPORT_FEED
      if (isImport || (known !== undefined && t < known.lastT)) {
        if (isImport || known!.lastT - t > LATE_MS) this.#noteLate(batch, i, areas, isImport)
        continue
      }
      const ship = known ?? aShip()
      if (known === undefined) this.#ships.set(key, ship)
      fix.fixId = batch.fixId[i]!
      fix.t = t
      fix.lat = batch.lat[i]! / 1e6
      fix.lon = batch.lon[i]! / 1e6
      fix.sog = tenths(batch.sog[i]!)
      fix.navStatus = batch.navStatus[i]!
      fix.source = batch.source[i]!
      for (const call of follow(ship, fix, areas, declared.get(key) ?? null))
        this.#found.set(`${key} ${call.enteredAt}`, { mmsi: batch.mmsi[i]!, split: batch.split[i]!, call })
    }
  }

  #noteLate(batch: FixBatch, i: number, areas: PortAreas, isImport: boolean) {
    if (!isImport && areas.at(batch.lat[i]! / 1e6, batch.lon[i]! / 1e6).length === 0) return
    const mmsi = batch.mmsi[i]!
    const t = batch.observedAt[i]!
    const known = this.#late.get(mmsi)
    if (known === undefined) this.#late.set(mmsi, { mmsi, from: t, to: t })
    else {
      known.from = Math.min(known.from, t)
      known.to = Math.max(known.to, t)
    }
  }

  /** Returns the calls found since the last call of this function. */
  found(): Found[] {
    const found = [...this.#found.values()]
    this.#found.clear()
    return found
  }

  late(): Late[] {
    const late = [...this.#late.values()]
    this.#late.clear()
    return late
  }

  /** Returns the port of a vessel; null if in none, or unknown. */
  portOf(key: number): string | null {
    const stay = this.#ships.get(key)?.stay ?? null
    return stay === null || stay.departed !== null ? null : stay.portId
  }

  /** Returns the last position of a vessel; null if unknown. */
  placeOf(key: number): { lat: number; lon: number } | null {
    const { lat = NaN, lon = NaN } = this.#ships.get(key) ?? {}
    return Number.isNaN(lat) ? null : { lat, lon }
  }

  /** Returns the state to store for resumption, and vessels without state from now on. */
  changes(): { stored: StayRow[]; ended: { mmsi: number; split: number }[] } {
    const saved: StayRow[] = []
    const ended: { mmsi: number; split: number }[] = []
    for (const key of this.#stored.keys())
      if ((this.#ships.get(key)?.stay ?? null) === null) ended.push({ mmsi: mmsiOf(key), split: key % 256 })
    for (const [key, { stay, lastT }] of this.#ships) {
      if (stay === null) continue
      const before = this.#stored.get(key)
      if (before !== undefined && stay.last.t - before.t < KEEP_MS && before.mark === markOf(stay)) continue
      saved.push({ mmsi: mmsiOf(key), split: key % 256, last_t: lastT, stay })
    }
    return { stored: saved, ended }
  }

  /** Remembers that this is stored. */
  areStored({ stored: saved, ended }: ReturnType<Follower['changes']>): void {
    for (const { mmsi, split } of ended) this.#stored.delete(keyOf(mmsi, split))
    for (const { mmsi, split, stay } of saved)
      this.#stored.set(keyOf(mmsi, split), { t: stay.last.t, mark: markOf(stay) })
  }

  /** Restores the stored state and the time of the last fix of each vessel. */
  restore(stays: readonly StayRow[], latest: FixBatch): void {
    for (let i = 0; i < latest.count; i++) {
      const key = keyOf(latest.mmsi[i]!, latest.split[i]!)
      const lastT = Math.max(this.#ships.get(key)?.lastT ?? -Infinity, latest.observedAt[i]!)
      this.#ships.set(key, { lastT, lat: latest.lat[i]! / 1e6, lon: latest.lon[i]! / 1e6, stay: null })
    }
    for (const { mmsi, split, last_t, stay } of stays) {
      const { lat, lon } = this.#ships.get(keyOf(mmsi, split)) ?? stay.last
      this.#ships.set(keyOf(mmsi, split), { lastT: last_t, lat, lon, stay })
      this.#stored.set(keyOf(mmsi, split), { t: stay.last.t, mark: markOf(stay) })
    }
  }
}

const markOf = (stay: Stay): string =>
  [
    stay.portId,
    stay.entered.t,
    stay.lying?.t,
    stay.anchored?.t,
    stay.berthed?.t,
    stay.outside?.first.t,
    stay.departed?.t,
  ].join(' ')
