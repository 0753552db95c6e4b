import { aircraftPart } from '../aircraft/map-part.tsx'
import { alertsPart } from '../alerts/map-part.tsx'
import { analysisPart } from '../analysis/map-part.tsx'
import { areasPart } from '../areas/map-part.tsx'
import { eventsPart } from '../events/map-part.tsx'
import { exchangePart } from '../exchange/map-part.tsx'
import { habitsPart } from '../habits/map-part.tsx'
import { listsPart } from '../lists/map-part.tsx'
import { manualPart } from '../manual/map-part.tsx'
import { chartPart } from '../map/chart-part.tsx'
import { layersPart } from '../map/layers-part.tsx'
import type { MapPart } from '../map/part.ts'
import { measurePart } from '../measure/map-part.tsx'
import { notesPart } from '../notes/map-part.tsx'
import { plotPart } from '../playback/map-part.tsx'
import { picturePart } from '../picture/map-part.tsx'
import { portsPart } from '../ports/map-part.tsx'
import { referencePart } from '../reference/map-part.tsx'
import { registerPart } from '../register/map-part.tsx'
import { replayPart } from '../replay/map-part.tsx'
import { profilesPart } from '../settings/map-part.tsx'
import { subscriptionsPart } from '../subscriptions/map-part.ts'
import { trailsPart } from '../trails/map-part.tsx'
import { visitsPart } from '../visits/map-part.tsx'
import { weatherPart } from '../weather/map-part.tsx'

/** What the rooms put on the map; their layers lie over one another in this order, the lowest first. */
export const ROOMS: readonly MapPart[] = [
  chartPart,
  weatherPart,
  analysisPart,
  habitsPart,
  referencePart,
  portsPart,
  areasPart,
  trailsPart,
  plotPart,
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
]

export const MAP_PARTS: readonly MapPart[] = [layersPart(ROOMS), ...ROOMS]
