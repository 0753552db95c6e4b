import type { AisRecord } from '@samudra/contract/picture'
import { csvOf } from '../../../kit/tables/csv.ts'

const COLUMNS = [
  'mmsi',
  'split_id',
  'ship_name',
  'imo',
  'call_sign',
  'country',
  'ship_type',
  'nav_status',
  'latitude',
  'longitude',
  'sog',
  'cog',
  'true_heading',
  'destination',
  'eta',
  'length',
  'beam',
  'draught',
  'observed_at',
  'source',
] as const satisfies readonly (keyof AisRecord)[]

/** Speeds in knots, lengths in metres, positions in degrees, times in UTC. */
export const contactsCsv = (ships: readonly AisRecord[]): string =>
  csvOf(
    COLUMNS,
    ships.map((ship) => COLUMNS.map((column) => ship[column])),
  )
