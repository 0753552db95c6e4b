import type { Aoi } from '@samudra/contract/areas'
import { audienceOf } from '../../../platform/kernel/http/audience.ts'
import type { Held } from '../../../platform/kernel/objects/object-rules.ts'
import { MOST_BYTES_OF_OUTLINES } from '../../../platform/kernel/objects/object-rules.ts'
import { openObjects } from '../../../platform/kernel/objects/open-objects.ts'
import type { Others } from '../../../platform/kernel/cluster/others.ts'
import type { Clock } from '../../../platform/needs/clock.ts'
import type { Db } from '../../../platform/needs/database.ts'

/** Fields of an area of interest that are stored as its body. */
export type AreaBody = Pick<
  Aoi,
  'name' | 'type' | 'recur' | 'color' | 'notes' | 'geometry' | 'shape' | 'geometry_version' | 'area_nm2'
> & {
  /** Backfill days; for areas stored before this field existed, the default. */
  backfill_days?: number
}
export type Area = Held<AreaBody>

/** Areas of interest: drawn by users, seen by those they are shown to. */
export async function openAreas(needs: { db: Db; clock: Clock; others?: Others }) {
  const areas = await openObjects<AreaBody>(needs, {
    type: 'aoi',
    noun: 'area of interest',
    mostBytes: MOST_BYTES_OF_OUTLINES,
    // A user confined to zones sees areas there, and the own ones.
    seers: (area) => audienceOf(area, area.body.geometry),
  })
  return areas
}
