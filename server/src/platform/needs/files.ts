/** Bytes that were received completely and are not stored yet; no other caller sees them. */
export type Draft = {
  /** SHA-256, in hexadecimal. */
  readonly hash: string
  readonly size: number
  /** First bytes: 64 KB at most. */
  readonly head: Buffer
  read(): AsyncIterable<Uint8Array>
  /**
   * Stores it where it is found by its hash; once this resolves it outlives a power cut. Stored twice it is there once,
   * also when it was removed meanwhile.
   */
  store(): Promise<void>
  /** Deletes the draft unless it was stored. */
  drop(): Promise<void>
}

/**
 * Bytes by content: a name is the hash of what it names, so nothing is overwritten, and nothing partial is found.
 * Name, owner and visibility of a file are stored by `platform/kernel/files/files.ts`.
 */
export interface Files {
  /** Takes bytes as they come. Throws what their reading throws; then nothing of them is left. */
  receive(bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<Draft>
  /**
   * Returns the bytes from one place to before another, as they are taken; null where nothing is stored under this
   * hash.
   */
  read(hash: string, range?: { from?: number; to?: number }): Promise<AsyncIterable<Uint8Array> | null>
  /** Returns the number of bytes; null where nothing is stored under this hash. */
  sizeOf(hash: string): Promise<number | null>
  /** Removes the bytes; reads in progress finish. */
  remove(hash: string): Promise<void>
  /** All there is and since when, in lots. */
  list(): AsyncIterable<{ hash: string; since: number }[]>
  /** Lets go of what a process that is no more left unfinished before an instant. */
  dropUnfinished(before: number): Promise<void>
  /** Where they are, without a secret. */
  readonly whereabouts: string
}

/** S3-compatible store: address, bucket and beginning of names; the keys are never revealed. */
export type S3Place = {
  endpoint: string
  region: string
  bucket: string
  prefix: string
  accessKeyId: string
  secretAccessKey: string
}
/** Place of files: a folder, or a store with that folder for what is on its way. */
export type FilesPlace = { folder: string; s3: S3Place | null }

/** Returns whether a text is a hash; nothing else becomes part of a path or an address. */
export const isHash = (text: string) => /^[0-9a-f]{64}$/.test(text)
