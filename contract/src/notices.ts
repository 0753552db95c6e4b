import { z } from 'zod'
import { Id, Instant, listOf, op, paging, push, queryFlag } from './kernel.ts'
import { FoundObject } from './search.ts'

/** What a notice is about. */
export const NOTICE_KINDS = ['EVENT', 'AREA', 'IMPORT', 'JOB'] as const
export const NOTICE_SEVERITIES = ['INFO', 'WARNING', 'CRITICAL'] as const
/** By which a user is told. What is not there yet is refused by name. */
export const NOTICE_CHANNELS = ['PAGE', 'EMAIL'] as const
export type NoticeKind = (typeof NOTICE_KINDS)[number]
export type NoticeSeverity = (typeof NOTICE_SEVERITIES)[number]
export type NoticeChannel = (typeof NOTICE_CHANNELS)[number]

/** Where a notice leads: to something on the map, or to a screen. */
export const NoticeLink = z.union([FoundObject, z.object({ kind: z.literal('screen'), path: z.string() })])
export type NoticeLink = z.output<typeof NoticeLink>

/** Something a user was told; it outlives the session. */
export const Notice = z.object({
  id: z.string(),
  at: Instant,
  kind: z.enum(NOTICE_KINDS),
  severity: z.enum(NOTICE_SEVERITIES),
  text: z.string(),
  link: NoticeLink.nullable(),
  read_at: Instant.nullable(),
})
export type Notice = z.output<typeof Notice>

/** What the caller was told, the newest first, with how many are unread; kept for 90 days. */
export const getNotices = op({
  name: 'getNotices',
  route: 'GET /v2/notices',
  who: 'user',
  cut: 'own',
  past: 'NOW',
  example: {},
  input: z.object({ unread: queryFlag.optional(), ...paging }),
  output: listOf(Notice).extend({ unread: z.number() }),
})

/** Marks notices as read, on every screen of the caller: some, or all up to one. */
export const readNotices = op({
  name: 'readNotices',
  route: 'POST /v2/notices/read',
  who: 'user',
  cut: 'own',
  leaves: 'change',
  did: 'Read notices',
  example: { ids: [] },
  input: z.object({ ids: z.array(Id).max(500).optional(), upto: Id.optional() }),
  output: z.object({ unread: z.number() }),
})

const Clock = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time like 22:30')
const Channels = z.array(z.enum(NOTICE_CHANNELS)).max(NOTICE_CHANNELS.length)
/** How a user wants to be told. */
const Wishes = z.object({
  /** By which channels of each kind; of a kind without any nothing is told. What is not named comes by the page. */
  channels: z.object({ EVENT: Channels, AREA: Channels, IMPORT: Channels, JOB: Channels }).partial(),
  /** Hours in the zone of the user's settings in which notices are kept without a toast; null for none. */
  quiet: z
    .object({ from: Clock, to: Clock })
    .refine(({ from, to }) => from !== to, { path: ['to'], message: 'must not be the time they begin' })
    .nullable(),
  /** What is told aloud in quiet hours all the same: this severity, and what is graver. */
  breaks: z.enum(['WARNING', 'CRITICAL']),
})
export const NoticeSettings = Wishes.extend({ version: z.number() })
export type NoticeSettings = z.output<typeof NoticeSettings>

export const getNoticeSettings = op({
  name: 'getNoticeSettings',
  route: 'GET /v2/notices/settings',
  who: 'user',
  cut: 'own',
  past: 'NOW',
  example: {},
  input: z.object({}),
  output: NoticeSettings,
})

export const updateNoticeSettings = op({
  name: 'updateNoticeSettings',
  route: 'POST /v2/notices/settings',
  who: 'user',
  cut: 'own',
  leaves: 'change',
  did: 'Changed how notices come',
  example: { channels: {}, quiet: null, breaks: 'CRITICAL', expected_version: 999 },
  input: Wishes.extend({ expected_version: z.number() }),
  output: NoticeSettings,
})

/** A user is told something; quietly where it is one of their quiet hours. Who was away reads what there is. */
export const noticeTold = push({
  wire: 'notice',
  isFleeting: true,
  payload: z.object({ notice: Notice, quiet: z.boolean() }),
})

/** Notices were read on some screen of this user: these, or all up to one. */
export const noticesRead = push({
  wire: 'notices_read',
  payload: z.object({ ids: z.array(z.string()), upto: z.string().nullable(), unread: z.number() }),
})
