import { sql } from 'kysely'
import type { Lane } from '@samudra/nautical/density/lanes'
import type { Db } from '../../../platform/needs/database.ts'
import { query } from '../../../platform/needs/query.ts'
import { KNOWN_AFTER_MS } from './learn.ts'

export type LaneBuild = {
  id: string
  madeAt: number
  group: number
  fromDay: number
  toDay: number
  points: number
  ships: number
  lanes: Lane[]
  /** Points in lanes, as lane-points.ts packs them; and of each its lane, two bytes. */
  body: Buffer
}
type Row = {
  id: string
  made_at: Date
  ship_group: number
  from_day: Date
  to_day: Date
  points: number
  ships: number
  lanes: Lane[]
  body: Buffer
}
const present = (row: Row): LaneBuild => ({
  id: row.id,
  madeAt: row.made_at.getTime(),
  group: row.ship_group,
  fromDay: row.from_day.getTime(),
  toDay: row.to_day.getTime(),
  points: row.points,
  ships: row.ships,
  lanes: row.lanes,
  body: row.body,
})

/** Way points of a type on some days, body after body. */
export async function readLanePoints(db: Db, group: number, from: number, to: number): Promise<Buffer[]> {
  const { rows } = await sql<{ body: Buffer }>`
    select body from lane_points where ship_group = ${group} and day >= ${new Date(from)} and day < ${new Date(to)}
    order by day`.execute(query(db))
  return rows.map(({ body }) => body)
}

export async function storeLanes(db: Db, build: LaneBuild, madeWith: object): Promise<void> {
  await sql`insert into lane_builds (id, made_at, ship_group, from_day, to_day, points, ships, lanes, made_with, body)
    values (${build.id}, ${new Date(build.madeAt)}, ${build.group}, ${new Date(build.fromDay)}, ${new Date(build.toDay)},
      ${build.points}, ${build.ships}, ${JSON.stringify(build.lanes)}, ${JSON.stringify(madeWith)}, ${build.body})`.execute(
    query(db),
  )
}

/** The lanes of each type, or of one, that counted at an instant. */
export async function lanesAt(db: Db, at: number, group: number | null = null): Promise<LaneBuild[]> {
  const { rows } = await sql<Row>`
    select distinct on (ship_group) id, made_at, ship_group, from_day, to_day, points, ships, lanes, body from lane_builds
    where made_at <= ${new Date(at - KNOWN_AFTER_MS)} and (${group}::int is null or ship_group = ${group})
    order by ship_group, made_at desc, id desc`.execute(query(db))
  return rows.map(present)
}

/** When lanes began to count between two instants. */
export async function laneTimes(db: Db, from: number, to: number): Promise<number[]> {
  const { rows } = await sql<{ made_at: Date }>`
    select distinct made_at from lane_builds where made_at > ${new Date(from - KNOWN_AFTER_MS)} and made_at <= ${new Date(to - KNOWN_AFTER_MS)}
    order by made_at`.execute(query(db))
  return rows.map(({ made_at }) => made_at.getTime() + KNOWN_AFTER_MS)
}

/** Forgets lanes of before an instant, but for those that still counted then. */
export async function forgetLanes(db: Db, before: number): Promise<void> {
  await sql`delete from lane_builds old where made_at < ${new Date(before)} and exists (
    select from lane_builds newer where newer.ship_group = old.ship_group
      and newer.made_at > old.made_at and newer.made_at <= ${new Date(before)})`.execute(query(db))
}
