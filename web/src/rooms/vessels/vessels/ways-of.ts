import { trackLine, type TrackLine } from '../../../map/chart/track-line.ts'

type Track = {
  points: readonly { t: string; lat: number; lon: number }[]
  gaps: readonly { from: string }[]
}
/**
 * The lines of a ship under all numbers she was heard under, the last first: one after another they are one way, broken
 * where the number changed; what was heard at the same time is a line of its own.
 */
export function waysOf(tracks: readonly Track[]): TrackLine[] {
  const ways: Track[] = []
  const heard = tracks.filter(({ points }) => points.length > 0)
  for (const { points, gaps } of heard.toSorted((a, b) => firstOf(a) - firstOf(b))) {
    const before = ways.at(-1)
    const last = before?.points.at(-1)?.t
    if (before === undefined || last === undefined || Date.parse(last) > Date.parse(points[0]!.t))
      ways.push({ points, gaps })
    else
      ways[ways.length - 1] = {
        points: [...before.points, ...points],
        gaps: [...before.gaps, { from: last }, ...gaps],
      }
  }
  return ways.map(({ points, gaps }) => trackLine(points, gaps)!)
}

const firstOf = ({ points }: Track) => Date.parse(points[0]!.t)
