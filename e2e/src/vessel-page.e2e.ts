import { encodePosition, encodeStaticVoyage } from '@samudra/nautical/ais/encode'
import { test } from 'vitest'
import { type Centre, type Receiver } from './a-centre.ts'
import { coastOfFile } from './a-file.ts'
import { expectNoOverflow } from './a-user.ts'

let centre: Centre
let receiver: Receiver
coastOfFile((coast) => ({ centre, receiver } = coast))

const TRADER = 419000400

test('a note about a ship is written and changed, and its history says what it said before', async () => {
  receiver.send([
    ...encodePosition({ mmsi: TRADER, lat: 8, lon: 76, sog: 12, cog: 90, navStatus: 0, second: 3 }),
    ...encodeStaticVoyage({ mmsi: TRADER, name: 'NIGHT TRADER', shipType: 70 }),
  ])
  const page = await centre.page()
  await centre.signIn(page)
  await page.goto(`${centre.base}/home/vesselsDetails/${TRADER}`)
  await page.getByRole('button', { name: 'Write a note' }).click()
  const write = page.getByRole('form', { name: 'New note' })
  await write.getByLabel('Note').fill('Boarded, nothing found')
  await write.getByRole('button', { name: 'Save' }).click()
  const notes = page.getByRole('list', { name: 'Notes' })
  await notes.getByText('Boarded, nothing found').waitFor()
  await notes.getByRole('button', { name: 'Change this note' }).click()
  const change = page.getByRole('form', { name: 'Change the note' })
  await change.getByLabel('Note').fill('Boarded, two stowaways')
  await change.getByRole('button', { name: 'Save' }).click()
  await notes.getByText('changed by admin').waitFor()
  await notes.getByRole('button', { name: 'History' }).click()
  await notes.getByText('Note: Boarded, nothing found').waitFor()
  await notes.getByText('Note: Boarded, two stowaways').waitFor()
  await page
    .getByText(/^\d+ s ago$/)
    .or(page.getByText(/^\d+ min ago$/))
    .first()
    .waitFor()
  await expectNoOverflow(page)
})
