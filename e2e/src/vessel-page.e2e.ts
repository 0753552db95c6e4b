// Rooms: vessels, vessel-notes, port-calls
import { getJobs, retryJob } from '@samudra/contract/jobs'
import { getPortOfCallsForVessel, type CallState } from '@samudra/contract/port-calls'
import { encodePosition, encodeStaticVoyage } from '@samudra/nautical/ais/encode'
import { expect, test } from 'vitest'
import { callerOf } from '../../server/testing/servers/caller-of.ts'
import { type Centre, type Receiver } from './a-centre.ts'
import { coastOfFile, hasContacts } from './a-file.ts'
import { expectNoOverflow } from './a-user.ts'

let centre: Centre
let receiver: Receiver
coastOfFile((coast) => ({ centre, receiver } = coast))

const TRADER = 419000400
const HOUR = 3_600_000

/** Until the port calls of a ship stand in these states, as soon as the product gets there. */
async function followedTo(mmsi: string, states: CallState[]) {
  const call = await callerOf(centre.base)
  await expect
    .poll(
      async () => {
        const { items } = await call(getJobs, {})
        const { id } = items.find(({ name }) => name === 'port-calls.follow')!
        // While it runs there is nothing to be done at once.
        await call(retryJob, { id }).catch(() => undefined)
        return (await call(getPortOfCallsForVessel, { mmsi })).items.map(({ state }) => state)
      },
      { timeout: 30_000 },
    )
    .toEqual(states)
}

test('a note about a vessel is written and changed, and its history shows the earlier text', async () => {
  receiver.send([
    ...encodePosition({ mmsi: TRADER, lat: 8, lon: 76, sog: 12, cog: 90, navStatus: 0, second: 3 }),
    ...encodeStaticVoyage({ mmsi: TRADER, name: 'NIGHT TRADER', shipType: 70 }),
  ])
  const page = await centre.page()
  await hasContacts(centre, 1)
  await centre.signIn(page, `/home/vesselsDetails/${TRADER}`)
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

test('an AIS destination is read as a port, and the call opens on the vessel and the port page', async () => {
  const [lat, lon] = [7.5, 78.9]
  const eta = new Date(Date.now() + 6 * 3_600_000)
  receiver.send([
    ...encodePosition({ mmsi: 419000401, lat, lon, sog: 12, cog: 200, navStatus: 0, second: 3 }),
    ...encodeStaticVoyage({
      mmsi: 419000401,
      name: 'DAY TRADER',
      shipType: 70,
      destination: 'COLOMBO,SRI LANKA',
      eta: { month: eta.getUTCMonth() + 1, day: eta.getUTCDate(), hour: eta.getUTCHours(), minute: 0 },
    }),
  ])
  await followedTo('419000401', ['EXPECTED'])
  const page = await centre.page()
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await centre.signIn(page, '/home/vesselsDetails/419000401')
  const calls = page.getByRole('region', { name: 'Port calls' })
  await calls.getByText('AIS destination “COLOMBO,SRI LANKA”: Colombo, by its name.').waitFor()
  await calls.getByRole('button', { name: 'Colombo' }).click()
  const details = page.getByRole('dialog', { name: 'DAY TRADER at Colombo' })
  await details.getByText('Expected, declared ETA').waitFor()
  await details.getByRole('link', { name: 'Colombo' }).click()
  await page.getByRole('heading', { name: 'Colombo', level: 1 }).waitFor()
  await page.getByText('Expected in 24 h (1)').click()
  await page.getByRole('button', { name: 'DAY TRADER' }).click()
  await page.getByRole('dialog', { name: 'DAY TRADER at Colombo' }).waitFor()
  await expectNoOverflow(page)
})

test('a call that was two is made two by hand, with the reason', async () => {
  const now = Date.now()
  for (let back = 8 * HOUR; back >= 0; back -= HOUR / 6) {
    const [c, second] = [Math.floor((now - back) / 1000), new Date(now - back).getUTCSeconds()]
    const berth = { lat: 6.951, lon: 79.848, sog: 0, cog: 0, navStatus: 5, second }
    receiver.send(encodePosition({ mmsi: 419000402, ...berth }, { tagBlock: { c } }))
  }
  await followedTo('419000402', ['BERTHED'])
  const page = await centre.page()
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await centre.signIn(page, '/home/vesselsDetails/419000402')
  const calls = page.getByRole('region', { name: 'Port calls' })
  await calls.getByRole('button', { name: 'Colombo' }).click()
  const details = page.getByRole('dialog', { name: /at Colombo$/ })
  await details.getByRole('button', { name: 'Split in two' }).click()
  const split = details.getByRole('form', { name: 'Split in two' })
  await split.getByLabel('Departure').fill('-5h')
  await split.getByLabel('Second arrival').fill('-6h')
  await split.getByLabel('Reason').fill('The pilot took her out')
  await split.getByRole('button', { name: 'Split the call' }).click()
  await split.getByText('must be after the departure').first().waitFor()
  await split.getByLabel('Second arrival').fill('-3h')
  // Beside the field the buttons that step its time are over the form.
  await split.getByLabel('Reason').focus()
  await split.getByRole('button', { name: 'Split the call' }).click()
  await details.getByText('The pilot took her out').waitFor()
  await page.keyboard.press('Escape')
  await expect.poll(() => calls.getByRole('button', { name: 'Colombo' }).count()).toBe(2)
  await calls.getByText('At the berth').waitFor()
  // The head of a column, and a call.
  expect(await calls.getByText('Departed', { exact: true }).count()).toBe(2)
  await expectNoOverflow(page)
})
