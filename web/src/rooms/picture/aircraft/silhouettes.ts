/** Outlines in a square from -1 to 1, nose up, y down. */
type Draw = (g: CanvasRenderingContext2D) => void

const polygon =
  (...points: [number, number][]): Draw =>
  (g) => {
    g.beginPath()
    for (const [x, y] of points) g.lineTo(x, y)
    g.closePath()
  }

const half: [number, number][] = [
  [0, -1],
  [0.13, -0.72],
  [0.15, -0.22],
  [0.98, 0.28],
  [0.98, 0.46],
  [0.14, 0.22],
  [0.1, 0.66],
  [0.42, 0.88],
  [0.42, 1],
  [0, 0.9],
]
const mirrored = half
  .slice(1, -1)
  .reverse()
  .map(([x, y]): [number, number] => [-x, y])

/** A fuselage under two crossed blades. */
const helicopter: Draw = (g) => {
  g.beginPath()
  g.ellipse(0, -0.18, 0.26, 0.5, 0, 0, 2 * Math.PI)
  g.rect(-0.07, 0.25, 0.14, 0.7)
  g.rect(-0.26, 0.8, 0.52, 0.14)
  for (const turn of [Math.PI / 4, -Math.PI / 4]) {
    const [x, y] = [Math.cos(turn), Math.sin(turn)]
    const width = 0.07
    g.moveTo(-x - y * width, -0.18 - y + x * width)
    g.lineTo(x - y * width, -0.18 + y + x * width)
    g.lineTo(x + y * width, -0.18 + y - x * width)
    g.lineTo(-x + y * width, -0.18 - y - x * width)
    g.closePath()
  }
}

const blunt: Draw = (g) => {
  g.beginPath()
  g.arc(0, 0, 0.5, 0, 2 * Math.PI)
}
const box: Draw = (g) => {
  g.beginPath()
  g.rect(-0.5, -0.5, 1, 1)
}

const SHAPES = { aeroplane: polygon(...half, ...mirrored), helicopter, blunt, box }
export type Shape = keyof typeof SHAPES

const ROTORCRAFT = 7
const VEHICLES = 16

/** Returns the shape of an aircraft; a nose needs a track to point along. */
export function shapeOf(one: { category: number | null; track: number | null }): Shape {
  if (one.category !== null && one.category >= VEHICLES) return 'box'
  if (one.track === null) return 'blunt'
  return one.category === ROTORCRAFT ? 'helicopter' : 'aeroplane'
}

/** Silhouettes on small canvases, made once for each colour and size. */
export class Silhouettes {
  readonly #made = new Map<string, HTMLCanvasElement>()

  get(shape: Shape, colour: string, edge: string, size: number, ratio: number): HTMLCanvasElement {
    const key = `${shape} ${colour} ${edge} ${size} ${ratio}`
    const held = this.#made.get(key)
    if (held !== undefined) return held
    const canvas = drawSilhouette(shape, colour, edge, size, ratio)
    this.#made.set(key, canvas)
    return canvas
  }
}

export function drawSilhouette(shape: Shape, colour: string, edge: string, size: number, ratio: number) {
  const canvas = document.createElement('canvas')
  // Room for the edge around it.
  canvas.width = canvas.height = Math.ceil(size * 1.3 * ratio)
  const g = canvas.getContext('2d')
  if (g === null) throw new Error('this browser does not support a 2D canvas')
  g.translate(canvas.width / 2, canvas.height / 2)
  g.scale((size / 2) * ratio, (size / 2) * ratio)
  g.lineJoin = 'round'
  g.lineWidth = 0.24
  g.strokeStyle = edge
  g.fillStyle = colour
  SHAPES[shape](g)
  g.stroke()
  g.fill()
  return canvas
}
