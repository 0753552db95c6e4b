import type { FeedVersion } from '../../sources/room.ts'
import { bringsAircraft } from '../reading/aircraft-line.ts'

/** Where the receivers on land of a feed that brings ships stood, degrees, from and until when, epoch ms. */
export type StationsThen = {
  source: number
  from: number
  to: number
  places: readonly { lat: number; lon: number }[]
}

/** Whoever watches live reads them once a minute: they count from so long after they were stored on, whenever it is asked. */
const READ_MS = 120_000

/**
 * Of each feed what was kept at each moment, those without any station too; `corrected`: at all times what was kept last.
 * Versions come in order.
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
