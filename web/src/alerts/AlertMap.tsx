import type { Alert } from '@samudra/contract/alerts'
import { getTrackForMmsi } from '@samudra/contract/history'
import { useMemo } from 'react'
import { TrackChart } from '../map/TrackChart.tsx'
import { trackLine, type TrackLine } from '../map/track-line.ts'
import { useAnswer } from '../wire/use-answer.ts'
import { shipsOf } from './deeds.ts'

/** So far out that a coast nearby is seen. */
const MOST_ZOOM = 8
const MOST_POINTS = 1000
/** Shown from so long before it began to so long after it was last so. */
const [BEFORE_MS, AFTER_MS] = [6 * 3_600_000, 3_600_000]
/** What happened in a moment is shown with the fixes about it. */
const ABOUT_MS = 600_000
/** About as far is shown around a place where no ship is. */
const NEAR_DEG = 0.3

/** Where it was; what is of a source has no place. */
export function AlertMap({ of }: { of: Alert }) {
  const { position } = of
  return position === null ? null : <Chart of={of} position={position} />
}

/** The ships of an alert in the hours about it, with what they did while it went on. */
function Chart({ of, position }: { of: Alert; position: NonNullable<Alert['position']> }) {
  const one = useTrack(of.mmsi, of.split_id, of)
  const other = useTrack(of.other_mmsi, of.other_split_id ?? 0, of)
  const { latitude: lat, longitude: lon } = position
  const lines = useMemo(() => {
    const found = [one, other].filter((line) => line !== null)
    return found.length > 0 ? found : [placeLine(lon, lat)]
  }, [one, other, lon, lat])
  return (
    <TrackChart
      className="alert-map"
      lines={lines}
      label={`Where it was: ${shipsOf(of)}`}
      maxZoom={MOST_ZOOM}
    />
  )
}

const placeLine = (lon: number, lat: number): TrackLine => ({
  sailed: [],
  unheard: [],
  found: [],
  last: [lon, lat],
  box: [lon - NEAR_DEG, lat - NEAR_DEG, lon + NEAR_DEG, lat + NEAR_DEG],
})

/** The line of one of the ships; null while it is not there. */
function useTrack(mmsi: string | null, split_id: number, { first_at, last_at }: Alert): TrackLine | null {
  const iso = (text: string, more: number) => new Date(Date.parse(text) + more).toISOString()
  const { data } = useAnswer(
    getTrackForMmsi,
    {
      mmsi: mmsi ?? '',
      split_id,
      from: iso(first_at, -BEFORE_MS),
      to: iso(last_at, AFTER_MS),
      max_points: MOST_POINTS,
    },
    { enabled: mmsi !== null },
  )
  return useMemo(() => {
    const stretch = { from: Date.parse(first_at) - ABOUT_MS, to: Date.parse(last_at) + ABOUT_MS }
    return data === undefined ? null : trackLine(data.points, data.gaps, stretch)
  }, [data, first_at, last_at])
}
