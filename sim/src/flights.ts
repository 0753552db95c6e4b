import { destinationOf, distanceBetween, initialBearing, interpolatePlace } from '@samudra/nautical/geodesy'
import { METRES_PER_NM, place, type Place } from '@samudra/nautical/units'
import { chanceOf } from './dice.ts'

/** Where an aircraft is and how it flies at a moment; null while it stands with its transponder off. */
export type Flying = {
  place: Place
  altitude: number
  speed: number
  track: number
  rate: number
}

/**
 * Transmission of an aircraft: squitters, replies to radars only (located by multilateration), or by a ground station.
 */
export type Equipment = 'ADSB' | 'MLAT' | 'TISB'

export type Aircraft = {
  address: number
  callSign: string
  category: string
  squawk: number
  equipment: Equipment
  at(time: number): Flying | null
}

const AIRPORTS: Record<string, readonly [lat: number, lon: number]> = {
  BOM: [19.09, 72.87],
  DEL: [28.57, 77.1],
  MAA: [12.99, 80.17],
  COK: [10.15, 76.4],
  BLR: [13.2, 77.71],
  CCU: [22.65, 88.45],
  IXZ: [11.64, 92.73],
  CMB: [7.18, 79.88],
  MLE: [4.19, 73.53],
  DXB: [25.25, 55.36],
  DOH: [25.27, 51.61],
  MCT: [23.59, 58.28],
  KHI: [24.91, 67.16],
  JED: [21.68, 39.16],
  ADD: [8.98, 38.8],
  NBO: [-1.32, 36.93],
  DAR: [-6.88, 39.2],
  SEZ: [-4.67, 55.52],
  MRU: [-20.43, 57.68],
  JNB: [-26.14, 28.24],
  SIN: [1.36, 103.99],
  KUL: [2.75, 101.71],
  CGK: [-6.13, 106.66],
  PER: [-31.94, 115.97],
  BKK: [13.69, 100.75],
  DAC: [23.84, 90.4],
}

/** Airline, first address of its fleet here, route, cruising level in thousands of feet; near Hormuz first. */
const ROUTES = `
UAE 896100 DXB BOM 35|IGO 800d10 BOM MCT 34|OMA 70c040 MCT KHI 31|QTR 06a120 DOH MLE 39|UAE 896110 DXB PER 39
AIC 800a10 DEL DXB 36|PIA 760020 KHI JED 32|UAE 896120 DXB SIN 37|IGO 800d20 BOM CMB 35|ALK 770040 CMB DXB 36
AIC 800a20 MAA SIN 37|SIA 76cd20 SIN BOM 38|IGO 800d30 COK MLE 33|QTR 06a130 DOH PER 40|AIC 800a30 BOM NBO 38
IGO 800d40 MAA IXZ 35|AIC 800a40 CCU IXZ 34|ETH 040080 ADD BOM 39|KQA 04c110 NBO BOM 37|UAE 896130 DXB MRU 38
UAE 896140 DXB SEZ 37|MAU 060010 MRU PER 39|MAU 060011 MRU BOM 38|SIA 76cd30 SIN JNB 36|MAS 750090 KUL BOM 36
MAS 750091 KUL DXB 38|THA 880440 BKK BOM 34|IGO 800d50 BOM SIN 35|AIC 800a50 BLR CMB 31|ALK 770041 CMB KUL 37
UAE 896150 DXB CMB 37|QTR 06a140 DOH SIN 39|QTR 06a150 DOH SEZ 38|AIC 800a60 DEL MRU 38|IGO 800d60 COK MCT 36
BBC 702010 DAC SIN 35|GIA 8a0230 CGK JED 34|QFA 7c6b10 PER JNB 36|UAE 896160 DXB DAR 37|SIA 76cd40 SIN MLE 36
`
const flightsOf = () =>
  ROUTES.trim()
    .split(/[|\n]/)
    .map((line) => line.split(' '))

const GROUND_MS = 15 * 60_000
/** Climb and descent take this much of the way. */
const CLIMB_NM = 110
const CRUISE_KN = 470
const CLIMB_KN = 320

/** To and fro along the great circle for ever, with a stay on the ground at each end. */
function airliner(seed: number, index: number, [airline, hex, from, to, level]: string[]): Aircraft {
  const ends = [from!, to!].map((name) => place(...(AIRPORTS[name] as [number, number])))
  const nm = distanceBetween(ends[0]!, ends[1]!) / METRES_PER_NM
  const climb = Math.min(CLIMB_NM, nm / 2.5)
  const climbMs = (climb / CLIMB_KN) * 3_600_000
  const cruiseMs = ((nm - 2 * climb) / CRUISE_KN) * 3_600_000
  const legMs = 2 * climbMs + cruiseMs + GROUND_MS
  const phase = chanceOf(seed, index, 31) * 2 * legMs
  const top = Number(level) * 1000
  return {
    address: parseInt(hex!, 16),
    callSign: `${airline}${101 + ((index * 37) % 800)}`,
    category: index % 3 === 0 ? 'A5' : 'A3',
    squawk: 0o2000 + ((index * 73) % 0o5000),
    equipment: 'ADSB',
    at: (time) => {
      const within = (((time + phase) % (2 * legMs)) + 2 * legMs) % (2 * legMs)
      const isBack = within >= legMs
      const ms = (isBack ? within - legMs : within) - GROUND_MS
      if (ms < 0) return null
      const [start, end] = isBack ? [ends[1]!, ends[0]!] : [ends[0]!, ends[1]!]
      const isClimb = ms < climbMs
      const isDescent = ms > climbMs + cruiseMs
      const part = isClimb ? ms / climbMs : isDescent ? (climbMs * 2 + cruiseMs - ms) / climbMs : 1
      const flown = isClimb
        ? part * climb
        : isDescent
          ? nm - part * climb
          : climb + ((ms - climbMs) / cruiseMs) * (nm - 2 * climb)
      const here = interpolatePlace(start, end, flown / nm)
      // Eastbound at odd thousands, westbound one below.
      const altitude = Math.round((part * (top - (isBack ? 1000 : 0))) / 25) * 25
      const rate = isClimb ? 1664 : isDescent ? -1664 : 0
      return {
        place: here,
        altitude,
        speed: isClimb || isDescent ? CLIMB_KN : CRUISE_KN,
        track: flown / nm > 0.999 ? initialBearing(start, end) : initialBearing(here, end),
        rate,
      }
    },
  }
}

/** A closed round of corners flown for ever at one height. */
function rounds(
  who: Omit<Aircraft, 'at'>,
  corners: readonly (readonly [lat: number, lon: number])[],
  flight: { altitude: number; speed: number },
  phase: number,
): Aircraft {
  const marks = corners.map(([lat, lon]) => place(lat, lon))
  const legs = marks.map((mark, i) => distanceBetween(mark, marks[(i + 1) % marks.length]!))
  const whole = legs.reduce((sum, leg) => sum + leg, 0)
  return {
    ...who,
    at: (time) => {
      const metres = (flight.speed * METRES_PER_NM) / 3600
      let way = ((((time / 1000) * metres + phase * whole) % whole) + whole) % whole
      let leg = 0
      while (way > legs[leg]!) way -= legs[leg++]!
      const [from, to] = [marks[leg]!, marks[(leg + 1) % marks.length]!]
      const bearing = initialBearing(from, to)
      return { place: destinationOf(from, bearing, way), ...flight, track: bearing, rate: 0 }
    },
  }
}

/** Up and down a search area, one leg beside the other. */
const ladder = (west: number, south: number, east: number, north: number, legs: number) =>
  Array.from({ length: legs }, (_, i) => {
    const lon = west + ((east - west) * i) / (legs - 1)
    const ends: (readonly [number, number])[] = [
      [south, lon],
      [north, lon],
    ]
    return i % 2 === 0 ? ends : ends.reverse()
  }).flat()

/** The aircraft of a sky: patrol and helicopters first, then as many airliners as are wanted. */
export function aircraftOf(seed: number, count: number): Aircraft[] {
  const chance = (n: number) => chanceOf(seed, n, 37)
  const special = [
    rounds(
      { address: 0x800f01, callSign: 'PATROL7', category: 'A3', squawk: 0o4417, equipment: 'ADSB' },
      ladder(69, 12, 71.5, 15.5, 6),
      { altitude: 1500, speed: 230 },
      chance(1),
    ),
    rounds(
      { address: 0x800f02, callSign: 'RESCUE 3', category: 'A7', squawk: 0o0033, equipment: 'ADSB' },
      [
        [18.95, 72.8],
        [19.35, 71.4],
        [19.1, 71.2],
      ],
      { altitude: 700, speed: 130 },
      chance(2),
    ),
    rounds(
      { address: 0x800f03, callSign: '', category: 'A7', squawk: 0o4471, equipment: 'MLAT' },
      [
        [9.96, 76.2],
        [9.7, 75.7],
        [10.3, 75.75],
      ],
      { altitude: 1000, speed: 120 },
      chance(3),
    ),
    rounds(
      { address: 0x896f04, callSign: '', category: 'A1', squawk: 0o1200, equipment: 'TISB' },
      [
        [25.6, 56.5],
        [26.3, 56.2],
        [25.9, 57.2],
      ],
      { altitude: 3500, speed: 140 },
      chance(4),
    ),
  ]
  const airliners = flightsOf().map((words, i) => airliner(seed, i, words))
  return [...special, ...airliners].slice(0, count)
}
