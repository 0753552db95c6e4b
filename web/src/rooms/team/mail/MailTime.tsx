import { zoneOf } from '@samudra/contract/zone-names'
import { useSettings } from '../../../kit/settings.ts'
import { whenText } from '../../../kit/text/when-text.ts'
import { wallNow } from '../../../time/server-clock.ts'

/** Time of a mail in a list: of today the time of day, else the date; the whole time under the pointer. */
export function MailTime({ at }: { at: string }) {
  const settings = useSettings()
  const zone = settings['datetime.zone']
  const part = (options: Intl.DateTimeFormatOptions, instant: number) =>
    new Intl.DateTimeFormat('en-GB', { timeZone: zoneOf(zone), ...options }).format(instant)
  const day = { year: 'numeric', month: 'short', day: 'numeric' } as const
  const instant = Date.parse(at)
  const now = wallNow()
  const isToday = part(day, instant) === part(day, now)
  const isThisYear = part({ year: 'numeric' }, instant) === part({ year: 'numeric' }, now)
  const shown = isToday
    ? ({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const)
    : isThisYear
      ? ({ day: 'numeric', month: 'short' } as const)
      : day
  return (
    <time className="figures mail-time" dateTime={at} title={`${whenText(at, settings)} ${zone}`}>
      {part(shown, instant)}
    </time>
  )
}
