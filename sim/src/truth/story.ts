import { initialBearing, metresBetween } from '@samudra/nautical/geodesy'
import { METRES_PER_NM, place } from '@samudra/nautical/units'
import { stationsReceiving } from '../coverage.ts'
import { Dice } from '../dice.ts'
import { mmsiOf, type ShipClass } from '../identity.ts'
import { anInstant, stateAt, type Motion } from '../motion.ts'
import { HARBOURS } from '../places.ts'
import type { Oddity, Ship, StationKind } from '../ship.ts'
import { SOURCES } from '../sources.ts'
import { EDGES, isSea, NODES } from '../water.ts'
import type { Spot } from './helm.ts'

export const MINUTE = 60_000
export const HOUR = 60 * MINUTE

/** Detection made once for many vessels, besides those of SPOOFING_EVENT for each. */
export const JAMMING = 'SPOOFING_EVENT (jamming)'

/**
 * True event: its vessels by their numbers, its period (epoch ms), and the code of its detector. With `isMaybe` a
 * detection is right, and its absence is no miss. With `where` a detection concerns a place and none of the vessels.
 */
export type Truth = {
  detector: string
  mmsis: number[]
  from: number
  to: number
  isMaybe?: true
  where?: Spot
}
/** Vessel of a story, with the hours of the day (UTC) when it is usually at sea; null for any. */
export type Player = { ship: Ship; usualHours: readonly [from: number, to: number] | null }
/** Vessels put to sea together. A look-alike has no true event, but detectors it is made to mislead. */
export type Played = {
  story: string
  players: Player[]
  truth: Truth[]
  looksLike: readonly string[]
  blacklisted: number[]
  /** Feeds that bring nothing for a time: the source by its place in the list. */
  outages: { source: number; from: number; to: number }[]
  /** Time by which the clock of a vessel's receivers is ahead, ms, by its number. */
  skewMs: Map<number, number>
  /** Where charts show that ways bend, beside the lanes at sea. */
  bends: readonly Spot[]
  /** When a ship is not on a way that ships took in the months before. */
  strayed: { mmsi: number; from: number; to: number }[]
}

/** Where a story may be played. */
export type Wanted = {
  heard: 'LAND' | 'SATELLITE'
  /** Miles to the nearest port: at least, and at most. */
  portNm?: readonly [number, number]
  /** Open water so many miles about. */
  roomNm?: number
}

const BOX = { west: 52, south: -8, east: 94, north: 23 }
const MOST_TRIES = 4000

export function portMiles({ lat, lon }: Spot): number {
  let nearest = Infinity
  for (const { berth, roads } of HARBOURS)
    for (const node of [berth, roads]) {
      const [portLon, portLat] = NODES[node]!
      if (Math.abs(portLat - lat) > 3 || Math.abs(portLon - lon) > 3) continue
      nearest = Math.min(nearest, metresBetween(lat, lon, portLat, portLon) / METRES_PER_NM)
    }
  return nearest
}

/** Feed that may fail in a sea; vessels that must be received have another. */
export const FAILING = SOURCES.findIndex(({ code }) => code === 'COASTAL_E')
const isHeard = ({ lat, lon }: Spot) => stationsReceiving(lat, lon).some(({ source }) => source !== FAILING)
function hasRoom({ lat, lon }: Spot, nm: number): boolean {
  for (let ring = 1; ring <= 3; ring++)
    for (let angle = 0; angle < 12; angle++) {
      const metres = (nm * ring) / 3 / 60
      const turn = (angle * Math.PI) / 6
      if (
        !isSea(
          lat + Math.cos(turn) * metres,
          lon + (Math.sin(turn) * metres) / Math.cos((lat * Math.PI) / 180),
        )
      )
        return false
    }
  return true
}

/** Maximum distance from junctions and bends of lanes at which traffic turns. */
const TURNS_WITHIN_NM = 5
const SHARP = 30
let bends: Spot[] | null = null
/** Corners of the network of lanes at which traffic turns, as charts show them. */
function bendsOf(): Spot[] {
  const ways = NODES.map((): number[] => [])
  for (const [a, b] of EDGES) {
    ways[a]!.push(b)
    ways[b]!.push(a)
  }
  const courseTo = (from: number, to: number) =>
    initialBearing(place(NODES[from]![1], NODES[from]![0]), place(NODES[to]![1], NODES[to]![0]))
  return NODES.flatMap(([lon, lat], node) => {
    const courses = ways[node]!.map((to) => courseTo(node, to))
    const isBend = courses.some((one, i) =>
      courses.slice(i + 1).some((other) => {
        const turn = Math.abs(((one - other + 540) % 360) - 180)
        return 180 - turn >= SHARP
      }),
    )
    return isBend ? [{ lat, lon }] : []
  })
}
export function turnsThere({ lat, lon }: Spot, charted: readonly Spot[] = (bends ??= bendsOf())): boolean {
  return charted.some(
    (bend) =>
      Math.abs(bend.lat - lat) < 0.1 &&
      metresBetween(lat, lon, bend.lat, bend.lon) < TURNS_WITHIN_NM * METRES_PER_NM,
  )
}

/** Puts ships to sea for one story, drawn by its dice. */
export class Stage {
  readonly dice: Dice
  readonly startAt: number
  readonly endAt: number
  readonly played: Played
  readonly #seed: number
  readonly #nextIndex: () => number

  constructor(
    story: string,
    looksLike: readonly string[],
    {
      seed,
      nth,
      startAt,
      endAt,
      nextIndex,
    }: { seed: number; nth: number; startAt: number; endAt: number; nextIndex: () => number },
  ) {
    this.dice = new Dice(seed, 900_000 + nth)
    this.startAt = startAt
    this.endAt = endAt
    this.#seed = seed
    this.#nextIndex = nextIndex
    this.played = {
      story,
      players: [],
      truth: [],
      looksLike,
      blacklisted: [],
      outages: [],
      skewMs: new Map(),
      bends: [],
      strayed: [],
    }
  }

  /** An instant so many hours after the beginning. */
  hour(hours: number): number {
    return this.startAt + hours * HOUR
  }

  /** A place in open water. Throws where the sea has none. */
  spot({ heard, portNm = [15, Infinity], roomNm = 5 }: Wanted): Spot {
    for (let tries = 0; tries < MOST_TRIES; tries++) {
      const spot = {
        lat: this.dice.between(BOX.south, BOX.north),
        lon: this.dice.between(BOX.west, BOX.east),
      }
      if (!isSea(spot.lat, spot.lon) || isHeard(spot) !== (heard === 'LAND')) continue
      const port = portMiles(spot)
      if (port < portNm[0] || port > portNm[1]) continue
      if (hasRoom(spot, roomNm)) return spot
    }
    throw new RangeError(`${this.played.story}: no such place in ${MOST_TRIES} tries`)
  }

  /** Returns a course across open water for some miles, received from land if required. */
  course(from: Spot, nm: number, heard: boolean): number | null {
    const first = this.dice.between(0, 360)
    for (let turn = 0; turn < 360; turn += 15) {
      const course = (first + turn) % 360
      if (this.isClear(from, course, nm, heard)) return course
    }
    return null
  }
  isClear({ lat, lon }: Spot, course: number, nm: number, heard: boolean): boolean {
    const angle = (course * Math.PI) / 180
    const steps = Math.ceil(nm / 2)
    for (let step = 1; step <= steps; step++) {
      const degrees = (nm * step) / steps / 60
      const there = {
        lat: lat + Math.cos(angle) * degrees,
        lon: lon + (Math.sin(angle) * degrees) / Math.cos((lat * Math.PI) / 180),
      }
      if (!isSea(there.lat, there.lon) || (heard && !isHeard(there))) return false
    }
    return true
  }

  /** Adds a vessel, with a new number of a merchant or a boat unless one is given. */
  ship(
    motion: Motion,
    {
      shipType = 70,
      kind = 'A',
      shipClass = 'merchant',
      oddities = [],
      mmsi,
      usualHours = null,
    }: {
      shipType?: number
      kind?: StationKind
      shipClass?: ShipClass
      oddities?: readonly Oddity[]
      mmsi?: number
      usualHours?: Player['usualHours']
    } = {},
  ): Ship {
    const index = this.#nextIndex()
    const ship: Ship = {
      index,
      mmsi: mmsi ?? mmsiOf(this.#seed, index, shipClass),
      kind,
      shipType,
      shipClass,
      motion,
      ports: null,
      name: null,
      oddities,
    }
    this.played.players.push({ ship, usualHours })
    return ship
  }

  /** Returns an instant some minutes before stations on land stop receiving the vessel. */
  lostAt(motion: Motion): number {
    for (let at = this.startAt; at <= this.endAt; at += MINUTE) {
      stateAt(motion, at, here)
      if (!isHeard(here)) return at - 3 * MINUTE
    }
    throw new RangeError('she stays in hearing')
  }

  truth(detector: string, from: number, to: number, ...ships: readonly Ship[]): void {
    this.played.truth.push({ detector, mmsis: ships.map(({ mmsi }) => mmsi), from, to })
  }
  /** Adds the expected detection of a place to which vessels are misled. */
  truthAt(where: Spot, detector: string, from: number, to: number, ...ships: readonly Ship[]): void {
    this.played.truth.push({ detector, mmsis: ships.map(({ mmsi }) => mmsi), from, to, where })
  }
  /** Adds a permitted detection of a vessel, which may be missing. */
  maybe(detector: string, from: number, to: number, { mmsi }: Ship): void {
    this.played.truth.push({ detector, mmsis: [mmsi], from, to, isMaybe: true })
  }
}

const here = anInstant()
/** Returns true if a vessel is on open water all the time, and received from land if required. */
export function isSound(motion: Motion, from: number, to: number, heard: boolean): boolean {
  for (let at = from; at <= to; at += 6 * MINUTE) {
    stateAt(motion, at, here)
    if (!isSea(here.lat, here.lon) || (heard && !isHeard(here))) return false
  }
  return true
}
