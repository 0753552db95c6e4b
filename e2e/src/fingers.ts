import type { CDPSession, Page } from 'playwright-core'

const TAP_MS = 60

type Point = { x: number; y: number }

/** Fingers on a touch screen, as the browser receives them from the device. */
export class Fingers {
  readonly #cdp: CDPSession
  readonly #page: Page

  static async on(page: Page): Promise<Fingers> {
    return new Fingers(page, await page.context().newCDPSession(page))
  }
  private constructor(page: Page, cdp: CDPSession) {
    this.#page = page
    this.#cdp = cdp
  }

  /** `atMs` is when the screen noticed it; now, when left out. */
  async #touch(type: 'touchStart' | 'touchMove' | 'touchEnd', points: readonly Point[], atMs = Date.now()) {
    const touchPoints = points.map(({ x, y }, id) => ({ x, y, id, radiusX: 4, radiusY: 4, force: 1 }))
    await this.#cdp.send('Input.dispatchTouchEvent', { type, touchPoints, timestamp: atMs / 1000 })
  }

  /** Taps for as short a time as a finger does, however busy the receiving machine is. */
  async tap(at: Point) {
    const now = Date.now()
    await Promise.all([this.#touch('touchStart', [at], now), this.#touch('touchEnd', [], now + TAP_MS)])
    // Two taps that follow at once are a double tap.
    await this.#page.waitForTimeout(450)
  }

  async hold(at: Point, ms = 900) {
    await this.#touch('touchStart', [at])
    await this.#page.waitForTimeout(ms)
    await this.#touch('touchEnd', [])
  }

  async drag(from: Point, to: Point) {
    await this.#touch('touchStart', [from])
    for (let step = 1; step <= 12; step++) {
      await this.#page.waitForTimeout(25)
      await this.#touch('touchMove', [between(from, to, step / 12)])
    }
    // A finger that stops before it leaves does not throw the chart.
    await this.#page.waitForTimeout(250)
    await this.#touch('touchEnd', [])
    await this.#page.waitForTimeout(150)
  }

  /** Two fingers about a point, from one distance to another. */
  async pinch(about: Point, fromPx: number, toPx: number) {
    const pair = (px: number) => [
      { x: about.x - px / 2, y: about.y },
      { x: about.x + px / 2, y: about.y },
    ]
    await this.#touch('touchStart', pair(fromPx))
    for (let step = 1; step <= 12; step++) {
      await this.#page.waitForTimeout(25)
      await this.#touch('touchMove', pair(fromPx + ((toPx - fromPx) * step) / 12))
    }
    await this.#page.waitForTimeout(150)
    await this.#touch('touchEnd', [])
    await this.#page.waitForTimeout(300)
  }
}

const between = (from: Point, to: Point, share: number): Point => ({
  x: from.x + (to.x - from.x) * share,
  y: from.y + (to.y - from.y) * share,
})
