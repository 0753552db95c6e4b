import { promisify } from 'node:util'
import { brotliCompress, brotliDecompress, constants } from 'node:zlib'
import type { FixBatch, ReceivedColumns } from '../../../../sea/fix-batch.ts'

const brotli = promisify(brotliCompress)
const unbrotli = promisify(brotliDecompress)

/** The largest step between two fix ids that is written as a step; about four minutes. */
const LONGEST_STEP = 2 ** 28
/** A zero, a whole id, and a length of at most 65,535. */
const LONGEST_HEAD = 1 + 8 + 3

/** Lines received for some fixes, the first of which arrived at `at` (epoch ms), as one block. */
export type ReceivedLines = {
  at: number
  firstFix: number
  lastFix: number
  fixes: number
  block: Uint8Array
}

/**
 * Writer of a block. For each fix, in order of arrival, it writes the step from the id of the fix before it (0 where
 * the id itself follows, as a double). Then follow the number of bytes received for it (0 for those of the fix before
 * it), and these bytes. Steps and lengths are groups of seven bits, the lowest first. Every block begins with an id,
 * so two of them, one after the other, are a block.
 */
export class RawBlockWriter {
  #bytes = new Uint8Array(1 << 16)
  #view = new DataView(this.#bytes.buffer)
  #at = 0
  #since = 0
  #firstFix = 0
  #lastFix = 0
  #fixes = 0

  /** Takes the lines of those fixes of a batch that have some. */
  add(batch: Pick<FixBatch, 'count' | 'fixId' | 'recTime'>, received: Omit<ReceivedColumns, 'hash'>): void {
    let lastFrom = -1
    let lastLength = -1
    for (let i = 0; i < batch.count; i++) {
      const length = received.length[i]!
      if (length === 0) continue
      const from = received.from[i]!
      if (this.#fixes === 0) this.#since = batch.recTime[i]!
      const isSame = from === lastFrom && length === lastLength
      this.#head(batch.fixId[i]!, isSame ? 0 : length)
      if (!isSame) this.#copy(received.bytes, from, length)
      lastFrom = from
      lastLength = length
    }
  }

  /** The block so far, null when there is nothing in it, and begins the next. */
  take(): ReceivedLines | null {
    if (this.#fixes === 0) return null
    const taken = {
      at: this.#since,
      firstFix: this.#firstFix,
      lastFix: this.#lastFix,
      fixes: this.#fixes,
      block: this.#bytes.slice(0, this.#at),
    }
    this.#at = this.#fixes = 0
    return taken
  }

  #head(fixId: number, length: number) {
    if (this.#at + LONGEST_HEAD + length > this.#bytes.length) this.#grow(LONGEST_HEAD + length)
    const step = fixId - this.#lastFix
    if (this.#fixes > 0 && step > 0 && step < LONGEST_STEP) this.#groups(step)
    else {
      if (this.#fixes === 0) this.#firstFix = fixId
      this.#bytes[this.#at] = 0
      this.#view.setFloat64(this.#at + 1, fixId)
      this.#at += 9
    }
    this.#groups(length)
    this.#lastFix = fixId
    this.#fixes++
  }

  #groups(value: number) {
    let left = value
    for (; left > 127; left >>>= 7) this.#bytes[this.#at++] = (left & 127) | 128
    this.#bytes[this.#at++] = left
  }

  // Byte by byte: a view of so few would cost more than their copying.
  #copy(from: Uint8Array, start: number, length: number) {
    const bytes = this.#bytes
    let at = this.#at
    for (let i = start; i < start + length; i++) bytes[at++] = from[i]!
    this.#at = at
  }

  #grow(more: number) {
    const larger = new Uint8Array((this.#bytes.length + more) * 2)
    larger.set(this.#bytes)
    this.#bytes = larger
    this.#view = new DataView(larger.buffer)
  }
}

/** Where reading stands. */
let next = 0
function groups(block: Uint8Array): number {
  let value = 0
  for (let shift = 0; shift < 35; shift += 7) {
    const byte = block[next++]!
    value |= (byte & 127) << shift
    if (byte < 128) break
  }
  return value
}

/** Returns what was received for a fix, a part of the block; null when the block has nothing of it. */
export function linesIn(block: Uint8Array, fixId: number): Uint8Array | null {
  const view = new DataView(block.buffer, block.byteOffset, block.length)
  let [id, from, to] = [0, 0, 0]
  for (next = 0; next < block.length;) {
    const step = groups(block)
    if (step > 0) id += step
    else {
      id = view.getFloat64(next)
      next += 8
    }
    const length = groups(block)
    if (length > 0) {
      from = next
      to = next += length
    }
    if (id === fixId) return block.subarray(from, to)
  }
  return null
}

/** Quality of packing blocks: while fixes wait for it, and when several are joined. Measured (decision 19). */
export const PACKING = { QUICK: 1, TIGHT: 5 } as const

/** Packs a block, off the event loop. */
export const packed = (block: Uint8Array, quality: number): Promise<Buffer> =>
  brotli(block, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: quality,
      [constants.BROTLI_PARAM_SIZE_HINT]: block.length,
    },
  })

/** The block of a packed one, off the event loop. */
export const unpacked = (body: Uint8Array): Promise<Buffer> => unbrotli(body)
