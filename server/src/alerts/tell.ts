import { severityOfNotice } from '@samudra/contract/notices'
import { anyOf, allOf, users, type Audience } from '../kernel/audience.ts'
import { mmsiText } from '../sea/ship-numbers.ts'
import type { Told } from '../sea/topics.ts'
import { NO_MMSI, type AlertRow } from './alert.ts'
import type { HeldDefinition } from './definition.ts'

const SCREEN = { kind: 'screen', path: '/home/main/dashboard/alerts' } as const

/** Something users are told of an alert, which leads to it; each hears of it who may know of the alert. */
export const noticeOf = (row: AlertRow, text: string, to: Audience, knowers: Audience): Told => ({
  kind: 'ALERT',
  severity: severityOfNotice(row.severity),
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
): Told => ({
  kind: 'ALERT',
  severity: rows.some(({ severity }) => severityOfNotice(severity) === 'WARNING') ? 'WARNING' : 'INFO',
  text,
  link: SCREEN,
  audience: allOf(to, anyOf(...rows.slice(0, MOST_ASKED).map(knowers))),
})
/** That more come at once than anybody can look at one by one; it says no number, which is not the same for all. */
export const floodNotice = (rows: readonly AlertRow[], knowers: (row: AlertRow) => Audience): Told => ({
  kind: 'ALERT',
  severity: 'WARNING',
  text: 'Many alerts come at once. They are shown in groups until it is over.',
  link: SCREEN,
  audience: anyOf(...rows.slice(0, MOST_ASKED).map(knowers)),
})

/** That an alert was raised, to those whom its definition names; nothing where it names nobody. */
export function raisedNotice(
  row: AlertRow,
  { body: { audience } }: HeldDefinition,
  knowers: Audience,
): Told[] {
  if (audience.users.length === 0 && audience.groups.length === 0) return []
  const to = anyOf(users(...audience.users), { to: 'groups', ids: audience.groups })
  return [noticeOf(row, `${subjectOf(row)}: ${row.text}`, to, knowers)]
}
