import { countryOfMmsi } from '@samudra/nautical/mmsi'
import { shipGroup, type ShipGroup } from '@samudra/nautical/ship-types'
import type { CallerVisibility } from '../../../platform/kernel/http/caller-visibility.ts'
import type { Db } from '../../../platform/needs/database.ts'
import { identitiesAt } from '../../../sea/identities.sql.ts'
import { sourcesSeen, type SourceNames } from '../../../sea/names.ts'
import { wasReportedBy, type StaticFields } from '../../../sea/static-fields.ts'
import type { InsideVessel } from './visit-walk.ts'

export type VesselIdentity = { name: string | null; type: ShipGroup; flag: string | null }
export const vesselKey = ({ mmsi, split }: Pick<InsideVessel, 'mmsi' | 'split'>) => mmsi * 256 + split

/** Returns name, type and flag of vessels as known at an instant, by vessel, as far as a caller may know them. */
export async function vesselIdentities(
  { db, names }: { db: Db; names: SourceNames },
  vessels: readonly InsideVessel[],
  at: number,
  visibility: CallerVisibility,
): Promise<ReadonlyMap<number, VesselIdentity>> {
  const sources = sourcesSeen(names, visibility)
  const maySee = (source: number) => sources === null || sources.includes(source)
  const mmsis = [...new Set(vessels.map(({ mmsi }) => mmsi))]
  const rows = await identitiesAt(db, new Date(at), mmsis)
  const fieldsOf = new Map(rows.map((row) => [vesselKey(row), row.fields]))
  return new Map(
    vessels.map((vessel) => {
      // Nothing that was reported after the vessel left the waters the caller sees.
      const until = visibility.everywhere ? Infinity : vessel.last
      const value = (fields: StaticFields | undefined, field: 'name' | 'shipType') => {
        const origin = fields?.[field]
        if (origin === undefined || !wasReportedBy(origin, until)) return null
        return maySee(origin.source) || origin.also?.some(maySee) === true ? origin.value : null
      }
      const fields = fieldsOf.get(vesselKey(vessel))
      const identity: VesselIdentity = {
        name: value(fields, 'name') as string | null,
        type: shipGroup((value(fields, 'shipType') as number | null) ?? 0),
        flag: countryOfMmsi(vessel.mmsi)?.iso2 ?? null,
      }
      return [vesselKey(vessel), identity]
    }),
  )
}
