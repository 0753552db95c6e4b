/**
 * Clusters by density: 200,000 points of four coordinates (place, course, speed) as ships make them on lanes, with a tenth
 * anywhere; then 4,000 on courses of even density beside hdbscan-ts, over the same points in the same process: both must
 * say the same. Its measure of stability is not the published one, so that where density is uneven it says something else.
 * `npm run bench -- hdbscan [--points=200000]`
 */
import { hdbscan } from '@samudra/nautical/density/hdbscan'
import { Dice } from '@samudra/sim/dice'
import { HDBSCAN } from 'hdbscan-ts'
import { option, printTable, printTarget, sized, whole } from './report.ts'

const POINTS = Number(option('points', String(sized(200_000, 4_000))))
const FOR_PEER = sized(4_000, 800)
const LEAST_NEAR = 10
const dice = new Dice(17)

const cpuMs = () => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

/** Ships on 60 lanes of different width, length and traffic, and some that go their own way. */
function aSea(count: number): Float64Array {
  const lanes = Array.from({ length: 60 }, () => ({
    x: dice.between(-1500, 1500),
    y: dice.between(-1500, 1500),
    course: dice.between(0, 2 * Math.PI),
    length: dice.between(50, 800),
    width: dice.between(0.5, 6),
    knots: dice.between(8, 20),
  }))
  const points = new Float64Array(count * 4)
  for (let i = 0; i < count; i++) {
    const lane = lanes[Math.floor(60 * dice.next() ** 2)]!
    const along = dice.between(0, lane.length)
    const aside = (dice.next() + dice.next() + dice.next() - 1.5) * lane.width
    const isStray = dice.next() < 0.1
    const course = isStray ? dice.between(0, 2 * Math.PI) : lane.course + dice.between(-0.1, 0.1)
    points[i * 4] = isStray ? dice.between(-1500, 1500) : lane.x + along * Math.sin(lane.course) + aside
    points[i * 4 + 1] = isStray ? dice.between(-1500, 1500) : lane.y + along * Math.cos(lane.course) - aside
    points[i * 4 + 2] = course * 20
    points[i * 4 + 3] = lane.knots + dice.between(-2, 2)
  }
  return points
}

/** Eight round courses far apart, a fix every mile and some feet aside of it: without ends, so that no part is thinner. */
function evenLanes(count: number): Float64Array {
  const points = new Float64Array(count * 4)
  const miles = count / 8
  const radius = miles / (2 * Math.PI)
  for (let i = 0; i < count; i++) {
    const turned = (Math.floor(i / 8) / miles) * 2 * Math.PI
    points[i * 4] = radius * Math.cos(turned) + dice.between(-0.02, 0.02)
    points[i * 4 + 1] = radius * Math.sin(turned) + dice.between(-0.02, 0.02)
    points[i * 4 + 2] = (i % 8) * 100 + dice.between(-0.02, 0.02)
    points[i * 4 + 3] = 12 + dice.between(-0.02, 0.02)
  }
  return points
}

/** How many points two answers put into clusters that are not the same. */
function differences(one: ArrayLike<number>, other: ArrayLike<number>): number {
  const [there, back] = [new Map<number, number>(), new Map<number, number>()]
  let count = 0
  for (let i = 0; i < one.length; i++) {
    const [a, b] = [one[i]!, other[i]!]
    if (!there.has(a) && !back.has(b)) {
      there.set(a, b)
      back.set(b, a)
    }
    if (there.get(a) !== b || back.get(b) !== a || a < 0 !== b < 0) count++
  }
  return count
}

const rows: string[][] = []
for (const count of new Set([POINTS / 20, POINTS / 4, POINTS].map(Math.floor))) {
  const points = aSea(count)
  const before = process.memoryUsage().arrayBuffers
  const [cpu, began] = [cpuMs(), performance.now()]
  const found = hdbscan({ points, dimensions: 4, leastSize: 50, leastNear: LEAST_NEAR })
  const took = (performance.now() - began) / 1000
  const noise = found.labels.reduce((sum, label) => sum + (label < 0 ? 1 : 0), 0)
  rows.push([
    whole(count),
    whole(found.count),
    whole(noise),
    took.toFixed(2),
    ((cpuMs() - cpu) / 1000).toFixed(2),
    ((process.memoryUsage().arrayBuffers - before) / 1e6).toFixed(0),
  ])
  if (count === POINTS) printTarget(`${whole(count)} points, seconds`, took, { below: 60 })
}
printTable('Clusters of four coordinates', ['points', 'clusters', 'noise', 's', 'CPU s', 'MB more'], rows)

const even = evenLanes(FOR_PEER)
const list = Array.from({ length: FOR_PEER }, (_, i) => [...even.subarray(i * 4, i * 4 + 4)])
// Warm: the peer runs for seconds, ours for milliseconds.
const ask = () => hdbscan({ points: even, dimensions: 4, leastSize: 50, leastNear: LEAST_NEAR })
ask()
const began = cpuMs()
const ROUNDS = 5
for (let i = 1; i < ROUNDS; i++) ask()
const ours = ask()
const oursMs = (cpuMs() - began) / ROUNDS
const peer = new HDBSCAN({ minClusterSize: 50, minSamples: LEAST_NEAR - 1 })
const peerBegan = cpuMs()
const theirs = peer.fit(list)
const peerMs = cpuMs() - peerBegan
const differ = differences(ours.labels, theirs)
printTable(
  `Beside hdbscan-ts, ${whole(FOR_PEER)} points on even courses`,
  ['', 'clusters', 'CPU ms'],
  [
    ['ours', whole(ours.count), oursMs.toFixed(1)],
    ['hdbscan-ts', whole(new Set(theirs.filter((label) => label >= 0)).size), whole(peerMs)],
  ],
)
printTarget('points that hdbscan-ts puts elsewhere', differ, { below: 1 })
printTarget('times hdbscan-ts', peerMs / oursMs, { atLeast: sized(100, 1) })
