import {
  deleteMailContact,
  deleteMailFolder,
  deleteMailText,
  getBlockedSenders,
  getMailboxes,
  getMailContacts,
  getMailFolders,
  getMailTexts,
  saveMailContact,
  saveMailFolder,
  saveMailText,
  setBlockedSender,
  type MailFolder,
} from '@samudra/contract/mail-boxes'
import { MAIL_FOLDERS, STARRED } from '@samudra/contract/mail'
import { ulid } from '../../../../platform/kernel/text/ulid.ts'
import { OperationError } from '../../../../platform/kernel/http/errors.ts'
import { handle, type Handled } from '../../../../platform/kernel/http/handle.ts'
import { boxesOf, boxOf } from '../directory.ts'
import { MB, type MailRoom } from '../mail.ts'
import { foldersOf, saveFolder, starredCount, usedBytes } from '../store/mailboxes.sql.ts'
import { idsInFolder, moveMailRows, removeFolder } from '../store/mail-changes.sql.ts'
import { pushChanged } from '../store/push-mail.ts'
import * as stored from './mailbox-texts.sql.ts'
import { contactsFor } from './contacts.ts'

const NO_FOLDER = 'This folder does not exist any more.'
const MOST_FOLDERS = 200

export const boxOps = (room: MailRoom): Handled[] => [
  handle(getMailboxes, async ({ caller }) => {
    const boxes = await boxesOf(room, caller)
    const ids = boxes.map(({ id }) => id)
    const [folders, used] = await Promise.all([foldersOf(room.db, ids), usedBytes(room.db, ids)])
    const quota_bytes = room.settings.number('mail.quota_mb') * MB
    const unreadIn = (id: string) =>
      folders.find((one) => one.mailbox === id && one.folder === 'Inbox')?.unread ?? 0
    return {
      items: boxes.map((box) => ({
        ...box,
        unread: unreadIn(box.id),
        used_bytes: used.get(box.id) ?? 0,
        quota_bytes,
      })),
    }
  }),
  ...folderOps(room),
  ...textOps(room),
  ...contactOps(room),
  handle(getBlockedSenders, async ({ input, caller }) => {
    const { id } = await boxOf(room, caller, input.mailbox)
    return { items: await stored.blockedSenders(room.db, id) }
  }),
  handle(setBlockedSender, async ({ input, caller, record }) => {
    const { id } = await boxOf(room, caller, input.mailbox)
    record({ objectType: 'mailbox', objectId: id, after: { address: input.address, blocked: input.blocked } })
    if (input.blocked) {
      const before = await stored.blockedSenders(room.db, id)
      if (before.length >= stored.MOST_BLOCKED)
        throw new OperationError('TOO_LARGE', `A mailbox blocks ${stored.MOST_BLOCKED} senders; remove some.`)
      await stored.blockSender(room.db, id, input.address, new Date(room.clock.now()))
    } else await stored.unblockSender(room.db, id, input.address)
    return { items: await stored.blockedSenders(room.db, id) }
  }),
]

const folderOps = (room: MailRoom): Handled[] => [
  handle(getMailFolders, async ({ input, caller }) => {
    const { id } = await boxOf(room, caller, input.mailbox)
    const [rows, starred] = await Promise.all([foldersOf(room.db, [id]), starredCount(room.db, id)])
    const counts = (folder: string) => rows.find((one) => one.folder === folder) ?? { total: 0, unread: 0 }
    const system = MAIL_FOLDERS.map((name) => folderOf(name, name, false, counts(name)))
    const own = rows.flatMap((row) => (row.name === null ? [] : [folderOf(row.folder, row.name, true, row)]))
    return { items: [...system, folderOf(STARRED, STARRED, false, starred), ...own] }
  }),
  handle(saveMailFolder, async ({ input, caller, record }) => {
    const { id: mailbox } = await boxOf(room, caller, input.mailbox)
    const isNew = input.id === undefined
    const folder = input.id ?? ulid(room.clock.now())
    record({ objectType: 'mail_folder', objectId: folder, after: { name: input.name } })
    const rows = await foldersOf(room.db, [mailbox])
    const own = rows.filter(({ name }) => name !== null)
    const before = own.find((one) => one.folder === folder)
    if (!isNew && before === undefined) throw new OperationError('NOT_FOUND', NO_FOLDER)
    if (isNew && own.length >= MOST_FOLDERS)
      throw new OperationError('TOO_LARGE', `A mailbox has ${MOST_FOLDERS} own folders; delete one.`)
    const isSystem = [...MAIL_FOLDERS, STARRED, 'Held'].some(
      (one) => one.toLowerCase() === input.name.toLowerCase(),
    )
    if (isSystem || !(await saveFolder(room.db, mailbox, folder, input.name, isNew)))
      throw new OperationError('DUPLICATE', `A folder has the name ${input.name} already; choose another.`)
    pushChanged(room, [{ id: '', mailbox, folder }])
    return folderOf(folder, input.name, true, before ?? { total: 0, unread: 0 })
  }),
  handle(deleteMailFolder, async ({ input, caller, record }) => {
    const { id: mailbox } = await boxOf(room, caller, input.mailbox)
    record({ objectType: 'mail_folder', objectId: input.id })
    const rows = await foldersOf(room.db, [mailbox])
    if (!rows.some(({ folder, name }) => folder === input.id && name !== null))
      throw new OperationError('NOT_FOUND', NO_FOLDER)
    let moved = 0
    for (let ids = await idsInFolder(room.db, mailbox, input.id); ids.length > 0;) {
      const rows = await moveMailRows(room.db, [mailbox], ids, { folder: 'Archive', purgeAt: new Date(0) })
      pushChanged(room, rows)
      moved += rows.length
      ids = rows.length === 0 ? [] : await idsInFolder(room.db, mailbox, input.id)
    }
    await removeFolder(room.db, mailbox, input.id)
    pushChanged(room, [{ id: '', mailbox, folder: 'Archive' }])
    return { id: input.id, moved }
  }),
]

const folderOf = (
  id: string,
  name: string,
  own: boolean,
  { total, unread }: { total: number; unread: number },
): MailFolder => ({
  id,
  name,
  own,
  total,
  unread,
})

const textOps = (room: MailRoom): Handled[] => [
  handle(getMailTexts, async ({ input, caller }) => {
    const { id } = await boxOf(room, caller, input.mailbox)
    return { items: await stored.textsOf(room.db, id, input.kind) }
  }),
  handle(saveMailText, async ({ input, caller, record }) => {
    const { id: mailbox } = await boxOf(room, caller, input.mailbox)
    const { id = ulid(room.clock.now()), kind, name, subject = '', body, is_default = false } = input
    record({ objectType: 'mail_text', objectId: id, after: { kind, name } })
    const text = { id, kind, name, subject, body, is_default }
    const fate = await stored.storeText(room.db, mailbox, text, input.id === undefined)
    if (fate === 'NONE') throw new OperationError('NOT_FOUND', 'This text does not exist any more.')
    if (fate === 'NAME_TAKEN')
      throw new OperationError('DUPLICATE', `Another one has the name ${name}; choose another.`)
    if (fate === 'TOO_MANY')
      throw new OperationError('TOO_LARGE', `A mailbox has ${stored.MOST_TEXTS} of these; delete one first.`)
    return text
  }),
  handle(deleteMailText, async ({ input, caller, record }) => {
    const { id: mailbox } = await boxOf(room, caller, input.mailbox)
    record({ objectType: 'mail_text', objectId: input.id })
    if (!(await stored.deleteText(room.db, mailbox, input.id)))
      throw new OperationError('NOT_FOUND', 'This text does not exist any more.')
    return { id: input.id }
  }),
]

const contactOps = (room: MailRoom): Handled[] => [
  handle(getMailContacts, async ({ input, caller }) => ({ items: await contactsFor(room, caller, input) })),
  handle(saveMailContact, async ({ input, caller, record }) => {
    const { id = ulid(room.clock.now()), name, address } = input
    record({ objectType: 'mail_contact', objectId: id })
    if (!(await stored.storeContact(room.db, caller.userId, { id, name, address }, input.id === undefined)))
      throw new OperationError(
        input.id === undefined ? 'DUPLICATE' : 'NOT_FOUND',
        'The address is in your address book already, or this entry does not exist any more.',
      )
    return { kind: 'OUTSIDE' as const, id, name, address, count: 1 }
  }),
  handle(deleteMailContact, async ({ input, caller, record }) => {
    record({ objectType: 'mail_contact', objectId: input.id })
    if (!(await stored.deleteContact(room.db, caller.userId, input.id)))
      throw new OperationError('NOT_FOUND', 'This address does not exist any more.')
    return { id: input.id }
  }),
]
