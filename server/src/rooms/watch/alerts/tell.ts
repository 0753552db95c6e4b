import { notificationSeverity } from '@samudra/contract/notifications'
import { anyOf, allOf, EVERYONE, users, type Audience } from '../../../platform/kernel/http/audience.ts'
import { mmsiText } from '../../../sea/ship-numbers.ts'
import type { OutgoingNotification } from '../../../sea/topics.ts'
import { NO_MMSI, type AlertRow } from './alert.ts'
import type { HeldDefinition } from './definitions/definition.ts'
import { isJamItself } from './groups/jams.ts'

const SCREEN = { kind: 'screen', path: '/home/main/dashboard/alerts' } as const

/** Something users are told of an alert, which leads to it; each hears of it who may know of the alert. */
export const noticeOf = (
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

/** So many of a flood say who hears of it. */
const MOST_ASKED = 50
/** Something users are told of many alerts in one; each hears of it who may know of one of them, and no number. */
export const manyNotice = (
  rows: readonly AlertRow[],
  { text, to, knowers }: { text: string; to: Audience; knowers: (row: AlertRow) => Audience },
): OutgoingNotification => ({
  kind: 'ALERT',
  severity: rows.some(({ severity }) => notificationSeverity(severity) === 'WARNING') ? 'WARNING' : 'INFO',
  text,
  link: SCREEN,
  audience: allOf(to, anyOf(...rows.slice(0, MOST_ASKED).map(knowers))),
})
/** That more come at once than anybody can look at one by one; it says no number, which is not the same for all. */
export const floodNotice = (
  rows: readonly AlertRow[],
  knowers: (row: AlertRow) => Audience,
): OutgoingNotification => ({
  kind: 'ALERT',
  severity: 'WARNING',
  text: 'Many alerts come at once. They are shown in groups until it is over.',
  link: SCREEN,
  audience: anyOf(...rows.slice(0, MOST_ASKED).map(knowers)),
})

/** Whom a definition names; nobody where it names nobody, or is not there any more. */
export function namedBy(definition: HeldDefinition | undefined): Audience {
  const { users: some = [], groups = [] } = definition?.body.audience ?? {}
  const of: Audience[] = []
  if (some.length > 0) of.push(users(...some))
  if (groups.length > 0) of.push({ to: 'groups', ids: groups })
  return anyOf(...of)
}
const isNobody = (to: Audience) => to.to === 'any' && to.of.length === 0

/** That an alert was raised, to those whom its definition names; nothing where it names nobody. */
export const raisedNotice = (row: AlertRow, to: Audience, knowers: Audience): OutgoingNotification[] =>
  isNobody(to) ? [] : [noticeOf(row, `${subjectOf(row)}: ${row.text}`, to, knowers)]

/**
 * That alerts of ships that are wrong alike stand in one group from now on, to those whom their definitions name; who is told
 * of the jam itself hears of it by that alone.
 */
export function jamNotice(
  rows: readonly AlertRow[],
  named: (row: AlertRow) => Audience,
  knowers: (row: AlertRow) => Audience,
): OutgoingNotification[] {
  const itself = rows.find(isJamItself)
  const ships = rows.filter((row) => !isJamItself(row) && !isNobody(named(row)))
  if (ships.length === 0) return []
  const ofThose = (row: AlertRow) => allOf(named(row), knowers(row))
  return [
    manyNotice(ships, {
      text: 'Several ships say that they are where they cannot be, at about one place. Their alerts stand in one group.',
      to: itself === undefined ? EVERYONE : { to: 'not', those: ofThose(itself) },
      knowers: ofThose,
    }),
  ]
}
