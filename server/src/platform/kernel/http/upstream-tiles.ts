import { createHash } from 'node:crypto'
import { mkdir, readFile, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { BASE_LAYERS } from '@samudra/contract/map'
import { StartFailure } from './errors.ts'
import { fetched } from './download.ts'

/** A tile server of the operator; its address, which may hold a key, never leaves this process. */
export type UpstreamLayer = {
  id: string
  /** `{z}`, `{x}`, `{y}` in any order. */
  url: string
  tileSize: number
  maxZoom: number
  attribution: string
}

export type Tile = { bytes: Uint8Array; type: string }

const FRESH_MS = 30 * 86_400_000
const FETCH_MS = 10_000
const LARGEST_TILE = 2 * 1024 * 1024
const LARGEST_CACHE = 2 * 1024 * 1024 * 1024

/** Reads the list of a `--base-layers` file. */
export async function readUpstreamLayers(file: string | undefined): Promise<UpstreamLayer[]> {
  if (file === undefined) return []
  const fault = (why: string) =>
    new StartFailure(
      `--base-layers ${file}: ${why}. It holds a list like [{"id":"WORLD IMAGERY","url":"https://host/{z}/{y}/{x}","attribution":"…","maxZoom":18}]`,
    )
  let list: unknown
  try {
    list = JSON.parse(await readFile(file, 'utf8'))
  } catch (error) {
    throw fault((error as Error).message)
  }
  if (!Array.isArray(list)) throw fault('it is not a list')
  return list.map((entry: Record<string, unknown>) => {
    const id = BASE_LAYERS.find((one) => one === entry['id'])
    const url = String(entry['url'] ?? '')
    if (id === undefined) throw fault(`id must be one of ${BASE_LAYERS.join(', ')}`)
    if (!/^https?:\/\//.test(url) || !['{z}', '{x}', '{y}'].every((part) => url.includes(part)))
      throw fault('url must begin with http and contain {z}, {x} and {y}')
    return {
      id,
      url,
      tileSize: Number(entry['tileSize'] ?? 256),
      maxZoom: Number(entry['maxZoom'] ?? 18),
      attribution: String(entry['attribution'] ?? ''),
    }
  })
}

/** Tiles of an upstream server, cached on disk for 30 days by default; an old tile is better than none. */
export class UpstreamTiles {
  readonly layer: UpstreamLayer
  readonly #folder: string
  readonly #freshMs: number
  readonly #underWay = new Map<string, Promise<Tile | null>>()

  constructor(layer: UpstreamLayer, cacheFolder: string, freshMs = FRESH_MS) {
    this.#freshMs = freshMs
    this.layer = layer
    // Another address is another cache.
    const digest = createHash('sha256').update(layer.url).digest('hex').slice(0, 12)
    this.#folder = path.join(cacheFolder, digest)
  }

  /** Returns a tile; null when the server has no such tile. Throws when it cannot be reached and nothing is cached. */
  tile(z: number, x: number, y: number): Promise<Tile | null> {
    const name = path.join(String(z), String(y), String(x))
    let found = this.#underWay.get(name)
    if (found === undefined) {
      found = this.#find(name, z, x, y).finally(() => this.#underWay.delete(name))
      this.#underWay.set(name, found)
    }
    return found
  }

  async #find(name: string, z: number, x: number, y: number): Promise<Tile | null> {
    const file = path.join(this.#folder, name)
    const stored = await stat(file).catch(() => null)
    if (stored !== null && Date.now() - stored.mtimeMs < this.#freshMs) return asTile(await readFile(file))
    try {
      const bytes = await this.#fetch(z, x, y)
      if (bytes === null) return null
      await mkdir(path.dirname(file), { recursive: true })
      await writeFile(`${file}.new`, bytes)
      await rename(`${file}.new`, file)
      return asTile(bytes)
    } catch (error) {
      if (stored === null) throw error
      return asTile(await readFile(file))
    }
  }

  async #fetch(z: number, x: number, y: number): Promise<Buffer | null> {
    const address = this.layer.url
      .replace('{z}', String(z))
      .replace('{x}', String(x))
      .replace('{y}', String(y))
    const answer = await fetch(address, {
      signal: AbortSignal.timeout(FETCH_MS),
      headers: { 'user-agent': 'Samudra' },
    })
    if (answer.status === 404 || answer.status === 204) return null
    if (!answer.ok) throw new Error(`the tile server answers ${answer.status}`)
    return fetched(answer, LARGEST_TILE, 'the tile is larger than 2 MB')
  }
}

/** The image type by the first bytes. */
function asTile(bytes: Buffer): Tile {
  const type =
    bytes[0] === 0x89
      ? 'image/png'
      : bytes[0] === 0xff
        ? 'image/jpeg'
        : bytes[0] === 0x52
          ? 'image/webp'
          : 'application/octet-stream'
  return { bytes, type }
}

/** Where a tile of a server lies; other files of the folder are not ours to remove. */
const TILE = /[\\/][0-9a-f]{12}(?:[\\/]\d+){3}$/

/** Removes the oldest cached tiles beyond 2 GB. */
export async function trimCache(folder: string): Promise<void> {
  const names = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  const files = await Promise.all(
    names
      .filter((entry) => entry.isFile())
      .map((entry) => path.join(entry.parentPath, entry.name))
      .filter((file) => TILE.test(file))
      .map(async (file) => {
        // Another may be gone by now.
        const found = await stat(file).catch(() => null)
        return { file, size: found?.size ?? 0, at: found?.mtimeMs ?? 0 }
      }),
  )
  let size = files.reduce((sum, one) => sum + one.size, 0)
  for (const one of files.sort((a, b) => a.at - b.at)) {
    if (size <= LARGEST_CACHE) return
    await rm(one.file, { force: true })
    size -= one.size
  }
}
