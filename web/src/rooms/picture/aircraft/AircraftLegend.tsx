import { Checkbox } from '@mantine/core'
import type { AdsbSourceType } from '@samudra/contract/aircraft'
import { useEffect, useRef } from 'react'
import { usePalette } from '../../../kit/theme/colour-palette.ts'
import { Quantity } from '../../../kit/text/Quantity.tsx'
import { countText } from '../../../kit/text/quantity-text.ts'
import { useChart } from '../../../map/chart/chart.store.ts'
import { TYPE_WORDS } from './aircraft-words.ts'
import { drawSilhouette } from './silhouettes.ts'
import { BANDS, skyColours } from './sky-colours.ts'
import { showType, shownTypes, useSky } from './sky.store.ts'

/** Source types of aircraft that have a position. */
const TYPES: readonly AdsbSourceType[] = ['ADSB', 'MLAT', 'TISB']

/** Shows the meaning of colours and rings, the number of aircraft, and which source types are shown. */
export function AircraftLegend() {
  const { base } = useChart()
  const palette = usePalette((state) => state.palette)
  const { inView, total, filter } = useSky()
  const colours = skyColours(base, palette)
  const types = shownTypes(filter)
  return (
    <div className="sky-legend">
      <p className="card-dim">
        <Quantity count={inView} /> of <Quantity count={total} /> aircraft in view
      </p>
      <ul aria-label="Altitude in feet">
        {colours.bands.map((colour, i) => (
          <li key={colour}>
            <Mark colour={colour} edge={colours.edge} />
            <span className="figures">
              {i === BANDS.length - 1
                ? `over ${countText(BANDS[i - 1]!)} ft`
                : `under ${countText(BANDS[i]!)} ft`}
            </span>
          </li>
        ))}
        <li>
          <Mark colour={colours.ground} edge={colours.edge} />
          <span>on the ground</span>
        </li>
        <li>
          <Mark colour={colours.unknown} edge={colours.edge} />
          <span>altitude unknown</span>
        </li>
      </ul>
      <div role="group" aria-label="Source types">
        {TYPES.map((type) => (
          <Checkbox
            key={type}
            size="xs"
            label={
              <>
                {TYPE_WORDS[type].label}
                <span className="card-dim"> {RINGS[type]}</span>
              </>
            }
            checked={types.includes(type)}
            onChange={(event) => showType(type, event.currentTarget.checked)}
          />
        ))}
      </div>
    </div>
  )
}

const RINGS: Record<string, string> = { ADSB: '', MLAT: 'ringed', TISB: 'dashed ring' }

function Mark({ colour, edge }: { colour: string; edge: string }) {
  const place = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    const ratio = window.devicePixelRatio
    const canvas = drawSilhouette('aeroplane', colour, edge, 13, ratio)
    canvas.style.width = canvas.style.height = `${canvas.width / ratio}px`
    place.current?.replaceChildren(canvas)
  }, [colour, edge])
  return <span ref={place} className="sky-mark" aria-hidden />
}
