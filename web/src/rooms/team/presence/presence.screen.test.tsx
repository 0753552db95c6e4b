import { assignDuty } from '@samudra/contract/duties'
import { getPresence, setPresence } from '@samudra/contract/presence'
import { addUser } from '@samudra/contract/identity'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeAll, expect, test } from 'vitest'
import { callerOf, type Call } from '../../../../../server/testing/servers/caller-of.ts'
import { centreOfFile, openScreen, rowWith, showPart } from '../../../../testing/a-screen.tsx'
import { FollowPresence } from './FollowPresence.tsx'

const centre = centreOfFile()
let other: Call
beforeAll(async () => {
  other = await callerOf(centre.base)
})

test('the list of users shows presence and since when a user is on watch', async () => {
  const { user } = await other(addUser, {
    username: 'officer',
    role: '2',
    sources: ['*'],
    zone_access: ['*'],
  })
  const [from, to] = [new Date(Date.now() - 60_000), new Date(Date.now() + 3_600_000)]
  const hours = { from: from.toISOString(), to: to.toISOString() }
  await other(assignDuty, { user_id: user.id, role: 'WATCH_OFFICER', ...hours })
  openScreen('/home/main/users')
  showPart(<FollowPresence />)
  const row = within(await rowWith('officer'))
  await row.findByRole('img', { name: 'Offline' })
  await row.findByText(/On watch since \d\d:\d\d/)
  const own = within(await rowWith('admin'))
  await own.findByRole('img', { name: 'Online' })
  await other(setPresence, { presence: 'dnd' })
  await own.findByRole('img', { name: 'Do not disturb' })
  await other(setPresence, { presence: 'online' })
  await waitFor(async () =>
    expect((await other(getPresence, {})).items).toMatchObject([
      { presence: 'online' },
      { presence: 'offline' },
    ]),
  )
  await own.findByRole('img', { name: 'Online' })
  expect(screen.queryAllByText(/On watch since/)).toHaveLength(1)
})
