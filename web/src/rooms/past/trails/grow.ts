import type { Trail } from '@samudra/contract/history'

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
  const kept = trails.map((trail) => {
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
    const silence = { from: last, to: points[0]![0], expected_coverage: 'unknown' as const }
    return {
      ...trail,
      sources,
      nav_status: more.nav_status,
      points: [...trail.points.filter((point) => point[0] >= oldest), ...added],
      gaps: silence.to - silence.from > GAP_MS ? [...trail.gaps, silence] : trail.gaps,
    }
  })
  return isChanged || newer.size > 0 ? [...kept, ...newer.values()] : trails
}
