import { CATEGORY_LOOKS, type EventCategory } from '@samudra/contract/event-types'
import { MARK_PATHS } from './event-marks.ts'

/** Shows the mark of a category as on the map; hollow for an unconfirmed event. */
export function EventMark(props: { category: EventCategory; size?: number; isHollow?: boolean }) {
  const { category, size = 16, isHollow = false } = props
  const { color, icon } = CATEGORY_LOOKS[category]
  return (
    <svg width={size} height={size} viewBox="0 0 24 24" aria-hidden className="event-mark">
      <path
        d={MARK_PATHS[icon]}
        {...(isHollow ? { fill: 'none', stroke: color, strokeWidth: 2.5 } : { fill: color })}
      />
    </svg>
  )
}
