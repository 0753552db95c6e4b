import type { RuleRecord, RuleRun } from '@samudra/contract/rule-results'
import { expect, test } from 'vitest'
import {
  coverageWords,
  foundWords,
  groupedWords,
  isPreviewOf,
  lacksData,
  partWords,
  precisionOf,
  volumeOf,
  wouldHave,
} from './preview.ts'

const DAY = (day: number, hits: number) => ({
  day: new Date(Date.UTC(2026, 4, day)).toISOString(),
  hits,
  again: 0,
  confirmed: 0,
  disputed: 0,
})
const RECORD: RuleRecord = {
  hits: 41,
  again: 12,
  ships: 6,
  in_port: 3,
  revised: 0,
  confirmed: 3,
  disputed: 1,
  days: [DAY(2, 40), DAY(4, 1)],
  as_of: '2026-05-05T00:00:00.000Z',
}

test('a preview states in one sentence what would have been reported', () => {
  expect(wouldHave(RECORD)).toBe('Would have alerted 41 times, 6 vessels, 3 in port')
  expect(wouldHave({ ...RECORD, hits: 1, ships: 1, in_port: 0 })).toBe(
    'Would have alerted once, 1 vessel, 0 in port',
  )
  expect(wouldHave({ ...RECORD, hits: 2, ships: 0 })).toBe('Would have alerted 2 times')
  expect(wouldHave({ ...RECORD, hits: 0 })).toBe('Would not have alerted')
})

test('a historical run ended early states how far it came', () => {
  expect(foundWords(RECORD, { state: 'SUCCEEDED' })).toBe(wouldHave(RECORD))
  expect(foundWords(RECORD, { state: 'CANCELLED' })).toBe(
    'Would have alerted 41 times, 6 vessels, 3 in port, so far',
  )
  expect(foundWords({ ...RECORD, hits: 0 }, { state: 'FAILED' })).toBe('No hits so far')
})

test('a run over a period with little data states how much there was, by source', () => {
  const week = { from: '2026-05-01T00:00:00.000Z', to: '2026-05-08T00:00:00.000Z' }
  const few = { share: 0.0015, sources: [{ source: 'COAST', share: 0.0015 }] }
  expect(coverageWords({ ...week, coverage: few })).toBe('Data for 15 min of 7 d (1 %): COAST 1 %.')
  expect(lacksData({ coverage: few })).toBe(true)
  const most = { share: 0.996, sources: [] }
  expect(coverageWords({ ...week, coverage: most })).toBe('Data for 6 d 23 h of 7 d (99 %).')
  expect(lacksData({ coverage: most })).toBe(false)
  expect(coverageWords({ ...week, coverage: null })).toBe('')
  expect(lacksData({ coverage: null })).toBe(false)
})

test('a preview that counts only a part names whose sources and zones it counts', () => {
  const run = { counts_all: false, started_by: 'asha' }
  expect(partWords({ ...run, counts_all: true }, 'asha')).toBe('')
  expect(partWords(run, 'asha')).toMatch(/^This counts only the sources and zones that you may see\./)
  expect(partWords(run, 'binu')).toMatch(
    /^This counts only the sources and zones that you and asha may see\./,
  )
})

test('repeated hits within the window are counted separately', () => {
  expect(groupedWords(RECORD, { dedupe: { key: ['mmsi'], window_min: 60 } })).toContain(
    'It matched 53 times; 12 repeats within 60 min',
  )
  expect(groupedWords({ ...RECORD, again: 0 }, { dedupe: { key: ['mmsi'], window_min: 60 } })).toBe('')
})

test('days without a hit are on the chart too', () => {
  const { times, values } = volumeOf(RECORD, Date.UTC(2026, 4, 1, 8), Date.UTC(2026, 4, 5, 8))
  expect(values).toEqual([0, 40, 0, 1, 0])
  expect(times[0]).toBe(Date.UTC(2026, 4, 1, 12))
  // Today is on the chart before noon.
  expect(times.at(-1)).toBe(Date.UTC(2026, 4, 5, 8))
})

test('precision is the confirmed share of decided hits', () => {
  expect(precisionOf(RECORD)).toBe(0.75)
  expect(precisionOf({ confirmed: 0, disputed: 0 })).toBeNull()
})

test('only a dry run of the version evaluated now may be acknowledged', () => {
  const run = { preview: 'x', dry_run: true, rule_id: 'R', rule_version: 2 } as RuleRun
  expect(isPreviewOf(run, { id: 'R', defined_version: 2 })).toBe(true)
  expect(isPreviewOf(run, { id: 'R', defined_version: 3 })).toBe(false)
  expect(isPreviewOf({ ...run, preview: null }, { id: 'R', defined_version: 2 })).toBe(false)
  expect(isPreviewOf({ ...run, dry_run: false }, { id: 'R', defined_version: 2 })).toBe(false)
})
