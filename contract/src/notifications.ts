import { z } from 'zod'
import { alertNotifications } from './alert-notification-kind.ts'
import { areaNotifications } from './area-notification-kind.ts'
import { chatNotifications } from './chat-notification-kind.ts'
import { SEVERITIES } from './event-types.ts'
import { eventNotifications } from './event-notification-kind.ts'
import {
  forumFlagNotifications,
  forumNotifications,
  forumTopicNotifications,
} from './forum-notification-kind.ts'
import { importNotifications } from './import-notification-kind.ts'
import { jobNotifications } from './job-notification-kind.ts'
import { callNotifications } from './call-notification-kind.ts'
import { mailNotifications } from './mail-notification-kind.ts'
import { Id, Instant, listOf, MmsiText, op, paging, push, queryFlag } from './kernel.ts'
import {
  NOTIFICATION_CHANNELS,
  NotificationSeverity,
  type NotificationChannel,
  type NotificationKindOf,
} from './notification-kind.ts'
import { reportNotifications } from './report-notification-kind.ts'
import { FoundObject } from './search.ts'
import { vesselNotifications } from './vessel-notification-kind.ts'

export {
  NOTIFICATION_CHANNELS,
  NOTIFICATION_SEVERITIES,
  NotificationSeverity,
  type NotificationChannel,
} from './notification-kind.ts'

/** Kinds of notifications for which a user chooses the channel, each as its room declares it. */
const KINDS = [
  eventNotifications,
  areaNotifications,
  vesselNotifications,
  alertNotifications,
  importNotifications,
  jobNotifications,
  chatNotifications,
  mailNotifications,
  callNotifications,
  forumNotifications,
  forumTopicNotifications,
  forumFlagNotifications,
  reportNotifications,
] as const
export type NotificationKind = (typeof KINDS)[number]['code']
export const NOTIFICATION_KINDS: readonly NotificationKind[] = KINDS.map(({ code }) => code)
const BY_CODE: ReadonlyMap<string, NotificationKindOf<NotificationKind>> = new Map(
  KINDS.map((kind) => [kind.code, kind]),
)
/** Returns the declaration of a kind. */
export const kindOf = (code: NotificationKind): NotificationKindOf<NotificationKind> => BY_CODE.get(code)!
/** Returns how long a pop-up of a kind stays, where its room defines it. */
export const shownMs = (code: string): number | undefined => BY_CODE.get(code)?.shownMs
/** Returns true for a kind of which no notices are stored. */
export const isFleeting = (code: string): boolean => BY_CODE.get(code)?.isFleeting === true
/** Besides, notifications of this room itself: a summary of what waited for it, and a trial. */
const OWN_KINDS = { DIGEST: 'Digests', TEST: 'Test notifications' } as const
const NOTIFICATION_KINDSOf = [
  ...KINDS.map(({ code }) => code),
  ...(Object.keys(OWN_KINDS) as (keyof typeof OWN_KINDS)[]),
]
/** Returns the plural noun of a kind. */
export const kindPlural = (code: NotificationKind | keyof typeof OWN_KINDS): string =>
  code in OWN_KINDS ? OWN_KINDS[code as keyof typeof OWN_KINDS] : kindOf(code as NotificationKind).plural

const OF_FOUND: Readonly<Record<(typeof SEVERITIES)[number], NotificationSeverity>> = {
  INFO: 'INFO',
  LOW: 'INFO',
  MEDIUM: 'WARNING',
  HIGH: 'WARNING',
  CRITICAL: 'CRITICAL',
}
/** Returns the severity of a notification about a finding. */
export const notificationSeverity = (severity: (typeof SEVERITIES)[number]): NotificationSeverity =>
  OF_FOUND[severity]

/** Where a notice leads: to something on the map, to a ship, to an alert, or to a screen. */
export const NotificationLink = z.union([
  FoundObject,
  z.object({ kind: z.literal('vessel'), mmsi: MmsiText, label: z.string() }),
  z.object({ kind: z.literal('alert'), id: z.string() }),
  z.object({ kind: z.literal('screen'), path: z.string() }),
])
export type NotificationLink = z.output<typeof NotificationLink>

/** Notification of a user; it outlives the session. */
export const UserNotification = z.object({
  id: z.string(),
  at: Instant,
  kind: z.enum(NOTIFICATION_KINDSOf),
  severity: NotificationSeverity,
  text: z.string(),
  link: NotificationLink.nullable(),
  read_at: Instant.nullable(),
  /** Key by which it stands in place of an earlier one; null of most. */
  rolls: z.string().nullable(),
})
export type UserNotification = z.output<typeof UserNotification>

/** Returns the caller's notifications, newest first, with the number of unread ones; stored for 90 days. */
export const getNotices = op({
  name: 'getNotices',
  route: 'GET /v2/notices',
  bounded: 'PAGE',
  who: 'user',
  cut: 'own',
  past: 'NOW',
  example: {},
  input: z.object({ unread: queryFlag.optional(), ...paging }),
  output: listOf(UserNotification).extend({ unread: z.number() }),
})

/** Marks notices as read, on every screen of the caller: some, or all up to one; of one kind where it is named. */
export const readNotices = op({
  name: 'readNotices',
  route: 'POST /v2/notices/read',
  bounded: 'BATCH',
  who: 'user',
  cut: 'own',
  leaves: 'change',
  did: 'Read notifications',
  example: { ids: [] },
  input: z.object({
    ids: z.array(Id).max(500).optional(),
    upto: Id.optional(),
    kind: z.enum(NOTIFICATION_KINDSOf).optional(),
  }),
  output: z.object({ unread: z.number() }),
})

const Clock = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time like 22:30')
const Channels = z.array(z.enum(NOTIFICATION_CHANNELS)).max(NOTIFICATION_CHANNELS.length)
const BySeverity = z.object({ INFO: Channels, WARNING: Channels, CRITICAL: Channels }).partial()
/** Channels and quiet hours that a user chose. */
const Wishes = z.object({
  /** Channels of each kind and severity; an empty list notifies nothing. Kinds that are not named use the defaults. */
  channels: z
    .object(
      Object.fromEntries(NOTIFICATION_KINDS.map((code) => [code, BySeverity])) as Record<
        NotificationKind,
        typeof BySeverity
      >,
    )
    .partial(),
  /** Hours, in the zone of the user's settings, in which notifications are stored without a toast; null for none. */
  quiet: z
    .object({ from: Clock, to: Clock })
    .refine(({ from, to }) => from !== to, { path: ['to'], message: 'must differ from the start' })
    .nullable(),
  /** Severity from which notifications sound in quiet hours. */
  breaks: z.enum(['WARNING', 'CRITICAL']),
  /**
   * Time at which notifications stored for the digest are summed up: every number of hours, or at a time of day in
   * that zone; null never.
   */
  digest: z
    .union([z.object({ every_h: z.number().int().min(1).max(24) }), z.object({ at: Clock })])
    .nullable(),
})
export const NotificationSettings = Wishes.extend({ version: z.number() })
export type NotificationSettings = z.output<typeof NotificationSettings>

/** Returns the default channels of a kind and severity, for users without a choice of their own. */
export const usualChannels = (
  kind: NotificationKind,
  severity: NotificationSeverity,
): NotificationChannel[] =>
  [...(kindOf(kind).usual?.[severity] ?? (severity === 'CRITICAL' ? ['PAGE', 'SOUND'] : ['PAGE']))] as const
export const channelsFor = (
  { channels }: Pick<NotificationSettings, 'channels'>,
  kind: NotificationKind,
  severity: NotificationSeverity,
): NotificationChannel[] => channels[kind]?.[severity] ?? usualChannels(kind, severity)

export const getNoticeSettings = op({
  name: 'getNoticeSettings',
  route: 'GET /v2/notices/settings',
  bounded: 'ONE',
  who: 'user',
  cut: 'own',
  past: 'NOW',
  example: {},
  input: z.object({}),
  output: NotificationSettings,
})

export const updateNoticeSettings = op({
  name: 'updateNoticeSettings',
  route: 'POST /v2/notices/settings',
  bounded: 'ONE',
  who: 'user',
  cut: 'own',
  leaves: 'change',
  did: 'Changed notification settings',
  example: { channels: {}, quiet: null, breaks: 'CRITICAL', digest: null, expected_version: 999 },
  input: Wishes.extend({ expected_version: z.number() }),
  output: NotificationSettings,
})

/**
 * Sends the caller a notification by every channel, at any hour and regardless of preferences, and returns the outcome
 * of each.
 */
export const testNotice = op({
  name: 'testNotice',
  route: 'POST /v2/notices/test',
  bounded: 'ONE',
  who: 'user',
  cut: 'own',
  leaves: 'change',
  did: 'Sent a test notification',
  example: { severity: 'INFO' },
  input: z.object({ severity: NotificationSeverity }),
  output: z.object({
    id: z.string(),
    channels: z.array(
      z.object({
        channel: z.enum(NOTIFICATION_CHANNELS),
        /**
         * Outcome: sent to the open screens of the caller, stored (none is open, or for the digest), or no such
         * channel.
         */
        state: z.enum(['SENT', 'KEPT', 'NOT_THERE']),
        why: z.string(),
      }),
    ),
  }),
})

/** Outcome of a notification for one recipient. */
export const Delivery = z.object({
  username: z.string(),
  channels: z.array(z.enum(NOTIFICATION_CHANNELS)),
  /** In quiet hours, or long after it happened. */
  quiet: z.boolean(),
  awaits_digest: z.boolean(),
  /** When it first came to a screen of theirs; null while none has been open. */
  arrived_at: Instant.nullable(),
  read_at: Instant.nullable(),
})
export type Delivery = z.output<typeof Delivery>

/** Returns the outcomes of a notification: the caller's own copy, for administrators all copies. */
export const getNoticeDeliveries = op({
  name: 'getNoticeDeliveries',
  route: 'GET /v2/notices/{id}/deliveries',
  bounded: 'ONE',
  who: 'user',
  cut: 'own',
  past: 'NOW',
  example: { id: 'none' },
  input: z.object({ id: Id }),
  output: z.object({ items: z.array(Delivery) }),
})

/**
 * Push of a notification to a user: quiet in quiet hours, with a sound where the user wants one. An absent user reads
 * the stored ones.
 */
export const notificationPush = push({
  wire: 'notice',
  isFleeting: true,
  payload: z.object({ notice: UserNotification, quiet: z.boolean(), sound: z.boolean() }),
})

/** Notices were read on some screen of this user: these, or all up to one, of one kind where it is named. */
export const noticesRead = push({
  wire: 'notices_read',
  payload: z.object({
    ids: z.array(z.string()),
    upto: z.string().nullable(),
    kind: z.string().nullable(),
    unread: z.number(),
  }),
})
