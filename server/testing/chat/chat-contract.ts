import { ClientError } from '@mattermost/client'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { aServer } from '../servers/a-server.ts'
import { watchAnswers } from './answer-rules.ts'
import { addUser, ChatTester, type ChatServerUnderTest } from './chat-server.ts'

/** Opens a server with the chat of the product, on a database of its own. */
export async function ownChatServer(): Promise<ChatServerUnderTest> {
  const server = await aServer([], undefined, { chatClients: true })
  let users = 0
  return {
    title: 'own chat server',
    base: server.base,
    isProxied: false,
    user: async (name = `user${++users}`, more = {}) => {
      await addUser(server.database.db, name, more)
      return ChatTester.logIn({ base: server.base }, name)
    },
    close: () => server.close(),
  }
}

/** Opens a server whose chat is another server: here a second one of ours, which stands in for that of another vendor. */
export async function proxiedChatServer(): Promise<ChatServerUnderTest> {
  const behind = await aServer([], undefined, { chatClients: true })
  const url = `${behind.base}/chat`
  const server = await aServer([], undefined, { chatClients: true, chatRemote: { url, adminToken: null } })
  let users = 0
  return {
    title: 'proxied chat server',
    base: server.base,
    isProxied: true,
    user: async (name = `user${++users}`, more = {}) => {
      for (const { db } of [behind.database, server.database]) await addUser(db, name, more)
      return ChatTester.logIn({ base: server.base }, name, true)
    },
    close: async () => {
      await server.close()
      await behind.close()
    },
  }
}

/** Servers that each topic of the contract runs against. */
const SERVERS: [string, () => Promise<ChatServerUnderTest>][] = [
  ['own chat server', ownChatServer],
  ['proxied chat server', proxiedChatServer],
]

/** Users of a topic, made once for each server. */
export type Cast = { server: ChatServerUnderTest; asha: ChatTester; ben: ChatTester; chen: ChatTester }

/** Runs a topic of the contract against every chat server, each with three users. */
export function chatContract(topic: string, tests: (cast: () => Cast) => void): void {
  describe.each(SERVERS)(`${topic}, %s`, (_, open) => {
    let cast: Cast | undefined
    let endWatch: (() => string[]) | undefined
    beforeAll(async () => {
      const server = await open()
      endWatch = watchAnswers()
      const [asha, ben, chen] = [
        await server.user('asha'),
        await server.user('ben'),
        await server.user('chen'),
      ]
      cast = { server, asha, ben, chen }
    })
    afterEach(() => {
      for (const user of [cast?.asha, cast?.ben, cast?.chen]) user?.closeSockets()
    })
    afterAll(async () => {
      endWatch?.()
      await cast?.server.close()
    })
    tests(() => cast!)
    test(`${topic}: every answer keeps content type and headers of the protocol`, () => {
      expect(endWatch?.()).toEqual([])
    })
  })
}

/** Expects a call of the client to be refused, with the status and the id of the error. */
export async function expectRefused(
  call: Promise<unknown>,
  status: number | readonly number[],
  id?: string | RegExp,
): Promise<ClientError> {
  const outcome = await call.then(
    (value: unknown) => ({ value }),
    (error: unknown) => ({ error }),
  )
  if (!('error' in outcome)) throw new Error(`answered ${JSON.stringify(outcome.value).slice(0, 300)}`)
  const { error } = outcome
  if (!(error instanceof ClientError)) throw error
  expect([status].flat()).toContain(error.status_code)
  expect(error.message.length).toBeGreaterThan(5)
  if (typeof id === 'string') expect(error.server_error_id).toBe(id)
  else expect(error.server_error_id).toMatch(id ?? /^(?:api|store|app|model|mfa)\.[a-z0-9_.]+$/)
  return error
}

export const NO_RIGHT = 'api.context.permissions.app_error'
export const NOT_THERE = 'api.context.404.app_error'
export const BAD_BODY = 'api.context.invalid_body_param.app_error'
export const BAD_PARAMETER = 'api.context.invalid_url_param.app_error'
/** An id in the right form that nothing has. */
export const NO_ID = 'zzzzzzzzzzzzzzzzzzzzzzzzzz'
/** Non-members get 403 or 404 by whether the object may be known. */
export const HIDDEN = /^api\.context\.(?:404|permissions)\.app_error$/
export const CHAT_ID = /^[a-z0-9]{26}$/

/** Expects 403 or 404: the caller may not see the object. */
export async function expectHidden(call: Promise<unknown>): Promise<void> {
  const error = await call.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  if (!(error instanceof ClientError)) throw error ?? new Error('the call was answered')
  expect([403, 404]).toContain(error.status_code)
  expect(error.server_error_id).toMatch(HIDDEN)
}
