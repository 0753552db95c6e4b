import { deadReckon } from '@samudra/nautical/tracks/dead-reckoning'
import { metresBetween } from '@samudra/nautical/geodesy'
import { degrees, knots, METRES_PER_NM, place, type Place } from '@samudra/nautical/units'
import type { Caller } from '../../../../platform/kernel/http/caller.ts'
import { NONE16 } from '../../../../sea/fix-batch.ts'
import type { FeedNames } from '../../../../sea/names.ts'
import { NO_ROW } from '../contacts/contact-store.ts'
import { Eye } from './eye.ts'
import type { Picture } from '../picture.ts'
import { SHIPS } from './sailing.ts'

/** Vessel as last received by any source. Degrees, epoch ms. */
export type ReceivedVessel = {
  mmsi: number
  split: number
  at: number
  source: number
  lat: number
  lon: number
}
/** Pair of vessels closer to each other than the limit of the first. */
export type NearPair = { one: ReceivedVessel; other: ReceivedVessel; nm: number; requestedNm: number }

/** Maximum age of a fix; after that the vessel may be anywhere. */
const FRESH_MS = 10 * 60_000
/** Distance a fast vessel sails in that time. */
const DRIFT_NM = 5
/** Slower than this, 0.1 kn, a ship lies; two that lie are neighbours in a harbour. */
const LIES = 10
/** Cells of a tenth of a degree. */
const CELLS = 10
const ROUND = 360 * CELLS

export const watchedBy = (picture: Picture, names: FeedNames) => ({
  /** Returns the vessels of an MMSI as last received; none if not on the picture. */
  heard: (mmsi: number): ReceivedVessel[] => receivedFrom(picture, mmsi),
  /** When something of each source arrived last, by its number. */
  sourcesHeard: () => sourcesHeard(picture),
  /** Returns vessels that are now near the requested ones. The query gives NM by MMSI, the largest request. */
  pairs: (query: ReadonlyMap<number, number>, now: number) => nearPairs(picture, query, now),
  /**
   * Returns names of vessels with the sources that reported them, as visible to a caller; null without a visible name.
   */
  namesFor: ({ visibility }: Pick<Caller, 'visibility'>) => {
    const eye = new Eye(picture, names, visibility)
    return (mmsi: number, split: number) => {
      const id = contactOf(picture, mmsi, split)
      const text = id < 0 || eye.row(id) === NO_ROW ? undefined : eye.origin(id, 'name')
      return text === undefined
        ? null
        : { name: String(text.value), sources: [text.source, ...(text.also ?? [])] }
    }
  },
})
export type Watched = ReturnType<typeof watchedBy>

function contactOf({ store }: Picture, mmsi: number, split: number): number {
  for (let id = store.firstOf(mmsi); id >= 0; id = store.nextOfMmsi[id]!)
    if (store.split[id] === split) return id
  return -1
}

function receivedFrom({ store }: Picture, mmsi: number): ReceivedVessel[] {
  const found: ReceivedVessel[] = []
  for (let id = store.firstOf(mmsi); id >= 0; id = store.nextOfMmsi[id]!) {
    if (store.kind[id]! >= SHIPS) continue
    let last = NO_ROW
    for (let row = store.firstRow[id]!; row !== NO_ROW; row = store.rows.next[row]!)
      if (last === NO_ROW || store.rows.observedAt[row]! > store.rows.observedAt[last]!) last = row
    if (last !== NO_ROW) found.push(heardAt({ store }, id, last))
  }
  return found
}

const heardAt = ({ store }: Pick<Picture, 'store'>, id: number, row: number): ReceivedVessel => ({
  mmsi: store.mmsi[id]!,
  split: store.split[id]!,
  at: store.rows.observedAt[row]!,
  source: store.rows.source[row]!,
  lat: store.rows.lat[row]! / 1e6,
  lon: store.rows.lon[row]! / 1e6,
})

function sourcesHeard({ store }: Picture): Map<number, number> {
  const last = new Map<number, number>()
  const { rows } = store
  for (let id = 0; id < store.used; id++) {
    if (store.isAlive[id] !== 1) continue
    for (let row = store.firstRow[id]!; row !== NO_ROW; row = rows.next[row]!) {
      const source = rows.source[row]!
      if (rows.recTime[row]! > (last.get(source) ?? 0)) last.set(source, rows.recTime[row]!)
    }
  }
  return last
}

type Query = { id: number; row: number; at: Place; nm: number; latReach: number; lonReach: number }

/**
 * Returns near pairs in one pass through the picture. Requested vessels lie in the cells they reach; each other vessel
 * checks its own cell.
 */
function nearPairs(picture: Picture, query: ReadonlyMap<number, number>, now: number): NearPair[] {
  const { store } = picture
  const { rows } = store
  const cells = cellsOf(picture, query, now)
  const found: NearPair[] = []
  if (cells.size === 0) return found
  for (let id = 0; id < store.used; id++) {
    const row = store.isAlive[id] === 1 && store.kind[id]! < SHIPS ? store.shown[id]! : NO_ROW
    if (row === NO_ROW || now - rows.observedAt[row]! > FRESH_MS) continue
    const [lat, lon] = [rows.lat[row]! / 1e6, rows.lon[row]! / 1e6]
    const here = cells.get(cellOf(Math.floor(lat * CELLS), Math.floor(lon * CELLS)))
    if (here === undefined) continue
    let at: Place | null = null
    for (const one of here) {
      if (store.mmsi[one.id] === store.mmsi[id] || (liesStill(picture, row) && liesStill(picture, one.row)))
        continue
      if (Math.abs(lat - one.at.lat) > one.latReach || eastOf(lon, one.at.lon) > one.lonReach) continue
      at ??= reckoned(picture, row, now)
      const nm = metresBetween(one.at.lat, one.at.lon, at.lat, at.lon) / METRES_PER_NM
      if (nm <= one.nm)
        found.push({
          one: heardAt({ store }, one.id, one.row),
          other: heardAt({ store }, id, row),
          nm,
          requestedNm: one.nm,
        })
    }
  }
  return found
}

const eastOf = (one: number, other: number) => Math.abs(((one - other + 540) % 360) - 180)
const cellOf = (y: number, x: number) => y * ROUND + (((x % ROUND) + ROUND) % ROUND)
const liesStill = ({ store: { rows } }: Picture, row: number) => rows.sog[row]! < LIES

function cellsOf(picture: Picture, query: ReadonlyMap<number, number>, now: number): Map<number, Query[]> {
  const { store } = picture
  const cells = new Map<number, Query[]>()
  for (const [mmsi, nm] of query)
    for (let id = store.firstOf(mmsi); id >= 0; id = store.nextOfMmsi[id]!) {
      const row = store.kind[id]! < SHIPS ? store.shown[id]! : NO_ROW
      if (row === NO_ROW || now - store.rows.observedAt[row]! > FRESH_MS) continue
      const at = reckoned(picture, row, now)
      const latReach = (nm + DRIFT_NM) / 60
      const lonReach =
        latReach / Math.max(0.05, Math.cos((Math.min(89, Math.abs(at.lat) + 1) * Math.PI) / 180))
      const one: Query = { id, row, at, nm, latReach, lonReach }
      const [south, north] = [at.lat - latReach, at.lat + latReach].map((lat) => Math.floor(lat * CELLS))
      const [west, east] = [at.lon - lonReach, at.lon + lonReach].map((lon) => Math.floor(lon * CELLS))
      for (let y = south!; y <= north!; y++)
        for (let x = west!; x <= east!; x++) {
          const cell = cellOf(y, x)
          const there = cells.get(cell)
          if (there === undefined) cells.set(cell, [one])
          else there.push(one)
        }
    }
  return cells
}

function reckoned({ store: { rows } }: Picture, row: number, now: number): Place {
  const at = place(rows.lat[row]! / 1e6, rows.lon[row]! / 1e6)
  const [sog, cog] = [rows.sog[row]!, rows.cog[row]!]
  const fix = {
    place: at,
    sog: sog === NONE16 ? null : knots(sog / 10),
    cog: cog === NONE16 ? null : degrees(cog / 10),
  }
  return deadReckon(fix, now - rows.observedAt[row]!) ?? at
}
