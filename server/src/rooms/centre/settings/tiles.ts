import { open, type FileHandle } from 'node:fs/promises'
import type { Tile } from '../../../platform/kernel/http/upstream-tiles.ts'
import { PMTiles, type RangeResponse, type Source } from 'pmtiles'

/** Archive read from disk; PMTiles requests ranges. */
class FileSource implements Source {
  readonly #path: string
  #file: Promise<FileHandle> | undefined
  constructor(path: string) {
    this.#path = path
  }
  getKey() {
    return this.#path
  }
  async getBytes(offset: number, length: number): Promise<RangeResponse> {
    this.#file ??= open(this.#path).catch((error: unknown) => {
      this.#file = undefined
      throw error
    })
    const file = await this.#file
    const bytes = new Uint8Array(length)
    const { bytesRead } = await file.read(bytes, 0, length, offset)
    return { data: bytes.buffer.slice(0, bytesRead) }
  }
  async close() {
    await (await this.#file?.catch(() => undefined))?.close()
    this.#file = undefined
  }
}

/** Tiles of one of our own archives. */
export class Archive {
  readonly #source: FileSource
  readonly #archive: PMTiles
  readonly #type: string

  constructor(file: string, kind: 'vector' | 'raster') {
    this.#source = new FileSource(file)
    this.#archive = new PMTiles(this.#source)
    this.#type = kind === 'vector' ? 'application/vnd.mapbox-vector-tile' : 'image/webp'
  }

  async tile(z: number, x: number, y: number): Promise<Tile | null> {
    const found = await this.#archive.getZxy(z, x, y)
    return found === undefined ? null : { bytes: new Uint8Array(found.data), type: this.#type }
  }

  close(): Promise<void> {
    return this.#source.close()
  }
}
