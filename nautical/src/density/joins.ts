/**
 * Tree of joins of points as the distance grows, in order of distance. Numbers below `count` are points, number `count
 * + i` is the result of join `i`.
 */
export type Joins = {
  readonly count: number
  readonly left: Uint32Array
  readonly right: Uint32Array
  readonly distance: Float64Array
  /** Points in what was made. */
  readonly size: Uint32Array
}

/** Joins points along the edges of a tree, the shortest first. */
export function joinsOf(
  count: number,
  edges: { one: ArrayLike<number>; other: ArrayLike<number>; distance: Float64Array },
): Joins {
  const most = edges.distance.length
  const order = Uint32Array.from({ length: most }, (_, i) => i)
  order.sort((a, b) => edges.distance[a]! - edges.distance[b]! || a - b)
  const parent = Uint32Array.from({ length: count + most }, (_, i) => i)
  const rootOf = (point: number) => {
    let at = point
    while (parent[at] !== at) at = parent[at] = parent[parent[at]!]!
    return at
  }
  const left = new Uint32Array(most)
  const right = new Uint32Array(most)
  const distance = new Float64Array(most)
  const size = new Uint32Array(most)
  const sizeOf = (made: number) => (made < count ? 1 : size[made - count]!)
  for (let i = 0; i < most; i++) {
    const edge = order[i]!
    const [a, b] = [rootOf(edges.one[edge]!), rootOf(edges.other[edge]!)]
    left[i] = a
    right[i] = b
    distance[i] = edges.distance[edge]!
    size[i] = sizeOf(a) + sizeOf(b)
    parent[a] = parent[b] = count + i
  }
  return { count, left, right, distance, size }
}
