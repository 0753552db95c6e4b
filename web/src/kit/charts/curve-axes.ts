import type { Palette } from '../theme/colour-palette.ts'
import type { ChartOption } from './echarts.ts'
import type { ChartGround } from './figure-colours.ts'
import { shortNumber } from './short-number.ts'

type Axes = {
  palette: Palette
  ground: ChartGround
  /** Room above the plot, px. */
  top: number
  /** Epoch ms at the ends of the time axis; those of the data without them. */
  from?: number
  to?: number
  /** Ends of the value axis. */
  least: number
  most: number
  /** Distance of the marks of the value axis; found from the values without it. */
  step?: number | undefined
  /** The values are counts. */
  isCount?: boolean
  /** Returns an instant, epoch ms, as a mark of the axis. */
  mark: (at: number) => string
}

/** Returns axes of curves over time in the colours of the screen, without animation. */
export function curveAxes({
  palette,
  ground,
  top,
  from,
  to,
  least,
  most,
  step,
  isCount,
  mark,
}: Axes): ChartOption {
  const label = { color: ground.dim, fontFamily: ground.font, fontSize: 10, hideOverlap: true }
  const line = { lineStyle: { color: ground.line } }
  return {
    animation: false,
    darkMode: palette !== 'day',
    tooltip: { show: false },
    grid: { left: 38, right: 12, top, bottom: 20 },
    xAxis: {
      type: 'time',
      ...(from !== undefined && { min: from }),
      ...(to !== undefined && { max: to }),
      splitNumber: 4,
      axisLabel: { ...label, formatter: (at: number) => mark(at) },
      axisLine: line,
      axisTick: { show: false },
      splitLine: { show: true, ...line },
    },
    yAxis: {
      type: 'value',
      min: least,
      max: most,
      splitNumber: 3,
      ...(step !== undefined && { interval: step }),
      ...(isCount === true && { minInterval: 1 }),
      axisLabel: {
        ...label,
        showMaxLabel: step !== undefined,
        formatter: shortNumber,
      },
      axisLine: { show: false },
      axisTick: { show: false },
      splitLine: line,
    },
  }
}

/** Names of the two values of each pair. */
export const PAIR = ['time', 'value']

/** Returns times, epoch ms, and values as flat pairs; an absent value is a hole in the line. */
export function pairsOf(times: readonly number[], values: readonly (number | null)[]): Float64Array {
  const pairs = new Float64Array(times.length * 2)
  for (const [i, t] of times.entries()) {
    pairs[2 * i] = t
    pairs[2 * i + 1] = values[i] ?? NaN
  }
  return pairs
}
