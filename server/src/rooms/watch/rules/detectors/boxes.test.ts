import { countRuleBoxes } from '@samudra/contract/rule-boxes'
import type { RuleDraft, RuleNode } from '@samudra/contract/rules'
import { addVesselToList, createVesselList } from '@samudra/contract/vessel-lists'
import { beforeAll, expect, test } from 'vitest'
import { until, type Receiver, type TestServer } from '../../../../../testing/servers/a-server.ts'
import { aUser } from '../../../../../testing/servers/a-user.ts'
import { coastAndSatelliteOfFile, receivedAt, SLOW } from '../../../../../testing/seas/rules.ts'

const [LIES, BESIDE, FAST, SATELLITE] = [419000801, 419000802, 419000803, 419000804]
let server: TestServer
let receiver: Receiver
let other: Receiver
coastAndSatelliteOfFile((centre) => void ({ server, receiver, other } = centre))

type Desk = Pick<TestServer, 'call'>
/** Returns the counts of a draft by path: how many hold, how many are unknown, and a remark. */
async function boxes(desk: Desk, parts: Partial<RuleDraft>) {
  const { of, boxes } = await desk.call(countRuleBoxes, { draft: { ...SLOW, ...parts } })
  return { of, ...Object.fromEntries(boxes.map(({ path, ...box }) => [path, box])) }
}
const sog = (cmp: 'lt' | 'gt', value: number): RuleNode => ({ k: 'attr', field: 'sog', cmp, value })
const exactly = (holds: number, unknown = 0) => ({ holds, unknown, about: '' })

beforeAll(async () => {
  const ship = (mmsi: number, lon: number, sog: number) =>
    receivedAt(Date.now() - 60_000, { mmsi, lat: 10, lon, sog, cog: 90 })
  await receiver.send([...ship(LIES, 72, 0), ...ship(BESIDE, 72.01, 1), ...ship(FAST, 73, 14)])
  await other.send(ship(SATELLITE, 72.02, 0))
  await until(async () => (await boxes(server, {})).of === 4, 'all are on the picture')
})

test('each box of a draft states how many current vessels it holds, and how many are unknown', async () => {
  const { id: list } = await server.call(createVesselList, {
    name: 'Friends',
    kind: 'STATIC',
    color: '#1565c0',
    visibility: 'PRIVATE',
  })
  await server.call(addVesselToList, { id: list, mmsis: [String(FAST)], reason: 'known' })
  const west: RuleNode = {
    k: 'zone',
    rel: 'DWELL',
    min: 60,
    zone: {
      area: {
        type: 'Polygon',
        coordinates: [
          [
            [71, 9],
            [72.5, 9],
            [72.5, 11],
            [71, 11],
            [71, 9],
          ],
        ],
      },
    },
  }
  const draft = {
    scope: { k: 'attr', field: 'mmsi', cmp: 'starts', value: '419' },
    when: {
      op: 'ALL',
      of: [
        { op: 'ANY', of: [sog('lt', 0.5), sog('gt', 10)] },
        west,
        { k: 'near', to: sog('lt', 2), nm: 1 },
        { k: 'attr', field: 'imo', cmp: 'starts', value: '9' },
        { k: 'change', field: 'cog', delta: 60, within_min: 10 },
      ],
    },
    unless: { k: 'list', in: true, list },
  } satisfies Partial<RuleDraft>
  const found = await boxes(server, draft)
  expect(found).toEqual({
    of: 4,
    scope: exactly(4),
    when: { holds: 0, unknown: 2, about: 'Conditions that cannot be counted are treated as unknown.' },
    'when.of.0': exactly(3),
    'when.of.0.of.0': exactly(2),
    'when.of.0.of.1': exactly(1),
    'when.of.1': { ...exactly(3), about: 'Evaluated as of now. Durations and counts are ignored.' },
    'when.of.2': exactly(3),
    'when.of.2.to': exactly(3),
    'when.of.3': exactly(0, 4),
    'when.of.4': {
      holds: null,
      unknown: null,
      about: 'A change needs two fixes; test the rule on history to count it.',
    },
    unless: exactly(1),
  })

  // A user of the coast alone counts its vessels alone, without unknown ones; a hidden list is not counted.
  const some = await aUser(server, 'some', ['COAST'])
  expect(await boxes(some, draft)).toMatchObject({
    of: 3,
    'when.of.0.of.0': exactly(1),
    'when.of.2': exactly(2),
    unless: { holds: null, about: 'Names a list that does not exist; choose another.' },
  })
  const past: RuleNode = { k: 'attr', field: 'days_since_last_call', cmp: 'gt', value: 3 }
  expect(await boxes(some, { when: past })).toMatchObject({ when: { holds: null } })
  expect(await boxes(server, { when: past })).toMatchObject({ when: exactly(0, 4) })
})

test('a box that cannot be evaluated states why, and the others are counted', async () => {
  const when: RuleNode = {
    op: 'ANY',
    of: [
      { k: 'expr', text: 'sog > 10 kn' },
      { k: 'expr', text: 'sog >' },
      { k: 'attr', field: 'depth_m', cmp: 'lt', value: 20 },
      { k: 'silence', min: 60 },
    ],
  }
  expect(await boxes(server, { when })).toMatchObject({
    when: { holds: 1, unknown: 3 },
    'when.of.0': exactly(1),
    'when.of.1': { holds: null, about: expect.stringContaining('at the end') },
    'when.of.2': { holds: null, about: expect.stringContaining('not known here') },
    'when.of.3': exactly(0),
  })
})
