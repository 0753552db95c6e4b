import { changePassword, login } from '@samudra/contract/identity'
import { MESSAGES } from '@samudra/contract/wire/messages'
import { getAisDetailsByVessel, getVesselStats } from '@samudra/contract/picture'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const token = (exp: number) => `h.${Buffer.from(JSON.stringify({ exp })).toString('base64url')}.s`
const held = new Map<string, string>()
const location = { assign: vi.fn<(address: string) => void>(), reload: vi.fn<() => void>() }

beforeEach(() => {
  held.clear()
  vi.resetModules()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => held.get(key) ?? null,
    setItem: (key: string, value: string) => held.set(key, value),
    removeItem: (key: string) => held.delete(key),
  })
  vi.stubGlobal('window', { location })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.clearAllMocks()
})

/** The module as a page has it that was signed in until `exp`, with a server that gives this answer. */
async function aPage(exp: number | null, answer: unknown = null, init: ResponseInit = {}) {
  if (exp !== null) held.set('samudra.session', JSON.stringify({ username: 'asha', token: token(exp) }))
  const fetched = vi.fn<typeof fetch>(async () => new Response(JSON.stringify(answer), init))
  vi.stubGlobal('fetch', fetched)
  return { ...(await import('./call.ts')), fetched }
}
const LATER = Date.now() / 1000 + 3600

test('fields named in the path travel there, the others in the query, with the token and the time', async () => {
  const { requestFor } = await aPage(LATER)
  const { address, init } = requestFor(getAisDetailsByVessel, { mmsi: '419000001', split_id: 2 })
  expect(address).toBe('/api/v1/ais/vessels/419000001?split_id=2')
  const headers = init.headers as Record<string, string>
  expect(headers['Authorization']).toBe(`Bearer ${token(LATER)}`)
  expect(Number(headers['Timestamp'])).toBeGreaterThan(1_700_000_000_000)
  const stats = requestFor(getVesselStats, { by: 'country', bbox: [60, -5, 80, 20] })
  expect(stats.address).toBe('/api/v2/ais/stats?by=country&bbox=60%2C-5%2C80%2C20')
})

test('a refusal with a message is an answer, not an error', async () => {
  const { ask } = await aPage(
    null,
    {
      Status: false,
      Data: null,
      Message: 'The user name or the password is not right.',
      Code: 'AUTH_FAILED',
    },
    { status: 401 },
  )
  const answer = await ask(login, { username: 'asha', password: 'x' })
  expect(answer).toMatchObject({ status: false, message: 'The user name or the password is not right.' })
  expect(location.assign).not.toHaveBeenCalled()
})

test('a refusal without a message is the error of the specification', async () => {
  const { ask } = await aPage(LATER, { Status: false, Data: null, Message: '', Code: 'INTERNAL' })
  await expect(ask(getVesselStats, { by: 'country' })).rejects.toThrow(MESSAGES.statusFalse)
})

test('a server that cannot be reached is said in the words of the specification', async () => {
  const { ask, fetched } = await aPage(LATER)
  fetched.mockRejectedValue(new TypeError('Failed to fetch'))
  await expect(ask(getVesselStats, { by: 'country' })).rejects.toThrow("Coludn't Connect to the server")
})

test('UNAUTHORIZED sends the browser to the landing page and ends the session', async () => {
  const { ask } = await aPage(LATER, null, { status: 401, statusText: 'UNAUTHORIZED' })
  await expect(ask(getVesselStats, { by: 'country' })).rejects.toThrow('UNAUTHORIZED')
  expect(location.assign).toHaveBeenCalledWith('/')
  expect(held.has('samudra.session')).toBe(false)
})

test('an expired session asks nothing: it logs out, reloads, and says so after the reload', async () => {
  const { ask, fetched } = await aPage(1)
  await expect(ask(changePassword, { old_password: 'a', new_password: 'b' })).rejects.toThrow(
    MESSAGES.expiredBeforeRequest,
  )
  expect(fetched).not.toHaveBeenCalled()
  expect(location.reload).toHaveBeenCalledOnce()
  const { showCarriedToast, useToasts } = await import('../kit/toasts.ts')
  showCarriedToast()
  expect(useToasts.getState().waiting.map(({ text }) => text)).toEqual(['Session Timeout Logging Out'])
})
