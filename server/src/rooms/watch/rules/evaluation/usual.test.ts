import { createRule, enableOrDisableRule } from '@samudra/contract/rule-keeping'
import { getRuleResults, runRule } from '@samudra/contract/rule-results'
import type { RuleDraft } from '@samudra/contract/rules'
import { epochMs } from '@samudra/nautical/units'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aDatabase } from '../../../../../testing/servers/a-database.ts'
import { aServer, Receiver, until, type TestServer } from '../../../../../testing/servers/a-server.ts'
import { aFix, storeFixes } from '../../../../../testing/seas/fixes.ts'
import { receivedAt, previewOf, runOver, SLOW } from '../../../../../testing/seas/rules.ts'
import { DAY_MS, learn } from '../../../past/patterns/learn.ts'
import { deriveFrom } from '../../../past/history/derived/derive.sql.ts'
import { fixReader } from '../../../past/history/read/reader.ts'
import { query } from '../../../../platform/needs/query.ts'

const MINUTE = 60_000
const NOW = Math.floor(Date.now() / 1000) * 1000
/** Eight days of learning, which counted when the last two began. */
const LAST = Math.floor(NOW / DAY_MS) * DAY_MS - 2 * DAY_MS
const [HERE, STRANGER] = [419000401, 419000402]

let server: TestServer
let receiver: Receiver
/** Stores a vessel that moves back and forth at 12 knots where it is received every ten minutes, day and night. */
beforeAll(async () => {
  receiver = await Receiver.listen()
  const { db, ...database } = await aDatabase()
  await sql`insert into sources (id, code, name) values (1, 'COAST', 'COAST')`.execute(query(db))
  const fixes = Array.from({ length: 8 * 144 }, (_, i) =>
    aFix({
      mmsi: HERE,
      recTime: LAST - 8 * DAY_MS + i * 10 * MINUTE,
      lat: 10.1e6,
      lon: Math.round(72.05e6 + (i % 3) * 30_000),
      sog: 115 + (i % 3) * 5,
    }),
  )
  await storeFixes(db, fixes)
  const run = {
    input: null,
    tries: 1,
    mark: null,
    signal: new AbortController().signal,
    progress: () => undefined,
  }
  await learn(
    {
      db,
      clock: { now: () => epochMs(LAST + DAY_MS) },
      fixes: fixReader(db),
      refresh: () => deriveFrom(db, Number.MAX_SAFE_INTEGER),
    },
    { ...run, step: async (_mark, work) => work?.(null as never) },
  )
  server = await aServer([receiver.feed('COAST')], { db, ...database })
})
afterAll(async () => {
  await server.close()
  await receiver.close()
})

const sails = (mmsi: number, lat: number, sog: number, at: number) =>
  receiver.send(receivedAt(at, { mmsi, lat, lon: 72.08, sog, cog: 90 }))
const FAST = { k: 'attr', field: 'sog', cmp: 'gt', value: 20 } as const
const UNLIKE_HERSELF = { k: 'baseline', metric: 'speed', z: 4, days: 30, of: 'SELF' } as const

test('rules on baselines and coverage find the same live and in a historical run', async () => {
  // The feed of the vessel has been up for a while.
  await sails(HERE, 10.1, 12, Date.now() - 10 * MINUTE)
  const { db } = server.database
  const isUp = async () =>
    (await sql`select from feed_states where state = 'UP'`.execute(query(db))).rows.length > 0
  await until(isUp, 'the feed is up')
  await sql`update feed_states set at = at - interval '1 hour'`.execute(query(db))
  const watched = async (rule: Partial<RuleDraft>) => {
    const { id, validation } = await server.call(createRule, { ...SLOW, ...rule })
    expect(validation).toEqual({ errors: [], warnings: [] })
    await server.call(enableOrDisableRule, { id, enabled: true, ack_preview: await previewOf(server, id) })
    return id
  }
  const ids = [
    await watched({ name: 'Faster than she ever was', when: UNLIKE_HERSELF }),
    await watched({ name: 'Fast where she is heard', when: FAST, require_coverage: true }),
  ]
  const now = Math.floor(Date.now() / 1000) * 1000
  await sails(HERE, 10.1, 12, now - 5 * MINUTE)
  // No vessel was ever received there, and this one has no baseline.
  await sails(STRANGER, -30, 25, now - 5 * MINUTE)
  await sails(HERE, 10.11, 25, now)
  const live = async (id: string) =>
    (await server.call(getRuleResults, { id })).items.map(({ mmsis, first_at }) => ({ mmsis, first_at }))
  const wanted = [{ mmsis: [String(HERE)], first_at: new Date(now).toISOString() }]
  for (const id of ids) {
    await until(async () => (await live(id)).length > 0, 'it is found live')
    expect(await live(id)).toEqual(wanted)
    for (const knowledge of ['AS_KNOWN', 'CORRECTED'] as const) {
      const period = { from: new Date(now - 60 * MINUTE).toISOString(), to: new Date().toISOString() }
      const { run_id } = await server.call(runRule, { id, ...period, knowledge, dry_run: true })
      expect(await runOver(server, id, run_id)).toMatchObject({ state: 'SUCCEEDED', scanned_fixes: 4 })
      const { items } = await server.call(getRuleResults, { id, run_id })
      expect(items.map(({ mmsis, first_at }) => ({ mmsis, first_at }))).toEqual(wanted)
    }
  }
})
