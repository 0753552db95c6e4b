// Rooms: identity, alerts, rules, vessel-lists, areas, needs
import { updateAoi, getAois, addAoi } from '@samudra/contract/areas'
import { getAlerts } from '@samudra/contract/alerts'
import { getAudit } from '@samudra/contract/audit'
import { addUser, login } from '@samudra/contract/identity'
import { runRule } from '@samudra/contract/rule-results'
import { updateAdminSettings } from '@samudra/contract/settings'
import { addVesselToList, createVesselList, getVesselsByVesselList } from '@samudra/contract/vessel-lists'
import { encodePosition } from '@samudra/nautical/ais/encode'
import { polygonOfBox } from '@samudra/nautical/polygons/box'
import { afterEach, expect, test } from 'vitest'
import { SteadyClock } from '../../src/platform/needs/clock.ts'
import { aClockedDatabase } from '../servers/a-clocked-database.ts'
import { aServer, callRaw, Receiver, until } from '../servers/a-server.ts'
import { rulesAtWork, runOver, SLOW } from '../seas/rules.ts'

const HOUR_MS = 3_600_000
const BACK_MS = 2 * HOUR_MS
const open: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close()
})

test("after a restart with the clock two hours back users' work continues at once", async () => {
  const database = await aClockedDatabase()
  open.push(() => database.drop())
  const receiver = await Receiver.listen()
  open.push(() => receiver.close())
  const start = (off: number) =>
    aServer([receiver.feed('COAST')], database, { clock: new SteadyClock(() => Date.now() + off) })
  const send = (mmsi: number, sog: number) =>
    receiver.send(encodePosition({ mmsi, lat: 8, lon: 76, sog, cog: 90, navStatus: 0, second: 3 }))
  const blacklist = (call: Awaited<ReturnType<typeof start>>['call'], mmsi: number) =>
    call(addVesselToList, { id: 'blacklist', mmsis: [String(mmsi)], reason: 'Seen without lights' })

  const first = await start(0)
  const area = { type: 'GENERAL', visibility: 'CENTRE', recur: 'NONE', color: '#1565c0', notes: '' } as const
  const geometry = polygonOfBox([75, 7, 77, 9])
  const { id } = await first.call(addAoi, {
    ...area,
    name: 'Bay',
    valid_from: null,
    valid_to: null,
    geometry,
  })
  const list = await first.call(createVesselList, {
    name: 'Fast',
    kind: 'DYNAMIC',
    color: '#c62828',
    visibility: 'PRIVATE',
    query: { speed: { min: 10 } },
  })
  await rulesAtWork(database.db)
  await blacklist(first.call, 419000001)
  await send(419000001, 12)
  const alerts = async (call: typeof first.call) => (await call(getAlerts, {})).items.length
  await until(async () => (await alerts(first.call)) > 0, 'an alert is raised')
  const before = await alerts(first.call)
  // One who never logged in has no place of their own.
  const right = { sources: ['*'], zone_access: ['*'] }
  const { temporary_password: password } = await first.call(addUser, {
    username: 'asha',
    role: '2',
    ...right,
  })
  const enter = (base: string, given: string) =>
    callRaw(base, '', login, { username: 'asha', password: given })
  await first.call(updateAdminSettings, { changes: { 'session.lock_after': 3 }, expected_version: 1 })
  for (const n of [1, 2, 3]) await enter(first.base, `Wrong-and-long-${n}`)
  expect(await enter(first.base, password)).toMatchObject({ Code: 'LOCKED' })
  await first.halt()

  await database.putOn(-120)
  const second = await start(-BACK_MS)
  open.push(() => second.halt())
  const health = async () =>
    ((await (await fetch(`${second.base}/healthz`)).json()) as { state: string }).state
  await blacklist(second.call, 419000002)
  await send(419000002, 14)
  await until(async () => (await alerts(second.call)) > before, 'an alert is raised again')
  const onList = async () =>
    (await second.call(getVesselsByVesselList, { id: list.id })).items.map((one) => one.mmsi)
  await until(async () => (await onList()).includes('419000002'), 'the dynamic list finds the vessel')
  const changed = await second.call(updateAoi, { id, expected_version: 1, name: 'Bay of Kochi' })
  expect(changed).toMatchObject({ version: 2, name: 'Bay of Kochi' })
  expect((await second.call(getAois, {})).items).toMatchObject([{ id, version: 2 }])
  const { items } = await second.call(getAudit, { object_id: id })
  expect(items.map(({ action }) => action)).toEqual(['AOI update', 'AOI add'])
  const { run_id } = await second.call(runRule, {
    id: 'draft',
    draft: { ...SLOW, when: { k: 'attr', field: 'sog', cmp: 'gt', value: 10 } },
    from: new Date(Date.now() - BACK_MS - HOUR_MS).toISOString(),
    to: new Date(Date.now() - BACK_MS + 60_000).toISOString(),
    knowledge: 'AS_KNOWN',
    dry_run: true,
  })
  expect(await runOver(second, 'draft', run_id)).toMatchObject({ state: 'SUCCEEDED', hits: 1 })
  expect(await enter(second.base, password)).toMatchObject({ Status: true })
  await send(419000001, 3)
  await until(async () => !(await onList()).includes('419000001'), 'a slow vessel leaves the dynamic list')
  await until(async () => (await health()) === 'OK', 'the server is well', 60)
})
