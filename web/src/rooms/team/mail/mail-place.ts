import { createContext, use } from 'react'
import type { MailAddressParts } from './mail-links.ts'

/** Part of the mail that is shown, and ways to another. */
export type MailPlace = MailAddressParts & {
  /** Id of the mailbox that is shown. */
  mailboxId: string
  isOwn: boolean
  /** Only one pane fits. */
  isNarrow: boolean
  go: (to: Partial<MailAddressParts>) => void
}

export const MailPlaceContext = createContext<MailPlace | null>(null)

export function useMailPlace(): MailPlace {
  const place = use(MailPlaceContext)
  if (place === null) throw new Error('A part of the mail is shown outside of the mail screen.')
  return place
}
