import fc from 'fast-check'
import { expect, test } from 'vitest'
import { hdbscan } from './hdbscan.ts'

type Plain = { points: number[][]; leastSize: number; leastNear: number }
type Cluster = { points: number[]; birth: number; stability: number; death: number; inner: Cluster[] }

const between = (a: readonly number[], b: readonly number[]) =>
  Math.sqrt(a.reduce((sum, value, axis) => sum + (value - b[axis]!) ** 2, 0))

/**
 * Returns clusters by the plain definition: tries every distance, and searches all pairs for what is connected below
 * it.
 */
function plainly({ points, leastSize, leastNear }: Plain) {
  const core = points.map((point) => {
    const away = points.map((other) => between(point, other)).toSorted((a, b) => a - b)
    return away[Math.min(leastNear, points.length) - 1]!
  })
  const reach = points.map((point, i) =>
    points.map((other, j) => Math.max(between(point, other), core[i]!, core[j]!)),
  )
  const distances = [...new Set(reach.flatMap((row, i) => row.slice(0, i)))].toSorted((a, b) => b - a)
  const floor = distances.filter((one) => one > 0).at(-1) ?? 1
  const leftAt = points.map(() => 0)
  const own = points.map((): Cluster | null => null)
  const partsOf = (members: readonly number[], below: number) => {
    const left = new Set(members)
    const parts: number[][] = []
    for (const first of members) {
      if (!left.delete(first)) continue
      const part = [first]
      for (const one of part)
        for (const other of left) if (reach[one]![other]! < below && left.delete(other)) part.push(other)
      parts.push(part)
    }
    return parts
  }
  const follow = (members: number[], birth: number): Cluster => {
    const cluster: Cluster = { points: members, birth, stability: 0, death: birth, inner: [] }
    let rest = members
    for (const distance of distances) {
      const parts = partsOf(rest, distance)
      const density = 1 / Math.max(floor, distance)
      const large = parts.filter((part) => part.length >= leastSize)
      const small = parts.filter((part) => part.length < leastSize).flat()
      const gone = large.length === 1 ? small : rest
      if (gone.length === 0) continue
      for (const one of small) [leftAt[one], own[one]] = [density, cluster]
      cluster.stability += gone.length * (density - birth)
      cluster.death = density
      if (large.length !== 1) {
        cluster.inner = large.map((part) => follow(part, density))
        break
      }
      rest = large[0]!
    }
    return cluster
  }
  const best = (cluster: Cluster): { sum: number; chosen: Cluster[] } => {
    const inner = cluster.inner.map(best)
    const sum = inner.reduce((all, one) => all + one.sum, 0)
    return cluster.stability >= sum * (1 - 1e-9)
      ? { sum: cluster.stability, chosen: [cluster] }
      : { sum, chosen: inner.flatMap((one) => one.chosen) }
  }
  const all = follow(
    points.map((_, i) => i),
    0,
  )
  const chosen = all.inner
    .flatMap((one) => best(one).chosen)
    .toSorted((a, b) => Math.min(...a.points) - Math.min(...b.points))
  const labels = points.map((_, i) => chosen.findIndex((one) => one.points.includes(i)))
  const strength = labels.map((label, i) => (label < 0 ? 0 : Math.min(1, leftAt[i]! / chosen[label]!.death)))
  return { count: chosen.length, labels, strength, core, stability: chosen.map((one) => one.stability) }
}

const query = ({ points, leastSize, leastNear }: Plain) => ({
  points: Float64Array.from(points.flat()),
  dimensions: points[0]?.length ?? 2,
  leastSize,
  leastNear,
})

const coordinate = fc.oneof(
  { weight: 2, arbitrary: fc.integer({ min: -6, max: 6 }) },
  { weight: 1, arbitrary: fc.integer({ min: -6000, max: 6000 }).map((thousandths) => thousandths / 997) },
)
const sizes = { leastSize: fc.integer({ min: 2, max: 6 }), leastNear: fc.integer({ min: 2, max: 6 }) }
/** In heaps and anywhere; many of them in one place, or equally far from each other. */
const somePoints = fc.integer({ min: 1, max: 4 }).chain((dimensions) => {
  const place = fc.array(coordinate, { minLength: dimensions, maxLength: dimensions })
  const heap = fc
    .tuple(place, fc.array(place, { minLength: 1, maxLength: 12 }), fc.constantFrom(0, 0.1, 0.5))
    .map(([middle, away, spread]) =>
      away.map((one) => one.map((value, i) => middle[i]! * 4 + value * spread)),
    )
  return fc.array(heap, { minLength: 1, maxLength: 5 }).map((heaps) => heaps.flat())
})

test('points have the clusters that the definition gives them, though many lie equally far apart', () => {
  fc.assert(
    fc.property(fc.record({ points: somePoints, ...sizes }), (plain) => {
      const wanted = plainly(plain)
      const found = hdbscan(query(plain))
      expect([...found.labels]).toEqual(wanted.labels)
      expect(found.count).toBe(wanted.count)
      for (const name of ['strength', 'core', 'stability'] as const)
        for (const [i, value] of found[name].entries()) expect(value).toBeCloseTo(wanted[name][i]!, 8)
    }),
    { numRuns: 300, seed: 17 },
  )
})

test('clusters are the same in whatever order points are given', () => {
  fc.assert(
    fc.property(fc.record({ points: somePoints, ...sizes }), fc.infiniteStream(fc.nat()), (plain, random) => {
      const order = plain.points
        .map((_, i) => ({ i, by: random.next().value as number }))
        .toSorted((a, b) => a.by - b.by || a.i - b.i)
      const one = hdbscan(query(plain))
      const other = hdbscan(query({ ...plain, points: order.map(({ i }) => plain.points[i]!) }))
      const names = new Map<number, number>()
      for (const [place, { i }] of order.entries()) {
        const label = one.labels[i]!
        if (!names.has(label)) names.set(label, other.labels[place]!)
        expect(other.labels[place]).toBe(names.get(label))
        expect(other.labels[place]! < 0).toBe(label < 0)
      }
      expect(other.count).toBe(one.count)
    }),
    { numRuns: 100, seed: 18 },
  )
})

test('nothing, one point and points in one place are no reason to fail', () => {
  const of = (points: number[][]) => hdbscan(query({ points, leastSize: 3, leastNear: 3 }))
  expect(of([]).count).toBe(0)
  expect([...of([[1, 2]]).labels]).toEqual([-1])
  expect(of(Array.from({ length: 40 }, () => [1, 2])).count).toBe(0)
  expect(() => hdbscan({ points: new Float64Array(5), dimensions: 2, leastSize: 3 })).toThrow(RangeError)
  expect(() => hdbscan({ points: new Float64Array(4), dimensions: 2, leastSize: 1 })).toThrow(RangeError)
})
