import { zoneOf } from '@samudra/contract/zone-names'
import { useSettings } from '../settings.ts'

/** Names the day of the messages below, in the zone of the user. */
export function DayLine({ at }: { at: number }) {
  const zone = useSettings((state) => state['datetime.zone'])
  return (
    <div className="day-line" role="separator">
      <span>{dayName(at, zoneOf(zone))}</span>
    </div>
  )
}

const dayName = (at: number, timeZone: string) =>
  new Intl.DateTimeFormat('en-GB', {
    timeZone,
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
  }).format(at)
