import type { AisFilter } from '@samudra/contract/filter'
import type { WatchPicture } from '@samudra/contract/live'
import type { ZoneGeometry } from '@samudra/contract/zones'
import type { Caller } from '../kernel/caller.ts'
import { sentenceOf } from '../kernel/errors.ts'
import type { Log } from '../kernel/log.ts'
import type { Places, PlacesThen } from '../sea/places.ts'
import type { Room } from '../kernel/room.ts'
import type { Send } from '../kernel/send.ts'
import type { Sight } from '../kernel/sight.ts'
import type { SamudraBus } from '../sea/topics.ts'
import type { Clock } from '../needs/clock.ts'
import type { Db } from '../needs/database.ts'
import { blacklistOps, openBlacklist } from './blacklist.ops.ts'
import { boxOf } from './boxes.ts'
import { ClientView } from './client-view.ts'
import { Eye } from './eye.ts'
import { compileFilter, type Filtered } from './filter.ts'
import { filterOps, findFilters, savedFilters } from './saved-filters.ops.ts'
import { countInside, isShown, mayKnow, shipsSeen } from './inside.ts'
import { finder } from './finds.ts'
import { FLAG } from '../sea/marks.ts'
import { pastPicture, type KnownThen } from './past-picture.ts'
import { pictureOps } from './picture.ops.ts'
import { Picture } from './picture.ts'
import type { Names } from '../sea/names.ts'
import type { StoredFix } from '../sea/stored-fix.ts'
import { restorePicture } from './restore.ts'
import { seenBy, type Seen } from './seen.ts'
import { sightOps } from './sight.ops.ts'
import { readStatics, saveStatics } from './statics.sql.ts'

/** Contacts stay on the picture this long after their last fix (spec: default AIS interval). */
const KEPT_MS = 5760 * 60_000
/** Marks that come from what a ship claimed over time; the others are found again at once. */
const LASTING_MARKS = FLAG.IMO_MISMATCH | FLAG.NAME_MISMATCH
/** Contacts whose static data go into one statement, so that a full sea does not hold up the feeds. */
const SAVED_AT_ONCE = 1000
const SAVE_MS = 5000
const SWEEP_MS = 60_000
/** Clocks may differ by so much. */
const AHEAD_MS = 60_000

/** What one client sees of the picture; `nextFrame` brings it up to date. */
export type PictureView = Pick<ClientView, 'nextFrame' | 'hasMore' | 'lookAgain' | 'total'> & {
  look(at: WatchPicture): void
}

export type PictureRoom = Room & {
  readonly contacts: number
  openView(caller: Caller): PictureView
  /** What somebody with these rights would see now; positions are [longitude, latitude, MMSI]. */
  seenBy(sight: Sight, limit: number): Seen
  /** How many contacts a caller may see are inside each shape. */
  countInside(shapes: ZoneGeometry[], caller: Caller): number[]
  /** Vessels and destinations by what they are called, for the one search box. */
  readonly finds: ReturnType<typeof finder>
  /** False for a ship on the picture that a caller may not see. */
  mayKnow(mmsi: number, caller: Caller): boolean
  /** What a caller may know of ships, made ready for many questions. */
  shipsOf(caller: Caller): ReturnType<typeof shipsSeen>
  /** A saved filter as a caller sees it. Throws NOT_FOUND. */
  savedFilter(caller: Caller, id: string): AisFilter
  /** Chooses the shown fixes anew after the ranking of the feeds changed. */
  rankAgain(): void
}

export async function pictureRoom(needs: {
  db: Db
  clock: Clock
  log: Log
  bus: SamudraBus
  names: Names
  latestFixes: (since: Date) => Promise<StoredFix[]>
  knownThen: KnownThen
  /** What a user may see; null when there is no such user. */
  sightOf: (userId: string) => Promise<Sight | null>
  /** What filters ask of waters and areas, as a caller sees them. */
  placesOf: (caller: Caller) => Places
  placesThen: PlacesThen
  zoneNames: () => { version: string; eez: { id: string; name: string }[] }
  send: Send
}): Promise<PictureRoom> {
  const { db, clock, bus, names } = needs
  const filters = await savedFilters(needs)
  const blacklist = await openBlacklist(needs)
  const picture = new Picture(names, blacklist.listed)
  restorePicture(picture, await pastOnly(needs), await readStatics(db))
  bus.hear('fix', (batch) => picture.apply(batch))
  bus.hear('static', (report) => picture.applyStatic(report))

  const eyeOf = ({ sight }: Caller) => new Eye(picture, names, sight)
  const seen = (sight: Sight, limit: number) => seenBy(picture, names, sight, limit)
  const save = () => saveUnsaved(needs, picture)
  let timers: NodeJS.Timeout[] = []
  return {
    name: 'picture',
    get contacts() {
      return picture.store.alive
    },
    seenBy: seen,
    openView: (caller) => openView({ picture, names, placesOf: needs.placesOf }, caller),
    countInside: (shapes, caller) => countInside(picture, eyeOf(caller), shapes),
    finds: finder({ picture, names }),
    mayKnow: (mmsi, caller) => mayKnow(picture, eyeOf(caller), mmsi),
    shipsOf: (caller) => shipsSeen({ picture, names, clock }, caller),
    savedFilter: (caller, id) => filters.get(id, caller).body.filter,
    rankAgain: () => picture.rankAgain(),
    find: [findFilters(filters)],
    ops: [
      ...pictureOps({ ...needs, picture, past: pastPicture(needs.knownThen) }),
      ...filterOps({ filters, clock, send: needs.send }),
      ...sightOps({ ...needs, seenBy: seen }),
      ...blacklistOps({ ...blacklist, picture, isShown: (mmsi, who) => isShown(picture, eyeOf(who), mmsi) }),
    ],
    start: async () => {
      timers = [
        setInterval(() => void save(), SAVE_MS),
        setInterval(() => picture.sweep(clock.now() - KEPT_MS, clock.now()), SWEEP_MS),
      ]
    },
    stop: async () => {
      for (const timer of timers) clearInterval(timer)
      await save()
    },
  }
}

/** The latest fixes; those that a clock which was ahead left would stay newer than all that comes. */
async function pastOnly({
  clock,
  latestFixes,
}: Pick<Parameters<typeof pictureRoom>[0], 'clock' | 'latestFixes'>) {
  const latest = await latestFixes(new Date(clock.now() - KEPT_MS))
  return latest.filter(({ observed_at }) => observed_at.getTime() <= clock.now() + AHEAD_MS)
}

async function saveUnsaved({ db, clock, log }: { db: Db; clock: Clock; log: Log }, picture: Picture) {
  const { store, statics } = picture
  const unsaved = statics.takeUnsaved()
  for (let from = 0; from < unsaved.length; from += SAVED_AT_ONCE) {
    const ids = unsaved.slice(from, from + SAVED_AT_ONCE)
    const rows = ids.flatMap((id) => {
      const fields = statics.of(id)
      const marks = store.flags[id]! & LASTING_MARKS
      return fields === undefined ? [] : [{ mmsi: store.mmsi[id]!, split: store.split[id]!, fields, marks }]
    })
    try {
      await saveStatics(db, rows, new Date(clock.now()))
    } catch (error) {
      statics.keepUnsaved(unsaved.slice(from))
      log.error('static data could not be stored; trying again', {
        error: sentenceOf(error),
        contacts: unsaved.length - from,
      })
      return
    }
  }
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
  const eye = new Eye(picture, names, caller.sight, placesOf(caller))
  const view = new ClientView(picture.store, eye)
  return {
    look: ({ bbox, filter, resync }) => {
      const test = filter === undefined ? null : compileFilter(filter, { picture, names, eye })
      view.look(boxOf(bbox), test, resync === true)
    },
    nextFrame: (now) => view.nextFrame(now),
    lookAgain: () => view.lookAgain(),
    get hasMore() {
      return view.hasMore
    },
    get total() {
      return view.total
    },
  }
}
