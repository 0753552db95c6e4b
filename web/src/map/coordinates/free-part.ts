import type { Chart } from '../chart/chart.ts'

type Box = { left: number; top: number; right: number; bottom: number }
type Point = { x: number; y: number }

/** Mark of camera moves the user did not request: to follow a vessel, or to keep it in view. */
export const OUR_MOVE = { isOurs: true }

/** Margin between a vessel and the floats beside it, in pixels. */
const MARGIN = 36

/**
 * Returns the part of a chart not covered by floats. Each float, the largest first, takes the edge strip that costs
 * the least of the remaining part. A card at the side takes a column, a sheet at the foot rows, and a line above it
 * more rows.
 */
export function freeBox(whole: Box, floats: readonly Box[]): Box {
  const free = { ...whole }
  const [width, height] = [whole.right - whole.left, whole.bottom - whole.top]
  for (const { left, top, right, bottom } of floats.toSorted((a, b) => areaOf(b) - areaOf(a))) {
    const isBeside = right <= free.left || left >= free.right || bottom <= free.top || top >= free.bottom
    if (isBeside) continue
    const strips = [
      { part: (right - free.left) / width, cut: () => (free.left = right) },
      { part: (free.right - left) / width, cut: () => (free.right = left) },
      { part: (bottom - free.top) / height, cut: () => (free.top = bottom) },
      { part: (free.bottom - top) / height, cut: () => (free.bottom = top) },
    ]
    strips.reduce((least, one) => (one.part < least.part ? one : least)).cut()
  }
  return free
}

const areaOf = ({ left, top, right, bottom }: Box) => (right - left) * (bottom - top)

/** Returns how far a point under a float must move to be visible; null while it is visible. */
export function wayOut(point: Point, whole: Box, floats: readonly Box[]): Point | null {
  const isUnder = floats.some(
    ({ left, top, right, bottom }) =>
      point.x > left - MARGIN &&
      point.x < right + MARGIN &&
      point.y > top - MARGIN &&
      point.y < bottom + MARGIN,
  )
  if (!isUnder) return null
  const free = freeBox(whole, floats)
  return {
    x: nearest(point.x, free.left + MARGIN, free.right - MARGIN) - point.x,
    y: nearest(point.y, free.top + MARGIN, free.bottom - MARGIN) - point.y,
  }
}

const nearest = (value: number, least: number, most: number) =>
  least > most ? (least + most) / 2 : Math.max(least, Math.min(most, value))

const floatsOver = (chart: Chart) =>
  [...(chart.getContainer().parentElement?.querySelectorAll<HTMLElement>('[data-float]') ?? [])].filter(
    (element) => element.offsetWidth > 0,
  )

/** The chart and what floats over it, in pixels of the chart. */
function measured(chart: Chart): { whole: Box; floats: Box[] } {
  const { left: x, top: y, width, height } = chart.getContainer().getBoundingClientRect()
  return {
    whole: { left: 0, top: 0, right: width, bottom: height },
    floats: floatsOver(chart).map((element) => {
      const { left, top, right, bottom } = element.getBoundingClientRect()
      return { left: left - x, top: top - y, right: right - x, bottom: bottom - y }
    }),
  }
}

/** From the middle of the chart to the middle of its free part, as flights of the camera take it. */
export function freeOffset(chart: Chart): [number, number] {
  const { whole, floats } = measured(chart)
  const free = freeBox(whole, floats)
  return [(free.left + free.right - whole.right) / 2, (free.top + free.bottom - whole.bottom) / 2]
}

/**
 * Eases the camera whenever something opens, grows or goes over a place that is to be seen, and only then: who moves
 * the chart under a panel by hand means it. Returns the end of it.
 */
export function keepInFreePart(chart: Chart, placeOf: () => Point | null): () => void {
  const look = () => {
    if (chart.isMoving()) return void chart.once('moveend', look)
    const place = placeOf()
    const { whole, floats } = measured(chart)
    const way = place === null ? null : wayOut(place, whole, floats)
    if (way !== null) void chart.panBy([-way.x, -way.y], { duration: 400 }, OUR_MOVE)
  }
  const sizes = new ResizeObserver(look)
  let seen: Element[] = []
  const observe = () => {
    const elements = [chart.getContainer(), ...floatsOver(chart)]
    if (elements.length === seen.length && elements.every((one, i) => one === seen[i])) return
    seen = elements
    sizes.disconnect()
    for (const element of elements) sizes.observe(element)
  }
  observe()
  const comings = new MutationObserver(observe)
  const over = chart.getContainer().parentElement!
  for (const lane of [over, ...over.querySelectorAll('.left-lane')])
    comings.observe(lane, { childList: true })
  return () => {
    comings.disconnect()
    sizes.disconnect()
    chart.off('moveend', look)
  }
}
