import { crc32 } from 'node:zlib'
import { deflateRawSync } from 'node:zlib'
import initSqlJs from 'sql.js'

type Ring = [number, number][]
export type Area = { rings: Ring[]; properties: Record<string, string | number> }

/** A closed rectangle, anticlockwise. */
export const box = (west: number, south: number, east: number, north: number): Ring => [
  [west, south],
  [east, south],
  [east, north],
  [west, north],
  [west, south],
]

export const geoJsonOf = (areas: Area[]) =>
  Buffer.from(
    JSON.stringify(
      {
        type: 'FeatureCollection',
        features: areas.map(({ rings, properties }) => ({
          type: 'Feature',
          properties,
          geometry: { type: 'Polygon', coordinates: rings },
        })),
      },
      null,
      1,
    ),
  )

export function kmlOf(areas: Area[]): Buffer {
  const ring = (one: Ring) =>
    `<LinearRing><coordinates>${one.map((at) => at.join(',')).join(' ')}</coordinates></LinearRing>`
  const placemarks = areas.map(
    ({ rings, properties }) =>
      `<Placemark><name>${String(properties['GEONAME'] ?? properties['name'])}</name><ExtendedData>${Object.entries(
        properties,
      )
        .map(([name, value]) => `<Data name="${name}"><value>${value}</value></Data>`)
        .join(
          '',
        )}</ExtendedData><Polygon><outerBoundaryIs>${ring(rings[0]!)}</outerBoundaryIs></Polygon></Placemark>`,
  )
  return Buffer.from(
    `<?xml version="1.0" encoding="UTF-8"?><kml xmlns="http://www.opengis.net/kml/2.2"><Document>${placemarks.join('')}</Document></kml>`,
  )
}

/** A GeoPackage as programs of geographers write it, as far as layers go. */
export async function geoPackageOf(areas: Area[], system = 4326): Promise<Buffer> {
  const sqlite = await initSqlJs()
  const database = new sqlite.Database()
  const names = Object.keys(areas[0]!.properties)
  database.run(
    `create table gpkg_geometry_columns(table_name text, column_name text, geometry_type_name text, srs_id int, z int, m int);
     insert into gpkg_geometry_columns values('eez_v12', 'geom', 'POLYGON', ${system}, 0, 0);
     create table eez_v12(fid integer primary key, geom blob, ${names.map((name) => `"${name}"`).join(', ')})`,
  )
  for (const [i, { rings, properties }] of areas.entries())
    database.run(`insert into eez_v12 values(?, ?, ${names.map(() => '?').join(', ')})`, [
      i + 1,
      Buffer.concat([Buffer.from([0x47, 0x50, 0, 1, 0xe6, 0x10, 0, 0]), wkbOf(rings)]),
      ...names.map((name) => properties[name]!),
    ])
  const bytes = Buffer.from(database.export())
  database.close()
  return bytes
}

function wkbOf(rings: Ring[]): Buffer {
  const parts: Buffer[] = [Buffer.from([1]), u32(3), u32(rings.length)]
  for (const ring of rings) {
    parts.push(u32(ring.length))
    for (const [lon, lat] of ring) parts.push(f64(lon), f64(lat))
  }
  return Buffer.concat(parts)
}
const u32 = (value: number) => {
  const four = Buffer.alloc(4)
  four.writeUInt32LE(value)
  return four
}
const f64 = (value: number) => {
  const eight = Buffer.alloc(8)
  eight.writeDoubleLE(value)
  return eight
}

/** A shapefile (ESRI 1998): polygons with a table of text columns, and its coordinate system, zipped. */
export function shapefileOf(areas: Area[], system = 'GEOGCS["GCS_WGS_1984",DATUM["D_WGS_1984"]]'): Buffer {
  const records = areas.map(({ rings }, i) => shapeRecord(i + 1, rings))
  const shp = Buffer.concat([
    shapeHeader(100 + records.reduce((sum, one) => sum + one.length, 0)),
    ...records,
  ])
  return zipOf({ 'eez.shp': shp, 'eez.dbf': tableOf(areas), 'eez.prj': Buffer.from(system) })
}

function shapeHeader(length: number): Buffer {
  const header = Buffer.alloc(100)
  header.writeInt32BE(9994, 0)
  header.writeInt32BE(length / 2, 24)
  header.writeInt32LE(1000, 28)
  header.writeInt32LE(5, 32)
  for (const [i, value] of [-180, -90, 180, 90].entries()) header.writeDoubleLE(value, 36 + i * 8)
  return header
}

function shapeRecord(number: number, rings: Ring[]): Buffer {
  // Outsides run clockwise here, the other way round than in GeoJSON.
  const turned = rings.map((ring) => ring.toReversed())
  const points = turned.flat()
  const body = Buffer.concat([
    u32(5),
    ...[-180, -90, 180, 90].map(f64),
    u32(turned.length),
    u32(points.length),
    ...turned.map((_, i) => u32(turned.slice(0, i).reduce((sum, ring) => sum + ring.length, 0))),
    ...points.flatMap(([lon, lat]) => [f64(lon), f64(lat)]),
  ])
  const head = Buffer.alloc(8)
  head.writeInt32BE(number, 0)
  head.writeInt32BE(body.length / 2, 4)
  return Buffer.concat([head, body])
}

/** dBASE III with columns of 60 letters. */
function tableOf(areas: Area[]): Buffer {
  const names = Object.keys(areas[0]!.properties)
  const header = Buffer.alloc(32 + names.length * 32 + 1)
  header[0] = 3
  header.writeUInt32LE(areas.length, 4)
  header.writeUInt16LE(header.length, 8)
  header.writeUInt16LE(1 + names.length * 60, 10)
  for (const [i, name] of names.entries()) {
    header.write(name.slice(0, 10), 32 + i * 32, 'latin1')
    header.write('C', 32 + i * 32 + 11, 'latin1')
    header[32 + i * 32 + 16] = 60
  }
  header[header.length - 1] = 0x0d
  const rows = areas.map(({ properties }) => {
    const row = Buffer.alloc(1 + names.length * 60, 0x20)
    for (const [i, name] of names.entries()) row.write(String(properties[name]), 1 + i * 60, 'utf8')
    return row
  })
  return Buffer.concat([header, ...rows, Buffer.from([0x1a])])
}

/** Returns a ZIP archive; `claim` is the unpacked size its directory states for a file, if that is false. */
export function zipOf(files: Record<string, Buffer>, claim?: number): Buffer {
  const locals: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const [name, bytes] of Object.entries(files)) {
    const packed = deflateRawSync(bytes)
    const shared = Buffer.alloc(26)
    shared.writeUInt16LE(20, 0)
    shared.writeUInt16LE(8, 4)
    shared.writeUInt32LE(crc32(bytes), 10)
    shared.writeUInt32LE(packed.length, 14)
    shared.writeUInt32LE(claim ?? bytes.length, 18)
    shared.writeUInt16LE(name.length, 22)
    const local = Buffer.concat([u32(0x04034b50), shared, Buffer.from(name), packed])
    const entry = Buffer.alloc(14)
    entry.writeUInt32LE(offset, 10)
    directory.push(Buffer.concat([u32(0x02014b50), Buffer.from([20, 0]), shared, entry, Buffer.from(name)]))
    locals.push(local)
    offset += local.length
  }
  const size = directory.reduce((sum, one) => sum + one.length, 0)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(directory.length, 8)
  end.writeUInt16LE(directory.length, 10)
  end.writeUInt32LE(size, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...locals, ...directory, end])
}
