import type { Db } from '../../../../platform/needs/database.ts'
import { Relay, type RelayOutcome } from '../transport/relay.ts'
import { accountById, type AccountRow } from './mail-accounts.sql.ts'

const TLS = { TLS: 'wrapped', STARTTLS: 'required', NONE: 'off' } as const

/** Returns the way out over the server of an account. */
export const relayTo = (
  { smtp, username, address }: Pick<AccountRow, 'smtp' | 'username' | 'address'>,
  password: string,
) =>
  new Relay(
    { host: smtp.host, port: smtp.port, tls: TLS[smtp.security], login: { user: username, password } },
    { domain: address.slice(address.lastIndexOf('@') + 1), dkim: null },
  )

/** Sends a message over the server of an account, which is looked at each time: it may be changed or gone. */
export async function sendOverAccount(
  { db, unlock, check }: { db: Db; unlock(secret: Buffer): string; check(host: string): Promise<void> },
  account: string,
  message: { raw: Buffer; from: string; to: readonly string[] },
): Promise<RelayOutcome[]> {
  const row = await accountById(db, account)
  const all = (state: RelayOutcome['state'], answer: string) =>
    message.to.map((recipient) => ({ recipient, state, answer }))
  if (row === undefined) return all('FAILED', 'The account is removed.')
  try {
    await check(row.smtp.host)
  } catch {
    return all('FAILED', 'The server of the account is not allowed.')
  }
  const relay = relayTo(row, unlock(row.secret))
  try {
    return await relay.send(message.raw, message.from, message.to)
  } finally {
    relay.close()
  }
}
