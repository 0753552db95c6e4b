import { Button, TextInput } from '@mantine/core'
import { IconCircles, IconRuler2, IconShip, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { Quantity } from '../../../kit/text/Quantity.tsx'
import { angleText } from '../../../kit/text/quantity-text.ts'
import { metresFromNm } from '@samudra/nautical/units'
import {
  approachOf,
  lastBearing,
  lengthOf,
  measureNext,
  removeMeasure,
  useMeasures,
  type Measure,
} from './measures.ts'

/** Distances and bearings, range rings, and how near two ships will come to each other. */
export function MeasurePanel() {
  const { measures, measuring } = useMeasures()
  return (
    <>
      <div className="measure-kinds">
        <Button
          size="xs"
          variant="default"
          leftSection={<IconRuler2 size={15} />}
          onClick={() => measureNext({ kind: 'distance' })}
        >
          Distance and bearing
        </Button>
        <Button
          size="xs"
          variant="default"
          leftSection={<IconCircles size={15} />}
          onClick={() => measureNext({ kind: 'rings' })}
        >
          Range rings
        </Button>
        <Button
          size="xs"
          variant="default"
          leftSection={<IconShip size={15} />}
          onClick={() => measureNext({ kind: 'cpa', first: null })}
        >
          Closest approach of two vessels
        </Button>
      </div>
      {measuring?.kind === 'rings' && <Radii />}
      {measures.length === 0 && measuring === null && (
        <p className="measure-hint">
          No measurements yet. Measurements stay on the map until you remove them.
        </p>
      )}
      <ul className="measure-list">
        {measures.map((measure) => (
          <li key={measure.id}>
            <MeasureText measure={measure} />
            <button
              type="button"
              className="icon-button"
              aria-label="Remove measurement"
              title="Remove"
              onClick={() => removeMeasure(measure.id)}
            >
              <IconTrash size={15} />
            </button>
          </li>
        ))}
      </ul>
    </>
  )
}

function MeasureText({ measure }: { measure: Measure }) {
  if (measure.kind === 'distance')
    return (
      <span>
        <b>
          <Quantity distance={lengthOf(measure.line)} />
        </b>{' '}
        {measure.line.length > 2
          ? `in ${measure.line.length - 1} legs`
          : `bearing ${angleText(lastBearing(measure.line))}`}
      </span>
    )
  if (measure.kind === 'rings')
    return (
      <span>
        Rings{' '}
        {measure.radiiNm.map((radius, i) => (
          <span key={radius}>
            {i > 0 && ', '}
            <Quantity distance={metresFromNm(radius)} />
          </span>
        ))}
      </span>
    )
  return <ApproachText ships={measure.ships} />
}

function ApproachText({ ships }: { ships: Extract<Measure, { kind: 'cpa' }>['ships'] }) {
  const found = approachOf(ships)
  const names = `${ships[0].name} and ${ships[1].name}`
  if (found === null) return <span>{names}: closest approach unknown, speed or course not available.</span>
  return (
    <span>
      {names}:{' '}
      <b>
        CPA <Quantity distance={found.distance} />
      </b>{' '}
      {found.isPast ? 'passed, distance increasing' : `in ${minutesText(found.inMs)}`}
    </span>
  )
}

const minutesText = (ms: number) => {
  const minutes = Math.round(ms / 60_000)
  return minutes < 60
    ? `${minutes} min`
    : `${Math.floor(minutes / 60)} h ${String(minutes % 60).padStart(2, '0')} min`
}

function Radii() {
  const { radiiNm } = useMeasures()
  const [text, setText] = useState(radiiNm.join(', '))
  const read = text
    .split(/[,;\s]+/)
    .filter(Boolean)
    .map(Number)
  const isGood = read.length > 0 && read.length <= 12 && read.every((one) => one > 0 && one <= 2000)
  return (
    <TextInput
      size="xs"
      label="Radii, nautical miles"
      description="Then click the centre on the map"
      value={text}
      error={isGood ? null : 'Enter up to 12 numbers from 0 to 2000'}
      onChange={(event) => {
        setText(event.currentTarget.value)
        const next = event.currentTarget.value
          .split(/[,;\s]+/)
          .filter(Boolean)
          .map(Number)
        if (next.length > 0 && next.length <= 12 && next.every((one) => one > 0 && one <= 2000))
          useMeasures.setState({ radiiNm: next })
      }}
    />
  )
}
