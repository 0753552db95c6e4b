import { usePalette } from '../../../kit/theme/colour-palette.ts'
import { useChart } from '../../../map/chart/chart.store.ts'
import { AGES, SPEEDS, trailPalette } from './trail-colours.ts'
import { sourcesOf } from './trail-layer.ts'
import { useTrails } from './trails.store.ts'

/** Shows the present meaning of the trail colours. */
export function TrailLegend() {
  const base = useChart((state) => state.base)
  const kind = usePalette((state) => state.palette)
  const colour = useTrails((state) => state.colour)
  const trails = useTrails((state) => state.trails)
  const { steps, sources, unknown } = trailPalette(base, kind)
  const rows: [colour: string, text: string][] =
    colour === 'source'
      ? sourcesOf(trails).map((source, i) => [sources[i % sources.length]!, source])
      : colour === 'speed'
        ? [...SPEEDS.map((_, i): [string, string] => [steps[i]!, speedWords(i)]), [unknown, 'unknown']]
        : AGES.map((_, i) => [steps[AGES.length - 1 - i]!, ageWords(i)])
  return (
    <ul className="trail-legend" aria-label="Colours of the trails">
      {rows.map(([shown, text]) => (
        <li key={text}>
          <i style={{ background: shown }} /> {text}
        </li>
      ))}
      <li>
        <i className="dashed" /> gap
      </li>
      <li>
        <i className="hollow" /> dead reckoning
      </li>
    </ul>
  )
}

const isLast = (steps: readonly number[], i: number) => i === steps.length - 1
const speedWords = (i: number) => (isLast(SPEEDS, i) ? `over ${SPEEDS[i - 1]} kn` : `under ${SPEEDS[i]} kn`)
const ageWords = (i: number) => (isLast(AGES, i) ? `over ${AGES[i - 1]} h` : `under ${AGES[i]} h`)
