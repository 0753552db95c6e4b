import type { WholeVessel } from '@samudra/contract/vessels'
import type { ReactNode } from 'react'
import { Quantity } from '../../../kit/text/Quantity.tsx'
import { NA } from '../../../kit/text/quantity-text.ts'
import { When } from '../../../kit/text/When.tsx'
import { agoText } from '../../../kit/text/when-text.ts'
import { etaOfText } from '../../../map/explanation/field-words.ts'

/** Shows the particulars a vessel reports, and where it was last received. */
export function Particulars({ vessel }: { vessel: WholeVessel }) {
  const { now } = vessel
  const heard = now?.observed_at ?? vessel.heard_at
  const rows: [string, ReactNode][] = [
    ['MMSI', vessel.mmsi],
    ['IMO', vessel.imo],
    ['Call sign', vessel.call_sign],
    ['Flag', vessel.country],
    ['Type', vessel.ship_type],
    ['Length', <Quantity key="length" metres={vessel.length} />],
    ['Beam', <Quantity key="beam" metres={vessel.beam} />],
    ['Owner', vessel.owner],
    ['Last received', heard === null ? null : <Heard key="heard" at={heard} asOf={vessel.as_of} />],
    ['Latitude', now && <Quantity key="latitude" latitude={now.latitude} />],
    ['Longitude', now && <Quantity key="longitude" longitude={now.longitude} />],
    ['Speed', <Quantity key="speed" knots={now?.sog ?? null} />],
    ['Course', <Quantity key="course" degrees={now?.cog ?? null} />],
    ['Heading', <Quantity key="heading" degrees={now?.true_heading ?? null} />],
    ['Status', now?.nav_status],
    ['Draught', <Quantity key="draught" metres={now?.draught ?? null} digits={1} />],
    ['Destination', now?.destination],
    // As the crew keyed it in; without a year it is no instant.
    ['ETA', etaOfText(now?.eta ?? null)],
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

/** Time after the last report from which a vessel is silent rather than between two reports. */
const LONG_S = 3600
const agoS = (at: string, asOf: string) => (Date.parse(asOf) - Date.parse(at)) / 1000
/** Shows that time, and how long before the instant shown; a silent vessel still has its last speed and status. */
const Heard = ({ at, asOf }: { at: string; asOf: string }) => (
  <>
    <When at={at} />{' '}
    <span className="particulars-ago" data-long={agoS(at, asOf) >= LONG_S || undefined}>
      {agoText(agoS(at, asOf))} ago
    </span>
  </>
)
