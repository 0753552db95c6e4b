import { TextInput } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useFormat } from '../coordinates/coordinates.store.ts'
import { coordinateText, readCoordinates } from '../coordinates/coordinates.ts'
import type { Drawing } from './drawing.ts'
import type { DrawnFeature } from './shapes.ts'
import type { Position } from './shapes.ts'
import { countWords } from '../../kit/text/quantity-text.ts'

/** More are moved on the map. */
const MOST = 80

/** The corners of what is drawn as positions to type over: the way to move, add and take away one without a mouse. */
export function Corners({
  drawing,
  features,
}: {
  drawing: Drawing | null
  features: readonly DrawnFeature[]
}) {
  const lists = features.flatMap((feature) => {
    const corners = cornersOf(feature)
    return corners === null ? [] : [{ feature, corners }]
  })
  const count = lists.reduce((sum, { corners }) => sum + corners.length, 0)
  if (drawing === null || drawing.kind !== null || count === 0) return null
  return (
    <details className="corners">
      <summary>{countWords(count, 'corner')}</summary>
      {count > MOST ? (
        <p className="corners-note">There are too many corners to list. Move them on the map.</p>
      ) : (
        lists.map(({ feature, corners }) => (
          <ol key={feature.id}>
            {corners.map((corner, i) => (
              <Corner
                key={i}
                corner={corner}
                number={i + 1}
                mayGo={corners.length > (feature.geometry.type === 'LineString' ? 2 : 3)}
                onMove={(to) => drawing.setCorners(feature.id, corners.with(i, to))}
                onRemove={() => drawing.setCorners(feature.id, corners.toSpliced(i, 1))}
                onAdd={() => drawing.setCorners(feature.id, corners.toSpliced(i + 1, 0, beside(corners, i)))}
              />
            ))}
          </ol>
        ))
      )}
    </details>
  )
}

/** Without the corner that closes a ring; a circle has none. */
function cornersOf({ geometry, circle }: DrawnFeature): Position[] | null {
  if (circle !== null || geometry.type === 'Point') return null
  return geometry.type === 'LineString' ? geometry.coordinates : geometry.coordinates[0]!.slice(0, -1)
}

/** Half way to the next corner. */
function beside(corners: readonly Position[], i: number): Position {
  const [from, to] = [corners[i]!, corners[(i + 1) % corners.length]!]
  return [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2]
}

function Corner(props: {
  corner: Position
  number: number
  mayGo: boolean
  onMove: (to: Position) => void
  onRemove: () => void
  onAdd: () => void
}) {
  const { corner, number } = props
  const format = useFormat((state) => state.format)
  const [lon, lat] = corner
  const before = coordinateText(format, lat, lon)
  const [{ text, of }, setTyped] = useState({ text: before, of: before })
  // A corner moved on the map is rewritten; the field and its focus stay.
  if (of !== before) setTyped({ text: before, of: before })
  const setText = (next: string) => setTyped({ text: next, of: before })
  const read = readCoordinates(text)
  const take = () => {
    if (read !== null && text !== before) props.onMove([read.lon, read.lat])
  }
  return (
    <li>
      <TextInput
        size="xs"
        aria-label={`Corner ${number}`}
        value={text}
        error={read === null ? 'Not a position. Enter one like 18.94, 72.83.' : null}
        onChange={(event) => setText(event.currentTarget.value)}
        onBlur={take}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          event.preventDefault()
          take()
        }}
      />
      <button
        type="button"
        className="icon-button"
        aria-label={`Add corner after ${number}`}
        title="Add corner after this one"
        onClick={props.onAdd}
      >
        <IconPlus size={14} />
      </button>
      <button
        type="button"
        className="icon-button"
        aria-label={`Remove corner ${number}`}
        title="Remove"
        disabled={!props.mayGo}
        onClick={props.onRemove}
      >
        <IconTrash size={14} />
      </button>
    </li>
  )
}
