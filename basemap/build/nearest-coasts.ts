import type { Coasts } from './coasts.ts'
import { nmBetween, type Grid } from './grid.ts'

type Points = Pick<Coasts, 'lons' | 'lats' | 'owners'>
/** Nearest coast point of each node, and the nearest point of any other country; -1 where none is near. */
export type Nearest = { first: Int32Array; firstNm: Float32Array; second: Int32Array; secondNm: Float32Array }

/** Further away than this (nautical miles) a coast does not matter. */
const FAR = 212

/**
 * Points are handed from node to node in raster scans, forwards and backwards, and each keeps what is nearest by the
 * great circle: exact but for ties within a fraction of a node, and four sweeps over millions of nodes take seconds.
 */
export function nearestCoasts(grid: Grid, coasts: Points): Nearest {
  const { columns, nodes, columnOf, rowOf } = grid
  const nearest: Nearest = {
    first: new Int32Array(nodes).fill(-1),
    firstNm: new Float32Array(nodes).fill(FAR),
    second: new Int32Array(nodes).fill(-1),
    secondNm: new Float32Array(nodes).fill(FAR),
  }
  const offer = offerTo(grid, nearest, coasts)
  for (let point = 0; point < coasts.lons.length; point++) {
    const node = Math.floor(rowOf(coasts.lats[point]!)) * columns + Math.floor(columnOf(coasts.lons[point]!))
    for (const corner of [node, node + 1, node + columns, node + columns + 1]) offer(corner, point)
  }
  for (let round = 0; round < 2; round++) {
    sweep(grid, nearest, offer, [-columns - 1, -columns, -columns + 1, -1], false)
    sweep(grid, nearest, offer, [columns + 1, columns, columns - 1, 1], true)
  }
  return nearest
}

type Offer = (node: number, point: number) => void

/** Gives a node a point to keep if it is nearer than what it holds. */
function offerTo(
  { columns, latOf, lonOf }: Grid,
  { first, firstNm, second, secondNm }: Nearest,
  { lons, lats, owners }: Points,
): Offer {
  return (node, point) => {
    if (point === first[node] || point === second[node]) return
    const row = Math.floor(node / columns)
    const nm = nmBetween(latOf(row), lonOf(node - row * columns), lats[point]!, lons[point]!)
    if (nm >= secondNm[node]!) return
    const isSameOwner = first[node]! >= 0 && owners[first[node]!] === owners[point]
    if (nm < firstNm[node]!) {
      if (!isSameOwner) {
        second[node] = first[node]!
        secondNm[node] = firstNm[node]!
      }
      first[node] = point
      firstNm[node] = nm
    } else if (!isSameOwner) {
      second[node] = point
      secondNm[node] = nm
    }
  }
}

function sweep(
  { columns, rows, nodes }: Grid,
  { first, second }: Nearest,
  offer: Offer,
  around: number[],
  isBackwards: boolean,
) {
  for (let k = 0; k < nodes; k++) {
    const node = isBackwards ? nodes - 1 - k : k
    const column = node % columns
    const row = (node - column) / columns
    // The outermost nodes are rim: skipping them spares every other node the questions.
    if (column === 0 || column === columns - 1 || row === 0 || row === rows - 1) continue
    for (const step of around) {
      const from = node + step
      if (first[from]! >= 0) offer(node, first[from]!)
      if (second[from]! >= 0) offer(node, second[from]!)
    }
  }
}
