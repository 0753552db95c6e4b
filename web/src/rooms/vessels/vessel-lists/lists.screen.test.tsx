import { getVesselsByVesselList } from '@samudra/contract/vessel-lists'
import { filterAisData } from '@samudra/contract/picture'
import { encodePosition, encodeStaticVoyage } from '@samudra/nautical/ais/encode'
import { screen, waitFor } from '@testing-library/react'
import { beforeAll, expect, test } from 'vitest'
import { centreOfFile, fill, openScreen, part, showPart } from '../../../../testing/a-screen.tsx'
import { callerOf, type Call } from '../../../../../server/testing/servers/caller-of.ts'
import { lists } from '../../../stored/shared.ts'
import { ListsPanel } from './ListsPanel.tsx'
import { AddDialog } from './AddDialog.tsx'

const centre = centreOfFile()
let other: Call
const [PRIDE, OTHER] = [419000100, 419000101]

beforeAll(async () => {
  other = await callerOf(centre.base)
  await centre.send([
    ...encodePosition({ mmsi: PRIDE, lat: 8, lon: 76, sog: 12, cog: 90, navStatus: 0, second: 3 }),
    ...encodeStaticVoyage({ mmsi: PRIDE, name: 'SAMUDRA PRIDE', shipType: 70 }),
    ...encodePosition({ mmsi: OTHER, lat: 7, lon: 75, sog: 3, cog: 20, navStatus: 0, second: 3 }),
    ...encodeStaticVoyage({ mmsi: OTHER, name: 'OTHER LADY', shipType: 80 }),
  ])
  await waitFor(async () => {
    const { ais } = await other(filterAisData, { filter: { ship_types: ['CARGO', 'TANKER'] }, limit: 2 })
    expect(ais).toHaveLength(2)
  })
})

test('a list is made from a CSV, and lines without an MMSI are counted', async () => {
  const user = showPart(
    <>
      <ListsPanel />
      <AddDialog />
    </>,
  )
  await user.click(await screen.findByRole('button', { name: 'New list' }))
  const dialog = await part('dialog', 'New list')
  await fill(user, dialog.getByLabelText('Name of the list'), 'From the coast guard')
  const csv = `name,MMSI\nSAMUDRA PRIDE,${PRIDE}\nOTHER LADY,${OTHER}\nNobody,\n`
  const file = new File([csv], 'ships.csv', { type: 'text/csv' })
  await user.upload(document.querySelector<HTMLInputElement>('input[type=file]')!, file)
  await dialog.findByText('2 vessels; 1 line without an MMSI')
  await fill(user, dialog.getByLabelText(/^Reason/), 'Seen from the air')
  await user.click(await dialog.findByRole('button', { name: 'Add' }))
  await screen.findByText('2 vessels added to the list')
  await screen.findByRole('button', { name: 'SAMUDRA PRIDE' })
  const { id } = lists.use.getState().rows.find(({ name }) => name === 'From the coast guard')!
  const { items } = await other(getVesselsByVesselList, { id, limit: 10 })
  expect(items.map(({ mmsi, reason }) => [mmsi, reason]).sort()).toEqual([
    [String(PRIDE), 'Seen from the air'],
    [String(OTHER), 'Seen from the air'],
  ])
})

test('a list that finds its vessels counts them before saving, and finds others once changed', async () => {
  const user = openScreen('/home/main/dashboard/vesselLists')
  await user.click(await screen.findByRole('button', { name: 'New list' }))
  const dialog = await part('dialog', 'New list')
  await fill(user, dialog.getByLabelText('Name'), 'Cargo under way')
  await user.click(await dialog.findByRole('radio', { name: 'Dynamic' }))
  expect(dialog.getByRole('button', { name: 'Create' })).toHaveProperty('disabled', true)
  await user.click(dialog.getByText('CARGO', { exact: true }))
  await fill(user, dialog.getByRole('textbox', { name: 'Speed, kn, from' }), '5')
  await user.click(await dialog.findByRole('button', { name: 'Add conditions' }))
  await dialog.findByText('Matches vessels when SOG is at least 5.')
  await dialog.findByText('1 contact now')
  await user.click(await dialog.findByRole('button', { name: 'Create' }))
  const ships = await part('grid', 'Vessels of Cargo under way')
  await ships.findByText('SAMUDRA PRIDE')

  await user.click(await screen.findByRole('button', { name: 'Change' }))
  const change = await part('dialog', 'Change Cargo under way')
  await user.click(change.getByText('CARGO', { exact: true }))
  await user.click(change.getByText('TANKER', { exact: true }))
  await change.findByText('0 contacts now')
  await user.click(await change.findByRole('button', { name: 'Save' }))
  await screen.findByText('No vessel matches now')
})
