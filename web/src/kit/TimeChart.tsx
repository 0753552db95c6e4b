import { useEffect, useRef } from 'react'
import { curveAxes, PAIR, pairsOf } from './charts/curve-axes.ts'
import { drawCurvesOn, type ChartOption, type ECharts } from './charts/echarts.ts'
import { groundOf, type ChartGround } from './charts/figure-colours.ts'
import { usePalette, type Palette } from './theme/colour-palette.ts'
import { useSettings } from './settings.ts'
import { whenText } from './text/when-text.ts'

/** Shorter periods are marked with seconds. */
const SHORT_MS = 600_000

type Props = {
  label: string
  /** Epoch milliseconds, ascending, and the value at each. */
  times: readonly number[]
  values: readonly number[]
  unit: string
  /** Above this is too much; drawn as a red line. */
  limit?: number | undefined
  height?: number
}

/** A value over time with its red line. */
export function TimeChart({ label, times, values, unit, limit, height = 96 }: Props) {
  const box = useRef<HTMLDivElement>(null)
  const chart = useRef<ECharts | null>(null)
  const palette = usePalette((state) => state.palette)
  const format = useSettings((settings) => settings['datetime.format'])
  const zone = useSettings((settings) => settings['datetime.zone'])

  useEffect(() => {
    const element = box.current
    if (element === null) return undefined
    const made = drawCurvesOn(element)
    chart.current = made
    const watch = new ResizeObserver(() => made.resize())
    watch.observe(element)
    return () => {
      watch.disconnect()
      made.dispose()
      chart.current = null
    }
  }, [])

  useEffect(() => {
    if (chart.current === null || box.current === null) return
    const isShort = (times.at(-1) ?? 0) - (times[0] ?? 0) < SHORT_MS
    const mark = (at: number) =>
      whenText(at, { 'datetime.format': format, 'datetime.zone': zone }).slice(11, isShort ? 19 : 16)
    chart.current.setOption(optionOf({ palette, times, values, limit, mark, ground: groundOf(box.current) }))
  }, [times, values, limit, palette, format, zone])

  const last = values.at(-1)
  return (
    <div
      ref={box}
      className="time-chart"
      style={{ height }}
      role="img"
      aria-label={`${label}: ${last === undefined ? 'No values yet' : `${last.toFixed(1)} ${unit} now`}${limit === undefined ? '' : `, limit ${limit} ${unit}`}`}
    />
  )
}

type Curve = Pick<Props, 'times' | 'values' | 'limit'> & {
  palette: Palette
  mark: (at: number) => string
  ground: ChartGround
}
function optionOf({ palette, times, values, limit, mark, ground }: Curve): ChartOption {
  const highest = values.reduce((most, value) => Math.max(most, value), 0)
  const most = Math.max(highest * 1.1, limit === undefined ? 1 : limit * 1.05, 1)
  return {
    ...curveAxes({ palette, ground, top: 6, least: 0, most, mark }),
    series: [
      {
        type: 'line',
        silent: true,
        symbol: 'none',
        sampling: 'minmax',
        color: ground.accent,
        lineStyle: { width: 1.5 },
        areaStyle: { opacity: 0.15 },
        dimensions: PAIR,
        data: pairsOf(times, values) as never,
        ...(limit === undefined
          ? {}
          : {
              markLine: {
                silent: true,
                symbol: 'none',
                label: { show: false },
                lineStyle: { color: ground.alarm, width: 1, type: [5, 4] },
                data: [{ yAxis: limit }],
              },
            }),
      },
    ],
  }
}
