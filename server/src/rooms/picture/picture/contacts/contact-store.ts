import { FixRows } from './fix-rows.ts'
import { grown } from './grow.ts'

export const NO_ROW = -1

/**
 * Every contact of the picture, by column; a contact is a number that stays its own until it is dropped.
 * The fixes of its sources hang on it in `rows`; `shown` is the one on the map. A list threaded through
 * the contacts in order of their last change lets a client of any slowness read what is new to it without
 * a queue of its own.
 */
export class ContactStore {
  readonly rows = new FixRows()
  /** Slots handed out so far; ids are below it. */
  used = 0
  alive = 0
  #capacity = 1024

  mmsi = new Uint32Array(1024)
  split = new Uint8Array(1024)
  /** Index into KINDS. */
  kind = new Uint8Array(1024)
  /** AIS ship type as reported, 0 when unknown. */
  shipType = new Uint8Array(1024)
  /** Index into SHIP_TYPES. */
  shipGroup = new Uint8Array(1024)
  /** Bit n is FLAGS[n]. */
  flags = new Uint8Array(1024)
  isAlive = new Uint8Array(1024)
  /** Row of the shown fix. */
  shown = new Int32Array(1024)
  firstRow = new Int32Array(1024)
  /** Next contact of the same MMSI. */
  nextOfMmsi = new Int32Array(1024)
  /** Number of the last change; grows by one with every change of any contact. */
  changeSeq = new Float64Array(1024)
  /** Number of the last change of what it is called. */
  nameSeq = new Float64Array(1024)
  #older = new Int32Array(1024)
  #newer = new Int32Array(1024)
  #newest = -1
  seq = 0

  readonly #firstOfMmsi = new Map<number, number>()
  /** Dropped slots with the time of reuse: clients must receive the drop first. */
  #resting: { id: number; until: number }[] = []

  get newestChange() {
    return this.#newest
  }
  /** The contact that changed before `id`, or -1. */
  olderChange(id: number) {
    return this.#older[id]!
  }
  firstOf(mmsi: number) {
    return this.#firstOfMmsi.get(mmsi) ?? -1
  }

  add(mmsi: number, split: number, kind: number, now: number): number {
    const id = this.#freeSlot(now)
    this.mmsi[id] = mmsi
    this.split[id] = split
    this.kind[id] = kind
    this.shipType[id] = 0
    this.shipGroup[id] = 0
    this.flags[id] = 0
    this.isAlive[id] = 1
    this.shown[id] = NO_ROW
    this.firstRow[id] = NO_ROW
    this.nextOfMmsi[id] = this.#firstOfMmsi.get(mmsi) ?? -1
    this.#firstOfMmsi.set(mmsi, id)
    this.changeSeq[id] = 0
    this.#older[id] = -1
    this.#newer[id] = -1
    this.alive++
    this.nameSeq[id] = this.touch(id)
    return id
  }

  /** Marks a change: the contact becomes the newest of the list. Returns its number. */
  touch(id: number): number {
    const seq = ++this.seq
    if (this.#newest !== id) {
      this.#unthread(id)
      this.#older[id] = this.#newest
      this.#newer[id] = -1
      if (this.#newest >= 0) this.#newer[this.#newest] = id
      this.#newest = id
    }
    this.changeSeq[id] = seq
    return seq
  }

  /** Takes a contact off the picture; its number rests for an hour. */
  drop(id: number, now: number) {
    if (this.isAlive[id] === 0) return
    this.isAlive[id] = 0
    this.alive--
    this.forgetRows(id)
    this.#unlinkMmsi(id)
    this.touch(id)
    this.#resting.push({ id, until: now + 3_600_000 })
  }

  /** Removes the rows of all sources for a contact. */
  forgetRows(id: number) {
    for (let row = this.firstRow[id]!; row !== NO_ROW;) {
      const next = this.rows.next[row]!
      this.rows.release(row)
      row = next
    }
    this.firstRow[id] = NO_ROW
    this.shown[id] = NO_ROW
  }

  /** The row of a source for a contact, or NOBODY_ROW. */
  rowOf(id: number, source: number): number {
    for (let row = this.firstRow[id]!; row !== NO_ROW; row = this.rows.next[row]!)
      if (this.rows.source[row] === source) return row
    return NO_ROW
  }

  addRow(id: number, source: number): number {
    const row = this.rows.take()
    this.rows.contact[row] = id
    this.rows.source[row] = source
    this.rows.next[row] = this.firstRow[id]!
    this.firstRow[id] = row
    return row
  }

  #unthread(id: number) {
    const older = this.#older[id]!
    const newer = this.#newer[id]!
    if (older >= 0) this.#newer[older] = newer
    if (newer >= 0) this.#older[newer] = older
    else if (this.#newest === id) this.#newest = older
  }

  #unlinkMmsi(id: number) {
    const mmsi = this.mmsi[id]!
    const first = this.#firstOfMmsi.get(mmsi)
    const next = this.nextOfMmsi[id]!
    if (first === id) {
      if (next >= 0) this.#firstOfMmsi.set(mmsi, next)
      else this.#firstOfMmsi.delete(mmsi)
      return
    }
    for (let at = first ?? -1; at >= 0; at = this.nextOfMmsi[at]!)
      if (this.nextOfMmsi[at] === id) this.nextOfMmsi[at] = next
  }

  #freeSlot(now: number): number {
    const rested = this.#resting[0]
    if (rested !== undefined && rested.until <= now) {
      this.#resting.shift()
      this.#unthread(rested.id)
      return rested.id
    }
    if (this.used === this.#capacity) this.#grow()
    return this.used++
  }

  #grow() {
    this.#capacity *= 2
    const to = this.#capacity
    this.mmsi = grown(this.mmsi, to)
    this.split = grown(this.split, to)
    this.kind = grown(this.kind, to)
    this.shipType = grown(this.shipType, to)
    this.shipGroup = grown(this.shipGroup, to)
    this.flags = grown(this.flags, to)
    this.isAlive = grown(this.isAlive, to)
    this.shown = grown(this.shown, to)
    this.firstRow = grown(this.firstRow, to)
    this.nextOfMmsi = grown(this.nextOfMmsi, to)
    this.changeSeq = grown(this.changeSeq, to)
    this.nameSeq = grown(this.nameSeq, to)
    this.#older = grown(this.#older, to)
    this.#newer = grown(this.#newer, to)
  }
}
