import type { Visit } from '@samudra/nautical/tracks/visit'

/** A visit as it is kept, with whose it is. */
export type ShipVisit = { mmsi: number; split: number; visit: Visit }
