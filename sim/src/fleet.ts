import { metresBetween } from '@samudra/nautical/geodesy'
import { Dice } from './dice.ts'
import { mmsiOf, type ShipClass } from './identity.ts'
import { sailingMs, type Voyage } from './motion.ts'
import { atAnchor, atBerth, fishing, HARBOURS, harboursIn, leisure, neighbourOf } from './places.ts'
import { Routes } from './routes.ts'
import type { Scenario } from './scenarios.ts'
import type { Oddity, Ship } from './ship.ts'
import { SOURCES } from './sources.ts'
import { GATES, NODES, PORTS, type Port } from './water.ts'

type Habit = 'voyage' | 'ferry' | 'anchor' | 'berth' | 'fish' | 'leisure'
type Trade = {
  weight: number
  shipTypes: readonly number[]
  kind: 'A' | 'B'
  shipClass: ShipClass
  /** Knots. */
  speed: readonly [number, number]
  habits: readonly { habit: Habit; weight: number }[]
}

const habits = (chances: Partial<Record<Habit, number>>) =>
  Object.entries(chances).map(([habit, weight]) => ({ habit: habit as Habit, weight }))
const trade = (
  weight: number,
  shipTypes: number[],
  kind: 'A' | 'B',
  shipClass: ShipClass,
  speed: [number, number],
  chances: Partial<Record<Habit, number>>,
): Trade => ({ weight, shipTypes, kind, shipClass, speed, habits: habits(chances) })

/** Vessels at sea in the region, in per cent, and their activities. */
const TRADES: readonly Trade[] = [
  trade(30, [70, 70, 70, 71, 72, 74, 79], 'A', 'merchant', [12, 21], { voyage: 72, anchor: 13, berth: 15 }),
  trade(22, [80, 80, 81, 82, 84, 89], 'A', 'merchant', [11, 16.5], { voyage: 66, anchor: 22, berth: 12 }),
  trade(9, [30], 'A', 'boat', [3, 9], { fish: 80, berth: 20 }),
  trade(15, [30], 'B', 'boat', [3, 8], { fish: 88, berth: 12 }),
  trade(5, [60, 60, 69], 'A', 'merchant', [14, 21], { ferry: 75, voyage: 10, berth: 15 }),
  trade(3, [40, 49], 'A', 'merchant', [24, 34], { ferry: 80, berth: 20 }),
  trade(8, [31, 33, 50, 51, 52, 52, 52, 53, 55], 'A', 'merchant', [5, 11], {
    berth: 55,
    ferry: 25,
    anchor: 20,
  }),
  trade(5, [36, 37], 'B', 'boat', [4, 9], { leisure: 75, berth: 25 }),
  trade(3, [90, 99], 'A', 'merchant', [8, 13], { voyage: 50, anchor: 30, berth: 20 }),
  trade(1, [0], 'B', 'boat', [4, 12], { leisure: 60, berth: 40 }),
]

const KNOT = 1852 / 3600
const HOUR = 3_600_000
/** From when the sea goes on: where a ship is follows from the seed and the clock, however often the program starts. */
export const EPOCH = Date.UTC(2026, 0, 1)
/** Routes take milliseconds each to lay, and ships share them anyway. */
const MOST_ROUTES = 320
const UNALLOCATED_DIGITS = [200, 298, 460, 599, 680]

/** The long hauls every chart of the region shows: oil, ore and boxes that pass through. */
const TRUNKS = [
  ['EGSUZ', 'CNSHA'],
  ['EGSUZ', 'SGSIN'],
  ['EGSUZ', 'INNSA'],
  ['EGSUZ', 'LKCMB'],
  ['SADMM', 'CNSHA'],
  ['QARLF', 'CNSHA'],
  ['KWMIN', 'SGSIN'],
  ['AEJEA', 'LKCMB'],
  ['AEFJR', 'CNSHA'],
  ['IQBSR', 'INIXY'],
  ['ZACPT', 'SGSIN'],
  ['ZADUR', 'LKCMB'],
  ['AUPHE', 'CNSHA'],
  ['AUDAM', 'INPRT'],
] as const
const portOf = (code: string) => PORTS.find((port) => port.code === code)!

/** A port to trade with from `home`: the nearer and the greater, the likelier. */
function neighbourhood(home: Port): Port[] {
  const [lon, lat] = NODES[home.berth]!
  return PORTS.filter((port) => port !== home).map((port) => {
    const far = metresBetween(lat, lon, NODES[port.berth]![1], NODES[port.berth]![0])
    return { ...port, weight: port.weight / (1 + (far / 800_000) ** 2) }
  })
}

/** Puts the ships of a scenario to sea. Everything depends on the scenario and the seed only. */
export class Fleet {
  readonly ships: Ship[] = []
  readonly #routes = new Routes()
  readonly #pairs: { home: Port; away: Port }[] = []
  readonly #scenario: Scenario
  readonly #seed: number
  readonly #harbours: readonly Port[]

  constructor(scenario: Scenario, seed: number) {
    this.#scenario = scenario
    this.#seed = seed
    const inBox = harboursIn(scenario.box)
    this.#harbours = inBox.length > 0 ? inBox : HARBOURS
    this.#choosePairs()
    for (let i = 0; i < scenario.ships; i++) this.#addShip()
    this.#addBaseStations()
    this.#addAids()
  }

  /** Adds a ship of a script. */
  addScripted(ship: Omit<Ship, 'index' | 'mmsi'>): Ship {
    const index = this.ships.length
    const added = { ...ship, index, mmsi: mmsiOf(this.#seed, index, ship.shipClass) }
    this.ships.push(added)
    return added
  }

  #choosePairs(): void {
    const dice = new Dice(this.#seed, -1)
    const { box, ships } = this.#scenario
    const wanted = Math.min(MOST_ROUTES, 20 + Math.ceil(ships / 8))
    for (let i = 0; i < wanted; i++) {
      if (box === null && i % 3 === 0) {
        const [home, away] = dice.pick(TRUNKS)
        this.#pairs.push({ home: portOf(home), away: portOf(away) })
        continue
      }
      const home = dice.weighted(this.#harbours)
      const others = neighbourhood(home)
      // In a box both ends lie in it, so that the ships stay.
      const near = box === null ? [] : others.filter(({ code }) => this.#isHarbour(code))
      this.#pairs.push({ home, away: dice.weighted(near.length > 0 ? near : others) })
    }
  }

  #addShip(): void {
    const index = this.ships.length
    const dice = new Dice(this.#seed, index * 8)
    const trade = dice.weighted(TRADES)
    const { habit } = dice.weighted(trade.habits)
    const { motion, ports } = this.#motionOf(dice, trade, habit)
    const mmsi = mmsiOf(this.#seed, index, trade.shipClass)
    const { kind, shipClass } = trade
    const ship: Ship = {
      index,
      mmsi,
      kind,
      shipType: dice.pick(trade.shipTypes),
      shipClass,
      motion,
      ports,
      name: null,
      oddities: [],
    }
    this.ships.push(dice.next() < this.#scenario.odd ? this.#madeOdd(dice, ship) : ship)
  }

  #motionOf(dice: Dice, { speed }: Trade, habit: Habit): Pick<Ship, 'motion' | 'ports'> {
    const { box } = this.#scenario
    if (habit === 'fish') return { motion: fishing(dice, box), ports: null }
    if (habit === 'leisure') return { motion: leisure(dice, box), ports: null }
    const port = dice.weighted(this.#harbours)
    if (habit === 'anchor') return { motion: atAnchor(dice, port), ports: [port, port] }
    if (habit === 'berth') return { motion: atBerth(dice, port), ports: [port, port] }
    const { home, away } =
      habit === 'ferry' ? { home: port, away: neighbourOf(dice, port) } : dice.pick(this.#pairs)
    return { motion: this.#voyage(dice, home, away, dice.between(...speed)), ports: [home, away] }
  }

  #voyage(dice: Dice, home: Port, away: Port, knots: number): Voyage {
    const out = this.#routes.between(home.berth, away.berth)
    const back = this.#routes.between(away.berth, home.berth)
    const speed = knots * KNOT
    const outMs = sailingMs(out, speed)
    // Long ways are followed by long stays, so that at any time most ships are somewhere on their way.
    const dwellMs = GATES.has(away.code) || GATES.has(home.code) ? 0 : outMs * dice.between(0.05, 0.2)
    const aside = dice.between(0.05, 1)
    const cycle = outMs + dwellMs + sailingMs(back, speed) + dwellMs
    const beganAt = EPOCH - Math.round(dice.next() * cycle)
    return { kind: 'voyage', out, back, speed, aside, dwellMs, beganAt }
  }

  #isHarbour(code: string): boolean {
    return this.#harbours.some((port) => port.code === code)
  }

  #madeOdd(dice: Dice, ship: Ship): Ship {
    const what = dice.next()
    const serial = ship.mmsi % 1_000_000
    if (what < 0.4) return { ...ship, mmsi: dice.pick(UNALLOCATED_DIGITS) * 1_000_000 + serial }
    if (what < 0.7 && ship.shipClass === 'merchant') {
      return { ...ship, oddities: [{ what: 'wrong-imo', imo: 9_100_000 + (serial % 99_999) }] }
    }
    // A number that two ships share is rare: a few in a sea of thousands.
    if (what < 0.74 && ship.index > 10)
      return { ...ship, mmsi: this.ships[dice.whole(0, ship.index - 1)]!.mmsi }
    const renamed: Oddity = {
      what: 'renamed',
      name: `UNKNOWN ${serial}`,
      // Another name for an hour of every six.
      every: 6 * HOUR,
      lasts: HOUR,
      from: EPOCH + dice.next() * 6 * HOUR,
      until: Infinity,
    }
    return { ...ship, oddities: [renamed] }
  }

  #addFixed(kind: 'base' | 'aton', mmsi: number, name: string, lat: number, lon: number): void {
    const motion = { kind: 'rest', lat, lon, swing: 0, navStatus: 15 } as const
    const index = this.ships.length
    this.ships.push({
      index,
      mmsi,
      kind,
      shipType: 0,
      shipClass: 'merchant',
      motion,
      ports: null,
      name,
      oddities: [],
    })
  }

  #addBaseStations(): void {
    const [west, south, east, north] = this.#scenario.box ?? [-180, -90, 180, 90]
    const all = SOURCES.flatMap(({ stations }) => stations)
    for (const [i, { id, lat, lon }] of all.entries()) {
      if (lon < west || lat < south || lon > east || lat > north) continue
      this.#addFixed('base', 4_190_000 + i, id, lat, lon)
    }
  }

  #addAids(): void {
    for (let i = 0; i < this.#scenario.aids; i++) {
      const port = this.#harbours[i % this.#harbours.length]!
      const dice = new Dice(this.#seed, -100 - i)
      const { lat, lon } = atBerth(dice, { ...port, berth: port.roads })
      this.#addFixed(
        'aton',
        994_191_001 + i,
        `${port.name.slice(0, 12)} BUOY ${1 + Math.floor(i / this.#harbours.length)}`,
        lat,
        lon,
      )
    }
  }
}
