import { useSettings } from '../settings.ts'
import { dayText, whenText } from './when-text.ts'

type Props = { at: string | number; zone?: 'UTC'; isDay?: boolean }
/** A time in the zone and format of the user, with the zone beside it; of some the day is enough. */
export function When({ at, zone, isDay = false }: Props) {
  const settings = useSettings()
  const shown = zone ?? settings['datetime.zone']
  const textOf = isDay ? dayText : whenText
  const text = textOf(at, { 'datetime.format': settings['datetime.format'], 'datetime.zone': shown })
  return (
    <span className="figures">
      {text} <span className="when-zone">{shown}</span>
    </span>
  )
}
