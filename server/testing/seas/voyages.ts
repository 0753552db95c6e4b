import { aFix, dice, type PlainFix } from './fixes.ts'

/** First instant of the voyages. */
export const START = Date.UTC(2025, 0, 30)
const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
/** 1 kn for a minute, as degrees x 1e6 of latitude. */
const KNOT_MINUTE = 1852 / 60 / 0.1113195

/** A day of one ship: under way north, a turn to the east, a stop, away again, three hours of silence, and on. */
export function aVoyage(mmsi: number, start: number): PlainFix[] {
  const { roll } = dice(mmsi)
  const fixes: PlainFix[] = []
  let [lat, lon] = [10e6, 70e6]
  for (let minute = 0; minute < 1439; minute += 2) {
    const isStopped = minute > 500 && minute < 700
    const goesEast = minute > 300 && minute < 500
    const step = isStopped ? 0 : 2 * 12 * KNOT_MINUTE
    if (goesEast) lon += step
    else lat += step
    if (minute > 900 && minute < 1080) continue
    const recTime = start + minute * MINUTE + Math.floor(roll() * 20_000)
    fixes.push(
      aFix({
        mmsi,
        recTime,
        observedAt: recTime - 1000,
        lat: Math.round(lat + roll() * 200 - 100),
        lon: Math.round(lon + roll() * 200 - 100),
        quality: roll() < 0.05 ? 2 : 0,
        source: roll() < 0.7 ? 1 : 2,
      }),
    )
  }
  return fixes
}

/** Days of several ships, in the order of arrival. */
export const fleetOf = (ships: number, days: number) =>
  Array.from({ length: days }, (_, day) =>
    Array.from({ length: ships }, (_, ship) => aVoyage(419000001 + ship, START + day * DAY)),
  )
    .flat(2)
    .sort((a, b) => a.recTime - b.recTime)
    .map((fix, i) => ({ ...fix, fixId: fix.recTime * 1024 + (i % 1000) }))

/** Ages at which fixes are thinned and deleted. */
export const ages = (now: number) => ({ now, rawLinesDays: 30, rawDays: 2, thinDays: 5, errorM: 100 })
/** Query of all fixes. */
export const everything = { by: 'OBSERVED', from: 0, to: START * 2, order: 'CONTACT' } as const
