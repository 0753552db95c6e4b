import { createAlertDefinition, getAlertDefinitions } from '@samudra/contract/alert-definitions'
import { getEscalationPolicies } from '@samudra/contract/escalation-policies'
import { screen, within } from '@testing-library/react'
import { beforeAll, expect, test } from 'vitest'
import { callerOf, type Call } from '../../../../../../server/testing/servers/caller-of.ts'
import { centreOfFile, fill, gone, openScreen, part, rowWith } from '../../../../../testing/a-screen.tsx'
import { NEW_DEFINITION, newOf } from '../definitions/definition-draft.ts'

const centre = centreOfFile()
/** Another session of the administrator. */
let other: Call
beforeAll(async () => {
  other = await callerOf(centre.base)
})

test('a policy with two steps is created, used in a definition, and not deleted while in use', async () => {
  const user = openScreen('/home/main/dashboard/alerts/policies')
  await screen.findByText('No escalation policy')
  await user.click(await screen.findByRole('button', { name: 'New policy' }))
  const form = await part('form', 'New escalation policy')
  await fill(user, form.getByLabelText('Name'), 'Night watch')
  await user.click(form.getByRole('button', { name: 'Add a step' }))
  const second = within(await screen.findByRole('group', { name: 'Step 2' }))
  await user.click(second.getByRole('combobox', { name: 'Notify' }))
  await user.click(await screen.findByRole('option', { name: 'Duty officer on duty' }))
  await user.click(second.getByRole('combobox', { name: 'By' }))
  await user.click(await screen.findByRole('option', { name: 'E-mail' }))
  await user.click(form.getByRole('button', { name: 'Create' }))
  await gone(() => screen.queryByRole('form', { name: 'New escalation policy' }))
  await rowWith('Night watch')
  const [policy] = (await other(getEscalationPolicies, {})).items
  expect(policy!.steps).toMatchObject([
    { after_min: 5, audience: { duty_roles: ['SUPERVISOR'] }, channels: [] },
    { after_min: 5, audience: { duty_roles: ['DUTY_OFFICER'] }, channels: ['EMAIL'] },
  ])

  const { id } = await other(createAlertDefinition, {
    ...newOf({ ...NEW_DEFINITION, name: 'Ships of the night' }),
    enabled: true,
  })
  const again = openScreen(`/home/main/dashboard/alerts/definitions?open=${id}&change=${id}`)
  const definition = await part('form', 'Change Ships of the night')
  await again.click(definition.getByRole('combobox', { name: 'When unassigned' }))
  await again.click(await screen.findByRole('option', { name: 'Night watch' }))
  await again.click(definition.getByRole('combobox', { name: 'Users, groups and duties' }))
  await again.click(await screen.findByRole('option', { name: 'Supervisor on duty' }))
  await again.click(definition.getByRole('button', { name: 'Save' }))
  await gone(() => screen.queryByRole('form', { name: 'Change Ships of the night' }))
  const { items } = await other(getAlertDefinitions, { limit: 500 })
  expect(items.find((one) => one.id === id)).toMatchObject({
    escalation_policy_id: policy!.id,
    audience: { duty_roles: ['SUPERVISOR'] },
  })

  const third = openScreen(`/home/main/dashboard/alerts/policies?open=${policy!.id}`)
  const details = await part('region', 'Night watch')
  await third.click(await details.findByRole('button', { name: 'Delete' }))
  const dialog = await part('dialog', 'Delete Night watch?')
  await fill(third, dialog.getByLabelText('Reason'), 'Not needed')
  await third.click(dialog.getByRole('button', { name: 'Delete' }))
  await dialog.findByText(/used by Alert definition: Ships of the night/)
})
