import { getLanes } from '@samudra/contract/patterns'
import { SHIP_GROUPS } from '@samudra/nautical/ship-types'
import { handle, type Handled } from '../../../platform/kernel/http/handle.ts'
import type { CallerVisibility } from '../../../platform/kernel/http/caller-visibility.ts'
import type { Clock } from '../../../platform/needs/clock.ts'
import type { Db } from '../../../platform/needs/database.ts'
import { lanesAt, type LaneBuild } from './lanes.sql.ts'
import { lanePointsOf } from './way-points.ts'

/** So many places of a lane draw it. */
const MOST_PLACES = 300

export const laneOps = ({ db, clock }: { db: Db; clock: Clock }): Handled[] => [
  handle(getLanes, async ({ input, caller: { visibility } }) => {
    const at = input.as_of === undefined ? clock.now() : Date.parse(input.as_of)
    const group = input.ship_type === undefined ? null : SHIP_GROUPS.indexOf(input.ship_type)
    // Lanes derive from the fixes of all sources.
    const builds = visibility.everySource ? await lanesAt(db, at, group) : []
    return {
      type: 'FeatureCollection' as const,
      features: builds.flatMap((build) => featuresOf(build, visibility)),
      as_of: new Date(at).toISOString(),
    }
  }),
]

/**
 * Returns the positions of lanes visible to the caller. A caller with limited visibility receives the numbers of
 * vessels and points in those alone.
 */
function featuresOf(build: LaneBuild, visibility: CallerVisibility) {
  const { points, laneOf } = lanePointsOf(build.body)
  const seen = build.lanes.map((): number[] => [])
  for (const [i, lane] of laneOf.entries())
    if (visibility.place(points.lat[i]!, points.lon[i]!)) seen[lane]!.push(i)
  return build.lanes.flatMap((lane, number) => {
    const of = seen[number]!
    if (of.length === 0) return []
    const step = Math.max(1, of.length / MOST_PLACES)
    const reported = Array.from(
      { length: Math.min(of.length, MOST_PLACES) },
      (_, i) => of[Math.floor(i * step)]!,
    )
    return [
      {
        type: 'Feature' as const,
        geometry: {
          type: 'MultiPoint' as const,
          coordinates: reported.map((i): [number, number] => [points.lon[i]!, points.lat[i]!]),
        },
        properties: {
          ship_type: SHIP_GROUPS[build.group]!,
          lane: number,
          ships: visibility.everywhere ? lane.ships : new Set(of.map((i) => points.ship[i]!)).size,
          points: of.length,
          spread_nm: lane.spread,
          courses: reported.map((i) => points.course[i]!),
          made_at: new Date(build.madeAt).toISOString(),
          from: new Date(build.fromDay).toISOString(),
          to: new Date(build.toDay).toISOString(),
        },
      },
    ]
  })
}
