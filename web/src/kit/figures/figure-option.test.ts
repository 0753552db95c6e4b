import { shownFigure, type Figure } from '@samudra/contract/figures'
import { expect, test } from 'vitest'
import { barOption, bucketsOf, heatOption, seriesOption, type FigureView } from './figure-option.ts'
import { shortNumber } from '../charts/short-number.ts'
import { comparisonText } from './comparison-text.ts'
import { figureCsv } from './save-figure.ts'

const T = Date.parse('2026-11-01T00:00:00.000Z')
const iso = (hour: number) => new Date(T + hour * 3_600_000).toISOString()
const figure = (more: Partial<Figure> = {}): Figure => ({
  measure: 'anomalies',
  by: 'type',
  bucket: 'hour',
  total: 5,
  groups: [
    { key: 'A', label: 'Loitering', value: 3, previous: null, usual: null, link: null },
    { key: 'B', label: 'Encounter', value: 2, previous: null, usual: null, link: null },
  ],
  series: [
    { t: iso(0), key: 'A', value: 3 },
    { t: iso(2), key: 'B', value: 2 },
  ],
  previous: null,
  baseline: null,
  suppressed: 0,
  waiting: 0,
  days_in_files: [],
  query: 'Anomalies by type',
  link: null,
  from: iso(0),
  to: iso(3),
  as_of: iso(3),
  ...more,
})
const view = (of: Figure, hidden: string[] = []): FigureView => ({
  figure: of,
  hidden,
  palette: 'dusk',
  ground: {
    text: '#fff',
    dim: '#999',
    line: '#333',
    panel: '#111',
    accent: '#39d',
    alarm: '#f33',
    font: 'Inter',
  },
  shown: (at) => at,
  hasTooltips: true,
})
type Drawn = { series: { id?: string; name?: string; data: unknown[] }[] }
const seriesIn = (option: unknown) => (option as Drawn).series

test('every bucket of the period is drawn, the empty ones as zero', () => {
  const drawn = seriesIn(seriesOption(view(figure()), 'stack'))
  expect(drawn.map(({ id, data }) => [id, data.map((point) => (point as number[])[1])])).toEqual([
    ['A', [3, 0, 0]],
    ['B', [0, 0, 2]],
  ])
})

test('a group that is switched off is not drawn, and the others keep their colours', () => {
  const all = seriesIn(barOption(view(figure())))[0]!.data
  const one = seriesIn(barOption(view(figure(), ['A'])))[0]!.data
  expect(one).toEqual([all[1]])
})

test('the baseline is a band of one deviation around the mean, and omitted with too few weeks', () => {
  const series = [0, 1, 2].map((hour) => ({ t: iso(hour), mean: 10, sd: 4 }))
  const usual = { mean: 30, sd: 7, weeks: 8 }
  const known = figure({ baseline: { enough: true, weeks: 8, total: usual, series } })
  const [low, high] = seriesIn(seriesOption(view(known), 'line'))
  expect([low!.data[0], high!.data[0]]).toEqual([
    [T, 6],
    [T, 8],
  ])
  const unknown = figure({ baseline: { enough: false, weeks: 1, total: null, series: [] } })
  expect(seriesIn(seriesOption(view(unknown), 'line'))).toHaveLength(2)
})

test('a number names what it is compared with, and is marked when unusual', () => {
  const usual = (mean: number, sd: number) => ({
    baseline: { enough: true, weeks: 8, total: { mean, sd, weeks: 8 }, series: [] },
  })
  expect(comparisonText(figure(usual(6, 2)))).toEqual({ text: 'usual: 6', isUnusual: false })
  expect(comparisonText(figure(usual(20, 2)))).toEqual({ text: 'fewer than usual: 20', isUnusual: true })
  const previous = { from: iso(-3), to: iso(0), total: 2, series: [] }
  expect(comparisonText(figure({ previous }))?.text).toBe('+3 on the previous period')
  expect(comparisonText(figure())).toBeNull()
})

test('a CSV carries the query and its version', () => {
  expect(figureCsv(figure())).toBe(
    `Time (UTC),Type,Anomalies\r\n${iso(0)},Loitering,3\r\n${iso(2)},Encounter,2\r\n,,\r\nQuery,Anomalies by type,\r\nAs of,${iso(3)},\r\n`,
  )
})

test('buckets begin at whole hours and end before the period does', () => {
  const halfway = { from: new Date(T + 1_800_000).toISOString(), to: iso(2), bucket: 'hour' } as const
  expect(bucketsOf(halfway)).toEqual([T, T + 3_600_000])
})

test.each([
  [950, '950'],
  [1200, '1.2k'],
  [34_000, '34k'],
  [5_000_000, '5M'],
])('%d on an axis reads %s', (value, text) => {
  expect(shortNumber(value)).toBe(text)
})

test('vessels are read as the average of the buckets that are over, other measures as their sum', () => {
  const usual = { mean: 600, sd: 30, weeks: 8 }
  const vessels = figure({
    measure: 'vessels',
    by: null,
    total: 600,
    groups: [{ key: '', label: '', value: 600, previous: null, usual, link: null }],
    to: iso(4),
    as_of: iso(3),
  })
  expect(shownFigure(vessels)).toMatchObject({ total: 200, groups: [{ value: 200, usual: { mean: 200 } }] })
  expect(shownFigure(figure())).toEqual(figure())
})

test('a heat chart has a row for each group and a cell for each bucket with a value', () => {
  const [heat] = seriesIn(heatOption(view(figure())))
  expect(heat!.data).toEqual([
    { key: 'A', value: [0, 0, 3] },
    { key: 'B', value: [2, 1, 2] },
  ])
})
