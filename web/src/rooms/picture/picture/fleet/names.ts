import { NAMES_ZOOM } from '../../../../map/chart/names-zoom.ts'
import type { Fleet } from './fleet.ts'
import { drawnPlace, LOOK, STRIDE } from './instance.ts'
import { nearestX } from './reckon.ts'

/** Visible area of the chart at one moment. */
export type View = {
  /** Mercator place of the middle, and pixels per mercator unit. */
  x: number
  y: number
  scale: number
  width: number
  height: number
  zoom: number
  now: number
}

const MOST = 240
const LINE_PX = 14
const CELL_PX = 24
/** Interval at which names are chosen again; in between they move with their contacts. */
const CHOOSE_EVERY_S = 0.5

/**
 * Chooses whose names are shown: none overlaps another, and who had its name keeps it while there is room, so names do
 * not flicker while ships pass each other.
 */
export class NameChooser {
  private readonly fleet: Fleet
  private readonly measure: (text: string) => number
  private readonly widths = new Map<string, number>()
  private chosen: number[] = []
  private chosenAt = Number.NEGATIVE_INFINITY
  private chosenView = ''
  private readonly drawn = { x: 0, y: 0 }

  constructor(fleet: Fleet, measure: (text: string) => number) {
    this.fleet = fleet
    this.measure = measure
  }

  choose(view: View, selected: number): number[] {
    const seen = `${view.x} ${view.y} ${view.scale} ${view.width} ${view.height} ${selected}`
    const isRecent = Math.abs(view.now - this.chosenAt) < CHOOSE_EVERY_S
    if (isRecent && seen === this.chosenView) return this.chosen
    this.chosenAt = view.now
    this.chosenView = seen
    const taken = new Set<number>()
    const saved = new Set(this.chosen)
    const next: number[] = []
    if (selected >= 0) this.tryPlace(selected, view, taken, next)
    if (view.zoom >= NAMES_ZOOM) {
      for (const place of saved) if (place !== selected) this.tryPlace(place, view, taken, next)
      for (let i = 0; i < this.fleet.count && next.length < MOST; i++)
        if (!saved.has(i) && i !== selected) this.tryPlace(i, view, taken, next)
    }
    return (this.chosen = next)
  }

  /** Takes the cells a name would cover if all are free. */
  private tryPlace(place: number, view: View, taken: Set<number>, next: number[]) {
    const name = this.fleet.names[place]
    if (name === undefined || name === '' || next.length >= MOST) return
    if (this.fleet.rows.bytes[place * STRIDE + LOOK.symbol] === 0) return
    drawnPlace(this.fleet.rows, place, view.now, this.drawn)
    const x = view.width / 2 + nearestX(this.drawn.x - view.x) * view.scale
    const y = view.height / 2 + (this.drawn.y - view.y) * view.scale
    if (x < -20 || y < 0 || x > view.width || y > view.height) return
    const from = Math.floor(x / CELL_PX)
    const to = Math.floor((x + 14 + this.widthOf(name)) / CELL_PX)
    const top = Math.floor((y - LINE_PX / 2) / CELL_PX)
    const bottom = Math.floor((y + LINE_PX / 2) / CELL_PX)
    const cells: number[] = []
    for (let row = top; row <= bottom; row++)
      for (let column = from; column <= to; column++) {
        const cell = row * 4096 + column
        if (taken.has(cell)) return
        cells.push(cell)
      }
    for (const cell of cells) taken.add(cell)
    next.push(place)
  }

  private widthOf(name: string): number {
    const known = this.widths.get(name)
    if (known !== undefined) return known
    const width = this.measure(name)
    this.widths.set(name, width)
    return width
  }
}
