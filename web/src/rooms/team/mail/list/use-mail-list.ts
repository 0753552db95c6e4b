import { getMails } from '@samudra/contract/mail-calls'
import { rowId } from '../../../../wire/pages-again.ts'
import { usePages } from '../../../../wire/use-pages.ts'
import { useMailPlace } from '../mail-place.ts'

/** Folders whose mails are listed one by one: an own mail is looked for by itself. */
const SINGLE = ['Drafts', 'Sent', 'Spam', 'Trash', 'Starred']

/** Rows of the shown folder or search, latest first. */
export function useMailList() {
  const { mailboxId, isOwn, folder, q, isUnreadOnly } = useMailPlace()
  return usePages(
    getMails,
    {
      ...(isOwn ? {} : { mailbox: mailboxId }),
      folder,
      ...(q === '' ? {} : { q }),
      threaded: q === '' && !SINGLE.includes(folder),
      unread: isUnreadOnly,
    },
    { rowKey: rowId },
  )
}
export type MailList = ReturnType<typeof useMailList>
