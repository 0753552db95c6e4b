import fc from 'fast-check'
import { expect, test } from 'vitest'
import { aFix, columnsOf, randomFixes, type PlainFix } from '../../../../../testing/seas/fixes.ts'
import { TableReader, addColumn, beginTable, endTable } from './chunk-code.ts'
import { OpenChunk, encodeFixes } from './chunks.ts'
import { FIX_COLUMNS } from '../read/fix-columns.ts'

const written = (columns: number[][]) => {
  beginTable(columns[0]!.length)
  for (const column of columns) addColumn(column.length, (row) => column[row]!)
  return endTable()
}
const read = (bytes: Uint8Array, columns: number) => {
  const reader = new TableReader()
  reader.begin(bytes)
  return Array.from({ length: columns }, () => {
    const out = new Float64Array(reader.count)
    reader.next(out)
    return [...out]
  })
}

test('any columns of whole numbers come back as they were written', () => {
  const value = fc.oneof(
    fc.integer({ min: -3, max: 3 }),
    fc.integer({ min: -70_000, max: 70_000 }),
    fc.integer({ min: -(2 ** 31), max: 2 ** 31 }),
    fc.integer({ min: -(2 ** 51), max: 2 ** 51 }),
  )
  const steps = fc.array(value, { minLength: 1, maxLength: 80 })
  fc.assert(
    fc.property(steps, fc.boolean(), (column, isRepeated) => {
      const one = isRepeated ? column.flatMap((each) => [each, each, each, each, each, each, each]) : column
      // A number that grows by steps, so that differences are small.
      let [sum, twice] = [0, 0]
      const grown = one.map((step) => (sum += step % 1000))
      const curved = grown.map((step) => (twice += step))
      expect(read(written([one, grown, curved]), 3)).toEqual(
        [one, grown, curved].map((all) => all.map((n) => n + 0)),
      )
    }),
    { numRuns: 500 },
  )
})

test('a chunk returns every fix to the last bit, and skips what no query needs', () => {
  const extreme: Partial<PlainFix>[] = [
    {
      lat: -0x80000000,
      lon: -0x80000000,
      sog: 0xffff,
      cog: 0xffff,
      heading: 0xffff,
      rot: -128,
      navStatus: 15,
    },
    {
      mmsi: 1073741823,
      split: 255,
      station: 2 ** 31 - 1,
      feed: 32767,
      source: 32767,
      reasons: 127,
      quality: 2,
    },
    { observedAt: Date.UTC(1971, 0, 1), lat: 111_848_108, lon: -223_696_213 },
    { observedAt: Date.UTC(2400, 0, 1), rot: 127, sog: 1022, cog: 3599, heading: 359, type: 27, bits: 255 },
  ]
  const start = Date.UTC(2026, 0, 5)
  const fixes = [...randomFixes(3, 400, start, 1), ...extreme.map((one) => aFix({ recTime: start, ...one }))]
  const columns = columnsOf(fixes)
  const places = fixes.map((_, i) => i).toReversed()
  const bytes = encodeFixes(columns, places)
  const all = new OpenChunk(new Set(FIX_COLUMNS))
  all.open(bytes)
  for (const name of FIX_COLUMNS)
    expect({ name, values: [...all.columns[name].subarray(0, all.count)] }).toEqual({
      name,
      values: places.map((i) => fixes[i]![name]),
    })
  const some = new OpenChunk(new Set(['heading']))
  some.open(bytes)
  expect([...some.columns.heading.subarray(0, some.count)]).toEqual(places.map((i) => fixes[i]!.heading))
  expect([...some.columns.fixId.subarray(0, some.count)]).toEqual(places.map((i) => fixes[i]!.fixId))
})
