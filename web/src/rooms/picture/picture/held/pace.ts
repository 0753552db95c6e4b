import type { Chart } from '../../../../map/chart/chart.ts'
import { useClock } from '../../../../time/clock.store.ts'
import { BLEND_S, metresPerUnit } from '../fleet/reckon.ts'

/** The speed motion is judged by, metres a second; few ships are faster. */
const BRISK_MPS = 15
/** A contact is drawn again when a brisk one has moved this far. */
const STEP_PX = 0.35
const FRAME_MS = 33
/** Without visible motion the picture still ages: a repaint this often. */
const SLOWEST_MS = 10_000
/** Steps shorter than this need no animation. */
const SEEN_PX = 0.8

/** Repaints the chart as often as motion can be seen, and no oftener: a far view of a calm sea costs nothing. */
export class Pace {
  private readonly chart: Chart
  private timer: ReturnType<typeof setTimeout> | undefined
  private animatedUntil = 0

  constructor(chart: Chart) {
    this.chart = chart
    chart.on('render', this.schedule)
  }

  /** A patch with a step of `units` has come. */
  changed(units: number) {
    if (units * scaleOf(this.chart) > SEEN_PX) this.animatedUntil = performance.now() + BLEND_S * 1000
    this.chart.triggerRepaint()
  }

  stop() {
    clearTimeout(this.timer)
    this.chart.off('render', this.schedule)
  }

  private readonly schedule = () => {
    clearTimeout(this.timer)
    this.timer = setTimeout(() => this.chart.triggerRepaint(), this.interval())
  }

  private interval(): number {
    if (performance.now() < this.animatedUntil) return FRAME_MS
    const lat = (this.chart.getCenter().lat * Math.PI) / 180
    const y = 0.5 - Math.asinh(Math.tan(lat)) / (2 * Math.PI)
    const { mode, rate } = useClock.getState()
    if (mode === 'FIXED') return SLOWEST_MS
    const speed = BRISK_MPS * (mode === 'PLAYING' ? rate : 1)
    const pxPerSecond = (speed / metresPerUnit(y)) * scaleOf(this.chart)
    return Math.min(SLOWEST_MS, Math.max(FRAME_MS, (1000 * STEP_PX) / pxPerSecond))
  }
}

/** Pixels per mercator unit. */
export const scaleOf = (chart: Chart) => 512 * 2 ** chart.getZoom()
