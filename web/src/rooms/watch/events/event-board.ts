import type { VesselEvent } from '@samudra/contract/events'
import type { EventCategory } from '@samudra/contract/event-types'

/** Filter of the board by the state of events. */
export type BoardState = 'ON' | 'OPEN' | 'CONFIRMED' | 'OVER' | 'ALL'
export const STATES: { value: BoardState; label: string }[] = [
  { value: 'ON', label: 'Under way' },
  { value: 'OPEN', label: 'Not reviewed' },
  { value: 'CONFIRMED', label: 'Confirmed' },
  { value: 'OVER', label: 'Ended' },
  { value: 'ALL', label: 'All' },
]

/** Filter of the board by the origin of events. */
export type BoardOrigin = 'BOTH' | 'REPORTED' | 'DETECTED'
export const ORIGINS: { value: BoardOrigin; label: string }[] = [
  { value: 'BOTH', label: 'Reported and detected' },
  { value: 'REPORTED', label: 'Reported' },
  { value: 'DETECTED', label: 'Detected' },
]
export const isOfOrigin = ({ detector }: VesselEvent, origin: BoardOrigin) =>
  origin === 'BOTH' || (detector === null) === (origin === 'REPORTED')

const isOver = ({ end_at }: VesselEvent, now: number) => end_at !== null && Date.parse(end_at) < now
/** Detected, and not so by what came later or by who knows better. */
const isTakenBack = ({ detector, status }: VesselEvent) =>
  detector !== null && (status === 'REVISED' || status === 'DISPUTED')
const IS: Record<BoardState, (event: VesselEvent, now: number) => boolean> = {
  ON: (event, now) => !isOver(event, now) && !isTakenBack(event),
  OPEN: ({ status }) => status === 'DETECTED' || status === 'REVISED',
  CONFIRMED: ({ status }) => status === 'CONFIRMED',
  OVER: isOver,
  ALL: () => true,
}

/** Returns the events that match the whole query, the latest start first. */
export function boardRows(
  events: Iterable<VesselEvent>,
  query: { words: string; category: EventCategory | null; state: BoardState },
  now: number,
): VesselEvent[] {
  const words = query.words.trim().toLowerCase()
  return [...events]
    .filter(
      (event) =>
        event.status !== 'REMOVED' &&
        IS[query.state](event, now) &&
        (query.category === null || event.category === query.category) &&
        [event.title, event.text, event.owner, ...event.mmsis].join('\n').toLowerCase().includes(words),
    )
    .sort((a, b) => Date.parse(b.start_at) - Date.parse(a.start_at))
}
