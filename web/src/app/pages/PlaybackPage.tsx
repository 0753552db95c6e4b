import { useEffect } from 'react'
import { ExportTracks } from '../../rooms/past/exchange/ExportTracks.tsx'
import { MapScreen } from '../../rooms/picture/picture/MapScreen.tsx'
import { layersPart } from '../../map/workbench/layers-part.tsx'
import type { MapPart } from '../../map/workbench/part.ts'
import { plotPart } from '../../rooms/past/playback/map-part.tsx'
import { PlaybackFoot } from '../../rooms/past/playback/PlaybackFoot.tsx'
import { plottedPart } from '../../rooms/past/playback/plotted-part.tsx'
import { usePlaybackAddress, type ShowPeriod } from '../../rooms/past/playback/use-playback.ts'
import { closeReplay, openReplay } from '../../rooms/past/replay/feed.ts'
import { NotFound } from '../NotFound.tsx'
import { ROOMS } from '../map-parts.ts'

/** The parts of the map with the tracks of the ships that are plotted. */
const PLOTTING = ROOMS.flatMap((part) => (part === plotPart ? [plotPart, plottedPart] : [part]))
const PLAYBACK_PARTS: readonly MapPart[] = [layersPart(PLOTTING), ...PLOTTING]

/** Everybody else is shown as is known now of then, around the ships of the screen. */
const show: ShowPeriod = (period, at) =>
  openReplay({ ...period, knowledge: 'CORRECTED', bbox: null, knownBy: null }, at ?? period.from)

/** The track of one vessel, and of others beside it, on the same map under the clock of its period. */
export function Component() {
  const request = usePlaybackAddress(show)
  useEffect(() => closeReplay, [])
  if (request === null) return <NotFound isInside />
  const { ships, from, to } = request
  const more = <ExportTracks mmsis={[...new Set(ships.map(({ mmsi }) => mmsi))]} from={from} to={to} />
  return <MapScreen parts={PLAYBACK_PARTS} foot={<PlaybackFoot query={request} more={more} />} />
}
