import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../../platform/needs/database.ts'
import { inTransaction, query } from '../../../platform/needs/query.ts'
import { NAMELESS } from './claim.ts'

type Condition = RawBuilder<boolean>

/** Visible part of the register: claims of these sources, made in this box or nowhere. Null for all. */
export type Seen = {
  sources: readonly number[] | null
  box: { west: number; south: number; east: number; north: number } | null
}
/** Query for vessels. */
export type Wanted = {
  shipTypes?: readonly number[] | undefined
  /** Names of a flag, as claims carry it. */
  countries?: readonly string[] | undefined
  mmsis?: readonly number[] | undefined
  /** Sent a position in the hours of a period, epoch ms, to one of some sources; null for all. */
  heard?: { from: number; to: number; sources: readonly number[] | null } | undefined
}

export const and = (conditions: Condition[]): Condition => sql<boolean>`(${sql.join(conditions, sql` and `)})`
export const col = (alias: string, name: string) => sql.ref(`${alias}.${name}`)

export function seenCondition({ sources, box }: Seen, alias: string): Condition {
  const conditions: Condition[] = [sql<boolean>`true`]
  if (sources !== null)
    conditions.push(sql<boolean>`${col(alias, 'source_id')} = any(${sources}::smallint[])`)
  if (box !== null) {
    const within = (lat: string, lon: string) =>
      sql<boolean>`${col(alias, lat)} between ${box.south * 1e6} and ${box.north * 1e6}
        and ${col(alias, lon)} between ${box.west * 1e6} and ${box.east * 1e6}`
    conditions.push(
      sql<boolean>`(${col(alias, 'last_lat')} is null or ${col(alias, 'first_lat')} is null
        or ${within('last_lat', 'last_lon')} or ${within('first_lat', 'first_lon')})`,
    )
  }
  return and(conditions)
}

/** The index in the order of vessels serves one name alone. */
const countryCondition = (names: readonly string[], alias: string) =>
  names.length === 1
    ? sql<boolean>`${col(alias, 'country')} = ${names[0]}`
    : sql<boolean>`${col(alias, 'country')} = any(${names}::text[])`

/** Returns the conditions of a query, each on one claim of a vessel. */
export function wantedOf({ shipTypes, countries, mmsis, heard }: Wanted, alias: string): Condition[] {
  const conditions: Condition[] = []
  if (mmsis !== undefined) conditions.push(sql<boolean>`${col(alias, 'mmsi')} = any(${mmsis}::int[])`)
  if (countries !== undefined) conditions.push(countryCondition(countries, alias))
  if (shipTypes !== undefined)
    conditions.push(sql<boolean>`${col(alias, 'ship_type')} = any(${shipTypes}::smallint[])`)
  if (heard !== undefined) conditions.push(heardCondition(heard, alias))
  return conditions
}
const heardCondition = ({ from, to, sources }: NonNullable<Wanted['heard']>, alias: string): Condition =>
  sql<boolean>`exists (select from vessel_hours h where h.mmsi = ${col(alias, 'mmsi')}
    and h.hour >= date_trunc('hour', ${new Date(from)}::timestamptz) and h.hour < ${new Date(to)}
    and ${sources === null ? sql<boolean>`true` : sql<boolean>`h.source_id = any(${sources}::smallint[])`})`
/**
 * Returns the condition that a vessel matches by its present claims, from any message; skips the first `but`
 * conditions, which are checked elsewhere.
 */
export function isWanted(seen: Seen, wanted: Wanted, alias: string, but = 0): Condition {
  const text = (condition: Condition) => sql<boolean>`exists (
    select from vessel_claims w where w.head_id = ${col(alias, 'head_id')} and w.is_latest and ${condition} and ${seenCondition(seen, 'w')})`
  const conditions = wantedOf(wanted, 'w').slice(but).map(text)
  return conditions.length === 0 ? sql<boolean>`true` : and(conditions)
}

/** Vessel by one of its names. */
export type Named = { head_id: number; plain: string }

/** Search query: words in capitals, and the number it may be. */
export type SearchQuery = { words: string[]; whole: string; number: string | null; most: number }
export type Answering = Named & { rank: number }

/**
 * Rank of a matching claim: its whole number or name, the beginning of them, the beginning of a word, letters within.
 */
export const RANK = { exact: 0, name: 1, word: 2, inside: 3 } as const
const escaped = (words: string) => words.replaceAll(/[\\%_]/g, String.raw`\$&`)

/** The ships that answer, the best first; each way of answering looks at so many rows at most. */
export async function searchVessels(
  db: Db,
  seen: Seen,
  wanted: Wanted,
  request: SearchQuery,
): Promise<Answering[]> {
  const { words, whole, number, most } = request
  const tier = (rank: number, condition: Condition, order = sql``) => sql`
    (select c.head_id, c.plain, ${sql.lit(rank)}::int as rank from vessel_claims c
     where ${condition} and ${seenCondition(seen, 'c')} and ${isWanted(seen, wanted, 'c')} ${order} limit ${most})`
  const spaceless = whole.replaceAll(' ', '')
  const tiers = [
    tier(RANK.exact, sql<boolean>`c.plain = ${whole}`),
    tier(RANK.exact, sql<boolean>`c.call_sign collate "C" = ${spaceless}`),
    tier(RANK.name, sql<boolean>`c.plain like ${`${escaped(whole)}%`}`, sql`order by c.plain`),
    tier(RANK.word, sql<boolean>`c.call_sign collate "C" like ${`${escaped(spaceless)}%`}`),
  ]
  if (number !== null)
    for (const [column, digits] of [
      ['mmsi', 9],
      ['imo', 7],
    ] as const) {
      if (number.length > digits) continue
      const unit = 10 ** (digits - number.length)
      const from = Number(number) * unit
      const isWhole = number.length === digits
      const rank = isWhole ? RANK.exact : RANK.name
      tiers.push(
        tier(rank, sql<boolean>`c.${sql.ref(column)} between ${from}::int and ${from + unit - 1}::int`),
      )
    }
  // Shorter ones stand in too many names to be looked for anywhere but at the beginning.
  if (words.some((word) => word.length >= 3)) {
    const within = words.map((word) => sql<boolean>`c.plain like ${`%${escaped(word)}%`}`)
    const beginning = words.map(
      (word) => sql<boolean>`(c.plain like ${`${escaped(word)}%`} or c.plain like ${`% ${escaped(word)}%`})`,
    )
    tiers.push(tier(RANK.word, and(beginning)), tier(RANK.inside, and(within)))
  }
  const { rows } = await sql<Answering>`
    select head_id, min(plain) as plain, min(rank) as rank from (${sql.join(tiers, sql` union all `)}) found
    group by head_id order by min(rank), min(plain), head_id limit ${most}`.execute(query(db))
  return rows
}

/** Maximum number of candidate names, of which the most similar are returned. */
const CANDIDATES = 4000

/** Returns names similar to the query with some slips, most similar first; the caller counts the slips. */
export async function searchAlike(
  db: Db,
  seen: Seen,
  wanted: Wanted,
  { whole, slips, most }: Pick<SearchQuery, 'whole' | 'most'> & { slips: number },
): Promise<Named[]> {
  const condition = and([
    sql<boolean>`${whole} <% c.plain`,
    seenCondition(seen, 'c'),
    isWanted(seen, wanted, 'c'),
  ])
  const compiled = sql<Named>`
    select * from (select c.head_id, c.plain from vessel_claims c where ${condition} limit ${CANDIDATES}) found
    order by word_similarity(${whole}, plain) desc limit ${most}`.compile(query(db))
  return inTransaction(db, async (client) => {
    await client.query(`select set_config('pg_trgm.word_similarity_threshold', $1, true)`, [
      String(likeness(whole, slips)),
    ])
    const { rows } = await client.query<Named>(compiled.sql, [...compiled.parameters])
    return rows
  })
}

/**
 * Returns the minimum similarity of a name with some slips: each spoils three consecutive letter groups and adds
 * others.
 */
function likeness(whole: string, slips: number): number {
  const letters = new Set<string>()
  for (const word of whole.split(' '))
    for (let at = 0; at < word.length + 1; at++) letters.add(`  ${word} `.slice(at, at + 3))
  const { size } = letters
  return Math.max(0.5, (size - 3 * slips) / (size + 2 * slips))
}

/** A claim as it is stored. */
export type ClaimRow = {
  vessel_id: number
  head_id: number
  mmsi: number
  split: number
  source_id: number
  form: number
  is_latest: boolean
  name: string | null
  plain: string
  call_sign: string | null
  imo: number | null
  country: string | null
  ship_type: number | null
  length: number | null
  beam: number | null
  owner: string | null
  first_at: Date
  last_at: Date
  known_from: Date
  first_lat: number | null
  first_lon: number | null
  last_lat: number | null
  last_lon: number | null
}

/** Returns all claims of some sources about vessels. */
export async function readClaims(
  db: Db,
  heads: readonly number[],
  sources: readonly number[] | null,
): Promise<ClaimRow[]> {
  const { rows } = await sql<ClaimRow>`
    select * from vessel_claims c
    where c.head_id = any(${heads}::int[]) and ${seenCondition({ sources, box: null }, 'c')}
    order by c.first_at, c.source_id, c.form, c.hash`.execute(query(db))
  return rows
}
/** The same of rows of the register, whatever ship they are taken for now. */
export async function readClaimsOf(
  db: Db,
  vessels: readonly number[],
  sources: readonly number[] | null,
): Promise<ClaimRow[]> {
  const { rows } = await sql<ClaimRow>`
    select * from vessel_claims c
    where c.vessel_id = any(${vessels}::int[]) and ${seenCondition({ sources, box: null }, 'c')}
    order by c.first_at, c.source_id, c.form, c.hash`.execute(query(db))
  return rows
}

export type ContactRow = {
  mmsi: number
  split: number
  since: Date
  last_at: Date
  vessel_id: number
  head_id: number
}
/** The contacts that are, or were, some rows of the register. */
export async function readContacts(db: Db, vessels: readonly number[]): Promise<ContactRow[]> {
  const { rows } = await sql<ContactRow>`
    select c.mmsi, c.split, c.since, c.last_at, c.vessel_id, v.head_id from vessel_contacts c
    join vessels v on v.id = c.vessel_id where c.vessel_id = any(${vessels}::int[]) order by c.last_at desc`.execute(
    query(db),
  )
  return rows
}
/** Returns the vessels received under some numbers, last received first. */
export async function readByMmsi(db: Db, mmsis: readonly number[]): Promise<ContactRow[]> {
  const { rows } = await sql<ContactRow>`
    select c.mmsi, c.split, c.since, c.last_at, c.vessel_id, v.head_id from vessel_contacts c
    join vessels v on v.id = c.vessel_id where c.mmsi = any(${mmsis}::int[]) order by c.last_at desc`.execute(
    query(db),
  )
  return rows
}
/** Ships of which a register alone gives the number. */
export async function readRegistered(db: Db, mmsi: number): Promise<number[]> {
  const { rows } = await sql<{ head_id: number }>`
    select distinct head_id from vessel_claims where mmsi = ${mmsi}`.execute(query(db))
  return rows.map(({ head_id }) => head_id)
}
export async function headOf(db: Db, id: number): Promise<number | null> {
  const { rows } = await sql<{ head_id: number }>`select head_id from vessels where id = ${id}`.execute(
    query(db),
  )
  return rows[0]?.head_id ?? null
}

/** Claims of other ships that say the same IMO number, or the same call sign, name and dimensions. */
export async function readTwins(
  db: Db,
  head: number,
  alike: {
    imos: readonly number[]
    looks: readonly { plain: string; call_sign: string; length: number; beam: number }[]
  },
  sources: readonly number[] | null,
): Promise<ClaimRow[]> {
  const MOST = 200
  const { rows } = await sql<ClaimRow>`
    select * from (
      (select c.* from vessel_claims c where c.imo = any(${alike.imos}::int[]) and c.head_id <> ${head} limit ${MOST})
      union
      (select c.* from jsonb_to_recordset(${JSON.stringify(alike.looks)}::jsonb)
         as one (plain text, call_sign text, length real, beam real)
       join vessel_claims c on c.plain = one.plain collate "C" and c.call_sign = one.call_sign and c.length = one.length and c.beam = one.beam
       where c.plain <> ${NAMELESS} and c.head_id <> ${head} limit ${MOST})
    ) c where ${seenCondition({ sources, box: null }, 'c')} order by c.last_at desc`.execute(query(db))
  return rows
}
