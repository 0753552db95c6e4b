import type { NameOf } from '@samudra/contract/sentence/values'
import type { EvaluatedRule, RuleZone } from '@samudra/contract/rules'
import { PolygonLookup } from '@samudra/nautical/polygons/polygon-lookup'
import type { Rings } from '@samudra/nautical/polygons/polygon'
import { Shore, type ShoreGrid } from '@samudra/nautical/shore'
import { isNight } from '@samudra/nautical/sun'
import type {
  CountedPlace,
  UsualVessels,
  WeatherRun,
  Whereabouts,
  World,
  WorldField,
} from '@samudra/rules/world'
import type { UsualVesselsTable } from '../../../../sea/usual-vessels.ts'
import type { StationsThen } from '../../../picture/feeds/room.ts'
import { PortAreas, type CallPort } from '../../../../sea/port-areas.ts'
import type { Ships } from '../../../../sea/ships.ts'
import type { Forecasts } from '../../../chart/weather/room.ts'
import { NearestPort } from '../../../../sea/nearest-port.ts'
import { NearestStation } from './nearest-station.ts'
import type { PastOf } from '../reevaluation/past-changes.ts'
import { conditionsOf, fieldsOf } from '../rule.ts'

/** Data rules need beyond the fixes of a vessel, for another thread; parts they do not need are empty. */
export type WorldData = {
  /** Outlines of zones by what names them; null for one that is not there. */
  zones: readonly (readonly [string, readonly Rings[] | null])[]
  ports: readonly CallPort[] | null
  shore: ShoreGrid | null
  /** Traffic separation schemes; none if none were provided. */
  schemes: readonly Rings[]
  /** Codes of sources by their numbers. */
  sources: readonly (readonly [number, string])[]
  past: PastOf
  /** Where the receivers of sources stood. */
  stations: readonly StationsThen[]
  /** Names of zones and lists, by `nameKey`. */
  names: readonly (readonly [string, string])[]
}
export const nameKey = (...[kind, id]: Parameters<NameOf>) => `${kind} ${id}`
/** Baselines of vessels and places, and reception at places; NaN and null if unknown. */
export type Usual = Pick<World, 'deviation' | 'isHeardThere'>
export type MadePorts = { areas: PortAreas; nearest: NearestPort }
export const nameOfZone = (zone: RuleZone) => JSON.stringify(zone)

export const makePorts = (ports: readonly CallPort[]): MadePorts => ({
  areas: PortAreas.of(ports),
  nearest: new NearestPort(ports),
})

const OF_PORTS: ReadonlySet<string> = new Set(['in_port', 'distance_to_port_nm'])
export const needsPorts = (rules: readonly EvaluatedRule[]) =>
  rules.some((rule) => rule.exclude_in_port || [...fieldsOf(rule)].some((field) => OF_PORTS.has(field)))
export const needsShore = (rules: readonly EvaluatedRule[]) =>
  rules.some((rule) => fieldsOf(rule).has('distance_to_shore_nm'))
export const needsSchemes = (rules: readonly EvaluatedRule[]) =>
  rules.some((rule) => fieldsOf(rule).has('in_tss'))
export const needsStations = (rules: readonly EvaluatedRule[]) =>
  rules.some((rule) => fieldsOf(rule).has('station_nm'))
/** Returns the weather layers that rules use. */
export const layersOf = (rules: readonly EvaluatedRule[]): string[] => [
  ...new Set(
    rules.flatMap((rule) =>
      [...conditionsOf(rule)].flatMap((node) => ('k' in node && node.k === 'weather' ? [node.layer] : [])),
    ),
  ),
]
export const zonesOf = (rules: readonly EvaluatedRule[]): RuleZone[] =>
  rules.flatMap((rule) =>
    [...conditionsOf(rule)].flatMap((node) => {
      if ('op' in node) return []
      if (node.k === 'near' && 'infrastructure' in node.to) return [{ aoi: node.to.infrastructure }]
      return node.k === 'zone' ? [node.zone] : []
    }),
  )

/** World data for queries. */
export class KnownWorld implements World {
  readonly #zones: ReadonlyMap<string, readonly Rings[] | null>
  readonly #sources: Map<number, string>
  readonly #schemes: PolygonLookup<number> | null
  readonly #ports: MadePorts | null
  #stations: NearestStation
  readonly #shore: Shore | null
  readonly past: PastOf
  readonly nameOf: NameOf
  #ships: Ships | null = null
  #groupOf: (ship: number) => number = () => 0
  #usual: Usual | null = null
  #forecasts: Forecasts | null = null
  #vessels: UsualVesselsTable | null = null
  readonly #codeOf: (source: number) => string | undefined

  /** `codeOf`: of sources that came since. */
  constructor(
    { zones, shore, schemes, sources, past, stations, names }: WorldData,
    ports: MadePorts | null,
    codeOf: (source: number) => string | undefined = () => undefined,
  ) {
    this.#zones = new Map(zones)
    this.#sources = new Map(sources)
    this.#schemes = schemes.length === 0 ? null : new PolygonLookup([[0, schemes]])
    this.#ports = ports
    this.#shore = shore === null ? null : new Shore(shore)
    this.#codeOf = codeOf
    this.past = past
    this.#stations = new NearestStation(stations)
    const called = new Map(names)
    this.nameOf = (kind, id) => called.get(nameKey(kind, id))
  }

  /** Sets the numbers of the vessels in queries, and the positions of their types in SHIP_GROUPS. */
  sail(ships: Ships, groupOf: (ship: number) => number): void {
    this.#ships = ships
    this.#groupOf = groupOf
  }
  /** Returns the identity of a vessel as in patterns of life. */
  who(ship: number): { key: number; group: number } | null {
    const [mmsi, split] = [this.#ships?.mmsi[ship], this.#ships?.split[ship]]
    return mmsi === undefined || split === undefined
      ? null
      : { key: mmsi * 256 + split, group: this.#groupOf(ship) }
  }
  /** From here on receivers stand, and stood, there. */
  placeStations(stations: readonly StationsThen[]): void {
    this.#stations = new NearestStation(stations)
  }
  /** Sets the weather forecasts used from now on. */
  foresee(forecasts: Forecasts): void {
    this.#forecasts = forecasts
  }
  /** Compares areas with a table of usual numbers of vessels from here on. */
  compareAreas(vessels: UsualVesselsTable): void {
    this.#vessels = vessels
  }
  /** From here on it is known what is usual. */
  compare(usual: Usual): void {
    this.#usual = usual
  }

  number(field: WorldField, where: Whereabouts): number {
    const { lat, lon, at } = where
    switch (field) {
      case 'night':
        return isNight(at, lat, lon) ? 1 : 0
      case 'in_port':
        return this.#isInPort(lat, lon)
      case 'distance_to_port_nm':
        return this.#isInPort(lat, lon) === 1 ? 0 : (this.#ports?.nearest.distanceNm(lat, lon) ?? Number.NaN)
      case 'distance_to_shore_nm':
        return this.#shore?.distanceNm(lat, lon) ?? Number.NaN
      case 'in_tss':
        return this.#schemes === null ? Number.NaN : this.#schemes.at(lat, lon) > 0 ? 1 : 0
      case 'station_nm':
        return this.#stations.distanceNm(where.source, lat, lon, at)
      default:
        return this.#ships === null ? Number.NaN : this.past.number(field, this.#ships, where)
    }
  }
  #isInPort(lat: number, lon: number): number {
    if (this.#ports === null) return Number.NaN
    return this.#ports.areas.at(lat, lon).length > 0 ? 1 : 0
  }

  text(_field: 'last_port', where: Whereabouts): string | null {
    return this.#ships === null ? null : this.past.lastPort(this.#ships, where)
  }
  weather(layer: string, lat: number, lon: number, at: number): number {
    return this.#forecasts?.value(layer, lat, lon, at) ?? Number.NaN
  }
  weatherRun(layer: string, at: number): WeatherRun | null {
    return this.#forecasts?.runAt(layer, at) ?? null
  }
  deviation(...query: Parameters<World['deviation']>): number {
    return this.#usual?.deviation(...query) ?? Number.NaN
  }
  usualVessels(place: CountedPlace, hour: number): UsualVessels | null {
    return this.#vessels?.at(place, hour) ?? null
  }
  isHeardThere(where: Whereabouts): boolean | null {
    return this.#usual?.isHeardThere(where) ?? null
  }
  sourceCode(source: number) {
    return this.#sources.get(source) ?? this.#codeOf(source) ?? String(source)
  }
  polygons(zone: RuleZone): readonly Rings[] | null {
    if (zone.area !== undefined)
      return zone.area.type === 'Polygon' ? [zone.area.coordinates] : zone.area.coordinates
    return this.#zones.get(nameOfZone(zone)) ?? null
  }
}
