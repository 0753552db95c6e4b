import type { Figure } from '@samudra/contract/figures'
import { seriesLook, type ChartGround } from '../charts/figure-colours.ts'
import type { ChartOption } from '../charts/echarts.ts'
import { shortNumber } from '../charts/short-number.ts'
import type { Palette } from '../theme/colour-palette.ts'

/** Key of the group that holds the smaller ones. */
export const OTHER = 'OTHER'
/** Groups that a chart draws one by one; the rest is in its table. */
const MOST_BARS = 12

export type FigureView = {
  figure: Figure
  hidden: readonly string[]
  palette: Palette
  ground: ChartGround
  /** Returns an instant as epoch ms that reads in UTC as the clock of the user. */
  shown: (at: number) => number
  hasTooltips: boolean
}

const place = (figure: Figure, key: string) => figure.groups.findIndex((group) => group.key === key)
export const groupLook = ({ figure, palette }: Pick<FigureView, 'figure' | 'palette'>, key: string) =>
  seriesLook(palette, Math.max(0, place(figure, key)), key === OTHER)

const textStyle = ({ dim, font }: ChartGround) => ({ color: dim, fontFamily: font, fontSize: 11 })

function frame({ ground, hasTooltips }: FigureView): ChartOption {
  return {
    animation: false,
    textStyle: { fontFamily: ground.font },
    tooltip: tooltipOf({ ground, hasTooltips }),
  }
}

const tooltipOf = ({ ground, hasTooltips }: Pick<FigureView, 'ground' | 'hasTooltips'>) => ({
  show: hasTooltips,
  renderMode: 'richText' as const,
  confine: true,
  backgroundColor: ground.panel,
  borderColor: ground.line,
  textStyle: { color: ground.text, fontFamily: ground.font, fontSize: 12 },
})

/** Marks of an axis of time: a day is named with its month, so that each can be read alone. */
const TIME_MARKS = {
  year: '{d} {MMM}',
  month: '{d} {MMM}',
  day: '{d} {MMM}',
  hour: '{HH}:{mm}',
  minute: '{HH}:{mm}',
} as const
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** Writes the beginning of a bucket, epoch ms on the clock of the user: with the day where there are several. */
function bucketMark(at: number, { from, to, bucket }: Pick<Figure, 'from' | 'to' | 'bucket'>): string {
  const time = new Date(at)
  const day = `${time.getUTCDate()} ${MONTHS[time.getUTCMonth()]}`
  if (bucket === 'day') return day
  const clock = time.toISOString().slice(11, 16)
  return Date.parse(to) - Date.parse(from) > 36 * 3_600_000 ? `${day} ${clock}` : clock
}

/** Returns lines or stacked bars of the buckets of a figure, with what is usual and the period before behind them. */
export function seriesOption(view: FigureView, look: 'line' | 'stack'): ChartOption {
  const { figure, hidden, ground, shown } = view
  const keys = figure.groups.map(({ key }) => key).filter((key) => !hidden.includes(key))
  const labels = new Map(figure.groups.map(({ key, label }) => [key, label]))
  const times = bucketsOf(figure)
  const values = new Map<string, Map<number, number>>()
  for (const { t, key, value } of figure.series) {
    const of = values.get(key) ?? new Map<number, number>()
    of.set(Date.parse(t), value)
    values.set(key, of)
  }
  const isStack = look === 'stack'
  const drawn = keys.map((key) => {
    const { colour, dash } = groupLook(view, key)
    const drawnTimes = isStack ? times : times.filter((t) => isOver(figure, t))
    const data = drawnTimes.map((t) => [shown(t), values.get(key)?.get(t) ?? 0])
    const of = { id: key, name: labels.get(key) || 'Total', data, color: colour }
    return isStack
      ? {
          ...of,
          type: 'bar' as const,
          stack: 'all',
          barCategoryGap: '12%',
          itemStyle: { borderColor: ground.panel, borderWidth: 0.5 },
        }
      : {
          ...of,
          type: 'line' as const,
          symbol: times.length > 60 ? 'none' : 'circle',
          symbolSize: 4,
          lineStyle: { width: 2, type: dash },
        }
  })
  return {
    ...frame(view),
    tooltip: { ...tooltipOf(view), trigger: 'axis', order: 'valueDesc' },
    // It takes no room: dragging over the chart zooms, and nothing is drawn for it.
    ...({ toolbox: { show: true, left: -100, feature: { dataZoom: { yAxisIndex: false } } } } as object),
    grid: { left: 4, right: 10, top: 8, bottom: 5, outerBoundsMode: 'same', outerBoundsContain: 'axisLabel' },
    xAxis: {
      type: 'time',
      min: shown(Date.parse(figure.from)),
      max: shown(Date.parse(figure.to)),
      axisLabel: { ...textStyle(ground), hideOverlap: true, formatter: TIME_MARKS },
      axisLine: { lineStyle: { color: ground.line } },
      axisTick: { show: false },
      splitLine: { show: false },
    },
    yAxis: {
      type: 'value',
      min: 0,
      minInterval: 1,
      splitNumber: 3,
      axisLabel: { ...textStyle(ground), formatter: shortNumber, hideOverlap: true },
      splitLine: { lineStyle: { color: ground.line } },
    },
    useUTC: true,
    series: [...usualBand(view), ...before(view), ...drawn],
  }
}

/** The band of one standard deviation around what is usual, and its mean. */
function usualBand({ figure, ground, shown, hidden }: FigureView) {
  const { baseline } = figure
  if (baseline === null || !baseline.enough || hidden.length > 0) return []
  const at = baseline.series.map(({ t, mean, sd }) => ({ t: shown(Date.parse(t)), mean, sd }))
  const quiet = { type: 'line' as const, symbol: 'none', silent: true, tooltip: { show: false } }
  return [
    {
      ...quiet,
      id: 'usual low',
      stack: 'usual',
      lineStyle: { opacity: 0 },
      data: at.map(({ t, mean, sd }) => [t, Math.max(0, mean - sd)]),
    },
    {
      ...quiet,
      id: 'usual high',
      stack: 'usual',
      lineStyle: { opacity: 0 },
      areaStyle: { color: ground.dim, opacity: 0.22 },
      data: at.map(({ t, mean, sd }) => [t, mean + sd - Math.max(0, mean - sd)]),
    },
    {
      ...quiet,
      tooltip: { show: true },
      id: 'usual',
      name: 'Baseline',
      lineStyle: { color: ground.dim, width: 1, type: 'dashed' as const },
      itemStyle: { color: ground.dim },
      data: at.map(({ t, mean }) => [t, Math.round(mean)]),
    },
  ]
}

/** The period before, laid over this one. */
function before({ figure, ground, shown, hidden }: FigureView) {
  const { previous } = figure
  if (previous === null || hidden.length > 0) return []
  const later = Date.parse(figure.from) - Date.parse(previous.from)
  return [
    {
      type: 'line' as const,
      id: 'before',
      name: 'Previous period',
      symbol: 'none',
      lineStyle: { color: ground.dim, width: 1.5, type: 'dotted' as const },
      itemStyle: { color: ground.dim },
      data: previous.series.map(({ t, value }) => [shown(Date.parse(t) + later), value]),
    },
  ]
}

/** Returns bars of the groups of a figure, the largest on top, with marks of what they were or usually are. */
export function barOption(view: FigureView): ChartOption {
  const { figure, hidden, ground } = view
  const groups = figure.groups.filter(({ key }) => !hidden.includes(key)).slice(0, MOST_BARS)
  return {
    ...frame(view),
    grid: { left: 4, right: 40, top: 4, bottom: 5, outerBoundsMode: 'same', outerBoundsContain: 'axisLabel' },
    xAxis: {
      type: 'value',
      min: 0,
      minInterval: 1,
      splitNumber: 3,
      axisLabel: { ...textStyle(ground), formatter: shortNumber },
      splitLine: { lineStyle: { color: ground.line } },
    },
    yAxis: {
      type: 'category',
      inverse: true,
      data: groups.map(({ label }) => label || 'Total'),
      axisLabel: { ...textStyle(ground), color: ground.text, width: 130, overflow: 'truncate' },
      axisLine: { lineStyle: { color: ground.line } },
      axisTick: { show: false },
    },
    series: [
      {
        type: 'bar',
        barMaxWidth: 18,
        label: { show: true, position: 'right', color: ground.text, fontSize: 11, fontFamily: ground.font },
        data: groups.map(({ key, value }) => ({
          key,
          value,
          itemStyle: { color: groupLook(view, key).colour },
        })),
      },
      ...(groups.some(({ previous, usual }) => (previous ?? usual) !== null)
        ? [
            {
              type: 'bar' as const,
              barGap: '-100%',
              barMaxWidth: 18,
              silent: true,
              z: 3,
              name: figure.previous === null ? 'Baseline' : 'Previous period',
              itemStyle: {
                color: 'transparent',
                borderColor: ground.text,
                borderWidth: 1.5,
                borderType: 'dashed' as const,
              },
              data: groups.map(({ previous, usual }) => Math.round(previous ?? usual?.mean ?? 0)),
            },
          ]
        : []),
    ],
  }
}

/** Returns a row of buckets for each group, the darker the fewer: what stopped for a while is a gap in its row. */
export function heatOption(view: FigureView): ChartOption {
  const { figure, hidden, ground, shown } = view
  const groups = figure.groups.filter(({ key }) => !hidden.includes(key)).slice(0, MOST_BARS)
  const rows = new Map(groups.map(({ key }, row) => [key, row]))
  const times = bucketsOf(figure)
  const columns = new Map(times.map((t, column) => [t, column]))
  const data = figure.series.flatMap(({ t, key, value }) => {
    const [row, column] = [rows.get(key), columns.get(Date.parse(t))]
    return row === undefined || column === undefined ? [] : [{ key, value: [column, row, value] }]
  })
  const most = Math.max(1, ...data.map(({ value }) => value[2]!))
  return {
    ...frame(view),
    grid: { left: 4, right: 10, top: 4, bottom: 5, outerBoundsMode: 'same', outerBoundsContain: 'axisLabel' },
    xAxis: {
      type: 'category',
      data: times.map((t) => bucketMark(shown(t), figure)),
      axisLabel: { ...textStyle(ground), hideOverlap: true },
      axisLine: { show: false },
      axisTick: { show: false },
    },
    yAxis: {
      type: 'category',
      inverse: true,
      data: groups.map(({ label }) => label || 'Total'),
      axisLabel: { ...textStyle(ground), color: ground.text, width: 110, overflow: 'truncate' },
      axisLine: { show: false },
      axisTick: { show: false },
    },
    visualMap: { show: false, min: 0, max: most, inRange: { color: [ground.line, ground.accent] } },
    series: [{ type: 'heatmap', data, itemStyle: { borderColor: ground.panel, borderWidth: 0.5 } }],
  }
}

/** Returns the bare line behind a number. */
export function sparkOption({ figure, ground, shown }: FigureView): ChartOption {
  const sums = sumsByBucket(figure)
  return {
    animation: false,
    grid: { left: 0, right: 0, top: 2, bottom: 2 },
    xAxis: { type: 'time', show: false },
    yAxis: { type: 'value', show: false, min: 0 },
    series: [
      {
        type: 'line',
        symbol: 'none',
        silent: true,
        lineStyle: { color: ground.accent, width: 1.5 },
        areaStyle: { color: ground.accent, opacity: 0.15 },
        data: bucketsOf(figure)
          .filter((t) => isOver(figure, t))
          .map((t) => [shown(t), sums.get(t) ?? 0]),
      },
    ],
  }
}

const BUCKET_MS = { hour: 3_600_000, day: 86_400_000 }
/** Most points that are drawn where a bucket holds nothing. */
const MOST_BUCKETS = 2500

/** Returns true of a bucket that was over when it was counted: one that fills still would end a line in a fall. */
const isOver = ({ bucket, as_of }: Pick<Figure, 'bucket' | 'as_of'>, t: number) =>
  t + BUCKET_MS[bucket] <= Date.parse(as_of)

/** Returns the beginnings of all buckets of a period, epoch ms. */
export function bucketsOf({ from, to, bucket }: Pick<Figure, 'from' | 'to' | 'bucket'>): number[] {
  const size = BUCKET_MS[bucket]
  const times: number[] = []
  for (
    let t = Math.floor(Date.parse(from) / size) * size;
    t < Date.parse(to) && times.length < MOST_BUCKETS;
    t += size
  )
    times.push(t)
  return times
}

export function sumsByBucket({ series }: Pick<Figure, 'series'>): Map<number, number> {
  const sums = new Map<number, number>()
  for (const { t, value } of series) {
    const at = Date.parse(t)
    sums.set(at, (sums.get(at) ?? 0) + value)
  }
  return sums
}
