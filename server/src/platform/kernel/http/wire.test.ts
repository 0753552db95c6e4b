import { getBaseLayers } from '@samudra/contract/map'
import { login } from '@samudra/contract/identity'
import { getFeeds } from '@samudra/contract/feeds'
import { addToBlacklist, getBlacklist } from '@samudra/contract/picture'
import { updateAdminSettings } from '@samudra/contract/settings'
import { WireClient } from '@samudra/contract/wire/client'
import type { WireKeyCard } from '@samudra/contract/wire/hello'
import type { Envelope } from '@samudra/contract/wire/envelope'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PASSWORD, aServer, type TestServer } from '../../../../testing/servers/a-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await aServer()
  // Many pages of one administrator are open at once here.
  await server.call(updateAdminSettings, { changes: { 'session.max_sessions': 50 }, expected_version: 1 })
})
afterAll(() => server.close())

type Wire = { url: string; init: Omit<RequestInit, 'headers'> & { headers: Record<string, string> } }
type Tamper = (call: Wire) => void | Promise<void>

/** A client whose last call a meddler may change on its way, or keep. */
async function aClient(options: { meddle?: (response: Response) => Promise<Response> } = {}) {
  let tamper: Tamper = () => undefined
  const made: Wire[] = []
  const client = new WireClient({
    base: server.base,
    fetch: async (input, init) => {
      const call: Wire = {
        url: String(input),
        init: { ...init, headers: { ...(init?.headers as Record<string, string>) } },
      }
      if (call.url.includes('/api/')) {
        await tamper(call)
        made.push(call)
      }
      const response = await fetch(call.url, call.init)
      return call.url.includes('/api/') ? ((await options.meddle?.(response)) ?? response) : response
    },
  })
  const outcome = await client.call({ op: login, input: { username: 'admin', password: PASSWORD } })
  if (outcome.kind !== 'answered' || !outcome.envelope.Status) throw new Error('the login failed')
  client.token = (outcome.envelope.Data as { token: string }).token
  return { client, made, tamper: (how: Tamper) => (tamper = how) }
}

/** Sends a captured call again as it stands, and reads its answer in the clear. */
async function send({ url, init }: Wire): Promise<{ status: number; code: string | null }> {
  const response = await fetch(url, init)
  const sealed = response.headers.get('content-type')?.startsWith('application/vnd.ifc.env') === true
  return {
    status: response.status,
    code: sealed ? null : codeOf((await response.json()) as Envelope<unknown>),
  }
}
const codeOf = (envelope: Envelope<unknown>) => (envelope.Status ? 'OK' : envelope.Code)

/** Captures sealed calls of one client before they are sent. */
async function aCatcher() {
  const { client, tamper } = await aClient()
  return async (op: Parameters<WireClient['call']>[0]['op'], input: object): Promise<Wire> => {
    let captured: Wire | undefined
    tamper((call) => {
      captured = { url: call.url, init: { ...call.init, headers: { ...call.init.headers } } }
      throw new TypeError('kept')
    })
    await client.call({ op, input })
    return captured!
  }
}
const aCaptured = async (op: Parameters<WireClient['call']>[0]['op'], input: object) =>
  (await aCatcher())(op, input)

test('a sealed call is answered sealed, and the wire shows neither password nor token nor data', async () => {
  const seen: string[] = []
  const { made } = await aClient({
    meddle: async (response) => {
      seen.push(Buffer.from(await response.clone().arrayBuffer()).toString('latin1'))
      return response
    },
  })
  const body = Buffer.from(made[0]!.init.body as Uint8Array).toString('latin1')
  expect(body.slice(0, 2)).toBe('IE')
  for (const text of [body, ...seen])
    for (const word of [PASSWORD, 'admin', 'Status']) expect(text).not.toContain(word)
})

test('the same call is not done twice', async () => {
  const captured = await aCaptured(getBaseLayers, {})
  expect(await send(captured)).toEqual({ status: 200, code: null })
  expect(await send(captured)).toEqual({ status: 409, code: 'REPLAY' })
})

test('the same call under another spelling of its id is refused', async () => {
  const captured = await aCaptured(getBaseLayers, {})
  expect((await send(captured)).status).toBe(200)
  const rid = captured.init.headers['X-Env-Rid']!
  const last = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
  const others = last
    .split('')
    .map((letter) => rid.slice(0, -1) + letter)
    .filter((one) => one !== rid)
  const same = others.filter((one) => Buffer.from(one, 'base64url').equals(Buffer.from(rid, 'base64url')))
  expect(same).toHaveLength(15)
  for (const spelling of same) {
    captured.init.headers['X-Env-Rid'] = spelling
    expect(await send(captured)).toEqual({ status: 400, code: 'BAD_ENVELOPE' })
  }
})

test('a key that came with the page is never given up for clear text, whatever the answers are', async () => {
  const card = (await (await fetch(`${server.base}/env/key`)).json()) as WireKeyCard
  const sent: string[] = []
  const client = new WireClient({
    base: server.base,
    card: { ...card, mode: 'required' },
    fetch: async (input, init) => {
      sent.push(String(init?.body))
      if (String(input).endsWith('/env/key')) return Response.json({ mode: 'off', kid: '', key: '' })
      return Response.json({ Status: false, Data: null, Message: '', Code: 'BAD_ENVELOPE' }, { status: 400 })
    },
  })
  for (let n = 0; n < 3; n++)
    expect(await client.call({ op: login, input: { username: 'admin', password: PASSWORD } })).toEqual({
      kind: 'unreachable',
    })
  expect(sent.join()).not.toContain(PASSWORD)
})

test('two copies that arrive together are done once', async () => {
  const captured = await aCaptured(getBaseLayers, {})
  const answers = await Promise.all([send(captured), send(captured), send(captured)])
  expect(answers.map((one) => one.code).sort()).toEqual(['REPLAY', 'REPLAY', null])
})

test.each([
  ['another address', (call: Wire) => (call.url += '?bbox=1,2,3,4')],
  ['another operation', (call: Wire) => (call.url = call.url.replace('v2/feeds', 'v2/map/base-layers'))],
  ['another method', (call: Wire) => (call.init.method = 'POST')],
  ['another proof', (call: Wire) => (call.init.headers['X-Env-Proof'] = 'AAAAAAAAAAAAAAAAAAAAAA')],
  ['no proof', (call: Wire) => delete call.init.headers['X-Env-Proof']],
  ['another id', (call: Wire) => (call.init.headers['X-Env-Rid'] = 'AAAAAAAAAAAAAAAAAAAAAA')],
  ['an id that is too short', (call: Wire) => (call.init.headers['X-Env-Rid'] = 'AAAA')],
  [
    'another time',
    (call: Wire) => (call.init.headers['Timestamp'] = String(Number(call.init.headers['Timestamp']) + 1)),
  ],
  ['no time', (call: Wire) => delete call.init.headers['Timestamp']],
  ['no token', (call: Wire) => delete call.init.headers['Authorization']],
  ['a session that is not ours', (call: Wire) => (call.init.headers['X-Env-Sid'] = 'A'.repeat(91))],
])('a call with %s is refused without details', async (_, change) => {
  const captured = await aCaptured(getFeeds, {})
  change(captured)
  const { status, code } = await send(captured)
  expect([status, code]).toEqual([400, 'BAD_ENVELOPE'])
})

test("one user's token on another user's call is refused", async () => {
  const captured = await aCaptured(getBaseLayers, {})
  captured.init.headers['Authorization'] = `Bearer ${server.token}`
  expect(await send(captured)).toEqual({ status: 400, code: 'BAD_ENVELOPE' })
})

test('a stolen token is useless in the clear and over a wire session of the thief', async () => {
  const { client } = await aClient()
  const plain = await fetch(`${server.base}${getBaseLayers.path}`, {
    headers: { authorization: `Bearer ${client.token}` },
  })
  expect(plain.status).toBe(401)
  const thief = new WireClient({ base: server.base })
  thief.token = client.token
  const outcome = await thief.call({ op: getBaseLayers, input: {} })
  expect(outcome).toMatchObject({
    kind: 'answered',
    status: 401,
    envelope: { Status: false, Code: 'SESSION_EXPIRED' },
  })
})

test("a call from two minutes ago or from the future is refused with the server's time", async () => {
  for (const off of [-121_000, 125_000]) {
    const captured = await aCaptured(getBaseLayers, {})
    captured.init.headers['Timestamp'] = String(Number(captured.init.headers['Timestamp']) + off)
    expect(await send(captured)).toEqual({ status: 425, code: 'CLOCK_SKEW' })
  }
})

test('a computer whose clock is ten minutes wrong works', async () => {
  const { client } = await aClient()
  client.offsetMs = 600_000
  const outcome = await client.call({ op: getBaseLayers, input: {} })
  expect(outcome).toMatchObject({ kind: 'answered', envelope: { Status: true } })
  expect(Math.abs(client.offsetMs)).toBeLessThan(5000)
})

test('a flipped bit, a cut or an addition in a body is refused without effect', async () => {
  const capture = await aCatcher()
  const length = ((await capture(addToBlacklist, TRACE)).init.body as Uint8Array).length
  const changes: ((body: Uint8Array<ArrayBuffer>) => Uint8Array<ArrayBuffer>)[] = [
    ...Array.from({ length }, (_, i) => (body: Uint8Array<ArrayBuffer>) => {
      body[i]! ^= 1 << (i % 8)
      return body
    }),
    ...[0, 1, 7, 8, 23, length - 1].map((end) => (body: Uint8Array<ArrayBuffer>) => body.slice(0, end)),
    (body) => new Uint8Array([...body, 0]),
  ]
  for (const change of changes) {
    const { url, init } = await capture(addToBlacklist, TRACE)
    const body = change((init.body as Uint8Array<ArrayBuffer>).slice())
    expect(await send({ url, init: { ...init, body } })).toEqual({ status: 400, code: 'BAD_ENVELOPE' })
  }
  expect(await server.call(getBlacklist, {})).toEqual([])
  expect((await send(await capture(addToBlacklist, TRACE))).status).toBe(200)
  expect(await server.call(getBlacklist, {})).toHaveLength(1)
})
const TRACE = { mmsi: '419000001', reason: 'seen without lights' }

test('an answer that was changed, or moved from another call, does not reach the screen', async () => {
  for (const change of [
    (bytes: Uint8Array) => (bytes[bytes.length - 1]! ^= 1),
    (bytes: Uint8Array) => (bytes[9]! ^= 128),
  ]) {
    let isMeddling = false
    const { client } = await aClient({
      meddle: async (response) => {
        if (!isMeddling) return response
        const bytes = new Uint8Array(await response.arrayBuffer())
        change(bytes)
        return new Response(bytes, { status: response.status, headers: response.headers })
      },
    })
    isMeddling = true
    expect(await client.call({ op: getBaseLayers, input: {} })).toEqual({ kind: 'unreachable' })
  }
  let stored: Response | null = null
  const { client } = await aClient({
    meddle: async (response) => {
      const before = stored
      stored = response.clone()
      return before ?? response
    },
  })
  expect(await client.call({ op: getFeeds, input: {} })).toEqual({ kind: 'unreachable' })
})

test('after the end of a wire session the client starts a new one', async () => {
  const { client } = await aClient()
  client.token = null
  const anonymous = new WireClient({ base: server.base })
  await anonymous.call({ op: login, input: { username: 'admin', password: 'wrong' } })
  const outcome = await anonymous.call({ op: login, input: { username: 'admin', password: PASSWORD } })
  expect(outcome).toMatchObject({ envelope: { Status: true } })
})
