import { useEffect, useRef, type ReactNode } from 'react'
import { usePalette, type Palette } from '../theme/colour-palette.ts'
import { groundOf, type ChartGround } from './figure-colours.ts'
import { drawOn, type ChartOption, type ECharts } from './echarts.ts'
import './chart.css'

type Props = {
  /** Sentence that is read out in place of the chart. */
  label: string
  /** Returns the chart in the colours of a palette; a new function draws it again. */
  option: (palette: Palette, ground: ChartGround) => ChartOption
  /** Is given the chart that is drawn, for saving it as a picture, and null when it is gone. */
  onDrawn?: ((chart: ECharts | null) => void) | undefined
  /** A period was brushed, epoch ms on the axis of the chart. */
  onBrush?: ((from: number, to: number) => void) | undefined
  /** The series, group or bucket that was pressed. */
  onPress?: ((name: string) => void) | undefined
  /** The same values as a table, for those who cannot see the chart. */
  children: ReactNode
}

/** A chart that follows palette and size, with its table beside it for screen readers. */
export function Chart({ label, option, onDrawn, onBrush, onPress, children }: Props) {
  const box = useRef<HTMLDivElement>(null)
  const own = useRef<ECharts | null>(null)
  const palette = usePalette((state) => state.palette)
  const brush = useRef(onBrush)
  const press = useRef(onPress)
  const drawn = useRef(onDrawn)
  useEffect(() => {
    brush.current = onBrush
    press.current = onPress
    drawn.current = onDrawn
  }, [onBrush, onPress, onDrawn])

  useEffect(() => {
    const element = box.current
    if (element === null) return undefined
    const made = drawOn(element)
    own.current = made
    drawn.current?.(made)
    made.on('click', (event) => {
      const name = (event as { seriesId?: string; data?: { key?: string } }).data?.key ?? event.seriesId
      if (name !== undefined) press.current?.(name)
    })
    made.on('datazoom', (event) => {
      const { startValue, endValue } = (event as { batch?: { startValue?: number; endValue?: number }[] })
        .batch?.[0] ?? { startValue: undefined }
      if (startValue !== undefined && endValue !== undefined) brush.current?.(startValue, endValue)
    })
    const watch = new ResizeObserver(() => made.resize())
    watch.observe(element)
    return () => {
      watch.disconnect()
      made.dispose()
      own.current = null
      drawn.current?.(null)
    }
  }, [])

  const isBrushed = onBrush !== undefined
  useEffect(() => {
    const made = own.current
    if (made === null || box.current === null) return
    made.setOption(option(palette, groundOf(box.current)), { notMerge: true })
    if (isBrushed)
      made.dispatchAction({
        type: 'takeGlobalCursor',
        key: 'dataZoomSelect',
        dataZoomSelectActive: true,
      })
  }, [option, palette, isBrushed])

  return (
    <figure className="chart" aria-label={label}>
      <div ref={box} className="chart-canvas" aria-hidden="true" />
      <div className="visually-hidden">{children}</div>
    </figure>
  )
}
