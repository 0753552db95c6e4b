import { getDetectors, updateDetector } from '@samudra/contract/detectors'
import { screen, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { beforeAll, expect, test } from 'vitest'
import { centreOfFile, fill, gone, openScreen, part, rowWith } from '../../../../../testing/a-screen.tsx'
import { callerOf, type Call } from '../../../../../../server/testing/servers/caller-of.ts'

const centre = centreOfFile()
/** Another session of the administrator. */
let other: Call
beforeAll(async () => {
  other = await callerOf(centre.base)
})

const SPEED = '/home/main/dashboard/rules/detectors?open=SPEED_CHANGE'
const THRESHOLD = 'Change of speed of at least, kn'

async function stored() {
  const { items } = await other(getDetectors, { ids: ['SPEED_CHANGE'] })
  return items[0]!
}
const thresholdNow = async () => (await stored()).thresholds.find(({ key }) => key === 'min_kn')!.value

/** Changes the detector in another session, over its present version. */
async function changeElsewhere(reason: string, change: { enabled: boolean } | { min_kn: number | null }) {
  const { id, version } = await stored()
  const what = 'enabled' in change ? change : { thresholds: [{ key: 'min_kn', value: change.min_kn }] }
  await other(updateDetector, { id, expected_version: version, reason, ...what })
}

async function openForm(user: UserEvent) {
  const details = await part('region', 'Speed change')
  await user.click(await details.findByRole('button', { name: 'Change' }))
  return { details, form: within(await details.findByRole('form', { name: 'Change Speed change' })) }
}

test('a threshold outside its bounds is refused, one within them is saved with a reason', async () => {
  const user = openScreen('/home/main/dashboard/rules/detectors')
  await user.click(await rowWith('Speed change'))
  const { details, form } = await openForm(user)
  await fill(user, form.getByLabelText(THRESHOLD), '400')
  await form.findByText('From 3 to 40 kn.')
  expect(form.getByRole('button', { name: 'Save' }).getAttribute('aria-disabled')).toBe('true')
  await fill(user, form.getByLabelText(THRESHOLD), '10')
  await fill(user, form.getByLabelText('Reason'), 'Pilots slow ships here')
  await user.keyboard('{Control>}{Enter}{/Control}')
  await gone(() => screen.queryByRole('form', { name: 'Change Speed change' }))
  await within(await rowWith('Speed change')).findByText('1 threshold')
  const versions = within(await details.findByRole('region', { name: 'Versions' }))
  await versions.findByText(/Pilots slow ships here/)
  expect(await thresholdNow()).toBe(10)
})

test('a threshold that another administrator changed meanwhile is shown beside the own one', async () => {
  await changeElsewhere('Tried enough', { min_kn: null })
  const user = openScreen(SPEED)
  const { details, form } = await openForm(user)
  await fill(user, form.getByLabelText('Within, min'), '15')
  await fill(user, form.getByLabelText('Reason'), 'Longer')
  await changeElsewhere('Pilots slow ships here', { min_kn: 10 })
  await within(await rowWith('Speed change')).findByText('1 threshold')
  await user.click(await form.findByRole('button', { name: 'Save' }))
  const conflict = await part('dialog', 'admin changed this detector while you edited it')
  await conflict.findAllByText(/at least 10 kn \(usually 8 kn\)/)
  await user.click(await conflict.findByRole('button', { name: 'Use theirs' }))
  await user.click(await form.findByRole('button', { name: 'Cancel' }))
  const versions = within(await details.findByRole('region', { name: 'Versions' }))
  await versions.findAllByText(/Pilots slow ships here/)
})

test('a threshold goes back to the usual one by its button', async () => {
  const user = openScreen(SPEED)
  await part('region', 'Speed change')
  await changeElsewhere('Fewer', { min_kn: 11 })
  await screen.findByText(/Fewer/)
  const { details, form } = await openForm(user)
  expect(form.getByLabelText(THRESHOLD)).toHaveProperty('value', '11')
  await user.click(await form.findByRole('button', { name: 'Change of speed of at least: default' }))
  await fill(user, form.getByLabelText('Reason'), 'Usual again')
  await user.click(await form.findByRole('button', { name: 'Save' }))
  const row = within(await rowWith('Speed change'))
  await gone(() => row.queryByText('1 threshold'))
  const versions = within(await details.findByRole('region', { name: 'Versions' }))
  await versions.findByText(/Usual again/)
  expect(await thresholdNow()).toBe(8)
})

test('a detector is switched off with a reason, and on again when another administrator does it', async () => {
  const user = openScreen(SPEED)
  const details = await part('region', 'Speed change')
  await user.click(await details.findByRole('button', { name: 'Disable' }))
  const dialog = await part('dialog', 'Disable Speed change?')
  await fill(user, dialog.getByLabelText('Reason'), 'An exercise')
  await user.click(await dialog.findByRole('button', { name: 'Disable' }))
  const row = within(await rowWith('Speed change'))
  await row.findByText('Off')
  expect(await stored()).toMatchObject({ enabled: false })
  await changeElsewhere('The exercise is over', { enabled: true })
  await gone(() => row.queryByText('Off'))
})

test('a detector without a definition is marked events only, and deleting its last one warns', async () => {
  const user = openScreen('/home/main/dashboard/rules/detectors?open=BLACKLIST')
  const details = await part('region', 'Blacklist')
  await details.findByText('Ready')
  openScreen('/home/main/dashboard/alerts/definitions?open=default-BLACKLIST')
  const definition = await part('region', 'Blacklist')
  await user.click(await definition.findByRole('button', { name: 'Delete' }))
  const dialog = await part('dialog', 'Delete Blacklist?')
  await dialog.findByText(/the only enabled definition of the detector Blacklist/)
  await fill(user, dialog.getByLabelText('Reason'), 'Not wanted')
  await user.click(dialog.getByRole('button', { name: 'Delete' }))
  await gone(() => screen.queryByRole('dialog', { name: 'Delete Blacklist?' }))
  openScreen('/home/main/dashboard/rules/detectors?open=BLACKLIST')
  const now = await part('region', 'Blacklist')
  await now.findByText('Events only')
  await user.click(await now.findByRole('link', { name: 'create one' }))
  const form = await part('form', 'New alert definition')
  expect(form.getByLabelText('Name')).toHaveProperty('value', 'Blacklist')
})
