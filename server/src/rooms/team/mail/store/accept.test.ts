import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aMailRoom } from '../../../../../testing/mail/a-mail-room.ts'
import { aDatabase } from '../../../../../testing/servers/a-database.ts'
import { until } from '../../../../../testing/servers/a-server.ts'
import { inTransaction, query } from '../../../../platform/needs/query.ts'
import { deliverInto } from './deliver.sql.ts'
import { storeRaws } from './raw-files.sql.ts'
import { forgetRaws } from './forget-raws.ts'
import { accept, storeLot } from './accept.ts'
import type { AcceptJob } from './accept-job.ts'
import { blockSender } from '../boxes/mailbox-texts.sql.ts'

let database: Awaited<ReturnType<typeof aDatabase>>
let world: ReturnType<typeof aMailRoom>
const folder = mkdtempSync(path.join(os.tmpdir(), 'samudra-mail-'))
beforeAll(async () => {
  database = await aDatabase()
  world = aMailRoom(database.db, folder, { 'mail.quota_mb': 10 })
  for (const name of ['asha', 'ben']) await anAccount(name)
})
afterAll(async () => {
  world.stop()
  await database.drop()
  rmSync(folder, { recursive: true })
})

const anAccount = (name: string) =>
  sql`insert into users (id, username, password_hash, role, password_changed_at, created_at, updated_at)
    values (${`test-${name}`}, ${name}, '', 2, now(), now(), now())`.execute(query(database.db))

const raw = (id: string, ...more: string[]) =>
  Buffer.from(
    [
      `Message-ID: <${id}@x.example>`,
      'From: Out <out@x.example>',
      'Subject: Hello',
      ...more,
      '',
      'text',
    ].join('\r\n'),
  )
const rows = async () =>
  (
    await sql<{ mailbox: string; folder: string; marks: unknown[]; message_id: string }>`
      select mailbox, folder, marks, message_id from mail_messages order by id`.execute(query(database.db))
  ).rows

test('a mail is stored once for each of its recipients, and not again when it comes twice', async () => {
  const incoming = {
    raw: raw('one'),
    envelope: {
      from: 'out@x.example',
      to: ['asha@centre.internal', 'Ben@centre.internal', 'no@centre.internal'],
    },
  }
  const trace = (by: string) => ({ ...incoming, trace: `Received: by ${by}\r\n` })
  expect(await accept(world.room, trace('a'))).toEqual([
    { recipient: 'asha@centre.internal', mailbox: 'test-asha', result: 'STORED' },
    { recipient: 'Ben@centre.internal', mailbox: 'test-ben', result: 'STORED' },
    { recipient: 'no@centre.internal', mailbox: null, result: 'NO_MAILBOX' },
  ])
  await accept(world.room, trace('b'))
  expect(await rows()).toHaveLength(2)
  const { rows: files } = await sql`select 1 from files where kind = 'mail-raw'`.execute(query(database.db))
  expect(files).toHaveLength(1)
  expect(world.pushed.filter(({ wire }) => wire === 'inbox_mail')).toHaveLength(2)
})

test('a mail of a blocked domain goes to Spam, and one from outside with our address is marked', async () => {
  await blockSender(database.db, 'test-asha', '@spam.example', new Date())
  await accept(world.room, {
    raw: Buffer.from('From: a@spam.example\r\nMessage-ID: <two@x>\r\n\r\nx'),
    envelope: { from: 'a@spam.example', to: ['asha@centre.internal'] },
  })
  const own = Buffer.from('From: ben@centre.internal\r\nMessage-ID: <three@x>\r\n\r\nx')
  await accept(world.room, {
    raw: own,
    envelope: { from: 'x@x.example', to: ['asha@centre.internal'] },
    check: () =>
      Promise.resolve({ spf: 'fail', dkim: 'none', dmarc: 'fail', domain: 'centre.internal', comment: '' }),
  })
  expect((await rows()).find(({ message_id }) => message_id === '<two@x>')).toMatchObject({ folder: 'Spam' })
  const marked = (await rows()).find(({ message_id }) => message_id === '<three@x>')
  expect(marked?.marks).toMatchObject([{ kind: 'LOOK_ALIKE' }, { kind: 'FAILED_AUTHENTICATION' }])
})

test('a mail beyond the quota is refused and not stored', async () => {
  const before = (await rows()).length
  const large = Buffer.concat([raw('big'), Buffer.alloc(11 * 1024 * 1024, 'x')])
  expect(
    await accept(world.room, { raw: large, envelope: { from: '', to: ['asha@centre.internal'] } }),
  ).toMatchObject([{ result: 'QUOTA' }])
  expect(await rows()).toHaveLength(before)
})

test('many mails at once are all stored, with counts that agree', async () => {
  const some = Array.from({ length: 60 }, (_, i) =>
    accept(world.room, {
      raw: raw(`many-${i}`),
      envelope: { from: '', to: ['asha@centre.internal', 'ben@centre.internal'] },
    }),
  )
  expect((await Promise.all(some)).flat().every(({ result }) => result === 'STORED')).toBe(true)
  const { rows: counts } = await sql<{ isRight: boolean }>`
    select f.total = (select count(*) from mail_messages m where m.mailbox = f.mailbox and m.folder = f.folder)
      and f.unread = f.total as "isRight" from mail_folders f`.execute(query(database.db))
  expect(counts.every(({ isRight }) => isRight)).toBe(true)
})

test('a mail that comes several times at once is stored once', async () => {
  const incoming = { raw: raw('twice'), envelope: { from: '', to: ['asha@centre.internal'] } }
  await Promise.all(
    ['a', 'b', 'c'].map((by) => accept(world.room, { ...incoming, trace: `Received: by ${by}\r\n` })),
  )
  expect((await rows()).filter(({ message_id }) => message_id === '<twice@x.example>')).toHaveLength(1)
})

test('an answer that waits together with its original is in the same conversation', async () => {
  const jobs: AcceptJob[] = []
  const room = { ...world.room, accepted: { add: (_: string, job: AcceptJob) => jobs.push(job) } as never }
  const envelope = { from: '', to: ['asha@centre.internal'] }
  const accepted = [raw('original'), raw('answer', 'In-Reply-To: <original@x.example>')].map((one) =>
    accept(room, { raw: one, envelope }),
  )
  await until(() => jobs.length === 2, 'both wait')
  await storeLot(
    world.room,
    jobs.toSorted((one) => (one.index.messageId.includes('original') ? -1 : 1)),
  )
  await Promise.all(accepted)
  const { rows: found } = await sql<{ many: number }>`
    select count(distinct conversation_id)::int as many from mail_messages
    where message_id in ('<original@x.example>', '<answer@x.example>')`.execute(query(database.db))
  expect(found).toEqual([{ many: 1 }])
})

test('a mail that the database refuses does not fail those that wait with it', async () => {
  const { reader } = world.room
  const read: typeof reader.read = async (mail) => {
    const index = await reader.read(mail)
    return index.messageId === '<refused@x.example>' ? { ...index, subject: '\0' } : index
  }
  const room = { ...world.room, reader: { read } as typeof reader }
  const some = ['first', 'second', 'refused', 'third'].map((id) =>
    accept(room, { raw: raw(id), envelope: { from: '', to: ['ben@centre.internal'] } }),
  )
  expect((await Promise.allSettled(some)).map(({ status }) => status)).toEqual([
    'fulfilled',
    'fulfilled',
    'rejected',
    'fulfilled',
  ])
})

test('a mail whose bytes come while the last mail that has them is deleted is whole', async () => {
  const jobs: AcceptJob[] = []
  const room = { ...world.room, accepted: { add: (_: string, job: AcceptJob) => jobs.push(job) } as never }
  const envelope = { from: '', to: ['asha@centre.internal'] }
  await accept(world.room, { raw: raw('again'), envelope, isOwn: true })
  const accepted = accept(room, { raw: raw('again'), envelope, isOwn: true })
  await until(() => jobs.length === 1, 'the same bytes wait')
  const [job] = jobs as [AcceptJob]
  const { rows: deleted } = await sql<{ id: string; raw_hash: string }>`
    delete from mail_messages where message_id = '<again@x.example>' returning id, raw_hash`.execute(
    query(database.db),
  )
  const { forgetting, result } = await inTransaction(database.db, async (client) => {
    const stored = await deliverInto(client, job.delivery)
    await storeRaws(client, [{ draft: job.draft, index: job.index }], new Date())
    const forgotten = forgetRaws(world.room, deleted)
    const waits = until(async () => (await waitingLocks()) > 0, 'the removal waits')
    await Promise.race([forgotten, waits])
    return { forgetting: forgotten, result: stored }
  })
  await forgetting
  job.answer(result)
  await accepted
  const { draft } = job
  const { rows: named } = await sql`select from mail_bodies b join files f on f.of_id = b.raw_hash
    where raw_hash = ${draft.hash}`.execute(query(database.db))
  expect([named.length, await world.room.raw.sizeOf(draft.hash)]).toEqual([1, draft.size])
})

const waitingLocks = async () =>
  (
    await sql<{ many: number }>`select count(*)::int as many from pg_locks
      where locktype = 'advisory' and not granted and database = (select oid from pg_database where datname = current_database())`.execute(
      query(database.db),
    )
  ).rows[0]!.many
