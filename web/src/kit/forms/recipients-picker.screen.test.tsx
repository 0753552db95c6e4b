import { addGroup } from '@samudra/contract/roster'
import { screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { centreOfFile, showPart } from '../../../testing/a-screen.tsx'
import { call } from '../../wire/call.ts'
import { signedIn } from '../../wire/session.ts'
import { RecipientsPicker, type Recipients } from './PeoplePicker.tsx'

centreOfFile()

const ROLES = [{ value: 'WATCH_OFFICER', label: 'Watch officer on duty' }]
let chosen: Recipients
function Field() {
  const [value, setValue] = useState<Recipients>({ users: ['gone'], groups: [], roles: [] })
  chosen = value
  return <RecipientsPicker label="Recipients" roles={ROLES} value={value} onChange={setValue} />
}

test('one field takes users, groups and duties, and a user who is gone can be removed', async () => {
  const { id } = await call(addGroup, { name: 'Coast desk', color: '#2e7d32', members: [] })
  const user = showPart(<Field />)
  await screen.findByText('gone (not known)')
  const field = await screen.findByRole('combobox', { name: 'Recipients' })
  for (const [typed, name] of [
    ['watch', 'Watch officer on duty'],
    ['adm', /^admin/],
    ['coast', 'Coast desk'],
  ] as const) {
    await user.type(field, typed)
    await user.click(await screen.findByRole('option', { name }))
  }
  const self = signedIn()!.id
  expect(chosen).toEqual({ users: ['gone', self], groups: [id], roles: ['WATCH_OFFICER'] })
  await user.keyboard('{Backspace}')
  await waitFor(() => expect(chosen.groups).toEqual([]))
})
