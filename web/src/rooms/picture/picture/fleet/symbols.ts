import { SYMBOLS, type SymbolName } from './instance.ts'

/**
 * The symbols on one canvas: fill in the red channel, edge in the green, so that the shader can colour, hollow and dim
 * them. Ships point up. A cell is larger than any symbol on any screen; mipmaps bring it down crisply.
 */
export const CELL = 128
export const COLUMNS = 4
export const ROWS = Math.ceil(SYMBOLS.length / COLUMNS)
/** The share of a cell that a symbol fills; the rest keeps neighbours apart when scaled down. */
export const FILLED = 0.8

type Draw = (g: CanvasRenderingContext2D) => void

/** Paths in a square from -1 to 1, y down. */
const polygon =
  (...points: [number, number][]): Draw =>
  (g) => {
    g.beginPath()
    for (const [x, y] of points) g.lineTo(x, y)
    g.closePath()
  }
const circle =
  (radius: number): Draw =>
  (g) => {
    g.beginPath()
    g.arc(0, 0, radius, 0, 2 * Math.PI)
  }

const PATHS: Record<Exclude<SymbolName, 'nothing'>, Draw> = {
  dot: circle(0.62),
  shipA: polygon([0, -1], [0.4, -0.42], [0.46, 0.9], [0, 0.68], [-0.46, 0.9], [-0.4, -0.42]),
  shipB: polygon([0, -0.82], [0.42, 0.74], [0, 0.44], [-0.42, 0.74]),
  drifting: polygon([0, -0.66], [0.6, 0], [0, 0.66], [-0.6, 0]),
  anchored: circle(0.56),
  moored: (g) => {
    g.beginPath()
    g.roundRect(-0.5, -0.5, 1, 1, 0.16)
  },
  baseStation: polygon([0, -0.8], [0.62, 0.62], [-0.62, 0.62]),
  aton: polygon([0, -0.84], [0.84, 0], [0, 0.84], [-0.84, 0]),
  sarAircraft: polygon(
    [0, -1],
    [0.14, -0.3],
    [0.95, 0.12],
    [0.95, 0.32],
    [0.14, 0.16],
    [0.12, 0.6],
    [0.4, 0.86],
    [0.4, 1],
    [0, 0.88],
    [-0.4, 1],
    [-0.4, 0.86],
    [-0.12, 0.6],
    [-0.14, 0.16],
    [-0.95, 0.32],
    [-0.95, 0.12],
    [-0.14, -0.3],
  ),
  locatingDevice: circle(0.82),
  flag: polygon([0.5, -1], [0.98, -0.16], [0.02, -0.16]),
}

/** Marks cut into a symbol in the colour of its edge. */
const MARKS: Partial<Record<SymbolName, Draw>> = {
  anchored: circle(0.2),
  moored: (g) => {
    g.beginPath()
    g.rect(-0.18, -0.18, 0.36, 0.36)
  },
  aton: (g) => {
    g.beginPath()
    g.rect(-0.08, -0.4, 0.16, 0.8)
    g.rect(-0.4, -0.08, 0.8, 0.16)
  },
  baseStation: (g) => {
    g.beginPath()
    g.arc(0, 0.18, 0.18, 0, 2 * Math.PI)
  },
  locatingDevice: (g) => {
    g.beginPath()
    for (const turn of [Math.PI / 4, -Math.PI / 4]) {
      const x = Math.cos(turn)
      const y = Math.sin(turn)
      const across = 0.09
      g.moveTo(-x * 0.7 - y * across, -y * 0.7 + x * across)
      g.lineTo(x * 0.7 - y * across, y * 0.7 + x * across)
      g.lineTo(x * 0.7 + y * across, y * 0.7 - x * across)
      g.lineTo(-x * 0.7 + y * across, -y * 0.7 - x * across)
      g.closePath()
    }
  },
}

const FILL = '#ff0000'
const EDGE = '#00ff00'
/** Width of the edge in the unit of the paths. */
const EDGE_WIDTH = 0.22

export function symbolCanvas(): HTMLCanvasElement {
  const canvas = document.createElement('canvas')
  canvas.width = COLUMNS * CELL
  canvas.height = ROWS * CELL
  const g = canvas.getContext('2d')
  if (g === null) throw new Error('this browser does not support a 2D canvas')
  g.fillStyle = '#000000'
  g.fillRect(0, 0, canvas.width, canvas.height)
  SYMBOLS.forEach((name, i) => {
    if (name !== 'nothing') drawSymbol(g, name, (i % COLUMNS) * CELL, Math.floor(i / COLUMNS) * CELL)
  })
  return canvas
}

function drawSymbol(g: CanvasRenderingContext2D, name: Exclude<SymbolName, 'nothing'>, x: number, y: number) {
  const half = (CELL * FILLED) / 2
  g.save()
  g.translate(x + CELL / 2, y + CELL / 2)
  g.scale(half, half)
  g.lineJoin = 'round'
  g.lineWidth = EDGE_WIDTH
  PATHS[name](g)
  g.strokeStyle = EDGE
  g.stroke()
  g.fillStyle = FILL
  g.fill()
  const mark = MARKS[name]
  if (mark !== undefined) {
    mark(g)
    g.fillStyle = EDGE
    g.fill()
  }
  g.restore()
}
