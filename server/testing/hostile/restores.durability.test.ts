// Rooms: archive, engines
import path from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { query } from '../../src/platform/needs/query.ts'
import { aDatabaseBefore } from '../servers/a-database-before.ts'
import { Program } from '../servers/a-process.ts'
import { databaseOfTest } from '../servers/a-database.ts'
import { PASSWORD } from '../servers/a-server.ts'
import { anInstallation, tokenOf } from '../servers/installation.ts'

const installation = anInstallation()
const aDatabase = databaseOfTest()

/** Runs a command of the program to its end. */
async function run(...args: string[]) {
  const verb = new Program(args)
  installation.open.push({ close: () => verb.stop('SIGKILL') })
  return { code: await verb.ended, output: verb.output }
}

test('a restore into a used data folder or database is refused and changes nothing', async () => {
  const [data, file] = [path.join(installation.folder, 'data'), path.join(installation.folder, 'sea.backup')]
  const shared = await aDatabase()
  const where = ['--database', shared.url]
  const args = ['--sim', 'none', '--admin-password', PASSWORD]
  const [one, other] = [
    installation.start(args),
    installation.start([...args, ...where, '--data', `${data}-2`]),
  ]
  const [base, base2] = [await one.ready(), await other.ready()]
  expect(await run('backup', file, '--data', data)).toMatchObject({ code: 0 })
  expect(await run('restore', file, '--data', data)).toMatchObject({
    code: 1,
    output: expect.stringMatching(/in use by process \d+\. Stop that one/),
  })
  expect(await run('restore', file, ...where, '--data', `${data}-3`)).toMatchObject({
    code: 1,
    output: expect.stringMatching(/Another Samudra server uses the database at .* Stop it first/),
  })
  for (const at of [base, base2]) expect(await tokenOf(at)).not.toBe('')
  await Promise.all([one.stop(), other.stop()])
  const rows = () => sql`select username, version, xmin::text from users`.execute(query(shared.db))
  const before = (await rows()).rows
  for (const to of [
    ['--data', data],
    [...where, '--data', `${data}-3`],
  ]) {
    const refused = await run('restore', file, ...to)
    expect(refused).toMatchObject({ code: 1, output: expect.stringMatching(/not empty \(\w+ has rows\)/) })
    expect(refused.output.trim().split('\n')).toHaveLength(1)
  }
  expect((await rows()).rows).toEqual(before)
  expect(before).toHaveLength(1)
  const again = installation.start(args)
  expect(await tokenOf(await again.ready())).not.toBe('')
})

test('a restore over a database of an older version is refused before that is brought up to date', async () => {
  const file = path.join(installation.folder, 'sea.backup')
  const [from, old] = await Promise.all([
    aDatabase(),
    aDatabaseBefore('0060', async (db) => {
      await sql`insert into sources (id, code, name) values (1, 'MSIS', 'Old')`.execute(query(db))
    }),
  ])
  try {
    const migrations = () => sql`select name from schema_migration order by name`.execute(query(old.db))
    const before = (await migrations()).rows
    const data = ['--data', path.join(installation.folder, 'data')]
    expect(await run('backup', file, '--database', from.url, ...data)).toMatchObject({ code: 0 })
    expect(await run('restore', file, '--database', old.url, ...data)).toMatchObject({
      code: 1,
      output: expect.stringMatching(/not empty \(sources has rows\)/),
    })
    expect((await migrations()).rows).toEqual(before)
  } finally {
    await old.drop()
  }
})
