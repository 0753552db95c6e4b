import { NAV_NONE, NONE16, NO_PLACE, ROT_NONE } from '../../../../sea/fix-batch.ts'
import { STATION_NONE, emptyColumns } from './fix-columns.ts'
import type { FixBatch } from '../../../../sea/fix-batch.ts'

/** Length of the signature and flags before the first row of a binary COPY; the extension's length follows. */
const SIGNATURE = 15
const HEAD = SIGNATURE + 4
/** Fields of a row of fixes: a length and at most eight bytes each, after the number of fields. */
const LONGEST_ROW = 2 + 20 * 12
/** The columns of a fix in a row that is a body: the ship, else nothing. */
const NULLS = 19 * 4 + 4
const POSTGRES_EPOCH_MS = Date.UTC(2000, 0, 1)
const TWO_32 = 0x1_0000_0000
const BATCH = 8192

/**
 * Reads a binary COPY whose rows have a leading bytea and the columns of a fix: a row is either a fix (the bytea is
 * null) or a body (the rest but the ship is null). Values go from the bytes into typed arrays, no object a row.
 */
export class CopyColumns {
  #rest: Buffer = Buffer.alloc(0)
  #at = 0
  #isBegun = false
  readonly #batch = emptyColumns(BATCH)
  readonly #onBatch: (batch: FixBatch) => void
  readonly #onBody: (body: Buffer) => void

  /** A batch is used again for the next, so who keeps fixes copies them; a body is a view of bytes that stay as they are. */
  constructor(onBatch: (batch: FixBatch) => void, onBody: (body: Buffer) => void) {
    this.#onBatch = onBatch
    this.#onBody = onBody
  }

  feed(chunk: Buffer): void {
    this.#rest = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk])
    this.#at = 0
    if (!this.#isBegun) {
      if (this.#rest.length < HEAD) return
      this.#at = HEAD + this.#rest.readInt32BE(SIGNATURE)
      this.#isBegun = true
    }
    while (this.#row());
    this.#rest = this.#rest.subarray(this.#at)
  }

  /** Hands over what is held; nothing when that is nothing. */
  flush(): void {
    if (this.#batch.count === 0) return
    this.#onBatch(this.#batch)
    this.#batch.count = 0
  }

  /** Returns false when the next row is not whole yet, or there is none. */
  #row(): boolean {
    const bytes = this.#rest
    const left = bytes.length - this.#at
    if (left < 6) return false
    // The trailer has -1 for the number of fields.
    if (bytes.readInt16BE(this.#at) < 0) return false
    const bodyLength = bytes.readInt32BE(this.#at + 2)
    if (bodyLength >= 0) {
      if (left < 6 + bodyLength + NULLS) return false
      const from = this.#at + 6
      this.flush()
      this.#onBody(bytes.subarray(from, from + bodyLength))
      this.#at = from + bodyLength + NULLS
      return true
    }
    if (left < LONGEST_ROW && !isWhole(bytes, this.#at)) return false
    const batch = this.#batch
    this.#at = readFix(bytes, this.#at + 6, batch, batch.count)
    if (++batch.count === batch.capacity) this.flush()
    return true
  }
}

function isWhole(bytes: Buffer, at: number): boolean {
  let end = at + 2
  for (let field = 0; field < 20; field++) {
    if (end + 4 > bytes.length) return false
    end += 4 + Math.max(0, bytes.readInt32BE(end))
  }
  return end <= bytes.length
}

/** Where the next field begins. */
let next = 0

function int(bytes: Buffer, none: number): number {
  const length = bytes.readInt32BE(next)
  next += 4
  if (length < 0) return none
  const value = length === 2 ? bytes.readInt16BE(next) : bytes.readInt32BE(next)
  next += length
  return value
}

function int8(bytes: Buffer): number {
  const length = bytes.readInt32BE(next)
  next += 4
  if (length < 0) return 0
  const value = bytes.readInt32BE(next) * TWO_32 + bytes.readUInt32BE(next + 4)
  next += 8
  return value
}

const time = (bytes: Buffer) => Math.round(int8(bytes) / 1000) + POSTGRES_EPOCH_MS

/** Reads the fields from `at` on into place `i`, in the order of FIX_COLUMNS; returns where the next row begins. */
function readFix(bytes: Buffer, at: number, batch: FixBatch, i: number): number {
  next = at
  batch.mmsi[i] = int(bytes, 0)
  batch.split[i] = int(bytes, 0)
  batch.fixId[i] = int8(bytes)
  batch.observedAt[i] = time(bytes)
  batch.recTime[i] = time(bytes)
  batch.lat[i] = int(bytes, NO_PLACE)
  batch.lon[i] = int(bytes, NO_PLACE)
  batch.sog[i] = int(bytes, NONE16)
  batch.cog[i] = int(bytes, NONE16)
  batch.heading[i] = int(bytes, NONE16)
  batch.rot[i] = int(bytes, ROT_NONE)
  batch.navStatus[i] = int(bytes, NAV_NONE)
  batch.type[i] = int(bytes, 0)
  batch.bits[i] = int(bytes, 0)
  batch.feed[i] = int(bytes, 0)
  batch.source[i] = int(bytes, 0)
  batch.station[i] = int(bytes, STATION_NONE)
  batch.quality[i] = int(bytes, 0)
  batch.reasons[i] = int(bytes, 0)
  return next
}
