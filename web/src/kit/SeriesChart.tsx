import { useEffect, useRef } from 'react'
import uPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import { usePalette } from './theme/colour-palette.ts'
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
  const chart = useRef<uPlot | null>(null)
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
    const look = { element, format, zone, from, to, range, seek: (t: number) => seek.current(t) }
    const made = new uPlot(optionsOf(label, series, look), dataOf(series), element)
    chart.current = made
    const watch = new ResizeObserver(() => {
      made.setSize({ width: element.clientWidth, height: element.clientHeight })
      placeLine(made, line.current)
    })
    watch.observe(element)
    return () => {
      watch.disconnect()
      made.destroy()
      chart.current = null
    }
    // Colours of axes are read from the style sheet, which follows the palette.
    // oxlint-disable-next-line react/exhaustive-deps, react/exhaustive-effect-dependencies
  }, [palette, label, series, from, to, range, format, zone])

  useEffect(() => {
    if (line.current !== null) line.current.dataset['at'] = at === null ? '' : String(at)
    placeLine(chart.current, line.current)
  }, [at, series, from, to, palette])

  return (
    <div ref={box} className="series-chart" role="img" aria-label={`${label} over time`}>
      <span className="series-name">{label}</span>
      <div ref={line} className="series-now" />
    </div>
  )
}

function placeLine(chart: uPlot | null, line: HTMLElement | null) {
  if (chart === null || line === null) return
  const at = line.dataset['at'] ?? ''
  const x = at === '' ? -1 : chart.valToPos(Number(at) / 1000, 'x')
  line.hidden = x < 0 || x > chart.over.clientWidth
  line.style.left = `${chart.over.offsetLeft + x}px`
}

function dataOf(series: readonly Series[]): uPlot.AlignedData {
  if (series.length === 0) return [[]]
  const tables = series.map(({ times, values }): uPlot.AlignedData => [
    times.map((t) => t / 1000),
    [...values],
  ])
  // A null of one line is a hole in it; where only another has a value, its line goes on.
  return tables.length === 1
    ? tables[0]!
    : uPlot.join(
        tables,
        tables.map(() => [1, 2]),
      )
}

type Look = {
  element: HTMLElement
  format: Parameters<typeof whenText>[1]['datetime.format']
  zone: Parameters<typeof whenText>[1]['datetime.zone']
  from: number
  to: number
  range: [number, number] | undefined
  seek: (at: number) => void
}

/** Steps of an axis of counts. */
const WHOLE = [1, 2, 5]
  .flatMap((step) => [0, 1, 2, 3, 4, 5, 6].map((power) => step * 10 ** power))
  .sort((a, b) => a - b)

function optionsOf(label: string, series: readonly Series[], look: Look): uPlot.Options {
  const { element, format, zone, from, to, range } = look
  const style = getComputedStyle(element)
  const colour = (name: string) => style.getPropertyValue(name)
  const time = (seconds: number) =>
    whenText(seconds * 1000, { 'datetime.format': format, 'datetime.zone': zone })
  const isLong = to - from > 36 * 3_600_000
  const isShort = to - from < 10 * 60_000
  const day = (text: string) => (format.startsWith('YYYY') ? text.slice(5, 10) : text.slice(0, 5))
  const tick = (text: string) =>
    isLong ? `${day(text)} ${text.slice(11, 16)}` : text.slice(11, isShort ? 19 : 16)
  const axis = {
    stroke: colour('--text-dim'),
    font: `10px ${style.fontFamily}`,
    grid: { stroke: colour('--line'), width: 1 },
    ticks: { show: false },
  }
  return {
    width: element.clientWidth,
    height: element.clientHeight,
    legend: { show: false },
    cursor: {
      y: false,
      drag: { x: false, y: false },
      bind: {
        mousedown: (self) => () => {
          const { left } = self.cursor
          if (left !== undefined && left >= 0) look.seek(self.posToVal(left, 'x') * 1000)
          return null
        },
      },
    },
    // Above the plot stands its name.
    padding: [18, 24, 0, 0],
    scales: {
      x: { range: () => [from / 1000, to / 1000] },
      y: { range: (_, __, most) => range ?? [0, Math.max(most * 1.1, 1)] },
    },
    axes: [
      {
        ...axis,
        size: 20,
        space: isLong ? 90 : 60,
        values: (_, at) => at.map((seconds) => tick(time(seconds))),
      },
      { ...axis, size: 36, space: 24, ...(series.some(({ isCount }) => isCount) && { incrs: WHOLE }) },
    ],
    series: [
      {},
      ...series.map(({ label: name, colour: stroke, isDotted, isCount }) => ({
        label: `${label} ${name}`,
        stroke,
        width: isDotted === true ? 0 : 1.4,
        points:
          isDotted === true || isCount === true
            ? { show: true, size: isCount === true ? 5 : 3, fill: stroke, width: 0 }
            : { show: false },
      })),
    ],
  }
}
