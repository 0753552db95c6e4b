import { useSettings } from './settings.ts'
import { whenText } from './when-text.ts'

/** A time in the zone and format of the user, with the zone beside it. */
export function When({ at, zone }: { at: string | number; zone?: 'UTC' }) {
  const settings = useSettings()
  const shown = zone ?? settings['datetime.zone']
  const text = whenText(at, { 'datetime.format': settings['datetime.format'], 'datetime.zone': shown })
  return (
    <span className="figures">
      {text} <span className="when-zone">{shown}</span>
    </span>
  )
}
