import type { AisFilter } from '@samudra/contract/filter'
import { anomaliesNeeded } from '@samudra/contract/filter-match'
import type { WatchPicture } from '@samudra/contract/socket'
import { room, type Ground, type RoomInterface } from '../../../platform/ground.ts'
import { history, type HistoryInterface } from '../../past/history/room.ts'
import { identity } from '../../centre/identity/room.ts'
import type { Caller } from '../../../platform/kernel/http/caller.ts'
import { sentenceOf } from '../../../platform/kernel/http/errors.ts'
import type { Log } from '../../../platform/kernel/text/log.ts'
import type { Places } from '../../../sea/filter-lookup.ts'
import { filterInputs, type FilterInputsInterface } from '../../chart/filter-inputs/room.ts'
import { ports } from '../../chart/ports/room.ts'
import { reference } from '../../chart/reference/room.ts'
import { sources } from '../sources/room.ts'
import { replay } from '../../past/replay/room.ts'
import type { Clock } from '../../../platform/needs/clock.ts'
import type { Db } from '../../../platform/needs/database.ts'
import { blacklistOps, followBlacklist } from './blacklist.ops.ts'
import { boxOf } from './views/boxes.ts'
import { ClientView } from './views/client-view.ts'
import { Eye } from './views/eye.ts'
import { compileFilter, passing, type Filtered } from './filter.ts'
import { filterOps, filtersUsing, findFilters, savedFilters } from './saved-filters.ops.ts'
import { countInside, isShown, mayKnow, shipsSeen } from './views/inside.ts'
import { finder } from './contact-finds.ts'
import type { FixBatch } from '../../../sea/fix-batch.ts'
import { FLAG } from '../../../sea/marks.ts'
import { pastPicture } from './views/past-picture.ts'
import { pictureOps } from './picture.ops.ts'
import { Picture } from './picture.ts'
import type { FeedNames } from '../../../sea/names.ts'
import { restorePicture } from './contacts/restore.ts'
import { Standing } from './standing-filters.ts'
import { sailing } from './views/sailing.ts'
import { seenBy } from './views/visibility-preview.ts'
import { visibilityOps } from './user-visibility.ops.ts'
import { readStatics, saveStatics } from './contacts/statics.sql.ts'
import { watchedBy } from './views/watched.ts'

export type { ReceivedVessel as Heard, NearPair, Watched } from './views/watched.ts'

/** Contacts stay on the picture this long after their last fix (spec: default AIS interval). */
const RETENTION_MS = 5760 * 60_000
/** Marks that come from what a ship claimed over time; the others are found again at once. */
const LASTING_MARKS = FLAG.IMO_MISMATCH | FLAG.NAME_MISMATCH
/** Contacts whose static data go into one statement, so that a full sea does not hold up the feeds. */
const SAVED_AT_ONCE = 1000
const SAVE_MS = 5000
const SWEEP_MS = 60_000
/** Clocks may differ by so much. */
const AHEAD_MS = 60_000

/** View of one client on the picture; `nextFrame` brings it up to date. */
export type PictureView = Pick<ClientView, 'nextFrame' | 'hasMore' | 'lookAgain' | 'total'> & {
  look(at: WatchPicture): void
  /** Returns whether the view depends on one of these lists. */
  needsAny(lists: readonly string[]): boolean
  /** True when the view depends on detections. */
  readonly needsEvents: boolean
}

/** Live contacts: evaluation, selection, filters and queries. */
export const picture = room({
  name: 'picture',
  uses: { sources, identity, history, reference, ports, filterInputs, replay },
  open: async (ground, { sources, identity, history, reference, ports, filterInputs, replay }) => {
    const { db, clock, log, bus, send } = ground
    const { names } = sources
    const { placesOf, placesThen, presentAreas } = filterInputs
    const filters = await savedFilters(ground)
    ground.queries.subscribe('references', filtersUsing(filters))
    const picture = new Picture(names, { has: (mmsi) => filterInputs.membership.isBlacklisted(mmsi) })
    const restore = async () => restorePicture(picture, await pastOnly(history, clock), await readStatics(db))
    await restore()
    picture.statics.onIdentities((text) => bus.publish('identity', text))
    bus.subscribe('followedFix', (batch) => picture.follow(batch))
    bus.subscribe('static', (report) => picture.applyStatic(report))
    followBlacklist(ground, picture)
    bus.subscribe('ranking', () => picture.rankAgain())

    const eyeOf = ({ visibility }: Caller) => new Eye(picture, names, visibility)
    const past = pastPicture(replay.knownThen)
    const { save, settleRecorded } = storing(ground, picture)
    return {
      door: doorOf(picture, names, {
        clock,
        log,
        filters,
        placesOf,
        presentAreas,
        eyeOf,
        restore,
        settleRecorded,
      }),
      ops: [
        ...pictureOps({
          ...ground,
          names,
          picture,
          past,
          placesOf,
          placesThen,
          zoneNames: reference.zoneNames,
          portNames: ports.names,
        }),
        ...filterOps({ filters, clock, send }),
        ...visibilityOps({
          clock,
          sightOf: identity.sightOfUser,
          seenBy: (visibility, limit) => seenBy(picture, names, visibility, limit),
        }),
        ...blacklistOps({
          ...ground,
          ...filterInputs,
          isShown: (mmsi, who) => isShown(picture, eyeOf(who), mmsi),
        }),
      ],
      beats: [
        { everyMs: SAVE_MS, work: save },
        { everyMs: SWEEP_MS, work: () => picture.sweep(clock.now() - RETENTION_MS, clock.now()) },
      ],
      stop: save,
    }
  },
})

/** Interface of the room. */
export type PictureInterface = RoomInterface<typeof picture>

const doorOf = (
  picture: Picture,
  names: FeedNames,
  needs: {
    clock: Clock
    log: Log
    filters: Awaited<ReturnType<typeof savedFilters>>
    placesOf: FilterInputsInterface['placesOf']
    eyeOf: (caller: Caller) => Eye
    presentAreas: FilterInputsInterface['presentAreas']
    restore: () => Promise<void>
    settleRecorded: () => Promise<number>
  },
) => ({
  /** Writes its judgement of every fix into the batch and takes the fixes in; a failure is logged. */
  judge: judging(picture, needs.log),
  /** Number of contacts on the picture. */
  get contacts() {
    return picture.store.alive
  },
  /** Opens the view of one client. */
  openView: (caller: Caller) => openView({ picture, names, placesOf: needs.placesOf }, caller),
  /** Counts contacts inside each area of interest, as far as the caller may see them. */
  countInside: (areas: readonly string[], caller: Caller) =>
    countInside(picture, needs.eyeOf(caller), needs.presentAreas(), areas),
  /** Searches vessels and destinations by name, for the one search box. */
  finds: finder({ picture, names }),
  /** False for a vessel on the picture that the caller may not see. */
  mayKnow: (mmsi: number, caller: Caller) => mayKnow(picture, needs.eyeOf(caller), mmsi),
  /** Vessels as far as the caller may know of them, made ready for many queries. */
  shipsOf: (caller: Caller) => shipsSeen({ picture, names, ...needs }, caller),
  /** Generates the vessels that the caller sees, as they are now. */
  sailing: (caller: Caller) => {
    const eye = new Eye(picture, names, caller.visibility, needs.placesOf(caller))
    return sailing(picture, eye, needs.clock.now())
  },
  /** Returns MMSIs of vessels that the caller sees and that pass a filter. */
  passing: (caller: Caller, filter: AisFilter) => {
    const eye = new Eye(picture, names, caller.visibility, needs.placesOf(caller))
    return passing(filter, { picture, names, eye }, needs.clock.now())
  },
  /** Throws VALIDATION for a filter that cannot be evaluated. */
  checkFilter: (filter: AisFilter, caller: Caller) =>
    void compileFilter(filter, { picture, names, eye: needs.eyeOf(caller) }),
  /** Standing filters: which vessels begin and which cease to pass them. */
  standing: () => new Standing({ picture, names, clock: needs.clock }),
  /** The picture as the caller sees it, for standing filters. */
  eyeOf: (caller: Caller) => new Eye(picture, names, caller.visibility, needs.placesOf(caller)),
  /** Returns a saved filter as the caller sees it. Throws NOT_FOUND. */
  savedFilter: (caller: Caller, id: string) => needs.filters.get(id, caller).body.filter,
  find: findFilters(needs.filters),
  /** Vessels that users follow, as they are received. */
  watched: watchedBy(picture, names),
  /** Brings the picture in line with the stored data. */
  restore: needs.restore,
  /**
   * Stores static data of recordings that wait, so that rules take them in order with the fixes. Returns how many versions
   * of them were stored since the start.
   */
  settleRecorded: needs.settleRecorded,
})

/** Returns `judge` of the picture; a batch at which it fails is stored and shared as far as it was judged. */
const judging = (picture: Picture, log: Log) => (batch: FixBatch) => {
  try {
    picture.judge(batch)
  } catch (error) {
    log.error('a batch of positions could not be judged', { error: sentenceOf(error) })
  }
}

/** The latest fixes; those that a clock which was ahead left would stay newer than all that comes. */
async function pastOnly({ latest }: HistoryInterface, clock: Clock) {
  const found = await latest(new Date(clock.now() - RETENTION_MS))
  return found.filter(({ observed_at }) => observed_at.getTime() <= clock.now() + AHEAD_MS)
}

/** Stores static data, one save after the other. Several processes hold the same; the one that has the feeds stores it. */
function storing(ground: Ground, picture: Picture) {
  let recorded = 0
  let saving: Promise<void> = Promise.resolve()
  const save = () =>
    (saving = saving.then(async () => {
      if (!ground.lease.isOthers) recorded += await saveUnsaved(ground, picture)
    }))
  const settleRecorded = async () => {
    await (picture.statics.hasRecorded ? save() : saving)
    return recorded
  }
  return { save, settleRecorded }
}

/** Stores what is not stored yet; returns how many versions of recordings were. */
async function saveUnsaved(
  { db, clock, log }: { db: Db; clock: Clock; log: Log },
  picture: Picture,
): Promise<number> {
  let recorded = 0
  const { store, statics } = picture
  const unsaved = statics.takeUnsaved()
  for (let from = 0; from < unsaved.length; from += SAVED_AT_ONCE) {
    const rows = unsaved.slice(from, from + SAVED_AT_ONCE).map(({ id, flags, ...version }) => ({
      ...version,
      mmsi: store.mmsi[id]!,
      split: store.split[id]!,
      marks: flags & LASTING_MARKS,
    }))
    try {
      await saveStatics(db, rows, new Date(clock.now()))
      recorded += rows.filter(({ recordedFeed }) => recordedFeed !== null).length
    } catch (error) {
      statics.keepUnsaved(unsaved.slice(from))
      log.error('static data could not be stored; trying again', {
        error: sentenceOf(error),
        contacts: unsaved.length - from,
      })
      return recorded
    }
  }
  return recorded
}

/** A client's view of the picture. */
function openView(
  {
    picture,
    names,
    placesOf,
  }: Pick<Filtered, 'picture' | 'names'> & { placesOf: (caller: Caller) => Places },
  caller: Caller,
): PictureView {
  const eye = new Eye(picture, names, caller.visibility, placesOf(caller))
  const view = new ClientView(picture.store, eye)
  let requests: readonly string[] = []
  let readsEvents = false
  return {
    needsAny: (lists) => requests.length > 0 && lists.some((id) => requests.includes(id)),
    look: ({ bbox, filter, resync }) => {
      requests = filter?.lists ?? []
      readsEvents = filter !== undefined && anomaliesNeeded(filter).length > 0
      const test = filter === undefined ? null : compileFilter(filter, { picture, names, eye })
      view.look(boxOf(bbox), test, resync === true)
    },
    nextFrame: (now) => view.nextFrame(now),
    lookAgain: () => view.lookAgain(),
    get needsEvents() {
      return readsEvents
    },
    get hasMore() {
      return view.hasMore
    },
    get total() {
      return view.total
    },
  }
}
