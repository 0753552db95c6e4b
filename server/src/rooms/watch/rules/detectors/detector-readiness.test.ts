import { getDetectors, getDetectorStates, updateDetector } from '@samudra/contract/detectors'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aServer, type TestServer } from '../../../../../testing/servers/a-server.ts'
import { query } from '../../../../platform/needs/query.ts'

let server: TestServer
beforeAll(async () => {
  server = await aServer()
})
afterAll(() => server.close())

const stateOf = async (id: string) =>
  (await server.call(getDetectorStates, {})).items.find((one) => one.id === id)!
const positionsSince = (hoursAgo: number) =>
  sql`insert into source_hours values
    (9, date_trunc('hour', now() - ${`${hoursAgo} hours`}::interval), 5, 0, '{5}')`.execute(
    query(server.database.db),
  )

test('a detector that needs a baseline learns until enough whole days exist; others are ready', async () => {
  expect(await stateOf('BLACKLIST')).toEqual({ id: 'BLACKLIST', state: 'READY', words: '', until: null })
  expect(await stateOf('ABNORMAL_TIME')).toMatchObject({ state: 'LEARNING', until: null })
  await positionsSince(0)
  const silent = await stateOf('FEED_DELAY')
  expect(silent).toMatchObject({
    state: 'LEARNING',
    words: 'It needs 1 day of positions to learn a baseline.',
  })
  const hours = (Date.parse(silent.until!) - Date.now()) / 3_600_000
  expect(hours).toBeGreaterThan(24)
  expect(hours).toBeLessThan(50)
  await positionsSince(72)
  expect(await stateOf('FEED_DELAY')).toMatchObject({ state: 'READY' })
  expect(await stateOf('ABNORMAL_TIME')).toMatchObject({ state: 'LEARNING' })
  await positionsSince(24 * 7)
  expect(await stateOf('ABNORMAL_TIME')).toMatchObject({ state: 'READY' })
})

test('a detector that was switched off is off', async () => {
  const [one] = (await server.call(getDetectors, { ids: ['BLACKLIST'] })).items
  await server.call(updateDetector, {
    id: 'BLACKLIST',
    expected_version: one!.version,
    enabled: false,
    reason: 'An exercise',
  })
  expect(await stateOf('BLACKLIST')).toMatchObject({ state: 'OFF' })
})
