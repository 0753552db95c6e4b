import { getAlerts } from '@samudra/contract/alerts'
import { getDetectors, updateDetector } from '@samudra/contract/detectors'
import { getFilteredVesselEvents } from '@samudra/contract/rule-events'
import { createRule } from '@samudra/contract/rule-keeping'
import { explainRuleResult, getRuleResults, runRule } from '@samudra/contract/rule-results'
import { expect, test } from 'vitest'
import { until, type Receiver, type TestServer } from '../../../../../testing/servers/a-server.ts'
import { coastAndSatelliteOfFile, receivedAt, runOver, SLOW } from '../../../../../testing/seas/rules.ts'
import { readWatch } from '../evaluation/states.sql.ts'

const NOW = Math.floor(Date.now() / 1000) * 1000
const SHIPS = [1, 2, 3, 4].map((n) => `41900004${n}`)
const OTHERS = [5, 6, 7].map((n) => `41900004${n}`)
let server: TestServer
let receiver: Receiver
coastAndSatelliteOfFile((centre) => void ({ server, receiver } = centre))

/**
 * Creates reports of a vessel at its position, then at another until it is certain that the first is no longer
 * received.
 */
const jumps = (mmsi: string, nth: number, from: readonly [number, number], to: readonly [number, number]) =>
  Array.from({ length: 18 }, (_, minute) => 1500 - minute * 60).flatMap((ageS) => {
    const [lat, lon] = ageS > 1400 ? from : to
    return receivedAt(NOW - (ageS - nth * 3) * 1000, { mmsi: Number(mmsi), lat, lon, sog: 0.2, cog: 45 })
  })

test('vessels that jump to one place are one event and alert naming each; each place has its own', async () => {
  const spoofing = async () =>
    (await server.call(getDetectors, {})).items.find(({ code }) => code === 'SPOOFING_EVENT')!
  await server.call(updateDetector, {
    id: 'SPOOFING_EVENT',
    expected_version: 0,
    reason: 'a small sea',
    thresholds: [{ key: 'jam_ships', value: 3 }],
  })
  expect((await spoofing()).sentences.at(-1)).toContain(
    'number of vessels within 2 NM of one of them in 22 min',
  )
  await until(async () => (await readWatch(server.database.db)) !== null, 'rules are at work')
  const lines = [
    ...SHIPS.map((mmsi, n) => jumps(mmsi, n, [10 + n / 10, 66], [11, 66.9 + n / 200])),
    ...OTHERS.map((mmsi, n) => jumps(mmsi, n, [2 + n / 10, 66], [3, 66.9 + n / 200])),
  ]
  await receiver.send(lines.flat())
  const found = async (mmsi: string) =>
    (await server.call(getFilteredVesselEvents, { mmsis: [mmsi], types: ['SPOOFING_EVENT'] })).items
  await until(async () => (await found(OTHERS[2]!)).length > 0, 'the second is found')
  await until(async () => (await found(SHIPS[0]!)).length > 0, 'the first is found')
  const [jam, ...more] = await found(SHIPS[0]!)
  expect(more).toEqual([])
  expect(jam!.mmsis).toEqual(SHIPS.slice(0, 3))
  expect(jam!.geometry.type).toBe('Point')
  for (const mmsi of SHIPS.slice(1, 3)) expect(await found(mmsi)).toEqual([jam])
  const { recomputed } = await server.call(explainRuleResult, { id: jam!.id })
  expect(recomputed).toMatchObject({ verdict: 'TRUE' })
  const alerts = async () =>
    (await server.call(getAlerts, { limit: 100 })).items.filter(({ rule_id }) => rule_id === jam!.detector)
  await until(async () => (await alerts()).length >= 2, 'each place has its alert')
  const jammed = 'Many vessels report one place. Satellite navigation may be jammed.'
  expect((await alerts()).map(({ count, mmsi, title, text }) => [count, mmsi, title, text])).toEqual([
    [1, null, 'Spoofing: jamming', jammed],
    [1, null, 'Spoofing: jamming', jammed],
  ])

  // A historical run with the same conditions finds the same.
  const near = {
    k: 'agg',
    fn: 'distinct',
    of: 'vessels',
    nm: 2,
    window_min: 10,
    cmp: 'gte',
    value: 3,
  } as const
  const far = { k: 'attr', field: 'run_nm', cmp: 'gte', value: 5 } as const
  const fast = { k: 'attr', field: 'required_speed_kn', cmp: 'gt', value: 60 } as const
  const rule = await server.call(createRule, {
    ...SLOW,
    name: 'Jam',
    subject: 'AREA',
    when: { op: 'ALL', of: [fast, far, near] },
    dedupe: { key: ['aoi'], window_min: 60 },
  })
  const period = { from: new Date(NOW - 3_600_000).toISOString(), to: new Date().toISOString() }
  for (const knowledge of ['CORRECTED', 'AS_KNOWN'] as const) {
    const { run_id } = await server.call(runRule, { id: rule.id, ...period, knowledge, dry_run: true })
    await runOver(server, rule.id, run_id)
    const back = (await server.call(getRuleResults, { id: rule.id, run_id })).items
    const about = back.map(({ mmsis, first_at }) => [mmsis, first_at])
    expect(about).toContainEqual([jam!.mmsis, jam!.start_at])
    expect(about).toContainEqual([OTHERS, expect.anything()])
    expect(about).toHaveLength(2)
  }
})
