import { getAdminSettings, updateAdminSettings } from '@samudra/contract/settings'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aUser } from '../../../../testing/servers/a-user.ts'
import { PASSWORD, aServer, callRaw, until, type TestServer } from '../../../../testing/servers/a-server.ts'
import { Watcher } from '../../../../testing/servers/a-watcher.ts'

let server: TestServer
let user: Awaited<ReturnType<typeof aUser>>
const lines: { level: string; what: string }[] = []
const at = (level: string) => (what: string) => void lines.push({ level, what })
const log = { info: at('info'), warn: at('warn'), error: at('error') }
beforeAll(async () => {
  server = await aServer([], undefined, { log })
  user = await aUser(server, 'operator')
})
afterAll(() => server.close())

const now = () => server.call(getAdminSettings, {})
async function change(changes: Record<string, number | boolean | string | string[]>, more: object = {}) {
  const { version } = await now()
  return server.raw(updateAdminSettings, { changes, expected_version: version, ...more })
}

test('an administrator sees every setting with its rule, an operator public ones without authors', async () => {
  const all = await now()
  expect(all.values['password.history']).toBe(10)
  expect(all.schema.length).toBe(Object.keys(all.values).length)
  const shown = await user.call(getAdminSettings, {})
  expect(Object.keys(shown.values)).toContain('system.banner')
  expect(Object.keys(shown.values)).not.toContain('password.history')
  expect(shown.schema.length).toBe(Object.keys(shown.values).length)
  expect(await user.raw(updateAdminSettings, { changes: {}, expected_version: 1 })).toMatchObject({
    Code: 'FORBIDDEN',
  })
  expect(await callRaw(server.base, '', getAdminSettings, {})).toMatchObject({ Code: 'SESSION_EXPIRED' })
})

test('a change applies at once, is pushed to every screen, and is there after a restart', async () => {
  const screen = new Watcher(server.base, user.token)
  await until(() => screen.socket.connected, 'the screen connects')
  const answer = await change({ 'system.banner': 'Exercise today' }, { reason: 'exercise' })
  expect(answer).toMatchObject({
    Status: true,
    Data: { values: { 'system.banner': 'Exercise today' }, changed: { 'system.banner': { by: 'admin' } } },
  })
  expect((await user.call(getAdminSettings, {})).values['system.banner']).toBe('Exercise today')
  expect((await user.call(getAdminSettings, {})).changed['system.banner']!.by).toBe('')
  const received = () => screen.events.find(({ name }) => name === 'table_update')
  await until(() => received() !== undefined, 'the screen is told')
  expect(received()!.payload).toMatchObject({ table: 'admin_settings', op: 'update', ids: ['system.banner'] })
  screen.close()
  await server.halt()
  const again = await aServer([], server.database, { log })
  expect((await again.call(getAdminSettings, {})).values['system.banner']).toBe('Exercise today')
  server = again
  user = await again.logIn('operator', PASSWORD)
})

test('an unfit value or an unknown setting is refused with its field', async () => {
  expect(await change({ 'session.timeout_min': 2 })).toMatchObject({
    Code: 'VALIDATION',
    fields: [{ field: 'session.timeout_min', why: 'must be between 5 and 1440' }],
  })
  expect(await change({ 'session.colour': 'blue' })).toMatchObject({
    Code: 'VALIDATION',
    fields: [{ field: 'session.colour', why: 'is not a setting' }],
  })
  expect(await change({ 'session.timeout_min': 5 })).toMatchObject({ Code: 'VALIDATION' })
  expect((await now()).values['session.timeout_min']).toBe(30)
  expect(await change({ 'session.timeout_min': 6 })).toMatchObject({ Status: true })
  expect(await change({ 'session.timeout_min': 30 })).toMatchObject({ Status: true })
})

test('positions are stored no longer than thinned tracks, whichever setting is changed', async () => {
  const raw = { field: 'ais.retention_raw_days', why: expect.stringContaining('500 days') as string }
  expect(await change({ 'ais.retention_raw_days': 500, 'ais.retention_thin_days': 100 })).toMatchObject({
    Code: 'VALIDATION',
    fields: [raw],
  })
  expect(await change({ 'ais.retention_thin_days': 399 })).toMatchObject({
    Code: 'VALIDATION',
    fields: [{ field: 'ais.retention_thin_days' }],
  })
  expect((await change({ 'ais.retention_thin_days': 400 })).Status).toBe(true)
  expect(await change({ 'ais.retention_raw_days': 401 })).toMatchObject({ Code: 'VALIDATION' })
  expect((await change({ 'ais.retention_thin_days': 1825 })).Status).toBe(true)
})

test('of two administrators who change the same version the second sees the first change', async () => {
  const { version } = await now()
  const both = await Promise.all(
    [11, 12].map((hours) =>
      server.raw(updateAdminSettings, {
        changes: { 'session.max_hours': hours + 10 },
        expected_version: version,
      }),
    ),
  )
  expect(both.map((one) => one.Status).sort()).toEqual([false, true])
  const refused = both.find((one) => !one.Status)!
  expect(refused).toMatchObject({ Code: 'VERSION_CONFLICT', Data: { version: version + 1 } })
})

test('a dry run states in sentences what would change and changes nothing', async () => {
  const screen = new Watcher(server.base, user.token)
  await until(() => screen.socket.connected, 'the screen connects')
  const answer = await change({ 'session.max_hours': 24, 'system.maintenance': true }, { dry_run: true })
  expect(answer).toMatchObject({ Status: true })
  const { effects, values } = (answer as { Data: { effects: string[]; values: object } }).Data
  expect(effects[0]).toMatch(/^Maximum session length: \d+ changes to 24 h\.$/)
  expect(effects).toContain('1 user is logged in now. All except administrators see the maintenance notice.')
  expect(values).toMatchObject({ 'system.maintenance': false })
  screen.close()
})

test('in maintenance operators must come back later, and administrators continue to work', async () => {
  await change({ 'system.maintenance': true })
  expect(await user.raw(getAdminSettings, {})).toMatchObject({ Code: 'MAINTENANCE' })
  expect((await change({ 'system.maintenance': false })).Status).toBe(true)
  expect((await user.raw(getAdminSettings, {})).Status).toBe(true)
})

test('the log writes as its level requires, from the next line on', async () => {
  const wrong = async () => {
    lines.length = 0
    await fetch(`${server.base}/api/v1/auth/%zz`)
  }
  await wrong()
  expect(lines).toMatchObject([{ level: 'warn', what: 'request refused' }])
  await change({ 'system.log_level': 'error' })
  await wrong()
  expect(lines).toEqual([])
})
