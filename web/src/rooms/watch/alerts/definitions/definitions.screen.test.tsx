import {
  createAlertDefinition,
  deleteAlertDefinition,
  editAlertDefinition,
  enableDisableAlertDefinition,
  getAlertDefinitions,
} from '@samudra/contract/alert-definitions'
import { encodePosition } from '@samudra/nautical/ais/encode'
import { screen, within } from '@testing-library/react'
import { beforeAll, expect, test } from 'vitest'
import { centreOfFile, fill, gone, openScreen, part, rowWith } from '../../../../../testing/a-screen.tsx'
import { callerOf, type Call } from '../../../../../../server/testing/servers/caller-of.ts'
import { NEW_DEFINITION, newOf } from './definition-draft.ts'

const centre = centreOfFile()
/** Another session of the administrator. */
let other: Call
beforeAll(async () => {
  other = await callerOf(centre.base)
})

const DEFINITIONS = '/home/main/dashboard/alerts/definitions'
/** Creates a definition in the other session. */
const createElsewhere = (name: string) =>
  other(createAlertDefinition, { ...newOf({ ...NEW_DEFINITION, name }), enabled: true })
async function definitionOf(name: string) {
  const { items } = await other(getAlertDefinitions, { limit: 500 })
  return items.find((one) => one.name === name)
}

test('a definition is made once its hours are times of day, and the list shows it', async () => {
  const user = openScreen(DEFINITIONS)
  await rowWith('Spoofing')
  await user.click(await screen.findByRole('button', { name: 'New definition' }))
  const form = await part('form', 'New alert definition')
  await fill(user, form.getByLabelText('Name'), 'Ships of the coast')
  await fill(user, form.getByLabelText('Deduplicate for, min'), '30')
  await user.click(form.getByLabelText('Only at certain hours'))
  await fill(user, form.getByLabelText('From'), '25:00')
  await user.click(await form.findByRole('button', { name: 'Create' }))
  await form.findByText('Enter a time like 06:30.')
  await fill(user, form.getByLabelText('From'), '06:00')
  await user.click(await form.findByRole('button', { name: 'Create' }))
  await gone(() => screen.queryByRole('form', { name: 'New alert definition' }))

  const details = await part('region', 'Ships of the coast')
  await details.findByText('every day 06:00 to 24:00 UTC')
  await rowWith('Ships of the coast')
  expect(await definitionOf('Ships of the coast')).toMatchObject({
    dedupe_window_min: 30,
    schedule: { from: '06:00', zone: 'UTC' },
    enabled: true,
  })
})

test('a user who saves second sees the other change first, and then replaces it', async () => {
  const { id, version } = await createElsewhere('Ships of the reef')
  const user = openScreen(`${DEFINITIONS}?open=${id}`)
  const details = await part('region', 'Ships of the reef')
  await user.click(await details.findByRole('button', { name: 'Change' }))
  const form = await part('form', 'Change Ships of the reef')
  await fill(user, form.getByLabelText('Description'), 'Seen from the tower')
  await other(editAlertDefinition, { id, expected_version: version, grace_min: 15 })
  await details.findByText('15 min without it')

  await user.click(await form.findByRole('button', { name: 'Save' }))
  const conflict = await part('dialog', 'admin changed this alert definition while you edited it')
  await conflict.findByText('15 min without it')
  await user.click(await conflict.findByRole('button', { name: 'Overwrite with mine' }))
  await gone(() => screen.queryByRole('form', { name: 'Change Ships of the reef' }))
  await details.findAllByText('Seen from the tower')
  expect(await definitionOf('Ships of the reef')).toMatchObject({ description: 'Seen from the tower' })
})

test('a definition is disabled with a reason and deleted with one', async () => {
  const { id } = await createElsewhere('Ships of the bank')
  const user = openScreen(`${DEFINITIONS}?open=${id}`)
  const details = await part('region', 'Ships of the bank')
  await user.click(await details.findByRole('button', { name: 'Disable' }))
  const form = within(await details.findByRole('form', { name: 'Disable' }))
  await fill(user, form.getByLabelText('Reason'), 'An exercise')
  await user.keyboard('{Control>}{Enter}{/Control}')
  const versions = within(await details.findByRole('region', { name: 'Versions' }))
  await versions.findByText(/An exercise/)
  expect(await definitionOf('Ships of the bank')).toMatchObject({ state: 'DISABLED' })

  await user.click(await details.findByRole('button', { name: 'Delete' }))
  const dialog = await part('dialog', 'Delete Ships of the bank?')
  await fill(user, dialog.getByLabelText('Reason'), 'Not needed')
  await user.click(await dialog.findByRole('button', { name: 'Delete' }))
  await gone(() => screen.queryByRole('region', { name: 'Ships of the bank' }))
  expect(await definitionOf('Ships of the bank')).toBeUndefined()
})

test('a definition that another user makes, disables and deletes changes on the screen', async () => {
  const user = openScreen(DEFINITIONS)
  await rowWith('Spoofing')
  const { id } = await createElsewhere('Ships of the strait')
  await user.click(await rowWith('Ships of the strait'))
  const details = await part('region', 'Ships of the strait')
  await other(enableDisableAlertDefinition, { id, enabled: false, reason: 'An exercise' })
  await details.findByText('Disabled', { exact: true })
  await other(deleteAlertDefinition, { id, reason: 'Not needed' })
  await gone(() => screen.queryByText('Ships of the strait'))
})

const FIGURES = '/home/main/dashboard/alerts/figures'

test('a raised alert is counted beside its definition and in the figures', async () => {
  openScreen(FIGURES)
  await screen.findByText('No alerts in this period')
  openScreen(`${DEFINITIONS}?open=default-ILLEGAL_MMSI`)
  const details = await part('region', 'Illegal MMSI')
  await details.findByText('No alert in 7 days.')
  await details.findByText('Disabled', { exact: true })
  await other(enableDisableAlertDefinition, {
    id: 'default-ILLEGAL_MMSI',
    enabled: true,
    reason: 'Wanted here',
  })
  await details.findByText('Enabled', { exact: true })
  await centre.send(
    encodePosition({ mmsi: 100000001, lat: 8, lon: 76, sog: 12, cog: 90, navStatus: 0, second: 3 }),
  )
  await details.findByText(/^1 alert/)
  await within(await rowWith('Illegal MMSI')).findByRole('gridcell', { name: '1' })

  openScreen(`${FIGURES}?hours=8`)
  const load = await part('region', 'All alerts')
  expect((await load.findAllByText('1 alert')).length).toBe(2)
  await screen.findByText(/Most are caused by/)
  await within(await rowWith('Illegal MMSI')).findByText('100000001 · 100 %')
})

test('a change in the address is filled into the form, and saved with it', async () => {
  const fill = encodeURIComponent(JSON.stringify({ grace_min: 20 }))
  const user = openScreen(`${DEFINITIONS}?open=default-ILLEGAL_MMSI&change=default-ILLEGAL_MMSI&fill=${fill}`)
  const form = await part('form', 'Change Illegal MMSI')
  expect(form.getByLabelText('Grace, min')).toHaveProperty('value', '20')
  await user.click(await form.findByRole('button', { name: 'Save' }))
  const details = await part('region', 'Illegal MMSI')
  await details.findByText('20 min without it', { exact: true })
})
