/** So many points at most are looked at one by one. */
const LEAF = 12

/**
 * Points in a tree of boxes that halve their number at the widest side (k-d tree: Bentley 1975). Points are in the
 * order of the tree, so that those of a box lie together; `order` gives their original numbers.
 */
export class KdTree {
  readonly count: number
  readonly dimensions: number
  /** The number, as given, of each place in the tree. */
  readonly order: Uint32Array
  /** Coordinates by place. */
  readonly at: Float64Array
  /** First place of each box, and the one after its last. */
  readonly first: Uint32Array
  readonly end: Uint32Array
  /** First of the two boxes inside each box, the other follows; 0 for one that is not halved. */
  readonly inner: Uint32Array
  /** Least coordinates of each box, then the greatest. */
  readonly sides: Float64Array
  readonly boxes: number

  /** `points` holds the coordinates of one point after those of another. */
  constructor(points: Float64Array, dimensions: number) {
    const count = points.length / dimensions
    if (!Number.isInteger(count)) throw new RangeError('points must have all their coordinates')
    this.count = count
    this.dimensions = dimensions
    this.order = Uint32Array.from({ length: count }, (_, i) => i)
    const most = Math.max(1, 2 * 2 ** Math.ceil(Math.log2(Math.max(1, count / LEAF) + 1)) * 2)
    this.first = new Uint32Array(most)
    this.end = new Uint32Array(most)
    this.inner = new Uint32Array(most)
    this.sides = new Float64Array(most * dimensions * 2)
    this.boxes = count === 0 ? 0 : this.#halve(points)
    this.at = new Float64Array(points.length)
    for (let place = 0; place < count; place++)
      for (let axis = 0; axis < dimensions; axis++)
        this.at[place * dimensions + axis] = points[this.order[place]! * dimensions + axis]!
  }

  #halve(points: Float64Array): number {
    const { first, end, inner, order, dimensions } = this
    end[0] = this.count
    let boxes = 1
    for (let box = 0; box < boxes; box++) {
      const axis = this.#measure(points, box)
      const [from, to] = [first[box]!, end[box]!]
      if (to - from <= LEAF) continue
      const middle = (from + to) >>> 1
      partition(points, dimensions, axis, order, from, to, middle)
      inner[box] = boxes
      first[boxes] = from
      end[boxes] = first[boxes + 1] = middle
      end[boxes + 1] = to
      boxes += 2
    }
    return boxes
  }

  /** Notes the sides of a box; returns the axis it is widest along. */
  #measure(points: Float64Array, box: number): number {
    const { dimensions, sides, order } = this
    const [from, to] = [this.first[box]!, this.end[box]!]
    let [widest, axis] = [-1, 0]
    for (let a = 0; a < dimensions; a++) {
      let [least, greatest] = [Infinity, -Infinity]
      for (let place = from; place < to; place++) {
        const value = points[order[place]! * dimensions + a]!
        if (value < least) least = value
        if (value > greatest) greatest = value
      }
      sides[(box * 2 + 0) * dimensions + a] = least
      sides[(box * 2 + 1) * dimensions + a] = greatest
      if (greatest - least > widest) [widest, axis] = [greatest - least, a]
    }
    return axis
  }

  /** The square of how far a box is from a point, whose coordinates begin at `from`; 0 inside. */
  squareTo(box: number, coordinates: Float64Array, from: number): number {
    const { dimensions, sides } = this
    const least = box * 2 * dimensions
    let square = 0
    for (let axis = 0; axis < dimensions; axis++) {
      const value = coordinates[from + axis]!
      const below = sides[least + axis]! - value
      const above = value - sides[least + dimensions + axis]!
      const away = below > 0 ? below : above > 0 ? above : 0
      square += away * away
    }
    return square
  }

  /** The square of the distance between two places. */
  squareBetween(one: number, other: number): number {
    return this.squareFrom(one, this.at, other * this.dimensions)
  }

  /** The square of the distance of a place from a point, whose coordinates begin at `from`. */
  squareFrom(place: number, coordinates: Float64Array, from: number): number {
    const { dimensions, at } = this
    let square = 0
    for (let axis = 0; axis < dimensions; axis++) {
      const apart = at[place * dimensions + axis]! - coordinates[from + axis]!
      square += apart * apart
    }
    return square
  }
}

/** Puts smaller coordinates before place `middle` and greater ones after it (Hoare's selection). */
function partition(
  points: Float64Array,
  dimensions: number,
  axis: number,
  order: Uint32Array,
  from: number,
  to: number,
  middle: number,
): void {
  let [low, high] = [from, to - 1]
  while (low < high) {
    const pivot = points[order[(low + high) >>> 1]! * dimensions + axis]!
    let [i, j] = [low, high]
    while (i <= j) {
      while (points[order[i]! * dimensions + axis]! < pivot) i++
      while (points[order[j]! * dimensions + axis]! > pivot) j--
      if (i > j) break
      const swapped = order[i]!
      order[i++] = order[j]!
      order[j--] = swapped
    }
    if (middle <= j) high = j
    else if (middle >= i) low = i
    else return
  }
}
