import { expect, test } from 'vitest'
import {
  CHAT_ID,
  chatContract,
  expectHidden,
  expectRefused,
  NO_ID,
  NO_RIGHT,
  NOT_THERE,
  BAD_BODY,
} from '../../../../../testing/chat/chat-contract.ts'
import { clientAt, PASSWORD } from '../../../../../testing/chat/chat-server.ts'

const WRONG = 'api.user.login.invalid_credentials_email_username'

chatContract('sessions of programs', (cast) => {
  test('a program logs in by name or address and gets its token in the header', async () => {
    const { server, asha } = cast()
    for (const loginId of ['asha', 'asha@centre.example', 'ASHA@centre.example']) {
      const client = clientAt(server.base, '')
      const user = await client.login(loginId, PASSWORD)
      expect(user.id).toBe(asha.id)
      expect(client.getToken().length).toBeGreaterThan(20)
      expect((await client.getMe()).username).toBe('asha')
    }
  })

  test('a wrong password and an unknown user are refused alike', async () => {
    const { server } = cast()
    const client = clientAt(server.base, '')
    const one = await expectRefused(client.login('asha', 'Wrong-9-Password!'), 401, WRONG)
    const other = await expectRefused(client.login('nobody-here', 'Wrong-9-Password!'), 401, WRONG)
    expect(other.message).toBe(one.message)
    expect(client.getToken()).toBe('')
  })

  test('a blank password or name is refused with 400', async () => {
    const client = clientAt(cast().server.base, '')
    await expectRefused(client.login('asha', ''), 400)
    await expectRefused(client.login('', PASSWORD), 400)
  })

  test('sessions are listed, revoked and ended', async () => {
    const { server, ben } = cast()
    // The other server has one session of the account, which ours uses.
    if (server.isProxied) return
    const asha = await server.user('asha-of-sessions')
    const [one, other] = [clientAt(server.base, ''), clientAt(server.base, '')]
    await one.login('asha-of-sessions', PASSWORD)
    await other.login('asha-of-sessions', PASSWORD)
    const sessions = await asha.client.getSessions(asha.id)
    expect(sessions.length).toBeGreaterThanOrEqual(3)
    for (const session of sessions)
      expect(session).toMatchObject({ id: expect.any(String), user_id: asha.id })
    expect(JSON.stringify(sessions)).not.toContain(one.getToken())
    await expectRefused(ben.client.getSessions(asha.id), 403, NO_RIGHT)
    const before = new Set(sessions.map(({ id }) => id))
    const third = clientAt(server.base, '')
    await third.login('asha-of-sessions', PASSWORD)
    const added = (await asha.client.getSessions(asha.id)).find(({ id }) => !before.has(id))!
    await expectHidden(ben.client.revokeSession(asha.id, added.id))
    expect(await asha.client.revokeSession(asha.id, added.id)).toEqual({ status: 'OK' })
    await expectRefused(third.getMe(), 401)
    const answer = await other.logout()
    expect(answer.status).toBe(200)
    expect(other.getToken()).toBe('')
    expect((await one.getMe()).id).toBe(asha.id)
    await one.logout()
  })
})

chatContract('users', (cast) => {
  test('a user has the fields that screens read, and no secret', async () => {
    const { asha } = cast()
    const me = await asha.client.getMe()
    expect(me).toMatchObject({
      id: expect.stringMatching(CHAT_ID),
      username: 'asha',
      email: 'asha@centre.example',
      nickname: expect.any(String),
      first_name: expect.any(String),
      last_name: expect.any(String),
      position: expect.any(String),
      roles: 'system_user',
      locale: expect.any(String),
      timezone: expect.any(Object),
      notify_props: expect.any(Object),
      props: expect.any(Object),
      create_at: expect.any(Number),
      update_at: expect.any(Number),
      delete_at: 0,
    })
    expect(Object.keys(me).filter((key) => /password|hash|secret|auth_data/i.test(key))).toEqual([])
  })

  test('users are found by id, name and address', async () => {
    const { asha, ben } = cast()
    expect((await asha.client.getUser(ben.id)).username).toBe('ben')
    expect((await asha.client.getUserByUsername('ben')).id).toBe(ben.id)
    expect((await asha.client.getUserByEmail('ben@centre.example')).id).toBe(ben.id)
    await expectRefused(asha.client.getUser(NO_ID), 404, NOT_THERE)
    await expectRefused(asha.client.getUserByUsername('nobody'), 404, NOT_THERE)
    await expectRefused(asha.client.getUserByEmail('nobody@centre.example'), 404, NOT_THERE)
  })

  test('users are listed by ids and by names; unknown ones are left out', async () => {
    const { asha, ben, chen } = cast()
    const byIds = await asha.client.getProfilesByIds([ben.id, chen.id, NO_ID])
    expect(byIds.map(({ username }) => username).toSorted()).toEqual(['ben', 'chen'])
    const byNames = await asha.client.getProfilesByUsernames(['chen', 'nobody'])
    expect(byNames.map(({ id }) => id)).toEqual([chen.id])
    expect((await asha.raw('POST', '/users/ids', { ids: [] })).status).toBe(400)
    expect((await asha.raw('POST', '/users/ids', ['x'])).status).toBe(400)
  })

  test('the list of users has pages, and takes at most 200 for one', async () => {
    const { asha } = cast()
    const all = await asha.client.getProfiles(0, 200)
    expect(all.map(({ username }) => username)).toEqual(
      expect.arrayContaining(['admin', 'asha', 'ben', 'chen']),
    )
    const first = await asha.client.getProfiles(0, 2)
    const second = await asha.client.getProfiles(1, 2)
    expect(first).toHaveLength(2)
    expect(second.map(({ id }) => id)).not.toEqual(first.map(({ id }) => id))
    expect((await asha.raw('GET', '/users?page=0&per_page=5000')).status).toBe(200)
    expect([200, 400]).toContain((await asha.raw('GET', '/users?page=-1')).status)
    expect(await asha.client.getProfiles(500, 200)).toEqual([])
  })

  test('users are listed by team and by channel', async () => {
    const { asha, ben, chen } = cast()
    const team = await asha.client.getProfilesInTeam(asha.team, 0, 100)
    expect(team.map(({ id }) => id)).toEqual(expect.arrayContaining([asha.id, ben.id]))
    const channel = await asha.channel({ members: [ben] })
    const inChannel = await asha.client.getProfilesInChannel(channel.id, 0, 100)
    expect(inChannel.map(({ id }) => id).toSorted()).toEqual([asha.id, ben.id].toSorted())
    await expectHidden(chen.client.getProfilesInChannel(channel.id, 0, 100))
  })

  test('autocompletion and search find users by the beginning of their names', async () => {
    const { asha, ben } = cast()
    const found = await asha.client.autocompleteUsers('be', asha.team, '', { limit: 5 })
    expect(found.users.map(({ id }) => id)).toContain(ben.id)
    const channel = await asha.channel()
    const split = await asha.client.autocompleteUsers('be', asha.team, channel.id, { limit: 5 })
    expect(split.users).toEqual([])
    expect(split.out_of_channel!.map(({ id }) => id)).toEqual([ben.id])
    expect((await asha.client.searchUsers('BEN', {})).map(({ id }) => id)).toEqual([ben.id])
    expect(await asha.client.searchUsers('%', {})).toEqual([])
    expect((await asha.raw('POST', '/users/search', { term: 7 })).status).toBe(400)
  })

  test('a user changes its own nickname, not that of others', async () => {
    const { asha, ben } = cast()
    const changed = await asha.client.patchMe({ nickname: 'Watch A' })
    expect(changed.nickname).toBe('Watch A')
    expect((await ben.client.getUser(asha.id)).nickname).toBe('Watch A')
    await expectRefused(ben.client.patchUser({ id: asha.id, nickname: 'x' }), 403, NO_RIGHT)
    expect((await asha.raw('PUT', '/users/me/patch', { nickname: 'x'.repeat(65) })).status).toBe(400)
    await asha.client.patchMe({ roles: 'system_admin', username: 'root' })
    expect(await asha.client.getMe()).toMatchObject({ roles: 'system_user', username: 'asha' })
  })

  test('an administrator has its role, and others have not', async () => {
    const { asha } = cast()
    const admin = await asha.client.getUserByUsername('admin')
    expect(admin.roles.split(' ')).toContain('system_admin')
  })

  test('every user has a picture', async () => {
    const { asha, ben } = cast()
    const answer = await asha.raw('GET', `/users/${ben.id}/image`)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toMatch(/^image\/(?:png|svg\+xml)/)
    expect((await asha.raw('GET', `/users/${NO_ID}/image`)).status).toBe(404)
  })
})

chatContract('statuses', (cast) => {
  test('a user sets its own status, and only its own', async () => {
    const { asha, ben } = cast()
    const set = await asha.client.updateStatus({ user_id: asha.id, status: 'dnd' })
    expect(set).toMatchObject({
      user_id: asha.id,
      status: 'dnd',
      manual: true,
      last_activity_at: expect.any(Number),
    })
    expect(await ben.client.getStatus(asha.id)).toMatchObject({ user_id: asha.id, status: 'dnd' })
    expect(await ben.client.getStatusesByIds([asha.id, ben.id])).toHaveLength(2)
    await expectRefused(ben.client.updateStatus({ user_id: asha.id, status: 'away' }), 403, NO_RIGHT)
    await expectRefused(asha.client.updateStatus({ user_id: asha.id, status: 'asleep' }), 400)
    await expectRefused(asha.client.getStatusesByIds(['x']), 400, BAD_BODY)
    await asha.client.updateStatus({ user_id: asha.id, status: 'online' })
  })

  test('do not disturb may have an end', async () => {
    const { asha } = cast()
    const end = Math.floor(Date.now() / 1000) + 3600
    await asha.client.updateStatus({ user_id: asha.id, status: 'dnd', dnd_end_time: end })
    expect(await asha.client.getStatus(asha.id)).toMatchObject({ status: 'dnd', dnd_end_time: end })
    await asha.client.updateStatus({ user_id: asha.id, status: 'online' })
  })

  test('a custom status is set and cleared', async () => {
    const { asha } = cast()
    await asha.client.updateCustomStatus({ emoji: 'coffee', text: 'Break', duration: '' as never })
    expect(JSON.parse((await asha.client.getMe()).props['customStatus'] ?? '{}')).toMatchObject({
      text: 'Break',
    })
    await asha.client.unsetCustomStatus()
    expect((await asha.client.getMe()).props['customStatus'] ?? '').not.toContain('Break')
  })
})
