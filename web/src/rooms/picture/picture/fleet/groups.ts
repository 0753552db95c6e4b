import type { Fleet } from './fleet.ts'
import { LOOK, STRIDE, WORDS, X_SCALE, Y_SCALE } from './instance.ts'
import type { View } from './names.ts'
import { nearestX } from './reckon.ts'
import type { ShipColours } from '../../../../map/chart/ship-colours.ts'

/** Nearer than this every contact stands for itself. */
export const GROUP_ZOOM = 5
/** Contacts nearer to each other than this cover each other, pixels. */
const COVER_PX = 9
const TYPES = 9
/** So far out a ship needs minutes for the width of a pixel; that contacts came or went is seen sooner. */
const MOVED_S = 8
const CHANGED_S = 2
/** Marks of the contract in the row's flags. */
const MARKS = 31
/** A group of so many is a disc with its number, which covers what lies so near, pixels. */
const NUMBERED = 20
const DISC_PX = 16
const FONT = "600 9px 'Inter', system-ui, sans-serif"
/** Cells of the search are looked up by a number of so many bits each way. */
const CELL_BITS = 16
const NONE = -1

/** A group as it is drawn: where, and of how many. */
export type Group = { x: number; y: number; count: number }

/**
 * Groups of contacts that would cover each other at a zoom, each shown as one disc; all others are drawn alone. The
 * first contact in the fleet founds a group and fixes its place. So groups neither wander nor cover each other, and do
 * not depend on the position of the chart.
 */
export class Groups {
  /** Mercator places, and how many stand there; founders without company are among them with a count of 1. */
  #x = new Float64Array(0)
  #y = new Float64Array(0)
  #counts = new Uint32Array(0)
  #marks = new Uint8Array(0)
  #types = new Uint32Array(0)
  #cells = new Int32Array(0)
  /** The next group whose cell has the same place in the table. */
  #next = new Int32Array(0)
  #table = new Int32Array(0)
  /** The group of each contact. */
  #of = new Int32Array(0)
  /** The group that took a group in; itself when none did. */
  #into = new Int32Array(0)
  #large = new Int32Array(0)
  #founded = 0
  #at = Number.NEGATIVE_INFINITY
  #step = 0
  #resets = -1
  #moves = -1

  /**
   * Gathers again for another zoom or picture, and periodically as contacts come, go and move; null dissolves all
   * groups.
   */
  gather(fleet: Fleet, at: Pick<View, 'zoom' | 'now'> | null) {
    const step = at === null ? 0 : 2 ** (Math.floor(at.zoom * 2) / 2)
    const since = at === null ? 0 : Math.abs(at.now - this.#at)
    const isSame = step === this.#step && fleet.resets === this.#resets
    if (isSame && since < (fleet.moves === this.#moves ? MOVED_S : CHANGED_S)) return
    this.#step = step
    this.#resets = fleet.resets
    this.#moves = fleet.moves
    this.#founded = 0
    if (at === null) return fleet.gather(NONE_GATHERED)
    this.#at = at.now
    this.#reserve(fleet)
    this.#table.fill(NONE)
    const reach = COVER_PX / (512 * step)
    this.#placeAll(fleet, reach)
    this.#absorb(DISC_PX / (512 * step), reach)
    for (let i = 0; i < fleet.count; i++) {
      const group = this.#of[i]!
      if (group !== NONE && this.#into[group] !== group) this.#of[i] = this.#into[group]!
    }
    fleet.gather((i) => this.#of[i] !== NONE && this.#counts[this.#of[i]!]! > 1)
  }

  /** The group drawn at a point of the screen, or null. */
  hit(view: View, point: { x: number; y: number }): Group | null {
    let best = NONE
    let least = Number.POSITIVE_INFINITY
    for (let group = 0; group < this.#founded; group++) {
      const count = this.#counts[group]!
      if (count < 2) continue
      const px = Math.hypot(this.#left(group, view) - point.x, this.#top(group, view) - point.y)
      if (px > radiusOf(count) + 3 || px >= least) continue
      best = group
      least = px
    }
    return best === NONE ? null : { x: this.#x[best]!, y: this.#y[best]!, count: this.#counts[best]! }
  }

  /** Draws every group: a dot in the colour of its commonest type, a large one as a disc with its number. */
  draw(g: CanvasRenderingContext2D, view: View, colours: ShipColours) {
    for (let type = 0; type < TYPES; type++) this.#drawDots(g, view, type, colours)
    g.font = FONT
    g.textAlign = 'center'
    g.textBaseline = 'middle'
    for (let group = 0; group < this.#founded; group++)
      if (this.#counts[group]! >= NUMBERED && this.#isIn(group, view)) this.#drawDisc(g, group, view, colours)
    this.#drawMarks(g, view, colours.flag)
    g.textAlign = 'start'
  }

  #reserve({ ids: { length } }: Fleet) {
    if (this.#of.length >= length) return
    this.#x = new Float64Array(length)
    this.#y = new Float64Array(length)
    this.#counts = new Uint32Array(length)
    this.#marks = new Uint8Array(length)
    this.#types = new Uint32Array(length * TYPES)
    this.#cells = new Int32Array(length)
    this.#next = new Int32Array(length)
    this.#of = new Int32Array(length)
    this.#into = new Int32Array(length)
    this.#large = new Int32Array(length)
    this.#table = new Int32Array(2 ** Math.ceil(Math.log2(length * 2)))
  }

  /** Each contact joins the nearest group within reach, or founds one. */
  #placeAll({ rows: { bytes, u32 }, count }: Fleet, reach: number) {
    const [counts, types, marks, of] = [this.#counts, this.#types, this.#marks, this.#of]
    for (let i = 0; i < count; i++) {
      of[i] = NONE
      if (bytes[i * STRIDE + LOOK.symbol] === 0) continue
      const x = u32[i * WORDS]! / X_SCALE
      const y = u32[i * WORDS + 1]! / Y_SCALE
      let group = this.#near(x, y, reach)
      if (group === NONE) group = this.#found(x, y, reach)
      of[i] = group
      counts[group]!++
      types[group * TYPES + bytes[i * STRIDE + LOOK.group]!]!++
      if ((bytes[i * STRIDE + LOOK.flags]! & MARKS) !== 0) marks[group] = 1
    }
  }

  /** The nearest group within reach of a place; cells are twice as wide, so it lies in one of four. */
  #near(x: number, y: number, reach: number): number {
    const [xs, ys, cells, table, next] = [this.#x, this.#y, this.#cells, this.#table, this.#next]
    const perCell = 0.5 / reach
    const left = Math.round(x * perCell) - 1
    const top = Math.round(y * perCell) - 1
    let best = NONE
    let least = reach * reach
    for (let at = 0; at < 4; at++) {
      const key = ((top + (at >> 1)) << CELL_BITS) | (left + (at & 1))
      for (let group = table[slotOf(key, table.length)]!; group !== NONE; group = next[group]!) {
        if (cells[group] !== key) continue
        const dx = xs[group]! - x
        const dy = ys[group]! - y
        const square = dx * dx + dy * dy
        if (square >= least) continue
        best = group
        least = square
      }
    }
    return best
  }

  #found(x: number, y: number, reach: number): number {
    const group = this.#founded++
    const perCell = 0.5 / reach
    const key = (Math.floor(y * perCell) << CELL_BITS) | Math.floor(x * perCell)
    const slot = slotOf(key, this.#table.length)
    this.#x[group] = x
    this.#y[group] = y
    this.#counts[group] = 0
    this.#marks[group] = 0
    this.#into[group] = group
    this.#types.fill(0, group * TYPES, (group + 1) * TYPES)
    this.#cells[group] = key
    this.#next[group] = this.#table[slot]!
    this.#table[slot] = group
    return group
  }

  /** Absorbs everything a numbered disc would cover, starting with the largest. */
  #absorb(reach: number, founded: number) {
    let large = 0
    for (let group = 0; group < this.#founded; group++)
      if (this.#counts[group]! >= NUMBERED) this.#large[large++] = group
    const order = this.#large.subarray(0, large).sort((a, b) => this.#counts[b]! - this.#counts[a]!)
    const cell = founded * 2
    const around = Math.ceil(reach / cell)
    for (const group of order) {
      if (this.#into[group] !== group) continue
      const [left, top] = [Math.floor(this.#x[group]! / cell), Math.floor(this.#y[group]! / cell)]
      for (let row = top - around; row <= top + around; row++)
        for (let column = left - around; column <= left + around; column++)
          this.#takeIn(group, (row << CELL_BITS) | column, reach)
    }
  }

  #takeIn(group: number, key: number, reach: number) {
    for (
      let other = this.#table[slotOf(key, this.#table.length)]!;
      other !== NONE;
      other = this.#next[other]!
    ) {
      if (this.#cells[other] !== key || other === group || this.#into[other] !== other) continue
      if (Math.hypot(this.#x[other]! - this.#x[group]!, this.#y[other]! - this.#y[group]!) > reach) continue
      this.#into[other] = group
      this.#counts[group]! += this.#counts[other]!
      this.#counts[other] = 0
      this.#marks[group]! |= this.#marks[other]!
      for (let type = 0; type < TYPES; type++)
        this.#types[group * TYPES + type]! += this.#types[other * TYPES + type]!
    }
  }

  #left(group: number, view: View) {
    return view.width / 2 + nearestX(this.#x[group]! - view.x) * view.scale
  }
  #top(group: number, view: View) {
    return view.height / 2 + (this.#y[group]! - view.y) * view.scale
  }

  #isIn(group: number, view: View) {
    const [x, y] = [this.#left(group, view), this.#top(group, view)]
    return x > -RIM_PX && y > -RIM_PX && x < view.width + RIM_PX && y < view.height + RIM_PX
  }

  /** The type most of a group have. */
  #typeOf(group: number): number {
    let best = 0
    for (let type = 1; type < TYPES; type++)
      if (this.#types[group * TYPES + type]! > this.#types[group * TYPES + best]!) best = type
    return best
  }

  #drawDots(g: CanvasRenderingContext2D, view: View, type: number, colours: ShipColours) {
    g.beginPath()
    for (let group = 0; group < this.#founded; group++) {
      const count = this.#counts[group]!
      if (count < 2 || count >= NUMBERED || !this.#isIn(group, view) || this.#typeOf(group) !== type) continue
      const [x, y, radius] = [this.#left(group, view), this.#top(group, view), radiusOf(count)]
      g.moveTo(x + radius, y)
      g.arc(x, y, radius, 0, 2 * Math.PI)
    }
    g.fillStyle = colours.groups[type]!
    g.strokeStyle = colours.edge
    g.lineWidth = 1
    g.fill()
    g.stroke()
  }

  #drawDisc(g: CanvasRenderingContext2D, group: number, view: View, colours: ShipColours) {
    const [x, y, count] = [this.#left(group, view), this.#top(group, view), this.#counts[group]!]
    g.beginPath()
    g.arc(x, y, radiusOf(count), 0, 2 * Math.PI)
    g.fillStyle = colours.halo
    g.fill()
    g.lineWidth = 1.8
    g.strokeStyle = colours.groups[this.#typeOf(group)]!
    g.stroke()
    g.fillStyle = colours.text
    g.fillText(count < 1000 ? String(count) : `${Math.round(count / 1000)}k`, x, y + 0.5)
  }

  /** The flag of a marked contact, in small. */
  #drawMarks(g: CanvasRenderingContext2D, view: View, colour: string) {
    g.beginPath()
    for (let group = 0; group < this.#founded; group++) {
      const count = this.#counts[group]!
      if (count < 2 || this.#marks[group] === 0 || !this.#isIn(group, view)) continue
      const aside = radiusOf(count) * 0.8
      const [x, y] = [this.#left(group, view) + aside, this.#top(group, view) - aside]
      g.moveTo(x, y - 4)
      g.lineTo(x + 4, y + 3)
      g.lineTo(x - 4, y + 3)
    }
    g.fillStyle = colour
    g.fill()
  }
}

const slotOf = (key: number, slots: number) => (Math.imul(key, 0x9e3779b1) >>> 8) & (slots - 1)

/** Groups reach so far over the edge of the view. */
const RIM_PX = 16
const NONE_GATHERED = () => false
const radiusOf = (count: number) =>
  count < NUMBERED ? 2.8 + Math.sqrt(count) * 0.55 : Math.min(11, 7.2 + Math.log10(count / NUMBERED) * 2.4)
