import { open } from 'shapefile'
import { Unreadable } from '../kernel/files/unreadable.ts'
import type { RawFeature } from './geo-reading.ts'

/** The features of the shapefiles in an archive. */
export async function* readShapefiles(files: Map<string, () => Buffer>): AsyncGenerator<RawFeature> {
  const names = [...files.keys()].filter((name) => /\.shp$/i.test(name) && !/(^|\/)[._]/.test(name))
  if (names.length === 0) throw new Unreadable('There is no shapefile (.shp) in this archive.')
  for (const name of names) {
    const beside = (ending: string) => {
      const wanted = name.replace(/\.shp$/i, ending).toLowerCase()
      return [...files].find(([other]) => other.toLowerCase() === wanted)?.[1]()
    }
    const system = beside('.prj')?.toString('latin1')
    if (system !== undefined && !isWgs84(system))
      throw new Unreadable(`${name} is in another coordinate system. Save it as WGS 84 (EPSG:4326).`)
    const table = beside('.dbf')
    const encoding = /^[\w-]{1,20}$/.exec(beside('.cpg')?.toString('latin1').trim() ?? '')?.[0] ?? 'utf-8'
    const shape = files.get(name)!()
    const source = await open(bytesOf(shape), table === undefined ? undefined : bytesOf(table), {
      encoding: encoding.toLowerCase(),
    })
    for (let next = await source.read(); !next.done; next = await source.read())
      yield { line: null, properties: next.value.properties, geometry: next.value.geometry }
  }
}

/** Degrees on WGS 84; a projection of it has PROJCS about it. */
const isWgs84 = (system: string) => /^\s*GEOG/i.test(system) && /WGS[_ ]?(19)?84/i.test(system)

const bytesOf = (buffer: Buffer): ArrayBuffer => {
  const copy = new ArrayBuffer(buffer.length)
  new Uint8Array(copy).set(buffer)
  return copy
}
