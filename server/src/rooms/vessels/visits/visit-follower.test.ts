import { circleAround } from '@samudra/nautical/polygons/shapes'
import { destinationOf } from '@samudra/nautical/geodesy'
import { place } from '@samudra/nautical/units'
import { expect, test } from 'vitest'
import { aDatabase } from '../../../../testing/servers/a-database.ts'
import { aFix, columnsOf, dice, storeFixes, type PlainFix } from '../../../../testing/seas/fixes.ts'
import { fixReader } from '../../past/history/read/reader.ts'
import type { Db } from '../../../platform/needs/database.ts'
import type { JobRun } from '../../../platform/needs/jobs.ts'
import { inTransaction } from '../../../platform/needs/query.ts'
import { FIRST_IMPORT_FEED } from '../../../sea/fix-batch.ts'
import { computeBack } from './back.ts'
import { VisitFollower } from './visit-follower.ts'
import type { Outline } from './outlines.ts'
import { newCrossings } from './visit-fixes.ts'
import { visitsUnderWay } from './visits.sql.ts'
import { watchedZones } from './visit-zones.sql.ts'

const MINUTE = 60_000
const START = Math.floor(Date.now() / 86_400_000) * 86_400_000 - 86_400_000
const LABEL = {
  name: 'x',
  country: '',
  source: '',
  edition: '',
  approx: false,
  disputed: false,
  claimants: [],
}

/** Circles and boxes that touch, hold and overlap each other. */
const OUTLINES: Outline[] = [
  [place(10, 72), 12_000],
  [place(10.1, 72.1), 9000],
  [place(10, 72.05), 3000],
  [place(9.9, 71.95), 500],
].map(([centre, radius], i) => ({
  kind: 'AOI',
  id: `area ${i}`,
  place: `area ${i}`,
  geometryVersion: 1,
  shape: '1',
  backDays: 30,
  label: LABEL,
  polygons: [[circleAround(centre as ReturnType<typeof place>, radius as number)]],
}))
const outlinesOf = (some: readonly Outline[]) => ({
  mark: String(some.length),
  all: () => new Map(some.map((one) => [`${one.kind} ${one.id}`, one])),
})

/** Fixes of some ships in the order in which they came: some late, some from files, with silences between. */
function voyages(seed: number): PlainFix[] {
  const { below, roll, one } = dice(seed)
  const fixes = [1, 2, 3].flatMap((ship) => {
    let at = START + below(MINUTE)
    let [lat, lon, course] = [9.9 + roll() * 0.2, 71.9 + roll() * 0.2, below(360)]
    return Array.from({ length: 60 }, () => {
      const minutes = one([1, 3, 6, 6, 10, 20, 45])
      at += minutes * MINUTE
      course += below(120) - 60
      ;({ lat, lon } = destinationOf(place(lat, lon), course, below(minutes * 500)))
      const late = one([0, 0, 0, 0, 3, 15, 70]) * MINUTE
      const isImported = roll() < 0.05
      const recTime = at + (isImported ? 300 * MINUTE : late)
      return aFix({
        mmsi: 419000000 + ship,
        recTime,
        observedAt: at,
        lat: Math.round(lat * 1e6),
        lon: Math.round(lon * 1e6),
        sog: below(200),
        feed: isImported ? FIRST_IMPORT_FEED + 1 : 1,
      })
    })
  })
  fixes.sort((a, b) => a.recTime - b.recTime)
  return fixes.map((fix, i) => ({ ...fix, fixId: fix.recTime * 1024 + (i % 1024) }))
}

/** Returns the visits of all fixes together, by vessel in order of time. */
function whole(fixes: readonly PlainFix[], outlines: readonly Outline[]): string[] {
  const received: string[] = []
  for (const mmsi of new Set(fixes.map((fix) => fix.mmsi))) {
    const visits = new Set<Parameters<Parameters<typeof newCrossings>[0]>[0]>()
    const crossings = newCrossings((visit) => visits.add(visit))
    outlines.forEach(({ polygons }, zone) => crossings.putZone(zone, polygons))
    const own = fixes
      .filter((fix) => fix.mmsi === mmsi)
      .sort((a, b) => a.observedAt - b.observedAt || a.fixId - b.fixId)
    for (const { observedAt, lat, lon, fixId, source, sog } of own)
      crossings.take(0, observedAt, lat / 1e6, lon / 1e6, fixId, source, sog)
    for (const { zone, entry, exit, leaving } of visits)
      received.push(
        `${mmsi} ${outlines[zone]!.id} ${entry.claim} ${entry.at} ${exit?.claim ?? leaving?.claim} ${exit?.at ?? leaving?.at}`,
      )
  }
  return received.sort()
}

async function stored(db: Db): Promise<string[]> {
  const zones = new Map((await watchedZones(db)).map(({ zone, id }) => [zone, id]))
  const all = await inTransaction(db, async (client) => {
    const { rows } = await client.query<Record<string, Date | number>>('select * from visits')
    return rows
  })
  const claim = (n: unknown) => ['CROSSED', 'SILENT', 'FIRST_HEARD'][n as number]
  const ms = (at: unknown) => (at as Date | null)?.getTime()
  return all
    .map(
      (row) =>
        `${row['mmsi'] as number} ${zones.get(row['zone'] as number)} ${claim(row['entry_claim'])} ${ms(row['entered_at'])} ${claim(row['exit_claim'])} ${ms(row['exited_at'])}`,
    )
    .sort()
}

function aStore(db: Db, outlines: readonly Outline[], now: () => number) {
  const needs = {
    db,
    clock: { now },
    lease: { isOurs: true },
    fixes: fixReader(db),
    flush: async () => undefined,
    outlines: outlinesOf(outlines),
  }
  const run = (mark: unknown = null): JobRun => ({
    input: {},
    tries: 1,
    mark,
    signal: new AbortController().signal,
    progress: () => undefined,
    step: (_, work) => inTransaction(db, async (client) => work?.(client)),
  })
  const enqueue = async () => (await computeBack(needs as never, run()), 'job')
  return new VisitFollower({ ...needs, jobs: { enqueue } } as never)
}

test.each([10, 22, 38])(
  'late fixes and server kills at any moment give the log of all fixes in order (%i)',
  async (seed) => {
    const { db } = await aDatabase()
    const { below, roll } = dice(seed * 77)
    const fixes = voyages(seed)
    let now = START
    let outlines = OUTLINES.slice(0, 3)
    let follower = aStore(db, outlines, () => now)
    for (let from = 0; from < fixes.length;) {
      const some = fixes.slice(from, from + 1 + below(20))
      from += some.length
      now = some.at(-1)!.recTime + 1
      await storeFixes(db, some)
      follower.hear(columnsOf(some.filter(({ feed }) => feed < FIRST_IMPORT_FEED)))
      follower.hearImported(columnsOf(some.filter(({ feed }) => feed >= FIRST_IMPORT_FEED)))
      if (roll() < 0.7) await follower.turn(roll() < 0.4)
      // Another outline in the middle; its past is computed first.
      if (from > fixes.length / 2) outlines = OUTLINES
      if (roll() < 0.2) follower = aStore(db, outlines, () => now)
    }
    follower = aStore(db, OUTLINES, () => now)
    for (let i = 0; i < 4; i++) await follower.turn(true)
    expect(await stored(db)).toEqual(whole(fixes, OUTLINES))
    expect((await visitsUnderWay(db, { zones: [1, 2, 3, 4] })).length).toBeLessThan(12)
  },
)
