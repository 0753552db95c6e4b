import { getTrackForMmsi } from '@samudra/contract/history'
import type { WholeVessel } from '@samudra/contract/register'
import { useMemo } from 'react'
import { Waiting } from '../kit/States.tsx'
import { TrackChart } from '../map/TrackChart.tsx'
import { trackLine } from '../map/track-line.ts'
import { useAnswer } from '../wire/use-answer.ts'

const MOST_POINTS = 2000
/** Where she went, on a chart of its own. */
export function TrackMap({ vessel, asOf }: { vessel: WholeVessel; asOf: string | undefined }) {
  const contact = vessel.contacts.find(({ shown }) => shown) ?? vessel.contacts[0]
  const track = useAnswer(
    getTrackForMmsi,
    {
      mmsi: contact?.mmsi ?? '',
      split_id: contact?.split_id ?? 0,
      max_points: MOST_POINTS,
      ...(asOf === undefined ? {} : { as_of: asOf, to: asOf }),
    },
    { enabled: contact !== undefined, keep: true },
  )
  const points = track.data?.points
  const gaps = track.data?.gaps
  const lines = useMemo(() => [trackLine(points ?? [], gaps ?? []) ?? []].flat(), [points, gaps])
  if (contact === undefined) return <p className="dim">Nobody heard her; there is no track.</p>
  if (track.isError) return <p className="dim">{track.error.message}</p>
  if (points === undefined) return <Waiting />
  if (lines.length === 0) return <p className="dim">No fix of her is stored in these days.</p>
  return (
    <TrackChart
      className="track-map"
      lines={lines}
      label={`Track of ${vessel.ship_name ?? contact.mmsi}, ${points.length} fixes`}
    />
  )
}
