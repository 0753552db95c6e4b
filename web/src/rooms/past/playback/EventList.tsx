import { Nothing } from '../../../kit/pages/States.tsx'
import { When } from '../../../kit/text/When.tsx'
import { useInstant } from '../../../time/clock.ts'
import { pause, seek } from '../../../time/clock.store.ts'
import { usePlayback, type TrackEvents } from './playback.store.ts'
import { Table } from '../../../kit/tables/Table.tsx'
import type { Column } from '../../../kit/tables/table.ts'

export const EVENT_WORDS: Record<TrackEvents['kind'], string> = {
  GAP: 'Gap',
  STOP: 'Stop',
  TURN: 'Turn',
  AREA_IN: 'Area in',
  AREA_OUT: 'Area out',
  WATERS_IN: 'Waters in',
  WATERS_OUT: 'Waters out',
  SOURCE: 'Source',
  QUARANTINED: 'Quarantined',
  EVENT: 'Event',
}

const COLUMNS: Column<TrackEvents>[] = [
  { key: 'from', label: 'Time', width: '178px', cell: ({ from }) => <When at={from} /> },
  {
    key: 'kind',
    label: 'Event',
    width: '92px',
    cell: ({ kind }) => (
      <span className="playback-kind" data-kind={kind}>
        {EVENT_WORDS[kind]}
      </span>
    ),
  },
  {
    key: 'text',
    label: 'Details',
    width: 'minmax(200px, 1fr)',
    cell: ({ text }) => <span title={text}>{text}</span>,
  },
]
const keyOf = ({ kind, from, text }: TrackEvents) => `${kind} ${from} ${text}`

/** Lists the events of the first vessel and marks the last one before the instant. */
export function EventList() {
  const at = useInstant(250)
  const { happenings, eventsFault, isLoading } = usePlayback()
  const index = happenings.findLastIndex(({ from }) => from <= at)
  const current = happenings[index]
  return (
    <Table
      label="Events of the track"
      columns={COLUMNS}
      rows={happenings}
      rowKey={keyOf}
      selected={current === undefined ? null : keyOf(current)}
      {...(index < 0 ? {} : { inView: index })}
      onOpen={({ from }) => {
        pause()
        seek(from)
      }}
      isWaiting={isLoading}
      error={eventsFault === null ? null : new Error(eventsFault)}
      empty={
        <Nothing
          title="No events on this track"
          hint="No gaps, stops, turns, areas, waters, source changes or rejected positions in this period."
        />
      }
    />
  )
}
