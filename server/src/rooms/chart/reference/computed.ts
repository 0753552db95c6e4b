import { readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import type { BoundaryKind } from '@samudra/contract/reference'
import type { Bbox } from '@samudra/contract/kernel'
import type { ZoneGeometry } from '@samudra/contract/zones'

type Limit = { type: 'MultiLineString'; coordinates: [number, number][][] }
type Shared = {
  kind: BoundaryKind
  country: string
  name: string
  source: string
  edition: string
  cut: boolean
  km2: number
}
export type ComputedArea = Shared & { id: string; geometry: ZoneGeometry }
/** Where two countries meet, `beside` is the other one's code. */
export type ComputedLimit = Shared & { geometry: Limit; beside?: string }
/** The boundaries the product brings, computed from the coastline (basemap/README.md). */
export type Computed = {
  edition: string
  source: string
  region: Bbox
  areas: ComputedArea[]
  limits: ComputedLimit[]
}

type Stored = {
  edition: string
  source: string
  region: Bbox
  features: {
    geometry: ZoneGeometry | Limit
    properties: Omit<Shared, 'edition'> & { part: 'area' | 'limit' }
  }[]
}

/** Boundaries that were read, by file and its time of change: servers of one process share them. */
const known = new Map<string, Promise<Computed>>()

/** Reads the boundaries of a folder of archives; they are not changed by anyone. */
export async function readComputed(archivesFolder: string): Promise<Computed> {
  const file = path.join(archivesFolder, 'marine.geojson.gz')
  const key = `${file} ${(await stat(file)).mtimeMs}`
  const computed = known.get(key) ?? unpacked(file)
  known.set(key, computed)
  computed.catch(() => known.delete(key))
  return computed
}

async function unpacked(file: string): Promise<Computed> {
  const packed = await readFile(file)
  const { edition, source, region, features } = JSON.parse(
    (await promisify(gunzip)(packed)).toString(),
  ) as Stored
  const shared = features.map(({ geometry, properties: { part, ...rest } }) => ({
    ...rest,
    edition,
    geometry,
    part,
  }))
  return {
    edition,
    source,
    region,
    areas: shared.flatMap(({ part, ...one }) =>
      part === 'area' ? [{ ...one, id: `computed-${one.kind}-${one.country}` } as ComputedArea] : [],
    ),
    limits: shared.flatMap(({ part, ...one }) => (part === 'limit' ? [one as ComputedLimit] : [])),
  }
}
