import type { Visit } from '@samudra/nautical/tracks/visit'

/** Stored visit with its vessel. */
export type ShipVisit = { mmsi: number; split: number; visit: Visit }
