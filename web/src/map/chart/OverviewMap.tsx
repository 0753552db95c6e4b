import { useEffect, useState, type MouseEvent } from 'react'
import { usePalette } from '../../kit/theme/colour-palette.ts'
import type { Chart } from './chart.ts'
import { overviewOf, OVERVIEW } from './overview.ts'

/** Where the view lies in the region, while the chart is far in; a click leads there. */
export function OverviewMap({ chart }: { chart: Chart }) {
  const palette = usePalette((state) => state.palette)
  const [view, setView] = useState(() => overviewOf(chart))
  useEffect(() => {
    const read = () => setView(overviewOf(chart))
    read()
    chart.on('moveend', read)
    chart.on('resize', read)
    return () => {
      chart.off('moveend', read)
      chart.off('resize', read)
    }
  }, [chart])
  if (view === null) return null
  const go = (event: MouseEvent<HTMLButtonElement>) => {
    const { left, top } = event.currentTarget.getBoundingClientRect()
    // Pressed by key there is no place to go to.
    if (event.detail > 0)
      chart.panTo(view.placeAt(event.clientX - left, event.clientY - top), { duration: 600 })
  }
  return (
    <button
      type="button"
      className="overview"
      data-palette={palette}
      aria-label="Overview map"
      title="Overview of this view. Click to move the map."
      style={{ width: OVERVIEW.width, height: OVERVIEW.height }}
      onClick={go}
    >
      {view.tiles.map(({ url, left, top }) => (
        <img key={url} src={url} alt="" draggable={false} style={{ left, top }} />
      ))}
      <i style={view.frame} />
    </button>
  )
}
