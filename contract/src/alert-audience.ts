import { z } from 'zod'
import { DUTY_ROLES } from './duties.ts'
import { Id } from './kernel.ts'
import { DUTY_ROLE_LABELS } from './labels.ts'

/** Users to notify of an alert: by id, by group, and by a duty they have at that moment. */
export const AlertAudience = z.object({
  users: z.array(Id).max(200).default([]),
  groups: z.array(Id).max(50).default([]),
  duty_roles: z.array(z.enum(DUTY_ROLES)).max(DUTY_ROLES.length).default([]),
})
export type AlertAudience = z.output<typeof AlertAudience>
export const NO_AUDIENCE: AlertAudience = { users: [], groups: [], duty_roles: [] }

/** Channels of notifications about alerts. */
export const ALERT_CHANNELS = ['PAGE', 'SOUND', 'EMAIL'] as const
export type AlertChannel = (typeof ALERT_CHANNELS)[number]
export const ALERT_CHANNEL_LABELS: Readonly<Record<AlertChannel, string>> = {
  PAGE: 'Screen',
  SOUND: 'Sound',
  EMAIL: 'E-mail',
}
/** Without any each user is notified as chosen in the settings of notifications. */
export const AlertChannels = z
  .array(z.enum(ALERT_CHANNELS, `is not an alert channel. Choose ${ALERT_CHANNELS.join(', ')}`))
  .max(ALERT_CHANNELS.length)

/** Returns an audience in words: `2 people, night, Supervisor on duty`. */
export const audienceText = ({ users, groups, duty_roles }: AlertAudience): string =>
  [
    users.length === 0 ? '' : users.length === 1 ? '1 person' : `${users.length} people`,
    ...groups,
    ...duty_roles.map((role) => `${DUTY_ROLE_LABELS[role]} on duty`),
  ]
    .filter((one) => one !== '')
    .join(', ')
/** Returns channels in words; empty without any. */
export const channelsText = (channels: readonly AlertChannel[]): string =>
  channels.map((one) => ALERT_CHANNEL_LABELS[one]).join(', ')
