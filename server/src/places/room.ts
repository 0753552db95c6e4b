import type { AisFilter } from '@samudra/contract/filter'
import { asksOfAnomaly } from '@samudra/contract/filter-match'
import type { PolygonLookup } from '@samudra/nautical/polygon-lookup'
import { room } from '../ground.ts'
import type { Period } from '../kernel/belief.ts'
import type { Caller } from '../kernel/caller.ts'
import type { Objects } from '../kernel/objects.ts'
import { reference, type ReferenceDoor } from '../reference/room.ts'
import type { Places, PlacesThen } from '../sea/places.ts'
import { openAreas, type AreaBody } from './areas.ts'
import { Inside, type AreasTest } from './inside.ts'
import { PresentAreas } from './present-areas.ts'
import { editMembers, type NextMembers } from './edit.ts'
import { listsThen, openLists, type ListBody, type Membership } from './lists.ts'

export type { Area, AreaBody } from './areas.ts'
export type { List, ListBody, Membership } from './lists.ts'
export type { Member } from './members.sql.ts'

export type PlacesDoor = {
  readonly areas: Objects<AreaBody>
  readonly lists: Objects<ListBody>
  readonly membership: Membership
  /** Puts ships on a list and takes others off, as a caller, and tells of it. Throws NOT_FOUND, FORBIDDEN. */
  editMembers(caller: Caller, list: string, reason: string, next: NextMembers): Promise<void>
  /**
   * The lists a ship is on now, by their ids and whoever may see them; who came and went is told by the topic `listMoves`,
   * once in every process and after it is stored.
   */
  listsWith(mmsi: number): string[]
  /** Areas, waters and lists as a caller sees them now; follows changes by itself. */
  placesOf(caller: Caller): Places
  /** The same as they stood. */
  placesThen: PlacesThen
  /** The areas there are, by their ids, whoever may see them; good until the next await. */
  presentAreas(): PolygonLookup<string>
  /** The areas a caller sees that held at each instant of a period, as they stood then; one drawn later as it was drawn first. */
  areasThen(caller: Caller, period: Period): Promise<(at: number) => AreasTest>
}

/** What filters ask: areas of interest, vessel lists and waters, now and as they stood. */
export const places = room({
  name: 'places',
  uses: { reference },
  open: async (ground, { reference }) => {
    const areas = await openAreas(ground)
    const { lists, membership } = await openLists(ground, (ids, moves, isHere) => {
      ground.bus.publish('lists', ids)
      if (moves.length > 0) ground.bus.publish('listMoves', { moves, isHere })
    })
    const present = new PresentAreas(areas)
    const inside = new Inside(areas, present)
    const door: PlacesDoor = {
      areas,
      lists,
      membership,
      editMembers: (...asked) => editMembers({ lists, membership, send: ground.send }, ...asked),
      listsWith: (mmsi) => membership.listsWith(mmsi, ground.clock.now()).map(({ id }) => id),
      placesOf: (caller) => ({
        isInList: (id, mmsi, at) => membership.isIn(caller, id, mmsi, at),
        listsOf: (mmsi, at) => membership.listsOf(caller, mmsi, at).map(({ id }) => id),
        isInArea: inside.testNow(caller),
        isInForeignWaters: reference.isInForeignWaters,
      }),
      placesThen: placesThen({ inside, reference, membership }),
      presentAreas: () => present.lookup,
      areasThen: (caller, period) => inside.areasThen(caller, period),
    }
    return { door }
  },
})

const placesThen =
  (of: { inside: Inside; reference: ReferenceDoor; membership: Membership }): PlacesThen =>
  async (caller, period, filter) => {
    const asks = (anomaly: NonNullable<AisFilter['anomalies']>[number]) =>
      filter === undefined || asksOfAnomaly(filter, anomaly)
    const ids = filter === undefined ? null : (filter.lists ?? [])
    const [inside, waters, lists] = await Promise.all([
      asks('AREA_OF_INTEREST') ? of.inside.testThen(caller, period) : null,
      asks('TWELVE_NM') || asks('TWENTY_FOUR_NM') ? of.reference.watersThen(caller, period) : null,
      ids === null || ids.length > 0 ? listsThen(of.membership, caller, period, ids) : null,
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
