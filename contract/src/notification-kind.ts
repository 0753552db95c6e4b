import { z } from 'zod'

export const NOTIFICATION_SEVERITIES = ['INFO', 'WARNING', 'CRITICAL'] as const
/** Channels of notifications; those that do not exist yet are refused by name. */
export const NOTIFICATION_CHANNELS = ['PAGE', 'SOUND', 'DIGEST', 'EMAIL', 'WEBHOOK'] as const
export type NotificationSeverity = (typeof NOTIFICATION_SEVERITIES)[number]
export type NotificationChannel = (typeof NOTIFICATION_CHANNELS)[number]
export const NotificationSeverity = z.enum(NOTIFICATION_SEVERITIES)

/** Kind of notifications, declared by the room that sends them. */
export type NotificationKindOf<Code extends string> = {
  readonly code: Code
  /** Subject of the kind in the settings of a user. */
  readonly label: string
  /** Plural noun for counts in digests. */
  readonly plural: string
  /** Channels by severity for users who chose none, where they differ from those of every kind. */
  readonly usual?: Partial<Record<NotificationSeverity, readonly NotificationChannel[]>>
  /** Milliseconds for which a pop-up stays, where it differs from those of every kind. */
  readonly shownMs?: number
  /** True for a kind whose subjects have a list and a count of their own: shown once, and no notice is stored. */
  readonly isFleeting?: boolean
}

/** Declares a kind of notifications of a room; `notifications.ts` lists them. */
export const notificationKind = <const Code extends string>(
  kind: NotificationKindOf<Code>,
): NotificationKindOf<Code> => kind
