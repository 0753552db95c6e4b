import type { AisFilter } from '@samudra/contract/filter'
import type { Period } from '../kernel/belief.ts'
import type { Caller } from '../kernel/caller.ts'

/** What filters and records ask of waters, areas and vessel lists, as a caller sees them; `at` is epoch ms. */
export type Places = {
  /** A contact of this flag is in waters within 12 or 24 NM of another country's coast; null when nobody can tell. */
  isInForeignWaters(lat: number, lon: number, flag: string | null, nm: 12 | 24, at: number): boolean | null
  /** It is inside an area of interest the caller sees and that holds. */
  isInArea(lat: number, lon: number, at: number): boolean
  /** A ship is on a vessel list the caller sees. */
  isInList(id: string, mmsi: number, at: number): boolean
  /** Ids of the vessel lists of a ship that the caller sees. */
  listsOf(mmsi: number, at: number): string[]
}

/**
 * The same as it stood at each instant of a period, and when that changed, ascending. Of what a filter does not ask
 * nothing is read; without a filter everything is.
 */
export type PlacesThen = (
  caller: Caller,
  period: Period,
  filter?: AisFilter,
) => Promise<Places & { changes: readonly number[] }>
