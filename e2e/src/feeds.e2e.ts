import { encodePosition } from '@samudra/nautical/ais/encode'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { Centre, aReceiver } from './a-centre.ts'
import { expectNoOverflow, open } from './a-user.ts'

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

test('on the first day an administrator adds a feed, sees what comes in, pauses it and takes it away', async () => {
  const page = await centre.page()
  await centre.signIn(page)
  await open(page, 'Feeds and sources')
  await page.getByText('No feed yet').waitFor()
  await page.getByRole('button', { name: 'Add a feed' }).first().click()
  await page.getByLabel('Name').fill('Roof')
  await page.getByRole('textbox', { name: 'Address' }).fill(`127.0.0.1:${receiver.port}`)
  await page.getByRole('textbox', { name: 'Source' }).fill('roof')
  await page.getByRole('button', { name: 'Add the feed' }).click()

  const row = page.getByRole('row', { name: /Roof/ })
  await row.waitFor()
  receiver.send(encodePosition({ mmsi: 419000001, lat: 10, lon: 72, sog: 9, cog: 90, navStatus: 0 }))
  await row.getByText('UP').waitFor()
  await row.click()
  await page.getByRole('button', { name: 'What comes in, 10 seconds' }).waitFor()
  await expectNoOverflow(page)
  await page.getByRole('button', { name: 'Pause' }).click()
  await row.getByText('PAUSED').waitFor()
  await page.getByRole('table', { name: 'States of the feed' }).getByText('PAUSED').waitFor()
  await page.getByRole('button', { name: 'Delete' }).click()
  const question = page.getByRole('dialog', { name: 'Delete Roof?' })
  await question.getByRole('button', { name: 'Delete' }).click()
  await page.getByText('No feed yet').waitFor()
  await page.close()
}, 60_000)
