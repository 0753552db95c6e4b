// Rooms: playback, track-analysis, history
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { encodePosition, encodeStaticVoyage } from '@samudra/nautical/ais/encode'
import type { Locator, Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { type Centre, type Receiver } from './a-centre.ts'
import { coastOfFile, hasContacts } from './a-file.ts'
import { expectAccessible, expectNoOverflow } from './a-user.ts'
import { Fingers } from './fingers.ts'

const MINUTE = 60_000
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
let centre: Centre
let receiver: Receiver
coastOfFile((coast) => ({ centre, receiver } = coast))

const sentAt = Math.floor(Date.now() / MINUTE) * MINUTE
/** Four hours to the east, 44 minutes of them silent, 30 at anchor, and north in the end; one fix in two minutes. */
function voyage(
  mmsi: number,
  name: string,
  northNm: number,
  isHeard: (n: number) => boolean = () => true,
): string[] {
  const lines: string[] = []
  let lon = 74
  let lat = 8 + northNm / 60
  for (let n = 0; n <= 120; n++) {
    const isAnchored = n >= 70 && n < 85
    const cog = n < 100 ? 90 : 0
    const at = { mmsi, lat, lon, sog: isAnchored ? 0.1 : 14, cog, navStatus: 0, second: n % 60 }
    const c = Math.floor((sentAt - (240 - 2 * n) * MINUTE) / 1000)
    if (isHeard(n) && (n < 30 || n > 50)) lines.push(...encodePosition(at, { tagBlock: { c } }))
    if (isAnchored) continue
    if (n < 100) lon += 14 / 30 / 60
    else lat += 14 / 30 / 60
  }
  return [...lines, ...encodeStaticVoyage({ mmsi, name, imo: '9074729', shipType: 70 })]
}

/** Puts the three ships to sea, once for all tests. */
beforeAll(async () => {
  receiver.send([
    ...voyage(419000100, 'SAMUDRA PRIDE', 0),
    ...voyage(419000200, 'SHADOW TRADER', 0, (n) => n % 2 === 0),
    ...voyage(419000300, 'COMPANY MAID', 1.5),
  ])
  await hasContacts(centre, 3)
})
const link = (more = '') => {
  const [from, to] = [sentAt - 250 * MINUTE, sentAt + 5 * MINUTE].map((t) => new Date(t).toISOString())
  return `/home/map/plotAisTrack/419000100?from=${from}&to=${to}${more}`
}
const hand = (page: Page) => page.getByRole('region', { name: 'Position at this time' })
const fixAt = async (page: Page) => Number(/Fix (\d+) of/.exec(await hand(page).innerText())?.[1])

test('a plotted vessel has map, charts, events and table at one instant, and steps fix by fix', async () => {
  const page = await centre.page()
  await centre.signIn(page)
  await page.getByLabel('Search contacts').fill('419000100')
  await page.getByRole('option').first().waitFor()
  await page.keyboard.press('Enter')
  await page.getByLabel('Vessel card').getByRole('button', { name: 'Plot track' }).click()
  await page.waitForURL('**/plotAisTrack/419000100?**')
  await page.getByRole('status').getByText('REPLAY').waitFor()
  await page.goto(centre.base + link())
  const table = page.getByRole('grid', { name: 'Fixes' })
  await table.getByRole('row').nth(2).waitFor()
  await page.getByText('SAMUDRA PRIDE').first().waitFor()
  await page.getByText(/^Events \(/).click()
  const events = page.getByRole('grid', { name: 'Events of the track' })
  for (const text of [/Silent for 44 min/, /Stopped for 28 min/, /Turned 90° to port/])
    await events.getByText(text).waitFor()
  await events.getByText(/Turned 90/).click()
  const before = await fixAt(page)
  expect(before).toBeGreaterThan(70)
  await page.keyboard.press('.')
  await expect.poll(() => fixAt(page)).toBe(before + 1)
  await page.keyboard.press(',')
  await page.keyboard.press(',')
  await expect.poll(() => fixAt(page)).toBe(before - 1)
  await page.getByText('Fixes', { exact: true }).click()
  await table.locator('[aria-selected=true]').waitFor()
  await hand(page).getByText('type 1').waitFor()
  await hand(page)
    .getByRole('button', { name: /Raw message/ })
    .click()
  await hand(page).getByLabel('As received').getByText('!AIVDM').waitFor()
  await expectAccessible(page, axe)
  await expectNoOverflow(page)
  await page.close()
})

test('of compared vessels, the one with the same track is a match, and a confirmation is stored', async () => {
  const page = await centre.page(2560, 1440)
  await centre.signIn(page, link())
  await hand(page).waitFor()
  for (const name of ['SHADOW', 'COMPANY']) {
    await page.getByLabel('Compare with another vessel').fill(name)
    await page.getByRole('option').filter({ hasText: name }).waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('list', { name: 'Plotted vessels' }).getByText(name).waitFor()
  }
  expect(page.url()).toContain('with=419000200,419000300')
  await page.getByText('Compare', { exact: true }).click()
  await page.getByText('Match', { exact: true }).waitFor()
  await page.getByLabel('Reason of the decision').fill('Same hull on two photographs')
  await page.getByRole('button', { name: 'Confirm same vessel' }).click()
  await page.getByText('Confirmed', { exact: true }).waitFor()
  await page.getByLabel('Compared with').first().click()
  await page.getByRole('option', { name: 'COMPANY MAID' }).click()
  await page.getByText('No match', { exact: true }).waitFor()
  await expectAccessible(page, axe)
  await expectNoOverflow(page)
  await page.goBack()
  await page
    .getByRole('list', { name: 'Plotted vessels' })
    .getByText('COMPANY')
    .waitFor({ state: 'detached' })
  expect(page.url()).toContain('with=419000200')
  await page.goForward()
  await page.getByRole('list', { name: 'Plotted vessels' }).getByText('COMPANY').waitFor()
  await page.reload()
  await page.getByRole('list', { name: 'Plotted vessels' }).getByText('COMPANY').waitFor()
  await page.close()
})

test('the heat map of a day shows in numbers where vessels were, and exports its cells as a file', async () => {
  const page = await centre.page()
  await centre.signIn(page, '/home/main/map?at=8.3,75,7')
  await page.locator('.strip [data-link=live]').waitFor()
  await page.getByRole('button', { name: 'Layers' }).click()
  await page.getByRole('switch', { name: /Heat map/ }).check({ force: true })
  const choose = async (label: string, option: string) => {
    await page.getByLabel(label).first().click()
    await page.getByRole('option', { name: option }).click()
    await expect.poll(() => page.getByLabel(label).first().inputValue()).toBe(option)
  }
  await choose('Period of the heat map', 'Last 24 hours')
  await page.getByText(/^3 vessels in view, cells of 0.1°/).waitFor()
  await choose('Heat map value', 'Vessel hours')
  await choose('Cell size', 'Cells of 0.5°')
  await page.getByText(/hours in view, cells of 0.5°/).waitFor()
  const text = await page.getByText(/hours in view/).innerText()
  // Three ships of four hours, less the silence of each and what one of them reports half as often.
  expect(Number.parseFloat(text)).toBeGreaterThan(8)
  expect(Number.parseFloat(text)).toBeLessThan(11)
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'CSV', exact: true }).click(),
  ])
  const csv = readFileSync(await file.path(), 'utf8')
  expect(csv.split('\r\n')[0]).toBe('longitude,latitude,hours')
  const sum = csv
    .split('\r\n')
    .slice(1, -1)
    .reduce((all, row) => all + Number(row.split(',')[2]), 0)
  expect(sum).toBeCloseTo(Number.parseFloat(text), 0)
  await expectAccessible(page, axe)
  await page.close()
})

test('a finger steps, scrubs, and goes to a fix by a tap on the speed chart and on the table', async () => {
  const page = await centre.page(1366, 768, { hasTouch: true })
  await centre.signIn(page, link())
  const fingers = await Fingers.on(page)
  const table = page.getByRole('grid', { name: 'Fixes' })
  await table.getByRole('row').nth(2).waitFor()
  await hand(page).waitFor()
  /** A point so far along something, from its left end. */
  const along = async (of: Locator, share: number) => {
    const { x, y, width, height } = (await of.boundingBox())!
    return { x: x + width * share, y: y + height / 2 }
  }
  await fingers.tap(await along(page.getByRole('img', { name: 'SOG, kn over time' }), 0.3))
  await expect.poll(() => fixAt(page)).toBeGreaterThan(5)
  const early = await fixAt(page)
  await page.getByRole('button', { name: 'Step forward' }).tap()
  await expect.poll(() => fixAt(page)).toBe(early + 1)
  await page.getByRole('button', { name: 'Step back' }).tap()
  await expect.poll(() => fixAt(page)).toBe(early)
  const line = page.getByRole('slider', { name: 'Instant shown' })
  await fingers.drag(await along(line, 0.3), await along(line, 0.9))
  await expect.poll(() => fixAt(page)).toBeGreaterThan(70)
  const late = await fixAt(page)
  const chosen = table.locator('[aria-selected=true]')
  await chosen.waitFor()
  const { height } = (await chosen.boundingBox())!
  const { x, y } = await along(chosen, 0.3)
  await fingers.tap({ x, y: y - height })
  await expect.poll(() => fixAt(page)).toBe(late - 1)
  await page.close()
})

test('a vessel that was never received shows this, and what to do', async () => {
  const page = await centre.page()
  await centre.signIn(page, '/home/map/plotAisTrack/419999999')
  await page.getByText('No positions in this period').waitFor()
  await page.goto(`${centre.base}/home/map/plotAisTrack/nobody`)
  await page
    .getByText(/not found/i)
    .first()
    .waitFor()
  // The picture does not know this ship, which is no fault.
  centre.complaints.length = 0
  await page.close()
})
