import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { aDatabase } from '../../../testing/servers/a-database.ts'
import { foldersOf } from '../../compose.ts'
import { keysFrom } from '../kernel/http/keys.ts'
import { inTransaction, query } from '../needs/query.ts'
import { externalPostgres } from './postgres.ts'

const { migrationsFolder } = foldersOf(path.resolve(import.meta.dirname, '../../../..'))
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
  'a database that hangs up %s of a transaction fails the request, never the server',
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

test('servers that share a database need one key, and one that works alone lets no other in', async () => {
  const [ours, others] = [keysFrom(Buffer.alloc(32, 1)), keysFrom(Buffer.alloc(32, 2))]
  const open = (alone: true | typeof ours) =>
    externalPostgres({ url: database.url, migrationsFolder: '', alone })
  const [one, other] = [await open(ours), await open(ours)]
  await expect(open(others)).rejects.toThrow(/with another key\. Give all servers the same key/)
  await expect(open(true)).rejects.toThrow(/Another Samudra server uses the database at .* Stop it first/)
  await Promise.all([one.close(), other.close()])
  const alone = await open(true)
  await expect(open(ours)).rejects.toThrow(/uses the database at .* alone/)
  await alone.close()
})

test('two servers started at once on an empty database create it together', async () => {
  const admin = new URL(inject('databaseUrl'))
  admin.pathname = '/postgres'
  const server = await externalPostgres({ url: admin.href, migrationsFolder })
  for (let n = 0; n < 3; n++) {
    const name = `together_${process.pid}_${n}`
    await sql.raw(`create database ${name}`).execute(query(server.db))
    const url = new URL(admin)
    url.pathname = `/${name}`
    const both = await Promise.all([1, 2].map(() => externalPostgres({ url: url.href, migrationsFolder })))
    const made = await Promise.all(both.map((one) => one.migrate()))
    expect(made.map(({ length }) => length > 0).sort()).toEqual([false, true])
    for (const one of both) await one.close()
    await sql.raw(`drop database ${name} with (force)`).execute(query(server.db))
  }
  await server.close()
})
