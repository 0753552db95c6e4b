import { gunzipSync } from 'node:zlib'
import lanes from '../data/lanes.json' with { type: 'json' }

/** A corner of the lane network: longitude, latitude, NM to the nearest land (at most 30). */
export type Node = readonly [lon: number, lat: number, clearance: number]

export type Port = {
  code: string
  name: string
  weight: number
  /** Corners of the network: at the berths, and in the roads outside. */
  berth: number
  roads: number
}

export const NODES = lanes.nodes as unknown as readonly Node[]
export const EDGES = lanes.edges as unknown as readonly (readonly [number, number])[]
export const PORTS: readonly Port[] = lanes.ports
/** Ports that stand for the ocean beyond the chart: ships turn there, none berths. */
export const GATES: ReadonlySet<string> = new Set(lanes.gates)

const { west, south, cells, width, height } = lanes.grid

let sea: Uint8Array | undefined

/** Unpacks the mask at first use: 30 million cells in a few kB of run lengths. */
function unpack(): Uint8Array {
  const runs = gunzipSync(Buffer.from(lanes.sea, 'base64'))
  const mask = new Uint8Array(width * height)
  let [at, cell, value] = [0, 0, 0]
  while (at < runs.length) {
    let [run, shift] = [0, 0]
    let byte = 0
    do {
      byte = runs[at++]!
      run += (byte & 0x7f) * 2 ** shift
      shift += 7
    } while (byte >= 0x80)
    if (value === 1) mask.fill(1, cell, cell + run)
    cell += run
    value = 1 - value
  }
  return mask
}

/** Returns true for open water without land in the NM around, where a simulated vessel may be. */
export function isSea(lat: number, lon: number): boolean {
  sea ??= unpack()
  const column = Math.floor((lon - west) * cells)
  const row = Math.floor((lat - south) * cells)
  return column >= 0 && column < width && row >= 0 && row < height && sea[row * width + column] === 1
}

/** Returns true if a straight line stays on open water. */
export function isSeaLine(lat1: number, lon1: number, lat2: number, lon2: number): boolean {
  const steps = Math.max(1, Math.ceil(Math.max(Math.abs(lat2 - lat1), Math.abs(lon2 - lon1)) * cells * 10))
  for (let i = 0; i <= steps; i++) {
    if (!isSea(lat1 + ((lat2 - lat1) * i) / steps, lon1 + ((lon2 - lon1) * i) / steps)) return false
  }
  return true
}

/** Returns true if a box of `half` degrees to each side of a place is open water. */
export function isSeaAround(lat: number, lon: number, half: number): boolean {
  const step = half / Math.ceil(half * cells * 2)
  for (let dy = -half; dy <= half + 1e-9; dy += step) {
    for (let dx = -half; dx <= half + 1e-9; dx += step) if (!isSea(lat + dy, lon + dx)) return false
  }
  return true
}
