import { login } from '@samudra/contract/identity'
import { getBaseLayers } from '@samudra/contract/map'
import { getSystemTime } from '@samudra/contract/system'
import type { Envelope } from '@samudra/contract/wire/envelope'
import { io } from 'socket.io-client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PASSWORD, aServer, until, type TestServer } from '../../../../testing/servers/a-server.ts'
import { CALL_LIMITS, originsOf } from './limits.ts'

let server: TestServer
beforeAll(async () => {
  server = await aServer([], undefined, {
    origins: ['https://samudra.example'],
    trustProxy: ['127.0.0.1'],
    callLimits: { all: 30, entry: 6 },
  })
})
afterAll(() => server.close())

let caller = 0
/** Every call of this file comes from an address of its own, unless it names one. */
async function call(path: string, headers: Record<string, string> = {}, body?: object) {
  const answer = await fetch(server.base + path, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      'x-forwarded-for': `10.1.0.${++caller}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await answer.text()
  return {
    status: answer.status,
    headers: answer.headers,
    envelope: (text.startsWith('{') ? JSON.parse(text) : null) as
      | (Envelope<unknown> & { Code?: string })
      | null,
  }
}
const ADMIN = { username: 'admin', password: PASSWORD }

test('every answer restricts what browsers may do with it', async () => {
  const { headers } = await call('/healthz')
  expect(Object.fromEntries(headers)).toMatchObject({
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'same-origin',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
  })
  const policy = headers.get('content-security-policy')!
  expect(policy).toContain("default-src 'self'")
  expect(policy).toContain("script-src 'self';")
  expect(policy).toContain("connect-src 'self';")
  expect(policy).not.toMatch(/ws:|wss:|http/)
  expect(policy).toContain("frame-ancestors 'none'")
  expect(headers.get('permissions-policy')).toContain('camera=(self), microphone=(self)')
  expect(headers.get('permissions-policy')).toContain('geolocation=()')
  // Over plain HTTP, or with a certificate of our own making, no browser is bound to https for good.
  expect(headers.get('strict-transport-security')).toBeNull()
})

test('an address that tries to log in too often waits, and others are not held up', async () => {
  // Each time another name, which makes no account wait.
  let names = 0
  const guess = (address: string) =>
    call(login.path, { 'x-forwarded-for': address }, { username: `name${names++}`, password: 'wrong' })
  const answers = []
  for (let n = 0; n < 7; n++) answers.push(await guess('10.2.0.1'))
  expect(answers.slice(0, 6).map(({ status }) => status)).not.toContain(429)
  const last = answers[6]!
  expect(last.status).toBe(429)
  expect(last.envelope).toMatchObject({ Status: false, Code: 'RATE_LIMIT' })
  const { retry_after_s } = last.envelope!.Data as { retry_after_s: number }
  expect(retry_after_s).toBeGreaterThan(0)
  expect(retry_after_s).toBeLessThanOrEqual(60)
  expect(last.headers.get('retry-after')).toBe(String(retry_after_s))
  expect((await guess('10.2.0.2')).status).not.toBe(429)
  // Spelt in another way it is the same address of the server.
  const spelt = login.path.replace('/api', '/%61pi')
  expect(
    (await call(spelt, { 'x-forwarded-for': '10.2.0.1' }, { username: 'x', password: 'y' })).status,
  ).toBe(429)
  // The address still makes other calls.
  expect((await call(getSystemTime.path, { 'x-forwarded-for': '10.2.0.1' })).status).toBe(200)
})

test('an address that calls too often waits; tiles and pages are not counted', async () => {
  const from = { 'x-forwarded-for': '10.3.0.1' }
  for (let n = 0; n < 30; n++) expect((await call(getSystemTime.path, from)).status).toBe(200)
  expect((await call(getSystemTime.path, from)).status).toBe(429)
  expect((await call('/tiles/none/0/0/0', from)).status).toBe(404)
  expect((await call('/healthz', from)).status).toBe(200)
})

test('a request before login has at most 64 KB, any JSON at most 8 MB', async () => {
  const filled = (length: number) => ({ username: 'admin', password: 'x'.repeat(length) })
  for (const path of [login.path, '/env/hello'])
    expect(await call(path, {}, filled(66_000))).toMatchObject({
      status: 413,
      envelope: { Code: 'TOO_LARGE' },
    })
  expect((await call(login.path, {}, filled(900))).status).not.toBe(413)
  const profiles = '/api/v1/utils/map-profiles'
  expect(await call(profiles, { authorization: `Bearer ${server.token}` }, filled(9_000_000))).toMatchObject({
    status: 413,
    envelope: { Code: 'TOO_LARGE' },
  })
  // Of who is not logged in nothing is read at all.
  expect(await call(profiles, {}, filled(9_000_000))).toMatchObject({
    status: 401,
    envelope: { Code: 'SESSION_EXPIRED' },
  })
})

test('the limits of an installation are wide enough for a room of operators behind one address', () => {
  expect(CALL_LIMITS).toEqual({ all: 600, entry: 60 })
})

test('a page from elsewhere can change nothing here', async () => {
  const refused = [
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { origin: `${server.base}.evil.example` },
    { 'sec-fetch-site': 'cross-site' },
  ]
  for (const sent of refused)
    expect({ sent, ...(await call(login.path, sent, ADMIN)) }).toMatchObject({
      sent,
      status: 403,
      envelope: { Code: 'FORBIDDEN' },
    })
  const allowed = [
    {},
    { origin: server.base, 'sec-fetch-site': 'same-origin' },
    { origin: 'https://samudra.example' },
    { 'sec-fetch-site': 'none' },
  ]
  for (const headers of allowed) expect((await call(login.path, headers, ADMIN)).status).not.toBe(403)
  const { status } = await call(getBaseLayers.path, {
    origin: 'https://evil.example',
    authorization: `Bearer ${server.token}`,
  })
  expect(status).toBe(200)
})

test('the host of a page counts with its port, however the scheme writes it', () => {
  const mayCall = originsOf([])
  const from = (origin: string, host: string) => mayCall({ headers: { origin, host } })
  expect(from('https://sea.example', 'sea.example')).toBe(true)
  expect(from('https://sea.example', 'sea.example:443')).toBe(true)
  expect(from('https://sea.example:8443', 'sea.example:8443')).toBe(true)
  expect(from('https://sea.example:8443', 'sea.example')).toBe(false)
  expect(from('http://sea.example', 'sea.example:443')).toBe(false)
  expect(from('nonsense', 'sea.example')).toBe(false)
})

test('a socket opens for our own page and for a program, not for a page from elsewhere', async () => {
  const opens = async (origin: string | null, transport: 'websocket' | 'polling') => {
    const socket = io(server.base, {
      auth: { token: server.token },
      transports: [transport],
      reconnection: false,
      ...(origin === null ? {} : { extraHeaders: { origin } }),
    })
    let outcome: boolean | null = null
    socket.on('connect', () => (outcome = true))
    socket.on('connect_error', () => (outcome = false))
    await until(() => outcome !== null, 'the socket is answered')
    socket.close()
    return outcome
  }
  for (const transport of ['websocket', 'polling'] as const) {
    expect(await opens('https://evil.example', transport)).toBe(false)
    expect(await opens(server.base, transport)).toBe(true)
    expect(await opens('https://samudra.example', transport)).toBe(true)
    expect(await opens(null, transport)).toBe(true)
  }
})
