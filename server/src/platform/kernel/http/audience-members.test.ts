import { expect, test } from 'vitest'
import { MemberPushes, withMembers } from './audience-members.ts'
import { EVERYONE, except, isAddressed, members, users } from './audience.ts'
import { ANONYMOUS } from './caller.ts'
import type { Pushed } from './send.ts'

test('an audience of members consists of the users that the table names at that moment', async () => {
  let crew = ['asha']
  const membersOf = async () => crew
  const meant = except(members('channel', 'c1'), users('binu'))
  const isMeant = async (userId: string) =>
    isAddressed(await withMembers(meant, membersOf), { ...ANONYMOUS, userId })
  expect([await isMeant('asha'), await isMeant('binu')]).toEqual([true, false])
  crew = ['binu', 'chen']
  expect([await isMeant('asha'), await isMeant('binu'), await isMeant('chen')]).toEqual([false, false, true])
  expect(() => isAddressed(meant, { ...ANONYMOUS, userId: 'asha' })).toThrow('members')
})

test('pushes to members keep their place among the others', async () => {
  const delivered: Pushed[] = []
  const failed: unknown[] = []
  const table: Record<string, string[]> = { c1: ['asha'] }
  const pushes = new MemberPushes(
    async (_of, id) => table[id] ?? Promise.reject(new Error('the table does not answer')),
    (pushed) => delivered.push(pushed),
    (error) => failed.push(error),
  )
  pushes.push({ wire: 'first', payload: 1, audience: EVERYONE })
  expect(delivered).toHaveLength(1)
  pushes.push({ wire: 'members', payload: 2, audience: members('channel', 'c1') })
  pushes.push({ wire: 'lost', payload: 3, audience: members('channel', 'c2') })
  pushes.push({ wire: 'last', payload: 4, audience: EVERYONE })
  await expect.poll(() => delivered.length).toBe(3)
  expect(delivered.map(({ wire }) => wire)).toEqual(['first', 'members', 'last'])
  expect(delivered[1]!.audience).toEqual(users('asha'))
  expect(failed).toHaveLength(1)
})
