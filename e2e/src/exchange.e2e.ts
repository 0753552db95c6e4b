// Rooms: exchange
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { encodePosition, encodeStaticVoyage } from '@samudra/nautical/ais/encode'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { aReceiver } from '../../server/testing/seas/a-receiver.ts'
import { Centre } from './a-centre.ts'
import { search } from './a-file.ts'
import { expectAccessible, expectNoOverflow } from './a-user.ts'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const MINUTE = 60_000
let centre: Centre
let receiver: Awaited<ReturnType<typeof aReceiver>>
beforeAll(async () => {
  receiver = await aReceiver()
  centre = new Centre(['--sim', 'none', '--feed', `nmea-tcp://127.0.0.1:${receiver.port}?source=MSIS`])
  await centre.start()
})
afterAll(async () => {
  await centre.close()
  receiver.close()
})
afterEach(() => {
  // A server that is killed is what one journey is about.
  const expected = /ERR_CONNECTION|Failed to fetch|WebSocket|503/
  expect(centre.complaints.splice(0).filter((one) => !expected.test(one))).toEqual([])
})

function sail() {
  const lines = Array.from({ length: 20 }, (_, n) => {
    const c = Math.floor((Date.now() - (20 - n) * MINUTE) / 1000)
    const fix = {
      mmsi: 419000001,
      lat: 8,
      lon: 76 - (20 - n) * 0.0034,
      sog: 12,
      cog: 90,
      navStatus: 0,
      second: n,
    }
    return encodePosition(fix, { tagBlock: { c } })[0]!
  })
  receiver.send([...lines, ...encodeStaticVoyage({ mmsi: 419000001, name: 'MATSYA', shipType: 70 })])
}

async function aMap(choosing: string): Promise<Page> {
  const page = await centre.page()
  await page.addInitScript(choosing)
  await centre.signIn(page)
  await page.locator('.strip [data-link=live]').waitFor()
  await expect
    .poll(async () => {
      sail()
      return page.locator('.strip').textContent()
    })
    .toMatch(/Contacts\s*1\b/)
  return page
}

/** Script for a browser that lets its user choose a file: here one in a folder of its own. */
const CHOOSING = `window.chosen = []
window.showSaveFilePicker = async ({ suggestedName }) => {
  if (window.choosesNone) throw new DOMException('none was chosen', 'AbortError')
  window.chosen.push(suggestedName)
  const folder = await navigator.storage.getDirectory()
  return folder.getFileHandle(suggestedName, { create: true })
}`
const readChosen = (page: Page) =>
  page.evaluate<string>(`(async () => {
    const folder = await navigator.storage.getDirectory()
    return (await (await folder.getFileHandle(window.chosen.at(-1))).getFile()).text()
  })()`)

/** Presses Download and returns what came. */
async function downloaded(page: Page): Promise<{ name: string; text: string }> {
  const coming = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download', exact: true }).press('Enter')
  const file = await coming
  return { name: file.suggestedFilename(), text: readFileSync(await file.path(), 'utf8') }
}

test('the track of a ship, and of all in the view, is written in every format', async () => {
  const page = await aMap('window.showSaveFilePicker = undefined')
  await search(page, 'matsya')
  await page.getByRole('option').filter({ hasText: 'MATSYA' }).first().click()
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Export track' }).click()
  const panel = page.getByRole('region', { name: 'Export tracks' })
  await panel.getByText('MATSYA').waitFor()
  const csv = await downloaded(page)
  expect(csv.name).toMatch(/^tracks-419000001-.*\.csv$/)
  expect(
    csv.text
      .trimEnd()
      .split('\r\n')
      .filter((line) => line.startsWith('419000001,')).length,
  ).toBeGreaterThanOrEqual(20)
  await panel.getByRole('button', { name: 'Export all vessels in view instead' }).click()
  for (const [format, sign] of [
    ['KML with times, for Google Earth', /<gx:Track>/],
    ['GPX, one track per vessel', /<trkpt lat="8"/],
    ['GeoJSON, one point per position', /"FeatureCollection"/],
    ['NMEA sentences with tag blocks', /^\\s:MSIS\/,c:\d{13}\*..\\!AIVDM/],
  ] as const) {
    await panel.getByLabel('Format').click()
    await page.getByRole('option', { name: format }).click()
    expect((await downloaded(page)).text).toMatch(sign)
  }
  await expectAccessible(page, axe)
  await page.close()
})

test('an export is written into the file the user chooses; without a choice there is no file', async () => {
  const page = await aMap(CHOOSING)
  await page.getByRole('button', { name: 'Export tracks' }).click()
  const download = page.getByRole('button', { name: 'Download', exact: true })
  await download.press('Enter')
  await page.getByText(/^tracks-.*\.csv, .* kB/).waitFor()
  const lines = (await readChosen(page)).trimEnd().split('\r\n')
  expect(lines[0]).toMatch(/mmsi/)
  expect(lines.filter((line) => line.startsWith('419000001,')).length).toBeGreaterThanOrEqual(20)
  await page.evaluate('window.choosesNone = true')
  await download.press('Enter')
  await expect.poll(() => download.isEnabled()).toBe(true)
  expect(await page.locator('.export-form [role=alert]').textContent()).toBe('')
  expect(await page.evaluate('window.chosen.length')).toBe(1)
  await page.close()
})

/** A table of as many fixes, two of its lines wrong. */
function aTable(name: string, fixes: number): string {
  const file = path.join(centre.folder, name)
  const at = Date.UTC(2023, 4, 1)
  const rows = Array.from({ length: fixes }, (_, n) => {
    const mmsi = 538_000_000 + (n % 200)
    const place = `${(10 + n / 1e6).toFixed(6)},${(70 + (n % 200) / 100).toFixed(5)}`
    return `${mmsi},${new Date(at + Math.floor(n / 200) * MINUTE).toISOString()},${place},12.5,90`
  })
  rows.splice(10, 0, 'nobody,2023-05-01T00:00:00Z,1,1,,', '538000001,never,1,1,,')
  writeFileSync(file, ['mmsi,time,lat,lon,sog,cog', ...rows].join('\n'))
  return file
}
async function bring(page: Page, file: string) {
  const choosing = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Import a file' }).click()
  await (await choosing).setFiles(file)
}
const card = (page: Page, name: string) => page.getByRole('listitem', { name, exact: true })

test('a file is checked, stored and undone, and its faults are listed by line', async () => {
  const page = await centre.page()
  await centre.signIn(page, '/home/settings/imports')
  await bring(page, aTable('table.csv', 2000))
  const job = card(page, 'table.csv')
  await job.getByRole('button', { name: 'Store 2,000 positions' }).waitFor()
  await job.getByText('Wrong lines').last().click()
  expect(await job.textContent()).toMatch(/12mmsi“nobody” is no MMSI.*13time“never” is not a time/)
  await job.getByText('First rows').click()
  await job.getByRole('region', { name: 'Wrong lines of the file' }).waitFor()
  await job.getByRole('region', { name: 'First rows of the file' }).waitFor()
  await expectAccessible(page, axe)
  await expectNoOverflow(page)
  await job.getByRole('button', { name: 'Store 2,000 positions' }).press('Enter')
  await job.getByRole('button', { name: 'Undo…' }).waitFor()
  await bring(page, aTable('again.csv', 2000))
  await card(page, 'again.csv').getByRole('button', { name: 'All positions are already stored' }).waitFor()
  await card(page, 'again.csv').getByRole('button', { name: 'Cancel' }).click()
  await card(page, 'again.csv').getByText('Cancelled').waitFor()
  await job.getByRole('button', { name: 'Undo…' }).press('Enter')
  const question = page.getByRole('dialog', { name: 'Undo the import of table.csv?' })
  await question.getByLabel('Reason').fill('the wrong year')
  await page.keyboard.press('Enter')
  await job.getByText('Undone', { exact: true }).first().waitFor()
  await page.close()
})

test('a server killed while storing a file retains nothing of it, and stores it at the next try', async () => {
  const page = await centre.page()
  await centre.signIn(page, '/home/settings/imports')
  const file = aTable('long.csv', 150_000)
  await bring(page, file)
  const job = card(page, 'long.csv')
  await job.getByRole('button', { name: 'Store 150,000 positions' }).click({ timeout: 60_000 })
  await expect.poll(() => job.locator('.import-bar').textContent(), { timeout: 60_000 }).toMatch(/[2-9]\d %/)
  await centre.stop('SIGKILL')
  await centre.start()
  await page.reload()
  await job.getByText('The server stopped during the import').waitFor({ timeout: 60_000 })
  await job.getByRole('button', { name: 'Store 150,000 positions' }).click()
  await job.getByText('Stored', { exact: true }).waitFor({ timeout: 60_000 })
  // Known already are those of the file itself alone: none.
  expect(await job.textContent()).toMatch(/Already stored0/)
  rmSync(file)
  await page.close()
})
