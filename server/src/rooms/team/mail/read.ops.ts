import { getConversation, getMail, getMails, unreadMails } from '@samudra/contract/mail-calls'
import { STARRED } from '@samudra/contract/mail'
import { OperationError } from '../../../platform/kernel/http/errors.ts'
import { handle, type Handled } from '../../../platform/kernel/http/handle.ts'
import { mailFor, NO_MAIL } from './access.ts'
import { boxOf } from './directory.ts'
import type { MailRoom } from './mail.ts'
import { foldersOf, starredCount } from './store/mailboxes.sql.ts'
import { flagMails } from './store/mail-changes.sql.ts'
import { conversationCounts, conversationMails, listMails, type ListCursor } from './store/mail-list.sql.ts'
import type { ListedRow } from './store/messages.sql.ts'
import { presentMail, presentRow } from './store/present-mail.ts'
import { pushChanged } from './store/push-mail.ts'
import { searchMails } from './store/mail-search.sql.ts'
import { folderNamed, searchTermsOf } from './store/mail-search-terms.ts'

const USUAL_PAGE = 50
const MOST_OF_CONVERSATION = 200
const NO_FOLDER = 'This folder does not exist any more.'

export const readOps = (room: MailRoom): Handled[] => [
  list(room),
  handle(getMail, async ({ input, caller }) => {
    const mail = await mailFor(room, caller, input.id)
    if (mail.is_seen || input.peek === true) return presentMail(room, mail)
    const at = new Date(room.clock.now())
    pushChanged(room, await flagMails(room.db, [mail.mailbox], [mail.id], { flag: 'SEEN', value: true, at }))
    return presentMail(room, { ...mail, is_seen: true, read_at: mail.read_at ?? at })
  }),
  handle(getConversation, async ({ input, caller }) => {
    const { id } = await boxOf(room, caller, input.mailbox)
    const rows = await conversationMails(room.db, id, input.id, MOST_OF_CONVERSATION)
    if (rows.length === 0) throw new OperationError('NOT_FOUND', NO_MAIL)
    return { items: rows.map((row) => presentRow(row)) }
  }),
  handle(unreadMails, async ({ input, caller }) => {
    const { id } = await boxOf(room, caller, input.mailbox)
    const folders = (await foldersOf(room.db, [id])).filter(({ folder }) => folder !== 'Held')
    const by_folder = Object.fromEntries(folders.map(({ folder, unread }) => [folder, unread]))
    return { count: by_folder['Inbox'] ?? 0, by_folder }
  }),
]

const list = (room: MailRoom) =>
  handle(getMails, async ({ input, caller }) => {
    const { folder = 'Inbox', threaded = false, order, limit = USUAL_PAGE } = input
    const box = await boxOf(room, caller, input.mailbox)
    const folders = await foldersOf(room.db, [box.id])
    const key = folderNamed(folder, folders)
    if (key === undefined) throw new OperationError('NOT_FOUND', NO_FOLDER)
    const q = input.q?.trim() ?? ''
    const page = {
      mailbox: box.id,
      unreadOnly: input.unread ?? false,
      isOldestFirst: order === 'OLDEST',
      limit,
      after: cursorOf(input.cursor),
    }
    const rows =
      q === ''
        ? await listMails(room.db, { ...page, folder: key, isThreaded: threaded })
        : await searchMails(room.db, { ...page, ...searchOf(q, key, folders) })
    const counts = threaded && q === '' ? await conversationCounts(room.db, rows) : null
    const count = key === STARRED ? await starredCount(room.db, box.id) : countOf(folders, key)
    const last = rows.at(-1)
    return {
      items: rows.map((row) => presentRow(row, counts?.get(`${row.folder} ${row.conversation_id}`))),
      total: q !== '' ? rows.length : input.unread === true ? count.unread : count.total,
      unread: count.unread,
      next: rows.length < limit || last === undefined ? null : cursorAt(last),
      as_of: new Date(room.clock.now()).toISOString(),
    }
  })

const countOf = (folders: readonly { folder: string; total: number; unread: number }[], key: string) =>
  folders.find(({ folder }) => folder === key) ?? { total: 0, unread: 0 }

function searchOf(q: string, folder: string, folders: Parameters<typeof folderNamed>[1]) {
  const terms = searchTermsOf(q)
  if (terms.in === null) return { terms, folder }
  if (/^(?:anywhere|all)$/i.test(terms.in)) return { terms, folder: null }
  const named = folderNamed(terms.in, folders)
  if (named === undefined) throw new OperationError('NOT_FOUND', `No folder has the name ${terms.in}.`)
  return { terms, folder: named }
}

const cursorAt = ({ at, id }: ListedRow) => `${at.getTime()}.${id}`
function cursorOf(cursor: string | undefined): ListCursor | null {
  if (cursor === undefined) return null
  const found = /^(\d{1,15})\.([0-9A-Z]{26})$/.exec(cursor)
  if (found === null)
    throw new OperationError('VALIDATION', 'Check cursor: use the cursor of the previous page.', {
      fields: [{ field: 'cursor', why: 'is not a cursor of this list' }],
    })
  return { at: new Date(Number(found[1])), id: found[2]! }
}
