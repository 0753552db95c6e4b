import {
  deleteMailFromTrash,
  deleteSelectedMailFromTrash,
  emptyTrash,
  markStarred,
  moveMails,
  moveToSpam,
  moveToTrash,
  selectedMailMoveToTrash,
  setAnswering,
  setFlag,
} from '@samudra/contract/mail-calls'
import { STARRED } from '@samudra/contract/mail'
import type { Caller } from '../../../../platform/kernel/http/caller.ts'
import { OperationError } from '../../../../platform/kernel/http/errors.ts'
import { handle, type Call, type Handled } from '../../../../platform/kernel/http/handle.ts'
import { boxIdsOf, mailFor, NO_MAIL } from '../access.ts'
import { boxOf, isUserBox } from '../directory.ts'
import { heldBoxes } from '../account/mail-accounts.sql.ts'
import type { MailRoom } from '../mail.ts'
import { blockSender } from '../boxes/mailbox-texts.sql.ts'
import { foldersOf } from './mailboxes.sql.ts'
import {
  deleteMailRows,
  flagMails,
  idsInFolder,
  moveMailRows,
  setAnsweringBy,
  type FlagName,
} from './mail-changes.sql.ts'
import { forgetRaws } from './forget-raws.ts'
import { folderNamed } from './mail-search-terms.ts'
import { answeringOf } from './present-mail.ts'
import { pushChanged } from './push-mail.ts'

const DAY_MS = 24 * 3_600_000
/** Mails that one call deletes of a trash. */
const MOST_EMPTIED = 5000
const NOT_MOVED = 'This mail does not exist, is being sent, or cannot be in this folder.'

export const changeOps = (room: MailRoom): Handled[] => [
  handle(markStarred, ({ input, caller, record }) =>
    flag(room, caller, record, { ids: input.ids, flag: 'STARRED', value: input.starred }),
  ),
  handle(setFlag, ({ input, caller, record }) => flag(room, caller, record, input)),
  handle(moveToTrash, async ({ input, caller, record }) => {
    const { purgeAt } = await moveOne(room, caller, record, { id: input.id, folder: 'Trash' })
    return { id: input.id, purge_at: purgeAt.toISOString() }
  }),
  handle(selectedMailMoveToTrash, async ({ input, caller, record }) => {
    const { moved, failed } = await move(room, caller, record, { ids: input.ids, folder: 'Trash' })
    return { moved, failed }
  }),
  handle(moveToSpam, async ({ input, caller, record }) => {
    const mail = await mailFor(room, caller, input.id)
    await moveOne(room, caller, record, { id: mail.id, folder: 'Spam' })
    if (input.block_sender === true)
      await blockSender(room.db, mail.mailbox, mail.sender.address.toLowerCase(), new Date(room.clock.now()))
    return { id: mail.id }
  }),
  handle(moveMails, async ({ input, caller, record }) => {
    const { moved, failed } = await move(room, caller, record, {
      ids: input.ids,
      folder: input.folder ?? null,
    })
    return { moved, failed }
  }),
  handle(deleteMailFromTrash, async ({ input, caller, record }) => {
    const { deleted } = await remove(room, caller, record, [input.id])
    if (deleted.length === 0) throw new OperationError('NOT_FOUND', NOT_IN_TRASH)
    return { id: input.id }
  }),
  handle(deleteSelectedMailFromTrash, ({ input, caller, record }) => remove(room, caller, record, input.ids)),
  handle(emptyTrash, async ({ input, caller, record }) => {
    const { id: mailbox } = await boxOf(room, caller, input.mailbox)
    let deleted = 0
    for (let ids = await idsInFolder(room.db, mailbox, 'Trash'); ids.length > 0 && deleted < MOST_EMPTIED;) {
      deleted += (await removeRows(room, [mailbox], ids)).length
      ids = await idsInFolder(room.db, mailbox, 'Trash')
    }
    record({ objectType: 'mailbox', objectId: mailbox, after: { count: deleted } })
    const trash = (await foldersOf(room.db, [mailbox])).find(({ folder }) => folder === 'Trash')
    return { deleted, left: trash?.total ?? 0 }
  }),
  handle(setAnswering, async ({ input, caller, record }) => {
    const mail = await mailFor(room, caller, input.id)
    record({ objectType: 'mail', objectId: mail.id })
    if (isUserBox(mail.mailbox))
      throw new OperationError('NOT_FOUND', 'Only mails of duty roles can be assigned.')
    const since = new Date(room.clock.now())
    const answering = input.answering
      ? { answering_by: caller.userId, answering_since: since }
      : { answering_by: null, answering_since: null }
    await setAnsweringBy(room.db, mail.id, answering)
    pushChanged(room, [mail])
    return answeringOf(room, answering)
  }),
]

const NOT_IN_TRASH = 'This mail is not in the trash. Move it there first.'

type Record = Call<unknown>['record']
const recordIds = (record: Record, ids: readonly string[], after: object) =>
  record({
    objectType: 'mail',
    objectId: ids.length === 1 ? ids[0]! : '',
    after: { count: ids.length, ...after },
  })

async function flag(
  room: MailRoom,
  caller: Caller,
  record: Record,
  { ids, flag, value }: { ids: readonly string[]; flag: FlagName; value: boolean },
) {
  recordIds(record, ids, { flag, value })
  const at = new Date(room.clock.now())
  const changed = await flagMails(room.db, await boxIdsOf(room, caller), ids, { flag, value, at })
  pushChanged(room, changed)
  return { updated: changed.map(({ id }) => id) }
}

/** Moves mails to a folder, or with null each back where it was. */
async function move(
  room: MailRoom,
  caller: Caller,
  record: Record,
  { ids, folder }: { ids: readonly string[]; folder: string | null },
) {
  const boxes = await boxIdsOf(room, caller)
  const purgeAt = new Date(room.clock.now() + room.settings.number('mail.trash_days') * DAY_MS)
  recordIds(record, ids, { folder })
  const folders = folder === null ? [] : await foldersOf(room.db, boxes)
  const key = folder === null ? null : folderNamed(folder, folders)
  if (key === undefined || key === STARRED)
    throw new OperationError('NOT_FOUND', 'This folder does not exist any more.')
  // An own folder is of one mailbox.
  const owners = folders.flatMap(({ folder: one, name, mailbox }) =>
    one === key && name !== null ? [mailbox] : [],
  )
  const within = owners.length === 0 ? boxes : owners
  const moved = await moveMailRows(room.db, within, ids, { folder: key, purgeAt })
  pushChanged(room, moved)
  const done = new Set(moved.map(({ id }) => id))
  return {
    moved: moved.map(({ id, from }) => ({ id, from })),
    failed: ids.filter((id) => !done.has(id)).map((id) => ({ id, why: NOT_MOVED })),
    purgeAt,
  }
}

async function moveOne(
  room: MailRoom,
  caller: Caller,
  record: Record,
  { id, folder }: { id: string; folder: string },
) {
  const { moved, purgeAt } = await move(room, caller, record, { ids: [id], folder })
  if (moved.length === 0 && (await mailFor(room, caller, id)).folder !== folder)
    throw new OperationError('NOT_FOUND', NOT_MOVED)
  return { purgeAt: moved.length > 0 ? purgeAt : ((await mailFor(room, caller, id)).purge_at ?? purgeAt) }
}

async function remove(room: MailRoom, caller: Caller, record: Record, ids: readonly string[]) {
  recordIds(record, ids, {})
  const deleted = (await removeRows(room, await boxIdsOf(room, caller), ids)).map(({ id }) => id)
  return {
    deleted,
    failed: ids.filter((id) => !deleted.includes(id)).map((id) => ({ id, why: NO_MAIL })),
  }
}

/** Deletes mails of the trash with what only they need; returns them. */
async function removeRows(room: MailRoom, mailboxes: readonly string[], ids: readonly string[]) {
  const held = await heldBoxes(room.db, await room.identity.heldUsers())
  const at = new Date(room.clock.now())
  const gone = await deleteMailRows(room.db, mailboxes, ids, { held, at })
  await forgetRaws(room, gone)
  pushChanged(room, gone)
  return gone
}
