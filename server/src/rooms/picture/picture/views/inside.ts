import type { PolygonLookup } from '@samudra/nautical/polygons/polygon-lookup'
import type { Caller } from '../../../../platform/kernel/http/caller.ts'
import type { Clock } from '../../../../platform/needs/clock.ts'
import type { Places } from '../../../../sea/filter-lookup.ts'
import { NO_ROW } from '../contacts/contact-store.ts'
import { Eye } from './eye.ts'
import type { FeedNames } from '../../../../sea/names.ts'
import type { Picture } from '../picture.ts'
import { presentContact } from './present-contact.ts'

/** Counts the visible contacts inside each of some polygons of a lookup, in one pass through the picture. */
export function countInside(
  picture: Picture,
  eye: Eye,
  lookup: PolygonLookup<string>,
  ids: readonly string[],
): number[] {
  const counts = new Map(ids.map((id) => [id, 0]))
  if (ids.length === 0) return []
  const { store } = picture
  const { rows } = store
  for (let contact = 0; contact < store.used; contact++) {
    const row = store.isAlive[contact] === 1 ? eye.row(contact) : NO_ROW
    if (row === NO_ROW) continue
    const found = lookup.at(rows.lat[row]! / 1e6, rows.lon[row]! / 1e6)
    for (let n = 0; n < found; n++) {
      const id = lookup.idOf(lookup.found[n]!)!
      const count = counts.get(id)
      if (count !== undefined) counts.set(id, count + 1)
    }
  }
  return ids.map((id) => counts.get(id)!)
}

/** Returns true if a contact of an MMSI is visible, or none is on the picture. */
export function mayKnow({ store }: Pick<Picture, 'store'>, eye: Eye, mmsi: number): boolean {
  return eye.seesAll || store.firstOf(mmsi) < 0 || isShown({ store }, eye, mmsi)
}

/** Returns true if a contact of an MMSI is on the picture of a caller. */
export function isShown({ store }: Pick<Picture, 'store'>, eye: Eye, mmsi: number): boolean {
  for (let id = store.firstOf(mmsi); id >= 0; id = store.nextOfMmsi[id]!)
    if (eye.row(id) !== NO_ROW) return true
  return false
}

/** Returns the visibility of vessels by MMSI and their present state on the picture, for a caller. */
export function shipsSeen(
  {
    picture,
    names,
    clock,
    placesOf,
  }: { picture: Picture; names: FeedNames; clock: Clock; placesOf: (caller: Caller) => Places },
  caller: Caller,
) {
  const eye = new Eye(picture, names, caller.visibility)
  let knowing: Eye | undefined
  // A record includes marks, lists and findings, so the view needs places.
  const whole = () => (knowing ??= new Eye(picture, names, caller.visibility, placesOf(caller)))
  const { store } = picture
  return {
    mayKnow: (mmsi: number) => mayKnow(picture, eye, mmsi),
    /** Returns the name of a vessel on an MMSI: of one split, or the first visible one. */
    nameOf: (mmsi: number, split?: number) => {
      for (let id = store.firstOf(mmsi); id >= 0; id = store.nextOfMmsi[id]!)
        if (eye.row(id) !== NO_ROW && (split === undefined || store.split[id] === split))
          return eye.text(id, 'name')
      return null
    },
    isShown: (mmsi: number) => eye.seesAll || isShown(picture, eye, mmsi),
    /** One of those on an MMSI: of a split, or the first that is seen. */
    find: (mmsi: number, split?: number) => {
      for (let id = store.firstOf(mmsi); id >= 0; id = store.nextOfMmsi[id]!)
        if (eye.row(id) !== NO_ROW && (split === undefined || store.split[id] === split))
          return presentContact(picture, id, names, clock.now(), whole())
      return null
    },
  }
}
