import { createRule, enableOrDisableRule } from '@samudra/contract/rule-keeping'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { aDatabase } from '../../../../../testing/servers/a-database.ts'
import { aServer, Receiver, until } from '../../../../../testing/servers/a-server.ts'
import { receivedAt, previewOf, SLOW } from '../../../../../testing/seas/rules.ts'
import { query } from '../../../../platform/needs/query.ts'

const NOW = Math.floor(Date.now() / 1000) * 1000
/** Number of vessels larger than one saved portion. */
const SHIPS = 120
const FIRST = 419000700

test('a kill between saving vessels and the position in the fixes loses and repeats nothing', async () => {
  const database = await aDatabase()
  const receiver = await Receiver.listen()
  const sails = (mmsi: number, sog: number, ageMin: number) =>
    receivedAt(NOW - ageMin * 60_000, { mmsi, lat: 10, lon: 72 + (mmsi - FIRST) / 100, sog, cog: 45 })
  const all = (sog: number, ageMin: number) =>
    receiver.send(Array.from({ length: SHIPS }, (_, i) => sails(FIRST + i, sog, ageMin)).flat())
  const results = async () => {
    const { rows } = await sql<{ status: string; again: number; n: number }>`
      select status, again, count(*)::int as n from rule_results where run_id = '' and rule_id = ${id}
      group by 1, 2 order by 1, 2`.execute(query(database.db))
    return rows
  }
  const states = async () =>
    (await sql<{ n: number }>`select count(*)::int as n from rule_states`.execute(query(database.db)))
      .rows[0]!.n

  let server = await aServer([receiver.feed('COAST')], database)
  const { id } = await server.call(createRule, SLOW)
  await server.call(enableOrDisableRule, { id, enabled: true, ack_preview: await previewOf(server, id) })
  await all(1, 40)
  await all(1, 20)
  await until(async () => (await results())[0]?.n === SHIPS, 'every ship is found', 60)
  const storedUpTo = async () =>
    (
      await sql<{ upto_fix_id: string; pairs: unknown }>`select upto_fix_id, pairs from rule_watch`.execute(
        query(database.db),
      )
    ).rows[0]
  await until(async () => (await storedUpTo()) !== undefined, 'it is noted how far ships are kept', 90)
  const { upto_fix_id, pairs } = (await storedUpTo())!
  await all(9, 2)
  await until(async () => (await results())[0]?.status === 'CLEARED', 'some are over', 60)
  await server.halt()
  expect(await states()).toBe(SHIPS)
  // State after the last portion was saved and nothing after it.
  await sql`update rule_watch set upto_fix_id = ${upto_fix_id}::bigint, pairs = ${JSON.stringify(pairs)}::jsonb`.execute(
    query(database.db),
  )

  server = await aServer([receiver.feed('COAST')], database)
  await receiver.send(sails(FIRST + SHIPS, 1, 1))
  const found = async () => (await results()).reduce((sum, { n }) => sum + n, 0)
  await until(async () => (await found()) > SHIPS, 'it goes on', 60)
  await until(async () => (await results())[0]?.n === SHIPS, 'all the others are over', 60)
  expect(await results()).toEqual([
    { status: 'CLEARED', again: 0, n: SHIPS },
    { status: 'HIT', again: 0, n: 1 },
  ])
  await server.close()
  await receiver.close()
}, 240_000)
