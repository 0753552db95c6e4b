import { NO_AUDIENCE, type AlertAudience, type AlertChannel } from '@samudra/contract/alert-audience'
import type { DutyRole } from '@samudra/contract/duties'
import { notificationSeverity } from '@samudra/contract/notifications'
import { anyOf, allOf, EVERYONE, users, type Audience } from '../../../platform/kernel/http/audience.ts'
import { mmsiText } from '../../../sea/ship-numbers.ts'
import type { OutgoingNotification } from '../../../sea/topics.ts'
import { NO_MMSI, type AlertRow } from './alert.ts'
import type { HeldDefinition } from './definitions/definition.ts'
import { isJammingIncident } from './groups/jamming.ts'

const SCREEN = { kind: 'screen', path: '/home/main/dashboard/alerts' } as const

/** Returns a notification of an alert, with a link to it, for those users who may see the alert. */
export const alertNotification = (
  row: AlertRow,
  text: string,
  to: Audience,
  knowers: Audience,
): OutgoingNotification => ({
  kind: 'ALERT',
  severity: notificationSeverity(row.severity),
  text,
  link: { kind: 'alert', id: row.id },
  audience: allOf(to, knowers),
})

/** Whom it is about, in a word. */
export const subjectOf = ({
  mmsi,
  source,
  icao24,
  title,
}: Pick<AlertRow, 'mmsi' | 'source' | 'icao24' | 'title'>): string => {
  if (source !== null) return `${title} (source ${source})`
  if (icao24 !== null) return `${title} (aircraft ${icao24})`
  return mmsi === NO_MMSI ? title : `${title} (MMSI ${mmsiText(mmsi)})`
}

/** Maximum number of alerts in a burst that determine its audience. */
const MOST_NAMED = 50
/** Returns one notification of many alerts, without a number, for users who may see at least one of them. */
export const groupNotification = (
  rows: readonly AlertRow[],
  { text, to, knowers }: { text: string; to: Audience; knowers: (row: AlertRow) => Audience },
): OutgoingNotification => ({
  kind: 'ALERT',
  severity: rows.some(({ severity }) => notificationSeverity(severity) === 'WARNING') ? 'WARNING' : 'INFO',
  text,
  link: SCREEN,
  audience: allOf(to, anyOf(...rows.slice(0, MOST_NAMED).map(knowers))),
})
/**
 * Returns the notification of an alert burst too large for individual review. It has no number, because that differs
 * between users.
 */
export const burstNotification = (
  rows: readonly AlertRow[],
  knowers: (row: AlertRow) => Audience,
): OutgoingNotification => ({
  kind: 'ALERT',
  severity: 'WARNING',
  text: 'Alert burst: alerts are shown in groups until it ends.',
  link: SCREEN,
  audience: anyOf(...rows.slice(0, MOST_NAMED).map(knowers)),
})

/** Users on duty, by their ids. */
export type OnDuty = Readonly<Record<DutyRole, readonly string[]>>

/** Returns an audience as data, with the users on duty at this moment. */
export function audienceOf({ users: ids, groups, duty_roles }: AlertAudience, onDuty: OnDuty): Audience {
  const all = [...ids, ...duty_roles.flatMap((role) => onDuty[role])]
  const of: Audience[] = []
  if (all.length > 0) of.push(users(...all))
  if (groups.length > 0) of.push({ to: 'groups', ids: groups })
  return anyOf(...of)
}

/** Users whom a definition names, and the channels by which they are notified; empty for as each chose. */
export type Named = { to: Audience; channels: readonly AlertChannel[] }
/** Returns the users whom a definition names; none where it was deleted. */
export const namedBy = (definition: HeldDefinition | undefined, onDuty: OnDuty): Named => ({
  to: audienceOf({ ...NO_AUDIENCE, ...definition?.body.audience }, onDuty),
  channels: definition?.body.channels ?? [],
})
const hasNoRecipient = ({ to }: Named) => to.to === 'any' && to.of.length === 0

/** Returns the part of a notification that forces its channels; nothing where each is notified as chosen. */
export const byChannels = (channels: readonly AlertChannel[]): Pick<OutgoingNotification, 'channels'> =>
  channels.length === 0 ? {} : { channels }

/** Returns the notification of a raised alert for users named in its definition; empty if it names none. */
export const raisedNotification = (row: AlertRow, named: Named, knowers: Audience): OutgoingNotification[] =>
  hasNoRecipient(named)
    ? []
    : [
        {
          ...alertNotification(row, `${subjectOf(row)}: ${row.text}`, named.to, knowers),
          ...byChannels(named.channels),
        },
      ]

/**
 * Returns the notification that alerts of similarly misled vessels now form one group, for users their definitions
 * name. Users notified of the incident itself receive only that.
 */
export function jammingNotification(
  rows: readonly AlertRow[],
  named: (row: AlertRow) => Named,
  knowers: (row: AlertRow) => Audience,
): OutgoingNotification[] {
  const itself = rows.find(isJammingIncident)
  const ships = rows.filter((row) => !isJammingIncident(row) && !hasNoRecipient(named(row)))
  if (ships.length === 0) return []
  const ofThose = (row: AlertRow) => allOf(named(row).to, knowers(row))
  const channels = ships.map((row) => named(row).channels)
  return [
    {
      ...groupNotification(ships, {
        text: 'Several vessels report impossible positions near one place. Their alerts form one group.',
        to: itself === undefined ? EVERYONE : { to: 'not', those: ofThose(itself) },
        knowers: ofThose,
      }),
      // As each chose, unless every definition names channels.
      ...byChannels(channels.some((one) => one.length === 0) ? [] : [...new Set(channels.flat())]),
    },
  ]
}
