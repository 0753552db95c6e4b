import type { SignedIn } from '@samudra/contract/identity'
import { matchRoutes, type LoaderFunction } from 'react-router'
import { beforeEach, expect, test, vi } from 'vitest'

const SPECIFIED = ['/home/main/map', '/home/security/userManagement', '/home/security/userActivity']
let user: Partial<SignedIn> | null = null
const wanted: string[] = []
vi.mock('../wire/session.ts', () => ({ signedIn: () => user }))
vi.mock('../wire/wanted.ts', () => ({ wantsTo: (to: string) => wanted.push(to) }))

const { UNPREFIXED, routes } = await import('./routes.tsx')
const { SCREENS } = await import('./screens.ts')
beforeEach(() => {
  user = null
})
const operator = { role: '2', isDefaultPassword: false, mustAddSecondFactor: false }

/** Returns where the guards lead a user who opens an address, following one redirect after another. */
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

test('a visitor is redirected from every screen to the landing page, and the target is saved', async () => {
  for (const path of SPECIFIED) {
    expect(await landsOn(`${path}?at=8,76,7`)).toEqual({ at: '/', redirects: 1 })
    expect(wanted.pop()).toBe(`${path}?at=8,76,7`)
  }
})

test('a signed-in user is redirected from the landing page to the map', async () => {
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

test('every screen of the menu opens, and administrator screens open only for administrators', async () => {
  for (const { path, isForAdministrators } of SCREENS) {
    user = operator
    const operatorAt = isForAdministrators ? '/login' : path
    expect(await landsOn(path)).toMatchObject({ at: operatorAt })
    user = { ...operator, role: '1' }
    expect(await landsOn(path)).toEqual({ at: path, redirects: 0 })
    expect(matchRoutes(routes, path)?.at(-1)?.route.path).not.toBe('*')
  }
})

test.each(['1', '1,2'])('a user of role "%s" opens the screens of administrators', async (role) => {
  user = { ...operator, role }
  for (const path of SPECIFIED) expect(await landsOn(path)).toEqual({ at: path, redirects: 0 })
})

test('a password set by another user, and a missing second factor, come before every screen', async () => {
  for (const missing of [{ isDefaultPassword: true }, { mustAddSecondFactor: true }]) {
    user = { ...operator, ...missing }
    expect(await landsOn('/home/main/map')).toEqual({ at: '/login', redirects: 1 })
    expect(await landsOn('/')).toEqual({ at: '/', redirects: 0 })
  }
})

/** As the specification writes them. */
const RELATIVE = [
  'main/ports',
  'main/vessels',
  'main/portOfCalls',
  'main/vesselNotifications',
  'main/eez',
  'security/userManagement',
  'security/userActivity',
  'collaboration/mail/inbox/12',
  'collaboration/chat/town-square',
  'collaboration/forum',
  'collaboration/forumDetails/7/Piracy%20watch',
  'collaboration/forumCommentsReplies/7/Piracy%20watch/3',
  'vesselsDetails/419000001',
  'portsDetails/INCOK',
  'main/map',
  'main/dashboard',
  'main/dashboard/rules',
  'map/plotAisTrack/419000001',
]
test.each(RELATIVE)('the address /%s leads to the same under /home, with what follows it', async (path) => {
  user = { ...operator, role: '1' }
  const { at, redirects } = await landsOn(`/${path}?q=a%20b`)
  expect(at).toBe(`/home/${path}?q=a%20b`)
  expect(redirects).toBeLessThanOrEqual(2)
})

test('a visitor with an old address reaches the landing page in two redirects', async () => {
  for (const path of RELATIVE) expect(await landsOn(`/${path}`)).toEqual({ at: '/', redirects: 2 })
})

test('every address of old is one of the specification', () => {
  const found = new Set(RELATIVE.map((path) => matchRoutes(routes, `/${path}`)?.at(-1)?.route.path))
  expect([...found].toSorted()).toEqual(UNPREFIXED.map((path) => `/${path}`).toSorted())
})
