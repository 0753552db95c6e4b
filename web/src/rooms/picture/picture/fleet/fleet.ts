import { NO_CONTACT, type Patch } from '../held/held.ts'
import { rowsOver, STRIDE, type Rows } from './instance.ts'

/** Rows that are uploaded together; changes are scattered, and one call for many rows is cheaper than many. */
const PAGE = 64
const FIRST_CAPACITY = 4096

/** The page's copy of what is drawn: rows for the GPU and for picking, names for labels. */
export class Fleet {
  rows: Rows = rowsOver(new ArrayBuffer(FIRST_CAPACITY * STRIDE))
  /** Rows in use; some may be empty places. */
  count = 0
  /** Seconds in rows count from here. */
  epochMs = 0
  ids: Uint32Array = new Uint32Array(FIRST_CAPACITY).fill(NO_CONTACT)
  mmsi: Uint32Array = new Uint32Array(FIRST_CAPACITY)
  split: Uint8Array = new Uint8Array(FIRST_CAPACITY)
  names: (string | undefined)[] = []
  /** 1 where a group stands for the contact, as the GPU reads it; grows in version when one changes. */
  gathered: Uint8Array<ArrayBuffer> = new Uint8Array(FIRST_CAPACITY)
  gatherings = 0
  /** Counter that grows when the arrays are replaced, so that the GPU buffer is created again. */
  generation = 0
  /**
   * Counter that grows when a place receives another contact or none, so that one vessel is not confused with another.
   */
  moves = 0
  /** Counter that grows when the identity at a place is set. */
  namings = 0
  /** Counter that grows when the picture starts again. */
  resets = 0
  private dirty = new Uint8Array(FIRST_CAPACITY / PAGE)

  apply(patch: Patch) {
    this.reserve(patch.rows)
    if (patch.reset) this.forget()
    this.count = patch.rows
    const from = new Uint8Array(patch.bytes)
    const { bytes } = this.rows
    for (let i = 0; i < patch.places.length; i++) {
      const place = patch.places[i]!
      bytes.set(from.subarray(i * STRIDE, (i + 1) * STRIDE), place * STRIDE)
      this.dirty[place >> 6] = 1
      const id = patch.ids[i]!
      if (this.ids[place] === id) continue
      this.moves++
      this.ids[place] = id
      // Who comes is seen at once, until it is gathered.
      if (this.gathered[place] === 1) this.gatherings++
      this.gathered[place] = 0
      this.names[place] = undefined
      this.mmsi[place] = 0
    }
    if (patch.named.length > 0) this.namings++
    for (const { place, mmsi, split, name } of patch.named) {
      this.mmsi[place] = mmsi
      this.split[place] = split
      this.names[place] = name
    }
  }

  /** Records for each place whether a group represents it. */
  gather(isGathered: (place: number) => boolean) {
    let changes = 0
    for (let i = 0; i < this.count; i++) {
      const next = isGathered(i) ? 1 : 0
      if (this.gathered[i] === next) continue
      this.gathered[i] = next
      changes++
    }
    if (changes > 0) this.gatherings++
  }

  /** Calls `upload` with each run of bytes that changed since the last time, and forgets them. */
  takeDirty(upload: (from: number, to: number) => void) {
    const pages = Math.ceil(this.count / PAGE)
    let start = -1
    for (let page = 0; page <= pages; page++) {
      const isDirty = page < pages && this.dirty[page] === 1
      if (isDirty && start < 0) start = page
      // One clean page between two dirty ones is cheaper sent than skipped.
      if (isDirty || start < 0 || (page < pages && this.dirty[page + 1] === 1)) continue
      upload(start * PAGE * STRIDE, Math.min(page * PAGE, this.count) * STRIDE)
      start = -1
    }
    this.dirty.fill(0)
  }

  isAt(place: number, mmsi: number, split: number): boolean {
    return this.mmsi[place] === mmsi && this.split[place] === split && this.ids[place] !== NO_CONTACT
  }

  placeOfMmsi(mmsi: number, split: number): number {
    for (let i = 0; i < this.count; i++) if (this.isAt(i, mmsi, split)) return i
    return -1
  }

  private forget() {
    this.moves++
    this.resets++
    this.rows.bytes.fill(0)
    this.ids.fill(NO_CONTACT)
    this.gathered.fill(0)
    this.gatherings++
    this.mmsi.fill(0)
    this.names = []
    this.dirty.fill(1)
  }

  private reserve(rows: number) {
    let capacity = this.ids.length
    if (rows <= capacity) return
    while (capacity < rows) capacity *= 2
    const larger = rowsOver(new ArrayBuffer(capacity * STRIDE))
    larger.bytes.set(this.rows.bytes)
    this.rows = larger
    const ids = new Uint32Array(capacity).fill(NO_CONTACT)
    ids.set(this.ids)
    this.ids = ids
    this.mmsi = widened(this.mmsi, new Uint32Array(capacity))
    this.split = widened(this.split, new Uint8Array(capacity))
    this.gathered = widened(this.gathered, new Uint8Array(capacity))
    this.dirty = widened(this.dirty, new Uint8Array(capacity / PAGE))
    this.generation++
  }
}

function widened<T extends Uint32Array | Uint8Array>(from: T, to: T): T {
  to.set(from)
  return to
}
