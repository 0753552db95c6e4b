import type { MailServerAddress } from '@samudra/contract/mail-accounts'
import { ImapFlow, type ListResponse } from 'imapflow'
import { connectionFault } from '../../../../platform/kernel/http/connection-fault.ts'

const CONNECT_MS = 15_000
const SILENCE_MS = 120_000

export type AccountLogin = { username: string; password: string; imap: MailServerAddress }

/** Returns a client of a mail server, not connected yet. */
export function imapClient({ username, password, imap }: AccountLogin): ImapFlow {
  const client = new ImapFlow({
    host: imap.host,
    port: imap.port,
    secure: imap.security === 'TLS',
    doSTARTTLS: imap.security === 'STARTTLS',
    auth: { user: username, pass: password },
    logger: false,
    disableAutoIdle: true,
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    socketTimeout: SILENCE_MS,
    clientInfo: { name: 'Samudra' },
  })
  // Its commands fail by themselves; without a listener the process would end.
  client.on('error', () => undefined)
  return client
}

export const notReached = (error: unknown) => `The server was not reached: ${connectionFault(error)}`

/** Returns in a sentence why a login failed, and whether trying again later can help. */
export function whyNot(error: unknown): { why: string; isFinal: boolean } {
  const { authenticationFailed, responseText } = (error ?? {}) as {
    authenticationFailed?: boolean
    responseText?: string
  }
  if (authenticationFailed === true)
    return {
      why: `The server refused the user name or the password. ${responseText ?? ''}`.trim(),
      isFinal: true,
    }
  return { why: notReached(error), isFinal: false }
}

const SPECIAL: Record<string, string> = {
  '\\Inbox': 'Inbox',
  '\\Sent': 'Sent',
  '\\Drafts': 'Drafts',
  '\\Junk': 'Spam',
  '\\Trash': 'Trash',
  '\\Archive': 'Archive',
}
/** Folder of another server: its path, and the folder of every mailbox that it is; null for an own one. */
export type RemoteFolder = { path: string; special: string | null }

/** Returns the folders of a server that hold mails of their own: no views over all mails, no folders of folders. */
export const foldersOf = (list: readonly ListResponse[]): RemoteFolder[] =>
  list
    .filter(
      ({ flags, specialUse }) =>
        !flags.has('\\Noselect') && !['\\All', '\\Flagged'].includes(specialUse ?? ''),
    )
    .map(({ path, specialUse }) => ({ path, special: SPECIAL[specialUse ?? ''] ?? null }))
