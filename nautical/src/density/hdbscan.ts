import { condense, type CondensedTree } from './condensed-tree.ts'
import { joinsOf } from './joins.ts'
import { KdTree } from './kd-tree.ts'
import { nearestOf } from './neighbours.ts'
import { reachabilityTree } from './reachability-tree.ts'

export type DensityQuery = {
  /** Coordinates of one point after those of another, all in one unit. */
  points: Float64Array
  dimensions: number
  /** Fewer points are no cluster; at least 2. */
  leastSize: number
  /** Number of points, itself counted, within the core distance of a point; at least 2. `leastSize` by default. */
  leastNear?: number | undefined
}

export type Clusters = {
  /** Number of clusters. */
  readonly count: number
  /** Cluster of each point, in order of their first points; -1 for noise. */
  readonly labels: Int32Array
  /** Degree to which each point belongs to its cluster: 1 in the densest part, 0 for noise. */
  readonly strength: Float64Array
  /** Distance from each point to the last of its `leastNear`. */
  readonly core: Float64Array
  /** Sum for each cluster of how long its points stay in it, in 1 / distance. */
  readonly stability: Float64Array
}

/**
 * Clusters by density, of different densities, without saying how many: HDBSCAN* (Campello, Moulavi & Sander 2013; made
 * in n log n by trees: McInnes & Healy 2017). All points together are never a cluster. The same points have the same
 * clusters, whatever their order.
 */
export function hdbscan({ points, dimensions, leastSize, leastNear = leastSize }: DensityQuery): Clusters {
  if (!(leastSize >= 2 && leastNear >= 2)) throw new RangeError('a cluster has two points at least')
  const tree = new KdTree(points, dimensions)
  const near = nearestOf(tree, leastNear - 1)
  const squares = new Float64Array(tree.count)
  for (let place = 0; place < tree.count && near.each > 0; place++)
    squares[place] = near.squares[place * near.each + near.each - 1]!
  const edges = reachabilityTree(tree, squares, near)
  const condensed = condense(
    joinsOf(tree.count, { ...edges, distance: edges.square.map(Math.sqrt) }),
    leastSize,
  )
  const chosen = chosenOf(condensed)
  return reported(tree, condensed, chosen, squares)
}

/** Sums that differ by less differ by rounding alone. */
const ROUNDING = 1e-9

/**
 * Returns for each cluster the one of the answer it lies in, or -1; the answer is the most stable set (excess of
 * mass).
 */
function chosenOf({ clusters, parent, stability }: CondensedTree): Int32Array {
  const within = new Float64Array(clusters)
  const isOwn = new Uint8Array(clusters)
  for (let cluster = clusters - 1; cluster > 0; cluster--) {
    if (stability[cluster]! >= within[cluster]! * (1 - ROUNDING)) {
      isOwn[cluster] = 1
      within[cluster] = stability[cluster]!
    }
    within[parent[cluster]!]! += within[cluster]!
  }
  const chosen = new Int32Array(clusters).fill(-1)
  for (let cluster = 1; cluster < clusters; cluster++) {
    const above = chosen[parent[cluster]!]!
    chosen[cluster] = above >= 0 ? above : isOwn[cluster] === 1 ? cluster : -1
  }
  return chosen
}

/** By points in the order in which they were given. */
function reported(
  tree: KdTree,
  { lastOf, leftAt, death, stability }: CondensedTree,
  chosen: Int32Array,
  squares: Float64Array,
): Clusters {
  const { count, order } = tree
  const place = new Uint32Array(count)
  for (let i = 0; i < count; i++) place[order[i]!] = i
  const labels = new Int32Array(count).fill(-1)
  const strength = new Float64Array(count)
  const core = new Float64Array(count)
  const numbers = new Map<number, number>()
  for (let point = 0; point < count; point++) {
    const at = place[point]!
    core[point] = Math.sqrt(squares[at]!)
    const cluster = chosen[lastOf[at]!]!
    if (cluster < 0) continue
    const number = numbers.get(cluster) ?? numbers.size
    numbers.set(cluster, number)
    labels[point] = number
    strength[point] = Math.min(1, leftAt[at]! / death[cluster]!)
  }
  return {
    count: numbers.size,
    labels,
    strength,
    core,
    stability: Float64Array.from(numbers.keys(), (cluster) => stability[cluster]!),
  }
}
