import { leftOutWords } from '@samudra/contract/left-out-words'
import { getTrackForMmsi } from '@samudra/contract/history'
import type { WholeVessel } from '@samudra/contract/vessels'
import { useMemo } from 'react'
import { useShallow } from 'zustand/react/shallow'
import { Waiting } from '../../../kit/pages/States.tsx'
import { contactsOf } from '../../../kit/pages/vessel-part.ts'
import { TrackChart } from '../../../map/chart/TrackChart.tsx'
import { useAnswers } from '../../../wire/use-answer.ts'
import { waysOf } from './ways-of.ts'

const MOST_POINTS = 2000
/** Shows the track of the vessel under all its numbers, on a chart of its own. */
export function TrackMap({ vessel, asOf }: { vessel: WholeVessel; asOf: string | undefined }) {
  const contacts = contactsOf(vessel)
  const past = asOf === undefined ? {} : { as_of: asOf, to: asOf }
  const tracks = useAnswers(
    getTrackForMmsi,
    contacts.map((one) => ({ ...one, max_points: MOST_POINTS, ...past })),
  )
  // The track is drawn again when an answer changed, not whenever the page is.
  const reported = useShallow((answers: typeof tracks) => answers.flatMap(({ data }) => data ?? []))(tracks)
  const lines = useMemo(() => waysOf(reported), [reported])
  const points = reported.reduce((sum, one) => sum + one.points.length, 0)
  const fault = tracks.find(({ isError }) => isError)?.error
  if (vessel.contacts.length === 0) return <p className="dim">No report was received; there is no track.</p>
  if (fault != null) return <p className="dim">{fault.message}</p>
  if (reported.length < contacts.length) return <Waiting />
  if (lines.length === 0) return <p className="dim">No position is stored for these days.</p>
  const leftOut = leftOutWords(reported.flatMap(({ gaps }) => gaps))
  return (
    <>
      <TrackChart
        className="track-map"
        lines={lines}
        label={`Track of ${vessel.ship_name ?? `MMSI ${vessel.mmsi}`}, ${points} fixes`}
      />
      {leftOut !== null && <p className="dim">{leftOut}</p>}
    </>
  )
}
