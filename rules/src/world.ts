import type { NameOf } from '@samudra/contract/sentence/values'
import type { RuleZone } from '@samudra/contract/rules'
import type { Rings } from '@samudra/nautical/polygons/polygon'
import type { Moment } from './running/moment.ts'

/** Fields that the fixes of a ship do not tell. */
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
 * A ship somewhere at an instant, epoch ms; by her last fix, with speed and course as in it, and for how long she had not
 * been heard, ms. NaN where it is not known.
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
 * What somebody else knows: NaN or null where nobody does. The same question must have the same answer whenever it is
 * asked, or what is looked back on is not what was said.
 */
export type World = {
  /**
   * Numbers of a place or a ship; what is true or false is 1 or 0. The distance to shore is negative on land, the station
   * the nearest one of the source that heard her, if it hears from land.
   */
  number(field: WorldField, where: Whereabouts): number
  text(field: 'last_port', where: Whereabouts): string | null
  /** What the weather model said of a place and an instant, epoch ms, by the newest run that was known then; in the unit of the layer. */
  weather(layer: string, lat: number, lon: number, at: number): number
  weatherRun(layer: string, at: number): WeatherRun | null
  /** How far a metric is from what is usual, in standard deviations. */
  deviation(metric: string, of: 'SELF' | 'TYPE' | 'CELL', days: number, where: Whereabouts): number
  /** Returns the usual number of vessels of the hour of the clock that begins at an instant, epoch ms; null where it is not known. */
  usualVessels(place: CountedPlace, hour: number): UsualVessels | null
  /** Whether a ship there would be heard by the sources that are up; null where it was not learned. */
  isHeardThere(where: Whereabouts): boolean | null
  sourceCode(source: number): string
  /** What a zone or a list is called, for who asks why. */
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

/** A run of the weather model: when it was made, epoch ms, and whether what it says is made up. */
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
