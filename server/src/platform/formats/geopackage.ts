import initSqlJs from 'sql.js'
import { Unreadable } from '../kernel/files/unreadable.ts'
import type { GeoFault, RawFeature } from './geo-reading.ts'
import { readWkb } from './wkb.ts'

/** WGS 84 in degrees, or "as it is" (0, -1): checked like everything by its range. */
const DEGREES = new Set([4326, 0, -1])
/** Bytes of the box that may stand before a geometry, by its kind (OGC 12-128r18, 2.1.3). */
const ENVELOPES = [0, 32, 48, 48, 64]

/** The features of every layer of a GeoPackage: an SQLite database, opened in memory and only read. */
export async function* readGeoPackage(bytes: Buffer): AsyncGenerator<RawFeature | GeoFault> {
  const sqlite = await initSqlJs()
  const database = new sqlite.Database(bytes)
  try {
    // Tables alone: a view is a program, and one that never ends is easily written.
    const [layers] = database.exec(
      `select g.table_name, g.column_name, g.srs_id from gpkg_geometry_columns g
       join sqlite_master m on m.name = g.table_name and m.type = 'table' and m.sql not like '%VIRTUAL%'
       join pragma_table_info(g.table_name) c on c.name = g.column_name limit 100`,
    )
    if (layers === undefined) throw new Unreadable('This GeoPackage has no feature layer.')
    for (const [table, column, system] of layers.values) {
      if (!DEGREES.has(Number(system)))
        throw new Unreadable(
          `${String(table)} is in another coordinate system (EPSG:${String(system)}). Save it as WGS 84 (EPSG:4326).`,
        )
      const rows = database.prepare(`select * from "${String(table).replaceAll('"', '""')}"`)
      while (rows.step()) yield featureOf(rows.getAsObject(), String(column))
      rows.free()
    }
  } catch (error) {
    if (error instanceof Unreadable) throw error
    throw new Unreadable(`This is not a GeoPackage: ${(error as Error).message}.`)
  } finally {
    database.close()
  }
}

function featureOf(row: Record<string, unknown>, column: string): RawFeature | GeoFault {
  const { [column]: blob, ...properties } = row
  if (!(blob instanceof Uint8Array)) return { at: null, line: null, why: 'has no geometry' }
  const bytes = Buffer.from(blob.buffer, blob.byteOffset, blob.length)
  const box = bytes.length < 8 ? undefined : ENVELOPES[(bytes[3]! >> 1) & 7]
  if (box === undefined || bytes.toString('latin1', 0, 2) !== 'GP')
    return { at: null, line: null, why: 'has a geometry that is not GeoPackage geometry' }
  try {
    return { line: null, properties, geometry: readWkb(bytes.subarray(8 + box)) }
  } catch (error) {
    return {
      at: null,
      line: null,
      why: error instanceof Unreadable ? error.message : 'has a broken geometry',
    }
  }
}
