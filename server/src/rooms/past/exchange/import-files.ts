import { createReadStream } from 'node:fs'
import { readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { LARGEST_IMPORT_PART } from '@samudra/contract/exchange'
import { OperationError } from '../../../platform/kernel/http/errors.ts'
import type { FileKind, FilesOf } from '../../../platform/kernel/files/file-store.ts'
import type { ImportRow } from './track-imports.sql.ts'

/** Parts of files of tracks; no user receives them. */
export const IMPORT_PARTS: FileKind = {
  name: 'import',
  largest: LARGEST_IMPORT_PART,
  takes: 'ANY',
  isSeen: () => false,
}
const NOTHING_WRONG = Symbol()

/** Files of imports, each stored in the parts it arrived in: a part that breaks off is stored as far as it arrived. */
export class ImportFiles {
  readonly #files: FilesOf
  constructor(files: FilesOf) {
    this.#files = files
  }

  async received(id: string): Promise<number> {
    return (await this.#files.of(id)).reduce((sum, { size }) => sum + size, 0)
  }

  /** Stores what follows on `here`, unless it is more than `most` or `isWanted` reports that it is too late. */
  async append(
    { id, report }: ImportRow,
    bytes: AsyncIterable<Uint8Array>,
    { by, here, most, isWanted }: { by: string; here: number; most: number; isWanted: () => boolean },
  ): Promise<void> {
    let wrong: unknown = NOTHING_WRONG
    const asFarAsItComes = (async function* () {
      try {
        yield* atMost(bytes, most)
      } catch (error) {
        if (error instanceof OperationError) throw error
        wrong = error
      }
    })()
    const part = { name: report.name, by, bytes: asFarAsItComes }
    await this.#files.receive(part, async ({ size }, keep) => {
      if (size > 0 && isWanted()) await keep({ on: id, place: here })
    })
    if (wrong !== NOTHING_WRONG) throw wrong
    if (!isWanted()) await this.forget(id)
  }

  async *read(id: string): AsyncGenerator<Uint8Array> {
    for (const part of await this.#files.of(id)) yield* await this.#files.read(part)
  }

  async forget(id: string): Promise<void> {
    await this.#files.forget((await this.#files.of(id)).map((part) => part.id))
  }

  /** Takes over files from the folder they lay in before, going on where a start that was ended left off. */
  async takeOver(folder: string, rowOf: (name: string) => ImportRow | undefined): Promise<void> {
    for (const name of await readdir(folder).catch(() => [])) {
      const file = path.join(folder, name)
      const row = rowOf(name)
      const { size } = await stat(file)
      for (let here = row === undefined ? size : await this.received(row.id); here < size;) {
        const end = Math.min(here + LARGEST_IMPORT_PART, size)
        const bytes = createReadStream(file, { start: here, end: end - 1 })
        await this.append(row!, bytes, {
          by: row!.created_by,
          here,
          most: LARGEST_IMPORT_PART,
          isWanted: () => true,
        })
        here = end
      }
      await rm(file)
    }
  }
}

async function* atMost(bytes: AsyncIterable<Uint8Array>, most: number): AsyncGenerator<Uint8Array> {
  let length = 0
  for await (const part of bytes) {
    length += part.length
    if (length > most)
      throw new OperationError('TOO_LARGE', 'The part is longer than allowed or than the rest of the file.')
    yield part
  }
}
