import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { addFeed, getFeeds } from '@samudra/contract/feeds'
import { createRule, enableOrDisableRule } from '@samudra/contract/rule-keeping'
import { getRuleResults, runRule } from '@samudra/contract/rule-results'
import { encodeStaticVoyage } from '@samudra/nautical/ais/encode'
import { createSea } from '@samudra/sim/sea'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { aDatabase } from '../../../../../testing/servers/a-database.ts'
import { aServer, until, type TestServer } from '../../../../../testing/servers/a-server.ts'
import { receivedAt, previewOf, runOver, SLOW } from '../../../../../testing/seas/rules.ts'
import type { ConfiguredFeed } from '../../../picture/feeds/feed-url.ts'
import { query } from '../../../../platform/needs/query.ts'
import { readWatch } from './states.sql.ts'

const MINUTE = 60_000
const START = Math.floor(Date.now() / MINUTE) * MINUTE - 180 * MINUTE
/** At full length: ten servers, 30 minutes at speed 1. */
const MINUTES = Number(process.env['RECORDING_MINUTES'] ?? 12)
const SERVERS = Number(process.env['RECORDING_SERVERS'] ?? 2)
const SPEED = Number(process.env['RECORDING_SPEED'] ?? 360)
const PLAYED = 'the file has ended'
const folder = mkdtempSync(path.join(os.tmpdir(), 'samudra-recording-'))
const reach = { feedReach: { folders: [folder], hosts: [], databaseHost: null } }
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function recorded(name: string, lines: Iterable<string>): string {
  const file = path.join(folder, name)
  writeFileSync(file, [...lines].map((line) => `${line}\r\n`).join(''))
  return file
}
const recording = (address: string, speed: number): ConfiguredFeed => ({
  name: 'Recording',
  kind: 'nmea-file',
  address,
  source: 'RECORDED',
  priority: 10,
  trust: 0.5,
  expectedIntervalS: 10,
  options: { speed },
  stations: [],
  secret: null,
})
const playedOn = (server: TestServer) =>
  until(
    async () => (await server.call(getFeeds, {})).items.some(({ last_error }) => last_error === PLAYED),
    'the recording is played to its end',
    60 + (MINUTES * 60) / SPEED,
  )

/** Events of a recording played on a server of its own, as they stand once it is stopped: rule, vessels, beginning and end. */
async function eventsOf(file: string, speed: number): Promise<string[]> {
  const database = await aDatabase()
  const server = await aServer([recording(file, speed)], database, reach)
  await until(async () => (await readWatch(database.db)) !== null, 'rules are at work', 120)
  await playedOn(server)
  await server.halt()
  const { rows } = await sql<{ event: string }>`
    select concat_ws(' ', rule_id, mmsi, other_mmsi, began_at at time zone 'UTC', ended_at at time zone 'UTC') as event
    from rule_results where status <> 'REVISED' and run_id = '' order by 1`.execute(query(database.db))
  await server.close()
  return rows.map(({ event }) => event)
}

test('a recording gives the same events on every fresh server, read at once or minute by minute', async () => {
  const sea = createSea({ scenario: 'chokepoint', seed: 1, startAt: START })
  const file = recorded(
    'strait.nmea',
    [...sea.advance(START + MINUTES * MINUTE)].flatMap(({ lines }) => lines),
  )
  const events = await eventsOf(file, 0)
  expect(events.length).toBeGreaterThan(5)
  for (let i = 1; i < SERVERS; i++) expect(await eventsOf(file, 0)).toEqual(events)
  expect(await eventsOf(file, SPEED)).toEqual(events)
}, 3_000_000)

test('static data of a recording count from observation, live and in runs by current knowledge', async () => {
  const mmsi = 419000601
  const at = (minute: number) => START + minute * MINUTE
  const sails = (minute: number) =>
    receivedAt(at(minute), { mmsi, lat: 12 + minute / 300, lon: 88, sog: 12, cog: 0 })
  const bound = (minute: number, destination: string) =>
    encodeStaticVoyage(
      { mmsi, name: 'MATSYA', callSign: 'VT6', imo: '9074729', shipType: 70, destination },
      { tagBlock: { c: at(minute) / 1000 } },
    )
  const minutes = Array.from({ length: 21 }, (_, minute) => minute)
  const file = recorded(
    'bound.nmea',
    minutes.flatMap((minute) => [
      ...(minute === 5 ? bound(5, 'KOCHI') : minute === 10 ? bound(10, 'MUMBAI') : []),
      ...sails(minute),
    ]),
  )
  const server = await aServer([], undefined, reach)
  const when = { k: 'attr' as const, field: 'destination' as const, cmp: 'eq' as const, value: 'KOCHI' }
  const { id } = await server.call(createRule, { ...SLOW, name: 'Bound for Kochi', when })
  await server.call(enableOrDisableRule, { id, enabled: true, ack_preview: await previewOf(server, id) })
  await server.call(addFeed, {
    name: 'Recording',
    kind: 'nmea-file',
    address: file,
    source: 'RECORDED',
    priority: 1,
    trust: 0.5,
    expected_interval_s: 10,
    options: { speed: 0 },
  })
  await playedOn(server)
  const found = async (run_id?: string) =>
    (await server.call(getRuleResults, { id, ...(run_id === undefined ? {} : { run_id }) })).items.map(
      ({ began_at, ended_at }) => ({ began_at, ended_at }),
    )
  const expected = [{ began_at: new Date(at(5)).toISOString(), ended_at: new Date(at(9)).toISOString() }]
  await expect.poll(() => found(), { timeout: 10_000 }).toEqual(expected)
  for (const [knowledge, from, to] of [
    ['CORRECTED', at(0), at(21)],
    ['AS_KNOWN', at(0), Date.now()],
  ] as const) {
    const period = { from: new Date(from).toISOString(), to: new Date(to).toISOString() }
    const { run_id } = await server.call(runRule, { id, ...period, knowledge, dry_run: true })
    await runOver(server, id, run_id)
    expect([knowledge, await found(run_id)]).toEqual([knowledge, expected])
  }
  await server.close()
})
