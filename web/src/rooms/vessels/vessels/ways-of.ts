import { legOutOfReach } from '@samudra/nautical/tracks/out-of-reach'
import { trackLine, type TrackBreak, type TrackLine } from '../../../map/chart/track-line.ts'

type Point = { t: string; lat: number; lon: number }
type Track = {
  points: readonly Point[]
  gaps: readonly TrackBreak[]
}
/**
 * Returns the lines of a vessel under all its numbers, the last first. Successive numbers form one line, broken where
 * the number changed; simultaneous ones have a line each.
 */
export function waysOf(tracks: readonly Track[]): TrackLine[] {
  const ways: Track[] = []
  const heard = tracks.filter(({ points }) => points.length > 0)
  for (const { points, gaps } of heard.toSorted((a, b) => firstOf(a) - firstOf(b))) {
    const before = ways.at(-1)
    const last = before?.points.at(-1)
    if (before === undefined || last === undefined || Date.parse(last.t) > Date.parse(points[0]!.t))
      ways.push({ points, gaps })
    else
      ways[ways.length - 1] = {
        points: [...before.points, ...points],
        gaps: [...before.gaps, { from: last.t, out_of_reach: legOf(last, points[0]!) }, ...gaps],
      }
  }
  return ways.map(({ points, gaps }) => trackLine(points, gaps)!)
}

const stopOf = ({ t, lat, lon }: Point) => ({ t: Date.parse(t), lat, lon })
const legOf = (from: Point, to: Point) => legOutOfReach(stopOf(from), stopOf(to))
const firstOf = ({ points }: Track) => Date.parse(points[0]!.t)
