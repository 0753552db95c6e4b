/**
 * Global Fishing Watch's published rules of segmentation (gpsdio-segment, as used by pipe-segment), in our own words: which fixes
 * of one MMSI are of one ship. Slow and plain: it is what the picture's assignment is compared with.
 */

/** Knots and degrees; a course that is not known of a ship that hardly moves is null. */
export type TrackFix = {
  lat: number
  lon: number
  sog: number
  cog: number | null
  /** Epoch ms. */
  at: number
  isClassB: boolean
}

const MAX_HOURS = 24
const MAX_KNOTS = 25
const PENALTY_KNOTS = 5
const PENALTY_HOURS = 4
const BUFFER_HOURS = 0.25
const LOOK_BACK = 5
const LOOK_BACK_FACTOR = 2
const SHORT_SEGMENT = 10
const SHAPE_FACTOR = 4
const AMBIGUOUS = 10
const OTHER_CLASS = 0.1
const VERY_SLOW_KN = 0.35

type Stored = TrackFix & { segment: number; metric: number; isDropped: boolean }
type Segment = { number: number; fixes: Stored[] }
type Match = { segment: Segment; metric: number; dropped: Stored[] }

const radians = (degrees: number) => (degrees * Math.PI) / 180
const wrapped = (degrees: number) => ((((degrees + 180) % 360) + 360) % 360) - 180

/** Miles east and north of one fix that another lies. */
function milesBetween(a: TrackFix, b: TrackFix): [number, number] {
  return [60 * Math.cos(radians((a.lat + b.lat) / 2)) * wrapped(b.lon - a.lon), 60 * (b.lat - a.lat)]
}

/** Miles east and north that a fix sails in so many hours. */
function sailed({ sog, cog }: TrackFix, hours: number): [number, number] {
  if (cog === null) return [0, 0]
  return [Math.sin(radians(cog)) * sog * hours, Math.cos(radians(cog)) * sog * hours]
}

/** Miles off the line a fix sails along; Infinity when the other lies behind it or further than it sails. */
function milesAside(fix: TrackFix, hours: number, [east, north]: [number, number]): number {
  const course = radians(fix.cog ?? 0)
  const along = east * Math.sin(course) + north * Math.cos(course)
  if (along <= 0 || along > fix.sog * hours) return Infinity
  return Math.abs(east * Math.cos(course) - north * Math.sin(course))
}

/**
 * Returns the least of three values: the distance from where each fix predicts the vessel, the total distance
 * (weighted), and the distance from each other's line (weighted).
 */
function discrepancy(was: TrackFix, is: TrackFix, hours: number): number {
  const [east, north] = milesBetween(was, is)
  const off = [was, is].map((fix) => {
    const [x, y] = sailed(fix, hours)
    return Math.hypot(east - x, north - y)
  })
  const aside = milesAside(was, hours, [east, north]) + milesAside(is, hours, [east, north])
  return Math.min((off[0]! + off[1]!) / 2, Math.hypot(east, north) * SHAPE_FACTOR, (aside / 2) * SHAPE_FACTOR)
}

function metricOf(miles: number, hours: number): number {
  const padded = Math.hypot(hours, BUFFER_HOURS)
  const allowed = padded * MAX_KNOTS
  if (miles > allowed) return 0
  const alpha = ((MAX_KNOTS / PENALTY_KNOTS) * miles) / allowed
  return Math.exp(-(alpha ** 2)) / padded
}

function matchOf(segment: Segment, fix: TrackFix): Match | null {
  let best: Match | null = null
  let bestMetric = 0
  let existing = 0
  const passedOver: Stored[] = []
  const recent = segment.fixes.filter(({ isDropped }) => !isDropped).slice(-LOOK_BACK)
  const isOtherClass = !recent.some(({ isClassB }) => isClassB === fix.isClassB)
  for (const [back, was] of recent.toReversed().entries()) {
    const hours = (fix.at - was.at) / 3_600_000
    if (hours > MAX_HOURS) break
    const penalized = hours / (1 + Math.sqrt(Math.max(hours, 0) / PENALTY_HOURS))
    let metric = metricOf(discrepancy(was, fix, penalized), hours)
    if (isOtherClass) metric *= OTHER_CLASS
    const weighed = metric / Math.max(1, back * LOOK_BACK_FACTOR)
    if (metric > 0 && weighed > existing && weighed > bestMetric) {
      bestMetric = weighed
      best = { segment, metric, dropped: [...passedOver] }
    }
    passedOver.push(was)
    existing = was.metric
  }
  return best
}

const weight = ({ segment, metric }: Match) => {
  const long = segment.fixes.length / SHORT_SEGMENT
  return (metric * long) / Math.sqrt(1 + long * long)
}

/** The number of its segment for each fix of one MMSI, in order of time; -1 of fixes that are taken for noise. */
export function segmentsOf(fixes: readonly TrackFix[]): number[] {
  const open = new Set<Segment>()
  const all: Stored[] = []
  let segments = 0
  const keep = (fix: TrackFix, segment: Segment, metric: number) => {
    const remaining = { ...fix, segment: segment.number, metric, isDropped: false }
    segment.fixes.push(remaining)
    all.push(remaining)
  }
  const begin = (fix: TrackFix) => {
    const segment = { number: segments++, fixes: [] }
    open.add(segment)
    keep(fix, segment, 0)
  }
  for (const given of fixes) {
    const fix = given.cog === null && given.sog <= VERY_SLOW_KN ? { ...given, sog: 0 } : given
    for (const segment of open)
      if (fix.at - segment.fixes.at(-1)!.at > MAX_HOURS * 3_600_000) open.delete(segment)
    const matches = [...open].flatMap((segment) => matchOf(segment, fix) ?? [])
    const ranked = matches.toSorted((a, b) => weight(b) - weight(a))
    const [best] = ranked
    const close = best === undefined ? [] : ranked.filter((one) => weight(one) * AMBIGUOUS >= weight(best))
    if (best === undefined) begin(fix)
    else if (close.length > 1) {
      // The vessel is ambiguous: all of them end, and another segment begins.
      for (const { segment } of close) open.delete(segment)
      begin(fix)
    } else {
      for (const one of best.dropped) one.isDropped = true
      keep(fix, best.segment, best.metric)
    }
  }
  return all.map(({ segment, isDropped }) => (isDropped ? -1 : segment))
}
