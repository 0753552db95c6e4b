import type { CountedPlace, UsualVessels } from '@samudra/rules/world'
import type { Db } from '../../../platform/needs/database.ts'
import { BUCKET_MS, baselineOf, baselineWindow, bucketOf } from '../../../sea/baseline.ts'
import type { UsualVesselsTable } from '../../../sea/usual-vessels.ts'
import { countedCells, coveredBuckets } from './traffic.ops.ts'
import { areaNumbers, countsVersion } from './traffic.sql.ts'

const HOUR_MS = BUCKET_MS.hour
const DAY_MS = BUCKET_MS.day
/** Hours of a day are compared with the counts as they were stored so long before that day: they stay the same afterwards. */
const KNOWN_BEFORE_MS = 3 * HOUR_MS

export type UsualVesselsQuery = {
  places: readonly CountedPlace[]
  from: number
  to: number
  /** True for counts as they are stored now, false for those that were stored before each day. */
  corrected: boolean
}

/** Reads what is usual in the hours of the clock of a period into a table, as far as it is not there. */
export async function readUsualVessels(
  db: Db,
  table: UsualVesselsTable,
  { places, from, to, corrected }: UsualVesselsQuery,
): Promise<void> {
  const hours: number[] = []
  for (let hour = bucketOf(from, 'hour'); hour < to; hour += HOUR_MS) hours.push(hour)
  const missing = (place: CountedPlace) => hours.filter((hour) => table.at(place, hour) === null)
  if (places.every((place) => missing(place).length === 0)) return
  const numbers = await areaNumbers(db)
  const now = corrected ? await countsVersion(db) : 0
  for (const place of places) {
    const number = numbers.get(place.area)
    if (number === undefined) continue
    for (const [day, ofDay] of byDay(missing(place))) {
      const version = corrected ? now : day - KNOWN_BEFORE_MS
      for (const [hour, usual] of await usualIn(db, { number, kinds: place.kinds, hours: ofDay, version }))
        table.put(place, hour, usual)
    }
  }
}

function byDay(hours: readonly number[]): Map<number, number[]> {
  const days = new Map<number, number[]>()
  for (const hour of hours) {
    const day = Math.floor(hour / DAY_MS) * DAY_MS
    days.set(day, [...(days.get(day) ?? []), hour])
  }
  return days
}

type HoursQuery = {
  number: number
  kinds: readonly string[] | null
  hours: readonly number[]
  version: number
}
async function usualIn(
  db: Db,
  { number, kinds, hours, version }: HoursQuery,
): Promise<[number, UsualVessels][]> {
  const windows = hours.map(
    (hour) => [hour, baselineWindow({ from: hour, to: hour + HOUR_MS }, 'hour')] as const,
  )
  const only = [...new Set(windows.flatMap(([, window]) => window.only))]
  const covered = await coveredBuckets({ db }, { bucket: 'hour', only, version })
  const cells = await countedCells(
    db,
    {
      span: 'H',
      from: Math.min(...only),
      to: Math.max(...only) + HOUR_MS,
      only,
      by: null,
      areas: [number],
      kinds,
      countries: null,
      sources: null,
    },
    version,
  )
  return windows.map(([hour, window]) => {
    const own = new Set(window.only)
    const { enough, weeks, total } = baselineOf([hour], {
      cells: cells.flatMap(({ t, vessels }) => (own.has(t) ? [{ t, key: '', value: vessels }] : [])),
      window,
      covered,
    })
    return [hour, { enough, weeks, mean: total?.mean ?? 0, sd: total?.sd ?? 0 }]
  })
}
