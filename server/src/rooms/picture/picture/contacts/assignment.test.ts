import fc from 'fast-check'
import { expect, test } from 'vitest'
import { FLAG } from '../../../../sea/marks.ts'
import { NONE16, QUALITY, REASON, fixBatch, type FixBatch } from '../../../../sea/fix-batch.ts'
import { Picture } from '../picture.ts'

const NOON = Date.UTC(2026, 0, 5, 12)
const MINUTE = 60_000
const HOUR = 60 * MINUTE
const MMSI = 416000000
const GOOD = 1
const LATE = 2

/** Report: position in degrees, knots, degrees, time and source. */
type Heard = {
  lat: number
  lon: number
  sog?: number
  cog?: number
  at: number
  source?: number
  type?: number
}

function batchOf({ lat, lon, sog, cog, at, source = GOOD, type = 1 }: Heard): FixBatch {
  const batch = fixBatch(1)
  batch.count = 1
  batch.fixId[0] = at
  batch.mmsi[0] = MMSI
  batch.lat[0] = Math.round(lat * 1e6)
  batch.lon[0] = Math.round(lon * 1e6)
  batch.sog[0] = sog === undefined ? NONE16 : Math.round(sog * 10)
  batch.cog[0] = cog === undefined ? NONE16 : Math.round(cog * 10)
  batch.heading[0] = NONE16
  batch.navStatus[0] = 0
  batch.type[0] = type
  batch.observedAt[0] = NOON + at
  batch.recTime[0] = NOON + at
  batch.source[0] = source
  batch.feed[0] = source
  batch.station[0] = -1
  return batch
}

/** Returns a picture; `hear` passes a report and returns its split, or the reason for quarantine. */
function aPicture() {
  const picture = new Picture({ priority: (feed) => feed, trust: () => 0.5 })
  const hear = (heard: Heard): number | 'JUMP' | 'LATE' => {
    const batch = batchOf(heard)
    picture.judge(batch)
    if (batch.quality[0] !== QUALITY.QUARANTINED) return batch.split[0]!
    return batch.reasons[0]! & REASON.OUT_OF_ORDER ? 'LATE' : 'JUMP'
  }
  const { store } = picture
  const isMarked = () => (store.flags[store.firstOf(MMSI)]! & FLAG.DUPLICATE_FLAG) !== 0
  return { picture, hear, alive: () => store.alive, isMarked }
}

/** Where a ship is that left a place at noon and goes on at a speed; `turn` degrees an hour to starboard. */
function sailing(from: { lat: number; lon: number }, sog: number, cog: number, turn = 0) {
  const places = [{ ...from, sog, cog }]
  for (let minute = 1; minute <= 24 * 60; minute++) {
    const was = places[minute - 1]!
    const course = ((was.cog + turn / 60) * Math.PI) / 180
    places.push({
      lat: was.lat + (sog / 3600) * Math.cos(course),
      lon: was.lon + ((sog / 3600) * Math.sin(course)) / Math.cos((was.lat * Math.PI) / 180),
      sog,
      cog: (was.cog + turn / 60 + 360) % 360,
    })
  }
  return (at: number) => ({ ...places[Math.max(0, Math.round(at / MINUTE))]!, at })
}

const OFF_KOCHI = { lat: 9, lon: 75 }

test.each([
  ['straight on', 0],
  ['in a wide turn', 60],
])('a feed 90 minutes late creates no second contact of a vessel that goes %s at 15 knots', (_, turn) => {
  const ship = sailing(OFF_KOCHI, 15, 10, turn)
  const sea = aPicture()
  const late = new Set<unknown>()
  for (let at = 0; at <= 5 * HOUR; at += MINUTE) {
    expect(sea.hear(ship(at))).toBe(0)
    if (at >= 1.5 * HOUR + MINUTE) late.add(sea.hear({ ...ship(at - 1.5 * HOUR), at, source: LATE }))
  }
  expect([...late]).toEqual(['LATE'])
  expect([sea.alive(), sea.isMarked()]).toEqual([1, false])
})

test('nor does it when both feeds begin at once, whichever is received first', () => {
  for (const isLateFirst of [false, true]) {
    const ship = sailing(OFF_KOCHI, 15, 10)
    const sea = aPicture()
    for (let at = 2 * HOUR; at <= 6 * HOUR; at += MINUTE) {
      const both = [ship(at), { ...ship(at - 1.5 * HOUR), at, source: LATE }]
      for (const one of isLateFirst ? both.reverse() : both) sea.hear(one)
    }
    expect([sea.alive(), sea.isMarked()]).toEqual([1, false])
    const { rows, shown } = sea.picture.store
    expect(rows.lat[shown[0]!]).toBe(Math.round(ship(6 * HOUR).lat * 1e6))
  }
})

test('when the good feed falls silent the late one is shown, and no mark is set', () => {
  const ship = sailing(OFF_KOCHI, 15, 10)
  const sea = aPicture()
  for (let at = 0; at <= 4 * HOUR; at += MINUTE) {
    if (at < 3 * HOUR) sea.hear(ship(at))
    if (at > 2 * HOUR) sea.hear({ ...ship(at - 1.5 * HOUR), at, source: LATE })
  }
  expect([sea.alive(), sea.isMarked()]).toEqual([1, false])
  const { rows, shown } = sea.picture.store
  expect(rows.lat[shown[0]!]).toBe(Math.round(ship(2.5 * HOUR).lat * 1e6))
})

/** Returns the splits assigned to two vessels on one number, each by its own reports. */
function calledOf(sea: ReturnType<typeof aPicture>, reports: { ship: 0 | 1; heard: Heard }[]) {
  const called = [new Set<unknown>(), new Set<unknown>()]
  for (const { ship, heard } of reports) called[ship]!.add(sea.hear(heard))
  return called.map((splits) => [...splits])
}

test('two vessels on one MMSI that meet and part retain their identities', () => {
  const north = sailing({ lat: 9, lon: 75 }, 12, 0)
  const south = sailing({ lat: 10, lon: 75.005 }, 14, 180)
  const sea = aPicture()
  const reports: { ship: 0 | 1; heard: Heard }[] = []
  for (let at = 0; at <= 5 * HOUR; at += 9 * MINUTE)
    reports.push({ ship: 0, heard: north(at) }, { ship: 1, heard: south(at + 2 * MINUTE) })
  calledOf(sea, reports.splice(0, 6))
  expect(calledOf(sea, reports)).toEqual([[0], [1]])
  expect(sea.isMarked()).toBe(true)
})

test('a vessel passing its double unreceived is matched by course and speed, not distance', () => {
  const anchored = sailing({ lat: 24, lon: 120.3 }, 0, 0)
  const passing = sailing({ lat: 23.6, lon: 120.3 }, 12, 0)
  const sea = aPicture()
  const reports: { ship: 0 | 1; heard: Heard }[] = []
  for (let at = 0; at < 20 * MINUTE; at += 2 * MINUTE)
    reports.push({ ship: 0, heard: anchored(at) }, { ship: 1, heard: passing(at) })
  for (const at of [4.5 * HOUR, 4.6 * HOUR, 9 * HOUR])
    reports.push({ ship: 1, heard: passing(at) }, { ship: 0, heard: anchored(at + MINUTE) })
  calledOf(sea, reports.splice(0, 6))
  expect(calledOf(sea, reports)).toEqual([[0], [1]])
})

test('a fix 160 miles away three hours later is a second vessel, after confirmation', () => {
  const one = sailing({ lat: 22.57, lon: 120.31 }, 8, 90)
  const other = sailing({ lat: 25.2, lon: 120.6 }, 8, 200)
  const sea = aPicture()
  for (let at = 0; at < HOUR; at += 5 * MINUTE) expect(sea.hear(one(at))).toBe(0)
  const found = [3.8, 3.9, 4, 4.1].map((hours) => sea.hear(other(hours * HOUR)))
  expect(found).toEqual(['JUMP', 'JUMP', 1, 1])
  expect(sea.hear(one(4.2 * HOUR))).toBe(0)
})

test('a second vessel does not return in seven minutes to its position 20 hours ago (real data)', () => {
  // [minutes, latitude, longitude]: one vessel at 24.4 N, the other goes up to 25.2 N, and both are received again.
  const heard = [
    [0, 22.57, 120.31],
    [0, 24.24, 120.39],
    [10, 22.57, 120.31],
    [15, 24.26, 120.42],
    [18, 24.26, 120.43],
    [260, 24.34, 120.48],
    [489, 25.32, 121.72],
    [1185, 24.87, 121.86],
    [1220, 25.16, 121.76],
    [1227, 24.42, 120.58],
    [1234, 24.42, 120.56],
    [1241, 25.16, 121.76],
    [1253, 24.4, 120.58],
    [1270, 24.37, 120.56],
    [1280, 25.16, 121.76],
  ] as const
  const sea = aPicture()
  const found = heard.map(([minute, lat, lon]) => sea.hear({ lat, lon, sog: 0, cog: 0, at: minute * MINUTE }))
  // The position at 24.4 N waits for enough reports; the vessel at 25.16 N continues under its identity.
  expect(found.slice(-6)).toEqual(['JUMP', 'JUMP', 0, 2, 2, 0])
})

test('a class B station on the number of a class A ship beside it stays a contact of its own', () => {
  const ship = sailing(OFF_KOCHI, 12, 0)
  const boat = sailing({ lat: 9.6, lon: 75 }, 8, 180)
  const sea = aPicture()
  const boats = new Set<unknown>()
  for (let at = 0; at <= 4 * HOUR; at += MINUTE) {
    expect(sea.hear(ship(at))).toBe(0)
    const found = sea.hear({ ...boat(at), type: 18 })
    if (at >= 3 * MINUTE) boats.add(found)
  }
  expect([...boats]).toEqual([1])
})

test('a second vessel beside the first on one feed is a second contact at its third report', () => {
  const one = sailing(OFF_KOCHI, 12, 0)
  // Right behind the first: only reception of both by the same feed shows that this is no late copy.
  const behind = sailing({ lat: 8.8, lon: 75 }, 12, 0)
  const sea = aPicture()
  const received: unknown[] = []
  for (let at = 0; at < 4 * MINUTE; at += MINUTE) {
    sea.hear(one(at))
    received.push(sea.hear(behind(at)))
  }
  expect(received).toEqual(['JUMP', 'JUMP', 1, 1])
  expect(sea.isMarked()).toBe(true)
})

test('a fast ferry with receiver times off by half a minute, either way, is one vessel', () => {
  const sea = aPicture()
  const ferry = sailing({ lat: 17, lon: 83 }, 35, 90)
  for (let at = 0, wrong = 30_000; at <= 2 * HOUR; at += MINUTE, wrong = -wrong)
    expect(sea.hear({ ...ferry(at), at: at + wrong })).toBe(0)
  expect([sea.alive(), sea.isMarked()]).toEqual([1, false])
})

test('a ship whose double left and came back days later is not judged by where both were', () => {
  const one = sailing(OFF_KOCHI, 12, 0)
  const far = sailing({ lat: 20, lon: 65 }, 0, 0)
  const sea = aPicture()
  for (let at = 0; at < 5 * MINUTE; at += MINUTE) {
    sea.hear(one(at))
    sea.hear(far(at))
  }
  expect(sea.isMarked()).toBe(true)
  for (let at = 5 * MINUTE; at < 10 * HOUR; at += 10 * MINUTE) expect(sea.hear(one(at))).toBe(0)
  sea.picture.sweep(NOON + 9 * HOUR, NOON + 10 * HOUR)
  expect([sea.alive(), sea.isMarked()]).toEqual([1, false])
  const received: unknown[] = []
  for (let at = 10 * HOUR; at < 10 * HOUR + 5 * MINUTE; at += MINUTE)
    received.push([sea.hear(one(at)), sea.hear(far(at))])
  expect(received.slice(2)).toEqual([
    [0, 1],
    [0, 1],
    [0, 1],
  ])
})

test('a restart at any moment changes neither identities nor marks', () => {
  const ships = [
    { way: sailing(OFF_KOCHI, 15, 10, 60), source: GOOD, behind: 0 },
    { way: sailing({ lat: 12, lon: 72 }, 11, 200), source: GOOD, behind: 0 },
    { way: sailing(OFF_KOCHI, 15, 10, 60), source: LATE, behind: 1.5 * HOUR },
  ]
  /** The splits given to all reports, with a restart before the report of that number. */
  const run = (restartAt: number) => {
    let sea = aPicture()
    const latest = new Map<string, FixBatch>()
    const splits: unknown[] = []
    for (let at = 2 * HOUR; at < 7 * HOUR; at += 2 * MINUTE)
      for (const { way, source, behind } of ships) {
        if (splits.length === restartAt) {
          sea = aPicture()
          for (const stored of latest.values()) sea.picture.restore(stored, 0)
        }
        const heard = { ...way(at - behind), at, source }
        const split = sea.hear(heard)
        splits.push(split)
        if (typeof split !== 'number') continue
        const stored = batchOf(heard)
        stored.split[0] = split
        latest.set(`${split} ${source}`, stored)
      }
    return { splits: splits.slice(300), isMarked: sea.isMarked() }
  }
  const unbroken = run(-1)
  expect([...new Set(unbroken.splits)].sort()).toEqual([0, 1, 'LATE'])
  // Stored data off is so for being late or, while the way is not known yet, for being out of reach.
  const saved = (run: { splits: unknown[] }) =>
    run.splits.map((one) => (typeof one === 'number' ? one : 'off'))
  fc.assert(
    fc.property(fc.integer({ min: 150, max: 440 }), (restartAt) => {
      expect(saved(run(restartAt))).toEqual(saved(unbroken))
    }),
    { numRuns: 12 },
  )
})
