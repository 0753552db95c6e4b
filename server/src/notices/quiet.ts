import type { UserSettings } from '@samudra/contract/identity'
import {
  NOTICE_SEVERITIES,
  type NoticeChannel,
  type NoticeKind,
  type NoticeSettings,
  type NoticeSeverity,
} from '@samudra/contract/notices'
import { zoneOf } from '@samudra/contract/zone-names'

/** Of who said nothing. */
export const USUAL: NoticeSettings = { channels: {}, quiet: null, breaks: 'CRITICAL', version: 0 }

/** By which channels a user wants to be told of a kind. */
export const channelsFor = ({ channels }: NoticeSettings, kind: NoticeKind): NoticeChannel[] =>
  channels[kind] ?? ['PAGE']

/** Whether a notice of a severity comes without a toast at an instant, by the clocks of the user's zone. */
export function isQuietAt(
  { quiet, breaks }: NoticeSettings,
  severity: NoticeSeverity,
  { at, zone }: { at: number; zone: UserSettings['datetime.zone'] },
): boolean {
  if (quiet === null || NOTICE_SEVERITIES.indexOf(severity) >= NOTICE_SEVERITIES.indexOf(breaks)) return false
  const now = new Date(at).toLocaleTimeString('en-GB', {
    timeZone: zoneOf(zone),
    hour: '2-digit',
    minute: '2-digit',
  })
  const { from, to } = quiet
  // Over midnight, or within a day.
  return from > to ? now >= from || now < to : now >= from && now < to
}
