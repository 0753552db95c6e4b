/**
 * Ships that come near those somebody follows: what one look at the picture costs. `npm run bench -- near [--ships=20000]`
 */
import { epochMs } from '@samudra/nautical/units'
import { Picture } from '../server/src/picture/picture.ts'
import { watchedBy } from '../server/src/picture/watched.ts'
import { aFix, columnsOf } from '../server/testing/fixes.ts'
import { diceOf, ONE_SOURCE } from './made.ts'
import { median, option, printTable, printTarget, sized } from './report.ts'

const SHIPS = Number(option('ships', String(sized(20_000, 500))))
const ROUNDS = sized(30, 3)
const NOW = epochMs(Date.now())
const NM = 1
/** A look comes every ten seconds; more than this of it would be felt beside everything else. */
const MOST_MS = 100

const dice = diceOf(17)

/** Half of them along coasts and lanes, a degree wide, the others anywhere in the ocean. */
function aSea(): Picture {
  const picture = new Picture(ONE_SOURCE)
  for (let ship = 0; ship < SHIPS; ship++) {
    const isOnLane = ship % 2 === 0
    picture.apply(
      columnsOf([
        aFix({
          mmsi: 200_000_000 + ship,
          recTime: NOW - 5000,
          lat: Math.round((isOnLane ? 5 + dice() : dice() * 60 - 35) * 1e6),
          lon: Math.round((40 + dice() * 60) * 1e6),
        }),
      ]),
    )
  }
  return picture
}

const watched = watchedBy(aSea(), ONE_SOURCE)
const rows = [10, 100, 1000, 10_000].map((followed) => {
  const some = Math.min(followed, SHIPS)
  const asked = new Map(
    Array.from({ length: some }, (_, i) => [200_000_000 + i * Math.floor(SHIPS / some), NM]),
  )
  let pairs = 0
  const took = Array.from({ length: ROUNDS }, () => {
    const began = performance.now()
    pairs = watched.pairs(asked, NOW).length
    return performance.now() - began
  })
  return { followed: some, pairs, ms: median(took) }
})
printTable(
  `one look at ${SHIPS} ships, nearer than ${NM} NM`,
  ['followed', 'pairs', 'ms'],
  rows.map(({ followed, pairs, ms }) => [String(followed), String(pairs), ms.toFixed(1)]),
)
printTarget('one look with 1,000 ships followed, ms', rows[2]!.ms, { below: MOST_MS })
