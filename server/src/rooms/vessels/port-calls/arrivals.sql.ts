import type pg from 'pg'
import { storeVesselUpdates, type VesselUpdateRow } from '../../../sea/vessel-updates.sql.ts'
import type { CallRow } from './call-row.ts'

/** Stores arrivals and departures found from fixes; corrections by a user did not happen now. */
export const noteCalls = (client: pg.PoolClient, rows: readonly CallRow[], now: number): Promise<void> =>
  storeVesselUpdates(
    client,
    rows.flatMap((row) => (row.changed_by === null ? happeningsOf(row) : [])),
    now,
  )

function happeningsOf(row: CallRow): VesselUpdateRow[] {
  const { id, mmsi, split, port_id: port, anchored_at, berthed_at, departed_at, sources } = row
  const lay = [anchored_at, berthed_at].filter((at) => at !== null)
  if (lay.length === 0 || row.lat_udeg === null || row.lon_udeg === null) return []
  const of = {
    mmsi,
    split,
    sources: [sources],
    places: [[row.lon_udeg / 1e6, row.lat_udeg / 1e6]] as [[number, number]],
  }
  const lies = berthed_at === null ? 'anchor' : 'berth'
  const arrival: VesselUpdateRow = {
    ...of,
    occasion: `ARRIVAL ${id}`,
    type: 'ARRIVAL',
    at: Math.min(...lay),
    facts: { port, lies },
  }
  // A vessel that lay there when it was first received did not arrive then.
  const came = row.already_there === true ? [] : [arrival]
  if (departed_at === null) return row.state === 'CANCELLED' ? [] : came
  return [
    ...came,
    { ...of, occasion: `DEPARTURE ${id}`, type: 'DEPARTURE', at: departed_at, facts: { port } },
  ]
}
