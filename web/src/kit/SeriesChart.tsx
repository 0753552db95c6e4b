import { useEffect, useRef } from 'react'
import { curveAxes, PAIR, pairsOf } from './charts/curve-axes.ts'
import { drawCurvesOn, type ChartOption, type ECharts } from './charts/echarts.ts'
import { groundOf, type ChartGround } from './charts/figure-colours.ts'
import { usePalette, type Palette } from './theme/colour-palette.ts'
import { useSettings } from './settings.ts'
import { whenText } from './text/when-text.ts'

/** One line of a chart: epoch milliseconds, ascending, and the value at each; null where there is none. */
export type Series = {
  label: string
  colour: string
  times: readonly number[]
  values: readonly (number | null)[]
  /** Single marks instead of a line, for values that turn over at an end of their range. */
  isDotted?: boolean
  /** Counts: the axis has whole numbers, and each value has a mark. */
  isCount?: boolean
}
type Props = {
  label: string
  series: readonly Series[]
  from: number
  to: number
  /** The instant marked by a line. */
  at: number | null
  /** Ends of the axis; computed from the values if not given. */
  range?: [number, number]
  onSeek: (at: number) => void
}

/** Several values over one period, with the instant shown; pressing goes to the instant under the pointer. */
export function SeriesChart({ label, series, from, to, at, range, onSeek }: Props) {
  const box = useRef<HTMLDivElement>(null)
  const chart = useRef<ECharts | null>(null)
  const line = useRef<HTMLDivElement>(null)
  const seek = useRef(onSeek)
  const palette = usePalette((state) => state.palette)
  const format = useSettings((settings) => settings['datetime.format'])
  const zone = useSettings((settings) => settings['datetime.zone'])
  useEffect(() => {
    seek.current = onSeek
  }, [onSeek])

  useEffect(() => {
    const element = box.current
    if (element === null) return undefined
    const made = drawCurvesOn(element)
    chart.current = made
    made.getZr().on('mousedown', ({ offsetX, offsetY }) => {
      if (!made.containPixel({ gridIndex: 0 }, [offsetX, offsetY])) return
      const pressed = made.convertFromPixel({ xAxisIndex: 0 }, offsetX)
      if (Number.isFinite(pressed)) seek.current(pressed)
    })
    const watch = new ResizeObserver(() => {
      made.resize()
      placeLine(made, line.current)
    })
    watch.observe(element)
    return () => {
      watch.disconnect()
      made.dispose()
      chart.current = null
    }
  }, [])

  useEffect(() => {
    if (chart.current === null || box.current === null) return
    const mark = markOf({ format, zone, from, to })
    const ground = groundOf(box.current)
    chart.current.setOption(optionsOf(label, series, { palette, ground, from, to, range, mark }), {
      notMerge: true,
    })
    placeLine(chart.current, line.current)
  }, [palette, label, series, from, to, range, format, zone])

  useEffect(() => {
    if (line.current !== null) line.current.dataset['at'] = at === null ? '' : String(at)
    placeLine(chart.current, line.current)
  }, [at])

  return (
    <div className="series-chart" role="img" aria-label={`${label} over time`}>
      <div ref={box} className="series-canvas" />
      <span className="series-name">{label}</span>
      <div ref={line} className="series-now" />
    </div>
  )
}

function placeLine(chart: ECharts | null, line: HTMLElement | null) {
  if (chart === null || line === null) return
  const at = line.dataset['at'] ?? ''
  const x = at === '' ? NaN : chart.convertToPixel({ xAxisIndex: 0 }, Number(at))
  line.hidden = !chart.containPixel({ gridIndex: 0 }, [x, chart.getHeight() / 2])
  line.style.left = `${x}px`
}

type Marks = {
  format: Parameters<typeof whenText>[1]['datetime.format']
  zone: Parameters<typeof whenText>[1]['datetime.zone']
  from: number
  to: number
}
/** Returns what writes an instant beside the axis: with the day over long periods, with seconds over short ones. */
function markOf({ format, zone, from, to }: Marks) {
  const isLong = to - from > 36 * 3_600_000
  const isShort = to - from < 10 * 60_000
  const day = (text: string) => (format.startsWith('YYYY') ? text.slice(5, 10) : text.slice(0, 5))
  return (at: number) => {
    const text = whenText(at, { 'datetime.format': format, 'datetime.zone': zone })
    return isLong ? `${day(text)} ${text.slice(11, 16)}` : text.slice(11, isShort ? 19 : 16)
  }
}

type Look = {
  palette: Palette
  ground: ChartGround
  from: number
  to: number
  range: [number, number] | undefined
  mark: (at: number) => string
}

function optionsOf(label: string, series: readonly Series[], look: Look): ChartOption {
  const { palette, ground, from, to, range, mark } = look
  const highest = Math.max(0, ...series.flatMap(({ values }) => highestOf(values)))
  const [least, most] = range ?? [0, Math.max(highest * 1.1, 1)]
  const isCount = series.some((one) => one.isCount)
  return {
    // Above the plot stands its name.
    ...curveAxes({
      palette,
      ground,
      top: 20,
      from,
      to,
      least,
      most,
      step: range && (most - least) / 4,
      isCount,
      mark,
    }),
    series: series.map(({ label: name, colour, times, values, isDotted = false, ...one }, i) => ({
      type: 'line',
      id: `${i}`,
      name: `${label} ${name}`,
      color: colour,
      silent: true,
      dimensions: PAIR,
      data: pairsOf(times, values) as never,
      showSymbol: isDotted || one.isCount === true,
      symbol: 'circle',
      symbolSize: one.isCount === true ? 5 : 3,
      lineStyle: { width: isDotted ? 0 : 1.4 },
    })),
  }
}

const highestOf = (values: readonly (number | null)[]) =>
  values.reduce<number>((most, value) => Math.max(most, value ?? 0), 0)
