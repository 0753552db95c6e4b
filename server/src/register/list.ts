import type { Vessel } from '@samudra/contract/register'
import { MOST_FOUND } from '@samudra/contract/register'
import type { Caller } from '../kernel/caller.ts'
import { Refusal } from '../kernel/errors.ts'
import { plain, slipsAllowed, slipsTo } from '../kernel/near-text.ts'
import { pageOf } from '../kernel/pages.ts'
import { queryOf } from '../sea/name-search.ts'
import { NAMELESS } from './claim.ts'
import { seenOf, type Register } from './register.ts'
import { foundByOf, presentVessel } from './told.ts'
import {
  countWanted,
  readByName,
  readPlaced,
  searchAlike,
  searchVessels,
  type Listed,
  type Wanted,
} from './vessels.sql.ts'

const USUAL = 100
type Paging = { limit?: number | undefined; cursor?: string | undefined }

/** A page of ships by the alphabet. Who sees some waters only is shown those he is told something of. */
export async function pageByName(register: Register, caller: Caller, wanted: Wanted, paging: Paging) {
  const { db, clock } = register.needs
  const limit = paging.limit ?? USUAL
  const seen = seenOf(register.needs, caller.sight)
  const items: Vessel[] = []
  let after: Listed | null = paging.cursor === undefined ? null : cursorOf(paging.cursor)
  let isMore = true
  while (isMore && items.length < limit) {
    const found = await readByName(db, seen, wanted, after, limit + 1)
    isMore = found.length > limit
    const taken = found.slice(0, Math.min(limit, found.length))
    const shown = await presentFound(register, caller, taken)
    for (const [i, vessel] of shown.entries()) {
      after = taken[i]!
      if (vessel !== null) items.push(vessel)
      if (items.length < limit) continue
      isMore ||= i + 1 < taken.length
      break
    }
  }
  const total = await countWanted(db, seen, wanted, await inZones(register, caller, wanted))
  const next = isMore && after !== null ? JSON.stringify([after.plain, after.head_id]) : null
  return { items, total, next, as_of: new Date(clock.now()).toISOString() }
}

function cursorOf(cursor: string): Listed {
  try {
    const [plainName, head] = JSON.parse(cursor) as [unknown, unknown]
    if (typeof plainName === 'string' && Number.isInteger(head))
      return { plain: plainName, head_id: head as number }
  } catch {
    // Not one of ours.
  }
  throw new Refusal('VALIDATION', 'Check cursor: take the one of the page before.', {
    fields: [{ field: 'cursor', why: 'is not one of this list' }],
  })
}

/** The ships that said who they are in the caller's zones; null for who sees all waters. */
async function inZones(register: Register, { sight }: Caller, wanted: Wanted): Promise<number[] | null> {
  if (sight.everywhere) return null
  const rows = await readPlaced(register.needs.db, seenOf(register.needs, sight), wanted)
  const heads = rows.flatMap(({ head_id, first_lat, first_lon, last_lat, last_lon }) =>
    sight.place(last_lat / 1e6, last_lon / 1e6) ||
    sight.place(first_lat === null ? null : first_lat / 1e6, first_lon === null ? null : first_lon / 1e6)
      ? head_id
      : [],
  )
  return [...new Set(heads)]
}

/** Each as its caller is told; null for one of which he is told nothing. */
async function presentFound(register: Register, caller: Caller, found: readonly Listed[], typed = '') {
  const heads = found.map(({ head_id }) => head_id)
  const claims = await register.claimsOf(heads, caller)
  return heads.map((head) => {
    const told = claims.get(head)
    if (told === undefined) return null
    const shown = presentVessel(head, told)
    return { ...shown, found_by: foundByOf(told, typed, shown) }
  })
}

/** What a search finds, by names and numbers they have and had; what is misspelt where nothing is right. */
export async function searchPage(
  register: Register,
  caller: Caller,
  q: string,
  wanted: Wanted,
  paging: Paging,
) {
  const { db, clock } = register.needs
  const { text, field } = queryOf(q)
  const whole = plain(text)
  const seen = seenOf(register.needs, caller.sight)
  const asked = {
    words: whole.split(' '),
    whole,
    number: /^\d{3,9}$/.test(whole.replaceAll(' ', '')) ? whole.replaceAll(' ', '') : null,
    most: MOST_FOUND,
  }
  const right = whole === '' ? [] : await searchVessels(db, seen, wanted, asked)
  const found = right.length > 0 || field !== null ? right : await misspelt(register, seen, wanted, whole)
  const now = clock.now()
  if (caller.sight.everywhere) {
    const page = pageOf<Listed>(found, paging, now)
    const items = await presentFound(register, caller, page.items, whole)
    return { ...page, items: items.filter((one) => one !== null) }
  }
  const shown = await presentFound(register, caller, found, whole)
  return pageOf(
    shown.filter((one) => one !== null),
    paging,
    now,
  )
}

async function misspelt(
  { needs }: Register,
  seen: ReturnType<typeof seenOf>,
  wanted: Wanted,
  whole: string,
): Promise<Listed[]> {
  const most = slipsAllowed(whole.length)
  if (most === 0) return []
  const alike = await searchAlike(needs.db, seen, wanted, { whole, most: MOST_FOUND })
  const slips = new Map<number, Listed & { slips: number }>()
  for (const one of alike) {
    const count = one.plain === NAMELESS ? most + 1 : slipsTo(whole, one.plain, most)
    const held = slips.get(one.head_id)
    if (count <= most && (held === undefined || count < held.slips))
      slips.set(one.head_id, { ...one, slips: count })
  }
  return [...slips.values()].sort((a, b) => a.slips - b.slips || (a.plain < b.plain ? -1 : 1))
}
