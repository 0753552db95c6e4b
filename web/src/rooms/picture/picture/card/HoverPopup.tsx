import { NA } from '../../../../kit/text/quantity-text.ts'
import { When } from '../../../../kit/text/When.tsx'
import { countryOf } from './country.ts'
import { usePicture } from '../held/picture.store.ts'

const WIDTH = 230
const HEIGHT = 88
const GAP = 14

/** Shows the contact under the pointer: vessel name, country, MMSI and time of last reception. */
export function HoverPopup() {
  const hovered = usePicture((state) => state.hovered)
  if (hovered === null) return null
  const { name, mmsi, at, x, y } = hovered
  const left = x + GAP + WIDTH > document.body.clientWidth - 60 ? x - GAP - WIDTH : x + GAP
  const top = y - HEIGHT - GAP < 0 ? y + GAP : y - HEIGHT - 4
  return (
    <div className="hover-popup" style={{ left, top, width: WIDTH }} role="tooltip">
      <strong>{name === '' ? NA : name}</strong>
      <span>{countryOf(mmsi) ?? NA}</span>
      <span>
        MMSI <span className="figures">{mmsi === '' ? NA : mmsi}</span>
      </span>
      <span>
        <When at={at} />
      </span>
    </div>
  )
}
