import { Button, Textarea } from '@mantine/core'
import { DistanceInput } from '../../../kit/forms/DistanceInput.tsx'
import { METRES_PER_NM } from '@samudra/nautical/units'
import { useEffect, useState } from 'react'
import type { Chart } from '../../../map/chart/chart.ts'
import type { Drawing } from '../../../map/draw/drawing.ts'
import type { Position } from '../../../map/draw/shapes.ts'
import { corridorOf, readPasted } from './area-outline.ts'

/** More parts and holes; a corridor has neither. */
export function Parts({ drawing, isCorridor }: { drawing: Drawing | null; isCorridor: boolean }) {
  if (isCorridor || drawing === null) return null
  return (
    <div className="area-acts">
      <Button size="compact-xs" variant="default" onClick={() => drawing.begin('polygon', true)}>
        Add hole
      </Button>
      <Button size="compact-xs" variant="default" onClick={() => drawing.begin('polygon')}>
        Add part
      </Button>
      <Button size="compact-xs" variant="default" onClick={() => drawing.clear()}>
        Redraw
      </Button>
    </div>
  )
}

export function CircleRadius({
  drawing,
  features,
}: {
  drawing: Drawing | null
  features: readonly { circle: { center: Position; radiusNm: number } | null }[]
}) {
  const circle = features.length === 1 ? (features[0]?.circle ?? null) : null
  if (circle === null || drawing === null) return <span />
  return (
    <DistanceInput
      label="Radius"
      min={20}
      max={3000 * METRES_PER_NM}
      metres={circle.radiusNm * METRES_PER_NM}
      onChange={(metres) => drawing.setCircle(circle.center, metres / METRES_PER_NM)}
    />
  )
}

export function Paste({ drawing, chart }: { drawing: Drawing | null; chart: Chart }) {
  const [text, setText] = useState('')
  const [why, setWhy] = useState('')
  const take = () => {
    if (drawing === null) return
    const pasted = readPasted(text)
    if ('why' in pasted) return setWhy(pasted.why)
    drawing.clear()
    const faults = pasted.polygons.flatMap((rings) =>
      rings.map((ring, i) => drawing.add({ type: 'Polygon', coordinates: [ring] }, { isHole: i > 0 })),
    )
    drawing.edit()
    setWhy(faults.find((fault) => fault !== null) ?? '')
    const [lon, lat] = pasted.polygons[0]![0]![0]!
    chart.easeTo({ center: [lon, lat] })
  }
  return (
    <>
      <Textarea
        size="xs"
        label="GeoJSON, or one position per line"
        autosize
        minRows={3}
        maxRows={8}
        value={text}
        error={why === '' ? null : why}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <Button size="compact-xs" variant="default" disabled={drawing === null} onClick={take}>
        Draw on the map
      </Button>
    </>
  )
}

const PREVIEW = 'area-corridor'

/** The outline a corridor will have, while its line is drawn. */
export function CorridorPreview(props: {
  chart: Chart
  line: Position[] | null
  widthNm: number
  colour: string
}) {
  const { chart, line, widthNm, colour } = props
  useEffect(() => {
    if (line === null || line.length < 2) return undefined
    chart.addSource(PREVIEW, {
      type: 'geojson',
      data: {
        type: 'Feature',
        properties: {},
        geometry: { type: 'Polygon', coordinates: [corridorOf(line, widthNm)] },
      },
    })
    chart.addLayer({
      id: PREVIEW,
      type: 'fill',
      source: PREVIEW,
      paint: { 'fill-color': colour, 'fill-opacity': 0.18 },
    })
    return () => {
      if (chart.getLayer(PREVIEW)) chart.removeLayer(PREVIEW)
      if (chart.getSource(PREVIEW)) chart.removeSource(PREVIEW)
    }
  }, [chart, line, widthNm, colour])
  return null
}
