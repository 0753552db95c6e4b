import { assignDuty } from '@samudra/contract/duties'
import { getPresence, setPresence } from '@samudra/contract/presence'
import { addUser } from '@samudra/contract/identity'
import { screen, within } from '@testing-library/react'
import { beforeAll, expect, test } from 'vitest'
import { callerOf, type Call } from '../../../../../server/testing/servers/caller-of.ts'
import { centreOfFile, showPart } from '../../../../testing/a-screen.tsx'
import { PersonName } from '../../../kit/people/PersonName.tsx'
import { FollowPresence } from './FollowPresence.tsx'

const centre = centreOfFile()
let other: Call
beforeAll(async () => {
  other = await callerOf(centre.base)
})

test('a name shows presence as it changes, and since when a user is on watch', async () => {
  const { user } = await other(addUser, {
    username: 'officer',
    role: '2',
    sources: ['*'],
    zone_access: ['*'],
  })
  const [from, to] = [new Date(Date.now() - 60_000), new Date(Date.now() + 3_600_000)]
  const hours = { from: from.toISOString(), to: to.toISOString() }
  await other(assignDuty, { user_id: user.id, role: 'WATCH_OFFICER', ...hours })
  const me = (await other(getPresence, {})).items.find(({ username }) => username === 'admin')!
  showPart(
    <>
      <FollowPresence />
      <p aria-label="Officer" role="group">
        <PersonName userId={user.id} name="officer" />
      </p>
      <p aria-label="Own" role="group">
        <PersonName userId={me.user_id} name="admin" />
      </p>
    </>,
  )
  const officer = within(screen.getByRole('group', { name: 'Officer' }))
  await officer.findByRole('img', { name: 'Offline' })
  await officer.findByText(/On watch since \d\d:\d\d/)
  const own = within(screen.getByRole('group', { name: 'Own' }))
  await own.findByRole('img', { name: 'Online' })
  await other(setPresence, { presence: 'dnd' })
  await own.findByRole('img', { name: 'Do not disturb' })
  await other(setPresence, { presence: 'online' })
  await own.findByRole('img', { name: 'Online' })
  expect(screen.queryAllByText(/On watch since/)).toHaveLength(1)
})
