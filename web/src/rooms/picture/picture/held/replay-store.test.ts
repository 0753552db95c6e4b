import {
  replayRows,
  ReplayWriter,
  type Knowledge,
  type ReplayContact,
} from '@samudra/contract/wire/replay-chunk'
import { distanceBetween, interpolatePlace } from '@samudra/nautical/geodesy'
import { place } from '@samudra/nautical/units'
import { expect, test } from 'vitest'
import { Fleet } from '../fleet/fleet.ts'
import { drawnPlace } from '../fleet/instance.ts'
import { latitudeOf, longitudeOf } from '../fleet/reckon.ts'
import { ReplayStore } from './replay-store.ts'
import type { FromWorker } from './worker-words.ts'

const FROM = Date.UTC(2026, 10, 20, 6)
const MINUTE = 60_000
const contact = (mmsi: number): ReplayContact => ({
  mmsi,
  split: 0,
  kind: 0,
  shipGroup: 1,
  flags: 0,
  shipType: 70,
  length: 0,
  beam: 0,
  name: `SHIP ${mmsi}`,
})
type Fix = [minute: number, lat: number, lon: number, isShown?: 0 | 1]

/** A chunk of ten minutes from `n` x 10 minutes on. */
function aChunk(n: number, ships: Record<number, Fix[]>, knowledge: Knowledge = 'CORRECTED') {
  const from = FROM + n * 10 * MINUTE
  const rows = replayRows(64)
  const writer = new ReplayWriter(from)
  for (const [mmsi, fixes] of Object.entries(ships)) {
    rows.count = 0
    for (const [minute, lat, lon, isShown = 1] of fixes) {
      const i = rows.count++
      rows.at[i] = FROM + minute * MINUTE
      rows.observedAt[i] = rows.at[i]
      rows.lat[i] = Math.round(lat * 1e6)
      rows.lon[i] = Math.round(lon * 1e6)
      rows.sog[i] = 120
      rows.cog[i] = 900
      rows.heading[i] = 90
      rows.isShown[i] = isShown
    }
    writer.contact(contact(Number(mmsi)), rows, 0, rows.count)
  }
  return writer.taken({ knowledge, to: from + 10 * MINUTE, total: 9, sources: ['MSIS'] })
}

function aScreen() {
  const fleet = new Fleet()
  const text: FromWorker[] = []
  const store = new ReplayStore(
    (message) => {
      text.push(message)
      if (message.say !== 'patch') return
      fleet.epochMs = message.epochMs
      fleet.apply(message.patch)
    },
    { id: 'one', from: FROM, to: FROM + 60 * MINUTE, chunkMs: 10 * MINUTE },
  )
  const placeOf = (mmsi: number, at: number) => {
    const i = fleet.placeOfMmsi(mmsi, 0)
    if (i < 0) return null
    const drawn = { x: 0, y: 0 }
    drawnPlace(fleet.rows, i, (at - fleet.epochMs) / 1000, drawn)
    return place(latitudeOf(drawn.y), longitudeOf(drawn.x))
  }
  return { store, text, placeOf }
}

test('between two fixes a ship is drawn on the great circle, across the 180th meridian too', () => {
  const { store, placeOf } = aScreen()
  const [a, b] = [place(58, 179.7), place(58.1, -179.6)]
  store.take(
    0,
    aChunk(0, {
      1: [
        [-9, a.lat, a.lon],
        [19, b.lat, b.lon],
      ],
    }),
  )
  for (let minute = 0; minute <= 9.9; minute += 0.3) {
    const at = FROM + minute * MINUTE
    store.show(at, false)
    const along = interpolatePlace(a, b, (minute + 9) / 28)
    // Pieces of five minutes are straight on the chart: at 45 knots in 58 degrees north that is metres.
    expect(distanceBetween(placeOf(1, at)!, along)).toBeLessThan(12)
  }
})

test('a gap is not bridged, a hidden stretch hides the vessel, and the last fix stays until then', () => {
  const { store, placeOf } = aScreen()
  store.take(
    0,
    aChunk(0, {
      1: [
        [-2, 8, 76],
        [40, 8, 77],
      ],
      2: [
        [0, 9, 70],
        [3, 9, 70, 0],
        [6, 9, 71],
      ],
    }),
  )
  const at = (minute: number) => FROM + minute * MINUTE
  store.show(at(9), false)
  expect(placeOf(1, at(9))!.lon).toBeCloseTo(76, 5)
  store.show(at(4), false)
  expect(placeOf(2, at(4))).toBeNull()
  store.show(at(7), false)
  expect(placeOf(2, at(7))!.lon).toBeCloseTo(71, 5)
})

test('as known a fix is carried forward by speed and course, as the live picture does', () => {
  const { store, placeOf } = aScreen()
  store.take(
    0,
    aChunk(
      0,
      {
        1: [
          [1, 0, 70],
          [9, 0, 70.5],
        ],
      },
      'AS_KNOWN',
    ),
  )
  const at = FROM + 3 * MINUTE
  store.show(at, false)
  // Two minutes at 12 knots are 741 m to the east.
  expect(distanceBetween(placeOf(1, at)!, place(0, 70))).toBeCloseTo(740.8, 0)
})

test('an instant reached by any path shows the same contents and frame as on a fresh screen', () => {
  const ships = (n: number): Record<number, Fix[]> => ({
    1: [
      [n * 10 - 1, 8, 76 + n / 10],
      [n * 10 + 4, 8.1, 76 + n / 10],
      [n * 10 + 9, 8, 76 + (n + 1) / 10],
    ],
    [n + 2]: [
      [n * 10, 5, 60],
      [n * 10 + 5, 5, 61, n % 2 === 0 ? 1 : 0],
    ],
  })
  const chunks = Array.from({ length: 6 }, (_, n) => aChunk(n, ships(n)))
  const walked = aScreen()
  for (const [n, chunk] of chunks.entries()) walked.store.take(n, chunk)
  const frameOf = (screen: ReturnType<typeof aScreen>) =>
    screen.text.findLast((message) => message.say === 'frame')!.frame
  for (const minute of [1, 7, 12, 48, 3, 33, 32, 59, 0, 21]) {
    const at = FROM + minute * MINUTE
    walked.store.show(at, true)
    const fresh = aScreen()
    fresh.store.show(at, true)
    const n = Math.floor(minute / 10)
    fresh.store.take(n, chunks[n]!)
    fresh.store.show(at, true)
    expect(frameOf(walked)).toEqual(frameOf(fresh))
    for (const mmsi of [1, 2, 3, 4, 5, 6, 7]) {
      const [one, other] = [walked.placeOf(mmsi, at), fresh.placeOf(mmsi, at)]
      expect(one === null).toBe(other === null)
      if (one !== null && other !== null) expect(distanceBetween(one, other)).toBeLessThan(1)
    }
  }
})

test('a jump shows the still of its instant at once, then its chunk, and no other still', () => {
  const ships = { 1: [[10, 5, 60]], 2: [[11, 6, 60]] } satisfies Record<number, Fix[]>
  const { store, text, placeOf } = aScreen()
  const at = FROM + 12 * MINUTE
  const frames = () => text.filter((message) => message.say === 'frame').map(({ frame }) => frame)
  store.show(at, true)
  expect(frames()).toEqual([])
  store.takeStill(at - MINUTE, aChunk(1, { 1: [[9, 50, 60]] }))
  expect(frames()).toEqual([])
  store.takeStill(at, aChunk(1, ships))
  expect(frames()).toMatchObject([{ at, contacts: 2 }])
  expect(placeOf(2, at)!.lat).toBeCloseTo(6, 4)
  store.take(1, aChunk(1, { ...ships, 3: [[15, 7, 60]] }))
  expect(frames().at(-1)).toEqual(frames()[0])
  store.show(at + 4 * MINUTE, true)
  expect(frames().at(-1)).toMatchObject({ contacts: 3 })
})
