import type { MailRow } from '@samudra/contract/mail'
import { useKeys } from '../../../kit/use-keys.ts'
import { answer, forward, writeMail } from './compose/composing.store.ts'
import { clearSelection, selectTo, toggleSelected, useSelection } from './list/selection.store.ts'
import { useMailPlace } from './mail-place.ts'
import { isUnread } from './mail-text.ts'
import { undoLastAction, useMailActions } from './state/mail-actions.ts'

type Given = {
  rows: readonly MailRow[]
  onOpen: (row: MailRow) => void
  /** Opens the next mail in place of those that leave the list. */
  onLeave: (rows: readonly MailRow[]) => void
  onSearch: () => void
}

/** Keys of the mail screen: j k e # r a f / c and others; fields and dialogs keep their keys. */
export function useMailKeys({ rows, onOpen, onLeave, onSearch }: Given) {
  const { mail, mailbox, folder, isNarrow, go } = useMailPlace()
  const actions = useMailActions()
  const step = (by: 1 | -1, isMarking: boolean) => {
    const at = rows.findIndex(({ id }) => id === mail)
    const next = rows[at < 0 ? 0 : at + by]
    if (next === undefined) return
    if (isMarking)
      selectTo(
        rows.map(({ id }) => id),
        next.id,
        mail,
      )
    onOpen(next)
  }
  /** Marked mails, or the open one. */
  const chosen = () => {
    const { ids } = useSelection.getState()
    return ids.size > 0 ? rows.filter(({ id }) => ids.has(id)) : rows.filter(({ id }) => id === mail)
  }
  const leaving = (act: (of: readonly MailRow[]) => Promise<unknown>) => {
    const of = chosen()
    if (of.length === 0) return
    onLeave(of)
    clearSelection()
    void act(of)
  }
  const toTrash = (of: readonly MailRow[]) =>
    folder === 'Trash' ? actions.erase(of) : actions.move(of, 'Trash', 'moved to Trash')
  const withOpen = (act: (id: string) => Promise<unknown>) => {
    if (mail !== null) void act(mail)
  }
  const keys: Readonly<Record<string, () => void>> = {
    j: () => step(1, false),
    k: () => step(-1, false),
    J: () => step(1, true),
    K: () => step(-1, true),
    e: () => leaving((of) => actions.move(of, 'Archive', 'archived')),
    '#': () => leaving(toTrash),
    Delete: () => leaving(toTrash),
    '!': () => leaving((of) => actions.move(of, 'Spam', 'moved to Spam')),
    r: () => withOpen((id) => answer(id, false, mailbox)),
    a: () => withOpen((id) => answer(id, true, mailbox)),
    f: () => withOpen((id) => forward(id, mailbox)),
    c: () => void writeMail({ mailbox }),
    s: () => void actions.star(chosen(), !chosen().every(({ starred }) => starred)),
    u: () => void actions.flag(chosen(), 'SEEN', chosen().some(isUnread)),
    x: () => withOpen(async (id) => toggleSelected(id)),
    z: undoLastAction,
    '/': onSearch,
    Escape: () => {
      if (useSelection.getState().ids.size > 0) clearSelection()
      else if (isNarrow && mail !== null) go({ mail: null })
    },
  }
  useKeys(keys)
}
