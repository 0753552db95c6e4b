import { KIND, NAV } from '../card/codes.ts'
import { symbolIndex } from './instance.ts'

/** Statuses of a vessel that does not make way. */
export const isStopped = (navStatus: number) =>
  navStatus === NAV.atAnchor || navStatus === NAV.moored || navStatus === NAV.aground

type Seen = { kind: number; navStatus: number; sog: number | null; hasAngle: boolean }

/** Slower than this, a vessel that names no status is taken to lie still. */
const STILL_KN = 0.3

/** Which symbol a contact gets; direction, size and colour come on top. */
export function symbolOf({ kind, navStatus, sog, hasAngle }: Seen): number {
  if (kind === KIND.baseStation) return BASE_STATION
  if (kind === KIND.aton) return ATON
  if (kind === KIND.sarAircraft) return SAR_AIRCRAFT
  if (kind === KIND.locatingDevice) return LOCATING_DEVICE
  if (navStatus === NAV.atAnchor || navStatus === NAV.aground) return ANCHORED
  if (navStatus === NAV.moored) return MOORED
  if (!hasAngle || (kind === KIND.classB && sog !== null && sog < STILL_KN)) return DRIFTING
  return kind === KIND.classB ? SHIP_B : SHIP_A
}

const BASE_STATION = symbolIndex('baseStation')
const ATON = symbolIndex('aton')
const SAR_AIRCRAFT = symbolIndex('sarAircraft')
const LOCATING_DEVICE = symbolIndex('locatingDevice')
const ANCHORED = symbolIndex('anchored')
const MOORED = symbolIndex('moored')
const DRIFTING = symbolIndex('drifting')
const SHIP_A = symbolIndex('shipA')
const SHIP_B = symbolIndex('shipB')
