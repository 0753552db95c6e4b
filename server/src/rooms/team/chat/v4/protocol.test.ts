import { login as mainLogin } from '@samudra/contract/identity'
import { expect, test } from 'vitest'
import {
  BAD_BODY,
  BAD_PARAMETER,
  CHAT_ID,
  chatContract,
  expectRefused,
  NO_ID,
  NOT_THERE,
} from '../../../../../testing/chat/chat-contract.ts'
import { clientAt, PASSWORD, rawAt } from '../../../../../testing/chat/chat-server.ts'

const EXPIRED = 'api.context.session_expired.app_error'
type Fault = {
  id: string
  message: string
  detailed_error: string
  request_id: string
  status_code: number
}
type Listed = { id: string; channel_id?: string; mention_count?: number; data?: Listed[] }

chatContract('protocol', (cast) => {
  test('an error has status, id, sentence and the number of the request', async () => {
    const { asha } = cast()
    const answer = await asha.raw('GET', `/posts/${NO_ID}`)
    const fault = answer.json() as Fault
    expect(answer.status).toBe(404)
    expect(Object.keys(fault).toSorted()).toEqual(
      ['detailed_error', 'id', 'message', 'request_id', 'status_code'].toSorted(),
    )
    expect(fault).toMatchObject({ id: NOT_THERE, status_code: 404, detailed_error: expect.any(String) })
    expect(fault.request_id).toBe(answer.headers.get('x-request-id'))
  })

  test('a call without a session is refused with 401', async () => {
    const { server } = cast()
    for (const [method, path] of [
      ['GET', '/users/me'],
      ['GET', '/users'],
      ['POST', '/posts'],
      ['GET', `/files/${NO_ID}`],
      ['GET', '/users/me/teams'],
    ] as const) {
      const answer = await rawAt(server.base, method, path, method === 'POST' ? {} : undefined)
      expect({ path, status: answer.status, id: (answer.json() as Fault).id }).toEqual({
        path,
        status: 401,
        id: EXPIRED,
      })
    }
  })

  test('a wrong token is refused with 401, in every form of the header', async () => {
    const { server } = cast()
    await expectRefused(clientAt(server.base, 'not-a-token').getMe(), 401, EXPIRED)
    for (const authorization of ['Bearer', 'BEARER ', 'Bearer x.y.z', 'Basic YTpi', 'x'.repeat(5000)])
      expect((await rawAt(server.base, 'GET', '/users/me', undefined, { authorization })).status).toBe(401)
  })

  test.each(['BEARER', 'Bearer', 'bearer'])('a token after %s is accepted', async (word) => {
    const { server, asha } = cast()
    const authorization = `${word} ${asha.token}`
    const answer = await rawAt(server.base, 'GET', '/users/me', undefined, { authorization })
    expect(answer.json()).toMatchObject({ id: asha.id, username: 'asha' })
  })

  test('the access token of the main API is no token of the chat, nor the other way round', async () => {
    const { server, asha } = cast()
    const authorization = `Bearer ${asha.apiToken}`
    expect((await rawAt(server.base, 'GET', '/users/me', undefined, { authorization })).status).toBe(401)
    const answer = await fetch(`${server.base}/api/v1/users/me`, {
      headers: { authorization: `Bearer ${asha.token}`, timestamp: String(Date.now()) },
    })
    expect(answer.status).toBeGreaterThanOrEqual(400)
  })

  test('the client learns the version of the server', async () => {
    const { asha } = cast()
    await asha.client.getMe()
    expect(asha.client.getServerVersion()).toBe('11.9.0.build.hash.false')
  })

  test('ping, configuration and licence are open to everybody', async () => {
    const { server } = cast()
    const client = clientAt(server.base, '')
    expect(await client.ping(false)).toMatchObject({ status: 'OK' })
    const config = await client.getClientConfig()
    expect(Object.entries(config).filter(([, value]) => typeof value !== 'string')).toEqual([])
    expect(config).toMatchObject({
      Version: '11.9.0',
      BuildNumber: expect.any(String),
      MaxFileSize: expect.stringMatching(/^\d+$/),
      CollapsedThreads: expect.any(String),
    })
    expect(await client.getClientLicenseOld()).toEqual({ IsLicensed: 'false' })
  })

  test('the header against the warning page of a tunnel, and unknown query keys, change nothing', async () => {
    const { asha } = cast()
    const plain = await asha.raw('GET', '/users/me')
    const dressed = await asha.raw(
      'GET',
      '/users/me?skipFetchThreads=false&collapsedThreads=true&x=1',
      undefined,
      {
        'ngrok-skip-browser-warning': 'true',
      },
    )
    expect(dressed.json()).toEqual(plain.json())
  })

  test('an id in another form is refused with 400', async () => {
    const { asha } = cast()
    for (const path of [
      '/users/xyz',
      '/channels/ABC',
      '/posts/1',
      '/teams/x.y',
      '/files/..%2f',
      '/channels/x/posts',
    ])
      expect({ path, ...((await asha.raw('GET', path)).json() as Fault) }).toMatchObject({
        path,
        id: BAD_PARAMETER,
        status_code: 400,
      })
  })

  test('an unknown address is answered 404 as JSON, with and without a session', async () => {
    const { server, asha } = cast()
    for (const path of [
      '/nothing',
      '/users/me/nothing',
      '/channels/me/nothing/else',
      '/users/me/../../nothing',
    ])
      expect((await asha.raw('GET', path)).json()).toMatchObject({ id: NOT_THERE, status_code: 404 })
    const bare = (await rawAt(server.base, 'DELETE', '/nothing')).json()
    // Behind a proxy only the other server knows its addresses.
    expect(bare).toMatchObject({ id: server.isProxied ? EXPIRED : NOT_THERE })
  })

  test.each(['{', '[1,', '"x', 'null', '[]', '7', '\u0000', '{"message":'])(
    'a post whose body is %s is refused with 400',
    async (body) => {
      const { asha } = cast()
      const answer = await asha.raw('POST', '/posts', body)
      expect(answer.json()).toMatchObject({ id: BAD_BODY, status_code: 400 })
    },
  )

  test('a body without a content type is read as JSON, and unknown fields are left out', async () => {
    const { asha } = cast()
    const floor = await asha.watchFloor()
    const answer = await asha.raw(
      'POST',
      '/posts',
      { channel_id: floor.id, message: 'with more', unknown: { deep: [1] }, create_at: 5, user_id: NO_ID },
      { 'content-type': 'text/plain' },
    )
    expect(answer.status).toBe(201)
    expect(answer.json()).toMatchObject({ message: 'with more', user_id: asha.id })
    expect((answer.json() as { create_at: number }).create_at).toBeGreaterThan(1e12)
    expect(answer.json()).not.toHaveProperty('unknown')
  })
})

chatContract('session of a page', (cast) => {
  test('log in sets the cookies of the chat, and only the token is hidden from scripts', async () => {
    const { server } = cast()
    const answer = await fetch(server.base + mainLogin.path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', timestamp: String(Date.now()) },
      body: JSON.stringify({ username: 'asha', password: PASSWORD }),
    })
    const { Data } = (await answer.json()) as {
      Data: { chat_token: string; chat_details: { id: string; team: string; active_users: string[] } }
    }
    const lines = answer.headers.getSetCookie().filter((line) => line.startsWith('MM'))
    expect(
      lines.map((line) => [line.split('=')[0], /httponly/i.test(line), /path=([^;]+)/i.exec(line)?.[1]]),
    ).toEqual(
      expect.arrayContaining([
        ['MMAUTHTOKEN', true, '/chat'],
        ['MMUSERID', false, '/'],
        ['MMCSRF', false, '/'],
      ]),
    )
    expect(Data.chat_token.length).toBeGreaterThan(20)
    expect(Data.chat_details).toEqual({
      id: cast().asha.id,
      team: cast().asha.team,
      active_users: expect.any(Array),
    })
  })

  test('a page reads with its cookie, and changes with cookie and X-CSRF-Token', async () => {
    const { asha } = cast()
    const floor = await asha.watchFloor()
    const body = { channel_id: floor.id, message: 'from a page' }
    expect((await asha.rawAsPage('GET', '/users/me')).json()).toMatchObject({ id: asha.id })
    expect((await asha.rawAsPage('POST', '/posts', body)).status).toBe(201)
    for (const csrf of [null, '', 'wrong', cast().ben.cookies.get('MMCSRF')!])
      expect((await asha.rawAsPage('POST', '/posts', body, csrf)).status).toBe(401)
  })

  test('a bearer token needs no CSRF proof', async () => {
    const { asha } = cast()
    expect(await asha.client.viewMyChannel('')).toMatchObject({ status: 'OK' })
  })
})

chatContract("the specification's own calls", (cast) => {
  const BASES = ['/chat/api/v4', '/chat']
  const METHODS = ['POST', 'GET'] as const
  const FORMS = BASES.flatMap((base) => METHODS.map((method) => [method, base] as const))

  test.each(FORMS)('%s %s?per_page=100 answers the teams in data', async (method, base) => {
    const { asha } = cast()
    const answer = await asha.raw(method, `${base}?per_page=100`, undefined, {
      'ngrok-skip-browser-warning': 'true',
    })
    expect(answer.status).toBe(200)
    expect((answer.json() as Listed).data).toEqual([
      expect.objectContaining({ id: asha.team, name: 'centre' }),
    ])
  })

  test.each(FORMS)(
    '%s %s/{id}/channel_members answers channels with mention counts',
    async (method, base) => {
      const { asha } = cast()
      const floor = await asha.watchFloor()
      const answer = await asha.raw(method, `${base}/${asha.id}/channel_members`)
      const members = answer.json() as Listed[]
      expect(answer.status).toBe(200)
      expect(members.find((one) => one.channel_id === floor.id)).toMatchObject({ mention_count: 0 })
    },
  )

  test.each(FORMS)('%s %s/{id}/teams/{teamId}/channels merges mention counts', async (method, base) => {
    const { asha, ben, chen } = cast()
    const direct = await ben.client.createDirectChannel([ben.id, asha.id])
    const quiet = await chen.client.createDirectChannel([chen.id, asha.id])
    await asha.client.viewMyChannel(direct.id)
    await ben.post(direct.id, 'are you there?')
    const answer = await asha.raw(method, `${base}/${asha.id}/teams/${asha.team}/channels`)
    const channels = answer.json() as Listed[]
    expect(answer.status).toBe(200)
    expect(channels.find(({ id }) => id === direct.id)).toMatchObject({ mention_count: 1, type: 'D' })
    expect(channels.find(({ id }) => id === quiet.id)).toMatchObject({ mention_count: 0 })
  })

  test.each(BASES)(
    'GET %s/{id}/contacts answers users without bots, with their last message',
    async (base) => {
      const { asha, ben } = cast()
      const answer = await asha.raw('GET', `${base}/${asha.id}/contacts`)
      const contacts = answer.json() as { id: string; is_bot?: boolean; last_post_at: number }[]
      expect(answer.status).toBe(200)
      expect(contacts.find(({ id }) => id === ben.id)).toMatchObject({ last_post_at: expect.any(Number) })
      expect(contacts.filter(({ is_bot }) => is_bot === true)).toEqual([])
      for (const { id } of contacts) expect(id).toMatch(CHAT_ID)
    },
  )

  test('lists of another user are refused', async () => {
    const { asha, ben } = cast()
    for (const path of [
      `/chat/${ben.id}/channel_members`,
      `/chat/${ben.id}/teams/${asha.team}/channels`,
      `/chat/${ben.id}/contacts`,
    ])
      expect((await asha.raw('GET', path)).status).toBe(403)
  })

  test('they need a session, and a known team', async () => {
    const { server, asha } = cast()
    expect((await rawAt(server.base, 'GET', '/chat?per_page=100')).status).toBe(401)
    expect((await asha.raw('GET', `/chat/${asha.id}/teams/${NO_ID}/channels`)).status).toBeGreaterThanOrEqual(
      403,
    )
  })
})
