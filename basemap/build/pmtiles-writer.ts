import { createHash } from 'node:crypto'
import { closeSync, openSync, writeSync } from 'node:fs'
import { gzipSync } from 'node:zlib'

/** Tile, already compressed as the archive declares. */
export type TileBlob = { id: number; data: Buffer }
export type ArchiveHead = {
  kind: 'vector' | 'webp'
  maxZoom: number
  /** West, south, east, north in degrees. */
  bounds: readonly [number, number, number, number]
  metadata: object
}
type Entry = { id: number; offset: number; length: number; run: number }

const HEADER_BYTES = 127
/** The header and root directory must fit into the first 16 KiB (PMTiles v3, 3). */
const FIRST_READ_BYTES = 16_384
const LEAF_ENTRIES = 4096
const CENTER = [75, 0, 3] as const

/** Place of a tile on the Hilbert curve through all zoom levels (PMTiles v3, 4.1). */
export function tileId(z: number, x: number, y: number): number {
  let id = 0
  for (let level = 0; level < z; level++) id += 4 ** level
  let tx = x
  let ty = y
  for (let side = 2 ** (z - 1); side >= 1; side /= 2) {
    const rx = tx & side ? 1 : 0
    const ry = ty & side ? 1 : 0
    id += side * side * ((3 * rx) ^ ry)
    if (ry === 0) {
      if (rx === 1) {
        tx = side - 1 - tx
        ty = side - 1 - ty
      }
      ;[tx, ty] = [ty & (side - 1), tx & (side - 1)]
    } else {
      tx &= side - 1
      ty &= side - 1
    }
  }
  return id
}

function pushVarint(bytes: number[], value: number): void {
  let rest = value
  while (rest >= 0x80) {
    bytes.push((rest % 128) | 0x80)
    rest = Math.floor(rest / 128)
  }
  bytes.push(rest)
}

function directory(entries: readonly Entry[]): Buffer {
  const bytes: number[] = []
  pushVarint(bytes, entries.length)
  let last = 0
  for (const { id } of entries) {
    pushVarint(bytes, id - last)
    last = id
  }
  for (const { run } of entries) pushVarint(bytes, run)
  for (const { length } of entries) pushVarint(bytes, length)
  let before: Entry | undefined
  for (const entry of entries) {
    const follows = before !== undefined && entry.offset === before.offset + before.length
    pushVarint(bytes, follows ? 0 : entry.offset + 1)
    before = entry
  }
  return gzipSync(Buffer.from(bytes))
}

/** Root directory, and the leaves when it would not fit into the first read. */
function directories(entries: readonly Entry[]): { root: Buffer; leaves: Buffer } {
  const flat = directory(entries)
  if (flat.length <= FIRST_READ_BYTES - HEADER_BYTES) return { root: flat, leaves: Buffer.alloc(0) }
  const pointers: Entry[] = []
  const leaves: Buffer[] = []
  let offset = 0
  for (let i = 0; i < entries.length; i += LEAF_ENTRIES) {
    const leaf = directory(entries.slice(i, i + LEAF_ENTRIES))
    pointers.push({ id: entries[i]!.id, offset, length: leaf.length, run: 0 })
    offset += leaf.length
    leaves.push(leaf)
  }
  return { root: directory(pointers), leaves: Buffer.concat(leaves) }
}

/** Equal tiles (open sea, inland) are stored once. */
function collect(tiles: TileBlob[]): { entries: Entry[]; chunks: Buffer[]; bytes: number } {
  tiles.sort((a, b) => a.id - b.id)
  const stored = new Map<string, { offset: number; length: number }>()
  const entries: Entry[] = []
  const chunks: Buffer[] = []
  let bytes = 0
  for (const { id, data } of tiles) {
    const hash = createHash('sha256').update(data).digest('base64')
    let at = stored.get(hash)
    if (at === undefined) {
      at = { offset: bytes, length: data.length }
      stored.set(hash, at)
      chunks.push(data)
      bytes += data.length
    }
    const last = entries.at(-1)
    if (last?.offset === at.offset && last.id + last.run === id) last.run++
    else entries.push({ id, ...at, run: 1 })
  }
  return { entries, chunks, bytes }
}

/** Writes a PMTiles version 3 archive; returns its size in bytes. */
export function writeArchive(file: string, tiles: TileBlob[], head: ArchiveHead): number {
  const { entries, chunks, bytes } = collect(tiles)
  const { root, leaves } = directories(entries)
  const metadata = gzipSync(JSON.stringify(head.metadata))
  const header = Buffer.alloc(HEADER_BYTES)
  header.write('PMTiles')
  header[7] = 3
  const long = (value: number, at: number) => header.writeBigUInt64LE(BigInt(value), at)
  let at = HEADER_BYTES
  for (const [field, length] of [root.length, metadata.length, leaves.length, bytes].entries()) {
    long(at, 8 + field * 16)
    long(length, 16 + field * 16)
    at += length
  }
  long(tiles.length, 72)
  long(entries.length, 80)
  long(chunks.length, 88)
  const isVector = head.kind === 'vector'
  // Clustered; gzip directories; tile compression (1 none, 2 gzip); tile type (1 MVT, 4 WebP); zooms.
  header.set([1, 2, isVector ? 2 : 1, isVector ? 1 : 4, 0, head.maxZoom], 96)
  for (const [i, bound] of head.bounds.entries()) header.writeInt32LE(Math.round(bound * 1e7), 102 + i * 4)
  header[118] = CENTER[2]
  header.writeInt32LE(CENTER[0] * 1e7, 119)
  header.writeInt32LE(CENTER[1] * 1e7, 123)
  const out = openSync(file, 'w')
  for (const part of [header, root, metadata, leaves, ...chunks]) writeSync(out, part)
  closeSync(out)
  return at
}
