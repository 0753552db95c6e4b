import { SIDE, type CellSides } from './cell-sides.ts'

/** The world is a grid of 64 by 64 cells; a cell with many sides has 16 smaller ones, and so on to 150 by 75 m. */
export const GRID_BITS = 6
const GRID = 1 << (2 * GRID_BITS)
export const KIDS = 16

/** A cell's record: place of its 16 cells or 0, numbers in use and numbers of room for entries, sides held; then entries. */
export const USED = 1
const ROOM = 2
export const SIDES = 3
export const ENTRIES = 4
/**
 * An entry is the number of a polygon with flags: alone, when it holds the whole cell; else, for each ring, followed by
 * the place of its sides and their end.
 */
export const BORDER = 1
export const STARTS_INSIDE = 2
export const HOLE = 4
export const HOLES_FOLLOW = 8
/** Flag of a polygon in several parts, which may lie on each other. */
export const IN_PARTS = 16
export const FLAGS = 5
export const RING_ENTRY = 3

/** Contents of cells, in two arrays: records in `words`, which begin with the grid, and sides in `sides`. */
export class LookupCells {
  words = new Int32Array(GRID)
  sides = new Float64Array(64 * SIDE)
  #wordsUsed = GRID
  #wordsLost = 0
  #sidesUsed = 0
  #sidesLost = 0

  get bytes() {
    return this.words.byteLength + this.sides.byteLength
  }

  get sidesHeld() {
    return (this.#sidesUsed - this.#sidesLost) / SIDE
  }

  /** Writes that a polygon holds a whole cell; `cell` is the entry that points to its record. */
  keepWhole(name: number, cell: number) {
    const entry = this.#entryRoom(cell, 1)
    this.words[entry] = name
  }

  /** Writes the sides of an outline and of its holes into a cell. */
  keepBorder(
    name: number,
    from: number,
    to: number,
    { starts, firsts, ends, sides }: CellSides,
    cell: number,
  ) {
    let entry = this.#entryRoom(cell, RING_ENTRY * (to - from))
    const record = this.words[cell]!
    for (let ring = from; ring < to; ring++) {
      const size = ends[ring]! - firsts[ring]!
      const first = this.#sideRoom(size)
      for (let n = 0; n < size; n++) this.sides[first + n] = sides[firsts[ring]! + n]!
      const isStarting = starts[ring] === 1 ? STARTS_INSIDE : 0
      const isHole = ring > from ? HOLE : 0
      const isFollowed = ring < to - 1 ? HOLES_FOLLOW : 0
      this.words[entry] = name | BORDER | isStarting | isHole | isFollowed
      this.words[entry + 1] = first
      this.words[entry + 2] = first + size
      this.words[record + SIDES]! += size / SIDE
      entry += RING_ENTRY
    }
  }

  /** The place of 16 empty cells for a record. */
  addKids(record: number): number {
    const kids = this.#wordRoom(KIDS)
    this.words[record] = kids
    return kids
  }

  /** Takes out of a record the borders, or all of one polygon. */
  drop(record: number, number: number | 'borders') {
    const { words } = this
    const first = record + ENTRIES
    const end = first + words[record + USED]!
    let remaining = first
    for (let at = first; at < end;) {
      const isBorder = (words[at]! & BORDER) !== 0
      const size = isBorder ? RING_ENTRY : 1
      const isDropped = number === 'borders' ? isBorder : words[at]! >> FLAGS === number
      if (!isDropped) for (let n = 0; n < size; n++) words[remaining++] = words[at + n]!
      else if (isBorder) {
        const sides = words[at + 2]! - words[at + 1]!
        this.#sidesLost += sides
        words[record + SIDES]! -= sides / SIDE
      }
      at += size
    }
    words[record + USED] = remaining - first
  }

  /** Forgets the 16 cells of a record, and the record, where they are empty. */
  dropEmpty(cell: number) {
    const { words } = this
    const record = words[cell]!
    const kids = words[record]!
    if (kids !== 0) {
      for (let kid = 0; kid < KIDS; kid++) if (words[kids + kid] !== 0) return
      words[record] = 0
      this.#wordsLost += KIDS
    }
    if (words[record + USED] !== 0) return
    words[cell] = 0
    this.#wordsLost += ENTRIES + words[record + ROOM]!
  }

  /** Room for so many more numbers in the record of a cell. */
  #entryRoom(cell: number, more: number): number {
    const record = this.words[cell]!
    const used = record === 0 ? 0 : this.words[record + USED]!
    if (record !== 0 && used + more <= this.words[record + ROOM]!) {
      this.words[record + USED] = used + more
      return record + ENTRIES + used
    }
    const room = Math.max(RING_ENTRY, used * 2, used + more)
    const wider = this.#wordRoom(ENTRIES + room)
    const { words } = this
    if (record !== 0) {
      words.copyWithin(wider, record, record + ENTRIES + used)
      this.#wordsLost += ENTRIES + words[record + ROOM]!
    }
    words[wider + ROOM] = room
    words[wider + USED] = used + more
    words[cell] = wider
    return wider + ENTRIES + used
  }

  /** Behind what is in use all words are 0. */
  #wordRoom(more: number): number {
    const at = this.#wordsUsed
    if (at + more > this.words.length) {
      const wider = new Int32Array(Math.ceil((at + more) * 1.5))
      wider.set(this.words)
      this.words = wider
    }
    this.#wordsUsed += more
    return at
  }

  #sideRoom(more: number): number {
    const at = this.#sidesUsed
    if (at + more > this.sides.length) {
      const wider = new Float64Array(Math.ceil((at + more) * 1.5))
      wider.set(this.sides)
      this.sides = wider
    }
    this.#sidesUsed += more
    return at
  }

  compactIfWasteful() {
    if (this.#wordsLost * 2 > this.#wordsUsed || this.#sidesLost * 2 > this.#sidesUsed) this.compact()
  }

  /** Rewrites all cells, one after another as they lie, without lost parts; an eighth stays free for edits. */
  compact() {
    const { words, sides } = this
    this.words = new Int32Array(GRID + Math.ceil((this.#wordsUsed - GRID - this.#wordsLost) * 1.125))
    this.sides = new Float64Array(Math.ceil((this.#sidesUsed - this.#sidesLost) * 1.125))
    this.#wordsUsed = GRID
    this.#sidesUsed = this.#wordsLost = this.#sidesLost = 0
    for (let cell = 0; cell < GRID; cell++) this.#copy(words, sides, words[cell]!, cell)
  }

  #copy(words: Int32Array, sides: Float64Array, record: number, cell: number) {
    if (record === 0) return
    const used = words[record + USED]!
    const own = this.#wordRoom(ENTRIES + used)
    this.words[cell] = own
    for (let n = USED; n < ENTRIES + used; n++) this.words[own + n] = words[record + n]!
    this.words[own + ROOM] = used
    for (let at = own + ENTRIES; at < own + ENTRIES + used; at++) {
      if ((this.words[at]! & BORDER) === 0) continue
      const [first, last] = [this.words[at + 1]!, this.words[at + 2]!]
      const moved = this.#sideRoom(last - first)
      this.sides.set(sides.subarray(first, last), moved)
      this.words[at + 1] = moved
      this.words[at + 2] = moved + last - first
      at += 2
    }
    const kids = words[record]!
    if (kids === 0) return
    const ownKids = this.addKids(own)
    for (let kid = 0; kid < KIDS; kid++) this.#copy(words, sides, words[kids + kid]!, ownKids + kid)
  }
}
