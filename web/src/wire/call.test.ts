import { changePassword, login, type SignedIn } from '@samudra/contract/identity'
import { MESSAGES } from '@samudra/contract/wire/messages'
import { addressOf } from '@samudra/contract/wire/request'
import { getAisDetailsByVessel, getVesselStats } from '@samudra/contract/picture'
import { staticPage } from '@samudra/contract/settings'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const token = (exp: number) => `h.${Buffer.from(JSON.stringify({ exp, sub: 'u' })).toString('base64url')}.s`
const held = new Map<string, string>()
const location = { assign: vi.fn<(address: string) => void>(), reload: vi.fn<() => void>() }
const LATER = Date.now() / 1000 + 3600

beforeEach(() => {
  held.clear()
  vi.resetModules()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => held.get(key) ?? null,
    setItem: (key: string, value: string) => held.set(key, value),
    removeItem: (key: string) => held.delete(key),
  })
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => held.get(key) ?? null,
    setItem: (key: string, value: string) => held.set(key, value),
    removeItem: (key: string) => held.delete(key),
  })
  vi.stubGlobal('document', { cookie: 'XSRF-TOKEN=pair' })
  // Pages of other tests are not other tabs.
  vi.stubGlobal(
    'BroadcastChannel',
    class {
      postMessage = () => undefined
      addEventListener = () => undefined
    },
  )
  vi.stubGlobal('navigator', {})
  vi.stubGlobal('window', { location, addEventListener: () => undefined })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.clearAllMocks()
})

type Reply = { status?: number; statusText?: string; body: unknown }
const user = (exp: number) =>
  ({ id: 'u', username: 'asha', token: token(exp), adminSettings: {} }) as unknown as SignedIn

/** The module as a page has it that is signed in until `exp`, with a server that gives these answers in turn. */
async function aPage(exp: number | null, ...replies: Reply[]) {
  const fetched = vi.fn<typeof fetch>(async () => {
    const { body, ...init } = replies.shift() ?? { body: null, status: 500 }
    const bytes = JSON.stringify(body)
    return new Response(bytes, { ...init, headers: { 'content-type': 'application/json' } })
  })
  vi.stubGlobal('fetch', fetched)
  const session = await import('./session.ts')
  if (exp !== null) session.keepSession(user(exp))
  return { ...(await import('./call.ts')), ...session, fetched }
}
const good = (Data: unknown) => ({ body: { Status: true, Data, Message: '', RequestId: 'r' } })

test('fields named in the path travel there, the others in the query', () => {
  expect(addressOf(getAisDetailsByVessel, { mmsi: '419000001', split_id: 2 }).path).toBe(
    '/api/v1/ais/vessels/419000001?split_id=2',
  )
  expect(addressOf(getVesselStats, { by: 'country', bbox: [60, -5, 80, 20] }).path).toBe(
    '/api/v2/ais/stats?by=country&bbox=60%2C-5%2C80%2C20',
  )
})

test('every call carries the time and the token', async () => {
  const { call, fetched } = await aPage(LATER, good([]))
  await call(getVesselStats, { by: 'country' })
  const headers = fetched.mock.calls[0]![1]!.headers as Record<string, string>
  expect(headers['Authorization']).toBe(`Bearer ${token(LATER)}`)
  expect(Math.abs(Number(headers['Timestamp']) - Date.now())).toBeLessThan(5000)
})

test('a refusal with a message is an answer, not an error', async () => {
  const { request } = await aPage(null, {
    status: 401,
    body: {
      Status: false,
      Data: null,
      Message: 'Wrong user name or password.',
      Code: 'AUTH_FAILED',
    },
  })
  const answer = await request(login, { username: 'asha', password: 'x' })
  expect(answer).toMatchObject({ status: false, message: 'Wrong user name or password.' })
  expect(location.assign).not.toHaveBeenCalled()
})

test('a refusal without a message is the error of the specification', async () => {
  const { request } = await aPage(LATER, {
    body: { Status: false, Data: null, Message: '', Code: 'INTERNAL' },
  })
  await expect(request(getVesselStats, { by: 'country' })).rejects.toThrow(MESSAGES.statusFalse)
})

test('an unreachable server is reported in the words of the specification', async () => {
  const { request, fetched } = await aPage(LATER)
  fetched.mockRejectedValue(new TypeError('Failed to fetch'))
  await expect(request(getVesselStats, { by: 'country' })).rejects.toThrow("Coludn't Connect to the server")
})

test.each([
  ['the status 401', { status: 401, statusText: '' }],
  ['the text UNAUTHORIZED', { status: 403, statusText: 'UNAUTHORIZED' }],
  ['the text in other letters', { status: 400, statusText: 'Unauthorized' }],
])('%s sends the browser to the landing page and ends the session', async (_, init) => {
  const { request, signedIn } = await aPage(LATER, {
    ...init,
    body: { Status: false, Data: null, Message: '', Code: 'SESSION_EXPIRED' },
  })
  await expect(request(getVesselStats, { by: 'country' })).rejects.toThrow('UNAUTHORIZED')
  expect(location.assign).toHaveBeenCalledWith('/')
  expect(signedIn()).toBeNull()
})

test('a logout received twice, as push and answer, leads away once', async () => {
  const { leave } = await aPage(LATER)
  leave()
  leave()
  expect(location.assign).toHaveBeenCalledOnce()
})

test('an old token is exchanged before the request, which is sent with the new one', async () => {
  const { call, fetched } = await aPage(1, good(user(LATER)), good([]))
  await call(getVesselStats, { by: 'country' })
  const [refreshed, query] = fetched.mock.calls
  expect(String(refreshed![0])).toBe('/api/v1/auth/refresh')
  expect((refreshed![1]!.headers as Record<string, string>)['X-XSRF-TOKEN']).toBe('pair')
  expect((query![1]!.headers as Record<string, string>)['Authorization']).toBe(`Bearer ${token(LATER)}`)
})

test('an expired session sends no request: it logs out, reloads, and shows the reason', async () => {
  const { request, fetched } = await aPage(1, {
    status: 401,
    body: { Status: false, Data: null, Message: 'Log in to continue.', Code: 'SESSION_EXPIRED' },
  })
  await expect(request(changePassword, { old_password: 'a', new_password: 'b' })).rejects.toThrow(
    MESSAGES.expiredBeforeRequest,
  )
  expect(fetched).toHaveBeenCalledTimes(1)
  expect(location.reload).toHaveBeenCalledOnce()
  const { showCarriedToast, useToasts } = await import('../kit/toasts.ts')
  showCarriedToast()
  expect(useToasts.getState().waiting.map(({ text }) => text)).toEqual(['Session Timeout Logging Out'])
})

test('an expired stored session is reported at startup and removed', async () => {
  const { resume, signedIn } = await aPage(null, {
    status: 401,
    body: { Status: false, Data: null, Message: 'Log in to continue.', Code: 'SESSION_EXPIRED' },
  })
  await resume(user(1))
  const { useToasts } = await import('../kit/toasts.ts')
  expect(useToasts.getState().waiting.map(({ text }) => text)).toEqual(['Session Expired Logging Out !!!'])
  expect(signedIn()).toBeNull()
})

test('a public call of a restored session is sent with the exchanged token', async () => {
  const { resume, call, fetched } = await aPage(null, good(user(LATER + 10)), good({ key: 'help' }))
  void resume(user(LATER))
  await call(staticPage, { key: 'help' })
  const headers = fetched.mock.calls.at(-1)![1]!.headers as Record<string, string>
  expect(headers['Authorization']).toBe(`Bearer ${token(LATER + 10)}`)
})

test('a lost answer to an exchange is requested again under one name, so it is not seen as theft', async () => {
  const { refresh, fetched } = await aPage(LATER)
  fetched.mockRejectedValueOnce(new TypeError('Failed to fetch'))
  fetched.mockResolvedValueOnce(
    new Response(JSON.stringify(good(user(LATER)).body), { headers: { 'content-type': 'application/json' } }),
  )
  expect(await refresh()).toBe('unreachable')
  expect(await refresh()).toBe('fresh')
  const attempts = fetched.mock.calls.map(
    ([, init]) => (JSON.parse(init!.body as string) as { attempt: string }).attempt,
  )
  expect(attempts[0]).toBe(attempts[1])
})
