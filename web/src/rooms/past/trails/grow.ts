import type { Trail } from '@samudra/contract/history'
import { legOutOfReach, mostKnotsOf } from '@samudra/nautical/tracks/out-of-reach'

/** Silence longer than this is a gap. */
const GAP_MS = 30 * 60_000
const UNIT_MS = { minute: 60_000, hour: 3_600_000, day: 86_400_000 } as const

/** Milliseconds of a length such as '1 days'. */
export function lengthMs(length: string): number {
  const [, count, unit] = /^(\d+) (minute|hour|day)s?$/.exec(length) ?? ['', '1', 'day']
  return Number(count) * UNIT_MS[unit as keyof typeof UNIT_MS]
}

/** Trails with the newer points of `news`; the very same list when nothing is newer. */
export function merged(trails: readonly Trail[], news: readonly Trail[], oldest: number): readonly Trail[] {
  const keyOf = (trail: Trail) => `${trail.mmsi} ${trail.split_id}`
  const newer = new Map(news.map((trail) => [keyOf(trail), trail]))
  let isChanged = false
  const saved = trails.map((trail) => {
    const more = newer.get(keyOf(trail))
    newer.delete(keyOf(trail))
    const last = trail.points.at(-1)?.[0] ?? 0
    const points = more?.points.filter((point) => point[0] > last) ?? []
    if (more === undefined || points.length === 0) return trail
    isChanged = true
    const sources = [...new Set([...trail.sources, ...more.sources])]
    const added = points.map((point): Trail['points'][number] => [
      ...(point.slice(0, 5) as [number, number, number, number | null, number | null]),
      sources.indexOf(more.sources[point[5]]!),
    ])
    const gaps = breaksOf(trail, [...trail.points.slice(-1), ...points])
    return {
      ...trail,
      sources,
      nav_status: more.nav_status,
      points: [...trail.points.filter((point) => point[0] >= oldest), ...added],
      gaps: [...trail.gaps, ...gaps],
    }
  })
  return isChanged || newer.size > 0 ? [...saved, ...newer.values()] : trails
}

/** Returns the silences and the legs out of reach between points. */
function breaksOf({ mmsi }: Trail, points: Trail['points']): Trail['gaps'] {
  const mostKnots = mostKnotsOf(Number(mmsi))
  return points.slice(1).flatMap(([t, lat, lon], i) => {
    const [from, fromLat, fromLon] = points[i]!
    const out_of_reach = legOutOfReach({ t: from, lat: fromLat, lon: fromLon }, { t, lat, lon }, mostKnots)
    if (t - from <= GAP_MS && out_of_reach === null) return []
    return [{ from, to: t, expected_coverage: 'unknown' as const, out_of_reach }]
  })
}
