import {
  getNotices,
  getNoticeSettings,
  noticesRead,
  readNotices,
  updateNoticeSettings,
  type Notice,
  type NoticeChannel,
  type NoticeSettings,
} from '@samudra/contract/notices'
import { isAddressed, users } from '../kernel/audience.ts'
import type { Caller } from '../kernel/caller.ts'
import { Refusal } from '../kernel/errors.ts'
import { handle, type Handled } from '../kernel/handle.ts'
import { pageOf } from '../kernel/pages.ts'
import type { Send } from '../kernel/send.ts'
import type { Clock } from '../needs/clock.ts'
import type { Db } from '../needs/database.ts'
import { markRead, noticesOf, readSettings, writeSettings, type NoticeRow } from './notices.sql.ts'
import { USUAL } from './quiet.ts'

/** More than this nobody reads of what he was told. */
const MOST = 2000
/** Why a channel cannot be chosen; null for one that is there. */
const MISSING: Record<NoticeChannel, string | null> = {
  PAGE: null,
  EMAIL: 'notices by e-mail are not there yet; choose PAGE',
}

type Needs = { db: Db; clock: Clock; send: Send }

export const noticeOps = (needs: Needs): Handled[] =>
  [list, read, settings, updateSettings].map((make) => make(needs))

/** Of what somebody was told, what he may still know. */
async function seenBy(db: Db, caller: Caller): Promise<NoticeRow[]> {
  const told = await noticesOf(db, caller.userId, MOST)
  return told.filter(({ audience }) => isAddressed(audience, caller))
}
const unreadOf = (seen: NoticeRow[]) => seen.filter(({ read_at }) => read_at === null)

const list = ({ db, clock }: Needs) =>
  handle(getNotices, async ({ input, caller }) => {
    const seen = await seenBy(db, caller)
    const unread = unreadOf(seen)
    const page = pageOf(input.unread === true ? unread : seen, input, clock.now())
    return { ...page, items: page.items.map(presentNotice), unread: unread.length }
  })

const read = ({ db, clock, send }: Needs) =>
  handle(readNotices, async ({ input, caller, record }) => {
    const { ids = [], upto = null } = input
    record({ objectType: 'notice', objectId: upto ?? ids.join() })
    await markRead(db, caller.userId, { ids, upto, at: new Date(clock.now()) })
    const unread = unreadOf(await seenBy(db, caller)).length
    send(noticesRead, { ids, upto, unread }, users(caller.userId))
    return { unread }
  })

const settingsOf = async (db: Db, userId: string): Promise<NoticeSettings> => {
  const [{ user_id: _, ...found } = { user_id: userId, ...USUAL }] = await readSettings(db, userId)
  return found
}

const settings = ({ db }: Needs) =>
  handle(getNoticeSettings, async ({ caller }) => settingsOf(db, caller.userId))

const updateSettings = ({ db }: Needs) =>
  handle(updateNoticeSettings, async ({ input, caller, record }) => {
    const { expected_version, ...wishes } = input
    record({ objectType: 'notice_settings', objectId: caller.userId })
    for (const [kind, channels] of Object.entries(wishes.channels))
      for (const channel of channels ?? []) checkChannel(kind, channel)
    const before = await settingsOf(db, caller.userId)
    const after = { ...wishes, version: expected_version + 1 }
    if (!(await writeSettings(db, { user_id: caller.userId, ...after })))
      throw new Refusal(
        'VERSION_CONFLICT',
        'You changed this on another screen meanwhile; look at it again.',
        {
          data: before,
        },
      )
    record({ before, after })
    return after
  })

function checkChannel(kind: string, channel: NoticeChannel) {
  const why = MISSING[channel]
  if (why !== null)
    throw new Refusal('VALIDATION', `Check channels: ${why}.`, {
      fields: [{ field: `channels.${kind}`, why }],
    })
}

export const presentNotice = (row: NoticeRow): Notice => ({
  id: row.id,
  at: row.at.toISOString(),
  kind: row.kind as Notice['kind'],
  severity: row.severity as Notice['severity'],
  text: row.text,
  link: row.link,
  read_at: row.read_at?.toISOString() ?? null,
})
