import { SOURCE_TYPES, addressText } from '@samudra/nautical/adsb/adsb-columns'
import { stateOfAddress } from '@samudra/nautical/adsb/country'
import { Quantity } from '../../../kit/text/Quantity.tsx'
import { NA } from '../../../kit/text/quantity-text.ts'
import { TYPE_WORDS } from './aircraft-words.ts'
import { useSky } from './sky.store.ts'

const WIDTH = 210
const HEIGHT = 84
const GAP = 14

/** Shows the aircraft under the pointer: identity, origin, altitude and speed, and how they are known. */
export function AircraftHover() {
  const hovered = useSky((state) => state.hovered)
  const selected = useSky((state) => state.selected)
  // The card of the chosen aircraft shows as much and more.
  if (hovered === null || hovered.one.address === selected) return null
  const { one, x, y } = hovered
  const left = x + GAP + WIDTH > document.body.clientWidth - 60 ? x - GAP - WIDTH : x + GAP
  const top = y - HEIGHT - GAP < 0 ? y + GAP : y - HEIGHT - 4
  return (
    <div className="hover-popup" style={{ left, top, width: WIDTH }} role="tooltip">
      <strong>{one.callSign ?? addressText(one.address).toUpperCase()}</strong>
      <span>{stateOfAddress(one.address)?.name ?? NA}</span>
      <span>
        {one.onGround === true ? 'On the ground' : <Quantity feet={one.altitude} />} ·{' '}
        <Quantity knots={one.groundSpeed} />
      </span>
      <span>{TYPE_WORDS[SOURCE_TYPES[one.sourceType]!].label}</span>
    </div>
  )
}
