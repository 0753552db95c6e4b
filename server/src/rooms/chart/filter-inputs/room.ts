import { FOUND_ANOMALIES } from '@samudra/contract/filter'
import { needsAnomaly, anomaliesNeeded, foundWithin } from '@samudra/contract/filter-match'
import { room, type RoomInterface } from '../../../platform/ground.ts'
import type { Period } from '../../../platform/kernel/cluster/versions-at.ts'
import type { Caller } from '../../../platform/kernel/http/caller.ts'
import { sentenceOf } from '../../../platform/kernel/http/errors.ts'
import type { Log } from '../../../platform/kernel/text/log.ts'
import type { Db } from '../../../platform/needs/database.ts'
import { sources } from '../../picture/sources/room.ts'
import type { SourceNames } from '../../../sea/names.ts'
import type { Places, PlacesThen } from '../../../sea/filter-lookup.ts'
import { openAreas } from './areas.ts'
import { DetectedNow, detectedThen } from './detected.ts'
import { Inside } from './contacts-inside.ts'
import { PresentAreas } from './present-areas.ts'
import { editMembers, type NextMembers } from './edit.ts'
import { listsThen, openLists, type Membership } from './lists.ts'

export type { Area, AreaBody } from './areas.ts'
export type { List, ListBody, Membership } from './lists.ts'
export type { Member } from './members.sql.ts'

/** Events that are long over are let go this often, and what could not be read is tried again. */
const TIDY_MS = 60_000

/** Provides what filters compare with: areas of interest, vessel lists and detections, now and at an earlier time. */
export const filterInputs = room({
  name: 'filter-inputs',
  uses: { sources },
  open: async (ground, { sources: { names } }) => {
    const areas = await openAreas(ground)
    const { lists, membership } = await openLists(ground, (ids, moves, isHere) => {
      ground.bus.publish('lists', ids)
      if (moves.length > 0) ground.bus.publish('listMoves', { moves, isHere })
    })
    const present = new PresentAreas(areas)
    const inside = new Inside(areas, present)
    const detected = new DetectedNow({ ...ground, names }, () => ground.bus.publish('detected', null))
    await detected.load()
    ground.bus.subscribe('results', (keys) => detected.note(keys))
    const door = {
      areas,
      lists,
      membership,
      /** Adds vessels to a list and removes others, as a caller, and pushes the change. Throws NOT_FOUND, FORBIDDEN. */
      editMembers: (caller: Caller, list: string, reason: string, next: NextMembers) =>
        editMembers({ lists, membership, send: ground.send }, caller, list, reason, next),
      /**
       * Returns ids of the lists that a vessel is on now, for all users. The topic `listMoves` publishes changes, once in
       * every process and after they are stored.
       */
      listsWith: (mmsi: number) => membership.listsWith(mmsi, ground.clock.now()).map(({ id }) => id),
      /** Returns areas, lists and findings of detectors as the caller sees them now; follows changes by itself. */
      placesOf: (caller: Caller): Places => ({
        isInList: (id, mmsi, at) => membership.isIn(caller, id, mmsi, at),
        listsOf: (mmsi, at) => membership.listsOf(caller, mmsi, at).map(({ id }) => id),
        isInArea: inside.testNow(caller),
        lastFound: detected.seenBy(caller.visibility),
      }),
      /** Returns the same as it was in a period. */
      placesThen: placesThen({ db: ground.db, names, inside, membership }),
      /** Returns lists alone, as they were at each instant of a period, with the instants of change. */
      listsThen: (caller: Caller, period: Period) => listsThen(membership, caller, period, null),
      /** Returns all areas by id, for all users; valid until the next await. */
      presentAreas: () => present.lookup,
      /** Returns the areas that a caller sees, as valid at each instant of a period; one drawn later as drawn first. */
      areasThen: (caller: Caller, period: Period) => inside.areasThen(caller, period),
    }
    return { door, beats: [{ everyMs: TIDY_MS, work: () => tidy(ground.log, detected) }] }
  },
})

/** Interface of the room. */
export type FilterInputsInterface = RoomInterface<typeof filterInputs>

async function tidy(log: Log, detected: DetectedNow) {
  try {
    await detected.tidy()
  } catch (error) {
    log.error('what detectors found could not be read; trying again', { error: sentenceOf(error) })
  }
}

type PastNeeds = { db: Db; names: SourceNames; inside: Inside; membership: Membership }
const placesThen =
  (of: PastNeeds): PlacesThen =>
  async (caller, period, filter, mmsi) => {
    const ids = filter === undefined ? null : (filter.lists ?? [])
    const needsAreas = filter === undefined || needsAnomaly(filter, 'AREA_OF_INTEREST')
    const [inside, lists, detected] = await Promise.all([
      needsAreas ? of.inside.testThen(caller, period) : null,
      ids === null || ids.length > 0 ? listsThen(of.membership, caller, period, ids) : null,
      detectedThen(of, caller.visibility, {
        period,
        codes: filter === undefined ? FOUND_ANOMALIES : anomaliesNeeded(filter),
        withinMin: foundWithin(filter ?? {}),
        mmsi,
      }),
    ])
    const changes = [inside, lists].flatMap((one) => one?.changes ?? [])
    return {
      isInList: (id, mmsi, at) => lists?.isInList(id, mmsi, at) ?? false,
      listsOf: (mmsi, at) => lists?.listsOf(mmsi, at) ?? [],
      isInArea: (lat, lon, at) => inside?.isInside(lat, lon, at) ?? false,
      lastFound: detected.lastFound,
      changes: [...new Set(changes)].sort((a, b) => a - b),
      changesOf: detected.changesOf,
    }
  }
