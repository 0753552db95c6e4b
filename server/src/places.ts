import type { AisFilter } from '@samudra/contract/filter'
import { asksOfAnomaly } from '@samudra/contract/filter-match'
import type { AreasRoom } from './areas/room.ts'
import type { Caller } from './kernel/caller.ts'
import type { Places, PlacesThen } from './sea/places.ts'
import type { ReferenceRoom } from './reference/room.ts'
import type { VesselsRoom } from './vessels/room.ts'

type Drawn = { areas: AreasRoom; reference: ReferenceRoom; vessels: VesselsRoom }

/** Areas, waters and lists as they stand now. */
const placesOf = ({ areas, reference, vessels }: Drawn, caller: Caller): Places => ({
  isInList: (id, mmsi, at) => vessels.isInList(caller, id, mmsi, at),
  listsOf: (mmsi, at) => vessels.listsOf(caller, mmsi, at),
  isInArea: areas.insideTest(caller),
  isInForeignWaters: reference.isInForeignWaters,
})

/** Areas, waters and lists as they stood. */
const placesThen =
  ({ areas, reference, vessels }: Drawn): PlacesThen =>
  async (caller, period, filter) => {
    const asks = (anomaly: NonNullable<AisFilter['anomalies']>[number]) =>
      filter === undefined || asksOfAnomaly(filter, anomaly)
    const ids = filter === undefined ? null : (filter.lists ?? [])
    const [inside, waters, lists] = await Promise.all([
      asks('AREA_OF_INTEREST') ? areas.insideThen(caller, period) : null,
      asks('TWELVE_NM') || asks('TWENTY_FOUR_NM') ? reference.watersThen(caller, period) : null,
      ids === null || ids.length > 0 ? vessels.listsThen(caller, period, ids) : null,
    ])
    const changes = [inside, waters, lists].flatMap((one) => one?.changes ?? [])
    return {
      isInList: (id, mmsi, at) => lists?.isInList(id, mmsi, at) ?? false,
      listsOf: (mmsi, at) => lists?.listsOf(mmsi, at) ?? [],
      isInArea: (lat, lon, at) => inside?.isInside(lat, lon, at) ?? false,
      isInForeignWaters: (lat, lon, flag, nm, at) =>
        waters?.at(at).isInForeignWaters(lat, lon, flag, nm) ?? null,
      changes: [...new Set(changes)].sort((a, b) => a - b),
    }
  }

/** Both, of rooms that are built later than those that ask. */
export const placesIn = (drawn: () => Drawn) => ({
  placesOf: (caller: Caller) => placesOf(drawn(), caller),
  placesThen: (...asked: Parameters<PlacesThen>) => placesThen(drawn())(...asked),
})
