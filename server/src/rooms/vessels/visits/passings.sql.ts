import type { Edge } from '@samudra/nautical/tracks/visit'
import type pg from 'pg'
import { NEWS_MS, storeVesselUpdates, type VesselUpdateRow } from '../../../sea/vessel-updates.sql.ts'
import type { ShipVisit } from './ship-visit.ts'
import type { ZoneRow } from './visit-zones.sql.ts'

type Zone = Pick<ZoneRow, 'zone' | 'kind' | 'id' | 'label' | 'upto'>

/** Notes entries and exits, but those that were computed back when their outline was new. */
export async function notePassings(
  client: pg.PoolClient,
  visits: readonly ShipVisit[],
  now: number,
): Promise<void> {
  const passings = visits.flatMap((one) => passingsOf(one).filter(({ edge }) => now - edge.at < NEWS_MS))
  if (passings.length === 0) return
  const { rows } = await client.query<Zone>(
    'select zone, kind, id, label, upto from visit_zones where zone = any($1::int[])',
    [[...new Set(passings.map(({ of }) => of.visit.zone))]],
  )
  const zones = new Map(rows.map((row) => [row.zone, row]))
  const happenings = passings.flatMap(({ type, edge, of }): VesselUpdateRow[] => {
    const zone = zones.get(of.visit.zone)
    if (zone === undefined || edge.at < (zone.upto?.getTime() ?? 0)) return []
    return [happeningOf({ type, edge, of }, zone)]
  })
  await storeVesselUpdates(client, happenings, now)
}

type Passing = { type: 'ENTRY' | 'EXIT'; edge: Edge; of: ShipVisit }

/** Returns the passings of a visit; a vessel first received inside has no observed entry. */
function passingsOf(of: ShipVisit): Passing[] {
  const { entry, exit } = of.visit
  return [
    ...(entry.claim === 'FIRST_HEARD' ? [] : [{ type: 'ENTRY' as const, edge: entry, of }]),
    ...(exit === null ? [] : [{ type: 'EXIT' as const, edge: exit, of }]),
  ]
}

const happeningOf = ({ type, edge, of }: Passing, { zone, kind, id, label }: Zone): VesselUpdateRow => ({
  mmsi: of.mmsi,
  split: of.split,
  occasion: `${type} ${zone} ${of.split} ${Math.round(edge.at)}`,
  type,
  at: edge.at,
  facts: { zone: { kind, id, name: label.name, ...(label.disputed ? { isDisputed: true } : {}) } },
  sources: edge.beforeId === 0 ? [[edge.afterSource]] : [[edge.beforeSource], [edge.afterSource]],
  places: [[edge.lon, edge.lat]],
})
