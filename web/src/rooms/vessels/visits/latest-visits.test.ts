import type { ZoneVisit } from '@samudra/contract/visits'
import { expect, test } from 'vitest'
import { latestVisits } from './latest-visits.ts'

const read = (...entered: string[]) => ({
  data: { items: entered.map((entered_at) => ({ entered_at }) as ZoneVisit) },
  error: null,
})
const coming = { data: undefined, error: null }
const failed = { data: undefined, error: new Error('The server does not answer.') }

test('a vessel whose waters could not be read is not shown as outside all waters', () => {
  expect(latestVisits([read(), read()], 3)).toEqual({ visits: [], fault: null, isWaiting: false })
  expect(latestVisits([read(), coming], 3).isWaiting).toBe(true)
  expect(latestVisits([coming, failed], 3)).toEqual({ visits: [], fault: failed.error, isWaiting: false })
})

test('visits to waters and areas are listed together, the latest first', () => {
  const { visits } = latestVisits([read('2026-01-03', '2026-01-01'), read('2026-01-02')], 2)
  expect(visits.map(({ entered_at }) => entered_at)).toEqual(['2026-01-03', '2026-01-02'])
})
