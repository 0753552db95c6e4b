import type { AircraftColumns } from '@samudra/nautical/adsb/adsb-columns'
import type { DutyRole } from '@samudra/contract/duties'
import type { VesselEvent } from '@samudra/contract/events'
import type { UserNotification, NotificationChannel } from '@samudra/contract/notifications'
import type { PresenceStatus } from '@samudra/contract/presence'
import type { VesselNotificationType, VesselNotification } from '@samudra/contract/subscriptions'
import type { Unread } from '@samudra/contract/unread'
import type { Caller } from '../platform/kernel/http/caller.ts'
import type { Audience } from '../platform/kernel/http/audience.ts'
import type { Present } from '../platform/kernel/cluster/presence.ts'
import type { QueryBus } from '../platform/kernel/cluster/query-bus.ts'
import type { Bus } from '../platform/kernel/cluster/topic-bus.ts'
import type { ReferenceAnswer } from '../platform/kernel/objects/references.ts'
import type { Pushed } from '../platform/kernel/http/send.ts'
import type { FixBatch } from './fix-batch.ts'

/** One static report; static reports are rare enough to be objects. */
export type StaticReport = {
  mmsi: number
  type: number
  source: number
  recTime: number
  observedAt: number
  /** Number of the feed that read it from a recording: it counts from when it was observed. Null for what is received. */
  recordedFeed: number | null
  name: string | null
  callSign: string | null
  imo: number | null
  shipType: number | null
  aidType: number | null
  toBow: number | null
  toStern: number | null
  toPort: number | null
  toStarboard: number | null
  /** Month 4 bits, day 5, hour 5, minute 6. */
  eta: number | null
  /** 0.1 m. */
  draught: number | null
  destination: string | null
}

/** Identity report of a contact, after the picture assigned it. One reused object: handlers copy what they store. */
export type IdentityReport = {
  mmsi: number
  split: number
  source: number
  recTime: number
  observedAt: number
  /** Last position of the vessel from that source, or from another if it has none. */
  latUdeg: number
  lonUdeg: number
  /** Null if the vessel was received without any data but its number. */
  report: StaticReport | null
}

/** Reception, by another receiver, of a transmission whose fix is already stored. */
export type Reception = {
  /** Id in the same order as the ids of fixes. */
  id: number
  mmsi: number
  fixId: number
  feed: number
  source: number
  station: number
  recTime: number
}

/** Reports of aircraft from one feed; the columns are reused batch after batch. */
export type AircraftBatch = {
  readonly columns: AircraftColumns
  /** Numbers of feed and source in the registry of the feeds room. */
  readonly feed: number
  readonly source: number
  readonly recTime: number
}

/** Notification with its audience. */
export type OutgoingNotification = Pick<UserNotification, 'kind' | 'severity' | 'text' | 'link'> & {
  audience: Audience
  /** True if it happened long ago, or is one of too many: it is stored without a toast, unless it is critical. */
  isQuiet?: boolean
  /** By which channels it comes to who did not choose himself how notices of its kind and severity come. */
  usually?: readonly NotificationChannel[]
  /** Channels by which every reader gets it, whatever each chose; critical ones come on the screen too. */
  channels?: readonly NotificationChannel[]
  /** True for one that sounds in the quiet hours of its readers. */
  breaksQuiet?: boolean
  /** Something it names that may be hidden later, and who sees that now: others are not shown the notice. */
  about?: { kind: 'event' | 'area'; id: string; seers: Audience }
  /** Vessels it concerns. */
  vessel?: VesselNotificationKeys
  /** Key of a notice that stands in place of the one before with the same key; quiet while that one is unread. */
  rolls?: string
}
/** Search keys of a notification about vessels. `at`: time of the occurrence, epoch ms. */
export type VesselNotificationKeys = {
  type: VesselNotificationType
  mmsis: number[]
  at: number
  count: number
  link: VesselNotification['link']
}

/** Change of a vessel list by a vessel that joined or left. A dynamic list and an expiry have no user. */
export type ListMove = {
  list: string
  mmsi: number
  to: 'JOINED' | 'LEFT'
  at: number
  why: string
  /** User who did it. */
  by: string
}

/** Status of a user by the user's choice, else by activity. Times are epoch ms, 0 for none. */
export type Status = {
  userId: string
  status: PresenceStatus
  /** True while a connection of the user is open, or closed a moment ago. */
  isConnected: boolean
  /** True when the user chose the status. */
  isManual: boolean
  lastActivityAt: number
  /** End of a chosen do not disturb. */
  dndEndsAt: number
}
/** Duty of a user at the moment; epoch ms. */
export type DutyOfUser = { userId: string; role: DutyRole; since: number; until: number }

/** The vocabulary of the server's own bus; what a screen may know are the pushes of the contract. */
export type Topics = {
  /** Fixes of feeds after the picture judged them: split, quality and reasons are final. One reused batch. */
  judgedFix: FixBatch
  /** Fixes of feeds that another process has, as its picture judged them. */
  followedFix: FixBatch
  static: StaticReport
  identity: IdentityReport
  reception: Reception
  aircraft: AircraftBatch
  /** The feeds have come to this process, at the start or from another; or gone to another. */
  feedsAreHere: boolean
  /** Published when the ranks of feeds changed: displayed fixes are selected again. */
  ranking: null
  /** Published when members or audience of lists changed: filters that use them are evaluated again. */
  lists: readonly string[]
  /**
   * Additions and removals of members, published once by every process; `isHere` marks the one that made the change.
   */
  listMoves: { moves: readonly ListMove[]; isHere: boolean }
  /** Published in every process after port calls changed. */
  portCallNews: null
  /** Results of live rules that were stored, changed or judged by this process: ids and vessels. */
  results: readonly { id: string; mmsi: number }[]
  /** Change in the set of valid detections: filters that use them are evaluated again. */
  detected: null
  /** Periods whose fixes outlive their retention; a running one has no end yet. Epoch ms. */
  protectedPeriods: readonly { from: number; to: number | null }[]
  /** Sessions that ended, in this process or another, with the reason. */
  sessionsEnded: { ids: string[]; reason: string }
  /** Ids of users whose rights changed, in this process or another; null when those of all may have. */
  rightsChanged: string[] | null
  /** Notification to users that outlasts their session. */
  notice: OutgoingNotification
  /** Audience of the objects that notifications are about. */
  noticeSeers: { kind: 'event' | 'area'; id: string; audience: Audience }
  /** Something for open screens. */
  push: Pushed
  /** Message of a call that a screen sent for the window of another participant. */
  callSignal: { caller: Caller; raw: unknown }
  /** Statuses of users that changed, published in every process. */
  presence: readonly Status[]
}
export type SamudraBus = Bus<Topics>

/** Vessels at a port, on their way to it, and gone from it, as far as a caller may know of them; null where not counted. */
export type PortCounts = Record<'present' | 'expected_24h' | 'departed_24h', number | null>

/** Queries between rooms; an answer has only what the caller may know. */
export type Queries = {
  /** References to areas, boundaries, lists and ports. */
  references: ReferenceAnswer
  /** Vessels at a port, expected and departed. */
  portCounts: (id: string, caller: Caller) => Promise<PortCounts>
  /** Alerts by the ids of the live results that they stand on. */
  resultAlerts: (
    live: readonly { mmsi: number; id: string }[],
    caller: Caller,
  ) => Promise<ReadonlyMap<string, string>>
  /** Events of one contact, reported and detected, the last to begin first; as of an instant, epoch ms, or as they stand. */
  vesselEvents: (
    contact: { mmsi: string; split_id: number },
    period: { asOf: number | null; limit: number },
    caller: Caller,
  ) => Promise<VesselEvent[]>
  /**
   * Returns the ids of current members of an object; a room answers for its own kinds of objects, and no room for
   * others.
   */
  members: (of: string, id: string) => Promise<readonly string[]>
  /** Counts of what a user has not read or taken up, by room. */
  unread: (caller: Caller) => Promise<Unread[]>
  /** Duties of the moment. */
  duties: () => Promise<DutyOfUser[]>
  /** Open screens on all servers of this installation. */
  screens: () => Promise<Present[]>
  /** Sends mails of the product to users, each once for its key; returns the keys of those that are stored for sending. */
  mailToUsers: (mails: readonly UserMail[]) => Promise<string[]>
  /** Posts a line of the product to a channel, or to the channel of some users; once for its key. */
  chatLine: (line: ChatLine) => Promise<void>
  /** Chat details of a user who logs in: chat id, team and ids of users who are online. */
  chatDetails: (userId: string) => Promise<{ id: string; team: string; active_users: string[] }>
}
/** Line of the product in the chat, by a user; without a channel in the one of these users. */
export type ChatLine = {
  key: string
  type: `system_${string}`
  by: { userId: string; username: string }
  channelId: string | null
  userIds: readonly string[]
  message: string
  props: Record<string, unknown>
}
/** Mail of the product to a user, as text with one link. */
export type UserMail = {
  /** Under the same key it is sent once. */
  key: string
  userId: string
  at: Date
  subject: string
  text: string
  isUrgent: boolean
}
export type SamudraQueries = QueryBus<Queries>
