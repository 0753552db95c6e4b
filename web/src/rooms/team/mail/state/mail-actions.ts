import type { MailFlag, MailRow, SETTABLE_FLAGS } from '@samudra/contract/mail'
import {
  deleteSelectedMailFromTrash,
  emptyTrash,
  getConversation,
  markStarred,
  moveMails,
  moveToSpam,
  selectedMailMoveToTrash,
  setFlag,
} from '@samudra/contract/mail-calls'
import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { toast } from '../../../../kit/toasts.ts'
import { call } from '../../../../wire/call.ts'
import { changeRows, mailsChanged } from './list-changes.ts'

type Flag = (typeof SETTABLE_FLAGS)[number]
type Moved = { moved: { id: string; from: string }[]; failed: { id: string; why: string }[] }
/** Conversations of a selection that are read at once. */
const AT_ONCE = 4
const UNDO_MS = 10_000

/** The last action that can be undone, for the key z. */
let undoLast: (() => void) | null = null
export const undoLastAction = () => undoLast?.()

const countText = (count: number) => (count === 1 ? 'Mail' : `${count} mails`)

/** Returns the ids of the mails of rows: of a conversation all its mails in the same folder. */
async function idsOf(rows: readonly MailRow[]): Promise<string[]> {
  const ids = rows.filter(({ conversation }) => conversation.count <= 1).map(({ id }) => id)
  const whole = rows.filter(({ conversation }) => conversation.count > 1)
  for (let at = 0; at < whole.length; at += AT_ONCE) {
    const read = await Promise.all(whole.slice(at, at + AT_ONCE).map(idsOfConversation))
    ids.push(...read.flat())
  }
  return [...new Set(ids)]
}

async function idsOfConversation({ id, conversation_id, mailbox, folder }: MailRow): Promise<string[]> {
  const { items } = await call(getConversation, { id: conversation_id, mailbox })
  // A conversation leaves out what is in Spam and Trash.
  return [id, ...items.filter((one) => one.folder === folder).map((one) => one.id)]
}

/** Performs actions on mails: the lists follow at once, and go back when the server refuses. */
class MailActions {
  readonly #queries: QueryClient
  constructor(queries: QueryClient) {
    this.#queries = queries
  }

  async star(rows: readonly MailRow[], starred: boolean) {
    await this.#change(
      rows,
      (row) => ({ ...row, starred }),
      async () => {
        await call(markStarred, { ids: rows.map(({ id }) => id), starred })
      },
    )
  }

  async flag(rows: readonly MailRow[], flag: Flag, value: boolean) {
    const withFlag = (row: MailRow): MailRow => {
      const others = row.flags.filter((one) => one !== flag)
      const flags: MailFlag[] = value ? [...others, flag] : others
      const unread = flag === 'SEEN' ? (value ? 0 : row.conversation.count) : row.conversation.unread
      return { ...row, flags, conversation: { ...row.conversation, unread } }
    }
    await this.#change(rows, withFlag, async () => {
      await call(setFlag, { ids: await idsOf(rows), flag, value })
    })
  }

  /** Moves mails to a folder, with a way to undo it. */
  async move(rows: readonly MailRow[], folder: string, words: string) {
    await this.#leave(rows, words, (ids) =>
      folder === 'Trash' ? call(selectedMailMoveToTrash, { ids }) : call(moveMails, { ids, folder }),
    )
  }

  /** Moves mails back to where they were before Trash, Spam or Archive. */
  async restore(rows: readonly MailRow[]) {
    await this.#leave(rows, 'restored', (ids) => call(moveMails, { ids }))
  }

  async spam(rows: readonly MailRow[], isBlocked: boolean) {
    const words = isBlocked ? 'moved to Spam, and the sender blocked' : 'moved to Spam'
    await this.#leave(rows, words, async (ids) => {
      const from = rows[0]?.folder ?? 'Inbox'
      const [first, ...others] = ids
      if (first !== undefined) await call(moveToSpam, { id: first, block_sender: isBlocked })
      if (others.length > 0) await call(moveMails, { ids: others, folder: 'Spam' })
      return { moved: ids.map((id) => ({ id, from })), failed: [] }
    })
  }

  /** Deletes mails of the trash for ever. */
  async erase(rows: readonly MailRow[]) {
    await this.#change(
      rows,
      () => null,
      async () => {
        const { failed } = await call(deleteSelectedMailFromTrash, { ids: await idsOf(rows) })
        if (failed[0] !== undefined) throw new Error(failed[0].why)
        toast(`${countText(rows.length)} deleted`)
      },
    )
  }

  /** Deletes all mails of the trash of a mailbox for ever; returns how many. */
  async emptyTrash(mailbox: string): Promise<number> {
    let deleted = 0
    try {
      for (;;) {
        const answer = await call(emptyTrash, { mailbox })
        deleted += answer.deleted
        if (answer.left === 0 || answer.deleted === 0) return deleted
      }
    } finally {
      mailsChanged(this.#queries)
    }
  }

  async #leave(rows: readonly MailRow[], words: string, act: (ids: string[]) => Promise<Moved>) {
    if (rows.length === 0) return
    const moving = idsOf(rows).then(act)
    let isUndone = false
    // Rows leave at once, so it can be undone at once: the way back waits for the way out.
    const undo = () => {
      isUndone = true
      undoLast = null
      void moving.then(({ moved }) => this.#moveBack(moved)).catch(() => {})
    }
    undoLast = undo
    await this.#change(
      rows,
      () => null,
      async () => {
        const { moved, failed } = await moving
        if (failed[0] !== undefined) toast(`${countText(failed.length)} not moved. ${failed[0].why}`, 'bad')
        if (moved.length === 0 || isUndone) return
        const action = { label: 'Undo', act: undo }
        toast(`${countText(rows.length)} ${words}`, 'plain', {
          ms: UNDO_MS,
          action,
          sort: { key: 'mail-move' },
        })
      },
    )
  }

  async #moveBack(moved: Moved['moved']) {
    try {
      for (const folder of new Set(moved.map(({ from }) => from))) {
        const ids = moved.filter(({ from }) => from === folder).map(({ id }) => id)
        await call(moveMails, { ids, folder })
      }
    } catch (error) {
      toast((error as Error).message, 'bad')
    }
    mailsChanged(this.#queries)
  }

  async #change(
    rows: readonly MailRow[],
    change: (row: MailRow) => MailRow | null,
    act: () => Promise<unknown>,
  ) {
    if (rows.length === 0) return
    changeRows(this.#queries, new Set(rows.map(({ id }) => id)), change)
    try {
      await act()
    } catch (error) {
      toast((error as Error).message, 'bad')
    }
    mailsChanged(this.#queries)
  }
}

export function useMailActions(): MailActions {
  const queries = useQueryClient()
  return useMemo(() => new MailActions(queries), [queries])
}
