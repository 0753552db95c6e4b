import { leftOutWords } from '@samudra/contract/left-out-words'
import { getTrackForMmsi } from '@samudra/contract/history'
import { useMemo } from 'react'
import { useAnswer } from '../../wire/use-answer.ts'
import { TrackChart } from '../chart/TrackChart.tsx'
import { trackLine, type TrackLine } from '../chart/track-line.ts'
import './explanation.css'

/** So far out that a coast nearby is seen. */
const MOST_ZOOM = 8
const MOST_POINTS = 1000
/** Shown from so long before it began to so long after it was last so. */
const [BEFORE_MS, AFTER_MS] = [6 * 3_600_000, 3_600_000]
/** Time before and after an instant for which fixes are shown. */
const ABOUT_MS = 600_000
/** Around a place alone so much is shown that it is seen where in the sea it lies. */
const NEAR_DEG = 3

type Ship = { mmsi: string | null; split: number }
type Time = { first_at: string; last_at: string }
type Props = Time & {
  /** Where it was found. */
  latitude: number
  longitude: number
  one: Ship
  other: Ship
  /** Whom it is about, in words. */
  who: string
}

/** Where something was found: its ships in the hours about it, with what they did while it went on. */
export function FoundMap({ latitude: lat, longitude: lon, one, other, who, ...time }: Props) {
  const ofOne = useTrack(one, time)
  const ofOther = useTrack(other, time)
  const lines = useMemo(() => {
    const found = [ofOne.line, ofOther.line].filter((line) => line !== null)
    return found.length > 0 ? found : [placeLine(lon, lat)]
  }, [ofOne, ofOther, lon, lat])
  const leftOut = leftOutWords([...ofOne.gaps, ...ofOther.gaps])
  return (
    <>
      <TrackChart className="found-map" lines={lines} label={`Where it was: ${who}`} maxZoom={MOST_ZOOM} />
      {leftOut !== null && <p className="dim">{leftOut}</p>}
    </>
  )
}

type Track = { line: TrackLine | null; gaps: Parameters<typeof leftOutWords>[0] }
const NO_TRACK: Track = { line: null, gaps: [] }

const placeLine = (lon: number, lat: number): TrackLine => ({
  sailed: [],
  unheard: [],
  found: [],
  last: [lon, lat],
  box: [lon - NEAR_DEG, lat - NEAR_DEG, lon + NEAR_DEG, lat + NEAR_DEG],
})

/** Line of one of the vessels and the breaks in it; null while it is not there. */
function useTrack({ mmsi, split }: Ship, { first_at, last_at }: Time): Track {
  const iso = (text: string, more: number) => new Date(Date.parse(text) + more).toISOString()
  const { data } = useAnswer(
    getTrackForMmsi,
    {
      mmsi: mmsi ?? '',
      split_id: split,
      from: iso(first_at, -BEFORE_MS),
      to: iso(last_at, AFTER_MS),
      max_points: MOST_POINTS,
    },
    { enabled: mmsi !== null },
  )
  return useMemo(() => {
    const stretch = { from: Date.parse(first_at) - ABOUT_MS, to: Date.parse(last_at) + ABOUT_MS }
    if (data === undefined) return NO_TRACK
    return { line: trackLine(data.points, data.gaps, stretch), gaps: data.gaps }
  }, [data, first_at, last_at])
}
