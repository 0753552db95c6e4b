import type { Pdf, Plate, XY } from './pdf.ts'

/** One curve; nulls are gaps. The x of points are epoch ms. */
export type Curve = { name: string; points: readonly (readonly [x: number, y: number | null])[] }
export type Bar = { label: string; value: number }

const HEIGHT = 150
const FOOT = 24
const SIZE = 8
const GREY = '#666666'
const RULE = '#dddddd'
/** Colours that also differ in grey: each is darker than the next. */
const COLOURS = ['#0b4f8a', '#c4501b', '#3d8f5f', '#8a6fb0', '#b8a13a'] as const
const colourOf = (i: number) => COLOURS[i % COLOURS.length]!

/** Curves over time (UTC) with one axis of values, lines and not a picture. */
export function writeCurves(pdf: Pdf, { unit, curves }: { unit: string; curves: readonly Curve[] }): void {
  const all = curves.flatMap(({ points }) => points)
  const values = all.flatMap(([, y]) => (y === null ? [] : [y]))
  pdf.plate(HEIGHT, (plate) => {
    if (values.length === 0) return nothing(plate)
    const times = all.map(([x]) => x)
    const [from, to] = [least(times), most(times)]
    const y = axisOf(plate, unit, values)
    const span = Math.max(1, to - from)
    const xOf = (at: number) => y.left + ((at - from) / span) * (plate.width - y.left)
    for (const at of instants(from, to))
      plate.text(timeText(at, span), {
        at: [xOf(at), HEIGHT - FOOT + 12],
        size: SIZE,
        colour: GREY,
        side: 'middle',
      })
    for (const [i, { points }] of curves.entries())
      for (const part of unbroken(
        points.map(([x, value]) => (value === null ? null : [xOf(x), y.of(value)])),
      ))
        plate.line(part, colourOf(i), 1.2)
    legend(
      plate,
      y.left,
      curves.map(({ name }) => name),
    )
  })
}

/** Bars with their labels below and their values above. */
export function writeBars(pdf: Pdf, { unit, bars }: { unit: string; bars: readonly Bar[] }): void {
  pdf.plate(HEIGHT, (plate) => {
    if (bars.length === 0) return nothing(plate)
    const y = axisOf(plate, unit, [0, ...bars.map(({ value }) => value)])
    const step = (plate.width - y.left) / bars.length
    for (const [i, { label, value }] of bars.entries()) {
      const [left, right] = [y.left + step * (i + 0.15), y.left + step * (i + 0.85)]
      const [top, foot] = [y.of(Math.max(0, value)), y.of(Math.min(0, value))]
      plate.area(
        [
          [
            [left, top],
            [right, top],
            [right, foot],
            [left, foot],
          ],
        ],
        COLOURS[0],
      )
      const middle = { size: SIZE, colour: GREY, side: 'middle' } as const
      plate.text(numberText(value), { ...middle, at: [(left + right) / 2, top - 3] })
      plate.text(label, { ...middle, at: [(left + right) / 2, HEIGHT - FOOT + 12] })
    }
  })
}

const nothing = (plate: Plate) =>
  plate.text('Nothing to show', {
    at: [plate.width / 2, HEIGHT / 2],
    size: SIZE,
    colour: GREY,
    side: 'middle',
  })

/** Draws rules at round values; returns where the chart begins and how high values stand. */
function axisOf(plate: Plate, unit: string, values: readonly number[]) {
  const ticks = roundTicks(least(values), most(values))
  const [low, high] = [ticks[0]!, ticks.at(-1)!]
  const [top, foot, left] = [18, HEIGHT - FOOT, 34]
  const of = (value: number) => foot - ((value - low) / (high - low)) * (foot - top)
  plate.text(unit, { at: [0, 8], size: SIZE, colour: GREY })
  for (const tick of ticks) {
    plate.line(
      [
        [left, of(tick)],
        [plate.width, of(tick)],
      ],
      RULE,
      0.5,
    )
    plate.text(numberText(tick), { at: [left - 4, of(tick) + 3], size: SIZE, colour: GREY, side: 'right' })
  }
  return { left, of }
}

function legend(plate: Plate, left: number, names: readonly string[]) {
  const step = (plate.width - left) / Math.max(1, names.length)
  for (const [i, name] of names.entries()) {
    const x = left + 40 + i * (step - 10)
    plate.line(
      [
        [x, 5],
        [x + 12, 5],
      ],
      colourOf(i),
      2,
    )
    plate.text(name, { at: [x + 16, 8], size: SIZE })
  }
}

function* unbroken(points: readonly (XY | null)[]): Generator<XY[]> {
  let part: XY[] = []
  for (const point of [...points, null]) {
    if (point !== null) part.push(point)
    else if (part.length > 0) {
      // A value by itself is a dot.
      yield part.length === 1 ? [part[0]!, part[0]!] : part
      part = []
    }
  }
}

/** Steps of 1, 2 or 5 around all values, four or so. */
export function roundTicks(low: number, high: number): number[] {
  const span = high - low || Math.abs(high) || 1
  const rough = span / 4
  const size = 10 ** Math.floor(Math.log10(rough))
  const step = size * (rough / size > 5 ? 10 : rough / size > 2 ? 5 : rough / size > 1 ? 2 : 1)
  const first = Math.floor(low / step)
  const last = Math.max(first + 1, Math.ceil(high / step))
  return Array.from({ length: last - first + 1 }, (_, i) => Number(((first + i) * step).toPrecision(12)))
}

const SPANS_MS = [60, 300, 900, 3600, 10_800, 21_600, 43_200, 86_400, 604_800, 2_592_000].map((s) => s * 1000)
/** Round instants of a span, eight at most. */
function instants(from: number, to: number): number[] {
  const step = SPANS_MS.find((one) => (to - from) / one <= 8) ?? Math.ceil((to - from) / 8)
  const first = Math.ceil(from / step) * step
  return Array.from({ length: Math.max(0, Math.floor((to - first) / step) + 1) }, (_, i) => first + i * step)
}
const timeText = (at: number, span: number): string => {
  const text = new Date(at).toISOString()
  return span > 2 * 86_400_000 ? text.slice(5, 10) : text.slice(11, 16)
}
const numberText = (value: number): string => String(Number(value.toPrecision(6)))
const least = (values: readonly number[]) => values.reduce((a, b) => Math.min(a, b))
const most = (values: readonly number[]) => values.reduce((a, b) => Math.max(a, b))
