import { addGroup } from '@samudra/contract/roster'
import { screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { centreOfFile, showPart } from '../../../testing/a-screen.tsx'
import { call } from '../../wire/call.ts'
import { signedIn } from '../../wire/session.ts'
import { RecipientsPicker, type Recipients } from './PeoplePicker.tsx'

centreOfFile()

const ROLES = [{ value: 'WATCH_OFFICER', label: 'Watch officer on duty' }]
const onPick = vi.fn<(value: Recipients) => void>()
function Field() {
  const [value, setValue] = useState<Recipients>({ users: ['gone'], groups: [], roles: [] })
  const change = (next: Recipients) => {
    onPick(next)
    setValue(next)
  }
  return <RecipientsPicker label="Recipients" roles={ROLES} value={value} onChange={change} />
}

test('one field takes users, groups and duties, and a user who is gone can be removed', async () => {
  const { id } = await call(addGroup, { name: 'Coast desk', color: '#2e7d32', members: [] })
  const user = showPart(<Field />)
  await screen.findByText('gone (unknown)')
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
  expect(onPick).toHaveBeenLastCalledWith({ users: ['gone', self], groups: [id], roles: ['WATCH_OFFICER'] })
  await user.keyboard('{Backspace}')
  await waitFor(() => expect(onPick.mock.lastCall?.[0].groups).toEqual([]))
})
