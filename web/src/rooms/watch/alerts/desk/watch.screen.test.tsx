import { getAlerts } from '@samudra/contract/alerts'
import { addVesselToList } from '@samudra/contract/vessel-lists'
import { encodePosition } from '@samudra/nautical/ais/encode'
import { act, screen, within } from '@testing-library/react'
import { beforeAll, expect, test } from 'vitest'
import { callerOf, type Call } from '../../../../../../server/testing/servers/caller-of.ts'
import { centreOfFile, gone, showPart } from '../../../../../testing/a-screen.tsx'
import { goLive, showPeriod } from '../../../../time/clock.store.ts'
import { AlertDetails } from '../list/AlertDetails.tsx'
import { NewAlerts } from './NewAlerts.tsx'

const centre = centreOfFile()
/** Another session of the administrator. */
let other: Call
beforeAll(async () => {
  other = await callerOf(centre.base)
})

const SHIP = 419000777
test('an officer takes the watch, acknowledges a severe alert from its card on another screen, and leaves the watch', async () => {
  const user = showPart(<NewAlerts />)
  await user.click(await screen.findByTitle('Take the watch'))
  await user.click(await screen.findByRole('menuitem', { name: 'Take the watch for 8 hours' }))
  await screen.findByTitle(/^On watch until \d\d:\d\d$/)

  await other(addVesselToList, { id: 'blacklist', mmsis: [String(SHIP)], reason: 'Wanted' })
  await centre.send(encodePosition({ mmsi: SHIP, lat: 8, lon: 76, sog: 12, cog: 90, second: 3 }))
  const cards = within(await screen.findByRole('complementary', { name: 'Alerts to acknowledge' }))
  const card = within(await cards.findByRole('alert', { name: 'High: Blacklist' }))
  await card.findByText(new RegExp(String(SHIP)))
  // While a replay is open the card states that it is not of the replay.
  const hour = 3_600_000
  act(() => showPeriod({ from: Date.now() - 2 * hour, to: Date.now() - hour }))
  await cards.findByText('Live alert, not from the replay on the map.')
  act(goLive)
  await gone(() => cards.queryByText('Live alert, not from the replay on the map.'))
  await user.click(await card.findByRole('button', { name: 'Acknowledge' }))
  await gone(() => screen.queryByRole('alert', { name: 'High: Blacklist' }))
  expect((await other(getAlerts, { mmsi: String(SHIP) })).items).toMatchObject([{ state: 'ACKNOWLEDGED' }])

  await user.click(await screen.findByTitle(/^On watch until/))
  await user.click(await screen.findByRole('menuitem', { name: 'Leave the watch' }))
  await screen.findByTitle('Take the watch')
})

test('an alert of a meeting of 12:00 to 17:42 reads 12:00 to 17:42, and when it was detected', async () => {
  await other(addVesselToList, { id: 'blacklist', mmsis: [String(SHIP + 1)], reason: 'Wanted' })
  await centre.send(encodePosition({ mmsi: SHIP + 1, lat: 8, lon: 76, sog: 12, cog: 90, second: 3 }))
  const [alert] = await expectOne(async () => (await other(getAlerts, { mmsi: String(SHIP + 1) })).items)
  const times = {
    began_at: '2026-03-01T06:30:00.000Z',
    first_at: '2026-03-01T07:00:00.000Z',
    known_at: '2026-03-01T07:01:00.000Z',
    ended_at: '2026-03-01T12:12:00.000Z',
    last_at: '2026-03-01T12:42:00.000Z',
  }
  const of = { ...alert!, ...times, condition: 'CLEARED' as const }
  showPart(<AlertDetails of={of} isBusy={false} refusal={null} onAction={() => undefined} form={null} />)
  const factOf = async (name: string) => (await screen.findByText(name)).nextElementSibling!.textContent
  expect(await factOf('Condition')).toMatch(/12:00.* to .*17:42/)
  expect(await factOf('Detected')).toMatch(/12:31/)
})

const expectOne = async <T,>(read: () => Promise<T[]>): Promise<T[]> => {
  await expect.poll(async () => (await read()).length).toBe(1)
  return read()
}
