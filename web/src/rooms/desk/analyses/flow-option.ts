import type { Analysis, AnalysisFlow, AnalysisPlace } from '@samudra/contract/analyses'
import { seriesLook, type ChartGround } from '../../../kit/charts/figure-colours.ts'
import type { ChartOption } from '../../../kit/charts/echarts.ts'
import { csvOf } from '../../../kit/tables/csv.ts'
import type { Palette } from '../../../kit/theme/colour-palette.ts'

/** Flows that a chart or a map draws; the others stand in the matrix and in the file. */
export const MOST_DRAWN_FLOWS = 30
/** Places on each side of the matrix; the file has all. */
export const MOST_MATRIX_PLACES = 15

export const placesByKey = ({ places }: Pick<Analysis, 'places'>): ReadonlyMap<string, AnalysisPlace> =>
  new Map(places.map((place) => [place.key, place]))

/** Returns flows from left to right, as wide as vessels took them. */
export function flowOption(analysis: Analysis, palette: Palette, ground: ChartGround): ChartOption {
  const places = placesByKey(analysis)
  const drawn = analysis.flows.slice(0, MOST_DRAWN_FLOWS)
  const isNamed = (key: string) => places.get(key)?.kind === 'PORT' || places.get(key)?.kind === 'EEZ'
  const named = [...new Set(drawn.flatMap(({ from, to }) => [from, to]))].filter(isNamed)
  const colourOf = (key: string) => seriesLook(palette, named.indexOf(key), !isNamed(key)).colour
  // A place may stand on both sides: each side has a node of its own.
  const node = (side: 'from' | 'to', key: string) => ({
    name: `${side} ${key}`,
    depth: side === 'from' ? 0 : 1,
    itemStyle: { color: colourOf(key) },
  })
  const labelOf = (name: string) => places.get(name.slice(name.indexOf(' ') + 1))?.label ?? name
  return {
    animation: false,
    textStyle: { fontFamily: ground.font },
    tooltip: tooltipOf(ground, labelOf),
    series: [
      {
        type: 'sankey',
        left: 4,
        right: 180,
        top: 8,
        bottom: 8,
        nodeGap: 8,
        nodeWidth: 12,
        draggable: false,
        emphasis: { focus: 'adjacency' },
        label: {
          color: ground.text,
          fontFamily: ground.font,
          fontSize: 12,
          formatter: ({ name }) => labelOf(name ?? ''),
        },
        lineStyle: { color: 'gradient', opacity: 0.35, curveness: 0.5 },
        data: [
          ...[...new Set(drawn.map(({ from }) => from))].map((key) => node('from', key)),
          ...[...new Set(drawn.map(({ to }) => to))].map((key) => node('to', key)),
        ],
        links: drawn.map(({ from, to, vessels }) => ({
          source: `from ${from}`,
          target: `to ${to}`,
          value: vessels,
        })),
      },
    ],
  }
}

/** Returns the tooltip of nodes and flows, in plain text. */
const tooltipOf = (
  ground: ChartGround,
  labelOf: (name: string) => string,
): NonNullable<ChartOption['tooltip']> => ({
  renderMode: 'richText',
  confine: true,
  backgroundColor: ground.panel,
  borderColor: ground.line,
  textStyle: { color: ground.text, fontFamily: ground.font, fontSize: 12 },
  formatter: (item: unknown) => {
    const { data, name, value } = item as {
      data: { source?: string; target?: string }
      name: string
      value: number
    }
    const { source, target } = data
    const what =
      source === undefined || target === undefined
        ? labelOf(name)
        : `${labelOf(source)} to ${labelOf(target)}`
    return `${what}: ${value.toLocaleString('en')}`
  },
})

export type FlowMatrix = {
  from: AnalysisPlace[]
  to: AnalysisPlace[]
  /** Vessels by row and column; 0 where none went. */
  cells: number[][]
  /** Places that have no row or column. */
  more: number
}
/** Returns vessels from each place to each other one, those of the most vessels first. */
export function flowMatrix(analysis: Pick<Analysis, 'places' | 'flows'>): FlowMatrix {
  const places = placesByKey(analysis)
  const ranked = (side: 'from' | 'to') => {
    const sums = new Map<string, number>()
    for (const flow of analysis.flows) sums.set(flow[side], (sums.get(flow[side]) ?? 0) + flow.vessels)
    return [...sums]
      .sort(([a, one], [b, other]) => other - one || (a < b ? -1 : 1))
      .map(([key]) => places.get(key)!)
  }
  const [rows, columns] = [ranked('from'), ranked('to')]
  const [from, to] = [rows.slice(0, MOST_MATRIX_PLACES), columns.slice(0, MOST_MATRIX_PLACES)]
  const values = new Map(analysis.flows.map((flow) => [keyOf(flow), flow.vessels]))
  return {
    from,
    to,
    cells: from.map((row) => to.map((column) => values.get(keyOf({ from: row.key, to: column.key })) ?? 0)),
    more: rows.length - from.length + columns.length - to.length,
  }
}
const keyOf = ({ from, to }: Pick<AnalysisFlow, 'from' | 'to'>) => `${from}|${to}`

/** Returns the flows as CSV, with the query in the last lines. */
export function flowCsv(analysis: Analysis): string {
  const places = placesByKey(analysis)
  const rows = analysis.flows.map(({ from, to, vessels, visits }) => [
    places.get(from)?.label ?? from,
    places.get(to)?.label ?? to,
    vessels,
    visits,
  ])
  return csvOf(
    ['From', 'To', 'Vessels', 'Visits'],
    [...rows, ['', '', null, null], ['Query', analysis.query, null, null]],
  )
}
