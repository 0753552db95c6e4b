import type { RuleZone } from '@samudra/contract/rules'
import { destinationOf, metresBetween } from '@samudra/nautical/geodesy'
import type { Rings } from '@samudra/nautical/polygons/polygon'
import { METRES_PER_NM, place } from '@samudra/nautical/units'
import type { Whereabouts, World, WorldField } from '@samudra/rules/world'
import { stationsReceiving } from '@samudra/sim/coverage'
import { anInstant, stateAt } from '@samudra/sim/motion'
import type { Ship } from '@samudra/sim/ship'
import { SOURCES } from '@samudra/sim/sources'
import { AREA, LINED, type Spot } from '@samudra/sim/truth/lines'
import { portMiles, turnsThere } from '@samudra/sim/truth/story'
import type { TruthSea } from '@samudra/sim/truth/truth-sea'
import { isSea } from '@samudra/sim/water'

const MINUTE = 60_000
const CELL = 0.1
/** A source that brought nothing for so long is down. */
const SILENT_FEED_MS = 10 * MINUTE
/** Sources that relay reports of others and have no stations. */
const RELAYS = new Set(['PARTNER'])
const USUAL_MS = { moving: MINUTE, lying: 3 * MINUTE }
const FARTHEST_INLAND_NM = 4
/** Minimum speed of a vessel in a lane; a slower one swings or drifts. */
const LANE_KN = 3

/** A circle as a ring of corners. */
const circle = ({ lat, lon }: Spot, nm: number): Rings => [
  Array.from({ length: 73 }, (_, i): [number, number] => {
    const there = destinationOf(place(lat, lon), (i % 72) * 5, nm * METRES_PER_NM)
    return [there.lon, there.lat]
  }),
]
const octantOf = (cog: number) => Math.floor((((cog % 360) + 360) % 360) / 45)
const cellOf = (lat: number, lon: number) => Math.floor(lat / CELL) * 10_000 + Math.floor(lon / CELL)

/**
 * World of rules over a simulated sea: ports, coverage of receivers, states of feeds, earlier tracks, schedules. It
 * does not know which behaviours are staged.
 */
export class KnownSea implements World {
  readonly #sea: TruthSea
  readonly #mmsiOf: (ship: number) => number
  readonly #feeds = new Set<string>()
  readonly #hours: Map<number, readonly [number, number]>
  readonly #ways = new Set<number>()
  /** Waters of staged vessels, which sail apart from others. */
  readonly #own = new Map<number, Set<number>>()
  readonly #charted: readonly Spot[]
  readonly #turns = new Set<number>()
  readonly #inland = new Map<number, number>()

  constructor(sea: TruthSea, mmsiOf: (ship: number) => number) {
    this.#sea = sea
    this.#mmsiOf = mmsiOf
    this.#hours = new Map(
      sea.players.flatMap(({ ship, usualHours }) => (usualHours === null ? [] : [[ship.mmsi, usualHours]])),
    )
    this.#charted = sea.played.flatMap(({ bends }) => bends)
    this.#sailWaysBefore()
  }

  /** Something came of a feed. */
  came(source: number, at: number): void {
    this.#feeds.add(`${source} ${Math.floor(at / SILENT_FEED_MS)}`)
  }

  number(field: WorldField, where: Whereabouts): number {
    switch (field) {
      case 'distance_to_port_nm':
        return Math.min(999, portMiles(where))
      case 'in_port':
        return Number(portMiles(where) < 1.5)
      case 'distance_to_shore_nm':
        return -this.#inlandNm(where)
      case 'in_tss':
        return Number(
          turnsThere(where) ||
            turnsThere(where, this.#charted) ||
            this.#turns.has(cellOf(where.lat, where.lon)),
        )
      case 'station_nm':
        return stationNm(where)
      default:
        return Number.NaN
    }
  }

  text(): null {
    return null
  }
  weather(): number {
    return Number.NaN
  }
  /** Drawn seas have no weeks before them. */
  usualVessels(): null {
    return null
  }
  weatherRun(): null {
    return null
  }

  deviation(
    metric: string,
    _of: string,
    _days: number,
    { ship, at, lat, lon, gapMs, sog, cog, source }: Whereabouts,
  ): number {
    if (metric === 'lane') {
      const way = cellOf(lat, lon) * 8 + octantOf(cog)
      return this.#ways.has(way) || this.#own.get(this.#mmsiOf(ship))?.has(way) === true ? 0 : 5
    }
    if (metric === 'interval') {
      // Reception by satellites has no usual interval.
      if (SOURCES[source]!.satellites > 0 || stationsReceiving(lat, lon).length === 0) return Number.NaN
      const usual = sog > 0.5 ? USUAL_MS.moving : USUAL_MS.lying
      return Number.isNaN(gapMs) ? Number.NaN : Math.max(0, Math.log(gapMs / usual) / 0.5)
    }
    const hours = this.#hours.get(this.#mmsiOf(ship))
    if (metric !== 'hour' || hours === undefined) return metric === 'hour' ? 0 : Number.NaN
    const hour = (at / 3_600_000) % 24
    const early = Math.max(0, hours[0] - hour)
    const late = Math.max(0, hour - hours[1])
    return Math.min(Math.max(early, late), 12) / 0.5
  }

  isHeardThere({ lat, lon, at }: Whereabouts): boolean {
    return stationsReceiving(lat, lon).some(({ source }) => this.#isUp(source, at))
  }

  nameOf = () => undefined
  sourceCode(source: number): string {
    return SOURCES[source]!.code
  }

  polygons({ boundary, aoi, area }: RuleZone): readonly Rings[] | null {
    if (boundary !== undefined) return LINED.map((spot) => circle(spot, boundary === '12NM' ? 12 : 24))
    if (aoi === AREA.id) return [circle(AREA, AREA.nm)]
    if (area === undefined) return null
    return area.type === 'Polygon' ? [area.coordinates] : area.coordinates
  }

  #isUp(source: number, at: number): boolean {
    const bucket = Math.floor(at / SILENT_FEED_MS)
    return this.#feeds.has(`${source} ${bucket}`) || this.#feeds.has(`${source} ${bucket - 1}`)
  }

  /** Gives vessels the same routes in the months before as today, except those that leave their way in a story. */
  #sailWaysBefore() {
    const strays = new Map<number, { from: number; to: number }[]>()
    const inStories = new Set<number>()
    for (const { strayed, players } of this.#sea.played) {
      for (const { mmsi, from, to } of strayed) strays.set(mmsi, [...(strays.get(mmsi) ?? []), { from, to }])
      for (const { ship } of players) inStories.add(ship.index)
    }
    for (const { ship } of this.#sea.players) {
      const isTraffic = !inStories.has(ship.index)
      const ways = isTraffic ? this.#ways : (this.#own.get(ship.mmsi) ?? new Set<number>())
      if (!isTraffic) this.#own.set(ship.mmsi, ways)
      this.#sail(ship, strays.get(ship.mmsi) ?? [], ways, isTraffic ? this.#turns : null)
    }
  }

  #sail(ship: Ship, strayed: { from: number; to: number }[], ways: Set<number>, turns: Set<number> | null) {
    const here = anInstant()
    for (let { startAt: at } = this.#sea; at <= this.#sea.endAt; at += 5 * MINUTE) {
      if (strayed.some(({ from, to }) => at >= from && at < to)) continue
      const [course, sog] = [here.cog, here.sog]
      stateAt(ship.motion, at, here)
      if (here.sog < LANE_KN) continue
      const turned = Math.abs(((here.cog - course + 540) % 360) - 180)
      const hasTurned = at > this.#sea.startAt && turned >= 20 && Math.min(sog, here.sog) >= 5
      for (const north of [-CELL, 0, CELL])
        for (const east of [-CELL, 0, CELL]) {
          const cell = cellOf(here.lat + north, here.lon + east)
          if (hasTurned) turns?.add(cell)
          for (const turn of [-45, 0, 45]) ways.add(cell * 8 + octantOf(here.cog + turn))
        }
    }
  }

  /** Miles to open water for a place on land, 0 at sea and -1 beyond that near a coast. */
  #inlandNm({ lat, lon }: Spot): number {
    const key = Math.floor(lat * 60) * 100_000 + Math.floor(lon * 60)
    const known = this.#inland.get(key)
    if (known !== undefined) return known
    let nm = isSea(lat, lon) ? -1 : 0
    for (let ring = 1; nm === ring - 1 && ring <= FARTHEST_INLAND_NM; ring++)
      if (!isSeaWithin(lat, lon, ring)) nm = ring
    // The mask leaves a mile free about each coast, harbours too.
    const inland = nm <= 0 ? nm : nm - 1
    this.#inland.set(key, inland)
    return inland
  }
}

function isSeaWithin(lat: number, lon: number, nm: number): boolean {
  for (let angle = 0; angle < 16; angle++) {
    const turn = (angle * Math.PI) / 8
    const there = [
      lat + (Math.cos(turn) * nm) / 60,
      lon + (Math.sin(turn) * nm) / 60 / Math.cos((lat * Math.PI) / 180),
    ]
    if (isSea(there[0]!, there[1]!)) return true
  }
  return false
}

function stationNm({ source, lat, lon }: Whereabouts): number {
  const { code, stations } = SOURCES[source]!
  if (stations.length === 0 || RELAYS.has(code)) return Number.NaN
  let nearest = Infinity
  for (const station of stations)
    nearest = Math.min(nearest, metresBetween(lat, lon, station.lat, station.lon))
  return nearest / METRES_PER_NM
}
