import { FOUND_ANOMALIES } from '@samudra/contract/filter'
import type { Vessel } from '@samudra/contract/vessels'
import type { Ground } from '../../../platform/ground.ts'
import { room, type RoomInterface } from '../../../platform/ground.ts'
import { history } from '../../past/history/room.ts'
import type { Caller } from '../../../platform/kernel/http/caller.ts'
import { OperationError, sentenceOf } from '../../../platform/kernel/http/errors.ts'
import { ports } from '../../chart/ports/room.ts'
import { picture, type PictureInterface } from '../../picture/picture/room.ts'
import { filterInputs, type FilterInputsInterface } from '../../chart/filter-inputs/room.ts'
import { vesselNotes } from '../vessel-notes/room.ts'
import { sources } from '../../picture/sources/room.ts'
import { foundOf } from '../../../sea/found-of.ts'
import type { Places } from '../../../sea/filter-lookup.ts'
import { settings } from '../../centre/settings/room.ts'
import { nowFrom, placesByPorts } from './now.ts'
import { ClaimLog } from './claim-log.ts'
import { keepClaims } from './claims.sql.ts'
import type { Around } from './details.ts'
import { fillJob } from './fill.ts'
import { findShips } from './vessel-finds.ts'
import { IMAGE_FILES, imageOps } from './images/images.ops.ts'
import { countImages } from './images/images.sql.ts'
import { registerImportOps } from './import/register-imports.ops.ts'
import { REGISTER_FILES, RegisterImports } from './import/register-imports.ts'
import { identityChangesOf } from './changes.sql.ts'
import { registerOps } from './register.ops.ts'
import { Register } from './register.ts'
import { reportOps } from './report.ops.ts'
import { presentVessel } from './visible-claims.ts'

const SAVE_MS = 2000
/** Claims in one transaction, so that a full sea does not hold up imports and people. */
const SAVED_AT_ONCE = 1000

/**
 * Knows each vessel: the claims of each source with their periods, and which identities are one vessel. Stored in the
 * database.
 */
export const vessels = room({
  name: 'vessels',
  uses: { settings, sources, history, ports, filterInputs, picture, vesselNotes },
  open: async (ground, { settings, sources, history, ports, filterInputs, picture, vesselNotes }) => {
    const { db, clock, bus, lease, files } = ground
    const report = new ClaimLog()
    // The process with the feeds stores their reports.
    bus.subscribe('identity', (one) => {
      if (!lease.isOthers) report.take(one)
    })
    const save = () => storeReports(ground, report)
    const imports = new RegisterImports({
      ...ground,
      files: files.kind(REGISTER_FILES),
      sourceNumber: async (code) => (await sources.sourceNamed(code, 'PARTNER')).number,
    })
    const found = new Register({ db, clock, names: sources.names })
    const around = aroundOf(ground, { filterInputs, picture })
    return {
      door: {
        /** Returns a vessel by MMSI and split as known at an instant, epoch ms; null where the caller may know of none. */
        asKnown: (mmsi: string, split: number, at: number, caller: Caller) =>
          vesselAsKnown(found, mmsi, split, at, caller),
        /** Searches vessels that are not on the picture under the typed text. */
        find: (typed: string, caller: Caller, most: number) =>
          findShips(found, caller, typed, most, isOnPicture(picture, caller)),
        /** Returns the first times of another name or flag of vessels in a period. */
        identityChanges: (query: Parameters<typeof identityChangesOf>[1]) => identityChangesOf(db, query),
      },
      ops: [
        ...registerOps({
          register: found,
          around,
          passing: (caller, filter) => picture.passing(caller, filter),
          membersOf: membersIn({ clock, filterInputs, picture }),
          now: nowFrom({ clock, picture, filterInputs, ports: placesByPorts(ports) }),
        }),
        ...registerImportOps(imports),
        ...reportOps({
          register: found,
          around,
          fixes: history.reader,
          notesAbout: vesselNotes.about,
          queries: ground.queries,
          land: (box) => settings.land(box),
        }),
        ...imageOps({ register: found, files: files.kind(IMAGE_FILES) }),
      ],
      jobs: [...imports.jobs, fillJob({ db, clock, fixes: history.reader })],
      beats: [{ everyMs: SAVE_MS, work: save }],
      stop: save,
    }
  },
})

/** Interface of the room. */
export type VesselsInterface = RoomInterface<typeof vessels>

/** Returns members of a list that a caller may know of, by MMSI. */
const membersIn =
  ({
    clock,
    filterInputs,
    picture,
  }: Pick<Ground, 'clock'> & { filterInputs: FilterInputsInterface; picture: PictureInterface }) =>
  (caller: Caller, id: string): number[] => {
    const list = filterInputs.lists.get(id, caller)
    const mmsis = filterInputs.membership.membersOf(list).map(({ mmsi }) => Number(mmsi))
    const [now, ships] = [clock.now(), picture.shipsOf(caller)]
    return mmsis.filter(
      (mmsi) =>
        filterInputs.membership.holds(list, mmsi, now) &&
        filterInputs.membership.isVisibleMember(list, mmsi, caller, ships),
    )
  }

/** Returns a vessel as known at an instant; null where the caller may know of none. */
async function vesselAsKnown(
  register: Register,
  mmsi: string,
  split: number,
  at: number,
  caller: Caller,
): Promise<Vessel | null> {
  const known = await register.find(`${mmsi}.${split}`, caller, at).catch((error: unknown) => {
    if (error instanceof OperationError) return null
    throw error
  })
  return known && presentVessel(known.id, known.claims)
}

const isOnPicture =
  ({ shipsOf }: Pick<PictureInterface, 'shipsOf'>, caller: Caller) =>
  (mmsi: string, split: number | null) =>
    shipsOf(caller).find(Number(mmsi), split ?? 0) !== null

async function storeReports({ db, log }: Pick<Ground, 'db' | 'log'>, report: ClaimLog) {
  for (let claims = report.next(SAVED_AT_ONCE); claims.length > 0; claims = report.next(SAVED_AT_ONCE))
    try {
      await keepClaims(db, claims)
    } catch (error) {
      report.giveBack(claims)
      return log.error('static reports could not be stored; trying again', {
        error: sentenceOf(error),
      })
    }
}

const aroundOf = (
  { db, clock }: Pick<Ground, 'db' | 'clock'>,
  { filterInputs, picture }: { filterInputs: FilterInputsInterface; picture: PictureInterface },
): Around => ({
  find: (caller, mmsi, split) => picture.shipsOf(caller).find(mmsi, split),
  found: async (caller, contacts, asOf) => {
    const at = asOf ?? clock.now()
    const known = new Map<number, Pick<Places, 'lastFound'>>()
    for (const { mmsi } of contacts)
      if (!known.has(mmsi)) known.set(mmsi, await foundThen(filterInputs, caller, mmsi, asOf))
    return foundOf(
      (which) =>
        Math.max(...contacts.map(({ mmsi, split }) => known.get(mmsi)!.lastFound(which, mmsi, split, at))),
      at,
    )
  },
  lists: async (caller, mmsi, asOf) => {
    const at = asOf ?? clock.now()
    const then = new Date(at)
    const lists =
      asOf === null
        ? filterInputs.lists.list(caller)
        : await filterInputs.membership.during(then, then, caller)
    const ships = picture.shipsOf(caller)
    return lists.flatMap((list) =>
      filterInputs.membership.holds(list, mmsi, at) &&
      filterInputs.membership.isVisibleMember(list, mmsi, caller, ships)
        ? { list_id: list.id, name: list.body.name, color: list.body.color }
        : [],
    )
  },
  images: (vessels) => countImages(db, vessels),
})

/** Returns the detections on the vessels under an MMSI, now or as known at an instant, epoch ms. */
const foundThen = async (
  filterInputs: FilterInputsInterface,
  caller: Caller,
  mmsi: number,
  at: number | null,
) =>
  at === null
    ? filterInputs.placesOf(caller)
    : filterInputs.placesThen(caller, { from: at, to: at }, { anomalies: [...FOUND_ANOMALIES] }, mmsi)
