// Rooms: rule-actions, engines, webhooks
import { addWebhook, getWebhookDeliveries } from '@samudra/contract/webhooks'
import { createRule } from '@samudra/contract/rule-keeping'
import type { ServerResponse } from 'node:http'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { noRedis } from '../../../../testing/servers/a-redis.ts'
import { until } from '../../../../testing/servers/a-server.ts'
import { aHit, hurry } from '../../../../testing/seas/alerts.ts'
import { Outside } from '../../../../testing/servers/outside.ts'
import { storedResults } from '../../../../testing/seas/results.ts'
import { SLOW } from '../../../../testing/seas/rules.ts'
import { TwoServers } from '../../../../testing/servers/two-servers.ts'
import { claimedLongAgo } from '../../../../testing/seas/webhooks.ts'
import { bringForward } from '../../../platform/engines/jobs/jobs.sql.ts'
import type { Db } from '../../../platform/needs/database.ts'
import { query } from '../../../platform/needs/query.ts'

const HITS = 6
const FIRST = 419_600_000
const JOBS = ['alerts.raise', 'actions.do', 'webhooks.send']

let two: TwoServers
let outside: Outside
beforeAll(async () => {
  if (noRedis !== null) return
  outside = await Outside.open()
  two = await TwoServers.open()
})
afterAll(async () => {
  await two?.close()
  await outside?.close()
})

/** Which process does a job now. */
async function runnerOf(db: Db, name: string): Promise<string | null> {
  const { rows } = await sql<{ runner: string | null }>`
    select runner from jobs where name = ${name} and state = 'RUNNING'`.execute(query(db))
  return rows[0]?.runner ?? null
}

test.skipIf(noRedis !== null)(
  'with the sending one of two servers killed, a webhook gets each hit at least once, one id',
  async () => {
    const one = await two.start()
    const first = await two.logIn(one)
    const { id } = await first.call(addWebhook, {
      name: 'Coast guard',
      url: outside.url,
      secret: 'a secret of many signs and words',
      is_local: true,
    })
    const rule = await first.call(createRule, { ...SLOW, actions: [{ do: 'WEBHOOK', id }] })
    const { db } = two.database
    const waiting: ServerResponse[] = []
    outside.answer = (response) => void waiting.push(response)
    /** Stores hits and waits until the first is sent and not answered; returns the sending server. */
    const sent = async (mmsis: readonly number[], by: Pick<typeof first, 'call' | 'raw'>) => {
      const hits = mmsis.map((mmsi) => aHit(Date.now(), { mmsi, rule_id: rule.id, rule_version: 1 }))
      await storedResults(db, hits)
      await until(async () => {
        for (const job of JOBS) await hurry(by, job)
        return waiting.length === 1
      }, 'one of them was sent, and is not answered')
      return { ids: hits.map((hit) => `${hit.id}.0`), runner: await runnerOf(db, 'webhooks.send') }
    }
    const alone = await sent([FIRST], first)
    waiting.pop()!.writeHead(204).end()
    const other = await two.start()
    const second = await two.logIn(other)
    const more = await sent(
      Array.from({ length: HITS }, (_, i) => FIRST + 1 + i),
      second,
    )
    const [dead, alive] = more.runner === alone.runner ? [one, second] : [other, first]
    await two.kill(dead)
    outside.answer = (response) => response.writeHead(204).end()
    await claimedLongAgo(db)
    await until(async () => {
      // The killed one's jobs are let go seconds later.
      for (const job of JOBS) await bringForward(db, job, new Date())
      const { items } = await alive.call(getWebhookDeliveries, { id })
      return items.length === 1 + HITS && items.every(({ state }) => state === 'SENT')
    }, 'all of it was taken')

    const [, ...found] = outside.got.map(({ headers }) => String(headers['webhook-id']))
    // Deliveries under way arrived twice, others once.
    expect(found).toHaveLength(HITS + 1)
    expect(found.toSorted()).toEqual([...more.ids, found[0]!].toSorted())
    const [same, again] = outside.got.filter(({ headers }) => headers['webhook-id'] === found[0])
    expect(again!.body).toBe(same!.body)
  },
  240_000,
)
