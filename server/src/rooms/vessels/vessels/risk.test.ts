import { expect, test } from 'vitest'
import { riskOf } from './risk.ts'

const QUIET = { anomalies: [], found: [], conflicts: [], flag_history: [] }
const found = (...codes: ('SPOOFING_EVENT' | 'LOITERING')[]) => ({
  ...QUIET,
  found: codes.map((code) => ({ code, last_at: null })),
})

test('detector findings of a vessel raise its risk', () => {
  expect(riskOf(QUIET, 0)).toEqual({ level: 'NONE', reasons: [] })
  expect(riskOf(found('LOITERING'), 0)).toEqual({
    level: 'LOW',
    reasons: ['Detected within four days: Loitering.'],
  })
  expect(riskOf(found('LOITERING', 'SPOOFING_EVENT'), 0)).toEqual({
    level: 'MEDIUM',
    reasons: ['Detected within four days: Loitering, Spoofing.'],
  })
})

test('a disagreement of sources is named as on the page, each value once', () => {
  const values = ['SEA PEARL', 'OCEAN PEARL', 'SEA PEARL'].map((value) => ({ value, source: 'MSIS', at: '' }))
  expect(riskOf({ ...QUIET, conflicts: [{ field: 'ship_name', values }] }, 0).reasons).toEqual([
    'Sources disagree on the name: SEA PEARL, OCEAN PEARL.',
  ])
})
