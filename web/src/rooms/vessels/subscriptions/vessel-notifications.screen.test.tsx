import { getAisDetailsByVessel } from '@samudra/contract/picture'
import { addSubscription, getVesselNotifications } from '@samudra/contract/subscriptions'
import { encodePosition, encodeStaticVoyage } from '@samudra/nautical/ais/encode'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeAll, expect, test } from 'vitest'
import { centreOfFile, choose, fill, gone, openScreen, part, rowWith } from '../../../../testing/a-screen.tsx'
import { callerOf, type Call } from '../../../../../server/testing/servers/caller-of.ts'

const centre = centreOfFile()
let other: Call
const TRADER = 419000300
const sail = (name: string) =>
  centre.send([
    ...encodePosition({ mmsi: TRADER, lat: 8, lon: 76, sog: 12, cog: 90, navStatus: 0, second: 3 }),
    ...encodeStaticVoyage({ mmsi: TRADER, name, shipType: 70 }),
  ])
const SCREEN = '/home/main/vesselNotifications'
const CHANGE = /name NIGHT TRADER, now DAY TRADER/

beforeAll(async () => {
  other = await callerOf(centre.base)
  await sail('NIGHT TRADER')
  await waitFor(async () => {
    const vessel = { mmsi: String(TRADER), as_of: new Date().toISOString() }
    expect((await other(getAisDetailsByVessel, vessel)).ship_name).toBe('NIGHT TRADER')
  })
})

test('a vessel that changes its name shows as an unread notice, which is read once it is opened', async () => {
  const user = openScreen(SCREEN)
  await screen.findByText('No notifications yet')
  await other(addSubscription, {
    target: { kind: 'VESSEL', id: String(TRADER) },
    happenings: ['IDENTITY'],
    near_nm: null,
    severity: null,
  })
  await sail('DAY TRADER')
  const row = await rowWith(CHANGE)
  within(row).getByText('Unread')
  await screen.findByText('1 notice, 1 unread')
  await user.click(row)
  const details = await part('dialog', 'Identity')
  await rowWith('admin', await details.findByRole('table', { name: 'Deliveries' }))
  await user.keyboard('{Escape}')
  await gone(() => screen.queryByRole('dialog', { name: 'Identity' }))
  await screen.findByText('1 notice, 0 unread')
  const { unread } = await other(getVesselNotifications, {})
  expect(unread).toBe(0)
})

test('notices are filtered by vessel, by read or not, and by type', async () => {
  const user = openScreen(SCREEN)
  await rowWith(CHANGE)
  await fill(user, screen.getByLabelText('MMSI of a vessel'), String(TRADER))
  await rowWith(CHANGE)
  await user.click(await screen.findByRole('button', { name: 'Unread' }))
  await screen.findByText('No notifications match these filters')
  await user.click(await screen.findByRole('button', { name: 'Unread' }))
  await rowWith(CHANGE)
  await choose(user, screen.getByRole('combobox', { name: 'Any type' }), 'Arrival')
  await screen.findByText('No notifications match these filters')
})

test('a subscription made in another session stands among the own ones', async () => {
  const user = openScreen(SCREEN)
  await user.click(await screen.findByRole('radio', { name: 'My subscriptions' }))
  const mine = await part('grid', 'My subscriptions')
  await mine.findByRole('rowheader', { name: 'NIGHT TRADER' })
  await other(addSubscription, {
    target: { kind: 'LIST', id: 'blacklist' },
    happenings: ['ARRIVAL'],
    near_nm: null,
    severity: null,
  })
  await mine.findByRole('rowheader', { name: 'Blacklist' })
})
