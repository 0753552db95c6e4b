import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { chatChannels } from '@samudra/contract/chat-calls'
import { login } from '@samudra/contract/identity'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { aServer, logInAt, type TestServer } from '../../../../../testing/servers/a-server.ts'
import { addUser, PASSWORD, rawAt } from '../../../../../testing/chat/chat-server.ts'
import { openChatSocket } from '../../../../../testing/chat/chat-socket.ts'

const ADMIN_TOKEN = 'secret-of-the-administrator'
const NOT_LINKED = 'api.chat.account_not_linked.app_error'

/** Mattermost by a script: accounts by name, tokens made by its administrator, and calls that show who made them. */
class ScriptedMattermost {
  readonly seen: { method: string; url: string; headers: IncomingMessage['headers'] }[] = []
  readonly accounts = new Map<string, { id: string; email: string }>()
  readonly tokens = new Map<string, string>()
  #server: Server | undefined
  port = 0

  async listen(): Promise<void> {
    this.#server = createServer((request, answer) => {
      const { method = '', url = '', headers } = request
      this.seen.push({ method, url, headers })
      const token = headers.authorization?.slice('Bearer '.length) ?? ''
      const send = (status: number, json: object) => {
        answer.writeHead(status, {
          'content-type': 'application/json',
          'set-cookie': 'MMAUTHTOKEN=leak',
          token: 'leak',
        })
        answer.end(JSON.stringify(json))
      }
      const fault = (status: number) =>
        send(status, { id: 'api.fault.app_error', message: 'Fault', status_code: status })
      if (url.startsWith('/mm/api/v4/users/username/')) {
        const name = url.split('/').at(-1)!
        const account = this.accounts.get(name)
        if (token !== ADMIN_TOKEN || account === undefined) return fault(404)
        return send(200, { ...account, username: name })
      }
      const made = /^\/mm\/api\/v4\/users\/(\w+)\/tokens$/.exec(url)
      if (made !== null && method === 'POST' && token === ADMIN_TOKEN) {
        const fresh = `token-${this.tokens.size}-of-${made[1]}`
        this.tokens.set(fresh, made[1]!)
        return send(201, { id: 'x', token: fresh })
      }
      const account = this.tokens.get(token)
      if (account === undefined) return fault(401)
      if (url === '/mm/api/v4/users/me') return send(200, { id: account })
      return fault(404)
    })
    await new Promise<void>((resolve) => this.#server!.listen(this.port, '127.0.0.1', resolve))
    this.port = (this.#server.address() as AddressInfo).port
  }
  async close(): Promise<void> {
    this.#server?.closeAllConnections()
    await new Promise((resolve) => this.#server?.close(resolve))
  }
}

const mattermost = new ScriptedMattermost()
let server: TestServer
beforeAll(async () => {
  await mattermost.listen()
  const url = `http://127.0.0.1:${mattermost.port}/mm`
  server = await aServer([], undefined, { chatRemote: { url, adminToken: ADMIN_TOKEN } })
})
afterAll(async () => {
  await server.close()
  await mattermost.close()
})
beforeEach(() => mattermost.seen.splice(0))

/** Adds a user and returns calls with the chat token of a session. */
async function userOf(name: string) {
  await addUser(server.database.db, name)
  const answer = await fetch(server.base + login.path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', timestamp: String(Date.now()) },
    body: JSON.stringify({ username: name, password: PASSWORD }),
  })
  const { Data } = (await answer.json()) as { Data: { chat_token: string; chat_details: { id: string } } }
  const authorization = `Bearer ${Data.chat_token}`
  return {
    details: Data.chat_details,
    token: Data.chat_token,
    call: async (method: string, path: string, body?: unknown) => {
      const { status, text, headers } = await rawAt(server.base, method, path, body, { authorization })
      return { status, headers, json: JSON.parse(text) as { id: string; message: string } }
    },
  }
}

test('the admin token links an account of the same name once; its token stays on the server', async () => {
  mattermost.accounts.set('asha', { id: 'a'.repeat(26), email: 'ASHA@centre.example' })
  const { call, token } = await userOf('asha')
  const answers = await Promise.all([
    call('GET', '/users/me'),
    call('GET', '/users/me'),
    call('GET', '/link'),
  ])
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(answers[0].json.id).toBe('a'.repeat(26))
  expect(mattermost.seen.filter(({ url }) => url.endsWith('/tokens'))).toHaveLength(1)
  const forwarded = mattermost.seen.filter(({ url }) => url.endsWith('/users/me'))
  for (const { headers } of forwarded) {
    expect(headers.authorization).toMatch(/^Bearer token-\d+-of-a+$/)
    expect(JSON.stringify(headers)).not.toContain(token)
    expect(headers.cookie).toBeUndefined()
  }
  for (const { headers, json } of answers) {
    expect(headers.get('set-cookie')).toBeNull()
    expect(headers.get('token')).toBeNull()
    expect(JSON.stringify(json)).not.toMatch(/token-|secret/)
  }
})

test('a user without an account there, or with one of another address, learns how to link', async () => {
  mattermost.accounts.set('ben', { id: 'b'.repeat(26), email: 'ben@elsewhere.example' })
  for (const name of ['ben', 'nobody']) {
    const { call, details } = await userOf(name)
    const answer = await call('GET', '/users/me')
    expect(answer).toMatchObject({ status: 403, json: { id: NOT_LINKED } })
    expect(answer.json.message).toContain('Link it with your name and password')
    expect(details.id).toBe('')
    const socket = openChatSocket(server.base, {
      authorization: `Bearer ${(await userOf(`${name}2`)).token}`,
    })
    expect((await socket.closed()).code).toBe(4003)
  }
})

test('a token that the other server revoked is replaced at the next call', async () => {
  mattermost.accounts.set('chen', { id: 'c'.repeat(26), email: 'chen@centre.example' })
  const { call } = await userOf('chen')
  expect((await call('GET', '/users/me')).status).toBe(200)
  mattermost.tokens.clear()
  expect((await call('GET', '/users/me')).json.id).toBe(NOT_LINKED)
  expect((await call('GET', '/users/me')).status).toBe(200)
})

test('functions of the own chat server are refused by name, and its operations with a sentence', async () => {
  mattermost.accounts.set('dora', { id: 'd'.repeat(26), email: 'dora@centre.example' })
  const { call } = await userOf('dora')
  for (const [method, path] of [
    ['GET', `/posts/${'p'.repeat(26)}/receipts`],
    ['POST', '/extensions/ask-watch'],
  ] as const)
    expect(await call(method, path)).toMatchObject({
      status: 501,
      json: { id: 'api.not_supported.app_error' },
    })
  const { raw } = await logInAt(server.base, 'dora', PASSWORD)
  expect(await raw(chatChannels, {})).toMatchObject({
    Status: false,
    Message: expect.stringContaining('another server'),
  })
  expect(mattermost.seen.filter(({ url }) => /receipts|extensions/.test(url))).toEqual([])
})

test('a path cannot leave the chat of the other server', async () => {
  mattermost.accounts.set('eli', { id: 'e'.repeat(26), email: 'eli@centre.example' })
  const { call } = await userOf('eli')
  for (const path of ['/users/..%2f..%2fadmin', '/users/%2e%2e/admin', '/files/..%5cx'])
    expect([400, 404]).toContain((await call('GET', path)).status)
  expect(
    mattermost.seen.filter(({ url }) => !url.startsWith('/mm/api/v4/') || /\.\.|%2e/i.test(url)),
  ).toEqual([])
})

test('a server that does not answer is reported with 503, and the session and the login go on', async () => {
  mattermost.accounts.set('fay', { id: 'f'.repeat(26), email: 'fay@centre.example' })
  const { call } = await userOf('fay')
  expect((await call('GET', '/users/me')).status).toBe(200)
  await mattermost.close()
  expect(await call('GET', '/users/me')).toMatchObject({
    status: 503,
    json: { id: 'api.context.unavailable.app_error' },
  })
  await userOf('gus')
  await mattermost.listen()
  expect((await call('GET', '/users/me')).status).toBe(200)
})
