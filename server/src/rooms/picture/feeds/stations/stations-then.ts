import type { FeedVersion } from '../../sources/room.ts'
import { bringsAircraft } from '../reading/aircraft-line.ts'

/** Where the receivers on land of a feed that brings ships stood, degrees, from and until when, epoch ms. */
export type StationsThen = {
  source: number
  from: number
  to: number
  places: readonly { lat: number; lon: number }[]
}

/** Delay after storage before station positions count in any query, because live watchers read them once a minute. */
const READ_MS = 120_000

/**
 * Returns the stations of each feed as stored at each moment, including none. `corrected` uses the last stored version
 * for all times. Versions come in order.
 */
export function stationsThen(versions: readonly FeedVersion[], corrected: boolean): StationsThen[] {
  const query = corrected ? versions.filter(({ number }, i) => versions[i + 1]?.number !== number) : versions
  return query.flatMap(({ source_id, kind, stations, known_from, known_to }) => {
    if (source_id === null || kind === null || bringsAircraft(kind)) return []
    const lag = corrected ? 0 : READ_MS
    return {
      source: source_id,
      from: corrected ? -Infinity : known_from.getTime() + lag,
      to: known_to === null ? Infinity : known_to.getTime() + lag,
      places: stations.map(({ lat, lon }) => ({ lat, lon })),
    }
  })
}
