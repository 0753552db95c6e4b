import type { RegisterImport, RegisterShip } from '@samudra/contract/vessel-imports'
import { countryOfMmsi } from '@samudra/nautical/mmsi'
import type pg from 'pg'
import type { Db } from '../../../../platform/needs/database.ts'
import { inTransaction, query } from '../../../../platform/needs/query.ts'
import { OF_REGISTER, searchedName } from '../claim.ts'
import { lockRegister, newNumbers } from '../claims.sql.ts'

export type ImportState = RegisterImport['state']
/** Report of a dry run. */
export type Report = Pick<
  RegisterImport,
  'name' | 'source' | 'size' | 'rows' | 'ships' | 'faults' | 'fault_count' | 'columns' | 'sample'
>
export type ImportRow = {
  id: string
  state: ImportState
  source_id: number
  job_id: string | null
  progress: number
  report: Report
  claims: number
  new_ships: number
  trouble: string
  created_by: string
  created_at: Date
}
const tables = (db: Db) => query<{ vessel_imports: ImportRow }>(db)

export async function insertImport(
  db: Db,
  { report, ...row }: Omit<ImportRow, 'claims' | 'new_ships' | 'job_id' | 'progress'>,
): Promise<void> {
  await tables(db)
    .insertInto('vessel_imports')
    .values({
      ...row,
      report: JSON.stringify(report) as never,
      claims: 0,
      new_ships: 0,
      job_id: null,
      progress: 0,
    })
    .execute()
}
export const readImports = (db: Db): Promise<ImportRow[]> =>
  tables(db).selectFrom('vessel_imports').selectAll().orderBy('id', 'desc').limit(100).execute()
export const readImport = (db: Db, id: string): Promise<ImportRow | undefined> =>
  tables(db).selectFrom('vessel_imports').selectAll().where('id', '=', id).executeTakeFirst()

/** False when it is in another state by now. */
export async function moveImport(
  db: Db,
  id: string,
  from: readonly ImportState[],
  to: Partial<Pick<ImportRow, 'state' | 'job_id' | 'progress' | 'trouble' | 'claims' | 'new_ships'>>,
): Promise<boolean> {
  const moved = await tables(db)
    .updateTable('vessel_imports')
    .set(to)
    .where('id', '=', id)
    .where('state', 'in', from)
    .returning('id')
    .executeTakeFirst()
  return moved !== undefined
}

/** Stores rows of a register in the transaction of a step: each with the ship of its number, or with a new one. */
export async function storeShips(
  client: pg.PoolClient,
  { id, source_id }: Pick<ImportRow, 'id' | 'source_id'>,
  ships: readonly RegisterShip[],
  at: Date,
  progress: number,
): Promise<void> {
  await lockRegister(client)
  const known = await knownOf(client, source_id, ships)
  const numbers = await newNumbers(client)
  const made: { id: number; imo: number | null }[] = []
  const before: number[] = []
  const rows = ships.map((ship) => {
    const held = known(ship)
    const vessel = held?.vessel ?? numbers.take()
    if (held !== undefined) before.push(held.vessel)
    else made.push({ id: vessel, imo: ship.imo === null ? null : Number(ship.imo) })
    return claimOf(ship, vessel, held?.head ?? vessel)
  })
  await numbers.keep()
  await client.query(
    `insert into vessels (id, head_id, imo, made_at, import_id)
     select id, id, imo, $2, $3 from jsonb_to_recordset($1::jsonb) as one (id int, imo int)`,
    [JSON.stringify(made), at, id],
  )
  const added = await insertClaims(client, rows, before, { id, source_id }, at)
  const { rowCount } = await client.query(
    `update vessel_imports set claims = claims + $2, new_ships = new_ships + $3, progress = $4
     where id = $1 and state = 'STORING'`,
    [id, added, made.length, progress],
  )
  if (rowCount !== 1) throw new Error('the import was cancelled')
}

/**
 * Returns the vessel of each row by its index: by IMO number, else the last received under its MMSI, or this
 * register's own.
 */
async function knownOf(client: pg.PoolClient, source: number, ships: readonly RegisterShip[]) {
  const imos = ships.flatMap(({ imo }) => (imo === null ? [] : Number(imo)))
  const mmsis = ships.flatMap(({ imo, mmsi }) => (imo !== null || mmsi === null ? [] : Number(mmsi)))
  type Found = { number: number; vessel: number; head: number }
  const { rows: byImo } = await client.query<Found>(
    'select imo as number, id as vessel, head_id as head from vessels where imo = any($1::int[])',
    [imos],
  )
  // The last vessel of a number counts: received data comes after register data, the latest at the end.
  const { rows: byMmsi } = await client.query<Found>(
    `select number, vessel, v.head_id as head from (
       select c.mmsi as number, c.vessel_id as vessel, '-infinity'::timestamptz as at from vessel_claims c
       where c.mmsi = any($1::int[]) and c.split = -1 and c.source_id = $2
       union all select c.mmsi, c.vessel_id, c.last_at from vessel_contacts c where c.mmsi = any($1::int[])
     ) found join vessels v on v.id = found.vessel order by at`,
    [mmsis, source],
  )
  const ofImo = new Map(byImo.map(({ number, ...found }) => [number, found]))
  const ofMmsi = new Map(byMmsi.map(({ number, ...found }) => [number, found]))
  return (ship: RegisterShip) =>
    ship.imo === null ? ofMmsi.get(Number(ship.mmsi)) : ofImo.get(Number(ship.imo))
}

const claimOf = (ship: RegisterShip, vessel_id: number, head_id: number) => ({
  vessel_id,
  head_id,
  mmsi: Number(ship.mmsi ?? 0),
  name: ship.ship_name,
  plain: searchedName(ship.ship_name),
  call_sign: ship.call_sign,
  imo: ship.imo && Number(ship.imo),
  country: ship.country ?? (ship.mmsi === null ? null : (countryOfMmsi(Number(ship.mmsi))?.name ?? null)),
  ship_type: ship.ship_type,
  length: ship.length,
  beam: ship.beam,
  owner: ship.owner,
})

/** Replaces earlier claims of a register about vessels; only some of the vessels may have any. */
async function insertClaims(
  client: pg.PoolClient,
  rows: ReturnType<typeof claimOf>[],
  before: readonly number[],
  { id, source_id }: { id: string; source_id: number },
  at: Date,
): Promise<number> {
  const { rowCount } = await client.query(
    `insert into vessel_claims (vessel_id, head_id, mmsi, split, source_id, form, hash, is_latest, name, plain, call_sign, imo, country,
       ship_type, length, beam, owner, first_at, last_at, known_from, import_id)
     select vessel_id, head_id, mmsi, -1, $2, ${OF_REGISTER},
       hashtextextended(concat_ws('|', name, call_sign, imo, country, ship_type, length, beam, owner), 0), true,
       name, plain, call_sign, imo, country, ship_type, length, beam, owner, $3, $3, $3, $4
     from jsonb_to_recordset($1::jsonb) as one (vessel_id int, head_id int, mmsi int, name text, plain text, call_sign text,
       imo int, country text, ship_type smallint, length real, beam real, owner text)
     on conflict (mmsi, split, source_id, form, hash, vessel_id) do nothing`,
    [JSON.stringify(rows), source_id, at, id],
  )
  if (before.length > 0)
    await client.query(
      `update vessel_claims c set is_latest = false from vessel_claims a
       where a.vessel_id = any($1::int[]) and a.import_id = $2 and c.vessel_id = any($1::int[]) and c.vessel_id = a.vessel_id
         and c.source_id = $3 and c.form = ${OF_REGISTER} and c.is_latest and c.import_id <> $2`,
      [before, id, source_id],
    )
  return rowCount ?? 0
}

const AT_ONCE = 20_000
/**
 * Removes a portion of the claims of an import; earlier claims of its register count again. Returns 0 when none
 * remain.
 */
export function removeSome(db: Db, id: string): Promise<number> {
  return inTransaction(db, async (client) => {
    await lockRegister(client)
    const { rows } = await client.query<{ vessel_id: number; source_id: number }>(
      `delete from vessel_claims where ctid = any(array(select ctid from vessel_claims where import_id = $1 limit ${AT_ONCE}))
       returning vessel_id, source_id`,
      [id],
    )
    await client.query(
      `update vessel_claims c set is_latest = true where c.ctid in (
         select distinct on (b.vessel_id, b.source_id) b.ctid from vessel_claims b
         where b.vessel_id = any($1::int[]) and b.form = ${OF_REGISTER} and b.split = -1
         order by b.vessel_id, b.source_id, b.last_at desc)`,
      [rows.map(({ vessel_id }) => vessel_id)],
    )
    const { rowCount } = await client.query(
      `delete from vessels v where v.id = any($1::int[]) and v.import_id = $2
         and not exists (select from vessel_claims c where c.vessel_id = v.id)
         and not exists (select from vessel_contacts c where c.vessel_id = v.id)
         and not exists (select from vessel_images i where i.vessel_id = v.id)
         and not exists (select from vessel_joins j where v.id in (j.vessel_id, j.into_id))`,
      [rows.map(({ vessel_id }) => vessel_id), id],
    )
    await client.query(
      'update vessel_imports set claims = claims - $2, new_ships = greatest(0, new_ships - $3) where id = $1',
      [id, rows.length, rowCount ?? 0],
    )
    return rows.length
  })
}
