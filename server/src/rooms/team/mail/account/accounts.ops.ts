import {
  deleteMailAccount,
  getMailAccounts,
  saveMailAccount,
  type MailAccount,
} from '@samudra/contract/mail-accounts'
import { OperationError } from '../../../../platform/kernel/http/errors.ts'
import { handle, type Handled } from '../../../../platform/kernel/http/handle.ts'
import type { Keys } from '../../../../platform/kernel/http/keys.ts'
import { ulid } from '../../../../platform/kernel/text/ulid.ts'
import { ACCOUNT_PREFIX } from '../directory.ts'
import type { MailRoom } from '../mail.ts'
import { forgetRaws } from '../store/forget-raws.ts'
import { relayTo } from './account-relays.ts'
import { accountsOf, removeAccount, storeAccount, type AccountRow } from './mail-accounts.sql.ts'
import { imapClient, notReached, whyNot } from './imap-connection.ts'

const MOST_ACCOUNTS = 5

export type AccountNeeds = {
  room: MailRoom
  keys: Pick<Keys, 'lock' | 'unlock'>
  /** Throws when a host may not be called. */
  check(host: string): Promise<void>
  /** Accounts were added, changed or removed, at any process. */
  changed(): void
}

export const accountOps = ({ room, keys, check, changed }: AccountNeeds): Handled[] => [
  handle(getMailAccounts, async ({ caller }) => ({
    items: (await accountsOf(room.db, caller.userId)).map((row) => present(row)),
  })),
  handle(saveMailAccount, async ({ input, caller, record }) => {
    const own = await accountsOf(room.db, caller.userId)
    const before = own.find(({ id }) => id === input.id)
    if (input.id !== undefined && before === undefined) throw new OperationError('NOT_FOUND', NO_ACCOUNT)
    if (before === undefined && own.length >= MOST_ACCOUNTS)
      throw new OperationError('TOO_LARGE', `A user may have ${MOST_ACCOUNTS} accounts; remove one first.`)
    const { id = `${ACCOUNT_PREFIX}${ulid(room.clock.now())}`, password, ...fields } = input
    record({ objectType: 'mail_account', objectId: id, after: fields })
    const clear = password ?? passwordOf(before, fields, keys)
    await tryOut({ ...fields, password: clear }, check)
    const row = await storeAccount(room.db, {
      ...fields,
      id,
      user_id: caller.userId,
      secret: keys.lock(clear),
    })
    changed()
    return present(row)
  }),
  handle(deleteMailAccount, async ({ input, caller, record }) => {
    record({ objectType: 'mail_account', objectId: input.id })
    const own = await accountsOf(room.db, caller.userId)
    const account = own.find(({ id }) => id === input.id)
    if (account === undefined) throw new OperationError('NOT_FOUND', NO_ACCOUNT)
    const isHeld = (await room.identity.heldUsers()).includes(caller.userId)
    await forgetRaws(room, await removeAccount(room.db, account, isHeld))
    changed()
    return { id: input.id }
  }),
]

const NO_ACCOUNT = 'This account does not exist any more.'
const wrong = (field: string, why: string) =>
  new OperationError('VALIDATION', why, { fields: [{ field, why }] })

type Fields = Pick<AccountRow, 'username' | 'imap' | 'smtp' | 'address'>
/** Returns the stored password. It goes to the servers it was given for, and to no others. */
function passwordOf(
  before: AccountRow | undefined,
  { imap, smtp }: Fields,
  keys: Pick<Keys, 'unlock'>,
): string {
  if (before === undefined) throw wrong('password', 'Enter the password of the account.')
  if (imap.host !== before.imap.host || smtp.host !== before.smtp.host)
    throw wrong('password', 'Enter the password again: the server has changed.')
  return keys.unlock(before.secret)
}

/** Logs in to both servers. Throws VALIDATION with the answer of the one that refuses. */
async function tryOut(fields: Fields & { password: string }, check: AccountNeeds['check']): Promise<void> {
  for (const field of ['imap', 'smtp'] as const)
    await check(fields[field].host).catch((error: unknown) => {
      throw wrong(`${field}.host`, notReached(error))
    })
  const client = imapClient(fields)
  try {
    await client.connect()
  } catch (error) {
    const { why, isFinal } = whyNot(error)
    throw wrong(isFinal ? 'password' : 'imap', why)
  } finally {
    client.close()
  }
  const relay = relayTo(fields, fields.password)
  const why = await relay.tryOut()
  relay.close()
  if (why !== null) throw wrong('smtp', `The login to the server for sending failed: ${why}`)
}

const present = (row: AccountRow): MailAccount => ({
  id: row.id,
  name: row.name,
  address: row.address,
  username: row.username,
  imap: row.imap,
  smtp: row.smtp,
  state: row.state,
  why: row.why,
  synced_at: row.synced_at?.toISOString() ?? null,
})
