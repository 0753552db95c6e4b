/** The nine groups of the specification, in its order; the index travels in live frames. */
export const SHIP_GROUPS = [
  'UNKNOWN',
  'PLEASURECRAFT',
  'HIGHSPEED',
  'PASSENGER',
  'FISHING',
  'OTHERS',
  'TANKER',
  'CARGO',
  'TUGS & SPECIAL CRAFTS',
] as const
export type ShipGroup = (typeof SHIP_GROUPS)[number]

const UNKNOWN = 0
const PLEASURE = 1
const HIGH_SPEED = 2
const PASSENGER = 3
const FISHING = 4
const OTHERS = 5
const TANKER = 6
const CARGO = 7
const SPECIAL = 8

/** Groups by the first digit of the type; 1 is reserved, 3 and 5 are distinguished below. */
const BY_TENS = [UNKNOWN, UNKNOWN, HIGH_SPEED, UNKNOWN, HIGH_SPEED, SPECIAL, PASSENGER, CARGO, TANKER, OTHERS]
/** 30-39: fishing, towing (2), dredging, diving, military, sailing, pleasure, reserved (2). */
const OF_THIRTIES = [
  FISHING,
  SPECIAL,
  SPECIAL,
  SPECIAL,
  SPECIAL,
  SPECIAL,
  PLEASURE,
  PLEASURE,
  UNKNOWN,
  UNKNOWN,
]

/** Index into SHIP_GROUPS of an AIS ship type (0-255). */
export function shipGroupIndex(shipType: number): number {
  if (!(shipType >= 0 && shipType <= 99)) return UNKNOWN
  const tens = Math.floor(shipType / 10)
  return (tens === 3 ? OF_THIRTIES[shipType - 30] : BY_TENS[tens]) ?? UNKNOWN
}

/** Group of an AIS ship type. */
export const shipGroup = (shipType: number): ShipGroup => SHIP_GROUPS[shipGroupIndex(shipType)] ?? 'UNKNOWN'

/** M.1371-5 table 53, second digit of the types that have it. */
const CARGO_SUFFIX = [
  '',
  ', hazard category X',
  ', hazard category Y',
  ', hazard category Z',
  ', hazard category OS',
  ', reserved',
  ', reserved',
  ', reserved',
  ', reserved',
  ', no additional information',
]
const TENS_LABELS: Readonly<Record<number, string>> = {
  2: 'Wing in ground',
  4: 'High-speed craft',
  6: 'Passenger',
  7: 'Cargo',
  8: 'Tanker',
  9: 'Other type',
}
const SINGLE_LABELS: Readonly<Record<number, string>> = {
  30: 'Fishing',
  31: 'Towing',
  32: 'Towing, longer than 200 m or broader than 25 m',
  33: 'Dredging or underwater operations',
  34: 'Diving operations',
  35: 'Military operations',
  36: 'Sailing',
  37: 'Pleasure craft',
  50: 'Pilot vessel',
  51: 'Search and rescue vessel',
  52: 'Tug',
  53: 'Port tender',
  54: 'Anti-pollution vessel',
  55: 'Law enforcement',
  56: 'Local vessel',
  57: 'Local vessel',
  58: 'Medical transport',
  59: 'Ship of a state not party to an armed conflict',
}

/** Label of an AIS ship type (0-99); everything else is "Not available". */
export function shipTypeLabel(shipType: number): string {
  const single = SINGLE_LABELS[shipType]
  if (single !== undefined) return single
  const group = TENS_LABELS[Math.floor(shipType / 10)]
  if (group !== undefined) return group + CARGO_SUFFIX[shipType % 10]
  return shipType >= 1 && shipType <= 99 ? 'Reserved' : 'Not available'
}
