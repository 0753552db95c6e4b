import { sql } from 'kysely'
import { addVesselEventsAndDisasters } from '@samudra/contract/events'
import { getDetectors, getDetectorVersions, updateDetector } from '@samudra/contract/detectors'
import { getFilteredVesselEvents } from '@samudra/contract/rule-events'
import { explainRuleResult, judgeRuleResult } from '@samudra/contract/rule-results'
import { addVesselToList } from '@samudra/contract/vessel-lists'
import { expect, test } from 'vitest'
import { until, type Receiver, type TestServer } from '../../../../../testing/servers/a-server.ts'
import { aUser } from '../../../../../testing/servers/a-user.ts'
import { coastAndSatelliteOfFile, receivedAt } from '../../../../../testing/seas/rules.ts'
import { query } from '../../../../platform/needs/query.ts'

const SHIP = '419000031'
const OTHER = '419000032'
let server: TestServer
let receiver: Receiver
coastAndSatelliteOfFile((centre) => void ({ server, receiver } = centre))

const sails = (mmsi: string) =>
  receivedAt(Date.now(), { mmsi: Number(mmsi), lat: 12, lon: 88, sog: 12, cog: 45 })
const found = (request: object) => server.call(getFilteredVesselEvents, request)
const listed = (mmsis: string[]) => server.call(addVesselToList, { id: 'blacklist', mmsis, reason: 'known' })

test('a detector event is listed beside reported ones, is explained, and is disputed once', async () => {
  await listed([SHIP, OTHER])
  await receiver.send([...sails(SHIP), ...sails(OTHER)])
  const request = { types: ['BLACKLIST', 'SIGHTING'] }
  await until(async () => (await found(request)).total === 2, 'both are found')
  await server.call(addVesselEventsAndDisasters, {
    type: 'SIGHTING',
    category: 'MARITIME_INCIDENT',
    title: 'Seen by a patrol',
    text: '',
    severity: 'INFO',
    end_at: null,
    mmsis: [],
    evidence_fix_ids: [],
    status: 'DETECTED',
    visibility: 'CENTRE',
    file_ids: [],
    start_at: new Date(Date.now() - 3_600_000).toISOString(),
    geometry: { type: 'Point', coordinates: [88, 12] },
    confidence: 3,
  })
  const all = await found(request)
  expect(all.items.map(({ type, status }) => `${type} ${status}`)).toEqual([
    'BLACKLIST DETECTED',
    'BLACKLIST DETECTED',
    'SIGHTING DETECTED',
  ])
  const pages = []
  for (let cursor: string | null | undefined; cursor !== null;) {
    const page = await found({ ...request, limit: 1, ...(cursor === undefined ? {} : { cursor }) })
    pages.push(...page.items.map(({ id }) => id))
    cursor = page.next
  }
  expect(pages).toEqual(all.items.map(({ id }) => id))

  const [hit] = (await found({ mmsis: [SHIP], types: ['BLACKLIST'] })).items
  expect(hit).toMatchObject({
    text: 'The vessel has been blacklisted.',
    mmsis: [SHIP],
    detector: 'BLACKLIST',
  })
  const { recomputed } = await server.call(explainRuleResult, { id: hit!.id })
  expect(recomputed.verdict).toBe('TRUE')
  await server.call(judgeRuleResult, {
    id: hit!.id,
    judgement: 'DISPUTED',
    reason: 'another ship of that name',
  })
  expect((await found({ mmsis: [SHIP], types: ['BLACKLIST'] })).items[0]).toMatchObject({
    status: 'DISPUTED',
  })
  expect((await found({ ...request, min_confidence: 2 })).items.map(({ mmsis }) => mmsis[0])).toEqual([
    OTHER,
    undefined,
  ])
  const around = (lat: number) => ({
    type: 'Polygon' as const,
    coordinates: [
      [
        [87, lat - 1],
        [89, lat - 1],
        [89, lat + 1],
        [87, lat + 1],
        [87, lat - 1],
      ],
    ],
  })
  expect((await found({ ...request, area: around(12) })).total).toBe(3)
  expect((await found({ ...request, area: around(20) })).total).toBe(0)
  // They stay active until they are no longer evaluated.
  const later = { types: ['BLACKLIST'], from: new Date(Date.now() + 60_000).toISOString() }
  expect((await found(later)).items.map(({ end_at }) => end_at)).toEqual([null, null])
  await server.call(updateDetector, {
    id: 'BLACKLIST',
    expected_version: 0,
    enabled: false,
    reason: 'lists are looked at otherwise',
  })
  await until(async () => (await found(later)).total === 0, 'they are over')
  expect(await server.raw(getFilteredVesselEvents, { types: ['NOTHING'] })).toMatchObject({
    Message: 'Check types: NOTHING is none; getEventType and getDetectors name them all.',
  })
})

test('an administrator sets thresholds within bounds, no other user; all users see who did', async () => {
  const speed = async () => (await server.call(getDetectors, { ids: ['SPEED_CHANGE'] })).items[0]!
  const usual = await speed()
  expect(usual).toMatchObject({ version: 0, enabled: true })
  const one = usual.thresholds.find(({ key }) => key === 'min_kn')!
  expect(one).toMatchObject({ value: 8, usual: 8, unit: 'kn' })
  expect(one.source).toContain('D3')
  const set = { id: 'SPEED_CHANGE', expected_version: 0, reason: 'too many' }
  expect(
    await server.raw(updateDetector, { ...set, thresholds: [{ key: 'min_kn', value: 400 }] }),
  ).toMatchObject({
    Code: 'VALIDATION',
    Message: `Check thresholds: min_kn of SPEED_CHANGE is 400; use ${one.least} to ${one.most}.`,
  })
  expect(await server.raw(updateDetector, { ...set, thresholds: [{ key: 'what', value: 1 }] })).toMatchObject(
    {
      Code: 'VALIDATION',
    },
  )
  const watch = await aUser(server, 'watch')
  expect(await watch.raw(updateDetector, { ...set, enabled: false })).toMatchObject({ Code: 'FORBIDDEN' })
  await server.call(updateDetector, { ...set, thresholds: [{ key: 'min_kn', value: 10 }] })
  const { rows } = await sql`select distinct visibility from objects where type = 'detector'`.execute(
    query(server.database.db),
  )
  expect(rows).toEqual([{ visibility: 'CENTRE' }])
  expect(await server.raw(updateDetector, { ...set, enabled: false })).toMatchObject({
    Code: 'VERSION_CONFLICT',
  })
  expect((await speed()).thresholds.find(({ key }) => key === 'min_kn')).toMatchObject({
    value: 10,
    usual: 8,
  })
  const { items } = await watch.call(getDetectorVersions, { id: 'SPEED_CHANGE' })
  expect(items.at(-1)).toMatchObject({ updated_by: 'admin', reason: 'too many' })
})
