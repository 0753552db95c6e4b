import type { LonLatBox } from '@samudra/nautical/polygons/box'
import type { Pdf, Plate, XY } from './pdf.ts'

type LonLat = readonly [lon: number, lat: number]
/** Layers of a chart, lowest first; degrees. */
export type Chart = {
  box: LonLatBox
  /** Rings of land in a box; what lies in an odd number of them. */
  land: (box: LonLatBox) => Promise<readonly (readonly LonLat[])[]>
  lines?: readonly { points: readonly LonLat[]; colour: string }[]
  marks?: readonly { at: LonLat; label: string; colour: string }[]
  /** Height at most, points; that of most of a page where it is left out. */
  mostHigh?: number
  /** Origin of the land, in the words its licence requires. */
  source: string
}

const MOST_HIGH = 420
const LEAST_HIGH = 160
const SIZE = 7
const [SEA, LAND, RULE, INK] = ['#eaf2f8', '#d9d3c3', '#b7c5d0', '#333333'] as const
const NM_A_DEGREE = 60

/** A chart in Mercator's projection with grid and scale, drawn in lines: sharp at any size. */
export async function writeChart(pdf: Pdf, chart: Chart): Promise<void> {
  const [west, south, east, north] = roomy(chart.box)
  const [wide, tall] = [east - west, northing(north) - northing(south)]
  const height = Math.min(
    chart.mostHigh ?? MOST_HIGH,
    MOST_HIGH,
    pdf.room.whole - SIZE * 2,
    Math.max(LEAST_HIGH, pdf.width * (tall / wide)),
  )
  const scale = Math.min(pdf.width / wide, height / tall)
  const middle = { lon: (west + east) / 2, y: (northing(south) + northing(north)) / 2 }
  const half = { lon: pdf.width / 2 / scale, y: height / 2 / scale }
  const lon = [middle.lon - half.lon, middle.lon + half.lon] as const
  const lat = [latitude(middle.y - half.y), latitude(middle.y + half.y)] as const
  const land = await chart.land([lon[0], lat[0], lon[1], lat[1]])
  pdf.plate(height + SIZE * 2, (plate) => {
    const to = ([x, y]: LonLat): XY => [
      (near(x, middle.lon) - lon[0]) * scale,
      height / 2 - (northing(y) - middle.y) * scale,
    ]
    const edge: readonly XY[] = [
      [0, 0],
      [plate.width, 0],
      [plate.width, height],
      [0, height],
    ]
    plate.within({ from: [0, 0], to: [plate.width, height] }, () => {
      plate.area([edge], SEA)
      if (land.length > 0)
        plate.area(
          land.map((ring) => ring.map(to)),
          LAND,
        )
      drawGrid(plate, to, { lon, lat, height })
      for (const { points, colour } of chart.lines ?? []) plate.line(points.map(to), colour, 1.2)
      for (const { at, label, colour } of chart.marks ?? []) drawMark(plate, to(at), label, colour)
      drawScale(plate, { height, pointsANm: scale / (NM_A_DEGREE * Math.cos(rad(latitude(middle.y)))) })
    })
    plate.line([...edge, edge[0]!], INK, 0.6)
    plate.text(chart.source, { at: [0, height + SIZE * 1.5], size: SIZE, colour: '#666666' })
  })
}

const rad = (degrees: number) => (degrees * Math.PI) / 180
/** Degrees of longitude by which a latitude stands above the equator on the chart. */
const northing = (lat: number) => (Math.log(Math.tan(Math.PI / 4 + rad(lat) / 2)) * 180) / Math.PI
const latitude = (y: number) => ((2 * Math.atan(Math.exp(rad(y))) - Math.PI / 2) * 180) / Math.PI
/** On the turn of the globe that is nearest to a meridian. */
const near = (lon: number, to: number) => lon - 360 * Math.round((lon - to) / 360)

/** With a margin, and never less than a mile. */
function roomy([west, south, east, north]: LonLatBox): LonLatBox {
  const wide = east < west ? east + 360 : east
  const margin = Math.max(1 / NM_A_DEGREE, (wide - west) * 0.06, (north - south) * 0.06)
  return [west - margin, Math.max(-84, south - margin), wide + margin, Math.min(84, north + margin)]
}

const STEPS = [1 / 60, 2 / 60, 5 / 60, 10 / 60, 0.5, 1, 2, 5, 10, 30]
type Span = readonly [number, number]

function drawGrid(
  plate: Plate,
  to: (at: LonLat) => XY,
  { lon, lat, height }: { lon: Span; lat: Span; height: number },
) {
  const step = STEPS.find((one) => (lon[1] - lon[0]) / one <= 8) ?? 45
  for (const meridian of round(lon, step)) {
    const [x] = to([meridian, lat[0]])
    plate.line(
      [
        [x, 0],
        [x, height],
      ],
      RULE,
      0.4,
    )
    plate.text(angleText(near(meridian, 0), 'E', 'W', step), {
      at: [x + 2, height - 3],
      size: SIZE,
      colour: INK,
    })
  }
  for (const parallel of round(lat, step)) {
    const [, y] = to([lon[0], parallel])
    plate.line(
      [
        [0, y],
        [plate.width, y],
      ],
      RULE,
      0.4,
    )
    plate.text(angleText(parallel, 'N', 'S', step), { at: [2, y - 2], size: SIZE, colour: INK })
  }
}

const round = ([from, end]: Span, step: number): number[] =>
  Array.from(
    { length: Math.max(0, Math.floor(end / step) - Math.ceil(from / step) + 1) },
    (_, i) => (Math.ceil(from / step) + i) * step,
  )

/** `12°30'N`, whole degrees where the grid has no others. */
function angleText(angle: number, positive: string, negative: string, step: number): string {
  const minutes = Math.round(Math.abs(angle) * 60)
  const side = minutes === 0 ? '' : angle > 0 ? positive : negative
  const rest = step < 1 ? `${String(minutes % 60).padStart(2, '0')}'` : ''
  return `${Math.floor(minutes / 60)}°${rest}${side}`
}

function drawMark(plate: Plate, [x, y]: XY, label: string, colour: string) {
  plate.area(
    [
      [
        [x, y - 3],
        [x + 3, y],
        [x, y + 3],
        [x - 3, y],
      ],
    ],
    colour,
  )
  plate.text(label, { at: [x + 5, y + 2.5], size: SIZE + 1, colour: INK, weight: 700 })
}

/** A round number of nautical miles, as they are in the middle of the chart. */
function drawScale(plate: Plate, { height, pointsANm }: { height: number; pointsANm: number }) {
  const most = plate.width / 4 / pointsANm
  const power = 10 ** Math.floor(Math.log10(most))
  const nm = power * (most / power >= 5 ? 5 : most / power >= 2 ? 2 : 1)
  const [right, y] = [plate.width - 8, height - 14]
  const left = right - nm * pointsANm
  plate.line(
    [
      [left, y - 3],
      [left, y],
      [right, y],
      [right, y - 3],
    ],
    INK,
    1,
  )
  plate.text(`${Number(nm.toPrecision(2))} NM`, {
    at: [right, y - 5],
    size: SIZE,
    colour: INK,
    side: 'right',
  })
}
