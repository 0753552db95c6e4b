import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aMailRoom } from '../../../../../testing/mail/a-mail-room.ts'
import { aDatabase } from '../../../../../testing/servers/a-database.ts'
import { query } from '../../../../platform/needs/query.ts'
import type { MailRoom } from '../mail.ts'
import { accept } from './accept.ts'
import { mailRetention } from './mail-retention.ts'

const folder = mkdtempSync(path.join(os.tmpdir(), 'samudra-mail-retention-'))
const SETTINGS = { 'mail.retention_days': 30, 'mail.quota_mb': 100 }
let database: Awaited<ReturnType<typeof aDatabase>>
let world: ReturnType<typeof aMailRoom>
let room: MailRoom
beforeAll(async () => {
  database = await aDatabase()
  world = aMailRoom(database.db, folder, SETTINGS)
  room = { ...world.room, identity: { ...world.room.identity, heldUsers: async () => ['test-held'] } }
  for (const name of ['asha', 'held', 'left']) await anAccount(name)
})
afterAll(async () => {
  world.stop()
  await database.drop()
  rmSync(folder, { recursive: true })
})

const anAccount = (name: string) =>
  sql`insert into users (id, username, password_hash, role, password_changed_at, created_at, updated_at)
    values (${`test-${name}`}, ${name}, '', 2, now(), now(), now())`.execute(query(database.db))
const work = (of: MailRoom) => mailRetention(of).work({ signal: new AbortController().signal } as never)

/** Stores a mail as it was some days ago; in Trash with the time of its end. */
async function aMail(subject: string, to: string[], days: number, columns = sql`purge_at = null`) {
  await accept(room, {
    raw: Buffer.from(`From: out@x.example\r\nMessage-ID: <${subject}@x>\r\nSubject: ${subject}\r\n\r\nx`),
    envelope: { from: 'out@x.example', to: to.map((one) => `${one}@centre.internal`) },
  })
  await sql`update mail_messages set at = now() - ${days} * interval '1 day', ${columns}
    where subject = ${subject}`.execute(query(database.db))
}
const left = async () => {
  const { rows } = await sql<{ line: string }>`
    select subject || ' ' || mailbox as line from mail_messages order by 1`.execute(query(database.db))
  return rows.map(({ line }) => line)
}
/** Raw messages whose bytes are there. */
async function rawsOf(subjects: string[]) {
  const { rows } = await sql<{ hash: string }>`
    select distinct raw_hash as hash from mail_messages where subject = any(${subjects}::text[])`.execute(
    query(database.db),
  )
  return rows.map(({ hash }) => hash)
}

test('mails past retention or their time in Trash go with their data, except on legal hold', async () => {
  const past = sql`folder = 'Trash', purge_at = now() - interval '1 hour'`
  await aMail('old', ['asha'], 31)
  await aMail('shared', ['asha', 'held'], 31)
  await aMail('young', ['asha'], 29)
  await aMail('thrown', ['asha', 'held'], 1, past)
  await aMail('thrown later', ['asha'], 1, sql`folder = 'Trash', purge_at = now() + interval '1 hour'`)
  await aMail('waiting', ['asha'], 31, sql`state = 'QUEUED'`)
  const [old, shared] = [await rawsOf(['old']), await rawsOf(['shared'])]
  await work(room)
  expect(await left()).toEqual([
    'shared test-held',
    'thrown later test-asha',
    'thrown test-held',
    'waiting test-asha',
    'young test-asha',
  ])
  expect(await room.raw.sizeOf(old[0]!)).toBeNull()
  expect(await room.raw.sizeOf(shared[0]!)).toBeGreaterThan(0)
  const { rows } =
    await sql`select from mail_bodies where raw_hash = any(${[...old, ...shared]}::text[])`.execute(
      query(database.db),
    )
  expect(rows).toHaveLength(1)
})

test('without a retention old mails stay', async () => {
  const { room: unlimited } = aMailRoom(database.db, folder, { ...SETTINGS, 'mail.retention_days': 0 })
  await aMail('ancient', ['asha'], 4000)
  await work({ ...unlimited, identity: room.identity })
  expect(await left()).toContain('ancient test-asha')
})

test('the mailbox of a deleted user goes after its time, and not under a legal hold', async () => {
  await aMail('of a user who left', ['left', 'held'], 1)
  const gone = (days: number) =>
    sql`update users set deleted_at = now() - ${days} * interval '1 day' where id in ('test-left', 'test-held')`.execute(
      query(database.db),
    )
  await gone(89)
  await work(room)
  expect(await left()).toContain('of a user who left test-left')
  await gone(91)
  await work(room)
  expect(await left()).not.toContain('of a user who left test-left')
  expect(await left()).toContain('of a user who left test-held')
  const { rows } = await sql<{ mailbox: string }>`select mailbox from mail_boxes order by 1`.execute(
    query(database.db),
  )
  expect(rows.map(({ mailbox }) => mailbox)).toEqual(['test-asha', 'test-held'])
})
