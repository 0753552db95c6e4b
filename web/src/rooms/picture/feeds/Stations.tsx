import { ActionIcon, Button, Input, TextInput } from '@mantine/core'
import { MOST_FEED_STATIONS, type Feed, type FeedStation } from '@samudra/contract/feeds'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useRef } from 'react'
import { Table } from '../../../kit/tables/Table.tsx'
import type { Column } from '../../../kit/tables/table.ts'
import { useFormat } from '../../../map/coordinates/coordinates.store.ts'
import { coordinateText } from '../../../map/coordinates/coordinates.ts'
import { faultAt, type Fault } from '../../../wire/use-answer.ts'
import { NEW_STATION, placeOf, type StationDraft } from './feed-draft.ts'

type FieldProps = {
  stations: readonly StationDraft[]
  fault: Fault | null
  onChange: (stations: StationDraft[]) => void
}
/** Where the receivers on land of a feed stand: each a name, and a position in any writing. */
export function StationsField({ stations, fault, onChange }: FieldProps) {
  const adding = useRef<HTMLButtonElement>(null)
  const problem = fault?.fields.find(({ field }) => field === 'stations')?.why
  return (
    <fieldset className="feed-stations">
      <legend>
        <Input.Label labelElement="div" size="xs">
          Shore stations
        </Input.Label>
      </legend>
      <Input.Description size="xs">
        Receiver positions. A vessel received more than 200 NM from all of them is marked as a false position.
        Leave empty for satellite and relayed data.
      </Input.Description>
      {stations.map((station, i) => (
        <Row
          key={i}
          number={i + 1}
          station={station}
          why={(field) => faultAt(fault, `stations.${i}.${field}`)}
          onChange={(next) => onChange(stations.with(i, next))}
          onRemove={() => {
            onChange(stations.toSpliced(i, 1))
            adding.current?.focus()
          }}
        />
      ))}
      {problem !== undefined && (
        <p className="refusal" role="alert">
          {problem}
        </p>
      )}
      <div className="feed-acts">
        <Button
          ref={adding}
          size="compact-xs"
          variant="default"
          leftSection={<IconPlus size={14} />}
          disabled={stations.length >= MOST_FEED_STATIONS}
          onClick={() => onChange([...stations, NEW_STATION])}
        >
          Add station
        </Button>
      </div>
    </fieldset>
  )
}

function Row(props: {
  number: number
  station: StationDraft
  why: (field: 'name' | 'lat' | 'lon') => string | undefined
  onChange: (station: StationDraft) => void
  onRemove: () => void
}) {
  const { number, station, why, onChange } = props
  const format = useFormat((state) => state.format)
  const { name, place, typed } = station
  const text = typed ?? (place === null ? '' : coordinateText(format, place.lat, place.lon))
  const isWrong = text !== '' && placeOf(station) === null
  return (
    <div className="feed-station">
      <TextInput
        size="xs"
        aria-label={`Name of station ${number}`}
        placeholder="Name"
        required
        maxLength={100}
        autoFocus={station === NEW_STATION}
        value={name}
        error={why('name')}
        onChange={(event) => onChange({ ...station, name: event.currentTarget.value })}
      />
      <TextInput
        size="xs"
        aria-label={`Position of station ${number}`}
        placeholder="10 30.5N 072 15.2E, MGRS"
        required
        value={text}
        error={isWrong ? 'Not a position. Enter one like 18.94, 72.83.' : (why('lat') ?? why('lon'))}
        onChange={(event) => onChange({ ...station, typed: event.currentTarget.value })}
      />
      <ActionIcon variant="default" aria-label={`Remove station ${number}`} onClick={props.onRemove}>
        <IconTrash size={14} />
      </ActionIcon>
    </div>
  )
}

function Position({ of: { lat, lon } }: { of: FeedStation }) {
  const format = useFormat((state) => state.format)
  return <span className="figures">{coordinateText(format, lat, lon)}</span>
}
const COLUMNS: readonly Column<FeedStation>[] = [
  { key: 'name', label: 'Name', isHead: true, cell: ({ name }) => name },
  { key: 'position', label: 'Position', cell: (one) => <Position of={one} /> },
]
/** The receivers on land of a feed; nothing where it has none. */
export function Stations({ of: { stations } }: { of: Feed }) {
  if (stations.length === 0) return null
  return (
    <>
      <h3>Shore stations</h3>
      <Table
        label="Stations of the feed"
        isInText
        columns={COLUMNS}
        rows={stations}
        rowKey={({ name }) => name}
      />
    </>
  )
}
