import type { NameOf } from '@samudra/contract/sentence/values'
import type { RuleZone } from '@samudra/contract/rules'
import type { Rings } from '@samudra/nautical/polygons/polygon'
import type { Moment } from './running/moment.ts'

/** Fields that the fixes of a vessel do not report. */
export type WorldField =
  | 'distance_to_port_nm'
  | 'distance_to_shore_nm'
  | 'depth_m'
  | 'in_port'
  | 'in_tss'
  | 'night'
  | 'days_since_last_call'
  | 'flag_changes_12m'
  | 'name_changes_12m'
  | 'risk_level'
  | 'station_nm'

/**
 * Position of a vessel at an instant, epoch ms, with speed and course of its last fix and the time without reception
 * before, ms. NaN where unknown.
 */
export type Whereabouts = {
  ship: number
  at: number
  lat: number
  lon: number
  source: number
  sog: number
  cog: number
  gapMs: number
}

/** Area whose vessels are counted by the hour, by its id, and the ship groups that count; null for all. */
export type CountedPlace = { area: string; kinds: readonly string[] | null }
/** Usual number of vessels of an hour of the week: median and deviation of so many weeks, and whether these are enough. */
export type UsualVessels = { mean: number; sd: number; weeks: number; enough: boolean }

/**
 * Knowledge from elsewhere: NaN or null where unknown. The same query must have the same answer at any time, or a
 * historical run differs from the live hits.
 */
export type World = {
  /**
   * Returns a number for a position or a vessel; true is 1 and false is 0. The distance to shore is negative on land.
   * The station is the nearest one of the source that received the vessel, if it receives from land.
   */
  number(field: WorldField, where: Whereabouts): number
  text(field: 'last_port', where: Whereabouts): string | null
  /**
   * Returns the forecast for a position and an instant, epoch ms, by the newest run known then; in the unit of the
   * layer.
   */
  weather(layer: string, lat: number, lon: number, at: number): number
  weatherRun(layer: string, at: number): WeatherRun | null
  /** Returns the deviation of a metric from its baseline, in standard deviations. */
  deviation(metric: string, of: 'SELF' | 'TYPE' | 'CELL', days: number, where: Whereabouts): number
  /** Returns the usual number of vessels of the hour of the clock that begins at an instant, epoch ms; null where it is not known. */
  usualVessels(place: CountedPlace, hour: number): UsualVessels | null
  /** Returns whether active sources would receive a vessel there; null where it was not learned. */
  isHeardThere(where: Whereabouts): boolean | null
  sourceCode(source: number): string
  /** Returns the name of a zone or a list, for explanations. */
  nameOf: NameOf
  /** The outline of a zone; null for one that is not there. */
  polygons(zone: RuleZone): readonly Rings[] | null
}

export const whereOf = ({ ship, at, fix, gapMs, isFix }: Moment): Whereabouts => ({
  ship,
  at,
  lat: fix.lat,
  lon: fix.lon,
  source: fix.source,
  sog: fix.sog,
  cog: fix.cog,
  gapMs: isFix ? gapMs : at - fix.at,
})

/** Run of the weather model: when it was made, epoch ms, and whether it is simulated. */
export type WeatherRun = { run: number; isSimulated: boolean }

/** Knows nothing but its fixes. */
export const NO_WORLD: World = {
  number: () => Number.NaN,
  text: () => null,
  weather: () => Number.NaN,
  weatherRun: () => null,
  deviation: () => Number.NaN,
  usualVessels: () => null,
  isHeardThere: () => null,
  sourceCode: String,
  nameOf: () => undefined,
  polygons: ({ area }) =>
    area === undefined ? null : area.type === 'Polygon' ? [area.coordinates] : area.coordinates,
}
