import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aDatabase } from '../../testing/a-server.ts'
import { inTransaction, query } from '../needs/query.ts'

let database: Awaited<ReturnType<typeof aDatabase>>
const ended: unknown[] = []
const end = (error: unknown) => void ended.push(error)
beforeAll(async () => {
  database = await aDatabase()
  process.on('uncaughtException', end)
})
afterAll(async () => {
  process.off('uncaughtException', end)
  await database.drop()
})

test.each(['between two statements', 'in the middle of a statement'])(
  'a database that hangs up %s of a transaction fails what was asked, and never the server',
  async (when) => {
    const { db } = database
    const hangUp = (pid: number) => sql`select pg_terminate_backend(${pid})`.execute(query(db))
    const work = inTransaction(db, async (client) => {
      const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
      const { pid } = rows[0]!
      if (when.startsWith('between')) {
        await hangUp(pid)
        await sleep(200)
        return client.query('select 1')
      }
      const [, answer] = await Promise.all([
        sleep(100).then(() => hangUp(pid)),
        client.query('select pg_sleep(20)'),
      ])
      return answer
    })
    await expect(work).rejects.toThrow(/terminat|not queryable|ended/)
    await sleep(200)
    expect(ended).toEqual([])
    expect((await sql`select 1 as one`.execute(query(db))).rows).toEqual([{ one: 1 }])
  },
)
