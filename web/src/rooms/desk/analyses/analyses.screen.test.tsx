import { analyse, getAnalyses } from '@samudra/contract/analyses'
import { encodePosition, encodeStaticVoyage } from '@samudra/nautical/ais/encode'
import { screen, waitFor } from '@testing-library/react'
import { beforeAll, expect, test } from 'vitest'
import { callerOf, type Call } from '../../../../../server/testing/servers/caller-of.ts'
import { shapeOfBox } from './analysis-address.ts'
import { centreOfFile, fill, openScreen, part, rowWith } from '../../../../testing/a-screen.tsx'

const centre = centreOfFile()
let other: Call
const [PRIDE, AWAY] = [419000100, 419000101]

beforeAll(async () => {
  other = await callerOf(centre.base)
  await centre.send([
    ...encodePosition({ mmsi: PRIDE, lat: 8, lon: 76, sog: 12, cog: 90, navStatus: 0, second: 3 }),
    ...encodeStaticVoyage({ mmsi: PRIDE, name: 'SAMUDRA PRIDE', shipType: 70 }),
    ...encodePosition({ mmsi: AWAY, lat: 2, lon: 60, sog: 3, cog: 20, navStatus: 0, second: 3 }),
  ])
  // Names are stored some seconds after they are received.
  await waitFor(async () => {
    const [from, to] = [-60, 1].map((minutes) => new Date(Date.now() + minutes * 60_000).toISOString())
    const subject = { kind: 'SHAPE' as const, geometry: shapeOfBox([75, 7, 77, 9]) }
    const { vessels } = await other(analyse, { subject, from: from!, to: to! })
    expect(vessels).toMatchObject([{ name: 'SAMUDRA PRIDE' }])
  })
})

test('a typed box is analysed, saved, opened again and deleted', async () => {
  const user = openScreen('/home/main/dashboard/analysis?flows=MATRIX')
  await screen.findByText('No analysis yet')
  const form = await part('form', 'Analysis')
  await user.click(form.getByText('Box'))
  const box = form.getByLabelText('Box: west, south, east, north')
  await fill(user, box, '75, 7, 77')
  await form.findByText(/Four numbers in degrees/)
  expect(form.getByRole('button', { name: 'Analyse' })).toHaveProperty('disabled', true)
  await fill(user, box, '75, 7, 77, 9')
  await user.click(form.getByLabelText('Compare with the previous period'))
  await user.click(form.getByRole('button', { name: 'Analyse' }))
  const vessels = await part('region', 'Vessels')
  const pride = await vessels.findByText('SAMUDRA PRIDE')
  expect(pride.closest('a')!.getAttribute('href')).toContain(String(PRIDE))
  expect(vessels.queryByText(String(AWAY))).toBeNull()
  const figures = await part('region', 'Key figures')
  expect(figures.getByText('New vessels').parentElement!.textContent).toContain('1')
  await rowWith('New flag: India')
  expect((await rowWith('First received inside')).textContent).toContain('1')

  await user.click(screen.getByRole('button', { name: 'Save' }))
  const dialog = await part('dialog', 'Save as your own analysis')
  await fill(user, dialog.getByLabelText('Name'), 'Gulf of Mannar')
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await screen.findByRole('heading', { name: 'Gulf of Mannar' })
  expect((await other(getAnalyses, {})).items).toMatchObject([
    { name: 'Gulf of Mannar', compare: 'previous' },
  ])

  openScreen('/home/main/dashboard/analysis?flows=MATRIX')
  await user.click(await screen.findByRole('button', { name: 'Saved analyses' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Gulf of Mannar' }))
  await (await part('region', 'Vessels')).findByText('SAMUDRA PRIDE')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  const again = await part('dialog', 'Save the analysis')
  await user.click(again.getByRole('button', { name: 'Delete' }))
  const question = await part('dialog', /Delete Gulf of Mannar/)
  await user.click(question.getByRole('button', { name: 'Delete' }))
  await screen.findByText('No analysis yet')
  expect((await other(getAnalyses, {})).items).toEqual([])
})

test('a link that names a port alone opens its analysis of the last seven days', async () => {
  openScreen('/home/main/dashboard/analysis?kind=PORT&of=INCOK')
  await part('region', 'Key figures')
  const form = await part('form', 'Analysis')
  await waitFor(() =>
    expect(form.getByPlaceholderText('Name or UN/LOCODE')).toHaveProperty('value', 'Kochi (INCOK)'),
  )
})
