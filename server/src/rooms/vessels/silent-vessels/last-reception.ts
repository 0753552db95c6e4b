import { reportingInterval } from '@samudra/nautical/ais/reporting-interval'
import { shipGroupIndex } from '@samudra/nautical/ship-types'
import { KINDS } from '@samudra/contract/picture'
import { breathe } from '../../../platform/kernel/http/breathe.ts'
import type { PictureInterface } from '../../picture/picture/room.ts'
import { navStatusText, headingDegrees } from '../../../sea/contact-values.ts'
import { tenths } from '../../../sea/fix-batch.ts'
import { cellOf } from '../../../sea/quarter-cells.ts'
import { silentFromMs } from './silence.ts'

/** Vessels received this recently show whether a place is covered. */
const NEAR_MS = 6 * 3_600_000
const LAST_CELL_ACROSS = 1440
/** Room of the cells of one source in a key. */
const CELLS_OF_SOURCE = 2 ** 21

/** Last reception of a vessel that is silent. */
export type LastReception = {
  mmsi: number
  split: number
  name: string | null
  /** Index into SHIP_GROUPS. */
  group: number
  lat: number
  lon: number
  sog: number | null
  cog: number | null
  heading: number | null
  navStatus: string | null
  observedAt: number
  recTime: number
  source: number
  /** Every source that received it and that the caller sees. */
  sources: readonly number[]
  nominalS: number
  receivedS: number | null
  /** Milliseconds of silence from which it counts. */
  fromMs: number
  missed: number
  /** Other vessels last received nearby by the same source, and those of them still received. */
  near: { total: number; received: number }
}

type Chosen = { now: number; fromMs: number; upToMs: number }

/** Finds the silent vessels among those of a caller, and counts for each which neighbours are still received. */
export async function findSilent(
  sailing: ReturnType<PictureInterface['sailing']>,
  { now, fromMs, upToMs }: Chosen,
): Promise<{ silent: LastReception[]; examined: number }> {
  const cells = new Map<number, { total: number; received: number }>()
  const silent: Omit<LastReception, 'near'>[] = []
  let examined = 0
  let began = performance.now()
  for (const { mmsi, split, fields, kind, rows, sources, lastReceived: row } of sailing) {
    if ((examined++ & 63) === 0) began = await breathe(began)
    const recTime = rows.recTime[row]!
    const [lat, lon] = [rows.lat[row]! / 1e6, rows.lon[row]! / 1e6]
    const silence = now - recTime
    const [sog, navStatus] = [tenths(rows.sog[row]!), navStatusText(rows.navStatus[row]!)]
    const nominalS = reportingInterval(KINDS[kind]!, navStatus, sog)
    const interval = rows.interval[row]!
    const receivedS = interval === 0 ? null : interval / 1000
    const ownFromMs = silentFromMs(fromMs, nominalS, receivedS)
    const isSilent = silence >= ownFromMs
    if (silence <= NEAR_MS) {
      const key = rows.source[row]! * CELLS_OF_SOURCE + cellOf(lat, lon)
      const cell = cells.get(key) ?? { total: 0, received: 0 }
      cells.set(key, cell)
      cell.total++
      if (!isSilent) cell.received++
    }
    if (!isSilent || silence > upToMs) continue
    silent.push({
      mmsi,
      split,
      name: (fields.name?.value as string | undefined) ?? null,
      group: shipGroupIndex((fields.shipType?.value as number | undefined) ?? 0),
      lat,
      lon,
      sog,
      cog: tenths(rows.cog[row]!),
      heading: headingDegrees(rows.heading[row]!),
      navStatus,
      observedAt: rows.observedAt[row]!,
      recTime,
      source: rows.source[row]!,
      sources: [...sources.keys()],
      nominalS,
      receivedS,
      fromMs: ownFromMs,
      missed: Math.floor(silence / 1000 / Math.max(nominalS, receivedS ?? 0)),
    })
  }
  return {
    silent: silent.map((one) => ({ ...one, near: neighboursOf(one, cells, now - one.recTime <= NEAR_MS) })),
    examined,
  }
}

/** Counts of the cell of a vessel and those around it, without the vessel. */
function neighboursOf(
  { lat, lon, source }: Pick<LastReception, 'lat' | 'lon' | 'source'>,
  cells: ReadonlyMap<number, { total: number; received: number }>,
  isCounted: boolean,
) {
  const own = cellOf(lat, lon)
  const column = own % LAST_CELL_ACROSS
  const near = { total: isCounted ? -1 : 0, received: 0 }
  for (let y = -1; y <= 1; y++)
    for (let x = -1; x <= 1; x++) {
      const across = (column + x + LAST_CELL_ACROSS) % LAST_CELL_ACROSS
      const cell = cells.get(source * CELLS_OF_SOURCE + own - column + y * LAST_CELL_ACROSS + across)
      near.total += cell?.total ?? 0
      near.received += cell?.received ?? 0
    }
  return near
}
