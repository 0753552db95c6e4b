import { getConversation, getMail, getMails } from '@samudra/contract/mail-calls'
import { getMailAccounts, mailAccountChanged } from '@samudra/contract/mail-accounts'
import { getMailboxes, getMailFolders } from '@samudra/contract/mail-boxes'
import { inboxMail, mailChanged, readReceipt, type MailRow } from '@samudra/contract/mail'
import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { usePush } from '../../../../wire/push.ts'
import type { HeldPage, Paged } from '../../../../wire/pages-again.ts'
import { makeStale } from '../../../../wire/stale.ts'

type Held = readonly HeldPage<Paged<MailRow>>[] | undefined

/** Changes rows of all lists that are held, before the server answers; null takes a row out. */
export function changeRows(
  queries: QueryClient,
  ids: ReadonlySet<string>,
  change: (row: MailRow) => MailRow | null,
) {
  queries.setQueriesData({ queryKey: [getMails.name] }, (held: Held) =>
    held?.map(({ page, isOld }) => ({
      isOld,
      page: {
        ...page,
        items: page.items.flatMap((row) => (ids.has(row.id) ? (change(row) ?? []) : [row])),
      },
    })),
  )
}

/** Reads again what is shown when mails arrive, change, or are read by their receivers. */
export function useMailPushes() {
  const queries = useQueryClient()
  const changed = () => mailsChanged(queries)
  usePush(inboxMail, changed)
  usePush(readReceipt, changed)
  usePush(mailChanged, changed)
  usePush(mailAccountChanged, () => {
    for (const op of [getMailAccounts, getMailboxes]) makeStale(queries, op)
  })
}

/** Has everything read again that shows mails. */
export function mailsChanged(queries: QueryClient) {
  for (const op of [getMails, getMailFolders, getMailboxes, getConversation, getMail]) makeStale(queries, op)
}
