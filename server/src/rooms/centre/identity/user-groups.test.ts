import { addUser, getUsers } from '@samudra/contract/identity'
import { addGroup, deleteGroup, getGroups, updateGroup } from '@samudra/contract/roster'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aServer, type TestServer } from '../../../../testing/servers/a-server.ts'
import { aUser } from '../../../../testing/servers/a-user.ts'
import { mentionedUsers } from './mentioned-users.ts'
import type { Known } from './sessions.ts'

let server: TestServer
beforeAll(async () => void (server = await aServer()))
afterAll(() => server.close())

test('an administrator adds a group with members, changes them, and deletes it when it is empty', async () => {
  const officer = await aUser(server, 'officer')
  const group = await server.call(addGroup, {
    name: 'Coast desk',
    color: '#2e7d32',
    members: ['test-officer'],
  })
  expect((await officer.call(getGroups, {})).items).toMatchObject([
    { name: 'Coast desk', color: '#2e7d32', members: ['test-officer'] },
  ])
  const listed = (await server.call(getUsers, { q: 'officer' })).items[0]!
  expect(listed.group_ids).toEqual([group.id])
  expect(await officer.raw(addGroup, { name: 'Mine', color: '#2e7d32', members: [] })).toMatchObject({
    Code: 'FORBIDDEN',
  })
  for (const name of ['coast  DESK', 'Watch officer', 'Officer'])
    expect(await server.raw(addGroup, { name, color: '#2e7d32', members: [] })).toMatchObject({
      Code: 'DUPLICATE',
    })
  expect(await server.raw(deleteGroup, { id: group.id })).toMatchObject({ Code: 'IN_USE' })
  const emptied = await server.call(updateGroup, { id: group.id, expected_version: 1, members: [] })
  expect(emptied.members).toEqual([])
  expect(await server.raw(updateGroup, { id: group.id, expected_version: 1 })).toMatchObject({
    Code: 'VERSION_CONFLICT',
  })
  await server.call(deleteGroup, { id: group.id })
  expect((await server.call(getGroups, {})).items).toEqual([])
})

test('a group that a new account names is added to the roster', async () => {
  await server.call(addUser, {
    username: 'pilot',
    role: '2',
    sources: [],
    zone_access: [],
    group_ids: ['Harbour'],
  })
  expect((await server.call(getGroups, {})).items).toMatchObject([{ id: 'Harbour', name: 'Harbour' }])
})

test('a text mentions users by name, group and duty, and not its author', () => {
  const user = (userId: string, groups: string[] = []) =>
    ({ userId, username: userId, groups }) as unknown as Known
  const subjects = {
    users: [user('anil'), user('Meera', ['G1']), user('ravi.k'), user('sana', ['G1'])],
    groups: [{ id: 'G1', name: 'Coast desk' }],
    duties: [{ userId: 'ravi.k', role: 'WATCH_OFFICER' as const, since: 0, until: 1 }],
  }
  const names = (text: string) => mentionedUsers(text, 'sana', subjects).map(({ userId }) => userId)
  expect(names('ask @meera.')).toEqual(['Meera'])
  expect(names('@Coast-Desk: look')).toEqual(['Meera'])
  expect(names('to @watch-officer, @supervisor and @anil')).toEqual(['anil', 'ravi.k'])
  expect(names('mail anil@meera.example, @nobody')).toEqual([])
})
