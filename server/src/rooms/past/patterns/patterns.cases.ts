import { getHabits, getLanes, getUsual, rebuildHabits, resetHabits } from '@samudra/contract/patterns'
import { PATTERN_WIDTH, LEAST_SEEN } from '@samudra/nautical/usual-value'
import { parameterCase } from '../../../../testing/parameters/row.ts'
import { noon, NOON, OTHER, SHIP, type Sea } from '../../../../testing/parameters/sea.ts'
import { cellOf } from '../../../sea/quarter-cells.ts'
import { packed } from './counters.ts'
import { keyOf, type LearnedDay } from './day-learner.ts'
import { beginFollow, storeDay } from './patterns.sql.ts'
import { LanePoints } from './lane-points.ts'
import { storeLanes } from './lanes.sql.ts'
import { DAY_MS, dayOf } from './learn.ts'
import { lanesOf } from './way-points.ts'

const PLACE = { latitude: 10, longitude: 72 }
const AWAY = { latitude: 10.3, longitude: 72 }
/** Two days: the third stays as it is, whatever is stored of it. */
const PERIOD = { from: noon(-3 * 24 * 60), to: noon(-2 * 24 * 60) }

const counted = (times: number) => packed(new Uint32Array(PATTERN_WIDTH).fill(times))

/** Three days learned of two ships, the first of two splits, and two cells; lanes made twice of two types. */
async function learned({ database: { db } }: Sea) {
  await beginFollow(db, NOON, dayOf(NOON))
  const cells = [cellOf(PLACE.latitude, PLACE.longitude), cellOf(AWAY.latitude, AWAY.longitude)]
  for (let age = 3; age > 0; age--) {
    const day = dayOf(NOON) - age * DAY_MS
    const rows: LearnedDay = {
      ships: [
        { key: keyOf(Number(SHIP), 0), body: counted(LEAST_SEEN * age), cells },
        { key: keyOf(Number(SHIP), 1), body: counted(3), cells: [] },
        { key: keyOf(Number(OTHER), 0), body: counted(5), cells: cells.slice(1) },
      ],
      cells: cells.map((key, i) => ({ key, body: counted(age + i) })),
      types: [7, 8].map((key) => ({ key, body: counted(age) })),
      lanePoints: [],
      fixes: 10,
    }
    await storeDay(db, day, rows, { now: day + DAY_MS, usableFrom: day + DAY_MS, isNext: false })
  }
  for (const group of [7, 8])
    for (const age of [3, 1]) {
      const points = new LanePoints()
      for (let i = 0; i < 40 * age; i++) points.take(i, group, 9.5 + (i % 40) / 40, 72 + group / 100, 120, 0)
      const { body } = points.packed()[0]!
      const build = { id: `${group} ${age}`, madeAt: NOON - age * DAY_MS, group, ...lanesOf(body) }
      await storeLanes(db, { ...build, fromDay: NOON - 9 * DAY_MS, toDay: dayOf(NOON) }, {})
    }
}
let done: Promise<void> | null = null
const about =
  <T>(query: T) =>
  async (sea: Sea) => {
    await (done ??= learned(sea))
    return query
  }

export const CASES = [
  parameterCase(getHabits, { base: about({ mmsi: SHIP }) }),
  parameterCase(getUsual, { base: about(PLACE) }),
  parameterCase(getLanes, { base: about({}) }),
  parameterCase(resetHabits, {
    base: about({ mmsi: SHIP, reason: 'Sold to another owner' }),
    other: { latitude: 10.3, longitude: 75, ship_type: 'CARGO', source: 'NONE' },
    state: async ({ call }) =>
      (await call(getHabits, { mmsi: SHIP, as_of: noon(3 * 24 * 60) })).resets.map(({ reason }) => reason),
  }),
  parameterCase(rebuildHabits, {
    base: about({ ...PERIOD, reason: 'A feed was wrong' }),
    other: { from: noon(-2 * 24 * 60) },
  }),
]
