/**
 * Dynamic vessel lists over a sea in motion: what a second of it costs. `npm run bench -- lists [--ships=20000 --lists=100]`
 */
import type { AisFilter } from '@samudra/contract/filter'
import { epochMs } from '@samudra/nautical/units'
import { sightOf } from '../server/src/kernel/sight.ts'
import { Eye } from '../server/src/picture/eye.ts'
import { Picture } from '../server/src/picture/picture.ts'
import { Standing, type Passing } from '../server/src/picture/standing.ts'
import { aFix, columnsOf } from '../server/testing/fixes.ts'
import { diceOf, ONE_SOURCE } from './made.ts'
import { median, option, printTable, printTarget, sized } from './report.ts'

const SHIPS = Number(option('ships', String(sized(20_000, 500))))
const LISTS = Number(option('lists', String(sized(100, 10))))
const ROUNDS = sized(20, 3)
/** Every ship is heard once in ten seconds. */
const HEARD = Math.ceil(SHIPS / 10)
const NOW = epochMs(Date.now())
/** Of each second; more would be felt beside everything else. */
const MOST_MS = 100

const dice = diceOf(17)
const square = (lat: number, lon: number): AisFilter => ({
  area: {
    type: 'Polygon',
    coordinates: [
      [
        [lon, lat],
        [lon + 3, lat],
        [lon + 3, lat + 3],
        [lon, lat + 3],
        [lon, lat],
      ],
    ],
  },
})
/** As people make them: a third asks who ships are, a third where, a third how fast. */
const filters = Array.from({ length: LISTS }, (_, i): AisFilter => {
  if (i % 3 === 0) return { destination: `PORT ${i}`, ship_types: ['CARGO', 'TANKER'] }
  return i % 3 === 1 ? square(dice() * 30 - 10, 55 + dice() * 30) : { speed: { min: 5 + (i % 15) } }
})

const ships = Array.from({ length: SHIPS }, (_, i) => ({
  mmsi: 200_000_000 + i,
  lat: (dice() * 40 - 15) * 1e6,
  lon: (50 + dice() * 40) * 1e6,
  sog: dice() * 200,
}))
const picture = new Picture(ONE_SOURCE)
let now = NOW as number
function hear(some: typeof ships) {
  for (let at = 0; at < some.length; at += 1000)
    picture.apply(
      columnsOf(
        some.slice(at, at + 1000).map((ship) => {
          ship.lat += Math.round((dice() - 0.5) * 10_000)
          ship.lon += Math.round((dice() - 0.5) * 10_000)
          ship.sog = Math.max(0, Math.round(ship.sog + (dice() - 0.5) * 10))
          return aFix({
            ...ship,
            lat: Math.round(ship.lat),
            lon: Math.round(ship.lon),
            observedAt: now,
            recTime: now,
          })
        }),
      ),
    )
}
const clock = { now: () => epochMs(now) }
const standing = new Standing({ picture, names: ONE_SOURCE, clock })
const eye = new Eye(picture, ONE_SOURCE, sightOf(['*'], '*'))
for (const [i, filter] of filters.entries()) standing.set(String(i), filter, eye)
const held = new Map<string, Set<number>>(filters.map((_, i) => [String(i), new Set()]))
let moves = 0
async function take(some: Passing[]) {
  moves += some.length
  for (const { list, mmsi, isIn } of some) held.get(list)![isIn ? 'add' : 'delete'](mmsi)
}
const passed = {
  has: (id: string, mmsi: number) => held.get(id)!.has(mmsi),
  of: (id: string) => held.get(id)!,
}
async function look() {
  const before = { cpu: process.cpuUsage(), moves, questions: standing.questions }
  await standing.look(passed, take)
  const { user, system } = process.cpuUsage(before.cpu)
  return {
    ms: (user + system) / 1000,
    moves: moves - before.moves,
    questions: standing.questions - before.questions,
  }
}

hear(ships)
const first = await look()
const rounds = []
for (let round = 0; round < ROUNDS; round++) {
  now += 1000
  hear(ships.slice((round * HEARD) % SHIPS, ((round * HEARD) % SHIPS) + HEARD))
  rounds.push(await look())
}
const ms = median(rounds.map((one) => one.ms))
printTable(
  `${LISTS} dynamic lists over ${SHIPS} ships`,
  ['', 'CPU ms', 'questions', 'came and went'],
  [
    ['the first look at all', first.ms.toFixed(0), String(first.questions), String(first.moves)],
    [
      `a second of ${HEARD} fixes`,
      ms.toFixed(1),
      String(median(rounds.map((one) => one.questions))),
      String(median(rounds.map((one) => one.moves))),
    ],
  ],
)
printTarget(`${LISTS} dynamic lists over ${SHIPS} ships, CPU ms of a second`, ms, { below: MOST_MS })
