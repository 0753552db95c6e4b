import type { Coasts } from './coasts.ts'
import { COLUMNS, NODES, ROWS, columnOf, latOf, lonOf, nmBetween, rowOf } from './grid.ts'

/** Of every node: the nearest point of a coast, and the nearest of any other country; -1 when there is none near. */
export type Nearest = { first: Int32Array; firstNm: Float32Array; second: Int32Array; secondNm: Float32Array }

/** Further away than this (nautical miles) a coast does not matter. */
const FAR = 212

/**
 * Points are handed from node to node in raster scans, forwards and backwards, and each keeps what is nearest by the
 * great circle: exact but for ties within a fraction of a node, and four sweeps over millions of nodes take seconds.
 */
export function nearestCoasts(coasts: Coasts): Nearest {
  const nearest: Nearest = {
    first: new Int32Array(NODES).fill(-1),
    firstNm: new Float32Array(NODES).fill(FAR),
    second: new Int32Array(NODES).fill(-1),
    secondNm: new Float32Array(NODES).fill(FAR),
  }
  const offer = offerTo(nearest, coasts)
  for (let point = 0; point < coasts.lons.length; point++) {
    const node = Math.floor(rowOf(coasts.lats[point]!)) * COLUMNS + Math.floor(columnOf(coasts.lons[point]!))
    for (const corner of [node, node + 1, node + COLUMNS, node + COLUMNS + 1]) offer(corner, point)
  }
  for (let round = 0; round < 2; round++) {
    sweep(nearest, offer, [-COLUMNS - 1, -COLUMNS, -COLUMNS + 1, -1], false)
    sweep(nearest, offer, [COLUMNS + 1, COLUMNS, COLUMNS - 1, 1], true)
  }
  return nearest
}

type Offer = (node: number, point: number) => void

/** Gives a node a point to keep if it is nearer than what it holds. */
function offerTo({ first, firstNm, second, secondNm }: Nearest, { lons, lats, owners }: Coasts): Offer {
  return (node, point) => {
    if (point === first[node] || point === second[node]) return
    const row = Math.floor(node / COLUMNS)
    const nm = nmBetween(latOf(row), lonOf(node - row * COLUMNS), lats[point]!, lons[point]!)
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

function sweep({ first, second }: Nearest, offer: Offer, around: number[], isBackwards: boolean) {
  for (let k = 0; k < NODES; k++) {
    const node = isBackwards ? NODES - 1 - k : k
    const column = node % COLUMNS
    const row = (node - column) / COLUMNS
    // The outermost nodes are rim: skipping them spares every other node the questions.
    if (column === 0 || column === COLUMNS - 1 || row === 0 || row === ROWS - 1) continue
    for (const step of around) {
      const from = node + step
      if (first[from]! >= 0) offer(node, first[from]!)
      if (second[from]! >= 0) offer(node, second[from]!)
    }
  }
}
