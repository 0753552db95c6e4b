import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { query } from '../../../../platform/needs/query.ts'
import { aDatabase } from '../../../../../testing/servers/a-database.ts'
import { deleteOverdue } from '../store/mail-changes.sql.ts'
import { deletedUsersBoxes } from '../store/old-boxes.sql.ts'
import { heldBoxes, removeAccount, storeAccount } from './mail-accounts.sql.ts'
import { changesOf, removeRemote } from './sync.sql.ts'

const [ACCOUNT, OWNER] = ['account-01', '01ARZ3NDEKTSV4RRFFQ69G5FAV']
const NOW = new Date(Date.UTC(2026, 10, 27))
const SERVER = { host: 'mail.other.example', port: 993, security: 'TLS' as const }

let database: Awaited<ReturnType<typeof aDatabase>>
beforeAll(async () => {
  database = await aDatabase()
})
afterAll(() => database.drop())
beforeEach(async () => {
  await sql`delete from mail_accounts`.execute(query(database.db))
  await sql`delete from mail_messages`.execute(query(database.db))
  await storeAccount(database.db, {
    id: ACCOUNT,
    user_id: OWNER,
    name: 'Ministry',
    address: 'asha@other.example',
    username: 'asha',
    secret: Buffer.from('sealed'),
    imap: SERVER,
    smtp: SERVER,
  })
  for (const id of ['old', 'older'])
    await sql`insert into mail_messages (id, mailbox, uid, folder, raw_hash, message_id, conversation_id, sender, at, state)
      values (${id}, ${ACCOUNT}, 1, 'Inbox', ${id}, ${id}, ${id}, '{"address": "a@b.example"}', '2001-01-01Z', 'RECEIVED')`.execute(
      query(database.db),
    )
})

const mails = async () => {
  const { rows } = await sql<{ place: string }>`
    select id || ' ' || mailbox || ' ' || folder as place from mail_messages order by id`.execute(
    query(database.db),
  )
  return rows.map(({ place }) => place)
}

test('the nightly deletion leaves mails of accounts, which would be deleted on the other server', async () => {
  expect(await deletedUsersBoxes(database.db, NOW, [])).not.toContain(ACCOUNT)
  await deleteOverdue(database.db, NOW, NOW, [])
  expect(await mails()).toEqual([`old ${ACCOUNT} Inbox`, `older ${ACCOUNT} Inbox`])
  expect(await changesOf(database.db, ACCOUNT, 10)).toEqual([])
})

test('a removed account takes its mails along here, and changes nothing on its server', async () => {
  const removed = await removeAccount(database.db, { id: ACCOUNT, user_id: OWNER }, false)
  expect(removed.map(({ id }) => id).toSorted()).toEqual(['old', 'older'])
  expect(await mails()).toEqual([])
  const { rows } = await sql`select from mail_account_changes`.execute(query(database.db))
  expect(rows).toEqual([])
})

test('under a legal hold of the user nothing of an account is lost', async () => {
  expect(await heldBoxes(database.db, [OWNER])).toEqual([OWNER, ACCOUNT])
  await removeRemote(database.db, ['old'], true)
  expect(await mails()).toEqual([`old ${ACCOUNT} Held`, `older ${ACCOUNT} Inbox`])
  expect(await removeAccount(database.db, { id: ACCOUNT, user_id: OWNER }, true)).toEqual([])
  expect(await mails()).toEqual([`old ${OWNER} Held`, `older ${OWNER} Held`])
})

test('a change by a user is noted for the other server, one that comes from there is not', async () => {
  await sql`update mail_messages set is_seen = true where id = 'old'`.execute(query(database.db))
  expect((await changesOf(database.db, ACCOUNT, 10)).map(({ id }) => id)).toEqual(['old'])
  await removeRemote(database.db, ['older'], false)
  expect((await changesOf(database.db, ACCOUNT, 10)).map(({ id }) => id)).toEqual(['old'])
})
