import { addUser } from '@samudra/contract/identity'
import { getLegalHolds } from '@samudra/contract/legal-holds'
import { getGroups, updateGroup } from '@samudra/contract/roster'
import { screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import { beforeAll, expect, test } from 'vitest'
import { callerOf, type Call } from '../../../../../../server/testing/servers/caller-of.ts'
import { centreOfFile, fill, openScreen, part, rowWith, showPart } from '../../../../../testing/a-screen.tsx'
import { MentionField } from '../../../../kit/forms/MentionField.tsx'

const centre = centreOfFile()
let other: Call
beforeAll(async () => {
  other = await callerOf(centre.base)
})

test('an administrator adds a group, and members that another administrator sets show at once', async () => {
  const { user: member } = await other(addUser, {
    username: 'officer',
    role: '2',
    sources: ['*'],
    zone_access: ['*'],
  })
  const user = openScreen('/home/security/groups')
  await screen.findByText('No groups yet')
  await user.click(screen.getByRole('button', { name: 'Add group' }))
  const form = await part('form', 'New group')
  await fill(user, form.getByLabelText('Name'), 'Coast desk')
  form.getByText('Mentioned as @coast-desk')
  await user.click(form.getByRole('button', { name: 'Add' }))
  await rowWith('Coast desk')
  const [group] = (await other(getGroups, {})).items
  await other(updateGroup, { id: group!.id, expected_version: 1, members: [member.id] })
  await waitFor(() => {
    const members = screen.getByRole('list', { name: 'Members of Coast desk' })
    expect(
      within(members)
        .getAllByRole('listitem')
        .map((one) => one.textContent),
    ).toEqual(['officer'])
  })
  await user.click(screen.getByRole('button', { name: 'Delete the group' }))
  await user.click(await screen.findByRole('button', { name: 'Delete' }))
  await screen.findByText('This group has members; remove them first.')
})

function Comment() {
  const [text, setText] = useState('')
  return <MentionField label="Comment" isRequired={false} hasFocus={false} value={text} onChange={setText} />
}

test('names of groups and duties are offered behind @, and Enter takes the first', async () => {
  const user = showPart(<Comment />)
  const field = await screen.findByLabelText<HTMLTextAreaElement>('Comment')
  await user.type(field, 'For @co')
  const option = within(await screen.findByRole('option', { name: /coast-desk/ }))
  option.getByText('1 member')
  await waitFor(() => expect(screen.getByRole('option').dataset['comboboxSelected']).toBe('true'))
  await user.keyboard('{Enter}')
  expect(field.value).toBe('For @coast-desk ')
  await user.type(field, 'and @watch')
  await screen.findByRole('option', { name: /watch-officer.*on duty now/ })
})

test('an administrator sets a legal hold with a reason, and releases it', async () => {
  const user = openScreen('/home/security/userManagement')
  await user.click(await rowWith('officer'))
  await user.click(await screen.findByRole('tab', { name: 'Account' }))
  await user.click(await screen.findByRole('button', { name: 'Set' }))
  await fill(user, await screen.findByLabelText('Reason'), 'Case 12/2026')
  await user.click(screen.getByRole('button', { name: 'Set legal hold' }))
  await screen.findByText(/Set by admin on .*Case 12/)
  expect((await other(getLegalHolds, {})).items).toMatchObject([{ username: 'officer' }])
  await user.click(await screen.findByRole('button', { name: 'Release' }))
  await fill(user, await screen.findByLabelText('Reason'), 'Case closed')
  await user.click(screen.getByRole('button', { name: 'Release legal hold' }))
  await screen.findByText(/Prevents deletion/)
})
