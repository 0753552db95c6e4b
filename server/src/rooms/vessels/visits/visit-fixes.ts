import { GAP_MS } from '@samudra/contract/wire/replay-chunk'
import { Crossings, type CrossingFix } from '@samudra/nautical/tracks/crossings'
import { type Visit } from '@samudra/nautical/tracks/visit'
import { breathe } from '../../../platform/kernel/http/breathe.ts'
import { NONE16, type FixBatch } from '../../../sea/fix-batch.ts'
import type { FixColumn, FixReader, LatestFixQuery } from '../../../sea/fix-reader.ts'
import type { Ships } from '../../../sea/ships.ts'
import type { ShipVisit } from './ship-visit.ts'

/** Fix columns that crossing detection needs. */
export const CROSSING_COLUMNS: readonly FixColumn[] = [
  'lat',
  'lon',
  'sog',
  'source',
  'type',
  'quality',
  'feed',
  'recTime',
]
const UDEG = 1e6
/** Silence after which a vessel starts without history. */
const LONGEST_SILENCE_MS = 31 * 86_400_000

export const newCrossings = (hear: (visit: Visit) => void) => new Crossings(GAP_MS, hear)

/** Lays out the outlines that were put, others have their turn between. */
export async function layOut(crossings: Crossings, signal?: AbortSignal): Promise<void> {
  let began = performance.now()
  for (const _ of crossings.layOut()) began = await breathe(began, signal)
}

/** Takes one fix of a batch; returns what became of it. */
export function takeFix(crossings: Crossings, ship: number, batch: FixBatch, i: number): number {
  const sog = batch.sog[i]!
  return crossings.take(
    ship,
    batch.observedAt[i]!,
    batch.lat[i]! / UDEG,
    batch.lon[i]! / UDEG,
    batch.fixId[i]!,
    batch.source[i]!,
    sog === NONE16 ? -1 : sog,
  )
}

/** The last fix of each ship at an instant, of all its sources, by the ship's number. */
export async function lastFixes(
  fixes: FixReader,
  ships: Ships,
  query: Omit<LatestFixQuery, 'columns' | 'maxAgeMs'>,
): Promise<Map<number, Omit<CrossingFix, 'sog'>>> {
  const batch = await fixes.latestAt({
    ...query,
    columns: ['lat', 'lon', 'source'],
    maxAgeMs: LONGEST_SILENCE_MS,
  })
  const last = new Map<number, Omit<CrossingFix, 'sog'>>()
  let began = performance.now()
  for (let i = 0; i < batch.count; i++) {
    if ((i & 1023) === 0) began = await breathe(began)
    const ship = ships.numberOf(batch.mmsi[i]!, batch.split[i]!)
    const at = batch.observedAt[i]!
    const known = last.get(ship)
    if (known !== undefined && (known.at > at || (known.at === at && known.id > batch.fixId[i]!))) continue
    last.set(ship, {
      at,
      lat: batch.lat[i]! / UDEG,
      lon: batch.lon[i]! / UDEG,
      id: batch.fixId[i]!,
      source: batch.source[i]!,
    })
  }
  return last
}

/** Puts ships back to where they stood: the last fix of each, and the visits that were under way. */
export async function restoreShips(
  crossings: Crossings,
  ships: Ships,
  last: ReadonlyMap<number, Omit<CrossingFix, 'sog'>>,
  underWay: readonly ShipVisit[],
): Promise<void> {
  const visits = new Map<number, Visit[]>()
  let began = performance.now()
  for (const { mmsi, split, visit } of underWay) {
    const ship = ships.numberOf(mmsi, split)
    const own = visits.get(ship)
    if (own === undefined) visits.set(ship, [visit])
    else own.push(visit)
    began = await breathe(began)
  }
  for (const [ship, fix] of last) {
    crossings.restore(ship, fix, visits.get(ship) ?? [])
    began = await breathe(began)
  }
  for (const [ship, own] of visits) {
    if (last.has(ship)) continue
    // Its fixes are gone: it was last known where it came in.
    const { entry } = own.at(-1)!
    const { afterAt: at, lat, lon, afterId: id, afterSource: source } = entry
    crossings.restore(ship, { at, lat, lon, id, source }, own)
  }
}
