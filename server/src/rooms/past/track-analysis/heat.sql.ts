import { sql } from 'kysely'
import type { Db } from '../../../platform/needs/database.ts'
import { inTransaction, query } from '../../../platform/needs/query.ts'
import { columnsOfWorld, STORED_UNIT, type CellColumns } from './heat-cells.ts'

const NAME = 'heat'
const PART_DEGREES = 30
const PARTS_ACROSS = 360 / PART_DEGREES
const NAMES = ['mmsi', 'split', 'cell', 'fixes', 'spentMs'] as const satisfies (keyof CellColumns)[]

const EARLIEST_MS = Date.UTC(1900, 0, 1)

/** Counts by hour are made from fixes within a minute; so far back nothing is missed that they do not know yet. */
const UNCOUNTED_MS = 5 * 86_400_000

/** Up to which arrival (epoch ms) hours are known to be due; before any, when the first fix of all arrived. */
export async function notedUpto(db: Db, now: number): Promise<number> {
  const { rows } = await sql<{ upto: string | null; first: Date | null }>`
    select (select upto_fix_id from derivations where name = ${NAME}) as upto,
      (select min(hour) from source_hours) as first`.execute(query(db))
  const { upto = null, first = null } = rows[0] ?? {}
  return upto === null ? Math.min(first?.getTime() ?? now, now - UNCOUNTED_MS) : Number(upto)
}

/**
 * Stores hours (epoch ms) to count, and the arrival time checked so far. For late hours, the stored count includes
 * arrivals up to `countedUpto`.
 */
export const rememberDue = (
  db: Db,
  hours: readonly number[],
  upto: number,
  late: { hours: readonly number[]; countedUpto: number } = { hours: [], countedUpto: 0 },
): Promise<void> =>
  inTransaction(db, async (client) => {
    await client.query(
      'insert into heat_hours_due (hour) select unnest($1::timestamptz[]) on conflict do nothing',
      [hours.map((hour) => new Date(hour))],
    )
    await client.query(
      `insert into derivations (name, upto_fix_id) select unnest($1::text[]), $2::bigint on conflict do nothing`,
      [late.hours.map(countedName), String(Math.floor(late.countedUpto))],
    )
    await client.query(COME_TO, [NAME, String(Math.floor(upto))])
  })

const COME_TO = `
  insert into derivations (name, upto_fix_id) values ($1, $2::bigint)
  on conflict (name) do update set upto_fix_id = excluded.upto_fix_id`
const countedName = (hour: number) => `${NAME} ${new Date(hour).toISOString()}`
const leavingName = (feed: number) => `${NAME} without ${feed}`

async function comeTo(db: Db, name: string): Promise<number | null> {
  const { rows } = await sql<{ upto: string }>`
    select upto_fix_id as upto from derivations where name = ${name}`.execute(query(db))
  return rows[0] === undefined ? null : Number(rows[0].upto)
}

/**
 * Returns the arrival time (epoch ms) up to which the stored count of a due hour is complete; null for a full recount.
 */
export const countedUpto = (db: Db, hour: number): Promise<number | null> => comeTo(db, countedName(hour))

/** Returns the hour up to which a feed is removed from the stored hours; -Infinity if not begun. */
export const leftUpto = async (db: Db, feed: number): Promise<number> =>
  (await comeTo(db, leavingName(feed))) ?? -Infinity

/** Keeps up to which hour a feed is taken out, for a server that ends meanwhile. */
export const keepLeft = (db: Db, feed: number, upto: number): Promise<void> =>
  inTransaction(db, async (client) => {
    await client.query(COME_TO, [leavingName(feed), String(upto)])
  })

export async function endLeaving(db: Db, feed: number): Promise<void> {
  await sql`delete from derivations where name = ${leavingName(feed)}`.execute(query(db))
}

/** Hours due that are over, the newest first. */
export async function dueHours(db: Db, before: number, from = EARLIEST_MS): Promise<number[]> {
  const { rows } = await sql<{ hour: Date }>`
    select hour from heat_hours_due where hour < ${new Date(before)} and hour >= ${new Date(from)}
    order by hour desc`.execute(query(db))
  return rows.map(({ hour }) => hour.getTime())
}

/** Puts what was found of an hour in the place of what was known of it; `without` is the feed that was taken out. */
export const keepHour = (db: Db, hour: number, columns: CellColumns, without?: number): Promise<void> =>
  inTransaction(db, async (client) => {
    await client.query('delete from heat_hours where hour = $1', [new Date(hour)])
    for (const [part, some] of partsOf(columns))
      await client.query(
        'insert into heat_hours (hour, part, mmsis, split, cell, fixes, spent_ms) values ($1, $2, $3, $4, $5, $6, $7)',
        [new Date(hour), part, ...NAMES.map((name) => bytesOf(some[name]))],
      )
    await client.query('delete from heat_hours_due where hour = $1', [new Date(hour)])
    await client.query('delete from derivations where name = $1', [countedName(hour)])
    if (without !== undefined) await client.query(COME_TO, [leavingName(without), String(hour)])
  })

type Stored = { mmsi: Buffer; split: Buffer; cell: Buffer; fixes: Buffer; spent_ms: Buffer }

/** Returns the stored counts of an hour in the parts of the world that a box touches. */
export async function storedHour(
  db: Db,
  hour: number,
  box: readonly [number, number, number, number],
): Promise<CellColumns[]> {
  const { rows } = await sql<Stored>`
    select mmsis as mmsi, split, cell, fixes, spent_ms from heat_hours
    where hour = ${new Date(hour)} and part = any(${partsIn(box)}::int[])`.execute(query(db))
  return rows.map((row) => ({
    mmsi: numbersOf(row.mmsi),
    split: numbersOf(row.split),
    cell: numbersOf(row.cell),
    fixes: numbersOf(row.fixes),
    spentMs: numbersOf(row.spent_ms),
  }))
}

const bytesOf = ({ buffer, byteOffset, byteLength }: Int32Array) =>
  Buffer.from(buffer, byteOffset, byteLength)
const numbersOf = (bytes: Buffer) => new Int32Array(new Uint8Array(bytes).buffer)

const ACROSS = columnsOfWorld(STORED_UNIT)
const CELLS_OF_PART = (PART_DEGREES * 1e6) / STORED_UNIT
const partOf = (cell: number) =>
  Math.floor(Math.floor(cell / ACROSS) / CELLS_OF_PART) * PARTS_ACROSS +
  Math.floor((cell % ACROSS) / CELLS_OF_PART)

function partsOf(columns: CellColumns): Map<number, CellColumns> {
  const places = new Map<number, number[]>()
  for (let i = 0; i < columns.cell.length; i++) {
    const part = partOf(columns.cell[i]!)
    const own = places.get(part)
    if (own === undefined) places.set(part, [i])
    else own.push(i)
  }
  const picked = (name: keyof CellColumns, own: number[]) => Int32Array.from(own, (i) => columns[name][i]!)
  return new Map(
    [...places].map(([part, own]) => [
      part,
      Object.fromEntries(NAMES.map((name) => [name, picked(name, own)])) as CellColumns,
    ]),
  )
}

function partsIn([west, south, east, north]: readonly [number, number, number, number]): number[] {
  const rowOf = (lat: number) => Math.min(180 / PART_DEGREES - 1, Math.floor((lat + 90) / PART_DEGREES))
  const columnOf = (lon: number) => Math.min(PARTS_ACROSS - 1, Math.floor((lon + 180) / PART_DEGREES))
  const parts: number[] = []
  for (let row = rowOf(south); row <= rowOf(north); row++)
    for (let column = 0; column < PARTS_ACROSS; column++) {
      const [first, last] = [columnOf(west), columnOf(east)]
      const isIn = west <= east ? column >= first && column <= last : column >= first || column <= last
      if (isIn) parts.push(row * PARTS_ACROSS + column)
    }
  return parts
}
