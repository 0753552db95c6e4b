import type { UserSettings } from '@samudra/contract/identity'
import {
  NOTIFICATION_SEVERITIES,
  type NotificationSettings,
  type NotificationSeverity,
} from '@samudra/contract/notifications'
import { zoneOf } from '@samudra/contract/zone-names'

/** Settings of a user who has chosen none. */
export const USUAL: NotificationSettings = {
  channels: {},
  quiet: null,
  breaks: 'CRITICAL',
  digest: null,
  version: 0,
}

type When = { at: number; zone: UserSettings['datetime.zone'] }
const HOUR_MS = 3_600_000

/** Returns the time in a zone, like 22:30. */
const clockAt = ({ at, zone }: When) =>
  new Date(at).toLocaleTimeString('en-GB', { timeZone: zoneOf(zone), hour: '2-digit', minute: '2-digit' })

/** Returns true if a notification of a severity arrives without a toast at an instant, by the user's time zone. */
export function isQuietAt(
  { quiet, breaks }: Pick<NotificationSettings, 'quiet' | 'breaks'>,
  severity: NotificationSeverity,
  when: When,
): boolean {
  if (quiet === null || NOTIFICATION_SEVERITIES.indexOf(severity) >= NOTIFICATION_SEVERITIES.indexOf(breaks))
    return false
  const now = clockAt(when)
  const { from, to } = quiet
  // Over midnight, or within a day.
  return from > to ? now >= from || now < to : now >= from && now < to
}

/** Returns true if the digest is due now; `last` is the instant of the previous one, epoch ms. */
export function isDigestDue(
  digest: NotificationSettings['digest'],
  last: number | null,
  when: When,
): boolean {
  if (digest === null) return false
  if ('every_h' in digest) return last === null || when.at - last >= digest.every_h * HOUR_MS
  // The last time those clocks showed it: minutes ago since then.
  const [hours = 0, minutes = 0] = clockAt(when).split(':').map(Number)
  const [atHours = 0, atMinutes = 0] = digest.at.split(':').map(Number)
  const since = (hours * 60 + minutes - atHours * 60 - atMinutes + 24 * 60) % (24 * 60)
  const began = Math.floor(when.at / 60_000) * 60_000 - since * 60_000
  return last === null ? since < 60 : last < began
}
