import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { aMailRoom } from '../../../../../testing/mail/a-mail-room.ts'
import { aDatabase } from '../../../../../testing/servers/a-database.ts'
import type { Db } from '../../../../platform/needs/database.ts'
import { query } from '../../../../platform/needs/query.ts'
import { backup, restore } from '../../../past/archive/backup.ts'
import { attachmentBytes } from '../reading/attachment-bytes.ts'
import { accept } from './accept.ts'
import { bodyOfRaw } from './messages.sql.ts'

const folder = mkdtempSync(path.join(os.tmpdir(), 'samudra-mail-backup-'))
const ends: (() => unknown)[] = []
afterAll(async () => {
  for (const end of ends) await end()
  rmSync(folder, { recursive: true })
})
async function aRoom(name: string) {
  const database = await aDatabase()
  const world = aMailRoom(database.db, path.join(folder, name))
  ends.push(world.stop, () => database.drop())
  return world.room
}

const FILE = Buffer.alloc(200_000, 'chart of the strait ')
const raw = (subject: string) =>
  Buffer.from(
    [
      `Message-ID: <${subject}@x.example>`,
      'From: Out <out@x.example>',
      `Subject: ${subject}`,
      'Content-Type: multipart/mixed; boundary=x',
      '',
      '--x',
      '',
      `Text of ${subject}`,
      '--x',
      'Content-Type: application/octet-stream; name=chart.bin',
      'Content-Transfer-Encoding: base64',
      '',
      FILE.toString('base64'),
      '--x--',
    ].join('\r\n'),
  )

/** All that a database holds of mail. */
async function mailIn(db: Db) {
  const tables = ['mail_messages', 'mail_bodies', 'mail_boxes', 'mail_folders', 'mail_texts', 'mail_outgoing']
  const all: Record<string, unknown[]> = {}
  for (const table of tables)
    all[table] = (
      await sql<{
        row: unknown
      }>`select to_jsonb(t) as row from ${sql.table(table)} t order by t::text`.execute(query(db))
    ).rows
  return all
}

test('a backup brings back mails with folders, counts, words and files', async () => {
  const [from, to] = [await aRoom('from'), await aRoom('to')]
  for (const name of ['asha', 'ben'])
    await sql`insert into users (id, username, password_hash, role, password_changed_at, created_at, updated_at)
      values (${`test-${name}`}, ${name}, '', 2, now(), now(), now())`.execute(query(from.db))
  const envelope = { from: 'out@x.example', to: ['asha@centre.internal', 'ben@centre.internal'] }
  for (const subject of ['first', 'second']) await accept(from, { raw: raw(subject), envelope })
  await sql`insert into mail_folders (mailbox, folder, name) values ('test-ben', 'f1', 'Convoys')`.execute(
    query(from.db),
  )
  await sql`update mail_messages set folder = 'f1', is_seen = true where mailbox = 'test-ben' and subject = 'first'`.execute(
    query(from.db),
  )
  const file = path.join(folder, 'mail.backup')
  const written = await backup(from.db, from.raw, file)
  expect(await restore(to.db, to.raw, file)).toEqual(written)

  const before = await mailIn(from.db)
  expect(before['mail_messages']).toHaveLength(4)
  expect(await mailIn(to.db)).toEqual(before)
  const { rows } = await sql<{ raw_hash: string }>`
    select raw_hash from mail_messages where subject = 'first' limit 1`.execute(query(to.db))
  const hash = rows[0]!.raw_hash
  const [part] = (await bodyOfRaw(to.db, hash))!.attachments
  expect((await buffer(attachmentBytes(to.raw, hash, part!))).equals(FILE)).toBe(true)
  // Mail goes on arriving, with counts from where they were.
  await accept(to, { raw: raw('third'), envelope })
  const { rows: counts } = await sql<{ isRight: boolean }>`
    select f.total = (select count(*) from mail_messages m where m.mailbox = f.mailbox and m.folder = f.folder)
      as "isRight" from mail_folders f`.execute(query(to.db))
  expect(counts.every(({ isRight }) => isRight)).toBe(true)
})
