import type pg from 'pg'
import type { Db } from '../../../platform/needs/database.ts'
import { inTransaction } from '../../../platform/needs/query.ts'
import type { Claim } from './claim.ts'
import { anchorOf, pairKey, Strands, type Anchor, type Known, type Plan, type Strand } from './strands.ts'

/** Lock for exclusive register writes: vessels are created and joined by its present content. */
const REGISTER_LOCK = 7_301_016
export const lockRegister = (client: pg.PoolClient) =>
  client.query('select pg_advisory_xact_lock($1)', [REGISTER_LOCK])

/** Stores the claims of contacts, and assigns them to vessels. */
export async function keepClaims(db: Db, claims: readonly Claim[]): Promise<void> {
  if (claims.length > 0) await inTransaction(db, (client) => storeClaims(client, claims))
}
export async function storeClaims(client: pg.PoolClient, claims: readonly Claim[]): Promise<void> {
  const ordered = [...claims].sort((a, b) => a.first.at - b.first.at)
  await lockRegister(client)
  const numbers = await newNumbers(client)
  const strands = new Strands(await readKnown(client, claims), numbers.take)
  const rows = ordered.map((claim) => ({ claim, strand: strands.of(claim) }))
  await keepPlan(client, strands.plan, numbers.take)
  await numbers.keep()
  await upsertClaims(
    client,
    rows.map(({ claim, strand }) => rowOf(claim, strand.vesselId, strand.headId)),
  )
}

/** Gives numbers that no row ever had; `keep` stores how many were taken. Within the lock. */
export async function newNumbers(client: pg.PoolClient) {
  const { rows } = await client.query<{ next: number }>('select next from vessel_numbers')
  const first = rows[0]?.next ?? 1
  let next = first
  return {
    take: () => next++,
    keep: async () => {
      if (next === first) return
      await client.query(
        `insert into vessel_numbers (is_only, next) values (true, $1) on conflict (is_only) do update set next = $1`,
        [next],
      )
    },
  }
}

type StrandRow = Omit<Strand, 'since' | 'lastAt'> & { since: Date; lastAt: Date }
const STRAND = `c.mmsi, c.split, c.since, c.vessel_id as "vesselId", v.head_id as "headId", c.imo, c.last_at as "lastAt"`

async function readKnown(client: pg.PoolClient, claims: readonly Claim[]): Promise<Known> {
  const imos = [...new Set(claims.flatMap((claim) => anchorOf(claim) ?? []))]
  const { rows: anchors } = await client.query<{ imo: number; id: number; head_id: number }>(
    'select imo, id, head_id from vessels where imo = any($1::int[])',
    [imos],
  )
  const heads = anchors.map(({ head_id }) => head_id)
  const { rows } = await client.query<StrandRow>(
    `select ${STRAND} from vessel_contacts c join vessels v on v.id = c.vessel_id where c.mmsi = any($1::int[])
     union select ${STRAND} from vessels v join vessel_contacts c on c.vessel_id = v.id where v.head_id = any($2::int[])`,
    [[...new Set(claims.map(({ mmsi }) => mmsi))], heads],
  )
  const strands = rows.map((row) => ({
    ...row,
    since: row.since.getTime(),
    lastAt: row.lastAt.getTime(),
  }))
  const { rows: parted } = await client.query<{ vessel_id: number; into_id: number }>(
    `select vessel_id, into_id from vessel_joins where ended_by_id is not null and into_id = any($1::int[])`,
    [[...new Set([...heads, ...anchors.map(({ id }) => id)])]],
  )
  return {
    strands,
    anchors: new Map<number, Anchor>(
      anchors.map(({ imo, id, head_id }) => [imo, { vesselId: id, headId: head_id }]),
    ),
    parted: new Set(parted.map(({ vessel_id, into_id }) => pairKey(vessel_id, into_id))),
  }
}

async function keepPlan(
  client: pg.PoolClient,
  { fresh, anchored, joined, touched }: Plan,
  newId: () => number,
): Promise<void> {
  const imoOf = new Map(anchored.map(({ vesselId, imo }) => [vesselId, imo]))
  await client.query(
    `insert into vessels (id, head_id, imo, made_at)
     select id, id, imo, at from jsonb_to_recordset($1::jsonb) as one (id int, imo int, at timestamptz)`,
    [json(fresh.map((one) => ({ id: one.vesselId, imo: imoOf.get(one.vesselId), at: iso(one.since) })))],
  )
  const made = new Set(fresh.map(({ vesselId }) => vesselId))
  await client.query(
    `update vessels v set imo = one.imo from jsonb_to_recordset($1::jsonb) as one (id int, imo int) where v.id = one.id`,
    [json(anchored.flatMap(({ vesselId: id, imo }) => (made.has(id) ? [] : [{ id, imo }])))],
  )
  await client.query(
    `insert into vessel_contacts (mmsi, split, since, vessel_id, imo, last_at)
     select mmsi, split, since, "vesselId", imo, "lastAt" from jsonb_to_recordset($1::jsonb)
       as one (mmsi int, split smallint, since timestamptz, "vesselId" int, imo int, "lastAt" timestamptz)
     on conflict (mmsi, split, since) do update set imo = excluded.imo, last_at = excluded.last_at`,
    [json([...touched].map((one) => ({ ...one, since: iso(one.since), lastAt: iso(one.lastAt) })))],
  )
  for (const { vesselId, intoId, imo, at } of joined) {
    await client.query(
      `insert into vessel_joins (id, vessel_id, into_id, at, by_name, reason) values ($1, $2, $3, $4, '', $5)`,
      [newId(), vesselId, intoId, iso(at), `IMO ${imo}, which was silent for a day before`],
    )
    await setHead(client, vesselId, intoId)
  }
}

/** All of one head get another. */
export async function setHead(client: pg.PoolClient, from: number, to: number): Promise<void> {
  await client.query('update vessels set head_id = $2 where head_id = $1', [from, to])
  await client.query('update vessel_claims set head_id = $2 where head_id = $1', [from, to])
}

const iso = (at: number) => new Date(at).toISOString()
const json = (rows: object[]) => JSON.stringify(rows)

type Row = ReturnType<typeof rowOf>
const rowOf = (claim: Claim, vessel_id: number, head_id: number) => ({
  vessel_id,
  head_id,
  mmsi: claim.mmsi,
  split: claim.split,
  source_id: claim.source,
  form: claim.form,
  hash: String(claim.hash),
  name: claim.name,
  plain: claim.plain,
  call_sign: claim.callSign,
  imo: claim.imo,
  country: claim.country,
  ship_type: claim.shipType,
  length: claim.length,
  beam: claim.beam,
  owner: claim.owner,
  first_at: iso(claim.first.at),
  last_at: iso(claim.last.at),
  known_from: iso(claim.knownFrom),
  first_lat: claim.first.place?.lat ?? null,
  first_lon: claim.first.place?.lon ?? null,
  last_lat: claim.last.place?.lat ?? null,
  last_lon: claim.last.place?.lon ?? null,
})

const COLUMNS = `vessel_id, head_id, mmsi, split, source_id, form, hash, name, plain, call_sign, imo, country, ship_type, length,
  beam, owner, first_at, last_at, known_from, first_lat, first_lon, last_lat, last_lon`
const TYPES = `vessel_id int, head_id int, mmsi int, split smallint, source_id smallint, form smallint, hash bigint, name text,
  plain text, call_sign text, imo int, country text, ship_type smallint, length real, beam real, owner text,
  first_at timestamptz, last_at timestamptz, known_from timestamptz, first_lat int, first_lon int, last_lat int, last_lon int`

async function upsertClaims(client: pg.PoolClient, rows: Row[]): Promise<void> {
  // First and last time of repeated claims.
  const once = new Map<string, Row>()
  for (const row of rows) {
    const key = [row.mmsi, row.split, row.source_id, row.form, row.hash, row.vessel_id].join('/')
    const held = once.get(key)
    if (held === undefined) once.set(key, row)
    else {
      const { last_at, last_lat, last_lon } = row
      once.set(key, { ...held, last_at, last_lat, last_lon })
    }
  }
  const given = json([...once.values()])
  await client.query(
    `insert into vessel_claims as held (${COLUMNS}, is_latest)
     select ${COLUMNS}, true from jsonb_to_recordset($1::jsonb) as one (${TYPES})
     on conflict (mmsi, split, source_id, form, hash, vessel_id) do update set
       is_latest = true,
       first_at = least(held.first_at, excluded.first_at),
       first_lat = case when excluded.first_at < held.first_at then excluded.first_lat else held.first_lat end,
       first_lon = case when excluded.first_at < held.first_at then excluded.first_lon else held.first_lon end,
       last_at = greatest(held.last_at, excluded.last_at),
       last_lat = case when excluded.last_at > held.last_at then excluded.last_lat else held.last_lat end,
       last_lon = case when excluded.last_at > held.last_at then excluded.last_lon else held.last_lon end`,
    [given],
  )
  await client.query(
    `with said as (
       select distinct mmsi, split, source_id, form
       from jsonb_to_recordset($1::jsonb) as one (mmsi int, split smallint, source_id smallint, form smallint)
     ), ranked as (
       select c.ctid, row_number() over (partition by c.mmsi, c.split, c.source_id, c.form order by c.last_at desc) = 1 as is_last
       from said s join vessel_claims c using (mmsi, split, source_id, form) where c.is_latest
     )
     update vessel_claims c set is_latest = false from ranked r where c.ctid = r.ctid and not r.is_last`,
    [given],
  )
}
