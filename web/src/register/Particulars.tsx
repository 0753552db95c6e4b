import type { WholeVessel } from '@samudra/contract/register'
import type { ReactNode } from 'react'
import { NA } from '../kit/quantity-text.ts'
import { When } from '../kit/When.tsx'
import { agoText } from '../kit/when-text.ts'

/** The card of a ship: what she says of herself, and where she was heard last. */
export function Particulars({ vessel }: { vessel: WholeVessel }) {
  const { now } = vessel
  const heard = now?.observed_at ?? vessel.heard_at
  const rows: [string, ReactNode][] = [
    ['MMSI', vessel.mmsi],
    ['IMO', vessel.imo],
    ['Call sign', vessel.call_sign],
    ['Flag', vessel.country],
    ['Type', vessel.ship_type],
    ['Length', metres(vessel.length)],
    ['Beam', metres(vessel.beam)],
    ['Owner', vessel.owner],
    ['Last heard', heard === null ? null : <Heard key="heard" at={heard} asOf={vessel.as_of} />],
    ['Latitude', now?.latitude.toFixed(4)],
    ['Longitude', now?.longitude.toFixed(4)],
    ['Speed', now?.sog == null ? null : `${now.sog} kn`],
    ['Course', degrees(now?.cog)],
    ['Heading', degrees(now?.true_heading)],
    ['Status', now?.nav_status],
    ['Draught', metres(now?.draught ?? null)],
    ['Destination', now?.destination],
    ['ETA', now?.eta],
    ['Source', now?.source ?? vessel.sources.join(', ')],
  ]
  return (
    <dl className="particulars">
      {rows.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value ?? NA}</dd>
        </div>
      ))}
    </dl>
  )
}

/** When that was, and how long before what the page shows: a ship that is silent still says her last speed and status. */
const Heard = ({ at, asOf }: { at: string; asOf: string }) => (
  <>
    <When at={at} />{' '}
    <span className="particulars-ago">{agoText((Date.parse(asOf) - Date.parse(at)) / 1000)} ago</span>
  </>
)

const metres = (value: number | null) => (value === null ? null : `${value} m`)
const degrees = (value: number | null | undefined) => (value == null ? null : `${value}°`)
