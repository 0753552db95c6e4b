import { getHabits, getUsual } from '@samudra/contract/patterns'
import { PATTERN_COUNTERS, weekHourOf, type PatternCounter } from '@samudra/nautical/usual-value'
import { handle, type Handled } from '../../../platform/kernel/http/handle.ts'
import type { CallerVisibility } from '../../../platform/kernel/http/caller-visibility.ts'
import type { Clock } from '../../../platform/needs/clock.ts'
import type { Db } from '../../../platform/needs/database.ts'
import type { SourceNames } from '../../../sea/names.ts'
import { boxOf, cellOf } from '../../../sea/quarter-cells.ts'
import { countedDays, presentPeriod, USUAL_DAYS } from './counted.ts'
import { addPacked } from './counters.ts'
import { COVERAGE_WIDTH, receptionShare } from './coverage.ts'
import { keyOf } from './day-learner.ts'
import { bodiesOf, coverageOf } from './patterns.sql.ts'
import { COVERAGE_DAYS } from './pattern-knowledge.ts'
import { readResets } from './resets.sql.ts'
import { isWholeSeen } from './seen-cells.ts'

type Needs = { db: Db; clock: Clock; names: SourceNames }
const HOUR_MS = 3_600_000
/** Maximum number of places in an answer; more are not readable. */
const MOST_PLACES = 200

export const patternOps = (needs: Needs): Handled[] => [ofVessel(needs), ofPlace(needs)]

const usualOf = (counts: Uint32Array) => {
  const of = (counter: PatternCounter) => {
    const { from, size } = PATTERN_COUNTERS[counter]
    return [...counts.subarray(from, from + size)]
  }
  return { hours: of('hour'), intervals: of('interval'), speeds: of('speed'), courses: of('course') }
}

const ofVessel = ({ db, clock }: Needs) =>
  handle(getHabits, async ({ input, caller }) => {
    const at = input.as_of === undefined ? clock.now() : Date.parse(input.as_of)
    const [mmsi, split] = [Number(input.mmsi), input.split_id ?? 0]
    // The pattern uses all fixes of the vessel, so a caller with limited visibility receives nothing.
    if (!caller.visibility.all)
      return {
        mmsi: input.mmsi,
        ...presentPeriod({ days: [], learnedAt: null, resets: [] }, 0, at),
        usual: null,
        places: [],
      }
    const of = { subject: 'VESSEL' as const, key: keyOf(mmsi, split) }
    const counted = await countedDays(db, { at, days: input.days ?? USUAL_DAYS, of })
    const { counts, days } = await bodiesOf(db, { mmsi, split }, counted.days)
    const cells = new Map<number, number>()
    for (const day of days) for (const cell of day.cells) cells.set(cell, (cells.get(cell) ?? 0) + 1)
    return {
      mmsi: input.mmsi,
      ...presentPeriod(counted, days.length, at),
      usual: usualOf(counts),
      places: [...cells]
        .toSorted(([a, more], [b, less]) => less - more || a - b)
        .slice(0, MOST_PLACES)
        .map(([cell, seen]) => ({ latitude: boxOf(cell).south, longitude: boxOf(cell).west, days: seen })),
    }
  })

const ofPlace = ({ db, clock, names }: Needs) =>
  handle(getUsual, async ({ input, caller: { visibility } }) => {
    const at = input.as_of === undefined ? clock.now() : Date.parse(input.as_of)
    const cell = cellOf(Math.min(input.latitude, 89.999), input.longitude)
    const box = boxOf(cell)
    const isSeen = isWholeSeen(box, visibility)
    const counted = await countedDays(db, {
      at,
      days: input.days ?? USUAL_DAYS,
      of: { subject: 'CELL', key: cell },
    })
    const reported = isSeen && visibility.everySource
    const { counts, days } = await bodiesOf(db, { cell }, reported ? counted.days : [])
    const week = Array.from({ length: 168 }, () => 0)
    for (const day of days)
      for (let hour = 0; hour < 24; hour++)
        if (day.counts[PATTERN_COUNTERS.hour.from + hour]! > 0) week[weekHourOf(day.day + hour * HOUR_MS)]!++
    return {
      ...box,
      ...presentPeriod(reported ? counted : { days: [], learnedAt: null, resets: [] }, days.length, at),
      usual: reported ? usualOf(counts) : null,
      week: reported ? week : null,
      coverage: isSeen ? await coverage({ db, names }, { cell, at, visibility }) : [],
    }
  })

async function coverage(
  { db, names }: Pick<Needs, 'db' | 'names'>,
  { cell, at, visibility }: { cell: number; at: number; visibility: CallerVisibility },
) {
  const resets = await readResets(db)
  const { days } = await countedDays(db, {
    at,
    days: COVERAGE_DAYS,
    of: { subject: 'CELL', key: Number.NaN },
  })
  const sums = new Map<number, Uint32Array>()
  for (const { source_id, day, body } of await coverageOf(db, cell, days)) {
    const since = resets.findLast((one) => one.subject === 'SOURCE' && one.key === source_id && one.at <= at)
    if (!visibility.source(names.sourceCode(source_id)) || day.getTime() < (since?.at ?? -Infinity)) continue
    const sum = sums.get(source_id) ?? new Uint32Array(COVERAGE_WIDTH)
    sums.set(source_id, sum)
    addPacked(body, sum, 0)
  }
  return [...sums].map(([source, sum]) => {
    const hours = Array.from({ length: 24 }, (_, hour) => receptionShare(sum, 0, hour))
    return {
      source: names.sourceCode(source),
      fixes: hours.map(({ fixes }) => fixes),
      share: hours.map(({ share }) => share),
    }
  })
}
