// Rooms: picture, alerts, areas, rules, vessel-lists, vessel-notes
import { addAoi } from '@samudra/contract/areas'
import { getAlerts } from '@samudra/contract/alerts'
import { createRule } from '@samudra/contract/rule-keeping'
import { updateStatic } from '@samudra/contract/settings'
import { addVesselToList, createVesselList } from '@samudra/contract/vessel-lists'
import { saveVesselNote } from '@samudra/contract/vessel-notes'
import { encodePosition, encodeStaticVoyage } from '@samudra/nautical/ais/encode'
import { polygonOfBox } from '@samudra/nautical/polygons/box'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { callerOf } from '../../server/testing/servers/caller-of.ts'
import { SLOW } from '../../server/testing/seas/rules.ts'
import type { Centre, Receiver } from './a-centre.ts'
import { coastOfFile, hasContacts, isLive, search } from './a-file.ts'

let centre: Centre
let receiver: Receiver
coastOfFile((coast) => ({ centre, receiver } = coast))

/** Names that fit into AIS messages, and those that users type. */
const [SHIP, DESTINATION] = ['<IMG SRC=/RAN>', '<SCRIPT SRC=/RAN>']
const MARKUP = '<img src=/ran onerror="window.ran=1">'
/** Names of objects may hold no signs of markup, but a link. */
const NAME = 'javascript:ran(1)'
const LINK = '[see](javascript:window.ran=1) <a href="javascript:window.ran=1">here</a>'
const MMSI = 419000777

/** Opens a screen, and expects some texts on it as they were written. */
async function shows(page: Page, at: string, ...texts: string[]) {
  await page.goto(new URL(at, centre.base).href)
  for (const text of texts) await page.getByText(text).first().waitFor()
  await ranNothing(page)
}
async function ranNothing(page: Page) {
  const made = page.locator('[href^="javascript:" i], img[src*="ran" i], script[src*="ran" i]')
  expect(await made.count()).toBe(0)
  expect(await page.evaluate(() => (globalThis as { ran?: number }).ran)).toBeUndefined()
}

test('markup in vessel names, reasons, notes and pages, and links as names, are shown, never run', async () => {
  const call = await callerOf(centre.base)
  const list = await call(createVesselList, {
    name: NAME,
    kind: 'STATIC',
    color: '#c62828',
    visibility: 'CENTRE',
  })
  for (const id of [list.id, 'blacklist'])
    await call(addVesselToList, { id, mmsis: [String(MMSI)], reason: MARKUP })
  await expect(call(createRule, { ...SLOW, name: MARKUP })).rejects.toThrow('may not hold any of / < >')
  const area = {
    type: 'GENERAL',
    visibility: 'CENTRE',
    recur: 'NONE',
    color: '#1565c0',
    notes: MARKUP,
  } as const
  const geometry = polygonOfBox([75, 7, 77, 9])
  await call(addAoi, { ...area, name: NAME, valid_from: null, valid_to: null, geometry })
  const rule = await call(createRule, { ...SLOW, name: NAME, description: LINK, visibility: 'CENTRE' })
  await call(saveVesselNote, { mmsi: String(MMSI), text: `${MARKUP} ${LINK}`, visibility: 'CENTRE' })
  await call(updateStatic, { key: 'help', title: NAME, body_md: `${LINK} ${MARKUP}`, expected_version: 1 })
  receiver.send([
    ...encodeStaticVoyage({
      mmsi: MMSI,
      name: SHIP,
      callSign: '<B>',
      shipType: 70,
      destination: DESTINATION,
    }),
    ...encodePosition({ mmsi: MMSI, lat: 8, lon: 76, sog: 12, cog: 90, navStatus: 0, second: 3 }),
  ])
  await hasContacts(centre, 1)
  await expect.poll(async () => (await call(getAlerts, {})).items.length).toBeGreaterThan(0)

  const page = await centre.page()
  const wanted: string[] = []
  page.on('request', (request) => wanted.push(request.url()))
  await centre.signIn(page)
  await isLive(page)
  await search(page, 'IMG SRC')
  await page.getByRole('option').filter({ hasText: SHIP }).first().click()
  const card = page.getByRole('complementary', { name: 'Vessel card' })
  for (const text of [SHIP, DESTINATION, NAME]) await card.getByText(text).first().waitFor()
  // The vessel and its area lie in the middle of the map.
  await page.mouse.move(683, 400)
  await page.mouse.move(683, 384)
  await ranNothing(page)
  await shows(page, '/home/main/dashboard/alerts', SHIP)
  await page.keyboard.press('j')
  await page
    .getByRole('region', { name: /^Blacklist, / })
    .getByText(SHIP)
    .first()
    .waitFor()
  await shows(page, '/home/main/dashboard/rules', NAME)
  await shows(page, `/home/main/dashboard/rules/${rule.id}`, NAME)
  await shows(page, '/home/main/dashboard/vesselLists', NAME)
  await shows(page, `/home/main/dashboard/vesselLists/${list.id}`, NAME, MARKUP, SHIP)
  await shows(page, `/home/vesselsDetails/${MMSI}`, SHIP, MARKUP)
  await shows(page, `/home/map/plotAisTrack/${MMSI}`, SHIP)
  await shows(page, '/home/security/userActivity', NAME)
  await shows(page, '/home/settings/help', MARKUP)

  expect(wanted.filter((url) => /\/ran\b/i.test(url))).toEqual([])
  await page.close()
})
