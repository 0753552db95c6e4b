import type { Trail, TrailPoint } from '@samudra/contract/history'
import { deadReckon, reckoningRadius } from '@samudra/nautical/tracks/dead-reckoning'
import { destinationOf } from '@samudra/nautical/geodesy'
import { degrees, knots, place, type Place } from '@samudra/nautical/units'
import { distanceText, type DistanceUnit } from '../../../kit/text/quantity-text.ts'
import { agoText } from '../../../kit/text/when-text.ts'
import { AGES, SPEEDS, stepOf, type TrailPalette } from './trail-colours.ts'
import type { TrailColour } from './trails.store.ts'

type Position = [lon: number, lat: number]
type Feature = {
  type: 'Feature'
  properties: Record<string, string | number>
  geometry:
    | { type: 'Point'; coordinates: Position }
    | { type: 'LineString'; coordinates: Position[] }
    | { type: 'Polygon'; coordinates: Position[][] }
}

/** Options with which trails are drawn. */
export type TrailLook = {
  palette: TrailPalette
  colour: TrailColour
  /** All sources in an order of their own, so that a colour keeps its source from trail to trail. */
  sources: readonly string[]
  unit: DistanceUnit
  drHours: number
  now: number
  /** Days since 1970 of a time, in the zone of the user. */
  dayOf: (t: number) => number
}

const COVERAGE_WORDS = {
  yes: 'other vessels were received there',
  no: 'no vessel was received there',
  unknown: '',
} as const

/** Lines by colour, dashed gaps with their length, days, names and reckoned places. */
export function trailFeatures(
  trails: readonly Trail[],
  names: ReadonlyMap<string, string>,
  look: TrailLook,
): Feature[] {
  return trails.flatMap((trail) => {
    if (trail.points.length === 0) return []
    const path = unwrapped(trail.points)
    const name = names.get(trail.mmsi) ?? ''
    return [
      ...runs(trail, path, look),
      ...gapLines(trail, path),
      ...days(trail, path, look),
      point(path[0]!, { role: 'begin', label: name === '' ? trail.mmsi : name }),
      ...reckoned(trail, path.at(-1)!, look),
    ]
  })
}

/** Longitudes that run on past 180 rather than jump. */
function unwrapped(points: readonly TrailPoint[]): Position[] {
  let before = points[0]![2]
  return points.map(([, lat, lon]) => {
    before = lon - 360 * Math.round((lon - before) / 360)
    return [before, lat]
  })
}

const line = (coordinates: Position[], properties: Feature['properties']): Feature => ({
  type: 'Feature',
  properties,
  geometry: { type: 'LineString', coordinates },
})
const point = (at: Position, properties: Feature['properties']): Feature => ({
  type: 'Feature',
  properties,
  geometry: { type: 'Point', coordinates: at },
})

function colourOf({ sources }: Trail, [t, , , sog, , source]: TrailPoint, look: TrailLook): string {
  const { palette } = look
  if (look.colour === 'speed') return sog === null ? palette.unknown : palette.steps[stepOf(SPEEDS, sog)]!
  if (look.colour === 'source')
    return palette.sources[look.sources.indexOf(sources[source]!) % palette.sources.length] ?? palette.unknown
  // The newest stands out.
  return palette.steps[AGES.length - 1 - stepOf(AGES, (look.now - t) / 3_600_000)]!
}

/** Stretches between gaps, cut where the colour changes; a stretch has the colour of the fix it leads to. */
function runs(trail: Trail, path: Position[], look: TrailLook): Feature[] {
  const begins = new Set(trail.gaps.map((gap) => gap.to))
  const features: Feature[] = []
  let [run, colour]: [Position[], string] = [[], '']
  const end = () => {
    if (run.length > 1) features.push(line(run, { role: 'line', colour }))
  }
  for (const [i, one] of trail.points.entries()) {
    const next = colourOf(trail, one, look)
    if (begins.has(one[0]) || i === 0) {
      end()
      run = [path[i]!]
    } else if (next !== colour && run.length > 1) {
      end()
      run = [run.at(-1)!, path[i]!]
    } else run.push(path[i]!)
    colour = next
  }
  end()
  return features
}

function gapLines(trail: Trail, path: Position[]): Feature[] {
  const placeAt = new Map(trail.points.map((one, i) => [one[0], path[i]!]))
  return trail.gaps.flatMap(({ from, to, expected_coverage: heard, out_of_reach }) => {
    const [begin, end] = [placeAt.get(from), placeAt.get(to)]
    if (begin === undefined || end === undefined || out_of_reach !== null) return []
    const words = COVERAGE_WORDS[heard]
    const label = `gap ${agoText((to - from) / 1000)}${words === '' ? '' : `, ${words}`}`
    return [line([begin, end], { role: 'gap', label })]
  })
}

/** Where a day of the user ends between two fixes. */
function days(trail: Trail, path: Position[], { dayOf }: TrailLook): Feature[] {
  const features: Feature[] = []
  for (let i = 1; i < trail.points.length; i++) {
    const [from, to] = [trail.points[i - 1]![0], trail.points[i]![0]]
    if (dayOf(from) === dayOf(to)) continue
    features.push(
      point(path[i]!, {
        role: 'day',
        t: to,
        label: new Date(dayOf(to) * 86_400_000).toISOString().slice(0, 10),
      }),
    )
  }
  return features
}

/** Navigation statuses at anchor, moored and aground: such a vessel does not move. */
const AT_REST = [1, 5, 6]
const YOUNGEST_MS = 60_000
const SLOWEST_KN = 0.3
const CORNERS = 48

/** Returns the expected present position of a silent vessel, while it can be estimated. */
function reckoned(trail: Trail, from: Position, look: TrailLook): Feature[] {
  const [t, lat, lon, sog, cog] = trail.points.at(-1)!
  const age = look.now - t
  if (sog === null || sog < SLOWEST_KN || cog === null || AT_REST.includes(trail.nav_status)) return []
  if (age < YOUNGEST_MS || age > look.drHours * 3_600_000) return []
  const there = deadReckon({ place: place(lat, lon), sog: knots(sog), cog: degrees(cog) }, age)
  if (there === null) return []
  const radius = reckoningRadius(age, sog)
  const miss = trail.reckoning
  const missed =
    miss === null
      ? ''
      : `\nmedian error ${distanceText(miss.median_error_m, look.unit)} in ${agoText(miss.median_ahead_s)}`
  const at = near(there, from)
  return [
    {
      type: 'Feature',
      properties: { role: 'doubt' },
      geometry: { type: 'Polygon', coordinates: [ringOf(there, radius, at[0])] },
    },
    line([from, at], { role: 'reckoning' }),
    point(at, {
      role: 'reckoned',
      label: `DR ${agoText(age / 1000)} · 95 % within ${distanceText(radius, look.unit)}${missed}`,
    }),
  ]
}

const near = ({ lat, lon }: Place, to: Position): Position => [
  lon - 360 * Math.round((lon - to[0]) / 360),
  lat,
]

function ringOf(center: Place, radius: number, lon: number): Position[] {
  const ring = Array.from({ length: CORNERS }, (_, i): Position =>
    near(destinationOf(center, (-i * 360) / CORNERS, radius), [lon, center.lat]),
  )
  return [...ring, ring[0]!]
}
