import fc from 'fast-check'
import { expect, test } from 'vitest'
import { QUALITY, fixBatch, type FixBatch } from '../../../../sea/fix-batch.ts'
import { SeaReader, SeaWriter, MESSAGE_KIND } from '../../../../sea/sea-messages.ts'
import { likeness } from '../../../../sea/name-likeness.ts'
import type { StaticReport } from '../../../../sea/topics.ts'
import { FLAG } from '../../../../sea/marks.ts'
import { NO_ROW } from './contact-store.ts'
import { Picture } from '../picture.ts'

const AT = Date.UTC(2026, 0, 5, 10)
const ranking = { priority: (feed: number) => feed, trust: () => 0.5 }

type Fix = { mmsi?: number; lat: number; lon?: number; at: number; source?: number; type?: number }

function batchOf(fixes: Fix[]): FixBatch {
  const batch = fixBatch(fixes.length)
  fixes.forEach((fix, i) => {
    batch.fixId[i] = i + 1
    batch.mmsi[i] = fix.mmsi ?? 419000123
    batch.lat[i] = Math.round(fix.lat * 1e6)
    batch.lon[i] = Math.round((fix.lon ?? 75) * 1e6)
    batch.sog[i] = 100
    batch.navStatus[i] = 0
    batch.type[i] = fix.type ?? 1
    batch.observedAt[i] = AT + fix.at * 1000
    batch.recTime[i] = AT + fix.at * 1000
    batch.source[i] = fix.source ?? 1
    batch.feed[i] = fix.source ?? 1
    batch.station[i] = -1
  })
  batch.count = fixes.length
  return batch
}
function pictureOf(...batches: Fix[][]): Picture {
  const picture = new Picture(ranking)
  for (const fixes of batches) picture.judge(batchOf(fixes))
  return picture
}
function shown(picture: Picture, id = 0) {
  const { rows } = picture.store
  const row = picture.store.shown[id]!
  return { lat: rows.lat[row]! / 1e6, source: rows.source[row], at: (rows.observedAt[row]! - AT) / 1000 }
}

test('the fixes of one source may arrive in any order: the newest is shown', () => {
  const fixes = Array.from({ length: 12 }, (_, n) => ({ lat: 9 + n * 0.001, at: n * 20 }))
  fc.assert(
    fc.property(fc.shuffledSubarray(fixes, { minLength: 12, maxLength: 12 }), (shuffled) => {
      expect(shown(pictureOf(...shuffled.map((fix) => [fix])))).toEqual({ lat: 9.011, source: 1, at: 220 })
    }),
  )
})

test('the better source is shown while it is recent, the other when the better one falls silent', () => {
  const better = [{ lat: 9, at: 0, source: 1 }]
  const picture = pictureOf(better, [{ lat: 9.001, at: 120, source: 2 }])
  expect(shown(picture).source).toBe(1)
  picture.judge(batchOf([{ lat: 9.002, at: 240, source: 2 }]))
  expect(shown(picture)).toEqual({ lat: 9.002, source: 2, at: 240 })
})

test('a coarse long-range report does not replace a normal one of the last hour', () => {
  const picture = pictureOf([{ lat: 9, at: 0 }], [{ lat: 9.02, at: 600, type: 27 }])
  expect(shown(picture).lat).toBe(9)
  picture.judge(batchOf([{ lat: 9.1, at: 4300, type: 27 }]))
  expect(shown(picture).lat).toBe(9.1)
})

test('one wild position is quarantined; a vessel really elsewhere is accepted at the third fix', () => {
  const picture = pictureOf([{ lat: 9, at: 0 }])
  const wild = batchOf([{ lat: 15, at: 60 }])
  picture.judge(wild)
  expect(wild.quality[0]).toBe(QUALITY.QUARANTINED)
  expect(shown(picture).lat).toBe(9)
  picture.judge(
    batchOf([
      { lat: 15.001, at: 120 },
      { lat: 15.002, at: 180 },
    ]),
  )
  expect(shown(picture).lat).toBe(15.002)
  expect([picture.store.alive, picture.store.flags[0]! & FLAG.DUPLICATE_FLAG]).toEqual([1, 0])
})

test('contacts silent for the screen interval are dropped, and their ids rest before reuse', () => {
  const picture = pictureOf([
    { lat: 9, at: 0 },
    { lat: 5, at: 900, mmsi: 419000124 },
  ])
  picture.sweep(AT + 600_000, AT)
  expect(picture.store.alive).toBe(1)
  picture.judge(batchOf([{ lat: 1, at: 1000, mmsi: 419000125 }]))
  expect(picture.store.used).toBe(3)
})

const report = (fields: Partial<StaticReport>): StaticReport => ({
  mmsi: 419000123,
  type: 5,
  source: 1,
  recordedFeed: null,
  recTime: AT,
  observedAt: AT,
  name: null,
  callSign: null,
  imo: null,
  shipType: null,
  aidType: null,
  toBow: null,
  toStern: null,
  toPort: null,
  toStarboard: null,
  eta: null,
  draught: null,
  destination: null,
  ...fields,
})

test('the name of a ship without a position waits for its first fix', () => {
  const picture = new Picture(ranking)
  picture.applyStatic(report({ name: 'SAMUDRA PRIDE' }))
  picture.judge(batchOf([{ lat: 9, at: 0 }]))
  expect(picture.statics.text(0, 'name')).toBe('SAMUDRA PRIDE')
})

test('each field keeps its newest value with its source, an older report changes nothing', () => {
  const picture = pictureOf([{ lat: 9, at: 0 }])
  picture.applyStatic(report({ name: 'NEW', destination: 'INCOK', observedAt: AT + 5000 }))
  picture.applyStatic(report({ name: 'OLD', callSign: 'VTXA', source: 2 }))
  expect(picture.statics.of(0)).toMatchObject({
    name: { value: 'NEW', source: 1 },
    callSign: { value: 'VTXA', source: 2 },
  })
})

test('a wrong check digit is marked at the second message, another name at its second', () => {
  const picture = pictureOf([{ lat: 9, at: 0 }])
  const flags = () => picture.store.flags[0]!
  picture.applyStatic(report({ imo: 9_074_728 }))
  expect(flags()).toBe(0)
  picture.applyStatic(report({ imo: 9_074_728 }))
  expect(flags()).toBe(FLAG.IMO_MISMATCH)
  for (let n = 0; n < 3; n++) picture.applyStatic(report({ name: 'SAMUDRA PRIDE' }))
  picture.applyStatic(report({ name: 'BLACK PEARL' }))
  expect(flags()).toBe(FLAG.IMO_MISMATCH)
  picture.applyStatic(report({ name: 'BLACK PEARL' }))
  expect(flags()).toBe(FLAG.IMO_MISMATCH | FLAG.NAME_MISMATCH)
  expect(picture.statics.whyMismatch(0, 'NAME_MISMATCH')).toContain('2 messages carried the name BLACK PEARL')
})

test.each([
  ['SAMUDRA PRIDE', 'MV SAMUDRA PRIDE', 1],
  ['SAMUDRA PRIDE', 'SAMUDRA PRDIE', 0.9],
  ['EVER GIVEN OF THE SEA', 'EVER GIVEN OF THE SE', 1],
  ['SAMUDRA PRIDE', 'BLACK PEARL', 0],
])('%s and %s are alike from %f on', (one, other, least) => {
  expect(likeness(one, other)).toBeGreaterThanOrEqual(least)
  if (least === 0) expect(likeness(one, other)).toBeLessThan(0.7)
})

/** Returns the content of a picture by vessel: last report of each source, shown fix and marks. */
function heldBy({ store }: Picture) {
  const found: string[] = []
  for (let id = 0; id < store.used; id++) {
    if (store.isAlive[id] === 0) continue
    const { rows, shown: row } = store
    const words: number[][] = []
    for (let one = store.firstRow[id]!; one !== NO_ROW; one = rows.next[one]!)
      words.push([rows.source[one]!, rows.lat[one]!, rows.lon[one]!, rows.observedAt[one]!])
    words.sort((a, b) => a[0]! - b[0]!)
    const of = [store.mmsi[id], store.split[id], store.flags[id], rows.source[row[id]!]]
    found.push(JSON.stringify([...of, ...words]))
  }
  return found.sort()
}

test('a following picture equals its origin with jumps, shared numbers, late data and silence', () => {
  const following = (other: Picture, message: Uint8Array) =>
    new SeaReader().read(message, {
      fixes: (batch) => other.follow(batch),
      static: (report) => other.applyStatic(report),
      reception: () => undefined,
      station: () => undefined,
      aircraft: () => undefined,
    })
  // Stations at few places, each in its own order, so that three fixes agree often enough to be believed.
  const station = fc.record({
    mmsi: fc.constantFrom(419000123, 419000124),
    lat: fc.constantFrom(5, 5.2, 20, -40),
    source: fc.constantFrom(1, 2, 3),
    from: fc.integer({ min: 0, max: 9000 }),
    late: fc.constantFrom(0, 0, 0, 4000),
    count: fc.integer({ min: 1, max: 12 }),
  })
  let [splits, moves] = [0, 0]
  fc.assert(
    fc.property(fc.array(station, { minLength: 1, maxLength: 8 }), (stations) => {
      const heard = stations
        .flatMap(({ count, from, late, ...of }) =>
          Array.from({ length: count }, (_, n) => ({
            ...of,
            lat: of.lat + n * 0.002,
            at: from + n * 60,
            arrives: from + n * 60 + late,
          })),
        )
        .sort((a, b) => a.arrives - b.arrives)
      const [one, other, writer] = [new Picture(ranking), new Picture(ranking), new SeaWriter()]
      for (let from = 0; from < heard.length; from += 5) {
        const batch = batchOf(heard.slice(from, from + 5))
        one.judge(batch)
        for (let i = 0; i < batch.count; i++) {
          moves += batch.moved[i]!
          splits += batch.split[i]! > 0 ? 1 : 0
        }
        writer.fixes(batch)
        following(other, writer.take(MESSAGE_KIND.ROWS, 1, 0).bytes)
      }
      expect(heldBy(other)).toEqual(heldBy(one))
    }),
    { numRuns: 400, seed: 7 },
  )
  expect(splits).toBeGreaterThan(0)
  expect(moves).toBeGreaterThan(0)
})
