import type { Fleet } from './fleet.ts'
import { LOOK, STRIDE, WORDS, X_SCALE, Y_SCALE } from './instance.ts'
import type { View } from './names.ts'
import { nearestX } from './reckon.ts'
import type { ShipColours } from './ship-colours.ts'

/** Nearer than this every contact stands for itself. */
export const GROUP_ZOOM = 5
const CELL_PX = 60
const TYPES = 9
const AGAIN_S = 0.5
/** Marks of the contract in the row's flags. */
const MARKS = 31
const FONT = "600 11px 'Inter', system-ui, sans-serif"

export type Group = {
  /** Mercator place: the mean of its contacts, kept off the edge of its cell. */
  x: number
  y: number
  count: number
  /** How many of each ship type. */
  types: Uint32Array
  /** A contact of it carries a mark. */
  isMarked: boolean
  /** The only contact's place in the fleet. */
  only: number
}

/**
 * Contacts counted by cells of the world, for the chart seen from afar: every contact is in one group, so the counts add
 * up to what is held. Cells are fixed in the world, so groups stay where they are while the chart moves.
 */
export class Groups {
  groups: Group[] = []
  #at = Number.NEGATIVE_INFINITY
  #seen = ''
  #counts = new Uint32Array(0)
  #sums = new Float64Array(0)
  #marks = new Uint8Array(0)
  #types = new Uint32Array(0)
  #only = new Int32Array(0)

  /** Counts anew when the view or who stands at which place changed, or half a second is over. */
  count(fleet: Fleet, view: View): readonly Group[] {
    const step = 2 ** (Math.floor(view.zoom * 2) / 2)
    const seen = `${view.x} ${view.y} ${view.width} ${view.scale} ${view.height} ${step} ${fleet.moves}`
    if (seen === this.#seen && Math.abs(view.now - this.#at) < AGAIN_S) return this.groups
    this.#seen = seen
    this.#at = view.now
    const cell = CELL_PX / (512 * step)
    const [halfX, halfY] = [view.width / 2 / view.scale + cell, view.height / 2 / view.scale + cell]
    const first = { x: Math.floor((view.x - halfX) / cell), y: Math.floor((view.y - halfY) / cell) }
    const columns = Math.ceil((2 * halfX) / cell) + 1
    const rows = Math.ceil((2 * halfY) / cell) + 1
    this.#clear(columns * rows)
    this.#gather(fleet, view, { cell, first, columns, rows })
    return (this.groups = this.#collect(cell, first, columns))
  }

  /** The group drawn at a point of the screen, or null. */
  hit(view: View, point: { x: number; y: number }): Group | null {
    let best: Group | null = null
    let least = Number.POSITIVE_INFINITY
    for (const group of this.groups) {
      const { x, y } = onScreen(group, view)
      const px = Math.hypot(x - point.x, y - point.y)
      if (px > radiusOf(group) + 3 || px >= least) continue
      best = group
      least = px
    }
    return best
  }

  #clear(cells: number) {
    if (this.#counts.length < cells) {
      this.#counts = new Uint32Array(cells)
      this.#sums = new Float64Array(cells * 2)
      this.#marks = new Uint8Array(cells)
      this.#types = new Uint32Array(cells * TYPES)
      this.#only = new Int32Array(cells)
    }
    this.#counts.fill(0)
    this.#sums.fill(0)
    this.#marks.fill(0)
    this.#types.fill(0)
  }

  #gather(
    fleet: Fleet,
    view: View,
    {
      cell,
      first,
      columns,
      rows,
    }: { cell: number; first: { x: number; y: number }; columns: number; rows: number },
  ) {
    const { bytes, u32 } = fleet.rows
    for (let i = 0; i < fleet.count; i++) {
      if (bytes[i * STRIDE + LOOK.symbol] === 0) continue
      const y = u32[i * WORDS + 1]! / Y_SCALE
      const x = view.x + nearestX(u32[i * WORDS]! / X_SCALE - view.x)
      const column = Math.floor(x / cell) - first.x
      const row = Math.floor(y / cell) - first.y
      if (column < 0 || row < 0 || column >= columns || row >= rows) continue
      const at = row * columns + column
      this.#counts[at]!++
      this.#sums[at * 2] = this.#sums[at * 2]! + x
      this.#sums[at * 2 + 1] = this.#sums[at * 2 + 1]! + y
      this.#only[at] = i
      this.#types[at * TYPES + bytes[i * STRIDE + LOOK.group]!]!++
      if ((bytes[i * STRIDE + LOOK.flags]! & MARKS) !== 0) this.#marks[at] = 1
    }
  }

  #collect(cell: number, first: { x: number; y: number }, columns: number): Group[] {
    const groups: Group[] = []
    for (let at = 0; at < this.#counts.length; at++) {
      const count = this.#counts[at]!
      if (count === 0) continue
      const [left, top] = [(first.x + (at % columns)) * cell, (first.y + Math.floor(at / columns)) * cell]
      const x = this.#sums[at * 2]! / count
      const y = this.#sums[at * 2 + 1]! / count
      const rim = count === 1 ? 0 : cell * RIM
      groups.push({
        x: Math.min(left + cell - rim, Math.max(left + rim, x)),
        y: Math.min(top + cell - rim, Math.max(top + rim, y)),
        count,
        types: this.#types.slice(at * TYPES, (at + 1) * TYPES),
        isMarked: this.#marks[at] === 1,
        only: count === 1 ? this.#only[at]! : -1,
      })
    }
    return groups
  }
}

/** Groups keep this share of their cell from its edge, so that neighbours do not cover each other. */
const RIM = 0.3
const radiusOf = ({ count }: Group) => (count === 1 ? 4 : Math.min(25, 9 + Math.log10(count) * 4.6))

const onScreen = (group: Group, view: View) => ({
  x: view.width / 2 + nearestX(group.x - view.x) * view.scale,
  y: view.height / 2 + (group.y - view.y) * view.scale,
})

/** Draws each group as a disc with its exact count in a ring of its ship types; a lone contact as a dot of its type. */
export function drawGroups(
  g: CanvasRenderingContext2D,
  groups: readonly Group[],
  view: View,
  fleet: Fleet,
  colours: ShipColours,
) {
  g.font = FONT
  g.textAlign = 'center'
  g.textBaseline = 'middle'
  for (const group of groups) {
    const { x, y } = onScreen(group, view)
    const radius = radiusOf(group)
    g.beginPath()
    g.arc(x, y, radius, 0, 2 * Math.PI)
    if (group.count === 1) {
      g.fillStyle = colours.groups[fleet.rows.bytes[group.only * STRIDE + LOOK.group]!] ?? colours.other
      g.fill()
    } else {
      g.globalAlpha = 0.86
      g.fillStyle = colours.halo
      g.fill()
      g.globalAlpha = 1
      drawTypes(g, group, { x, y, radius }, colours)
      g.fillStyle = colours.text
      g.fillText(group.count.toLocaleString('en-GB'), x, y + 0.5)
    }
    if (group.isMarked) drawMark(g, x + radius * 0.72, y - radius * 0.72, colours.flag)
  }
  g.textAlign = 'start'
}

function drawTypes(
  g: CanvasRenderingContext2D,
  { types, count }: Group,
  { x, y, radius }: { x: number; y: number; radius: number },
  colours: ShipColours,
) {
  let from = -Math.PI / 2
  g.lineWidth = 2.5
  for (let type = 0; type < TYPES; type++) {
    if (types[type] === 0) continue
    const to = from + (types[type]! / count) * 2 * Math.PI
    g.beginPath()
    g.arc(x, y, radius, from, to)
    g.strokeStyle = colours.groups[type]!
    g.stroke()
    from = to
  }
}

/** The flag of a marked contact, in small. */
function drawMark(g: CanvasRenderingContext2D, x: number, y: number, colour: string) {
  g.beginPath()
  g.moveTo(x, y - 5)
  g.lineTo(x + 5, y + 4)
  g.lineTo(x - 5, y + 4)
  g.closePath()
  g.fillStyle = colour
  g.fill()
}
