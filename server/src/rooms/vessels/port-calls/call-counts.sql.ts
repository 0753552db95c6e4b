import { shipGroup, type ShipGroup } from '@samudra/nautical/ship-types'
import { countryOfMmsi } from '@samudra/nautical/mmsi'
import { sql } from 'kysely'
import type { CallerVisibility } from '../../../platform/kernel/http/caller-visibility.ts'
import type { Db } from '../../../platform/needs/database.ts'
import { query } from '../../../platform/needs/query.ts'
import { checkCounted, isPlaceSeen, MOST_COUNTED } from '../../../sea/page-seen.ts'
import type { CallMoment } from '@samudra/contract/port-calls'
import type { CallRow } from './call-row.ts'
import { conditions, MOMENTS, type CallsQuery } from './call-query.sql.ts'

/** An arrival or departure as it is counted. */
export type CountedCall = { at: number; port: string; kind: ShipGroup; country: string | null }

/** Returns arrivals or departures of a period, as far as a caller may know of them. Throws TOO_LARGE. */
export async function countedCalls(
  db: Db,
  { moment, from, to, ...request }: CallsQuery & { moment: CallMoment; from: number; to: number },
  visibility: CallerVisibility,
): Promise<CountedCall[]> {
  type Row = Pick<CallRow, 'mmsi' | 'port_id' | 'ship_type' | 'lat_udeg' | 'lon_udeg'> & { at: number }
  const { rows } = await sql<Row>`
    select mmsi, port_id, ship_type, lat_udeg, lon_udeg, (extract(epoch from ${MOMENTS[moment]}) * 1000)::float8 as at
    from port_calls where ${conditions({ ...request, moment, from, to })}
    limit ${MOST_COUNTED + 1}`.execute(query(db))
  checkCounted(rows, 'port calls')
  return rows.flatMap((row) =>
    isPlaceSeen(row, visibility)
      ? [
          {
            at: row.at,
            port: row.port_id,
            kind: shipGroup(row.ship_type ?? 0),
            country: countryOfMmsi(row.mmsi)?.iso2 ?? null,
          },
        ]
      : [],
  )
}
