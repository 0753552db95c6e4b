import { zoneOf } from '@samudra/contract/zone-names'
import { useSettings } from '../../../../kit/settings.ts'
import { whenText } from '../../../../kit/text/when-text.ts'

/** Time of day of a message; the whole time with its zone under the pointer. */
export function ClockTime({ at }: { at: number }) {
  const settings = useSettings()
  const zone = settings['datetime.zone']
  const text = new Intl.DateTimeFormat('en-GB', {
    timeZone: zoneOf(zone),
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).format(at)
  return (
    <time
      className="figures post-time"
      dateTime={new Date(at).toISOString()}
      title={`${whenText(at, settings)} ${zone}`}
    >
      {text}
    </time>
  )
}
