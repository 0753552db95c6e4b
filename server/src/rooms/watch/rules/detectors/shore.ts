import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import type { ShoreGrid } from '@samudra/nautical/shore'

/** Unpacked in one piece, or each of a thousand would be a turn of the event loop and they would be copied together there. */
const PIECE_BYTES = 2 ** 24

/** Reads the distances to the shore the product brings (basemap/README.md), into memory that threads share. */
export async function readShore(archivesFolder: string): Promise<ShoreGrid> {
  const packed = await readFile(path.join(archivesFolder, 'shore.gz'))
  const bytes = await promisify(gunzip)(packed, { chunkSize: PIECE_BYTES })
  const end = bytes.indexOf('\n')
  const head = JSON.parse(bytes.toString('utf8', 0, end)) as Omit<ShoreGrid, 'places'>
  const places = new Int8Array(new SharedArrayBuffer(head.columns * head.rows))
  places.set(new Int8Array(bytes.buffer, bytes.byteOffset + end + 1, places.length))
  return { ...head, places }
}
