import * as aircraft from './aircraft.ts'
import * as areas from './areas.ts'
import * as audit from './audit.ts'
import * as correlation from './correlation.ts'
import * as exchange from './exchange.ts'
import * as exercises from './exercises.ts'
import * as events from './events.ts'
import * as feeds from './feeds.ts'
import * as filter from './filter.ts'
import * as heat from './heat.ts'
import * as history from './history.ts'
import * as identity from './identity.ts'
import type { Op } from './kernel.ts'
import * as manualTracks from './manual-tracks.ts'
import * as map from './map.ts'
import * as picture from './picture.ts'
import * as reference from './reference.ts'
import * as replay from './replay.ts'
import { RIGHTS, type OperationName } from './rights.ts'
import * as search from './search.ts'
import * as secondFactor from './second-factor.ts'
import * as settings from './settings.ts'
import * as trackEvents from './track-events.ts'
import * as storage from './storage.ts'
import * as vesselLists from './vessel-lists.ts'
import * as weather from './weather.ts'
import * as zones from './zones.ts'

type AnyOp = Op<unknown, unknown>

const isOp = (value: unknown): value is AnyOp =>
  typeof value === 'object' && value !== null && 'name' in value && 'right' in value && 'input' in value

const found = [
  aircraft,
  areas,
  audit,
  correlation,
  events,
  exchange,
  exercises,
  manualTracks,
  feeds,
  filter,
  heat,
  history,
  identity,
  map,
  picture,
  reference,
  replay,
  search,
  secondFactor,
  settings,
  trackEvents,
  storage,
  vesselLists,
  weather,
  zones,
]
  .flatMap((room) => Object.values(room) as unknown[])
  .filter(isOp)

/** Every operation by its name; the room files are listed above, once. */
export const OPERATIONS: ReadonlyMap<string, AnyOp> = new Map(found.map((op) => [op.name, op]))
/** Rows of the table of rights. */
export const OPERATION_NAMES = Object.keys(RIGHTS) as OperationName[]
