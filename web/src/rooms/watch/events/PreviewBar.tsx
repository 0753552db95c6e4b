import { useEffect } from 'react'
import type { Chart } from '../../../map/chart/chart.ts'
import { drawPreview, useEvents } from './events.store.ts'
import { countWords } from '../../../kit/text/quantity-text.ts'

/** Shows the source of the rows drawn on the map, brings them into view, and removes them. */
export function PreviewBar({ chart }: { chart: Chart }) {
  const preview = useEvents((state) => state.preview)
  useEffect(() => {
    const places = preview?.rows.flatMap(({ geometry }) => placesIn(geometry.coordinates)) ?? []
    if (places.length === 0) return
    const edge = (axis: 0 | 1, pick: (a: number, b: number) => number) =>
      places.map((place) => place[axis]!).reduce((a, b) => pick(a, b))
    chart.fitBounds(
      [
        [edge(0, Math.min), edge(1, Math.min)],
        [edge(0, Math.max), edge(1, Math.max)],
      ],
      { padding: 120, maxZoom: 9, duration: 0 },
    )
  }, [chart, preview])
  if (preview === null) return null
  return (
    <div className="event-preview-bar" role="status">
      {preview.name}: {countWords(preview.rows.length, 'row')} on the map
      <button type="button" className="link-button" onClick={() => drawPreview(null)}>
        Clear from map
      </button>
    </div>
  )
}

/** Every place in nested coordinates. */
function placesIn(coordinates: unknown): number[][] {
  if (!Array.isArray(coordinates)) return []
  if (typeof coordinates[0] === 'number') return [coordinates as number[]]
  return coordinates.flatMap(placesIn)
}
