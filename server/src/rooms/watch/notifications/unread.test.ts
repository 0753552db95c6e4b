import { readNotices, testNotice } from '@samudra/contract/notifications'
import { getUnread } from '@samudra/contract/unread'
import { expect, test } from 'vitest'
import { aServer } from '../../../../testing/servers/a-server.ts'

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
