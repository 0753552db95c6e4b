import { useEffect, useRef } from 'react'
import uPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import { usePalette } from './theme/colour-palette.ts'
import { useSettings } from './settings.ts'
import { whenText } from './text/when-text.ts'

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

/** A value over time with its red line. The figures under the pointer are read out beside the curve. */
export function TimeChart({ label, times, values, unit, limit, height = 96 }: Props) {
  const box = useRef<HTMLDivElement>(null)
  const chart = useRef<uPlot | null>(null)
  const palette = usePalette((state) => state.palette)
  const format = useSettings((settings) => settings['datetime.format'])
  const zone = useSettings((settings) => settings['datetime.zone'])
  const data = useRef<uPlot.AlignedData>([[], []])

  useEffect(() => {
    const seconds = times.map((at) => at / 1000)
    data.current =
      limit === undefined ? [seconds, [...values]] : [seconds, [...values], seconds.map(() => limit)]
    chart.current?.setData(data.current)
  }, [times, values, limit])

  useEffect(() => {
    const element = box.current
    if (element === null) return
    const style = getComputedStyle(element)
    const colour = (name: string) => style.getPropertyValue(name)
    const time = (seconds: number) =>
      whenText(seconds * 1000, { 'datetime.format': format, 'datetime.zone': zone }).slice(11)
    const axis = {
      stroke: colour('--text-dim'),
      font: `10px ${style.fontFamily}`,
      grid: { stroke: colour('--line'), width: 1 },
      ticks: { show: false },
    }
    const made = new uPlot(
      {
        width: element.clientWidth,
        height,
        legend: { show: false },
        cursor: { y: false, points: { size: 6 } },
        scales: {
          y: { range: (_, __, most) => [0, Math.max(most * 1.1, limit === undefined ? 1 : limit * 1.05, 1)] },
        },
        axes: [
          { ...axis, size: 20, values: (_, at) => at.map((seconds) => time(seconds).slice(0, 5)), space: 60 },
          { ...axis, size: 38, space: 28 },
        ],
        series: [
          { value: (_, seconds) => time(seconds) },
          {
            label,
            stroke: colour('--accent'),
            width: 1.5,
            fill: colour('--accent-ground'),
            points: { show: false },
          },
          ...(limit === undefined
            ? []
            : [
                {
                  label: 'Limit',
                  stroke: colour('--alarm'),
                  width: 1,
                  dash: [5, 4],
                  points: { show: false },
                },
              ]),
        ],
      },
      data.current,
      element,
    )
    chart.current = made
    const watch = new ResizeObserver(() => made.setSize({ width: element.clientWidth, height }))
    watch.observe(element)
    return () => {
      watch.disconnect()
      made.destroy()
      chart.current = null
    }
    // The colours are read from the style sheet, which follows the palette.
    // oxlint-disable-next-line react/exhaustive-deps, react/exhaustive-effect-dependencies
  }, [palette, height, label, limit, format, zone])

  const last = values.at(-1)
  return (
    <div
      ref={box}
      className="time-chart"
      role="img"
      aria-label={`${label}: ${last === undefined ? 'no values yet' : `${last.toFixed(1)} ${unit} now`}${limit === undefined ? '' : `, limit ${limit} ${unit}`}`}
    />
  )
}
