import { link, mkdir, open, readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { isHash, type Draft, type Files } from '../../needs/files.ts'
import { Drafts } from './drafts.ts'

/** Files in a folder, in 65,536 folders by how their hashes begin. Several processes may share it. */
export class DiskFiles implements Files {
  readonly whereabouts: string
  readonly #drafts: Drafts

  constructor(folder: string) {
    this.whereabouts = folder
    this.#drafts = new Drafts(path.join(folder, 'coming'))
  }

  receive(bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<Draft> {
    let isStored = false
    return this.#drafts.receive(bytes, async (file, { hash }) => {
      if (isStored && (await this.sizeOf(hash)) !== null) return
      const to = this.#fileOf(hash)
      // The draft stays until it is dropped: what was removed meanwhile can be stored again.
      await link(file, to)
        .catch(async (error: NodeJS.ErrnoException) => {
          unlessMissing(error)
          await this.#makeFolder(path.dirname(to))
          await link(file, to)
        })
        .catch(unlessStored)
      await settle(path.dirname(to))
      isStored = true
    })
  }

  async read(hash: string, { from = 0, to = Infinity }: { from?: number; to?: number } = {}) {
    if (!isHash(hash)) return null
    const handle = await open(this.#fileOf(hash)).catch(unlessMissing)
    if (handle === null) return null
    if (to <= from) {
      await handle.close()
      return nothing()
    }
    return handle.createReadStream({ start: from, end: to - 1 })
  }

  async sizeOf(hash: string) {
    if (!isHash(hash)) return null
    return (await stat(this.#fileOf(hash)).catch(unlessMissing))?.size ?? null
  }

  async remove(hash: string) {
    if (isHash(hash)) await rm(this.#fileOf(hash), { force: true })
  }

  async *list() {
    for (const first of await inside(this.whereabouts))
      for (const second of await inside(path.join(this.whereabouts, first))) {
        const lot: { hash: string; since: number }[] = []
        for (const name of await readdir(path.join(this.whereabouts, first, second))) {
          const found = isHash(name) ? await stat(this.#fileOf(name)).catch(unlessMissing) : null
          if (found !== null) lot.push({ hash: name, since: found.mtimeMs })
        }
        yield lot
      }
  }

  dropUnfinished(before: number) {
    return this.#drafts.dropUnfinished(before)
  }

  #fileOf(hash: string) {
    return path.join(this.whereabouts, hash.slice(0, 2), hash.slice(2, 4), hash)
  }

  /** The name of a new folder is durable once the one above it is. */
  async #makeFolder(folder: string) {
    const first = await mkdir(folder, { recursive: true, mode: 0o700 })
    if (first === undefined) return
    for (let at = folder; at !== path.dirname(first); at = path.dirname(at)) await settle(path.dirname(at))
  }
}

async function settle(folder: string) {
  const handle = await open(folder)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

const inside = async (folder: string) =>
  (await readdir(folder).catch(() => [])).filter((name) => /^[0-9a-f]{2}$/.test(name))

async function* nothing(): AsyncGenerator<Uint8Array> {}

function unlessMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null
  throw error
}

function unlessStored(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST') throw error
}
