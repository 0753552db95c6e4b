// Rooms: engines, identity, kernel
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { login } from '@samudra/contract/identity'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { query } from '../../src/needs/query.ts'
import { PASSWORD, aServer, callRaw, type TestServer } from '../a-server.ts'

const root = path.resolve(import.meta.dirname, '../../..')
let server: TestServer
beforeAll(async () => {
  server = await aServer()
})
afterAll(() => server.close())

test('while the disk of the database is full a login says so, and what to do', async () => {
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
    Message: expect.stringMatching(/disk of the server is full.*free some space/) as string,
  })
  await sql`drop trigger full_disk on sessions`.execute(query(db))
  expect(await enter()).toMatchObject({ Status: true })
})

test('a start on a full disk is told in one sentence', () => {
  const at = mkdtempSync(path.join(os.tmpdir(), 'samudra-full-'))
  /** A shell in which that folder is a small disk of its own; not to be had everywhere. */
  const onSmallDisk = (script: string) =>
    spawnSync('unshare', ['-Urm', 'sh', '-c', `mount -t tmpfs -o size=64k none ${at} && ${script}`], {
      encoding: 'utf8',
      cwd: root,
    })
  if (onSmallDisk('true').status === 0) {
    const start = `${process.execPath} ${path.join(inject('programs'), 'server.js')} --sim none --port 0 --data ${at}/data`
    const { stderr } = onSmallDisk(
      `mkdir ${at}/data; head -c 1M /dev/zero > ${at}/fill 2>/dev/null; ${start}`,
    )
    expect(stderr).toMatch(/^The disk is full\. Free some space, then start again\./)
    expect(stderr.trim().split('\n')).toHaveLength(1)
  }
  rmSync(at, { recursive: true })
})
