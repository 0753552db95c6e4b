import { assignDuty, endDuty } from '@samudra/contract/duties'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { centreOfFile, fill, openScreen, part, rowWith } from '../../../../../testing/a-screen.tsx'
import { callerOf } from '../../../../../../server/testing/servers/caller-of.ts'
import { signedIn } from '../../../../wire/session.ts'

const centre = centreOfFile()
const DUTIES = '/home/main/dashboard/alerts/duties'

test('the watch is empty until a user is put on duty, and again when the duty is ended', async () => {
  const user = openScreen(DUTIES)
  await screen.findByText('No one is on watch.')
  const form = await part('form', 'Assign a duty')
  await user.click(await form.findByRole('combobox', { name: 'User' }))
  await user.click(await screen.findByRole('option', { name: 'admin' }))
  await user.click(await form.findByRole('button', { name: 'Put on duty' }))
  const now = await screen.findByRole('region', { name: 'Now' })
  await rowWith('Watch officer', now)
  await screen.findByText(/no one is on watch\./)
  await user.click(within(now).getByRole('button', { name: 'End' }))
  const dialog = await part('dialog', 'End the duty of admin?')
  await fill(user, dialog.getByLabelText('Reason'), 'Ill')
  await user.click(await dialog.findByRole('button', { name: 'End duty' }))
  await screen.findByText('No one is on watch.')
  const past = await part('region', 'Last 24 h')
  await past.findByText('admin, ended by admin')
})

test('a duty that another administrator gives and ends shows at once', async () => {
  openScreen(DUTIES)
  await screen.findByText('No one is on watch.')
  const other = await callerOf(centre.base)
  const at = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()
  const { id } = await other(assignDuty, {
    user_id: signedIn()!.id,
    role: 'SUPERVISOR',
    from: at(-1),
    to: at(60),
  })
  const now = await screen.findByRole('region', { name: 'Now' })
  await rowWith('Supervisor', now)
  await other(endDuty, { id, reason: 'Ill' })
  await screen.findByText('No one is on watch.')
  expect(within(now).queryByText('Supervisor')).toBeNull()
})
