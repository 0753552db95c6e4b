import { addVesselEventsAndDisasters } from '@samudra/contract/events'
import { screen } from '@testing-library/react'
import { beforeAll, expect, test } from 'vitest'
import { anEvent } from '../../../../../server/testing/seas/an-event.ts'
import { callerOf, type Call } from '../../../../../server/testing/servers/caller-of.ts'
import { centreOfFile, gone, openScreen, part, rowWith } from '../../../../testing/a-screen.tsx'

const centre = centreOfFile()
/** Another session of the administrator. */
let other: Call
beforeAll(async () => {
  other = await callerOf(centre.base)
})

test('events of a category and a time are listed, and one leads to its vessels and the map', async () => {
  await other(addVesselEventsAndDisasters, anEvent({ title: 'Skiff alongside', mmsis: ['419000001'] }))
  await other(
    addVesselEventsAndDisasters,
    anEvent({ title: 'Oil on the water', type: 'OIL_SPILL', category: 'ENVIRONMENTAL_SECURITY' }),
  )
  const range = 'from=2026-02-28T00:00:00Z&to=2026-03-02T00:00:00Z'
  const user = openScreen(`/home/main/dashboard/events?category=PIRACY_ARMED_ROBBERY&${range}`)
  await user.click(await rowWith('Skiff alongside'))
  expect(screen.queryByText('Oil on the water')).toBeNull()
  const details = await part('region', 'Skiff alongside')
  expect(details.getByRole('link', { name: '419000001' }).getAttribute('href')).toBe(
    '/home/vesselsDetails/419000001',
  )
  details.getByRole('button', { name: 'Show on the map' })
  for (const name of ['Share in chat', 'Start call', 'Forum']) details.getByRole('button', { name })

  openScreen('/home/main/dashboard/events?from=2026-03-03T00:00:00Z&category=ENVIRONMENTAL_SECURITY')
  await rowWith('Oil on the water')
  await gone(() => screen.queryByRole('row', { name: /Skiff alongside/ }))
})
