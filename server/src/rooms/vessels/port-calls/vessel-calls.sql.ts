import { sql } from 'kysely'
import type { CallerVisibility } from '../../../platform/kernel/http/caller-visibility.ts'
import type { Db } from '../../../platform/needs/database.ts'
import { query } from '../../../platform/needs/query.ts'
import { checkCounted, isPlaceSeen, MOST_COUNTED } from '../../../sea/page-seen.ts'
import type { CallRow } from './call-row.ts'
import { conditions, type CallsQuery } from './call-query.sql.ts'

/** A call of a vessel at a port; epoch ms. */
export type VesselCall = {
  mmsi: number
  split: number
  port: string
  cameAt: number
  /** True when it lay there at its first position: `cameAt` is then no arrival. */
  wasThere: boolean
}

/** Returns calls of some vessels in a period by vessel and time, as far as a caller may know of them. Throws TOO_LARGE. */
export async function callsOfVessels(
  db: Db,
  { mmsis, ...request }: CallsQuery & { mmsis: readonly number[]; from: number; to: number },
  visibility: CallerVisibility,
): Promise<VesselCall[]> {
  type Row = VesselCall & Pick<CallRow, 'lat_udeg' | 'lon_udeg'>
  const { rows } = await sql<Row>`
    select mmsi, split, port_id as port, lat_udeg, lon_udeg, already_there is true as "wasThere",
      (extract(epoch from coalesce(least(anchored_at, berthed_at), entered_at, began_at)) * 1000)::float8 as "cameAt"
    from port_calls where ${conditions(request)} and mmsi = any(${mmsis}::int[])
    order by mmsi, split, "cameAt", id limit ${MOST_COUNTED + 1}`.execute(query(db))
  checkCounted(rows, 'port calls')
  return rows.flatMap(({ lat_udeg, lon_udeg, ...call }) =>
    isPlaceSeen({ lat_udeg, lon_udeg }, visibility) ? [call] : [],
  )
}
