import type { Chart } from './chart.ts'

/**
 * Canvas above the chart that is redrawn with its frames. It is removed while there is nothing to draw, because
 * Chromium may still show the earlier drawing when a frame only clears.
 */
export class Glass {
  readonly g: CanvasRenderingContext2D
  readonly #chart: Chart
  readonly #canvas = document.createElement('canvas')

  constructor(chart: Chart, className: string) {
    this.#chart = chart
    this.#canvas.className = className
    chart.getCanvasContainer().append(this.#canvas)
    const g = this.#canvas.getContext('2d')
    if (g === null) throw new Error('this browser does not support a 2D canvas')
    this.g = g
  }

  /** As large as the chart, in pixels of the window. */
  get size() {
    const { clientWidth: width, clientHeight: height } = this.#chart.getCanvas()
    return { width, height }
  }

  /** Empty and in its place, to be drawn on. */
  wipe() {
    const { width, height } = this.size
    const ratio = window.devicePixelRatio
    const [w, h] = [Math.round(width * ratio), Math.round(height * ratio)]
    if (this.#canvas.width === w && this.#canvas.height === h) {
      this.g.clearRect(0, 0, width, height)
      return
    }
    this.#canvas.width = w
    this.#canvas.height = h
    this.#canvas.style.width = `${width}px`
    this.#canvas.style.height = `${height}px`
    this.g.setTransform(ratio, 0, 0, ratio, 0, 0)
    this.#canvas.hidden = false
  }

  putAway() {
    if (this.#canvas.hidden) return
    this.#canvas.hidden = true
    this.#canvas.width = 0
  }

  remove() {
    this.#canvas.remove()
  }
}
