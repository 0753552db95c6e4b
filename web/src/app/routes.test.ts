import type { SignedIn } from '@samudra/contract/identity'
import { matchRoutes, type LoaderFunction } from 'react-router'
import { beforeEach, expect, test, vi } from 'vitest'

const SPECIFIED = ['/home/main/map', '/home/security/userManagement', '/home/security/userActivity']
let user: Partial<SignedIn> | null = null
vi.mock('../wire/session.ts', () => ({ signedIn: () => user }))

const { UNPREFIXED, routes } = await import('./routes.tsx')
beforeEach(() => {
  user = null
})
const operator = { role: '2', isDefaultPassword: false, mustAddSecondFactor: false }

/** Where the guards send somebody who opens an address, one redirect after another. */
async function landsOn(address: string): Promise<{ at: string; redirects: number }> {
  let at = address
  for (let redirects = 0; redirects < 5; redirects++) {
    const matches = matchRoutes(routes, at) ?? []
    let next: string | null = null
    for (const { route } of matches) {
      if (typeof route.loader !== 'function') continue
      const answer: unknown = await (route.loader as LoaderFunction)({
        request: new Request(`http://localhost${at}`),
        params: {},
        context: {},
      } as never)
      if (answer instanceof Response) {
        next = answer.headers.get('Location')
        break
      }
    }
    if (next === null) return { at, redirects }
    at = next
  }
  throw new Error(`${address} is sent in circles`)
}

test('a visitor is sent from every screen to the landing page', async () => {
  for (const path of SPECIFIED) expect(await landsOn(path)).toEqual({ at: '/', redirects: 1 })
})

test('whoever is signed in goes from the landing page to the map', async () => {
  user = operator
  expect(await landsOn('/')).toEqual({ at: '/home/main/map', redirects: 1 })
})

test.each(['2', '12', '21', ''])(
  'a user of role "%s" is sent from screens of administrators to the login, once',
  async (role) => {
    user = { ...operator, role }
    expect(await landsOn('/home/security/userManagement')).toEqual({ at: '/login', redirects: 1 })
  },
)

test.each(['1', '1,2'])('a user of role "%s" opens the screens of administrators', async (role) => {
  user = { ...operator, role }
  for (const path of SPECIFIED) expect(await landsOn(path)).toEqual({ at: path, redirects: 0 })
})

test('a password somebody else chose, and a missing second factor, come before every screen', async () => {
  for (const missing of [{ isDefaultPassword: true }, { mustAddSecondFactor: true }]) {
    user = { ...operator, ...missing }
    expect(await landsOn('/home/main/map')).toEqual({ at: '/login', redirects: 1 })
    expect(await landsOn('/')).toEqual({ at: '/', redirects: 0 })
  }
})

test.each(UNPREFIXED.map((path) => path.replace(':id', '419000001').replace('*', 'some/where')))(
  'the old address /%s leads to the same under /home, with what follows it',
  async (path) => {
    user = { ...operator, role: '1' }
    const { at, redirects } = await landsOn(`/${path}?q=a%20b`)
    expect(at).toBe(`/home/${path}?q=a%20b`)
    expect(redirects).toBeLessThanOrEqual(2)
  },
)
