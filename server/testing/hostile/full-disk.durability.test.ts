// Rooms: engines, identity, kernel
import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { getAudit } from '@samudra/contract/audit'
import { login } from '@samudra/contract/identity'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from 'vitest'
import { query } from '../../src/platform/needs/query.ts'
import { PASSWORD, aServer, callRaw, logInAt, until, type TestServer } from '../servers/a-server.ts'

const root = path.resolve(import.meta.dirname, '../../..')
let server: TestServer
beforeAll(async () => {
  server = await aServer()
})
afterAll(() => server.close())

test('a login on a full disk reports it with the remedy', async () => {
  const { db } = server.database
  await sql`
    create function no_space() returns trigger language plpgsql as $$
    begin raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$`.execute(
    query(db),
  )
  await sql`create trigger full_disk before insert on sessions execute function no_space()`.execute(query(db))
  const enter = () => callRaw(server.base, '', login, { username: 'admin', password: PASSWORD })
  expect(await enter()).toMatchObject({
    Status: false,
    Code: 'UNAVAILABLE',
    Message: expect.stringMatching(/disk of the server is full.*free space/) as string,
  })
  await sql`drop trigger full_disk on sessions`.execute(query(db))
  expect(await enter()).toMatchObject({ Status: true })
})

/** Returns the arguments of a shell in which a folder is a small disk of its own; not available everywhere. */
const onSmallDisk = (at: string, size: string, script: string) => [
  '-Urm',
  'sh',
  '-c',
  `mount -t tmpfs -o size=${size} none ${at} && ${script}`,
]
const isAvailable = spawnSync('unshare', onSmallDisk(os.tmpdir(), '64k', 'true')).status === 0
const programOn = (at: string) =>
  `${process.execPath} ${path.join(inject('programs'), 'server.js')} --sim none --port 0 --data ${at}/data`

test.skipIf(!isAvailable)('a start on a full disk has an error of one sentence', () => {
  const at = mkdtempSync(path.join(os.tmpdir(), 'samudra-full-'))
  const script = `mkdir ${at}/data; head -c 1M /dev/zero > ${at}/fill 2>/dev/null; ${programOn(at)}`
  const { stderr } = spawnSync('unshare', onSmallDisk(at, '64k', script), { encoding: 'utf8', cwd: root })
  expect(stderr).toMatch(/^The disk is full\. Free some space, then start again\./)
  expect(stderr.trim().split('\n')).toHaveLength(1)
  rmSync(at, { recursive: true })
})

/** Starts the program on a small disk; `run` runs a line of shell on it and returns its output. */
async function startOnSmallDisk() {
  const at = mkdtempSync(path.join(os.tmpdir(), 'samudra-full-'))
  const script = `(${programOn(at)} & echo $! > ${at}/pid; wait) & while read -r line; do eval "$line"; done`
  const shell = spawn('unshare', onSmallDisk(at, '500m', script), {
    cwd: root,
    env: { ...process.env, ENVELOPE: 'optional', ADMIN_PASSWORD: PASSWORD },
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  let output = ''
  shell.stdout.on('data', (bytes: Buffer) => (output += bytes.toString()))
  const base = () => /ready: (http\S+)/.exec(output)?.[1]
  let lines = 0
  const run = async (line: string) => {
    const [from, end] = [output.length, `end of ${lines++}`]
    shell.stdin.write(`${line}; echo ${end}\n`)
    await until(() => output.includes(end, from), `the shell runs ${line}`)
    return output.slice(from, output.indexOf(end, from)).trim()
  }
  onTestFinished(async () => {
    const ended = new Promise((resolve) => shell.once('close', resolve))
    shell.stdin.end(`kill $(cat ${at}/pid); wait\n`)
    await ended
    rmSync(at, { recursive: true })
  })
  await until(() => base() !== undefined, 'the program is ready', 90)
  return { at, base: base()!, run }
}

/** Opens a connection to the embedded database of a small disk. */
async function engineOf({ at, run }: Awaited<ReturnType<typeof startOnSmallDisk>>) {
  const host = /\/tmp\/samudra-\w+/.exec(await run(`cat ${at}/data/samudra.lock`))![0]
  const password = await run(`cat ${at}/data/postgres.password`)
  const client = new pg.Client({ host, user: 'samudra', password, database: 'samudra' })
  client.on('error', () => undefined)
  await client.connect()
  return client
}

test.skipIf(!isAvailable)(
  'an administrator logs in and reads on a full disk, also after the database stopped for it',
  { timeout: 300_000 },
  async () => {
    const disk = await startOnSmallDisk()
    const { at, base, run } = disk
    const pieces = () => run(`ls ${at}/data/reserve 2>/dev/null | wc -l`)
    await until(async () => (await pieces()) === '4', 'space is reserved', 60)
    const engine = await engineOf(disk)
    await run(`head -c 1G /dev/zero > ${at}/fill 2>/dev/null`)
    const enter = () => callRaw(base, '', login, { username: 'admin', password: PASSWORD })
    // More than fit into the pages that the database has.
    for (let times = 0; times < 15; times++) expect(await enter()).toMatchObject({ Status: true })

    await run(`head -c 1G /dev/zero > ${at}/more 2>/dev/null`)
    const ended = (async () => {
      for (;;) {
        await engine.query("select pg_logical_emit_message(true, 'test', repeat('x', 1000000))")
        await engine.query('select pg_switch_wal()')
      }
    })()
    await expect(ended).rejects.toThrow(/No space left|terminated/)
    // An address may make 60 logins a minute.
    await expect.poll(enter, { interval: 2000, timeout: 120_000 }).toMatchObject({ Status: true })
    const admin = await logInAt(base, 'admin', PASSWORD)
    expect((await admin.call(getAudit, { action: 'login', result: 'OK' })).total).toBeGreaterThan(15)

    await run(`rm ${at}/fill ${at}/more`)
    await until(async () => (await pieces()) === '4', 'space is reserved again', 60)
    await engine.end().catch(() => undefined)
  },
)
