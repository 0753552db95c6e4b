import { createHash, randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, readdir, rm, stat, unlink, type FileHandle } from 'node:fs/promises'
import path from 'node:path'
import type { Draft } from '../../needs/files.ts'

const HEAD_BYTES = 64 * 1024
const NAME = /^[0-9a-f]{32}$/

/** Store for incoming bytes, under names that no reader looks for, until they are whole and durable. */
export class Drafts {
  readonly #folder: string
  constructor(folder: string) {
    this.#folder = folder
  }

  /** `keep` puts the file of a draft to where it stays; it may take the file away. */
  async receive(
    bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
    keep: (file: string, draft: Pick<Draft, 'hash' | 'size'>) => Promise<void>,
  ): Promise<Draft> {
    const file = path.join(this.#folder, randomBytes(16).toString('hex'))
    const drop = () =>
      unlink(file).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'ENOENT') throw error
      })
    const written = await write(await this.#open(file), bytes).catch(async (error: unknown) => {
      await drop()
      throw error
    })
    return {
      ...written,
      // A small file need not be opened again.
      read: () => (written.head.length === written.size ? listed(written.head) : createReadStream(file)),
      store: () => keep(file, written),
      drop,
    }
  }

  /** Opens a new file, in a new folder when it is the first. */
  #open(file: string): Promise<FileHandle> {
    const create = () => open(file, 'wx', 0o600)
    return create().catch(async (error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error
      await mkdir(this.#folder, { recursive: true, mode: 0o700 })
      return create()
    })
  }

  async dropUnfinished(before: number): Promise<void> {
    for (const name of await readdir(this.#folder).catch(() => [])) {
      const file = path.join(this.#folder, name)
      const since = (await stat(file).catch(() => null))?.mtimeMs
      if (NAME.test(name) && since !== undefined && since < before) await rm(file, { force: true })
    }
  }
}

async function* listed(bytes: Buffer): AsyncGenerator<Uint8Array> {
  if (bytes.length > 0) yield bytes
}

async function write(handle: FileHandle, bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array>) {
  const hash = createHash('sha256')
  const head: Uint8Array[] = []
  let size = 0
  try {
    for await (const part of bytes) {
      hash.update(part)
      // A copy, because the sender may reuse its buffer.
      if (size < HEAD_BYTES) head.push(part.slice(0, HEAD_BYTES - size))
      size += part.length
      await handle.writeFile(part)
    }
    await handle.sync()
  } finally {
    await handle.close()
  }
  return { hash: hash.digest('hex'), size, head: Buffer.concat(head) }
}
