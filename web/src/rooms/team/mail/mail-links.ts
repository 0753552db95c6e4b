import { MAIL } from '../../../kit/pages/links.ts'

/** Part of the mail screen that an address opens; `mailbox` is null for the own one. */
export type MailAddressParts = {
  mailbox: string | null
  folder: string
  mail: string | null
  q: string
  isUnreadOnly: boolean
}

/** Returns the address of a folder, a search in it, or a mail of it. */
export function mailLink({ mailbox, folder, mail, q, isUnreadOnly }: MailAddressParts): string {
  const query = new URLSearchParams()
  if (mailbox !== null) query.set('mailbox', mailbox)
  if (q !== '') query.set('q', q)
  if (isUnreadOnly) query.set('unread', '1')
  const path = [MAIL, folder, ...(mail === null ? [] : [mail])]
  const [root = MAIL, ...parts] = path
  const text = query.toString()
  return [root, ...parts.map(encodeURIComponent)].join('/') + (text === '' ? '' : `?${text}`)
}
