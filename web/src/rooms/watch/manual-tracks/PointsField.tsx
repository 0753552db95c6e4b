import { TimeField } from '../../../kit/forms/TimeField.tsx'
import { epochOrNull } from '../../../kit/text/time-text.ts'
import { ActionIcon, Button, NumberInput, TextInput } from '@mantine/core'
import type { ManualPoint } from '@samudra/contract/manual-tracks'
import { IconMapPin, IconPlus, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useFormat } from '../../../map/coordinates/coordinates.store.ts'
import {
  coordinateText,
  readCoordinates,
  type CoordinateFormat,
} from '../../../map/coordinates/coordinates.ts'
import { wallNow } from '../../../time/clock.ts'
import { changeDraft, pointAt, useDrafts, type TrackDraft } from './draft.store.ts'

/** The places of a track: typed in any form of coordinates, or taken from the map. */
export function PointsField({ draft, problem }: { draft: TrackDraft; problem: string | undefined }) {
  const isDrawing = useDrafts((state) => state.isDrawing)
  const { kind, points } = draft
  const isOne = kind === 'POINT'
  const set = (next: ManualPoint[]) => changeDraft({ points: next })
  const rows = points.length === 0 && isOne ? [null] : points
  return (
    <fieldset className="track-points">
      <legend>{isOne ? 'Position' : 'Positions'}</legend>
      {rows.map((point, i) => (
        // A row is keyed by its place in the order; its text resets when the place changes.
        <Row
          key={`${i} ${point?.lat ?? ''} ${point?.lon ?? ''}`}
          point={point}
          number={isOne ? null : i + 1}
          isMoving={kind === 'MOVING'}
          onChange={(next) => set(points.length === 0 ? [next] : points.with(i, next))}
          {...(isOne ? {} : { onRemove: () => set(points.toSpliced(i, 1)) })}
        />
      ))}
      {problem !== undefined && (
        <p className="refusal" role="alert">
          {problem}
        </p>
      )}
      <div className="track-buttons">
        <Button
          size="compact-xs"
          variant="default"
          leftSection={<IconMapPin size={14} />}
          disabled={isDrawing}
          onClick={() => useDrafts.setState({ isDrawing: true })}
        >
          {kind === 'POINT' || kind === 'MOVING' ? 'Place on the map' : 'Draw on the map'}
        </Button>
        {!isOne && <AddPlace draft={draft} onAdd={(point) => set([...points, point])} />}
      </div>
    </fieldset>
  )
}

/** Types one more place. */
function AddPlace({ draft, onAdd }: { draft: TrackDraft; onAdd: (point: ManualPoint) => void }) {
  const [text, setText] = useState('')
  const read = readCoordinates(text)
  const add = () => {
    if (read === null) return
    onAdd(pointAt(read.lon, read.lat, draft.kind === 'MOVING'))
    setText('')
  }
  return (
    <span className="track-add">
      <TextInput
        size="xs"
        aria-label="Add a position"
        placeholder="10 30N 072 15E"
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          event.preventDefault()
          add()
        }}
      />
      <ActionIcon variant="default" aria-label="Add this position" disabled={read === null} onClick={add}>
        <IconPlus size={14} />
      </ActionIcon>
    </span>
  )
}

function Row(props: {
  point: ManualPoint | null
  number: number | null
  isMoving: boolean
  onChange: (point: ManualPoint) => void
  onRemove?: () => void
}) {
  const { point, isMoving, onChange } = props
  const format = useFormat((state) => state.format)
  return (
    <div className="track-point" data-moving={isMoving}>
      {props.number !== null && <span className="figures">{props.number}</span>}
      <PlaceInput
        label={props.number === null ? 'Position' : `Position ${props.number}`}
        format={format}
        point={point}
        onChange={({ lat, lon }) => onChange({ ...(point ?? pointAt(lon, lat, isMoving)), lat, lon })}
      />
      {props.onRemove !== undefined && (
        <button
          type="button"
          className="icon-button"
          aria-label={`Remove position ${props.number ?? ''}`}
          onClick={props.onRemove}
        >
          <IconTrash size={14} />
        </button>
      )}
      {isMoving && point !== null && <Motion point={point} onChange={onChange} />}
    </div>
  )
}

function PlaceInput(props: {
  label: string
  format: CoordinateFormat
  point: ManualPoint | null
  onChange: (place: { lat: number; lon: number }) => void
}) {
  const { point, format } = props
  const [text, setText] = useState(point === null ? '' : coordinateText(format, point.lat, point.lon))
  const read = readCoordinates(text)
  const isWrong = text !== '' && read === null
  const take = () => {
    if (read !== null && text !== (point === null ? '' : coordinateText(format, point.lat, point.lon)))
      props.onChange({ lat: Number(read.lat.toFixed(6)), lon: Number(read.lon.toFixed(6)) })
  }
  return (
    <TextInput
      size="xs"
      aria-label={props.label}
      placeholder="10 30.5N 072 15.2E, 10.5 72.25, MGRS"
      value={text}
      error={isWrong ? 'Not a position. Enter one like 18.94, 72.83.' : null}
      onChange={(event) => setText(event.currentTarget.value)}
      onBlur={take}
      onKeyDown={(event) => {
        if (event.key === 'Enter') take()
      }}
    />
  )
}

/** Leaves the point unchanged while the typed text is no time. */
function PointTime({ t, onChange }: { t: string | null; onChange: (t: string) => void }) {
  const [typed, setTyped] = useState<number | null>(() => epochOrNull(t) ?? wallNow())
  return (
    <TimeField
      size="xs"
      aria-label="Time"
      required
      value={typed}
      error={typed === null ? 'A moving track needs a time at every place.' : null}
      onChange={(at) => {
        setTyped(at)
        if (at !== null && !Number.isNaN(at)) onChange(new Date(at).toISOString())
      }}
    />
  )
}

/** When it was there, and how it moved on: what a moving track is carried on by. */
function Motion({ point, onChange }: { point: ManualPoint; onChange: (point: ManualPoint) => void }) {
  const number = (value: string | number) => (typeof value === 'number' ? value : null)
  return (
    <div className="track-motion">
      <PointTime t={point.t} onChange={(t) => onChange({ ...point, t })} />
      <NumberInput
        size="xs"
        aria-label="Speed, knots"
        placeholder="kn"
        title="Speed, knots"
        hideControls
        min={0}
        max={2000}
        decimalScale={1}
        value={point.sog ?? ''}
        onChange={(value) => onChange({ ...point, sog: number(value) })}
      />
      <NumberInput
        size="xs"
        aria-label="Course, degrees"
        placeholder="°"
        title="Course, degrees true"
        hideControls
        min={0}
        max={359.9}
        decimalScale={1}
        value={point.cog ?? ''}
        onChange={(value) => onChange({ ...point, cog: number(value) })}
      />
    </div>
  )
}
