import { MAX_ROWS, changedColumns, encodeFrame, type NamedContact } from '@samudra/contract/wire/live-frame'
import { EVERYWHERE, isInBox, type Box } from './boxes.ts'
import { NOBODY_ROW, type ContactStore } from './contact-store.ts'
import type { ContactTest } from './filter.ts'
import type { Statics } from './statics.ts'

/** Columns every frame is put together in, one after another. */
const rows = changedColumns(MAX_ROWS)
const ids = new Uint32Array(MAX_ROWS)

/**
 * What one client holds of the picture, and the next frame that brings it up to date. Nothing is queued for
 * it: a frame is made from what changed since the last one, so a client of any slowness costs the same
 * memory (one byte a contact) and always gets the latest of every contact.
 */
export class ClientView {
  #box: Box = EVERYWHERE
  #test: ContactTest | null = null
  #held = new Uint8Array(0)
  #heldCount = 0
  #sentSeq = 0
  #frameSeq = 0
  /** Contacts below this are yet to be looked at for a new view; -1 when all have been. */
  #scanFrom = -1
  #isSnapshot = true
  #isLooking = false
  readonly #store: ContactStore
  readonly #statics: Statics
  readonly #maySee: (id: number) => boolean

  constructor(store: ContactStore, statics: Statics, maySee: (id: number) => boolean) {
    this.#store = store
    this.#statics = statics
    this.#maySee = maySee
  }

  /** Looks elsewhere; what stays in view is not sent again unless `fresh`. */
  look(box: Box, test: ContactTest | null, fresh: boolean): void {
    this.#box = box
    this.#test = test
    this.#scanFrom = 0
    this.#isLooking = true
    if (!fresh) return
    this.#held.fill(0)
    this.#heldCount = 0
    this.#isSnapshot = true
  }

  /** Looks at everything again: a filter by age changes its mind without any contact changing. */
  lookAgain(): void {
    if (this.#test !== null && this.#scanFrom < 0) this.#scanFrom = 0
  }
  get hasMore(): boolean {
    return this.#scanFrom >= 0
  }

  /** The next frame, or null when it looks nowhere yet or nothing changed for this client. */
  nextFrame(now: number): Uint8Array | null {
    if (!this.#isLooking) return null
    const store = this.#store
    this.#makeRoom()
    let count = this.#isSnapshot ? this.#skipChanges() : this.#collectChanges()
    const removed: number[] = []
    const named: NamedContact[] = []
    const since = this.#sentSeq
    count = this.#scan(count, removed, now)
    this.#sentSeq = store.seq
    const collected = ids.subarray(0, count).sort()
    rows.count = 0
    for (const id of collected) {
      if (!this.#sees(id, now)) {
        if (this.#held[id] === 1) this.#release(id, removed)
        continue
      }
      if (this.#held[id] === 0 || store.nameSeq[id]! > since) named.push(describe(store, this.#statics, id))
      if (this.#held[id] === 0) {
        this.#held[id] = 1
        this.#heldCount++
      }
      addRow(store, id)
    }
    if (rows.count + named.length + removed.length === 0 && !this.#isSnapshot) return null
    const snapshot = this.#isSnapshot
    this.#isSnapshot = false
    removed.sort((a, b) => a - b)
    return encodeFrame({
      seq: this.#frameSeq++,
      snapshot,
      tick: now,
      inView: this.#heldCount,
      total: store.alive,
      changed: rows,
      named,
      removed,
    })
  }

  /** A snapshot looks at everything anyway. */
  #skipChanges(): number {
    this.#sentSeq = this.#store.seq
    return 0
  }

  /** Ids that changed since the last frame; too many for one frame are left to a scan. */
  #collectChanges(): number {
    const store = this.#store
    let count = 0
    for (
      let id = store.newestChange;
      id >= 0 && store.changeSeq[id]! > this.#sentSeq;
      id = store.olderChange(id)
    ) {
      if (count === MAX_ROWS) {
        this.#isSnapshot = true
        this.#held.fill(0)
        this.#heldCount = 0
        this.#scanFrom = 0
        return this.#skipChanges()
      }
      ids[count++] = id
    }
    return count
  }

  /** Looks at contacts one after another for a new view, as many as still fit into the frame. */
  #scan(from: number, removed: number[], now: number): number {
    let count = from
    if (this.#scanFrom < 0) return count
    const store = this.#store
    let id = this.#scanFrom
    for (; id < store.used && count < MAX_ROWS; id++) {
      const sees = this.#sees(id, now)
      if (sees === (this.#held[id] === 1)) continue
      if (sees) {
        // What changed since the last frame is collected already.
        if (store.changeSeq[id]! <= this.#sentSeq) ids[count++] = id
      } else this.#release(id, removed)
    }
    this.#scanFrom = id < store.used ? id : -1
    return count
  }

  #sees(id: number, now: number): boolean {
    const store = this.#store
    const row = store.shown[id]!
    return (
      store.isAlive[id] === 1 &&
      row !== NOBODY_ROW &&
      isInBox(this.#box, store.rows.lat[row]!, store.rows.lon[row]!) &&
      this.#maySee(id) &&
      (this.#test === null || this.#test(id, now))
    )
  }

  #release(id: number, removed: number[]) {
    this.#held[id] = 0
    this.#heldCount--
    removed.push(id)
  }

  #makeRoom() {
    if (this.#held.length >= this.#store.used) return
    const larger = new Uint8Array(Math.max(1024, this.#store.used * 2))
    larger.set(this.#held)
    this.#held = larger
  }
}

function addRow(store: ContactStore, id: number) {
  const fix = store.shown[id]!
  const n = rows.count++
  const from = store.rows
  rows.id[n] = id
  rows.lat[n] = from.lat[fix]!
  rows.lon[n] = from.lon[fix]!
  rows.sog[n] = from.sog[fix]!
  rows.cog[n] = from.cog[fix]!
  rows.heading[n] = from.heading[fix]!
  rows.navStatus[n] = from.navStatus[fix]!
  rows.kind[n] = store.kind[id]!
  rows.shipGroup[n] = store.shipGroup[id]!
  rows.flags[n] = store.flags[id]!
  rows.observedAt[n] = from.observedAt[fix]!
}

function describe(store: ContactStore, statics: Statics, id: number): NamedContact {
  const metres = (one: number | null, other: number | null) => (one ?? 0) + (other ?? 0)
  return {
    id,
    mmsi: store.mmsi[id]!,
    split: store.split[id]!,
    shipType: store.shipType[id]!,
    length: metres(statics.number(id, 'toBow'), statics.number(id, 'toStern')),
    beam: Math.min(255, metres(statics.number(id, 'toPort'), statics.number(id, 'toStarboard'))),
    name: statics.text(id, 'name') ?? '',
  }
}
