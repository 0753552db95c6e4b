import { aircraftPart } from '../rooms/picture/aircraft/map-part.tsx'
import { alertsPart } from '../rooms/watch/alerts/map-part.tsx'
import { analysisPart } from '../rooms/past/track-analysis/map-part.tsx'
import { areasPart } from '../rooms/chart/areas/map-part.tsx'
import { eventsPart } from '../rooms/watch/events/map-part.tsx'
import { exchangePart } from '../rooms/past/exchange/map-part.tsx'
import { patternsPart } from '../rooms/past/patterns/map-part.tsx'
import { listsPart } from '../rooms/vessels/vessel-lists/map-part.tsx'
import { manualPart } from '../rooms/watch/manual-tracks/map-part.tsx'
import { chatPart } from '../rooms/team/chat/chat-map-part.ts'
import { forumPart } from '../rooms/team/forum/forum-map-part.ts'
import { chartPart } from '../map/workbench/chart-part.tsx'
import { layersPart } from '../map/workbench/layers-part.tsx'
import type { MapPart } from '../map/workbench/part.ts'
import { measurePart } from '../rooms/chart/measure/map-part.tsx'
import { notesPart } from '../rooms/vessels/vessel-notes/map-part.tsx'
import { plotPart } from '../rooms/past/playback/map-part.tsx'
import { picturePart } from '../rooms/picture/picture/map-part.tsx'
import { portsPart } from '../rooms/chart/ports/map-part.tsx'
import { referencePart } from '../rooms/chart/reference/map-part.tsx'
import { registerPart } from '../rooms/vessels/vessels/map-part.tsx'
import { replayPart } from '../rooms/past/replay/map-part.tsx'
import { profilesPart } from '../rooms/centre/settings/map-part.tsx'
import { subscriptionsPart } from '../rooms/vessels/subscriptions/map-part.ts'
import { trailsPart } from '../rooms/past/trails/map-part.tsx'
import { visitsPart } from '../rooms/vessels/visits/map-part.tsx'
import { weatherPart } from '../rooms/chart/weather/map-part.tsx'
import { silentVesselsPart } from '../rooms/vessels/silent-vessels/map-part.tsx'

/** Map parts of the rooms; their layers are stacked in this order, the lowest first. */
export const ROOMS: readonly MapPart[] = [
  chartPart,
  weatherPart,
  analysisPart,
  patternsPart,
  referencePart,
  portsPart,
  areasPart,
  trailsPart,
  plotPart,
  silentVesselsPart,
  measurePart,
  picturePart,
  aircraftPart,
  eventsPart,
  alertsPart,
  manualPart,
  listsPart,
  subscriptionsPart,
  notesPart,
  registerPart,
  visitsPart,
  exchangePart,
  profilesPart,
  replayPart,
  chatPart,
  forumPart,
]

export const MAP_PARTS: readonly MapPart[] = [layersPart(ROOMS), ...ROOMS]
