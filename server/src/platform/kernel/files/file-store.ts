import { ulid } from '../text/ulid.ts'
import type { Clock } from '../../needs/clock.ts'
import type { Db } from '../../needs/database.ts'
import type { Draft, Files } from '../../needs/files.ts'
import type { JobKind } from '../../needs/jobs.ts'
import type { Administered } from '../http/admin-values.ts'
import type { Caller } from '../http/caller.ts'
import { OperationError } from '../http/errors.ts'
import { plainName } from './file-names.ts'
import { scanFile, sharedAs, type Scanned } from './file-scan.ts'
import * as rows from './files.sql.ts'
import type { FileRow, Held } from './files.sql.ts'
import type { Readers } from './readers.ts'
import { isPicture } from './thumbnail.ts'

const MB = 1024 * 1024
const GB = 1024 * MB
/** Milliseconds after which the upload of a killed process is removed. */
const UNFINISHED_MS = 24 * 3_600_000
const SWEEP_MS = 3_600_000
const GONE = 'This file no longer exists.'

/** Declaration of the files attached to a room's objects. */
export type FileKind = {
  /** Kind of the object they are attached to: 'event'. */
  name: string
  largest: number
  /**
   * Accepted content: files that cannot act when opened; also others, which readers only save or play; PDFs of these
   * only; or anything, as it is never given out.
   */
  takes: 'SAFE' | 'SHARED' | 'PDF' | 'ANY'
  /** They count against what one user may keep. */
  isOfUsers?: boolean
  /** Time and number of unattached files of one user. */
  waiting?: { retentionMs: number; most: number }
  /** Returns at each reading whether a user sees the object of a file. */
  isSeen(ofId: string, caller: Caller): boolean | Promise<boolean>
}

/** Declares files of an import: each waits until it is stored, and is never given out. */
export const importFiles = (name: string, largest: number): FileKind => ({
  name,
  largest,
  takes: 'ANY',
  isSeen: () => false,
})

/** File received completely: its type by content, and its permitted use until it is stored. */
export type UploadedFile = Pick<Draft, 'hash' | 'size' | 'read'> & { name: string } & Scanned

/** Object that a file is attached to, and data stored with it. */
export type Hanging = { on?: string; place?: number; until?: Date; preview?: unknown }

type Needs = { db: Db; clock: Clock; files: Files; readers: Readers }

/** The files of all rooms: taken in, hung on things, given out, let go. */
export class FileStore {
  readonly #needs: Needs
  readonly #kinds = new Map<string, FileKind>()

  constructor(needs: Needs) {
    this.#needs = needs
  }

  kind(kind: FileKind): FilesOf {
    this.#kinds.set(kind.name, kind)
    const counted = () => [...this.#kinds.values()].filter((one) => one.isOfUsers).map(({ name }) => name)
    return new FilesOf(this.#needs, kind, counted)
  }

  /** Lets go of what is past its time and of bytes that no file names. */
  sweep(): JobKind {
    return {
      name: 'files.sweep',
      does: 'Delete orphan files',
      when: { everyMs: SWEEP_MS, atStart: true },
      work: async ({ signal }) => {
        const { db, clock, files } = this.#needs
        if (clock.report?.().isDoubted === true) return
        const before = clock.now() - UNFINISHED_MS
        await letGo(this.#needs, await rows.forgetOver(db, new Date(clock.now()), new Date(before)))
        await files.dropUnfinished(before)
        for await (const lot of files.list()) {
          signal.throwIfAborted()
          const old = lot.flatMap(({ hash, since }) => (since < before ? [hash] : []))
          await letGo(this.#needs, await rows.unnamed(db, old))
        }
      },
    }
  }
}

/** Takes bytes away that were named by what is forgotten, unless others name them. */
async function letGo({ db, files }: Needs, hashes: readonly string[]) {
  for (const hash of hashes) await rows.removeUnnamed(db, hash, () => files.remove(hash))
}

/** The files that hang on things of one kind. */
export class FilesOf {
  readonly #needs: Needs
  readonly #kind: FileKind
  readonly #counted: () => string[]

  constructor(needs: Needs, kind: FileKind, counted: () => string[]) {
    this.#needs = needs
    this.#kind = kind
    this.#counted = counted
  }

  /**
   * Takes a user's file as it comes, no larger than it may be, and looks through it. What `work` does not keep is gone after it.
   */
  async receive<T>(
    { name, by, bytes }: { name: string; by: string; bytes: AsyncIterable<Uint8Array> },
    work: (come: UploadedFile, keep: (hanging: Hanging) => Promise<FileRow>) => Promise<T>,
  ): Promise<T> {
    const { files, readers } = this.#needs
    const { takes } = this.#kind
    const draft = await files.receive(noLarger(bytes, this.#kind))
    try {
      const plain = plainName(name)
      const found: Scanned =
        takes === 'ANY' || draft.size === 0
          ? { type: 'application/octet-stream', isMap: false, why: null }
          : await scanFile(readers, by, draft, { name: plain, isQuiet: takes === 'SHARED' })
      const scanned = takes === 'SHARED' ? sharedAs(found, plain) : found
      const why =
        takes === 'PDF' && scanned.type !== 'application/pdf' && draft.size > 0 ? NO_PDF : scanned.why
      const come = {
        ...scanned,
        hash: draft.hash,
        size: draft.size,
        read: () => draft.read(),
        name: plain,
        why,
      }
      return await work(come, (hanging) => this.#keep(draft, come, by, hanging))
    } finally {
      await draft.drop()
    }
  }

  async #keep(draft: Draft, come: UploadedFile, by: string, hanging: Hanging): Promise<FileRow> {
    const { db, clock } = this.#needs
    const { name: kind, takes, waiting } = this.#kind
    const at = clock.now()
    const { hash, size, type, name } = come
    const { preview = null } = hanging
    const isWaiting = hanging.on === undefined
    const row: FileRow = {
      id: ulid(at),
      hash,
      size,
      type,
      name,
      user_id: by,
      at: new Date(at),
      kind,
      is_scanned: takes !== 'ANY',
      of_id: hanging.on ?? null,
      place: hanging.place ?? 0,
      until: hanging.until ?? (isWaiting ? new Date(at + (waiting?.retentionMs ?? 0)) : null),
      thumbnail: null,
      has_preview: preview !== null,
    }
    const tooMuch = await rows.enter(db, { row, preview }, this.#counted(), (held, settings) =>
      this.#whyTooMuch(row, held, settings),
    )
    if (tooMuch !== null) throw new OperationError('TOO_LARGE', tooMuch)
    try {
      await draft.store()
      await rows.makeWhole(db, row.id)
    } catch (error) {
      await this.forget([row.id])
      throw error
    }
    return row
  }

  #whyTooMuch(row: FileRow, held: Held, settings: Administered): string | null {
    const { waiting, isOfUsers } = this.#kind
    if (waiting !== undefined && row.of_id === null && held.waiting >= waiting.most)
      return `You have ${held.waiting} files without ${this.#kind.name}. Save them with an ${this.#kind.name} first.`
    const mb = settings.number('system.user_files_mb')
    if (isOfUsers === true && held.ofUser + row.size > mb * MB)
      return `Your files fill ${Math.round(held.ofUser / MB)} of the ${mb} MB allowed per user. Send a smaller file, or ask an administrator for more space.`
    const gb = settings.number('system.files_gb')
    if (held.ofAll + row.size > gb * GB)
      return `The files of all users fill the allowed ${gb} GB. Ask an administrator for more space.`
    return null
  }

  /** Some of them, by their ids; those that are gone are left out. */
  byId(ids: readonly string[]): Promise<FileRow[]> {
    return rows.filesById(this.#needs.db, this.#kind.name, ids)
  }
  /** Returns the files of an object, by position and age. */
  of(ofId: string): Promise<FileRow[]> {
    return rows.filesOf(this.#needs.db, this.#kind.name, ofId)
  }
  async hang(ids: readonly string[], ofId: string): Promise<void> {
    if (ids.length > 0) await rows.hang(this.#needs.db, this.#kind.name, ids, ofId)
  }

  /** A file of something the caller sees, or a waiting one of their own. Throws NOT_FOUND. */
  async find(id: string, caller: Caller): Promise<FileRow> {
    const [file] = await this.byId([id])
    const isSeen =
      file !== undefined &&
      (file.of_id === null ? file.user_id === caller.userId : await this.#kind.isSeen(file.of_id, caller))
    if (!isSeen) throw new OperationError('NOT_FOUND', GONE)
    return file
  }

  /** Returns the preview that the room derived from a file. */
  previewOf({ id }: Pick<FileRow, 'id'>): Promise<unknown> {
    return rows.previewOf(this.#needs.db, id)
  }

  /** The bytes of a file that was found, as they are taken. Throws NOT_FOUND where they are lost. */
  async read(
    { hash }: Pick<FileRow, 'hash'>,
    range: { from?: number; to?: number } = {},
  ): Promise<AsyncIterable<Uint8Array>> {
    const { files } = this.#needs
    if ((await files.sizeOf(hash)) === null) throw new OperationError('NOT_FOUND', GONE)
    // Opened when the first of it is taken: who is gone by then leaves nothing open.
    return (async function* () {
      yield* (await files.read(hash, range)) ?? []
    })()
  }

  /** Returns a thumbnail of a file, made at the first request. Throws NOT_FOUND where there can be none. */
  async thumbnail(file: FileRow, by: string): Promise<AsyncIterable<Uint8Array>> {
    const hash = file.thumbnail ?? (isPicture(file.type) ? await this.#makeThumbnail(file, by) : '')
    if (hash === '') throw new OperationError('NOT_FOUND', 'This file has no thumbnail.')
    return this.read({ hash })
  }

  async #makeThumbnail(file: FileRow, who: string): Promise<string> {
    const { db, files, readers } = this.#needs
    const bytes = await this.read(file)
    const made = await readers
      .read<Uint8Array | null>({ reading: 'thumbnail', who, options: null, bytes, isQuiet: true })
      .catch((error: unknown) => {
        // It took more memory or time than it should.
        if (error instanceof OperationError && error.code === 'BAD_FORMAT') return null
        throw error
      })
    const draft = made === null ? null : await files.receive([made])
    try {
      await rows.nameThumbnail(db, file.id, draft)
      return draft?.hash ?? ''
    } finally {
      await draft?.drop()
    }
  }

  /**
   * Attaches a file that was found to another object, of this kind or another, without copying its bytes. It counts as a
   * file of `by`. Throws TOO_LARGE, and NOT_FOUND where the bytes are lost or the other kind does not take its content.
   */
  copyTo(
    file: FileRow,
    to: { files?: FilesOf; by: string } & Pick<Hanging, 'on' | 'place'>,
  ): Promise<FileRow> {
    const target: FilesOf = to.files ?? this
    return target.#enterCopy(file, to)
  }

  async #enterCopy(file: FileRow, { by, on, place }: { by: string } & Hanging): Promise<FileRow> {
    const { db, files, clock } = this.#needs
    const { name: kind, takes, waiting, largest } = this.#kind
    // Content that was not scanned is given out by no kind that requires a scan.
    if (takes !== 'ANY' && (!file.is_scanned || (takes === 'PDF' && file.type !== 'application/pdf')))
      throw new OperationError('NOT_FOUND', `This file cannot be attached to a ${kind}.`)
    if (file.size > largest)
      throw new OperationError('TOO_LARGE', `Files of a ${kind} may have up to ${largest / MB} MB.`)
    const at = clock.now()
    const isWaiting = on === undefined
    const row: FileRow = {
      ...file,
      id: ulid(at),
      kind,
      user_id: by,
      at: new Date(at),
      of_id: on ?? null,
      place: place ?? 0,
      until: isWaiting ? new Date(at + (waiting?.retentionMs ?? 0)) : null,
      thumbnail: null,
    }
    const preview = file.has_preview ? await this.previewOf(file) : null
    const tooMuch = await rows.enter(db, { row, preview }, this.#counted(), (held, settings) =>
      this.#whyTooMuch(row, held, settings),
    )
    if (tooMuch !== null) throw new OperationError('TOO_LARGE', tooMuch)
    // From here on the row names the bytes: they are there, or were taken away before.
    if ((await files.sizeOf(file.hash)) === null) {
      await this.forget([row.id])
      throw new OperationError('NOT_FOUND', GONE)
    }
    await rows.makeWhole(db, row.id)
    return row
  }

  /** Removes files from an object. Bytes are removed with the last file that refers to them. */
  async forget(ids: readonly string[]): Promise<void> {
    if (ids.length > 0) await letGo(this.#needs, await rows.forget(this.#needs.db, ids))
  }

  /** Takes over a file that was stored elsewhere before; `known` describes it. */
  async takeOver(
    known: Omit<FileRow, 'hash' | 'size' | 'kind' | 'is_scanned' | 'thumbnail' | 'has_preview' | 'until'>,
    preview: unknown,
    bytes: Iterable<Uint8Array>,
    before: { table: string; key: string; is: string },
  ): Promise<void> {
    const draft = await this.#needs.files.receive(bytes)
    try {
      await draft.store()
      const { name: kind, takes, waiting } = this.#kind
      const { hash, size } = draft
      const more = { is_scanned: takes !== 'ANY', thumbnail: null, has_preview: preview !== null }
      const until = known.of_id === null ? new Date(known.at.getTime() + (waiting?.retentionMs ?? 0)) : null
      const row = { ...known, ...more, hash, size, kind, until }
      await rows.takeOver(this.#needs.db, { row, preview }, before)
    } finally {
      await draft.drop()
    }
  }
}

const NO_PDF = 'This file is not a PDF.'

/** Only tables can be sent in parts: half a picture is none. */
async function* noLarger(
  bytes: AsyncIterable<Uint8Array>,
  { largest, takes }: Pick<FileKind, 'largest' | 'takes'>,
): AsyncGenerator<Uint8Array> {
  let length = 0
  for await (const part of bytes) {
    length += part.length
    if (length > largest)
      throw new OperationError(
        'TOO_LARGE',
        `The file is larger than ${largest / MB} MB. Send a smaller file${takes === 'ANY' ? ' or several parts' : ''}.`,
      )
    yield part
  }
}
