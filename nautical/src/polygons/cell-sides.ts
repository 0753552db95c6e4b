import type { UnwrappedRing } from './polygon.ts'

/** Relation of a polygon to a cell: nowhere in it, all over it, or its border passes through. */
export const APART = 0
export const WHOLE = 1
export const CROSSED = 2
export type Lies = typeof APART | typeof WHOLE | typeof CROSSED

/** A side is four numbers: latitude and longitude of its end, then of its beginning, as the ray of polygon.ts takes them. */
export const SIDE = 4
/** Beyond every longitude and latitude. */
const FAR = 1e9
/** Cells overlap by this many degrees, a tenth of a millimetre: rounding may put a place into the next one. */
export const HAIR = 1e-9

/**
 * Sides of one polygon that matter in a cell, narrowed from cell to smaller cell; a stack, because cells lie in cells.
 * Inside a cell the ray to the east gives the result of the whole ring. Sides west of the cell are left out. Of sides
 * east of it only the latitudes stay at which their number changes, each as a side at the end of the world. `starts`
 * records if that number is odd to begin with. Both answers come from the same comparisons, so they are equal to the
 * last bit. The sides left out would give the same result for every place in the cell.
 */
export class CellSides {
  sides = new Float64Array(1024 * SIDE)
  /**
   * State of each ring, the outline of the polygon before its holes: true if it starts inside, first number, and end
   * in `sides`.
   */
  starts: number[] = []
  firsts: number[] = []
  ends: number[] = []
  used = 0
  readonly #changes: number[] = []

  get rings() {
    return this.starts.length
  }

  /** Forgets what came after a point in time. */
  backTo(rings: number, used: number) {
    this.starts.length = this.firsts.length = this.ends.length = rings
    this.used = used
  }

  /** A whole ring, moved by so many degrees of longitude. */
  addRing({ lons, lats }: UnwrappedRing, by: number) {
    const first = this.used
    for (let i = 0, j = lons.length - 1; i < lons.length; j = i++)
      // No ray along a latitude crosses a side along a latitude; a way does.
      this.#side(lats[i]!, lons[i]! + by, lats[j]!, lons[j]! + by)
    this.#ring(0, first)
  }

  /** Adds sides that were stored elsewhere. */
  addStored(starts: number, remaining: Float64Array, first: number, end: number) {
    const own = this.used
    this.#room(end - first)
    for (let at = first; at < end; at++) this.sides[this.used++] = remaining[at]!
    this.#ring(starts, own)
  }

  /** Puts on top what of the rings `from` to `to` matters in a cell. When it is not CROSSED nothing of use is left there. */
  narrow(from: number, to: number, west: number, south: number, east: number, north: number): Lies {
    const bottom = this.rings
    for (let ring = from; ring < to; ring++) {
      const first = this.used
      const starts = this.#narrowRing(ring, west - HAIR, south - HAIR, east + HAIR, north + HAIR)
      if (this.used === first) {
        const isOutline = ring === from
        if ((starts === 1) !== isOutline) return APART
        // A hole that is nowhere in the cell.
        if (!isOutline) continue
      }
      this.#ring(starts, first)
    }
    return this.rings === bottom + 1 && this.ends[bottom] === this.firsts[bottom] ? WHOLE : CROSSED
  }

  #narrowRing(ring: number, west: number, south: number, east: number, north: number): number {
    let starts = this.starts[ring]!
    const end = this.ends[ring]!
    this.#changes.length = 0
    this.#room(end - this.firsts[ring]!)
    const { sides } = this
    for (let at = this.firsts[ring]!; at < end; at += SIDE) {
      const latI = sides[at]!
      const latJ = sides[at + 2]!
      const low = latI < latJ ? latI : latJ
      const high = latI < latJ ? latJ : latI
      if (high <= south || low > north) continue
      const lies = sideOf(sides, at, low < south ? south : low, high > north ? north : high, west, east)
      if (lies < 0) continue
      if (lies === 0) for (let n = 0; n < SIDE; n++) sides[this.used++] = sides[at + n]!
      else {
        // Crossed by every ray below its upper end, but not by those below its lower one.
        starts ^= 1
        if (high <= north) this.#change(high)
        if (low > south) {
          starts ^= 1
          this.#change(low)
        }
      }
    }
    for (const lat of this.#changes) this.#side(lat, FAR, FAR, FAR)
    return starts
  }

  /** Crossed from this latitude on by one side more at the end of the world; two are none. */
  #change(lat: number) {
    const changes = this.#changes
    const known = changes.lastIndexOf(lat)
    if (known < 0) changes.push(lat)
    else {
      changes[known] = changes.at(-1)!
      changes.pop()
    }
  }

  #side(latI: number, lonI: number, latJ: number, lonJ: number) {
    this.#room(SIDE)
    this.sides[this.used] = latI
    this.sides[this.used + 1] = lonI
    this.sides[this.used + 2] = latJ
    this.sides[this.used + 3] = lonJ
    this.used += SIDE
  }

  #ring(starts: number, first: number) {
    this.starts.push(starts)
    this.firsts.push(first)
    this.ends.push(this.used)
  }

  #room(more: number) {
    if (this.used + more <= this.sides.length) return
    const wider = new Float64Array(Math.max(this.used + more, this.sides.length * 2))
    wider.set(this.sides)
    this.sides = wider
  }
}

/** Returns -1 for a side that passes west of the cell between two of its latitudes, 1 for east, 0 for through it. */
function sideOf(sides: Float64Array, at: number, low: number, high: number, west: number, east: number) {
  const lonI = sides[at + 1]!
  const lonJ = sides[at + 3]!
  if (lonI > east && lonJ > east) return 1
  if (lonI < west && lonJ < west) return -1
  const latI = sides[at]!
  const tall = sides[at + 2]! - latI
  const wide = lonJ - lonI
  // The words of the ray itself: it grows or falls all the way from one latitude to the other, rounding counted.
  const a = lonI + ((low - latI) / tall) * wide
  const b = lonI + ((high - latI) / tall) * wide
  if (a > east && b > east) return 1
  return a < west && b < west ? -1 : 0
}
