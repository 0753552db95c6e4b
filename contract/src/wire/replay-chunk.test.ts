import { expect, test } from 'vitest'
import {
  decodeReplayChunk,
  frameDigest,
  nextRow,
  NONE16,
  replayRows,
  ReplayWriter,
  rowAt,
  type ReplayContact,
} from './replay-chunk.ts'

const FROM = Date.UTC(2026, 10, 20, 6)
const ship: ReplayContact = {
  mmsi: 419000001,
  split: 0,
  kind: 1,
  shipGroup: 3,
  flags: 17,
  shipType: 70,
  length: 399,
  beam: 61,
  name: 'SAGAR – सागर',
}

/** Two ships: one with a gap and a hidden stretch, one that crosses the 180th meridian without a speed. */
function aChunk() {
  const rows = replayRows(8)
  const put = (minute: number, lat: number, lon: number, sog: number, isShown = 1) => {
    const i = rows.count++
    rows.at[i] = FROM + minute * 60_000
    rows.observedAt[i] = rows.at[i] - 1300
    rows.lat[i] = lat
    rows.lon[i] = lon
    rows.sog[i] = sog
    rows.cog[i] = 3599
    rows.heading[i] = NONE16
    rows.navStatus[i] = 5
    rows.source[i] = 1
    rows.isShown[i] = isShown
  }
  put(-400, -33_000_000, 18_000_000, 0)
  put(2, -33_000_100, 18_000_001, 1022)
  put(4, 0, 0, 0, 0)
  put(6, 90_000_000, 18_000_000, 3)
  put(-1, 1_000_000, 179_999_999, NONE16)
  put(3, 1_000_000, -180_000_000, NONE16)
  const writer = new ReplayWriter(FROM)
  writer.contact(ship, rows, 0, 4)
  writer.contact({ ...ship, mmsi: 419000001, split: 1, name: '' }, rows, 4, 6)
  return {
    rows,
    bytes: writer.taken({ knowledge: 'CORRECTED', to: FROM + 600_000, total: 7, sources: ['A', 'B'] }),
  }
}

test('a written chunk is read back, to the last unit', () => {
  const { rows, bytes } = aChunk()
  const read = decodeReplayChunk(bytes)
  expect(read).toMatchObject({
    knowledge: 'CORRECTED',
    from: FROM,
    to: FROM + 600_000,
    total: 7,
    sources: ['A', 'B'],
  })
  expect(read.contacts).toEqual([ship, { ...ship, split: 1, name: '' }])
  expect([...read.first]).toEqual([0, 4, 6])
  for (const column of [
    'at',
    'observedAt',
    'lat',
    'lon',
    'sog',
    'cog',
    'heading',
    'navStatus',
    'source',
    'isShown',
  ] as const)
    expect([...read.rows[column]]).toEqual([...rows[column].subarray(0, 6)])
})

test('a frame has the last fix of each contact that is shown, and its way where one is known', () => {
  const read = decodeReplayChunk(aChunk().bytes)
  const minute = (n: number) => FROM + n * 60_000
  expect(rowAt(read, 0, minute(1))).toBe(0)
  expect(nextRow(read, 0, 0)).toBe(-1)
  expect(rowAt(read, 0, minute(3))).toBe(1)
  expect(rowAt(read, 0, minute(5))).toBe(-1)
  expect(rowAt(read, 0, minute(7))).toBe(3)
  expect([rowAt(read, 1, minute(0)), nextRow(read, 1, 4)]).toEqual([4, 5])
  expect(frameDigest(read, minute(1))).toEqual(frameDigest(read, minute(1.5)))
  expect(frameDigest(read, minute(1)).digest).not.toBe(frameDigest(read, minute(3)).digest)
  expect(frameDigest(read, minute(5)).contacts).toBe(1)
})

test('no track leads to a position that no vessel can reach', () => {
  expect(nextRow(decodeReplayChunk(aChunk().bytes), 0, 2)).toBe(-1)
})

test('a chunk that is cut short anywhere, or of another version, is refused', () => {
  const { bytes } = aChunk()
  for (let length = 0; length < bytes.length - 1; length++)
    expect(() => decodeReplayChunk(bytes.subarray(0, length))).toThrow(RangeError)
  const other = bytes.slice()
  other[0] = 9
  expect(() => decodeReplayChunk(other)).toThrow('Reload the page')
})
