import { CATEGORY_LOOKS, type EventCategory } from '@samudra/contract/event-types'
import { MARK_PATHS } from './event-marks.ts'

/** The mark of a category as it is on the map. */
export function EventMark({ category, size = 16 }: { category: EventCategory; size?: number }) {
  const { color, icon } = CATEGORY_LOOKS[category]
  return (
    <svg width={size} height={size} viewBox="0 0 24 24" aria-hidden className="event-mark">
      <path d={MARK_PATHS[icon]} fill={color} />
    </svg>
  )
}
