import {
  encodeClassBPosition,
  encodePosition,
  encodeStaticData,
  encodeStaticVoyage,
} from '../nautical/src/ais/encode.ts'
import { chanceOf } from '../sim/src/dice.ts'
import { anInstant, stateAt } from '../sim/src/motion.ts'
import { createSea } from '../sim/src/sea.ts'
import type { Ship } from '../sim/src/ship.ts'
import { sized } from './report.ts'

export type View = { kind: string; bbox: [number, number, number, number] }

/** Views of operators: share of the clients, and degrees of longitude and latitude. */
const VIEWS = [
  { kind: 'everything', share: 0.1, width: 360, height: 170 },
  { kind: 'sea', share: 0.25, width: 30, height: 20 },
  { kind: 'coast', share: 0.4, width: 8, height: 6 },
  { kind: 'strait', share: 0.25, width: 2, height: 1.5 },
] as const

const here = anInstant()

/** Vessels of the simulated sea that report one after another, at any requested rate. */
export class BenchFleet {
  readonly ships: Ship[]
  #nextPosition = 0
  #nextStatic = 0

  constructor(count: number) {
    const sea = createSea({ scenario: sized('load-200k', 'load-20k'), seed: 1, startAt: Date.now() })
    const seen = new Set<number>()
    this.ships = sea.ships
      .filter(({ kind, mmsi, oddities }) => {
        const isPlain = (kind === 'A' || kind === 'B') && oddities.length === 0 && !seen.has(mmsi)
        seen.add(mmsi)
        return isPlain
      })
      .map((ship) => ({ ship, order: chanceOf(1, ship.index, 1) }))
      .sort((a, b) => a.order - b.order)
      .slice(0, count)
      .map(({ ship }) => ship)
  }

  /** Returns the next vessel's position; its tag block gives the time of writing to the millisecond. */
  position(at: number): string[] {
    const { mmsi, kind, motion } = this.ships[this.#nextPosition++ % this.ships.length]!
    stateAt(motion, at, here)
    const second = new Date(at).getUTCSeconds()
    const { lat, lon, sog, cog, heading: trueHeading, navStatus } = here
    const options = { tagBlock: { s: 'BENCH', c: at } }
    return kind === 'B'
      ? encodeClassBPosition({ mmsi, lat, lon, sog, cog, second }, options)
      : encodePosition({ mmsi, lat, lon, sog, cog, trueHeading, second, navStatus }, options)
  }

  /** The next ship's name and voyage. */
  statics(at: number): string[] {
    const n = this.#nextStatic++
    const { index, mmsi, kind, shipType } = this.ships[n % this.ships.length]!
    const options = { sequenceId: n % 10, tagBlock: { s: 'BENCH', c: at } }
    const name = `MEASURED ${index}`
    const size = { toBow: 120, toStern: 30, toPort: 12, toStarboard: 12 }
    return kind === 'B'
      ? encodeStaticData({ part: 'A', mmsi, name }, options)
      : encodeStaticVoyage({ mmsi, name, shipType, callSign: `B${index}`, draught: 8, ...size }, options)
  }

  /** Returns the views of `count` operators: around vessels, so that no operator watches an empty sea. */
  views(count: number, at: number): View[] {
    return Array.from({ length: count }, (_, n) => {
      let left = (n + 0.5) / count
      const view = VIEWS.find(({ share }) => (left -= share) < 0) ?? VIEWS[0]
      stateAt(this.ships[(n * 7919) % this.ships.length]!.motion, at, here)
      const west = Math.min(180 - view.width, Math.max(-180, here.lon - view.width * chanceOf(2, n, 1)))
      const south = Math.min(85 - view.height, Math.max(-85, here.lat - view.height * chanceOf(2, n, 2)))
      return { kind: view.kind, bbox: [west, south, west + view.width, south + view.height] }
    })
  }
}
