import { CellSides, APART, HAIR, SIDE, WHOLE } from './cell-sides.ts'
import { BITS, cellOf, kidOf, meetsSide, partsOf, type Box } from './lookup-geometry.ts'
import { onward, shortWay, type Rings } from './polygon.ts'
import {
  BORDER,
  ENTRIES,
  FLAGS,
  GRID_BITS,
  HOLE,
  HOLES_FOLLOW,
  IN_PARTS,
  LookupCells,
  KIDS,
  RING_ENTRY,
  SIDES,
  STARTS_INSIDE,
  USED,
} from './lookup-cells.ts'

/**
 * Returns the number of sides a cell holds before it is divided: smaller cells hold more, because division gains less.
 */
const mostSides = (bits: number) => 8 << ((bits - GRID_BITS) >> 1)
/**
 * Maximum number of places that store a side before division ends, so that the same outline a thousand times stays
 * small.
 */
const MOST_COPIES = 8
const FEW_SIDES = 50_000

/**
 * Which polygons hold a place. Sides are straight in longitude and latitude, as everywhere (polygon.ts), and the answer
 * is that of `containsPoint` for each part of each polygon. So a place on a western or southern side is inside, on an
 * eastern or northern one outside, and of two areas that share a side one holds it.
 *
 * A place is looked up in cells within cells. A polygon that holds a whole cell is named there once; where its border
 * passes, the smallest cell has the few sides that matter (cell-sides.ts). Adding and removing touch only cells the
 * polygon reaches. To ask allocates nothing.
 */
export class PolygonLookup<Id> {
  /** Numbers of the polygons that hold the place of the last query; as many as `at` returned, in no order. */
  found = new Int32Array(16)
  /** Numbers of the polygons whose border the way of the last query meets; as many as `along` returned, in no order. */
  met = new Int32Array(16)
  readonly #ids: (Id | undefined)[] = []
  readonly #numbers = new Map<Id, number>()
  readonly #held: { boxes: Box[]; sides: number }[] = []
  readonly #free: number[] = []
  readonly #scratch = new CellSides()
  readonly #cells = new LookupCells()
  /** Queried way, and the cells of its box; one object is filled again and again. */
  readonly #way = { lat: 0.5, lon: 0.5, toLat: 0.5, toLon: 0.5, west: 0, east: 0, south: 0, north: 0 }
  /** Number of sides of all polygons, before they were cut into cells. */
  #sidesGiven = 0

  /** Throws RangeError as `put`. */
  constructor(polygons: Iterable<readonly [Id, readonly Rings[]]> = []) {
    for (const [id, rings] of polygons) this.put(id, rings)
    this.#cells.compact()
  }

  get size() {
    return this.#numbers.size
  }

  /** Bytes of its arrays. */
  get bytes() {
    return this.#cells.bytes + this.found.byteLength
  }

  idOf(number: number): Id | undefined {
    return this.#ids[number]
  }

  numberOf(id: Id): number | undefined {
    return this.#numbers.get(id)
  }

  /**
   * Adds a polygon of one or more parts with their holes, or replaces the one of this id; its number stays the same
   * while it is there. Throws RangeError, and changes nothing, for a ring of fewer than three corners, one round a
   * pole, or corners that are no numbers.
   */
  put(id: Id, polygons: readonly Rings[]): number {
    const parts = polygons.flatMap(partsOf)
    const known = this.#numbers.get(id)
    if (known !== undefined) this.#clear(known)
    const number = known ?? this.#free.pop() ?? this.#ids.length
    this.#ids[number] = id
    this.#numbers.set(id, number)
    if (number >= this.found.length) {
      this.found = new Int32Array(this.found.length * 2)
      this.met = new Int32Array(this.found.length)
    }
    const sides = parts.reduce(
      (sum, { rings }) => sum + rings.reduce((n, { ring }) => n + ring.lons.length, 0),
      0,
    )
    this.#held[number] = { boxes: parts.map(({ box }) => box), sides }
    this.#sidesGiven += sides
    const name = (number << FLAGS) | (parts.length > 1 ? IN_PARTS : 0)
    for (const { rings, box } of parts) {
      for (const { ring, by } of rings) this.#scratch.addRing(ring, by)
      this.#placePart(name, box)
      this.#scratch.backTo(0, 0)
    }
    this.#cells.compactIfWasteful()
    return number
  }

  /** Removes a polygon; false when there was none. */
  remove(id: Id): boolean {
    const number = this.#numbers.get(id)
    if (number === undefined) return false
    this.#clear(number)
    this.#numbers.delete(id)
    this.#ids[number] = undefined
    this.#free.push(number)
    this.#cells.compactIfWasteful()
    return true
  }

  /**
   * Returns the number of polygons that hold a place, degrees; their numbers are in `found`. An invalid place is in
   * none.
   */
  at(lat: number, lon: number): number {
    if (!(lat >= -90 && lat <= 90 && Number.isFinite(lon))) return 0
    const east = lon >= -180 && lon < 180 ? lon : shortWay(0, lon)
    const x = cellOf(east, 180, 360)
    const y = cellOf(lat, 90, 180)
    const { words } = this.#cells
    let count = 0
    let cell = ((y >> (BITS - GRID_BITS)) << GRID_BITS) | (x >> (BITS - GRID_BITS))
    for (let shift = BITS - GRID_BITS - 2; ; shift -= 2) {
      const record = words[cell]!
      if (record === 0) return count
      if (words[record + USED] !== 0) count = this.#ask(record, lat, east, count)
      const kids = words[record]!
      if (kids === 0) return count
      cell = kids + ((((y >> shift) & 3) << 2) | ((x >> shift) & 3))
    }
  }

  /**
   * Returns the number of polygons with a side that the straight way between two places meets or touches; their
   * numbers are in `met`. For short ways: every cell in the box of the way is examined.
   */
  along(lat: number, lon: number, toLat: number, toLon: number): number {
    const from = lon >= -180 && lon < 180 ? lon : shortWay(0, lon)
    const to = onward(from, toLon)
    let count = this.#alongIn(lat, from, toLat, to, 0)
    if (Math.max(from, to) >= 180) count = this.#alongIn(lat, from - 360, toLat, to - 360, count)
    else if (Math.min(from, to) <= -180) count = this.#alongIn(lat, from + 360, toLat, to + 360, count)
    return count
  }

  #alongIn(lat: number, lon: number, toLat: number, toLon: number, before: number): number {
    const way = this.#way
    way.lat = lat
    way.lon = lon
    way.toLat = toLat
    way.toLon = toLon
    way.west = cellOf(lon < toLon ? lon : toLon, 180, 360)
    way.east = cellOf(lon < toLon ? toLon : lon, 180, 360)
    way.south = cellOf(lat < toLat ? lat : toLat, 90, 180)
    way.north = cellOf(lat < toLat ? toLat : lat, 90, 180)
    let count = before
    const shift = BITS - GRID_BITS
    for (let y = way.south >> shift; y <= way.north >> shift; y++)
      for (let x = way.west >> shift; x <= way.east >> shift; x++) {
        const record = this.#cells.words[(y << GRID_BITS) | x]!
        if (record !== 0) count = this.#alongCell(record, shift, x, y, count)
      }
    return count
  }

  #alongCell(record: number, shift: number, x: number, y: number, before: number): number {
    const { words } = this.#cells
    const { lat, lon, toLat, toLon, west, east, south, north } = this.#way
    let count = words[record + SIDES] === 0 ? before : this.#meet(record, lat, lon, toLat, toLon, before)
    const kids = words[record]!
    if (kids === 0) return count
    const below = shift - 2
    for (let kid = 0; kid < KIDS; kid++) {
      const kidX = (x << 2) | (kid & 3)
      const kidY = (y << 2) | (kid >> 2)
      if (kidX < west >> below || kidX > east >> below || kidY < south >> below || kidY > north >> below)
        continue
      const own = words[kids + kid]!
      if (own !== 0) count = this.#alongCell(own, below, kidX, kidY, count)
    }
    return count
  }

  #meet(record: number, lat: number, lon: number, toLat: number, toLon: number, before: number): number {
    const { words, sides } = this.#cells
    const { met } = this
    let count = before
    const end = record + ENTRIES + words[record + USED]!
    for (let at = record + ENTRIES; at < end;) {
      const head = words[at]!
      if ((head & BORDER) === 0) {
        at++
        continue
      }
      const last = words[at + 2]!
      for (let side = words[at + 1]!; side < last; side += SIDE) {
        if (meetsSide(sides, side, lat, lon, toLat, toLon)) {
          const number = head >> FLAGS
          let known = 0
          while (known < count && met[known] !== number) known++
          if (known === count) met[count++] = number
          break
        }
      }
      at += RING_ENTRY
    }
    return count
  }

  #ask(record: number, lat: number, lon: number, before: number): number {
    const { words, sides } = this.#cells
    let count = before
    let holds = false
    const end = record + ENTRIES + words[record + USED]!
    for (let at = record + ENTRIES; at < end;) {
      const head = words[at]!
      if ((head & BORDER) === 0) {
        at++
        count = this.#hold(head, count)
        continue
      }
      let inside = (head & STARTS_INSIDE) !== 0
      const last = words[at + 2]!
      for (let side = words[at + 1]!; side < last; side += SIDE) {
        const latI = sides[side]!
        const latJ = sides[side + 2]!
        if (latI > lat === latJ > lat) continue
        const lonI = sides[side + 1]!
        if (lon < lonI + ((lat - latI) / (latJ - latI)) * (sides[side + 3]! - lonI)) inside = !inside
      }
      at += RING_ENTRY
      holds = (head & HOLE) === 0 ? inside : holds && !inside
      if (holds && (head & HOLES_FOLLOW) === 0) count = this.#hold(head, count)
    }
    return count
  }

  #hold(head: number, count: number): number {
    const { found } = this
    const number = head >> FLAGS
    // Parts of one polygon may lie on each other.
    if ((head & IN_PARTS) !== 0) for (let i = 0; i < count; i++) if (found[i] === number) return count
    found[count] = number
    return count + 1
  }

  /** Begins with the smallest cells of which its box touches two by two at most: in all the others it is nowhere. */
  #placePart(name: number, box: Box) {
    const west = cellOf(box.west - HAIR, 180, 360)
    const east = cellOf(box.east + HAIR, 180, 360)
    const south = cellOf(box.south - HAIR, 90, 180)
    const north = cellOf(box.north + HAIR, 90, 180)
    const { rings } = this.#scratch
    let bits = GRID_BITS
    const few = (from: number, to: number) => (to >> (BITS - bits)) - (from >> (BITS - bits)) < 2
    while (bits > 0 && !(few(west, east) && few(south, north))) bits -= 2
    if (bits === 0) {
      this.#placeWithin(name, 0, rings, 0, 0, 0, -1)
      return
    }
    const shift = BITS - bits
    for (let y = south >> shift; y <= north >> shift; y++)
      for (let x = west >> shift; x <= east >> shift; x++)
        this.#placeIn(name, 0, rings, kidOf(bits - 2, x >> 2, y >> 2, -1, ((y & 3) << 2) | (x & 3)))
  }

  /** Writes the top of the scratch into a cell; `cell` is the entry that points to its record, -1 above the grid. */
  #place(name: number, from: number, bits: number, x: number, y: number, cell: number, isWhole: boolean) {
    const cells = this.#cells
    const to = this.#scratch.rings
    if (cell < 0) {
      this.#placeWithin(name, from, to, bits, x, y, -1)
      return
    }
    if (isWhole) {
      cells.keepWhole(name, cell)
      return
    }
    const known = cells.words[cell]!
    const kids = known === 0 ? 0 : cells.words[known]!
    if (kids !== 0) {
      this.#placeWithin(name, from, to, bits, x, y, kids)
      return
    }
    cells.keepBorder(name, from, to, this.#scratch, cell)
    const record = cells.words[cell]!
    const isTooMuch = cells.sidesHeld > FEW_SIDES + MOST_COPIES * this.#sidesGiven
    if (bits < BITS && cells.words[record + SIDES]! > mostSides(bits) && !isTooMuch)
      this.#divide(record, bits, x, y)
  }

  /** Deals rings of the scratch out to the 16 cells of a cell; `kids` is -1 above the grid. */
  #placeWithin(name: number, from: number, to: number, bits: number, x: number, y: number, kids: number) {
    for (let kid = 0; kid < KIDS; kid++) this.#placeIn(name, from, to, kidOf(bits, x, y, kids, kid))
  }

  /** Narrows rings of the scratch to a cell and puts them into it. */
  #placeIn(name: number, from: number, to: number, one: ReturnType<typeof kidOf>) {
    const scratch = this.#scratch
    const { rings, used } = scratch
    const lies = scratch.narrow(from, to, one.west, one.south, one.east, one.north)
    if (lies !== APART) this.#place(name, rings, one.bits, one.x, one.y, one.cell, lies === WHOLE)
    scratch.backTo(rings, used)
  }

  /** Hands the borders in a cell down to 16 smaller ones. */
  #divide(record: number, bits: number, x: number, y: number) {
    const cells = this.#cells
    const scratch = this.#scratch
    const kids = cells.addKids(record)
    const { rings, used } = scratch
    const end = record + ENTRIES + cells.words[record + USED]!
    for (let at = record + ENTRIES; at < end;) {
      const head = cells.words[at]!
      if ((head & BORDER) === 0) {
        at++
        continue
      }
      const starts = (head & STARTS_INSIDE) === 0 ? 0 : 1
      scratch.addStored(starts, cells.sides, cells.words[at + 1]!, cells.words[at + 2]!)
      at += RING_ENTRY
      if ((head & HOLES_FOLLOW) !== 0) continue
      const name = head & ~(BORDER | STARTS_INSIDE | HOLE)
      this.#placeWithin(name, rings, scratch.rings, bits, x, y, kids)
      scratch.backTo(rings, used)
    }
    cells.drop(record, 'borders')
  }

  /** Takes a polygon out of every cell. */
  #clear(number: number) {
    const { boxes, sides } = this.#held[number]!
    this.#sidesGiven -= sides
    this.#held[number] = { boxes: [], sides: 0 }
    for (const box of boxes) this.#clearWithin(number, box, 0, 0, 0, -1)
  }

  #clearWithin(number: number, box: Box, bits: number, x: number, y: number, kids: number) {
    for (let kid = 0; kid < KIDS; kid++) {
      const one = kidOf(bits, x, y, kids, kid)
      if (one.west - HAIR > box.east || one.east + HAIR < box.west) continue
      if (one.south - HAIR > box.north || one.north + HAIR < box.south) continue
      if (one.cell < 0) this.#clearWithin(number, box, one.bits, one.x, one.y, -1)
      else this.#clearCell(number, box, one.bits, one.x, one.y, one.cell)
    }
  }

  #clearCell(number: number, box: Box, bits: number, x: number, y: number, cell: number) {
    const cells = this.#cells
    const record = cells.words[cell]!
    if (record === 0) return
    cells.drop(record, number)
    const kids = cells.words[record]!
    if (kids !== 0) this.#clearWithin(number, box, bits, x, y, kids)
    cells.dropEmpty(cell)
  }
}
