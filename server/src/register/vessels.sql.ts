import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../needs/database.ts'
import { inTransaction, query } from '../needs/query.ts'
import { NAMELESS } from './claim.ts'

type Condition = RawBuilder<boolean>

/** What of the register somebody sees: claims of these sources, made in this box or nowhere. Null for all. */
export type Seen = {
  sources: readonly number[] | null
  box: { west: number; south: number; east: number; north: number } | null
}
/** Which ships are asked for. */
export type Wanted = {
  shipTypes?: readonly number[] | undefined
  country?: string | undefined
  mmsis?: readonly number[] | undefined
}

const and = (conditions: Condition[]): Condition => sql<boolean>`(${sql.join(conditions, sql` and `)})`
const col = (alias: string, name: string) => sql.ref(`${alias}.${name}`)

function seenCondition({ sources, box }: Seen, alias: string): Condition {
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

function wantedCondition({ shipTypes, country, mmsis }: Wanted, alias: string): Condition {
  const conditions: Condition[] = [sql<boolean>`true`]
  if (shipTypes !== undefined)
    conditions.push(sql<boolean>`${col(alias, 'ship_type')} = any(${shipTypes}::smallint[])`)
  if (country !== undefined) conditions.push(sql<boolean>`${col(alias, 'country')} = ${country}`)
  if (mmsis !== undefined) conditions.push(sql<boolean>`${col(alias, 'mmsi')} = any(${mmsis}::int[])`)
  return and(conditions)
}

/** A ship by a name of hers; a page goes on after one. */
export type Listed = { head_id: number; plain: string }

/** Ships by the alphabet, each by the first of the names she has now; a row is read only as far as the page goes. */
export async function readByName(
  db: Db,
  seen: Seen,
  wanted: Wanted,
  after: Listed | null,
  limit: number,
): Promise<Listed[]> {
  const from =
    after === null ? sql`true` : sql`(c.plain, c.head_id) > (${after.plain}, ${after.head_id}::int)`
  const { rows } = await sql<Listed>`
    select c.head_id, c.plain from vessel_claims c
    where c.is_latest and ${seenCondition(seen, 'c')} and ${wantedCondition(wanted, 'c')} and ${from}
      and not exists (
        select from vessel_claims d where d.head_id = c.head_id and d.is_latest and ${seenCondition(seen, 'd')}
          and ${wantedCondition(wanted, 'd')} and (d.plain < c.plain or (d.plain = c.plain and d.ctid < c.ctid)))
    order by c.plain, c.head_id limit ${limit}`.execute(query(db))
  return rows
}

/** How many there are of them; `inZones` are those with a place that the one who asks sees. */
export async function countWanted(
  db: Db,
  seen: Seen,
  wanted: Wanted,
  inZones: readonly number[] | null,
): Promise<number> {
  const isAll =
    seen.sources === null && inZones === null && Object.values(wanted).every((one) => one === undefined)
  const { rows } = await (
    isAll
      ? sql<{ n: number }>`select count(*)::int as n from vessels where id = head_id`
      : sql<{ n: number }>`
    select count(*)::int as n from (select distinct c.head_id from vessel_claims c
    where c.is_latest and ${seenCondition({ ...seen, box: null }, 'c')} and ${wantedCondition(wanted, 'c')}
      and ${inZones === null ? sql`true` : sql`(c.last_lat is null or c.head_id = any(${inZones}::int[]))`}) found`
  ).execute(query(db))
  return rows[0]!.n
}

type Placed = {
  head_id: number
  first_lat: number | null
  first_lon: number | null
  last_lat: number
  last_lon: number
}
/** Where ships said who they are, of those in the box. */
export async function readPlaced(db: Db, seen: Seen, wanted: Wanted): Promise<Placed[]> {
  const { rows } = await sql<Placed>`
    select c.head_id, c.first_lat, c.first_lon, c.last_lat, c.last_lon from vessel_claims c
    where c.is_latest and c.last_lat is not null and ${seenCondition(seen, 'c')} and ${wantedCondition(wanted, 'c')}`.execute(
    query(db),
  )
  return rows
}

/** What a search asks: words in capitals, and the number it may be. */
export type SearchAsked = { words: string[]; whole: string; number: string | null; most: number }
export type Answering = Listed & { rank: number }

/** How well a claim answers: its number or whole name, the beginning of them, of a word, letters within. */
const RANK = { exact: 0, name: 1, word: 2, inside: 3 } as const
const escaped = (words: string) => words.replaceAll(/[\\%_]/g, String.raw`\$&`)

/** The ships that answer, the best first; each way of answering looks at so many rows at most. */
export async function searchVessels(
  db: Db,
  seen: Seen,
  wanted: Wanted,
  asked: SearchAsked,
): Promise<Answering[]> {
  const { words, whole, number, most } = asked
  const tier = (rank: number, condition: Condition, order = sql``) => sql`
    (select c.head_id, c.plain, ${sql.lit(rank)}::int as rank from vessel_claims c
     where ${condition} and ${seenCondition(seen, 'c')} and ${wantedCondition(wanted, 'c')} ${order} limit ${most})`
  const spaceless = whole.replaceAll(' ', '')
  const tiers = [
    tier(RANK.exact, sql<boolean>`c.plain = ${whole}`),
    tier(RANK.exact, sql<boolean>`c.call_sign = ${spaceless}`),
    tier(RANK.name, sql<boolean>`c.plain like ${`${escaped(whole)}%`}`, sql`order by c.plain`),
    tier(RANK.word, sql<boolean>`c.call_sign like ${`${escaped(spaceless)}%`}`),
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

/** Names that look like what was typed, the most alike first; slips are counted by whoever asks. */
export async function searchAlike(
  db: Db,
  seen: Seen,
  wanted: Wanted,
  { whole, most }: Pick<SearchAsked, 'whole' | 'most'>,
): Promise<Listed[]> {
  const condition = and([
    sql<boolean>`${whole} <% c.plain`,
    seenCondition(seen, 'c'),
    wantedCondition(wanted, 'c'),
  ])
  const compiled = sql<Listed>`
    select c.head_id, c.plain from vessel_claims c where ${condition}
    order by word_similarity(${whole}, c.plain) desc limit ${most}`.compile(query(db))
  return inTransaction(db, async (client) => {
    await client.query(`select set_config('pg_trgm.word_similarity_threshold', '0.5', true)`)
    const { rows } = await client.query<Listed>(compiled.sql, [...compiled.parameters])
    return rows
  })
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

/** All that some sources said of ships. */
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
/** The ships heard under some numbers, the last heard first. */
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
