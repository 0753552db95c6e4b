import { metresBetween } from '@samudra/nautical/geodesy'
import type { Dice } from './dice.ts'
import type { Rest, Roam } from './motion.ts'
import { GATES, isSea, isSeaAround, NODES, PORTS, type Port } from './water.ts'

/** Where boats fish: degrees, and how far the ground spreads. */
const FISHING_GROUNDS = [
  { lat: 20.5, lon: 69.9, spread: 0.7, weight: 6 },
  { lat: 18.2, lon: 71.9, spread: 0.8, weight: 6 },
  { lat: 13.6, lon: 73.7, spread: 0.6, weight: 5 },
  { lat: 9.1, lon: 75.8, spread: 0.5, weight: 6 },
  { lat: 8.1, lon: 77.3, spread: 0.5, weight: 4 },
  { lat: 7.3, lon: 79.3, spread: 0.4, weight: 5 },
  { lat: 5.6, lon: 80.7, spread: 0.5, weight: 5 },
  { lat: 8.9, lon: 81.9, spread: 0.5, weight: 3 },
  { lat: 12.0, lon: 80.6, spread: 0.5, weight: 4 },
  { lat: 16.2, lon: 82.2, spread: 0.5, weight: 4 },
  { lat: 19.9, lon: 87.0, spread: 0.5, weight: 4 },
  { lat: 20.9, lon: 91.2, spread: 0.6, weight: 4 },
  { lat: 20.1, lon: 59.2, spread: 0.6, weight: 4 },
  { lat: 17.2, lon: 55.9, spread: 0.5, weight: 3 },
  { lat: 24.4, lon: 66.2, spread: 0.5, weight: 4 },
  { lat: 7.6, lon: 97.8, spread: 0.5, weight: 3 },
  { lat: -5.0, lon: 56.4, spread: 0.6, weight: 1 },
  { lat: 5.4, lon: 73.0, spread: 0.7, weight: 2 },
] as const

/** Where yachts and day boats are. */
const LEISURE_PORTS = new Set([
  'INBOM',
  'INCOK',
  'MVMLE',
  'THHKT',
  'MYPEN',
  'SCPOV',
  'MUPLU',
  'SGSIN',
  'AEJEA',
  'LKCMB',
  'OMMCT',
])

export const HARBOURS = PORTS.filter(({ code }) => !GATES.has(code))
const LEISURE = HARBOURS.filter(({ code }) => LEISURE_PORTS.has(code))

const AT_ANCHOR = 1
const MOORED = 5
const FISHING = 7
const UNDER_WAY = 0

const isInBox = (box: readonly number[] | null, lat: number, lon: number) =>
  box === null || (lon >= box[0]! && lat >= box[1]! && lon <= box[2]! && lat <= box[3]!)

export const harboursIn = (box: readonly number[] | null): readonly Port[] =>
  HARBOURS.filter(({ berth }) => isInBox(box, NODES[berth]![1], NODES[berth]![0]))

/** Returns a place within `reach` degrees of a corner of the network with the required open water. */
function placeNear(dice: Dice, node: number, reach: number, room: number): { lat: number; lon: number } {
  const [lon, lat] = NODES[node]!
  for (let attempt = 0; attempt < 60; attempt++) {
    const tried = { lat: lat + dice.between(-reach, reach), lon: lon + dice.between(-reach, reach) }
    if (room === 0 ? isSea(tried.lat, tried.lon) : isSeaAround(tried.lat, tried.lon, room)) return tried
  }
  return { lat, lon }
}

export const atAnchor = (dice: Dice, { roads }: Port): Rest => ({
  kind: 'rest',
  ...placeNear(dice, roads, 0.09, 0.02),
  swing: dice.between(0.0005, 0.0015),
  navStatus: AT_ANCHOR,
})

export const atBerth = (dice: Dice, { berth }: Port): Rest => ({
  kind: 'rest',
  ...placeNear(dice, berth, 0.03, 0),
  swing: 0,
  navStatus: MOORED,
})

/** Works about a place at `knots`; the box it works in is open water. */
function roamAbout(
  dice: Dice,
  at: { lat: number; lon: number },
  half: number,
  knots: number,
  navStatus: number,
): Roam {
  const rate = (knots * 1852) / 3600 / (half * 111_000)
  return {
    kind: 'roam',
    ...at,
    half,
    rateLon: rate * dice.between(0.7, 1.1),
    rateLat: rate * dice.between(0.5, 0.9),
    phase: dice.between(0, 6),
    navStatus,
  }
}

export function fishing(dice: Dice, box: readonly number[] | null): Roam {
  const half = dice.between(0.04, 0.12)
  const known = FISHING_GROUNDS.filter(({ lat, lon }) => isInBox(box, lat, lon))
  for (let attempt = 0; attempt < 60 && known.length > 0; attempt++) {
    const { lat, lon, spread } = dice.weighted(known)
    const around = () => (dice.next() + dice.next() + dice.next() - 1.5) * spread
    const at = { lat: lat + around(), lon: lon + around() }
    if (isSeaAround(at.lat, at.lon, half)) return roamAbout(dice, at, half, dice.between(2, 5), FISHING)
  }
  const harbour = dice.pick(harboursIn(box))
  return roamAbout(dice, placeNear(dice, harbour.roads, 0.3, 0.02), 0.02, 3, FISHING)
}

export function leisure(dice: Dice, box: readonly number[] | null): Roam {
  const near = LEISURE.filter(({ berth }) => isInBox(box, NODES[berth]![1], NODES[berth]![0]))
  const { roads } = dice.pick(near.length > 0 ? near : harboursIn(box))
  return roamAbout(dice, placeNear(dice, roads, 0.2, 0.02), 0.018, dice.between(3, 7), UNDER_WAY)
}

/** A harbour less than a day from another by ferry. */
export function neighbourOf(dice: Dice, home: Port): Port {
  const [lon, lat] = NODES[home.roads]!
  const far = ({ roads }: Port) => metresBetween(lat, lon, NODES[roads]![1], NODES[roads]![0])
  const near = HARBOURS.filter((port) => port !== home).sort((a, b) => far(a) - far(b))
  return dice.pick(near.slice(0, 3))
}
