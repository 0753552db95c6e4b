import { expect, test } from 'vitest'
import { users } from '../../../platform/kernel/http/audience.ts'
import { sealDb } from '../../../platform/needs/query.ts'
import { notifyPersistently, type NotifyNeeds } from './notify-users.ts'

const CUT = Object.assign(new Error('the server closed the connection'), { code: '08006' })

/** Needs of a notification whose database fails some times, and what was stored and pushed. */
function needsOf(failures: readonly Error[]) {
  const [left, stored, pushed] = [[...failures], [] as string[], [] as unknown[]]
  const client = {
    query: async (text: string) => {
      if (text.startsWith('insert into notices')) stored.push(text)
      return { rows: [] }
    },
    release: () => undefined,
  }
  const db = sealDb({
    kysely: {
      getExecutor: () => ({
        transformQuery: (node: unknown) => node,
        compileQuery: () => ({ sql: '', parameters: [] }),
        executeQuery: async () => ({ rows: [] }),
      }),
    } as never,
    pool: {
      connect: async () => {
        const failure = left.shift()
        if (failure !== undefined) throw failure
        return client as never
      },
      end: async () => undefined,
    },
  })
  const user = { userId: 'ana', role: '2', groups: [], settings: { 'datetime.zone': 'UTC' } }
  const needs = {
    db,
    clock: { now: () => 0 },
    send: (_push: unknown, payload: unknown) => pushed.push(payload),
    presence: { screens: async () => [] },
    identity: { everyone: async () => [user] },
    queries: { request: async () => [] },
  } as unknown as NotifyNeeds
  return { needs, stored, pushed }
}
const NOTIFICATION = {
  kind: 'FORUM' as const,
  severity: 'INFO' as const,
  text: 'ben posted.',
  link: null,
  audience: users('ana'),
}

test('a notification is stored again once the database answers, and pushed once', async () => {
  const { needs, stored, pushed } = needsOf([CUT])
  await notifyPersistently(needs, NOTIFICATION)
  expect([stored.length, pushed.length]).toEqual([1, 1])
})

test('a notification that cannot be stored at all is not tried again', async () => {
  const { needs, stored } = needsOf([new Error('no such column')])
  await expect(notifyPersistently(needs, NOTIFICATION)).rejects.toThrow('no such column')
  expect(stored).toEqual([])
})
