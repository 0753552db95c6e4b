import { getVesselStats } from '@samudra/contract/picture'
import { encodePosition, encodeStaticVoyage } from '@samudra/nautical/ais/encode'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import { callerOf } from '../../server/testing/servers/caller-of.ts'
import { aCoast, Centre, type Receiver } from './a-centre.ts'

/** A centre without feeds for the journeys of a file; after each, no page may have complained of anything but `expected`. */
export function centreOfFile(expected: RegExp | null = null, args: string[] = []): Centre {
  const centre = new Centre(['--sim', 'none', ...args])
  beforeAll(async () => {
    await centre.start()
  })
  afterAll(() => centre.close())
  afterEach(() => expectNoComplaint(centre, expected))
  return centre
}

/** The same with one feed we send to, given to `take` once it is there; `query` is added to the address of the feed. */
export function coastOfFile(
  take: (coast: Awaited<ReturnType<typeof aCoast>>) => void,
  { query = '', expected = null }: { query?: string; expected?: RegExp | null } = {},
) {
  let coast: Awaited<ReturnType<typeof aCoast>> | undefined
  beforeAll(async () => {
    coast = await aCoast(query)
    take(coast)
  })
  afterAll(async () => {
    await coast?.centre.close()
    coast?.receiver.close()
  })
  afterEach(() => coast !== undefined && expectNoComplaint(coast.centre, expected))
}

export const expectNoComplaint = (centre: Centre, expected: RegExp | null = null) =>
  expect(centre.complaints.splice(0).filter((one) => expected?.test(one) !== true)).toEqual([])

export const isLive = (page: Page) => page.locator('.strip [data-link=live]').waitFor()

/** Types into the search by its key; before it has the focus letters are keys of the map. */
export async function search(page: Page, words: string) {
  await page.keyboard.press('/')
  await page.locator('#quick-search:focus').waitFor()
  await page.keyboard.type(words)
}

/** One ship in the middle of the map, MATSYA at 8°N 76°E, is on the screen. */
export async function hasMatsya(page: Page, receiver: Pick<Receiver, 'send'>) {
  await isLive(page)
  await expect
    .poll(async () => {
      receiver.send([
        ...encodePosition({ mmsi: 419000001, lat: 8, lon: 76, sog: 12, cog: 90, navStatus: 0, second: 5 }),
        ...encodeStaticVoyage({ mmsi: 419000001, name: 'MATSYA', callSign: 'VT1', shipType: 70 }),
      ])
      return page.locator('.strip').textContent()
    })
    .toMatch(/Contacts\s*1/)
}

/** Waits until the server's picture holds this many contacts; also before the first test. */
export async function hasContacts(centre: Centre, count: number) {
  const call = await callerOf(centre.base)
  for (const end = Date.now() + 30_000; Date.now() < end;) {
    if ((await call(getVesselStats, { by: 'source' })).total === count) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error(`waited 30 seconds in vain until there are ${count} contacts`)
}
