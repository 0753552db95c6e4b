import type { EpochMs } from '@samudra/nautical/units'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { aDatabaseBefore } from '../../../../testing/servers/a-database-before.ts'
import { aDatabase } from '../../../../testing/servers/a-database.ts'
import { ANONYMOUS } from '../../../platform/kernel/http/caller.ts'
import type { Db } from '../../../platform/needs/database.ts'
import { query } from '../../../platform/needs/query.ts'
import { openLists } from './lists.ts'
import type { Member } from './members.sql.ts'

const root = { ...ANONYMOUS, userId: 'root', username: 'root', isAdmin: true }
const drops: (() => Promise<unknown>)[] = []
afterAll(async () => {
  for (const drop of drops) await drop()
})
const fresh = async () => {
  const database = await aDatabase()
  drops.push(() => database.drop())
  return database
}

const aMember = (mmsi: number, at: number, more: Partial<Member> = {}): Member => ({
  mmsi: String(mmsi).padStart(9, '0'),
  reason: `seen "there" at ${at}`,
  added_by: 'asha',
  added_by_id: 'u1',
  added_at: new Date(at).toISOString(),
  expires_at: mmsi % 3 === 0 ? new Date(at + 86_400_000).toISOString() : null,
  ...more,
})

type Move = { come: number[]; go: number[] }
const moves = fc.array(
  fc.record<Move>({
    come: fc.uniqueArray(fc.integer({ min: 2_320_000, max: 2_320_006 }), { maxLength: 4 }),
    go: fc.uniqueArray(fc.integer({ min: 2_320_000, max: 2_320_006 }), { maxLength: 3 }),
  }),
  { maxLength: 12 },
)
/**
 * Returns the members of a list after a move: a vessel that enters again stands at the end, whether or not it was
 * there.
 */
function after(before: Member[], { come, go }: Move, at: number): Member[] {
  const away = new Set([...come, ...go])
  return [...before.filter((one) => !away.has(Number(one.mmsi))), ...come.map((mmsi) => aMember(mmsi, at))]
}

test('at every instant a list has its members of then, in their order, also after a restart', async () => {
  const { db } = await fresh()
  let now = Date.UTC(2026, 0, 1)
  const needs = { db, clock: { now: () => now as EpochMs } }
  await fc.assert(
    fc.asyncProperty(moves, async (made) => {
      const { lists, membership } = await openLists(needs)
      const body = { name: 'Suspects', kind: 'STATIC' as const, color: '#c62828' }
      let list = await lists.add(root, { body, visibility: 'PRIVATE' })
      let members: Member[] = []
      const log = [{ at: now, members }]
      for (const move of made) {
        now += 1000
        members = after(members, move, now)
        const come = move.come.map((mmsi) => aMember(mmsi, now))
        const go = [...move.come, ...move.go].map((mmsi) => String(mmsi).padStart(9, '0'))
        list = await membership.move(root, await membership.writable(list.id, root), { come, go, reason: '' })
        log.push({ at: now, members })
      }
      now += 1000
      const restarted = await openLists(needs)
      expect(restarted.membership.membersOf(restarted.lists.get(list.id, root))).toEqual(members)
      for (const { at, members: then } of log)
        for (const one of [membership, restarted.membership]) {
          const found = (await one.during(new Date(at), new Date(at), root)).find(({ id }) => id === list.id)!
          expect(one.membersOf(found)).toEqual(then)
        }
    }),
    { numRuns: 15 },
  )
})

test('a query of a list before a vessel was added excludes it, also after it was added', async () => {
  const { db } = await fresh()
  const needs = { db, clock: { now: () => Date.now() as EpochMs } }
  const { lists, membership } = await openLists(needs)
  const body = { name: 'Suspects', kind: 'STATIC' as const, color: '#c62828' }
  const { id: made } = await lists.add(root, { body, visibility: 'PRIVATE' })
  const list = await membership.writable(made, root)
  const at = new Date(list.known_from.getTime() + 1)
  const then = (await membership.during(at, at, root)).find(({ id }) => id === made)!
  const come = [aMember(2_320_001, at.getTime())]
  const moved = await membership.move(root, list, { come, go: [], reason: '' })
  expect([membership.membersOf(then), membership.membersOf(moved)]).toEqual([[], come])
})

test('adding one vessel to a list of ten thousand writes one row and rewrites none', async () => {
  const { db } = await fresh()
  const needs = { db, clock: { now: () => Date.UTC(2026, 0, 1) as EpochMs } }
  const { lists, membership } = await openLists(needs)
  const { id } = await lists.add(root, {
    body: { name: 'All', kind: 'STATIC', color: '#c62828' },
    visibility: 'PRIVATE',
  })
  const many = Array.from({ length: 10_000 }, (_, i) => aMember(200_000_000 + i, 0))
  const move = async (come: Member[]) =>
    membership.move(root, await membership.writable(id, root), { come, go: [], reason: '' })
  await move(many)
  const written = async () => {
    const { rows } = await sql<{ rows: number; bytes: number }>`
      select (select count(*) from vessel_list_members)::int as rows,
        (select sum(pg_column_size(body)) from objects where type = 'vessel_list')::int as bytes`.execute(
      query(db),
    )
    return rows[0]!
  }
  const before = await written()
  await move([aMember(300_000_000, 0)])
  const later = await written()
  expect(later.rows - before.rows).toBe(1)
  expect(later.bytes - before.bytes).toBeLessThan(200)
  expect(membership.membersOf(lists.get(id, root))).toHaveLength(10_001)
  const { rows } = await sql`select 1 from vessel_list_members where from_version = 2`.execute(query(db))
  expect(rows).toHaveLength(10_000)
})

type Log = { id: string; bodies: Member[][]; isRemoved: boolean }
/** A database as the version before left it: whole lists in the bodies of their versions. */
async function beforeRows(logs: Log[]) {
  const database = await aDatabaseBefore('0034', (db) => insertAll(db, logs))
  drops.push(() => database.drop())
  return database
}
async function insertAll(db: Db, logs: Log[]) {
  for (const { id, bodies, isRemoved } of logs)
    for (const [i, members] of bodies.entries())
      await insertVersion(db, id, i, members, bodies.length, isRemoved)
}
const at = (i: number) => new Date(Date.UTC(2026, 0, 1) + i * 1000)
const insertVersion = (db: Db, id: string, i: number, members: Member[], count: number, isRemoved: boolean) =>
  sql`insert into objects (type, id, version, known_from, known_to, domain, visibility, owner_id, owner, created_at,
      updated_user_id, updated_by, removed, body)
    values ('vessel_list', ${id}, ${i + 1}, ${at(i)}, ${i + 1 === count ? null : at(i + 1)}, 'REAL', 'CENTRE', 'u1', 'asha',
      ${at(0)}, 'u1', 'asha', ${isRemoved && i + 1 === count},
      ${JSON.stringify({ name: 'Suspects', kind: 'STATIC', color: '#c62828', members })})`.execute(query(db))

test('lists of the previous version are migrated from database and backup, in order per version', async () => {
  const logs = fc.sample(moves, { numRuns: 8, seed: 7 }).map((made, n) => {
    const bodies: Member[][] = [[]]
    for (const [i, move] of made.entries()) bodies.push(after(bodies.at(-1)!, move, at(i).getTime()))
    return { id: `list${n}`, bodies, isRemoved: n === 3 }
  })
  const migrated = await beforeRows(logs)
  await migrated.migrate()
  const restored = await fresh()
  await insertAll(restored.db, logs)
  for (const { db } of [migrated, restored]) await expectTakenOver(db, logs)
  expect(logs.flatMap(({ bodies }) => bodies).flat().length).toBeGreaterThan(50)
})

async function expectTakenOver(db: Db, logs: Log[]) {
  const { lists, membership } = await openLists({
    db,
    clock: { now: () => Date.now() as EpochMs },
  })
  for (const { id, bodies, isRemoved } of logs) {
    expect(lists.find(id) === undefined).toBe(isRemoved)
    for (const [i, members] of bodies.entries()) {
      const found = (await membership.during(at(i), at(i), root)).find((one) => one.id === id)
      if (isRemoved && i + 1 === bodies.length) expect(found).toBeUndefined()
      else
        expect([found!.body, membership.membersOf(found!)]).toEqual([
          { name: 'Suspects', kind: 'STATIC', color: '#c62828' },
          members,
        ])
    }
  }
  const { rows } = await sql`select 1 from vessel_list_members where to_version is not null`.execute(
    query(db),
  )
  expect(rows.length).toBeGreaterThan(5)
}

test('the blacklist of the previous version is migrated from database and backup, with its past', async () => {
  const entry =
    (id: string, i: number, until: number | null, version = 1, removed = false) =>
    (db: Db) =>
      sql`insert into objects (type, id, version, known_from, known_to, domain, visibility, owner_id, owner, created_at,
        updated_user_id, updated_by, removed, body)
      values ('blacklisted_vessel', ${id}, ${version}, ${at(i)}, ${until === null ? null : at(until)}, 'REAL', 'CENTRE', 'u1',
        'asha', ${at(i)}, 'u1', 'asha', ${removed}, ${JSON.stringify({ mmsi: Number(id), reason: `seen at ${i}` })})`.execute(
        query(db),
      )
  const all = async (db: Db) => {
    await entry('419000001', 0, 4)(db)
    await entry('419000001', 4, null, 2, true)(db)
    await entry('419000002', 2, null)(db)
  }
  const migrated = await aDatabaseBefore('0052', all)
  drops.push(() => migrated.drop())
  await migrated.migrate()
  const restored = await fresh()
  await all(restored.db)
  for (const { db } of [migrated, restored]) {
    const { membership } = await openLists({ db, clock: { now: () => Date.now() as EpochMs } })
    const onIt = async (i: number) => {
      const [list] = await membership.during(at(i), at(i), root)
      return list === undefined ? null : membership.membersOf(list).map(({ mmsi, reason }) => [mmsi, reason])
    }
    const [one, two] = [
      ['419000001', 'seen at 0'],
      ['419000002', 'seen at 2'],
    ]
    expect([await onIt(1), await onIt(3), await onIt(5)]).toEqual([[one], [one, two], [two]])
    expect([membership.isBlacklisted(419_000_001), membership.isBlacklisted(419_000_002)]).toEqual([
      false,
      true,
    ])
  }
})
