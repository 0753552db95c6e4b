import { countryOfMid, type Country } from './mid.ts'

/** Kind of station by the form of its number (ITU-R M.585-9, annexes 1 and 2). */
export type StationClass =
  | 'ship'
  | 'coast'
  | 'group'
  | 'sar-aircraft'
  | 'handheld'
  | 'craft'
  | 'aton'
  | 'sart'
  | 'mob'
  | 'epirb'
  | 'amrd'
  | 'illegal'

const NONE = -1
/** A group call number addresses ships and has no ship's digits in front. */
const isDigits = (mmsi: number) => Number.isInteger(mmsi) && mmsi >= 0 && mmsi <= 999_999_999

/**
 * Returns the class by form only: `isIllegalMmsi` checks whether the country digits were assigned. Numbers lose their
 * leading zeros, so 002191234 comes as 2191234.
 */
function formOf(mmsi: number): StationClass {
  if (!isDigits(mmsi) || mmsi === 0) return 'illegal'
  if (mmsi < 10_000_000) return mmsi >= 2_000_000 && mmsi < 8_000_000 ? 'coast' : 'illegal'
  if (mmsi < 100_000_000) return mmsi >= 20_000_000 && mmsi < 80_000_000 ? 'group' : 'illegal'
  if (mmsi < 200_000_000) return mmsi >= 111_200_000 && mmsi < 111_800_000 ? 'sar-aircraft' : 'illegal'
  if (mmsi < 800_000_000) return 'ship'
  if (mmsi < 900_000_000) return 'handheld'
  return ninesOf(mmsi)
}

function ninesOf(mmsi: number): StationClass {
  const three = Math.floor(mmsi / 1_000_000)
  if (three === 970) return 'sart'
  if (three === 972) return 'mob'
  if (three === 974) return 'epirb'
  if (three === 979) return 'amrd'
  const two = Math.floor(mmsi / 10_000_000)
  if (two === 98) return 'craft'
  return two === 99 ? 'aton' : 'illegal'
}

/** The three country digits of a number, or NONE where its class has none (SART, MOB, EPIRB, autonomous devices). */
function midOf(mmsi: number, station: StationClass): number {
  switch (station) {
    case 'ship':
      return Math.floor(mmsi / 1_000_000)
    case 'coast':
      return Math.floor(mmsi / 10_000)
    case 'group':
      return Math.floor(mmsi / 100_000)
    case 'sar-aircraft':
      return Math.floor(mmsi / 1000) % 1000
    case 'handheld':
      return Math.floor(mmsi / 100_000) % 1000
    case 'craft':
    case 'aton':
      return Math.floor(mmsi / 10_000) % 1000
    default:
      return NONE
  }
}

/** Returns true for the same digit nine times, or 123456789: a number that was never entered. */
const isPlaceholder = (mmsi: number) => mmsi % 111_111_111 === 0 || mmsi === 123_456_789

/** Class of a station by its number; 'illegal' when the form, or its country digits, were never given out. */
export function stationClass(mmsi: number): StationClass {
  const station = formOf(mmsi)
  if (station === 'illegal' || isPlaceholder(mmsi)) return 'illegal'
  const mid = midOf(mmsi, station)
  return mid === NONE || countryOfMid(mid) !== null ? station : 'illegal'
}

/** Flag of a station by its country digits; null when it has none or they were never given out. */
export function countryOfMmsi(mmsi: number): Country | null {
  const mid = midOf(mmsi, formOf(mmsi))
  return mid === NONE ? null : countryOfMid(mid)
}

/** The stations that may send a message type; a type that is not listed may come from any station. */
/** A hand-held radio with AIS goes by its own number, an autonomous device (a net, a buoy) by 979. */
const SHIPS: readonly StationClass[] = ['ship', 'craft', 'handheld', 'amrd']
const POSITIONS: readonly StationClass[] = [...SHIPS, 'sart', 'mob', 'epirb']
const SENDERS: Readonly<Record<number, readonly StationClass[]>> = {
  1: POSITIONS,
  2: POSITIONS,
  3: POSITIONS,
  4: ['coast'],
  5: SHIPS,
  9: ['sar-aircraft'],
  16: ['coast'],
  17: ['coast'],
  18: SHIPS,
  19: SHIPS,
  20: ['coast'],
  21: ['aton'],
  22: ['coast'],
  23: ['coast'],
  24: SHIPS,
  27: POSITIONS,
}

const NAMES: Readonly<Record<StationClass, string>> = {
  ship: 'a ship',
  coast: 'a coast station',
  group: 'a group of ships',
  'sar-aircraft': 'a search and rescue aircraft',
  handheld: 'a handheld radio',
  craft: 'a craft of a mother ship',
  aton: 'an aid to navigation',
  sart: 'a search and rescue transmitter',
  mob: 'a man-overboard device',
  epirb: 'an emergency beacon',
  amrd: 'an autonomous radio device',
  illegal: 'nobody',
}

function whyIllegal(mmsi: number, station: StationClass, messageType: number): string {
  const shown = String(mmsi).padStart(9, '0')
  if (!isDigits(mmsi)) return `${mmsi} is not a nine-digit number`
  if (isPlaceholder(mmsi)) return `${shown} is a placeholder that was never assigned`
  const form = formOf(mmsi)
  if (form === 'illegal') return `${shown} has a form no station is given`
  if (station !== 'illegal')
    return `message ${messageType} came from the number of ${NAMES[station]}: ${shown}`
  const mid = String(midOf(mmsi, form)).padStart(3, '0')
  return `${shown} has the country digits ${mid}, which are not given out`
}

/**
 * Why a number may not have sent a message of a type, as a sentence; null when it may. ITU-R M.585-9:
 * ships MIDXXXXXX, coast stations 00MID, search and rescue aircraft 111MID, hand-held radios
 * 8MID, craft of a mother ship 98MID, aids 99MID, autonomous radio devices 979.
 */
export function isIllegalMmsi(mmsi: number, messageType: number): string | null {
  const station = stationClass(mmsi)
  if (station !== 'illegal') {
    const senders = SENDERS[messageType]
    if (senders === undefined || senders.includes(station)) return null
  }
  return whyIllegal(mmsi, station, messageType)
}
