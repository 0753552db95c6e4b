/**
 * Distances to the shore: what it takes to read them, what a question costs, and how far they are from the coast of the chart.
 * `npm run bench -- shore [--places=2000]`
 */
import path from 'node:path'
import { ChartLand } from '@samudra/basemap/chart-land'
import { Shore } from '@samudra/nautical/shore'
import { foldersOf } from '../server/src/compose.ts'
import { readShore } from '../server/src/rules/shore.ts'
import { diceOf } from './made.ts'
import { median, option, printTable, printTarget, quantile, sized } from './report.ts'

const PLACES = Number(option('places', String(sized(2000, 50))))
const QUESTIONS = sized(2_000_000, 100_000)
const ROUNDS = sized(9, 3)
/** Beside a look-up among polygons (`spatial`) it is to be nothing. */
const MOST_NS = 400
/** What a bilinear look-up between nodes 0.025 degrees apart is wrong by at most, with what is rounded. */
const MOST_NM = 1.4
const { archivesFolder } = foldersOf(path.resolve(import.meta.dirname, '..'))

const dice = diceOf(17)

const reads: number[] = []
for (let i = 0; i < ROUNDS; i++) {
  const began = performance.now()
  await readShore(archivesFolder)
  reads.push(performance.now() - began)
}
const grid = await readShore(archivesFolder)
const shore = new Shore(grid)

/** Nanoseconds of CPU a question of places in a box. */
function cost(south: number, west: number, degrees: number): number {
  const lats = Float64Array.from({ length: 100_000 }, () => south + dice() * degrees)
  const lons = Float64Array.from(lats, () => west + dice() * degrees)
  const took = Array.from({ length: ROUNDS }, () => {
    let told = 0
    const began = process.cpuUsage()
    for (let i = 0; i < QUESTIONS; i++)
      if (shore.distanceNm(lats[i % lats.length]!, lons[i % lats.length]!) > 0) told++
    const { user, system } = process.cpuUsage(began)
    if (told === 0) throw new Error('nothing was told')
    return ((user + system) * 1000) / QUESTIONS
  })
  return median(took)
}
const [everywhere, near] = [cost(-45, 45, 77), cost(6, 76, 4)]

const chart = await ChartLand.open()
const off: number[] = []
let wrongSide = 0
let unseen = 0
while (off.length < PLACES) {
  // The chart has no coast beyond the region.
  const [lat, lon] = [-44.5 + dice() * 76, 20.5 + dice() * 104]
  const told = shore.distanceNm(lat, lon)
  if (!(Math.abs(told) < 9)) continue
  const nm = await chart.coastNm(lat, lon)
  if (nm === Infinity) {
    unseen++
    continue
  }
  const truly = (await chart.holds(lat, lon)) ? -nm : nm
  off.push(Math.abs(told - truly))
  if (told * truly < 0 && nm > 1) wrongSide++
}
await chart.close()
off.sort((a, b) => a - b)

printTable(
  `distances to the shore, and ${PLACES} places within 9 NM of it beside the chart`,
  ['', ''],
  [
    ['read, ms', median(reads).toFixed(0)],
    ['held, MB', (grid.places.byteLength / 1e6).toFixed(1)],
    ['a question in a box of 77 degrees, CPU ns', everywhere.toFixed(0)],
    ['a question in a box of 4 degrees, CPU ns', near.toFixed(0)],
    ['off the coast of the chart, NM: median', quantile(off, 0.5).toFixed(2)],
    ['off the coast of the chart, NM: 99 of 100', quantile(off, 0.99).toFixed(2)],
    ['near an island that is too small for the chart', String(unseen)],
    ['farther than 1 NM from the coast and on its other side', String(wrongSide)],
  ],
)
printTarget('a question, CPU ns', everywhere, { below: MOST_NS })
printTarget('farthest off the coast of the chart, NM', off.at(-1)!, { below: MOST_NM })
