import { createRule, enableOrDisableRule } from '@samudra/contract/rule-keeping'
import { getRuleResults } from '@samudra/contract/rule-results'
import { epochMs } from '@samudra/nautical/units'
import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { aClockedDatabase } from '../../../../../testing/servers/a-clocked-database.ts'
import { aDatabase } from '../../../../../testing/servers/a-database.ts'
import { aServer, Receiver, until, type TestServer } from '../../../../../testing/servers/a-server.ts'
import { receivedAt, previewOf, rulesAtWork, SLOW } from '../../../../../testing/seas/rules.ts'
import { SteadyClock, systemClock } from '../../../../platform/needs/clock.ts'
import { query } from '../../../../platform/needs/query.ts'

const [MINUTE, HOUR] = [60_000, 3_600_000]
const MMSIS = [419000701, 419000702]

const open: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close()
})

const sails = (mmsi: number, at: number) =>
  receivedAt(at, { mmsi, lat: 10 + (mmsi % 10) / 10, lon: 66, sog: 0.4, cog: 45 })
/** Two rules that are enabled now find each of some ships, which sail on meanwhile. */
async function twoRulesFind(server: TestServer, receiver: Receiver, mmsis: readonly number[]) {
  const enabled = async () => {
    const { id } = await server.call(createRule, SLOW)
    await server.call(enableOrDisableRule, { id, enabled: true, ack_preview: await previewOf(server, id) })
    return id
  }
  const rules = [await enabled(), await enabled()]
  const found = async (id: string) =>
    (await server.call(getRuleResults, { id })).items.map(({ mmsis: [mmsi] }) => mmsi)
  await until(async () => {
    await receiver.send(mmsis.flatMap((mmsi) => sails(mmsi, Date.now())))
    return (await Promise.all(rules.map(found))).every((ships) => new Set(ships).size === mmsis.length)
  }, 'both rules find all ships')
}

test('after a start with an earlier clock rules find vessels remembered later once received', async () => {
  const database = await aDatabase()
  const receiver = await Receiver.listen()
  open.push(database.drop, () => receiver.close())
  const begin = (aheadMs: number) =>
    aServer([receiver.feed('COAST')], database, {
      clock: { ...systemClock, now: () => epochMs(systemClock.now() + aheadMs) },
    })
  const ahead = await begin(HOUR)
  const wrong = Date.now() + HOUR
  for (const mmsi of MMSIS)
    await receiver.send(Array.from({ length: 50 }, (_, i) => sails(mmsi, wrong - (50 - i) * MINUTE)).flat())
  const remembered = async () =>
    (await sql<{ mmsi: number }>`select mmsi from rule_states`.execute(query(database.db))).rows.length
  await until(async () => {
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from fixes`.execute(
      query(database.db),
    )
    return rows[0]!.n === 100
  }, 'all is stored')
  // Rules that began before these fixes save ships a minute later, and as they end.
  await rulesAtWork(database.db)
  await ahead.halt()
  expect(await remembered()).toBe(MMSIS.length)

  const server = await begin(0)
  open.push(server.halt)
  await twoRulesFind(server, receiver, MMSIS)
})

test('rules find ships at once while the clock of the machine is put back by an hour, those received before and those heard since', async () => {
  const database = await aClockedDatabase()
  const receiver = await Receiver.listen()
  open.push(database.drop, () => receiver.close())
  let off = 0
  const clock = new SteadyClock(() => Date.now() + off)
  const server = await aServer([receiver.feed('COAST')], database, { clock })
  open.push(server.halt)
  await twoRulesFind(server, receiver, MMSIS)
  off = -HOUR
  await database.putOn(-60)
  await twoRulesFind(server, receiver, [...MMSIS, 419000703])
})
