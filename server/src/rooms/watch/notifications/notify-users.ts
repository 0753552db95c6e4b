import {
  channelsFor,
  isFleeting,
  NOTIFICATION_CHANNELS,
  notificationPush,
  type NotificationChannel,
} from '@samudra/contract/notifications'
import { setTimeout as sleep } from 'node:timers/promises'
import { ulid } from '../../../platform/kernel/text/ulid.ts'
import type { IdentityInterface } from '../../centre/identity/room.ts'
import { withMembers } from '../../../platform/kernel/http/audience-members.ts'
import { isAddressed, users } from '../../../platform/kernel/http/audience.ts'
import { missing } from '../../../platform/kernel/http/errors.ts'
import type { Presence } from '../../../platform/kernel/cluster/presence.ts'
import type { Send } from '../../../platform/kernel/http/send.ts'
import type { Clock } from '../../../platform/needs/clock.ts'
import type { Db } from '../../../platform/needs/database.ts'
import type { OutgoingNotification, SamudraQueries } from '../../../sea/topics.ts'
import { presentNotification } from './notifications.ops.ts'
import {
  inNotifications,
  markArrived,
  readSettings,
  storeNotification,
  withdrawRolled,
  type Client,
  type NewNotification,
  type Reader,
} from './notifications.sql.ts'
import { isQuietAt, USUAL } from './quiet.ts'
import { membersIn } from './notification-visibility.ts'

export type NotifyNeeds = {
  db: Db
  clock: Clock
  send: Send
  presence: Presence
  identity: IdentityInterface
  queries: SamudraQueries
}
type Stored = { notice: NewNotification; readers: Reader[] }

/**
 * Stores notifications for each recipient in one transaction with other writes of `make`, then delivers them. Screens
 * are pushed after the commit; a user who misses that reads it.
 */
export async function notifyAll(
  needs: NotifyNeeds,
  make: (client: Client) => Promise<readonly OutgoingNotification[]>,
): Promise<void> {
  await pushAll(needs, await storeAll(needs, make))
}

/** Waits between attempts to store a notification while the database is away or too busy, milliseconds. */
const WAITS_MS = [250, 1000, 4000, 10_000, 20_000]

/** Notifies users; while the database does not answer the notification is stored again. Throws after the last attempt. */
export async function notifyPersistently(needs: NotifyNeeds, one: OutgoingNotification): Promise<void> {
  await pushAll(needs, await storePersistently(needs, one))
}

async function storePersistently(needs: NotifyNeeds, one: OutgoingNotification): Promise<Stored[]> {
  for (const wait of WAITS_MS)
    try {
      return await storeAll(needs, async () => [one])
    } catch (error) {
      if (missing(error) !== 'DATABASE' && !isConflict(error)) throw error
      await sleep(wait)
    }
  return storeAll(needs, async () => [one])
}
/** Returns true for a transaction that met another one: a deadlock, or a change at the same time. */
const isConflict = (error: unknown) => (error as { code?: string } | null)?.code?.startsWith('40') === true

async function storeAll(
  needs: NotifyNeeds,
  make: (client: Client) => Promise<readonly OutgoingNotification[]>,
): Promise<Stored[]> {
  const { db, clock, identity } = needs
  const wishes = new Map((await readSettings(db, null)).map((one) => [one.user_id, one]))
  const everyone = await identity.everyone()
  return inNotifications(db, async (client) => {
    const all: Stored[] = []
    for (const one of await make(client)) {
      const audience = await withMembers(one.audience, membersIn(needs.queries))
      const at = clock.now()
      const readers = everyone.flatMap((user): Reader[] => {
        if (!isAddressed(audience, user)) return []
        const wish = wishes.get(user.userId) ?? USUAL
        const channels = channelsOf(wish, one)
        const when = { at, zone: user.settings['datetime.zone'] }
        // Critical notifications are never quiet, however late or many they are.
        const isHour = one.breaksQuiet !== true && isQuietAt(wish, one.severity, when)
        const isQuiet = one.severity !== 'CRITICAL' && (one.isQuiet === true || isHour)
        return channels.length === 0 ? [] : [{ userId: user.userId, channels, isQuiet }]
      })
      if (readers.length === 0) continue
      const notice = notificationOf(one, at)
      if (isFleeting(one.kind)) {
        all.push({ notice, readers: readers.filter((reader) => isAloud(reader)) })
        continue
      }
      if (one.rolls !== undefined) await rolled(client, one, readers)
      await storeNotification(client, notice, readers)
      all.push({ notice, readers })
    }
    return all
  })
}

/** Withdraws the notice before; a user who has not read that one yet gets the next without a toast. */
async function rolled(client: Client, { rolls, severity }: OutgoingNotification, readers: Reader[]) {
  const ids = readers.map(({ userId }) => userId)
  const withdrawn = await withdrawRolled(client, rolls!, ids)
  for (const reader of readers) {
    const before = withdrawn.get(reader.userId)
    if (before === undefined) continue
    if (before.isUnread && severity !== 'CRITICAL') reader.isQuiet = true
    reader.mailSince = before.mailSince
  }
}

function channelsOf(
  wish: typeof USUAL,
  { kind, severity, usually, channels }: OutgoingNotification,
): NotificationChannel[] {
  if (channels !== undefined) return forcedChannels(channels, severity)
  if (kind === 'DIGEST' || kind === 'TEST') return [...(usually ?? ['PAGE'])]
  const isChosen = wish.channels[kind]?.[severity] !== undefined
  return usually !== undefined && !isChosen ? [...usually] : channelsFor(wish, kind, severity)
}

/** Returns channels that a notification names; a sound, and critical ones, come with the page. */
const forcedChannels = (
  channels: readonly NotificationChannel[],
  severity: OutgoingNotification['severity'],
): NotificationChannel[] =>
  NOTIFICATION_CHANNELS.filter((one) =>
    one === 'PAGE'
      ? severity === 'CRITICAL' || channels.includes('PAGE') || channels.includes('SOUND')
      : channels.includes(one),
  )

export const notificationOf = (notifications: OutgoingNotification, at: number): NewNotification => {
  const {
    kind,
    severity,
    text,
    link,
    audience,
    about,
    vessel = null,
    rolls = null,
    breaksQuiet = false,
  } = notifications
  return {
    id: ulid(at),
    at: new Date(at),
    kind,
    severity,
    text,
    link,
    audience,
    about: about === undefined ? null : { kind: about.kind, id: about.id },
    seers: about?.seers ?? null,
    vessel,
    rolls,
    breaks_quiet: breaksQuiet,
  }
}

/** Pushes to open screens, and records which users had one open. */
export async function pushAll({ db, clock, send, presence }: NotifyNeeds, stored: readonly Stored[]) {
  for (const { notice, readers } of stored) {
    const shown = presentNotification({ ...notice, read_at: null, arrived_at: null })
    for (const [way, ids] of byWay(readers))
      send(notificationPush, { notice: shown, ...WAYS[way]! }, users(...ids))
  }
  if (stored.length === 0) return
  const open = new Set((await presence.screens()).map(({ userId }) => userId))
  for (const { notice, readers } of stored) {
    if (isFleeting(notice.kind)) continue
    const there = readers.flatMap(({ userId }) => (open.has(userId) ? [userId] : []))
    if (there.length > 0) await markArrived(db, there, [notice.id], new Date(clock.now()))
  }
}

const WAYS = [
  { quiet: true, sound: false },
  { quiet: false, sound: false },
  { quiet: false, sound: true },
] as const

const isAloud = ({ channels, isQuiet }: Reader) =>
  !isQuiet && (channels.includes('PAGE') || channels.includes('SOUND'))

/** Groups readers by way of delivery; a notification only for the digest reaches screens without a toast. */
function byWay(readers: readonly Reader[]): Map<number, string[]> {
  const ways = new Map<number, string[]>()
  for (const reader of readers) {
    const way = !isAloud(reader) ? 0 : reader.channels.includes('SOUND') ? 2 : 1
    ways.set(way, [...(ways.get(way) ?? []), reader.userId])
  }
  return ways
}
