import type { CDPSession, Page } from 'playwright-core'

/**
 * Script installed before a page starts: it records frames, ms apart, and long tasks, ms, while the page is watched.
 */
export const FRAMES = `window.longTasks = []
new PerformanceObserver((list) => { if (window.isWatched) for (const entry of list.getEntries()) longTasks.push(entry.duration) })
  .observe({ entryTypes: ['longtask'] })
window.frames = []
let last = 0
const frame = (now) => { if (window.isWatched) { if (last) frames.push(now - last); last = now } else last = 0; requestAnimationFrame(frame) }
requestAnimationFrame(frame)`

/** Draws nothing, because software rasterising would hide what the page itself costs; for before a page begins. */
export const NO_DRAWS = `for (const name of ['drawArrays', 'drawElements', 'drawArraysInstanced', 'drawElementsInstanced'])
  WebGL2RenderingContext.prototype[name] = () => {}`

/** The frames and long tasks of a page while something is done with it, ms. */
export async function framesWhile(
  page: Page,
  act: () => Promise<void>,
): Promise<{ frames: number[]; long: number[] }> {
  await page.evaluate('longTasks.length = 0; frames.length = 0; isWatched = true')
  await act()
  return page.evaluate('isWatched = false, { frames: frames.slice(), long: longTasks.slice() }')
}

/** Drags the chart about its middle in circles until it is enough. */
export async function dragChart(page: Page, isEnough: () => boolean): Promise<void> {
  const { width, height } = page.viewportSize()!
  await page.mouse.move(width / 2, height / 2)
  await page.mouse.down()
  for (let step = 0; !isEnough(); step++) {
    const turn = step / 12
    await page.mouse.move(width / 2 + Math.sin(turn) * 150, height / 2 + Math.cos(turn) * 90)
  }
  await page.mouse.up()
}

/** A wheel turned fast: so many pixels, so often a second. */
const NOTCH = 600
const NOTCH_MS = 40
/** Scrolls what is under the pointer down, and back by half, for so long. */
export async function turnWheel(page: Page, forMs: number): Promise<void> {
  const until = performance.now() + forMs
  for (let down = true; performance.now() < until; down = !down)
    for (let turn = 0; turn < 40; turn++) {
      await page.mouse.wheel(0, down ? NOTCH : -NOTCH / 2)
      await page.waitForTimeout(NOTCH_MS)
    }
}

/** Returns the time the main thread of a page has worked so far, ms; requires `Performance.enable` to be sent first. */
export async function mainThreadMs(cdp: CDPSession): Promise<number> {
  const { metrics } = await cdp.send('Performance.getMetrics')
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1000
}
