import { EVENT_STATE_LABELS } from '@samudra/contract/labels'
import { FaultLine } from '../../../kit/pages/FaultLine.tsx'
import { Select, TextInput } from '@mantine/core'
import { CATEGORY_LOOKS, EVENT_CATEGORIES, type EventCategory } from '@samudra/contract/event-types'
import type { VesselEvent } from '@samudra/contract/events'
import { useState } from 'react'
import { useStored } from '../../../stored/stores.ts'
import { Nothing } from '../../../kit/pages/States.tsx'
import { useSettings } from '../../../kit/settings.ts'
import { agoText, whenText, type WhenStyle } from '../../../kit/text/when-text.ts'
import { When } from '../../../kit/text/When.tsx'
import { now } from '../../../time/clock.ts'
import { boardRows, isOfOrigin, ORIGINS, STATES, type BoardOrigin, type BoardState } from './event-board.ts'
import { readDetected, SHOWN_HOURS, useHeldDetected } from './detected.store.ts'
import { boxOf } from '@samudra/nautical/polygons/box'
import { showDetected } from './show-detected.ts'
import { EventMark } from './EventMark.tsx'
import { showEvent } from './show-event.ts'
import { events } from './events.store.ts'
import { shipWords } from '../../../map/ship-name.ts'

const SHOWN = 200
const CATEGORIES = EVENT_CATEGORIES.map((value) => ({ value, label: CATEGORY_LOOKS[value].label }))

/** The board of what happened: found by words, kind and state, the latest first, each a click away on the map. */
export function EventsPanel() {
  const { rows: reported, isRead, fault } = useStored(events)
  const detected = useHeldDetected()
  const [origin, setOrigin] = useState<BoardOrigin>('BOTH')
  const all = [...reported, ...detected.rows].filter((event) => isOfOrigin(event, origin))
  const [words, setWords] = useState('')
  const [category, setCategory] = useState<EventCategory | null>(null)
  const [wanted, setWanted] = useState<BoardState>('ON')
  const mayLack = origin !== 'REPORTED' && detected.total > detected.rows.length
  const rows = boardRows(all, { words, category, state: wanted }, now())
  return (
    <>
      <TextInput
        size="xs"
        aria-label="Find an event"
        placeholder="Title, text, MMSI or reporter"
        value={words}
        onChange={(event) => setWords(event.currentTarget.value)}
      />
      <div className="event-board-choice">
        <Select
          size="xs"
          aria-label="Category"
          placeholder="All categories"
          clearable
          data={CATEGORIES}
          value={category}
          onChange={(value) => setCategory(value)}
        />
        <Select
          size="xs"
          aria-label="State"
          allowDeselect={false}
          data={STATES}
          value={wanted}
          onChange={(value) => value !== null && setWanted(value)}
        />
      </div>
      <Select
        size="xs"
        aria-label="Source"
        allowDeselect={false}
        data={ORIGINS}
        value={origin}
        onChange={(value) => value !== null && setOrigin(value)}
      />
      <FaultLine fault={fault} again={() => events.read()} />
      <FaultLine fault={detected.fault} again={() => readDetected()} />
      {mayLack && (
        <p className="dim">
          Of {detected.total} detected in {SHOWN_HOURS} hours the last {detected.rows.length} are listed.
        </p>
      )}
      {isRead && rows.length === 0 && (
        <Nothing
          title={all.length === 0 ? 'No event' : 'No events match'}
          hint={
            all.length === 0
              ? 'Right-click the map to report one.'
              : `${all.length} in total; choose another state or category.`
          }
        />
      )}
      <ul className="event-board" aria-label="Events" aria-busy={!isRead && fault === null}>
        {rows.slice(0, SHOWN).map((event) => (
          <BoardRow key={event.id} event={event} />
        ))}
      </ul>
      {rows.length > SHOWN && <p className="dim">{rows.length - SHOWN} more; narrow the choice.</p>}
    </>
  )
}

/** Beginning, end and detection or report of an event, for a title. */
function timesText({ start_at, end_at, created_at, detector }: VesselEvent, style: WhenStyle): string {
  const end = end_at === null ? 'under way' : `ended ${whenText(end_at, style)}`
  const known = `${detector === null ? 'reported' : 'detected'} ${whenText(created_at, style)}`
  return `Start ${whenText(start_at, style)}, ${end}, ${known} ${style['datetime.zone']}`
}

function BoardRow({ event }: { event: VesselEvent }) {
  const style = useSettings()
  const isDetected = event.detector !== null
  const age = (now() - Date.parse(event.start_at)) / 1000
  return (
    <li data-severity={event.severity}>
      <button
        type="button"
        onClick={() => (isDetected ? showDetected(event.id, boxOf(event.geometry)) : showEvent(event))}
        title={event.explanation ?? event.title}
      >
        <EventMark
          category={event.category}
          size={16}
          isHollow={isDetected && event.status !== 'CONFIRMED'}
        />
        <span>
          <b>{event.title}</b>
          {isDetected && (
            <span className="event-board-ships">{event.mmsis.map(shipWords).join(' and ')}</span>
          )}
          <small>
            {EVENT_STATE_LABELS[event.status].toLowerCase()} · {event.severity.toLowerCase()}
            {!isDetected && ` · by ${event.owner}`}
          </small>
        </span>
        <span className="event-board-age figures" title={timesText(event, style)}>
          {age < 0 ? <When at={event.start_at} /> : `${agoText(age)} ago`}
        </span>
      </button>
    </li>
  )
}
