import type { AisFilter, FoundAnomaly } from '@samudra/contract/filter'
import type { Period } from '../platform/kernel/cluster/versions-at.ts'
import type { Caller } from '../platform/kernel/http/caller.ts'

/** Areas, vessel lists and detections, as filters and records use them for a caller; `at` is epoch ms. */
export type Places = {
  /** It is inside an area of interest the caller sees and that holds. */
  isInArea(lat: number, lon: number, at: number): boolean
  /** A ship is on a vessel list the caller sees. */
  isInList(id: string, mmsi: number, at: number): boolean
  /** Ids of the vessel lists of a ship that the caller sees. */
  listsOf(mmsi: number, at: number): string[]
  /**
   * Returns the last time of a detection that was visible to the caller at an instant: Infinity while active,
   * -Infinity without one. Epoch ms.
   */
  lastFound(which: FoundAnomaly, mmsi: number, split: number, at: number): number
}

/** Instants in a period when query results on places changed, ascending: for all contacts, and for one. */
export type PlacesChanges = {
  changes: readonly number[]
  changesOf(mmsi: number, split: number): readonly number[]
}

/**
 * The same as it stood at each instant of a period, and when that changed. Of what a filter does not ask nothing is read;
 * without a filter everything is. Of detectors only what one ship did, where one is named.
 */
export type PlacesThen = (
  caller: Caller,
  period: Period,
  filter?: AisFilter,
  mmsi?: number,
) => Promise<Places & PlacesChanges>
