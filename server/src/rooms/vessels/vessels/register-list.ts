import { Instant } from '@samudra/contract/kernel'
import {
  MOST_COUNTED,
  MOST_FOUND,
  type Vessel,
  PICTURE_ORDERS,
  type PictureOrder,
  type StoredOrder,
  type VesselOrder,
  type VesselSort,
} from '@samudra/contract/vessels'
import type { Caller } from '../../../platform/kernel/http/caller.ts'
import { OperationError } from '../../../platform/kernel/http/errors.ts'
import { plain, slipsAllowed, slipsTo } from '@samudra/contract/near-text'
import { pageOf } from '../../../platform/kernel/http/pages.ts'
import { queryOf } from '../../../sea/name-search.ts'
import { NAMELESS } from './claim.ts'
import { seenOf, type Register } from './register.ts'
import { foundByOf, presentVessel, type VisibleClaim } from './visible-claims.ts'
import { readInOrder, readPlaced, readWanted, type Query, type Listed } from './list.sql.ts'
import { RANK, searchAlike, searchVessels, type Answering, type Named, type Wanted } from './vessels.sql.ts'

const USUAL = 100
/** Where more ships are wanted, one of them is soon met going through all. */
const MOST_GIVEN = 30_000
type Paging = { limit?: number | undefined; cursor?: string | undefined }
/** Which column ships are listed by, and which way; `-` before it is the other way round. */
type Sort<By = StoredOrder> = { by: By; isDown: boolean }
export const sortOf = (sort: VesselSort): Sort<VesselOrder> => ({
  by: sort.replace('-', '') as VesselOrder,
  isDown: sort.startsWith('-'),
})

export const isByPicture = (sort: Sort<VesselOrder>): sort is Sort<PictureOrder> =>
  PICTURE_ORDERS.some((one) => one === sort.by)
export const isStored = (sort: Sort<VesselOrder>): sort is Sort => !isByPicture(sort)

/** Returns a page of vessels in an order. A caller limited to waters receives only visible vessels. */
export async function pageInOrder(
  register: Register,
  caller: Caller,
  wanted: Wanted,
  { by, isDown }: Sort,
  paging: Paging,
) {
  const { db, clock } = register.needs
  const limit = paging.limit ?? USUAL
  const seen = seenOf(register.needs, caller.visibility)
  const inside = await inZones(register, caller, wanted)
  const isChosen = Object.values(wanted).some((one) => one !== undefined)
  const most = isChosen ? MOST_GIVEN : MOST_COUNTED
  const heads = await readWanted(db, seen, wanted, inside, most + 1)
  const isGiven = isChosen && heads.length <= most
  const query: Query = { seen, wanted, heads: isGiven ? heads : null, by, isDown }
  const items: Vessel[] = []
  let after: Listed | null = paging.cursor === undefined ? null : cursorOf(paging.cursor, by)
  let isMore = true
  while (isMore && items.length < limit) {
    const found = await readInOrder(db, query, after, limit + 1)
    isMore = found.length > limit
    const taken = found.slice(0, Math.min(limit, found.length))
    const shown = await presentFound(register, caller, taken, wanted)
    for (const [i, vessel] of shown.entries()) {
      after = taken[i]!
      if (vessel !== null) items.push(vessel)
      if (items.length < limit) continue
      isMore ||= i + 1 < taken.length
      break
    }
  }
  return {
    items,
    total: Math.min(heads.length, MOST_COUNTED),
    total_is: heads.length > MOST_COUNTED ? ('AT_LEAST' as const) : ('EXACT' as const),
    next: isMore && after !== null ? JSON.stringify([after.key, after.head_id]) : null,
    as_of: new Date(clock.now()).toISOString(),
  }
}

const LARGEST = 2 ** 31 - 1
const isNumber = (key: unknown) => typeof key === 'number' && Math.abs(key) <= LARGEST
const isText = (key: unknown) => typeof key === 'string' && !key.includes('\0')
/** Validity of the cursor value of each order. */
const KEYS: Record<StoredOrder, (key: unknown) => boolean> = {
  name: isText,
  imo: (key) => isNumber(key) && Number.isInteger(key),
  mmsi: (key) => isNumber(key) && Number.isInteger(key),
  call_sign: isText,
  country: isText,
  length: isNumber,
  heard: (key) => Instant.safeParse(key).success,
}

function cursorOf(cursor: string, by: StoredOrder): Listed {
  try {
    const [key, head] = JSON.parse(cursor) as unknown[]
    if ((key === null || KEYS[by](key)) && isNumber(head) && Number.isInteger(head))
      return { key: key as Listed['key'], head_id: head as number }
  } catch {
    // Not one of ours.
  }
  throw new OperationError('VALIDATION', 'Check cursor: use the cursor of the previous page.', {
    fields: [{ field: 'cursor', why: 'is not a cursor of this list' }],
  })
}

/** Returns the vessels that reported in the zones of the caller; null for a caller with all waters. */
async function inZones(register: Register, { visibility }: Caller, wanted: Wanted): Promise<number[] | null> {
  if (visibility.everywhere) return null
  const rows = await readPlaced(register.needs.db, seenOf(register.needs, visibility), wanted)
  const heads = rows.flatMap(({ head_id, first_lat, first_lon, last_lat, last_lon }) =>
    visibility.place(last_lat / 1e6, last_lon / 1e6) ||
    visibility.place(first_lat === null ? null : first_lat / 1e6, first_lon === null ? null : first_lon / 1e6)
      ? head_id
      : [],
  )
  return [...new Set(heads)]
}

/** Returns the matching vessels in waters visible to the caller, up to a maximum. */
export async function headsWanted(register: Register, caller: Caller, wanted: Wanted, most: number) {
  const seen = seenOf(register.needs, caller.visibility)
  return readWanted(register.needs.db, seen, wanted, await inZones(register, caller, wanted), most)
}

/** Returns each vessel as visible to the caller; null for one that is hidden or does not match. */
export async function presentFound(
  register: Register,
  caller: Caller,
  found: readonly { head_id: number }[],
  wanted: Wanted,
  typed = '',
) {
  const heads = found.map(({ head_id }) => head_id)
  const claims = await register.claimsOf(heads, caller)
  return heads.map((head) => {
    const visible = claims.get(head)
    if (visible === undefined || (!caller.visibility.everywhere && !answers(visible, wanted))) return null
    const shown = presentVessel(head, visible)
    return { ...shown, found_by: foundByOf(visible, typed, shown) }
  })
}

/** Returns true if the visible claims of a vessel match the query. */
function answers(visible: readonly VisibleClaim[], { shipTypes, countries, mmsis }: Wanted): boolean {
  const states = (holds: (claim: VisibleClaim) => boolean) =>
    visible.some((one) => one.is_latest && holds(one))
  return (
    (shipTypes === undefined ||
      states(({ ship_type }) => ship_type !== null && shipTypes.includes(ship_type))) &&
    (countries === undefined || states(({ country }) => country !== null && countries.includes(country))) &&
    (mmsis === undefined || states(({ mmsi }) => mmsis.includes(mmsi)))
  )
}

/**
 * Returns a page of search results by present and former names and numbers; misspelt matches only without exact ones.
 */
export async function searchPage(
  register: Register,
  caller: Caller,
  q: string,
  wanted: Wanted,
  sort: Sort | null,
  paging: Paging,
) {
  const { clock } = register.needs
  const whole = plain(queryOf(q).text)
  const found = await findNamed(register, caller, q, wanted, MOST_FOUND)
  const total_is = found.length < MOST_FOUND ? ('EXACT' as const) : ('AT_LEAST' as const)
  const now = clock.now()
  if (caller.visibility.everywhere && sort === null) {
    const page = pageOf<Named>(found, paging, now)
    const items = await presentFound(register, caller, page.items, wanted, whole)
    return { ...page, total_is, items: items.filter((one) => one !== null) }
  }
  const shown = (await presentFound(register, caller, found, wanted, whole)).filter((one) => one !== null)
  return { ...pageOf(sort === null ? shown : inOrder(shown, sort), paging, now), total_is }
}

/** Returns the vessels that a search finds for a caller, best first; some of them may be hidden. */
export async function findNamed(
  { needs }: Register,
  caller: Caller,
  q: string,
  wanted: Wanted,
  most: number,
): Promise<Answering[]> {
  const { text, field } = queryOf(q)
  const whole = plain(text)
  if (whole === '') return []
  const seen = seenOf(needs, caller.visibility)
  const digits = whole.replaceAll(' ', '')
  const number = /^\d{3,9}$/.test(digits) ? digits : null
  const right = await searchVessels(needs.db, seen, wanted, { words: whole.split(' '), whole, number, most })
  return right.length > 0 || field !== null ? right : misspelt(needs, seen, wanted, whole)
}

const VALUES: Record<StoredOrder, (vessel: Vessel) => string | number | null> = {
  name: ({ ship_name }) => (ship_name === null ? null : plain(ship_name)),
  imo: ({ imo }) => imo,
  mmsi: ({ mmsi }) => mmsi,
  call_sign: ({ call_sign }) => call_sign,
  country: ({ country }) => country,
  length: ({ length }) => length,
  heard: ({ heard_at }) => heard_at,
}
/** Sorts vessels; those without a value come last in both directions. */
function inOrder(vessels: Vessel[], { by, isDown }: Sort): Vessel[] {
  const way = isDown ? -1 : 1
  return vessels.sort((a, b) => {
    const [one, other] = [VALUES[by](a), VALUES[by](b)]
    if (one === null || other === null) return Number(one === null) - Number(other === null)
    return one === other ? 0 : one < other ? -way : way
  })
}

/** Returns the rank of a name with some slips: after all exact ones. */
const slipped = (slips: number) => RANK.inside + slips
export const isMisspelt = ({ rank }: Answering) => rank > RANK.inside

/** Fewer slips are looked for before more of them: what may hold more looks like many others. */
async function misspelt(
  { db }: Register['needs'],
  seen: ReturnType<typeof seenOf>,
  wanted: Wanted,
  whole: string,
): Promise<Answering[]> {
  for (let most = 1; most <= slipsAllowed(whole.length); most++) {
    const alike = await searchAlike(db, seen, wanted, { whole, slips: most, most: MOST_FOUND })
    const slips = new Map<number, Answering>()
    for (const one of alike) {
      const count = one.plain === NAMELESS ? most + 1 : slipsTo(whole, one.plain, most)
      const held = slips.get(one.head_id)
      if (count <= most && (held === undefined || slipped(count) < held.rank))
        slips.set(one.head_id, { ...one, rank: slipped(count) })
    }
    if (slips.size > 0)
      return [...slips.values()].sort((a, b) => a.rank - b.rank || (a.plain < b.plain ? -1 : 1))
  }
  return []
}
