// Rooms: feeds
import { encodePosition } from '@samudra/nautical/ais/encode'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { aReceiver } from '../../server/testing/seas/a-receiver.ts'
import { Centre } from './a-centre.ts'
import { expectNoOverflow } from './a-user.ts'

let centre: Centre
let receiver: Awaited<ReturnType<typeof aReceiver>>

beforeAll(async () => {
  receiver = await aReceiver()
  centre = new Centre(['--sim', 'none', '--feed-hosts', '127.0.0.1'])
  await centre.start()
})
afterAll(async () => {
  await centre.close()
  receiver.close()
})
afterEach(() => {
  expect(centre.complaints.splice(0)).toEqual([])
})

test('on the first day an administrator adds a feed, sees its data, pauses it and removes it', async () => {
  const page = await centre.page()
  await centre.signIn(page, '/home/settings/feeds')
  await page.getByText('No feeds yet').waitFor()
  await page.getByRole('button', { name: 'Add feed' }).first().click()
  await page.getByLabel('Name').fill('Roof')
  await page.getByRole('textbox', { name: 'Address' }).fill(`127.0.0.1:${receiver.port}`)
  await page.getByRole('textbox', { name: 'Source' }).fill('roof')
  await page.getByRole('button', { name: 'Add station' }).click()
  await page.getByLabel('Name of station 1').fill('Lighthouse')
  await page.getByLabel('Position of station 1').fill('95N 72E')
  await page.getByText('Not a position. Enter one like 18.94, 72.83.').waitFor()
  await page.getByLabel('Position of station 1').fill('10 30N 072 15E')
  await page.getByRole('button', { name: 'Save feed' }).click()

  const row = page.getByRole('row', { name: /Roof/ })
  await row.waitFor()
  receiver.send(encodePosition({ mmsi: 419000001, lat: 10, lon: 72, sog: 9, cog: 90, navStatus: 0 }))
  await row.getByText('UP').waitFor()
  await row.click()
  await page.getByRole('button', { name: 'Received data, 10 seconds' }).waitFor()
  const stations = page.getByRole('table', { name: 'Stations of the feed' })
  await stations.getByRole('row', { name: "Lighthouse 10°30.000'N 072°15.000'E" }).waitFor()
  await expectNoOverflow(page)
  await page.getByRole('button', { name: 'Change' }).click()
  await page.getByRole('button', { name: 'Add station' }).click()
  await page.keyboard.type('Hill')
  await page.getByLabel('Position of station 2').fill('11N 72E')
  await page.getByRole('button', { name: 'Remove station 1' }).click()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await stations.getByRole('row', { name: /^Hill 11°/ }).waitFor()
  await stations.getByText('Lighthouse').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Pause' }).click()
  await row.getByText('PAUSED').waitFor()
  // It goes also where the pointer happens to be.
  const toast = page.getByRole('alert').filter({ hasText: 'Roof is paused' })
  await toast.hover()
  await toast.waitFor({ state: 'detached' })
  await page.getByRole('table', { name: 'States of the feed' }).getByText('PAUSED').waitFor()
  await page.getByRole('button', { name: 'Delete' }).click()
  const question = page.getByRole('dialog', { name: 'Delete Roof?' })
  await question.getByRole('button', { name: 'Delete' }).click()
  await page.getByText('No feeds yet').waitFor()
  await page.close()
}, 120_000)
