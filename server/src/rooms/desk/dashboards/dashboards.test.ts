import { deleteDashboard, getDashboards, saveDashboard, type Panel } from '@samudra/contract/dashboards'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aServer, type TestServer } from '../../../../testing/servers/a-server.ts'
import { aUser } from '../../../../testing/servers/a-user.ts'

let server: TestServer
let asha: Awaited<ReturnType<typeof aUser>>
let bala: Awaited<ReturnType<typeof aUser>>
beforeAll(async () => {
  server = await aServer()
  asha = await aUser(server, 'asha')
  bala = await aUser(server, 'bala')
})
afterAll(() => server.close())

const panel = (more: Partial<Panel> = {}): Panel => ({
  id: 'a',
  look: 'bar',
  title: 'Anomalies',
  x: 0,
  y: 0,
  w: 4,
  h: 4,
  query: { measure: 'anomalies', by: 'type' },
  ...more,
})
const morning = (panels: Panel[]) => ({
  name: 'Morning',
  period: 'DAY' as const,
  panels,
  visibility: 'PRIVATE' as const,
})

test('a dashboard is its owner’s until it is shared, and only its owner changes it', async () => {
  const saved = await asha.call(saveDashboard, morning([panel()]))
  expect((await bala.call(getDashboards, {})).items).toEqual([])
  const shared = { ...morning([panel({ w: 6 })]), visibility: 'CENTRE' as const }
  await asha.call(saveDashboard, { id: saved.id, expected_version: 1, ...shared })
  const [seen] = (await bala.call(getDashboards, {})).items
  expect(seen).toMatchObject({ name: 'Morning', mine: false, panels: [{ w: 6 }] })
  await expect(
    bala.call(saveDashboard, { id: saved.id, expected_version: 2, ...morning([]) }),
  ).rejects.toThrow(/FORBIDDEN/)
  await asha.call(deleteDashboard, { id: saved.id })
  expect((await bala.call(getDashboards, {})).items).toEqual([])
})

test('who is second to save is shown what the first wrote', async () => {
  const { id } = await asha.call(saveDashboard, morning([panel()]))
  await asha.call(saveDashboard, { id, expected_version: 1, ...morning([panel({ title: 'First' })]) })
  const late = await asha.raw(saveDashboard, {
    id,
    expected_version: 1,
    ...morning([panel({ title: 'Second' })]),
  })
  expect(late).toMatchObject({
    Status: false,
    Code: 'VERSION_CONFLICT',
    Data: { panels: [{ title: 'First' }] },
  })
})

test.each([
  ['two panels of one id', [panel(), panel()], /panel 2.*id of another panel/],
  ['a panel beyond the last column', [panel({ x: 9 })], /panel 1.*column 12/],
  ['bars without a query', [{ ...panel(), query: undefined }], /panel 1.*needs one/],
  [
    'a group that the measure does not have',
    [panel({ query: { measure: 'vessels', by: 'age' } })],
    /kind, country, source, area/,
  ],
  [
    'a field that the measure does not have',
    [panel({ query: { measure: 'alerts', area: 'x' } })],
    /types, severities, states/,
  ],
])('%s is refused by name', async (_, panels, why) => {
  await expect(asha.call(saveDashboard, morning(panels))).rejects.toThrow(why)
})
