// Rooms: replay
import { createRequire } from 'node:module'
import { readFileSync } from 'node:fs'
import { encodePosition, encodeStaticVoyage } from '@samudra/nautical/ais/encode'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import type { Centre, Receiver } from './a-centre.ts'
import { coastOfFile, search } from './a-file.ts'
import { expectAccessible, expectNoOverflow } from './a-user.ts'

const MINUTE = 60_000
/** After so long the address is written (`use-address-of-instant.ts`). */
const SETTLE_MS = 400
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
let centre: Centre
let receiver: Receiver
coastOfFile((coast) => {
  ;({ centre, receiver } = coast)
  sail()
})

/** A ship that was at sea for the last four hours and whose fixes all arrive now. */
function sail() {
  const fixes = Array.from({ length: 121 }, (_, n) => {
    const age = 240 - 2 * n
    return encodePosition(
      { mmsi: 419000100, lat: 8, lon: 76 - age * 0.004, sog: 14, cog: 90, navStatus: 0, second: n % 60 },
      { tagBlock: { c: Math.floor((Date.now() - age * MINUTE) / 1000) } },
    )[0]!
  })
  receiver.send([...fixes, ...encodeStaticVoyage({ mmsi: 419000100, name: 'SAMUDRA PRIDE', shipType: 70 })])
}

async function chooseHours(page: Page, hours: string, knowledge: 'As known' | 'Corrected') {
  await page.locator('.strip [data-link=live]').waitFor()
  await page.keyboard.press('r')
  const panel = page.getByRole('region', { name: 'Record and replay' })
  await panel.getByText(knowledge, { exact: true }).click()
  await panel.getByRole('button', { name: hours }).click()
  await page.getByRole('region', { name: 'Replay controls' }).waitFor()
}
const slider = (page: Page) => page.getByRole('slider', { name: 'Instant shown' })
const frame = async (page: Page) => {
  const sign = page.locator('.replay-frame')
  await sign.waitFor()
  return { text: await sign.innerText(), digest: await sign.getAttribute('data-digest') }
}
/** Goes to a share of the period, by the slider, and waits for its frame. */
async function seekTo(page: Page, share: number) {
  const { max } = await slider(page).evaluate((range) => ({
    max: Number((range as unknown as { max: string }).max),
  }))
  const value = String(Math.round(max * share))
  await slider(page).fill(value)
  const sought = async () => {
    const at = await page.locator('.replay-frame').getAttribute('data-at')
    return [await slider(page).inputValue(), at === (await slider(page).getAttribute('data-at'))]
  }
  await expect.poll(sought, { timeout: 20_000 }).toEqual([value, true])
}

test('a late arrival is shown as corrected, and not as known; the sign marks a replay', async () => {
  const page = await centre.page()
  await centre.signIn(page)
  await page.locator('.strip').getByText('1', { exact: true }).first().waitFor()
  await chooseHours(page, '6 hours', 'Corrected')
  await page.getByRole('status').getByText('REPLAY').waitFor()
  await seekTo(page, 0.6)
  await page.locator('.replay-frame').getByText('1 contact').waitFor()
  await page.getByText('As known', { exact: true }).click()
  await page.locator('.replay-frame').getByText('0 contacts').waitFor()
  await page.getByText('Corrected', { exact: true }).click()
  await page.locator('.replay-frame').getByText('1 contact').waitFor()
  await expectAccessible(page, axe)
  await expectNoOverflow(page)
  await page.getByRole('button', { name: 'Live', exact: true }).click()
  await page.locator('.strip [data-link=live]').waitFor()
  expect(await page.getByText('REPLAY', { exact: true }).count()).toBe(0)
  await page.close()
})

const widthOfSlider = (page: Page) =>
  page.locator('.scrubber').evaluate((element) => element.getBoundingClientRect().width)

/** Clicks at the very moment when the address of what was shown is written: just before it, or just after. */
async function clickAsWritten(page: Page, selector: string, order: 'before' | 'after') {
  const click = `document.querySelector('${selector}').click()`
  const inOrder = order === 'before' ? [click, 'work(...more)'] : ['work(...more)', click]
  // What is written because the page has just come is not what is waited for.
  await page.evaluate(`addEventListener('input', () => {
    const later = setTimeout
    setTimeout = (work, ms, ...more) => ms !== ${SETTLE_MS} ? later(work, ms, ...more) : later(() => {
      setTimeout = later
      ${inOrder.join('\n')}
      document.body.dataset.isTried = true
    }, ms)
  }, { once: true, capture: true })`)
}
const isTried = (page: Page) => page.locator('body[data-is-tried=true]').waitFor({ state: 'attached' })

test('a choice made while the address is being written takes effect, and leaves nothing behind', async () => {
  const page = await centre.page()
  await centre.signIn(page)
  await chooseHours(page, '6 hours', 'Corrected')
  await seekTo(page, 0.6)
  await page.locator('.replay-frame').getByText('1 contact').waitFor()
  await page.waitForTimeout(1500)
  await clickAsWritten(page, '.timeline input[value=AS_KNOWN]', 'after')
  await seekTo(page, 0.5)
  await isTried(page)
  await page.waitForTimeout(2000)
  await page.locator('.replay-frame').getByText('0 contacts').waitFor()
  expect(new URL(page.url()).searchParams.get('knowledge')).toBe('AS_KNOWN')
  await page.reload()
  await page.locator('.replay-frame').getByText('0 contacts').waitFor()
  await clickAsWritten(page, '.replay-live', 'before')
  await seekTo(page, 0.6)
  await isTried(page)
  await page.locator('.strip [data-link=live]').waitFor()
  await page.waitForTimeout(1000)
  expect(new URL(page.url()).pathname).toBe('/home/main/map')
  await page.close()
})

test('a frame link shows the same frame after a reload, in another window and after a restart', async () => {
  const page = await centre.page()
  await centre.signIn(page)
  await chooseHours(page, '6 hours', 'Corrected')
  await seekTo(page, 0.55)
  const { digest } = await frame(page)
  await expect.poll(() => page.url()).toContain('known_by')
  await page.waitForTimeout(800)
  const link = page.url()
  await page.reload()
  await page.waitForTimeout(500)
  expect((await frame(page)).digest).toBe(digest)
  const other = await centre.page(2560, 1440)
  await centre.signIn(other, link)
  expect((await frame(other)).digest).toBe(digest)
  await expectNoOverflow(other)
  await other.close()
  await centre.stop('SIGKILL')
  await centre.start()
  // What a dead server leaves in the console is its own.
  centre.complaints.length = 0
  await seekTo(page, 0.1)
  await seekTo(page, 0.55)
  await expect.poll(async () => (await frame(page)).digest, { timeout: 20_000 }).toBe(digest)
  centre.complaints.length = 0
  await page.close()
})

test('card, areas and trail are those of the instant shown', async () => {
  const page = await centre.page()
  await centre.signIn(page)
  await page.locator('.strip [data-link=live]').waitFor()
  await page.keyboard.press('a')
  await page.getByRole('group', { name: 'New area' }).getByRole('button', { name: 'Paste' }).click()
  await page.getByLabel('GeoJSON, or one position per line').fill('7 75\n7 77\n9 77\n9 75')
  await page.getByRole('button', { name: 'Draw on the map' }).click()
  await page.getByLabel('Name', { exact: true }).fill('Watched waters')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  const areas = page.locator('.area-list')
  await areas.getByText('Watched waters').waitFor()
  await chooseHours(page, '6 hours', 'Corrected')
  await seekTo(page, 0.6)
  await page.locator('.replay-frame').getByText('1 contact').waitFor()
  await search(page, 'SAMUDRA PRIDE')
  await page.getByRole('option').filter({ hasText: 'SAMUDRA PRIDE' }).first().click()
  const card = page.getByRole('complementary', { name: 'Vessel card' })
  const longitude = () => card.locator('[data-column=longitude] dd').innerText()
  await card.getByRole('heading', { name: 'SAMUDRA PRIDE' }).waitFor()
  const early = await longitude()
  await seekTo(page, 0.9)
  await expect.poll(longitude).not.toBe(early)
  await seekTo(page, 0.1)
  await card.getByText('No contact with MMSI 419000100 is in the picture.').waitFor()
  await page.getByText('As known', { exact: true }).click()
  await page.keyboard.press('a')
  await page.getByText('No areas yet.').waitFor()
  await seekTo(page, 1)
  await areas.getByText('Watched waters').waitFor()
  await page.close()
})

test('it plays at any speed, steps and stops by key, loops, and comes to its end', async () => {
  const page = await centre.page()
  await centre.signIn(page)
  await chooseHours(page, '6 hours', 'Corrected')
  await seekTo(page, 0.5)
  await frame(page)
  const shown = async () => Number(await slider(page).inputValue())
  const before = await shown()
  await page.keyboard.press('.')
  expect((await shown()) - before).toBe(60)
  await page.keyboard.press(',')
  expect(await shown()).toBe(before)
  await page.getByLabel('Speed of the replay').first().click()
  await page.getByRole('option', { name: '3600×' }).click()
  const width = await widthOfSlider(page)
  await page.getByRole('button', { name: 'Play', exact: true }).click()
  await expect.poll(shown).toBeGreaterThan(before + 600)
  expect(await widthOfSlider(page)).toBe(width)
  // Sign and bar show one instant, also at an hour a second.
  const [sign, bar] = await page.evaluate<[string, string]>(
    `['.replay-sign .figures', '.timeline-now .figures'].map((one) => document.querySelector(one).textContent)`,
  )
  expect(sign).toBe(bar)
  await page.getByRole('button', { name: 'Pause' }).click()
  await seekTo(page, 0.99)
  await page.getByRole('button', { name: 'Repeat the period' }).click()
  await page.getByRole('button', { name: 'Play', exact: true }).click()
  await expect.poll(shown).toBeLessThan(before)
  await page.getByRole('button', { name: 'Repeat the period' }).click()
  await page.getByRole('button', { name: 'Play', exact: true }).waitFor({ timeout: 20_000 })
  const max = Number(await slider(page).getAttribute('max'))
  expect(await shown()).toBe(max)
  await page.close()
})

test('a watch period is recorded by name, ended, replayed and deleted; an instant is bookmarked', async () => {
  const page = await centre.page()
  await centre.signIn(page)
  await page.locator('.strip [data-link=live]').waitFor()
  await page.keyboard.press('r')
  const panel = page.getByRole('region', { name: 'Record and replay' })
  await panel.getByLabel('Recording name').fill('Night watch')
  await panel.getByRole('button', { name: 'Record', exact: true }).click()
  await panel.getByRole('button', { name: 'Stop' }).waitFor()
  await page.waitForTimeout(1500)
  await panel.getByRole('button', { name: 'Stop' }).click()
  await panel.getByRole('button', { name: 'Replay Night watch' }).click()
  await page.getByRole('button', { name: 'Add bookmark' }).click()
  await page.getByLabel('Bookmark title').fill('Here it began')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Go to Here it began' }).waitFor()
  await page.getByRole('button', { name: 'Change period' }).click()
  await panel.getByRole('button', { name: 'Delete Night watch' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await panel.getByText('No recordings yet.').waitFor()
  await page.close()
})

test('a bookmark is found, opened, renamed and deleted; changes in another window arrive', async () => {
  const page = await centre.page()
  await centre.signIn(page)
  await chooseHours(page, '6 hours', 'Corrected')
  await seekTo(page, 0.6)
  const { digest } = await frame(page)
  await page.getByRole('button', { name: 'Add bookmark' }).click()
  await page.getByLabel('Bookmark title').fill('Where she trned')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Go to Where she trned' }).waitFor()
  await seekTo(page, 0.1)
  await expect.poll(async () => (await frame(page)).digest).not.toBe(digest)
  await page.getByRole('button', { name: 'Change period' }).click()
  const list = page.getByRole('region', { name: 'Bookmarks' })
  const opens = (of: Page, title: string) => of.locator('.bookmark-open', { hasText: title })
  await opens(page, 'Where she trned').click()
  await expect.poll(async () => (await frame(page)).digest).toBe(digest)
  await page.getByRole('button', { name: 'Live', exact: true }).click()
  await page.locator('.strip [data-link=live]').waitFor()
  const other = await centre.page()
  await centre.signIn(other)
  for (const one of [page, other]) {
    await one.locator('.strip [data-link=live]').waitFor()
    await one.keyboard.press('r')
  }
  await list.getByText('Where she trned').waitFor()
  await list.getByRole('button', { name: 'Rename Where she trned' }).click()
  await list.getByLabel('Bookmark title').fill('Where she turned')
  await page.keyboard.press('Enter')
  const heard = other.getByRole('region', { name: 'Bookmarks' })
  await opens(other, 'Where she turned').waitFor()
  await expectAccessible(page, axe)
  await opens(page, 'Where she turned').focus()
  await page.keyboard.press('Enter')
  await expect.poll(async () => (await frame(page)).digest).toBe(digest)
  await heard.getByRole('button', { name: 'Delete Where she turned' }).click()
  await other.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  // The other journey of this file left one.
  await expect.poll(() => heard.getByText('Where she turned').count()).toBe(0)
  await expect.poll(() => page.getByRole('button', { name: 'Go to Where she turned' }).count()).toBe(0)
  await other.close()
  await page.close()
})
