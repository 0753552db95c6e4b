import { GAP_MS } from '@samudra/contract/wire/replay-chunk'
import { legOutOfReach, mostKnotsOf, type Stop } from '@samudra/nautical/tracks/out-of-reach'

/** Break of a track: a silence, or a leg that no vessel can sail. Epoch ms. */
export type Gap = {
  from: number
  to: number
  minutes: number
  out_of_reach: { nm: number; knots: number } | null
}

const METRES_PER_DEGREE = (6_378_137 * Math.PI) / 180

/** Returns the breaks of a track, in ascending order: silences of half an hour, and legs that no vessel can sail. */
export function gapsOf(track: readonly Stop[], mmsi: number): Gap[] {
  const gaps: Gap[] = []
  const mostKnots = mostKnotsOf(mmsi)
  for (let i = 1; i < track.length; i++) {
    const [before, after] = [track[i - 1]!, track[i]!]
    const ms = after.t - before.t
    const leg = legOutOfReach(before, after, mostKnots)
    if (ms <= GAP_MS && leg === null) continue
    const out_of_reach = leg && { nm: Math.round(leg.nm * 10) / 10, knots: Math.round(leg.knots) }
    gaps.push({ from: before.t, to: after.t, minutes: Math.round(ms / 60_000), out_of_reach })
  }
  return gaps
}

/**
 * The `most` points that matter to the shape of a track (Visvalingam and Whyatt, 1993): again and again the
 * point that spans the smallest triangle with its neighbours goes. First and last stay, and the order.
 */
export function simplified<Point extends { lat: number; lon: number }>(
  points: Point[],
  most: number,
): Point[] {
  if (points.length <= most) return points
  const scale = Math.cos(((points[0]!.lat + points.at(-1)!.lat) / 2) * (Math.PI / 180))
  const x = Float64Array.from(
    points,
    (point) => unwrapped(point.lon, points[0]!.lon) * scale * METRES_PER_DEGREE,
  )
  const y = Float64Array.from(points, (point) => point.lat * METRES_PER_DEGREE)
  const before = Int32Array.from(points, (_, i) => i - 1)
  const after = Int32Array.from(points, (_, i) => i + 1)
  const area = new Float64Array(points.length).fill(Infinity)
  const triangle = (i: number) => {
    const [a, c] = [before[i]!, after[i]!]
    return Math.abs((x[a]! - x[i]!) * (y[c]! - y[i]!) - (x[c]! - x[i]!) * (y[a]! - y[i]!)) / 2
  }
  const heap = new Heap()
  for (let i = 1; i < points.length - 1; i++) heap.push(i, (area[i] = triangle(i)))
  const gone = new Uint8Array(points.length)
  for (let left = points.length; left > most;) {
    const [i, size] = heap.pop()!
    if (gone[i] === 1 || area[i] !== size) continue
    gone[i] = 1
    left--
    const [a, c] = [before[i]!, after[i]!]
    after[a] = c
    before[c] = a
    for (const neighbour of [a, c])
      if (neighbour > 0 && neighbour < points.length - 1)
        heap.push(neighbour, (area[neighbour] = Math.max(triangle(neighbour), size)))
  }
  return points.filter((_, i) => gone[i] === 0)
}

/** The same for a track with breaks: each stretch gives up its share, so that both ends of a break stay. */
export function simplifiedByStretch<Point extends Stop>(
  points: Point[],
  gaps: readonly Pick<Gap, 'from' | 'to'>[],
  most: number,
): Point[] {
  if (points.length <= most) return points
  const remaining: Point[] = []
  let next = 0
  for (let from = 0; from < points.length;) {
    let to = from + 1
    while (to < points.length && !isBreak(gaps[next], points[to - 1]!, points[to]!)) to++
    next++
    const share = Math.max(2, Math.floor((most * (to - from)) / points.length))
    for (const point of simplified(points.slice(from, to), share)) remaining.push(point)
    from = to
  }
  return remaining
}
const isBreak = (gap: Pick<Gap, 'from' | 'to'> | undefined, before: Stop, after: Stop) =>
  gap !== undefined && gap.from === before.t && gap.to === after.t

/** A longitude within 180 degrees of another, so that the antimeridian is no edge. */
const unwrapped = (lon: number, near: number) => lon - 360 * Math.round((lon - near) / 360)

/** A binary heap of (item, size), smallest first. */
class Heap {
  readonly #items: number[] = []
  readonly #sizes: number[] = []

  push(item: number, size: number) {
    let at = this.#items.push(item) - 1
    this.#sizes.push(size)
    while (at > 0) {
      const parent = (at - 1) >> 1
      if (this.#sizes[parent]! <= this.#sizes[at]!) break
      this.#swap(at, parent)
      at = parent
    }
  }

  pop(): [number, number] | undefined {
    if (this.#items.length === 0) return undefined
    this.#swap(0, this.#items.length - 1)
    const popped: [number, number] = [this.#items.pop()!, this.#sizes.pop()!]
    for (let at = 0; ;) {
      const left = 2 * at + 1
      const right = left + 1
      let least = at
      if (left < this.#sizes.length && this.#sizes[left]! < this.#sizes[least]!) least = left
      if (right < this.#sizes.length && this.#sizes[right]! < this.#sizes[least]!) least = right
      if (least === at) return popped
      this.#swap(at, least)
      at = least
    }
  }

  #swap(a: number, b: number) {
    const [item, size] = [this.#items[a]!, this.#sizes[a]!]
    this.#items[a] = this.#items[b]!
    this.#sizes[a] = this.#sizes[b]!
    this.#items[b] = item
    this.#sizes[b] = size
  }
}
