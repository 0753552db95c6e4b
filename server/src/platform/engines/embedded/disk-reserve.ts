import { randomBytes } from 'node:crypto'
import { mkdir, open, readdir, rename, statfs, unlink } from 'node:fs/promises'
import path from 'node:path'
import { sentenceOf } from '../../kernel/http/errors.ts'
import type { Reserve } from '../../needs/database.ts'

const MB = 1024 * 1024
const PIECES = ['1', '2', '3', '4'] as const
/** Size of a piece: PostgreSQL begins again with a segment of 16 MB of its log, and writes for a while in the rest. */
const PIECE_BYTES = 32 * MB
/** Free space below which PostgreSQL may end for want of a segment. */
const LOW_BYTES = 24 * MB
/** Free space that is left to others when a piece is made. */
const SPARE_BYTES = 64 * MB

const freeIn = async (folder: string) => {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}

/** Space on the disk of the embedded database, held in files that are removed one by one while the disk is full. */
export class DiskReserve implements Reserve {
  readonly #folder: string
  readonly #report: (what: string) => void
  readonly #free: () => Promise<number>
  #turn: Promise<void> = Promise.resolve()
  #isReleased = false
  /** Failure that was reported last. */
  #failure = ''

  /** `beside` is a folder on the disk of the database. */
  constructor(
    beside: string,
    report: (what: string) => void = () => undefined,
    free: () => Promise<number> = () => freeIn(beside),
  ) {
    this.#folder = path.join(beside, 'reserve')
    this.#report = report
    this.#free = free
  }

  get isReleased(): boolean {
    return this.#isReleased
  }

  makeRoom(): Promise<void> {
    return this.#inTurn(async () => {
      if ((await this.#free()) >= LOW_BYTES) return
      const piece = (await this.#pieces()).at(-1)
      if (piece === undefined) return
      await unlink(path.join(this.#folder, piece))
      this.#isReleased = true
      this.#report('the disk is full; a part of its reserve was released for administrators')
    })
  }

  refill(): Promise<void> {
    return this.#inTurn(async () => {
      const pieces = await this.#pieces()
      for (const piece of PIECES.filter((one) => !pieces.includes(one))) {
        if ((await this.#free()) < PIECE_BYTES + SPARE_BYTES) return
        await this.#write(path.join(this.#folder, piece))
      }
      this.#isReleased = false
    })
  }

  #pieces = (): Promise<string[]> => readdir(this.#folder).catch(() => [])

  async #write(file: string) {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 })
    const draft = `${file}.new`
    // Random bytes take their space on a disk that compresses, too.
    const bytes = randomBytes(MB)
    const handle = await open(draft, 'w', 0o600)
    try {
      for (let written = 0; written < PIECE_BYTES; written += MB) await handle.write(bytes)
      await rename(draft, file)
    } catch (error) {
      await unlink(draft)
      throw error
    } finally {
      await handle.close()
    }
  }

  /** Reports a failure instead of throwing it, so that a login goes on. */
  #inTurn(work: () => Promise<void>): Promise<void> {
    const done = this.#turn.then(work).then(
      () => (this.#failure = ''),
      (error: unknown) => {
        const failure = sentenceOf(error)
        if (failure !== this.#failure) this.#report(`the reserve of the disk cannot be changed: ${failure}`)
        this.#failure = failure
      },
    )
    return (this.#turn = done.then(() => undefined))
  }
}
