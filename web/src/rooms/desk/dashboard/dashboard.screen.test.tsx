import { getDashboards, saveDashboard } from '@samudra/contract/dashboards'
import { screen, within } from '@testing-library/react'
import { beforeAll, expect, test } from 'vitest'
import { callerOf, type Call } from '../../../../../server/testing/servers/caller-of.ts'
import { centreOfFile, fill, gone, openScreen, part } from '../../../../testing/a-screen.tsx'

const centre = centreOfFile()
const DASHBOARD = '/home/main/dashboard'
/** Another session of the administrator. */
let other: Call
beforeAll(async () => {
  other = await callerOf(centre.base)
})

test('the morning brief is edited, saved as an own dashboard, changed by keyboard and deleted', async () => {
  const user = openScreen(DASHBOARD)
  await part('region', 'Since the last watch')
  await user.click(await screen.findByRole('button', { name: 'Edit' }))
  await user.click(screen.getByRole('button', { name: 'Add a panel' }))
  await fill(user, await screen.findByRole('textbox', { name: 'Find a panel' }), 'flag')
  await user.click(screen.getByRole('button', { name: /^Vessels by flag/ }))
  await user.keyboard('{Escape}')
  await part('region', 'Vessels by flag')
  await user.click(screen.getByRole('button', { name: 'Remove Feeds' }))
  await gone(() => screen.queryByRole('region', { name: 'Feeds' }))
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  await part('region', 'Feeds')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  const form = await part('form', 'Save the dashboard')
  await fill(user, form.getByLabelText('Name'), 'Night watch')
  await user.click(form.getByRole('button', { name: 'Save' }))
  await screen.findByRole('heading', { level: 1, name: 'Night watch' })

  await user.click(screen.getByRole('button', { name: 'Edit' }))
  await user.click(screen.getByRole('button', { name: 'Move or resize Vessels by flag' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Wider' }))
  await user.keyboard('{Escape}')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  const again = await part('form', 'Save the dashboard')
  await user.click(again.getByRole('button', { name: 'Save' }))
  await screen.findByRole('button', { name: 'Edit' })
  const [saved] = (await other(getDashboards, {})).items
  expect(saved).toMatchObject({ name: 'Night watch', version: 2 })
  expect(saved!.panels.find(({ title }) => title === 'Vessels by flag')).toMatchObject({ w: 5 })

  await user.click(screen.getByRole('button', { name: 'Edit' }))
  await user.click(screen.getByRole('button', { name: 'Save' }))
  const last = await part('form', 'Save the dashboard')
  await user.click(last.getByRole('button', { name: 'Delete' }))
  const question = await part('dialog', 'Delete Night watch?')
  await user.click(question.getByRole('button', { name: 'Delete' }))
  await screen.findByRole('heading', { level: 1, name: 'Morning brief' })
  expect((await other(getDashboards, {})).items).toEqual([])
})

test('a panel is changed to what another measure can answer', async () => {
  const panel = {
    id: 'a',
    look: 'table',
    title: 'Alerts by state',
    x: 0,
    y: 0,
    w: 6,
    h: 4,
    query: { measure: 'alerts', by: 'state' },
  } as const
  const { id } = await other(saveDashboard, {
    name: 'Alerts',
    period: 'DAY',
    panels: [panel],
    visibility: 'CENTRE',
  })
  const user = openScreen(`${DASHBOARD}?id=${id}`)
  const table = within(await (await part('region', 'Alerts by state')).findByRole('table'))
  expect(table.getAllByRole('columnheader').map((one) => one.textContent)).toEqual(['State', 'Alerts'])
  await user.click(screen.getByRole('button', { name: 'Edit' }))
  await user.click(screen.getByRole('button', { name: 'Change Alerts by state' }))
  const editor = await part('dialog', 'Change Alerts by state')
  await user.click(editor.getByRole('combobox', { name: 'Count' }))
  await user.click(await screen.findByRole('option', { name: 'Arrivals' }))
  await user.click(editor.getByRole('button', { name: 'Apply' }))
  const changed = await part('region', 'Alerts by state')
  await changed.findByRole('columnheader', { name: 'Arrivals' })
})

test('a dashboard that was deleted is said so, and the morning brief is one press away', async () => {
  const user = openScreen(`${DASHBOARD}?id=none`)
  await screen.findByText('This dashboard was deleted or is not shared with you')
  await user.click(screen.getByRole('button', { name: 'Open the morning brief' }))
  await part('region', 'Since the last watch')
})
