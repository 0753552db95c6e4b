import { expect, test } from 'vitest'
import type { VesselUpdateRow } from '../../../sea/vessel-updates.sql.ts'
import { agoOf, manyWords, wordsOf, type Words } from './words.ts'

const WORDS: Words = {
  nameOf: (mmsi) => `SHIP ${mmsi}`,
  portName: () => 'Colombo',
  sourceName: () => 'MSIS',
}
const one = (more: Partial<VesselUpdateRow>): VesselUpdateRow => ({
  mmsi: 1,
  split: 0,
  occasion: '',
  type: 'ENTRY',
  at: 0,
  facts: {},
  sources: [],
  places: [],
  ...more,
})
const zone = (kind: string, name: string, isDisputed = false) => ({
  zone: { kind, id: '1', name, isDisputed },
})

test('waters are named with their kind, and overlapping claims are described neutrally', () => {
  const text = (facts: VesselUpdateRow['facts'], type: 'ENTRY' | 'EXIT' = 'ENTRY') =>
    wordsOf(one({ type, facts }), WORDS)
  expect(text(zone('AOI', 'Ground'))).toBe('SHIP 1 entered Ground')
  expect(text(zone('12NM', 'India'), 'EXIT')).toBe('SHIP 1 left waters (12 NM, India)')
  expect(text(zone('EEZ', 'Sir Creek', true))).toBe('SHIP 1 entered waters (EEZ, Sir Creek, claims overlap)')
})

test('many ships are named as far as three, the others counted', () => {
  const some = [1, 2, 3, 4, 5].map((mmsi) => one({ mmsi, type: 'ARRIVAL', facts: { port: 'LKCMB' } }))
  expect(manyWords('ARRIVAL', some, true, WORDS)).toBe(
    '5 vessels arrived at Colombo: SHIP 1, SHIP 2, SHIP 3 and 2 more',
  )
  expect(manyWords('ARRIVAL', some.slice(0, 2), false, WORDS)).toBe('2 vessels arrived: SHIP 1 and SHIP 2')
})

test('updates older than an hour state their age', () => {
  expect([59, 61, 200].map((minutes) => agoOf(0, minutes * 60_000))).toEqual([
    '',
    ' (61 min ago)',
    ' (3 h ago)',
  ])
})
