import type { MailAddress, MailFolderName, MailRow } from '@samudra/contract/mail'

/** Names of the folders on the screen. */
export const FOLDER_WORDS: Readonly<Record<MailFolderName | 'Starred', string>> = {
  Inbox: 'Inbox',
  Starred: 'Starred',
  Sent: 'Sent',
  Drafts: 'Drafts',
  Archive: 'Archive',
  Spam: 'Spam',
  Trash: 'Trash',
}
export const folderWord = (id: string, own?: { id: string; name: string }[]) =>
  (FOLDER_WORDS as Record<string, string>)[id] ?? own?.find((one) => one.id === id)?.name ?? 'Folder'

/** Returns the id of a folder of an address, where its case is free: `inbox`. */
export const folderId = (named: string) =>
  Object.keys(FOLDER_WORDS).find((one) => one.toLowerCase() === named.toLowerCase()) ?? named

export const nameOf = ({ name, address }: Pick<MailAddress, 'name' | 'address'>) =>
  name === '' ? address : name
/** Returns an address as it is written among recipients. */
export const addressText = ({ name, address }: Pick<MailAddress, 'name' | 'address'>) =>
  name === '' || name === address ? address : `${quotedName(name)} <${address}>`
const quotedName = (name: string) => (/[",;<>@]/u.test(name) ? `"${name.replaceAll(/["\\]/gu, '')}"` : name)

export const subjectOf = ({ subject }: { subject: string }) => (subject === '' ? '(no subject)' : subject)

/** Returns the names of a row: recipients of own mails, else the sender. */
export function peopleOf(row: MailRow, folder: string): string {
  const isOwn = row.state !== 'RECEIVED'
  if (!isOwn && folder !== 'Sent' && folder !== 'Drafts') return nameOf(row.from)
  if (row.to_count === 0) return 'No recipient'
  const more = row.to_count - row.to.length
  return `To ${row.to.map(nameOf).join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}

export const isUnread = (row: Pick<MailRow, 'flags' | 'conversation'>) =>
  row.conversation.unread > 0 || !row.flags.includes('SEEN')

/** Splits pasted or typed recipients: `a@x; "Menon, Asha" <b@y>, c`. */
export function splitRecipients(text: string): string[] {
  const parts = text.match(/(?:"[^"]*"|<[^>]*>|[^,;\n"<])+/gu) ?? []
  return parts.map((part) => part.trim().replaceAll(/\s+/gu, ' ')).filter((part) => part !== '')
}

/** Returns the address inside of a recipient text. */
export const bareAddress = (recipient: string) =>
  (/<([^<>]+)>\s*$/u.exec(recipient)?.[1] ?? recipient).trim().toLowerCase()

/** Returns true for a recipient that the server can take: an address, a user name or a group. */
export const isRecipient = (text: string) =>
  /^group:\S+$/u.test(text) || /^[^\s@<>,;]+(@[^\s@<>,;]+)?$/u.test(bareAddress(text))

/** Operators of the search, with an example of each. */
export const SEARCH_OPERATORS = [
  ['from:', 'from:asha'],
  ['to:', 'to:watch-officer'],
  ['subject:', 'subject:"tug report"'],
  ['has:attachment', 'has:attachment'],
  ['before:', 'before:2026-11-01'],
  ['after:', 'after:2026-10-01'],
  ['is:', 'is:unread, is:starred'],
  ['in:', 'in:Archive'],
] as const
