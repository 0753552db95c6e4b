import { z } from 'zod'
import { SHIP } from './example.ts'
import { Id, Instant, listOf, MmsiText, op, paging, queryFlag } from './kernel.ts'
import { kind } from './kind.ts'
import { NotificationSeverity } from './notification-kind.ts'
import { listing, objectColumns } from './objects.ts'

/**
 * Targets of subscriptions: a vessel, the vessels of a list, an area of interest, waters (EEZ, 24 or 12 NM), a port.
 */
export const TARGET_KINDS = ['VESSEL', 'LIST', 'AREA', 'WATERS', 'PORT'] as const
export type TargetKind = (typeof TARGET_KINDS)[number]
/** Vessel updates. */
export const VESSEL_UPDATES = ['ARRIVAL', 'DEPARTURE', 'ENTRY', 'EXIT', 'DARK', 'IDENTITY', 'NEAR'] as const
export type VesselUpdate = (typeof VESSEL_UPDATES)[number]
/** Vessel updates available for each kind of target. */
export const VESSEL_UPDATES_OF: Record<TargetKind, readonly VesselUpdate[]> = {
  VESSEL: VESSEL_UPDATES,
  LIST: VESSEL_UPDATES,
  AREA: ['ENTRY', 'EXIT'],
  WATERS: ['ENTRY', 'EXIT'],
  PORT: ['ARRIVAL', 'DEPARTURE'],
}
const HAPPENING_WORDS: Record<VesselUpdate, string> = {
  ARRIVAL: 'Arrives at a port',
  DEPARTURE: 'Leaves a port',
  ENTRY: 'Enters an area or waters',
  EXIT: 'Leaves an area or waters',
  DARK: 'Goes dark',
  IDENTITY: 'Changes its identity',
  NEAR: 'Comes near another vessel',
}
/** Shorter words where the place is known. */
const SHORT_WORDS: Partial<Record<VesselUpdate, string>> = {
  ARRIVAL: 'Arrives',
  DEPARTURE: 'Leaves',
  ENTRY: 'Enters',
  EXIT: 'Leaves',
}
/** Returns whether a target is a place that vessels enter and leave. */
export const isPlace = (kind: TargetKind): boolean => kind !== 'VESSEL' && kind !== 'LIST'
export const vesselUpdateWords = (kind: TargetKind, one: VesselUpdate): string =>
  (isPlace(kind) ? SHORT_WORDS[one] : undefined) ?? HAPPENING_WORDS[one]
export const MOST_SUBSCRIPTIONS = 500
/** Distance below which another vessel is reported, NM: the default, and the permitted range. */
export const NEAR_NM = { least: 0.1, usual: 0.5, most: 10 }

const Wish = z.object({
  happenings: z.array(z.enum(VESSEL_UPDATES)).min(1).max(VESSEL_UPDATES.length),
  /** Distance of another vessel, NM; null when not watched. */
  near_nm: z.number().min(NEAR_NM.least).max(NEAR_NM.most).nullable(),
  /** Severity of the notification; null for the default: dark, near and changed identity are warnings. */
  severity: NotificationSeverity.nullable(),
})
const Target = z.object({ kind: z.enum(TARGET_KINDS), id: Id })

export const Subscription = z.object({
  ...objectColumns,
  target: Target,
  /** Last known name. */
  name: z.string(),
  ...Wish.shape,
})
export type Subscription = z.output<typeof Subscription>

/** The caller's own subscriptions; of one target where it is named. */
export const getSubscriptions = op({
  name: 'getSubscriptions',
  route: 'GET /v2/subscriptions',
  bounded: 'PAGE',
  who: 'user',
  cut: 'own',
  past: 'AS_OF',
  example: {},
  input: z.object({ kind: z.enum(TARGET_KINDS).optional(), target_id: Id.optional(), ...listing }),
  output: listOf(Subscription),
})
export const addSubscription = op({
  name: 'addSubscription',
  route: 'POST /v2/subscriptions',
  bounded: 'ONE',
  who: 'user',
  cut: 'own',
  leaves: 'change',
  did: 'Subscribed',
  example: {
    target: { kind: 'VESSEL', id: SHIP },
    happenings: ['ARRIVAL'],
    near_nm: null,
    severity: null,
  },
  input: Wish.extend({ target: Target }),
  output: Subscription,
})
export const updateSubscription = op({
  name: 'updateSubscription',
  route: 'POST /v2/subscriptions/{id}',
  bounded: 'ONE',
  who: 'user',
  cut: 'own',
  leaves: 'change',
  did: 'Changed a subscription',
  example: { id: 'none', expected_version: 1, happenings: ['ARRIVAL'], near_nm: null, severity: null },
  input: Wish.extend({ id: Id, expected_version: z.number() }),
  output: Subscription,
})
export const deleteSubscription = op({
  name: 'deleteSubscription',
  route: 'DELETE /v2/subscriptions/{id}',
  bounded: 'ONE',
  who: 'user',
  cut: 'own',
  leaves: 'change',
  did: 'Ended a subscription',
  example: { id: 'none' },
  input: z.object({ id: Id }),
  output: z.object({ id: z.string() }),
})

/** Returns the figures of the caller's subscriptions: number of notifications, and whether each still works. */
export const getSubscriptionFigures = op({
  name: 'getSubscriptionFigures',
  route: 'GET /v2/subscriptions/figures',
  bounded: 'ONE',
  who: 'user',
  cut: 'own',
  past: 'NOW',
  example: {},
  input: z.object({}),
  output: z.array(
    z.object({
      id: z.string(),
      told: z.number(),
      last_at: Instant.nullable(),
      /** `GONE`: what it is about was removed, or is not shown to the caller any more. */
      state: z.enum(['WATCHED', 'GONE']),
    }),
  ),
})

/** Subscriptions, as screens keep them. */
export const subscriptionKind = kind<Subscription>({
  type: 'subscription',
  table: 'subscriptions',
  noun: 'subscription',
  list: getSubscriptions,
  order: (a, b) => a.name.localeCompare(b.name, 'en') || (a.id < b.id ? -1 : 1),
  fields: [
    { label: 'To', text: ({ name }) => name },
    {
      label: 'Notify when',
      text: ({ target, happenings }) =>
        happenings.map((one) => vesselUpdateWords(target.kind, one)).join(', '),
    },
    { label: 'Nearer than', text: ({ near_nm }) => (near_nm === null ? '' : `${near_nm} NM`) },
    { label: 'Severity', text: ({ severity }) => severity ?? 'default' },
  ],
})

/** Types of notifications about vessels; a silent source is one notification for all its vessels. */
export const VESSEL_NOTIFICATION_TYPES = [...VESSEL_UPDATES, 'FEED_SILENT'] as const
export type VesselNotificationType = (typeof VESSEL_NOTIFICATION_TYPES)[number]
export const NOTIFICATION_TYPE_WORDS: Record<VesselNotificationType, string> = {
  ARRIVAL: 'Arrival',
  DEPARTURE: 'Departure',
  ENTRY: 'Entry',
  EXIT: 'Exit',
  DARK: 'Dark',
  IDENTITY: 'Identity',
  NEAR: 'Near another',
  FEED_SILENT: 'Source silent',
}
const VesselNotification = z.object({
  id: z.string(),
  /** Null for a notice of several ships. */
  mmsi: MmsiText.nullable(),
  type: z.enum(VESSEL_NOTIFICATION_TYPES),
  text: z.string(),
  severity: NotificationSeverity,
  /** Time of the event, of several the last, and time of its notification. */
  at: Instant,
  told_at: Instant,
  /** Number of vessels. */
  count: z.number(),
  read_at: Instant.nullable(),
  link: z.object({ type: z.enum(TARGET_KINDS), id: z.string() }).nullable(),
})
export type VesselNotification = z.output<typeof VesselNotification>

/** Returns the caller's notifications about vessels, newest first, as far as still visible; stored for 90 days. */
export const getVesselNotifications = op({
  name: 'getVesselNotifications',
  route: 'GET /v1/vessels/notifications',
  bounded: 'PAGE',
  who: 'user',
  cut: 'release',
  past: 'PERIOD',
  example: {},
  input: z.object({
    mmsi: MmsiText.optional(),
    type: z.enum(VESSEL_NOTIFICATION_TYPES).optional(),
    severity: NotificationSeverity.optional(),
    unread: queryFlag.optional(),
    from: Instant.optional(),
    to: Instant.optional(),
    ...paging,
  }),
  output: listOf(VesselNotification).extend({ unread: z.number() }),
})
