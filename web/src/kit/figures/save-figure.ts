import { BY_LABELS, MEASURE_LABELS, type Figure } from '@samudra/contract/figures'
import { pngOf, svgOf, type ECharts } from '../charts/echarts.ts'
import { saveFile } from '../save-file.ts'
import { csvOf } from '../tables/csv.ts'

/** A way to save a figure, by its name in a menu. */
export type FigureSaving = { label: string; save: () => void | Promise<void> }

const bytesOf = (text: string) => new TextEncoder().encode(text)

/** Returns the ways to save a panel: its chart as PNG or SVG where one is drawn, its numbers as CSV. */
export function savingsOf(title: string, figure: Figure, chart: ECharts | null): FigureSaving[] {
  const name = `${title.replaceAll(/[^\p{L}\p{N}]+/gu, '-')}-${figure.to.slice(0, 10)}`
  const ground = () => getComputedStyle(document.body).getPropertyValue('--panel').trim()
  return [
    {
      label: 'Save as PNG',
      save: async () => {
        if (chart !== null) saveFile(`${name}.png`, 'image/png', await pngOf(chart, ground()))
      },
    },
    {
      label: 'Save as SVG',
      save: () => {
        if (chart !== null) saveFile(`${name}.svg`, 'image/svg+xml', bytesOf(svgOf(chart)))
      },
    },
    { label: 'Save as CSV', save: () => saveFile(`${name}.csv`, 'text/csv', bytesOf(figureCsv(figure))) },
  ]
}

/** Returns the buckets of a figure as CSV, with the query and its version in the first lines. */
export function figureCsv(figure: Figure): string {
  const labels = new Map(figure.groups.map(({ key, label }) => [key, label]))
  const rows = figure.series.map(({ t, key, value }) => [t, labels.get(key) ?? key, value])
  return csvOf(
    ['Time (UTC)', figure.by === null ? 'Group' : BY_LABELS[figure.by], MEASURE_LABELS[figure.measure]],
    [...rows, ['', '', null], ['Query', figure.query, null], ['As of', figure.as_of, null]],
  )
}
