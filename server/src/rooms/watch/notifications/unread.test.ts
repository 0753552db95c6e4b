import { getNotices, readNotices, testNotice } from '@samudra/contract/notifications'
import { addGroup, updateGroup } from '@samudra/contract/roster'
import { getUnread } from '@samudra/contract/unread'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { aServer } from '../../../../testing/servers/a-server.ts'
import { aUser } from '../../../../testing/servers/a-user.ts'
import { members } from '../../../platform/kernel/http/audience.ts'
import { query } from '../../../platform/needs/query.ts'

test('unread counts of all rooms come in one answer, and notices are not part of the sum', async () => {
  const { call, close } = await aServer()
  const countOf = async (room: string) =>
    (await call(getUnread, {})).items.find((one) => one.room === room)?.count
  expect([await countOf('notices'), await countOf('alerts')]).toEqual([0, 0])
  const { id } = await call(testNotice, { severity: 'INFO' })
  expect(await countOf('notices')).toBe(1)
  expect((await call(getUnread, {})).total).toBe(0)
  await call(readNotices, { ids: [id] })
  expect(await countOf('notices')).toBe(0)
  await close()
})

test('a notification to the members of a group is shown to members of the moment', async () => {
  const { call, close, database, logIn } = await aServer()
  const officer = await aUser({ database, logIn }, 'officer')
  const group = await call(addGroup, { name: 'Coast desk', color: '#2e7d32', members: ['test-officer'] })
  const texts = async () => (await officer.call(getNotices, {})).items.map(({ text }) => text)
  await notifyMembers(group.id)
  expect(await texts()).toEqual(['Meet at noon'])
  await call(updateGroup, { id: group.id, expected_version: 1, members: [] })
  expect(await texts()).toEqual([])
  await close()

  async function notifyMembers(id: string) {
    await sql`insert into notices (id, at, kind, severity, text, audience)
      values ('n1', now(), 'CHAT', 'INFO', 'Meet at noon', ${JSON.stringify(members('group', id))}::jsonb)`.execute(
      query(database.db),
    )
    await sql`insert into notice_readers (user_id, notice_id, channels, is_quiet, awaits_digest)
      values ('test-officer', 'n1', '{PAGE}', false, false)`.execute(query(database.db))
  }
})
