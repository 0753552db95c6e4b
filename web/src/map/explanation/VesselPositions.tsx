import type { VesselPosition } from '@samudra/contract/rule-results'
import { Link } from 'react-router'
import { shipLink } from '../../kit/pages/links.ts'
import { metresText } from '../../kit/text/quantity-text.ts'
import { When } from '../../kit/text/When.tsx'
import { useFormat } from '../coordinates/coordinates.store.ts'
import { coordinateText } from '../coordinates/coordinates.ts'

/** Positions of several vessels under one MMSI that a finding stands on, each with its vessel. */
export function VesselPositions({ of, mmsi }: { of: readonly VesselPosition[]; mmsi: string | null }) {
  const format = useFormat((state) => state.format)
  return (
    <ol className="vessel-positions">
      {of.map((one) => (
        <li key={one.split_id}>
          <b>
            {mmsi === null ? (
              vesselWords(one)
            ) : (
              <Link to={shipLink(mmsi, one.split_id)}>{vesselWords(one)}</Link>
            )}
          </b>
          <p>
            <span className="figures">{coordinateText(format, one.latitude, one.longitude)}</span>,{' '}
            <When at={one.at} />
          </p>
        </li>
      ))}
    </ol>
  )
}

/** Name, call sign and length of a vessel as they were known at the time. */
function vesselWords({ split_id, ship_name, call_sign, length }: VesselPosition): string {
  const name = ship_name ?? `Vessel ${split_id + 1}, name not yet received`
  const particulars = [call_sign, length === null ? null : metresText(length)].filter((one) => one !== null)
  return [name, ...particulars].join(', ')
}
