import { MAX_ROWS, changedColumns, encodeFrame, type NamedContact } from '@samudra/contract/wire/live-frame'
import { EVERYWHERE, isInBox, type Box } from './boxes.ts'
import { NO_ROW, type ContactStore } from '../contacts/contact-store.ts'
import type { Eye } from './eye.ts'
import type { ContactTest } from '../filter.ts'

/** Interval of counting visible contacts for callers with limited visibility. */
const COUNT_EVERY_MS = 5000

/** A frame is put together for at most this long, the first half of it looking for what a new view brings. */
const SLICE_MS = 16
/** Contacts looked at before the clock is. */
const LOOK_EVERY = 64

/** Columns every frame is put together in, one after another. */
const rows = changedColumns(MAX_ROWS)
const ids = new Uint32Array(MAX_ROWS)
const NONE_OWED = new Uint32Array(0)

/**
 * Picture of one client and the next frame that updates it. Nothing is queued: a frame contains the changes since the
 * last one. A client of any speed thus costs the same memory (one byte per contact) and always receives the latest fix
 * of every contact.
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
  /** Contacts that changed and that no frame had the time for yet, ascending. */
  #owed = NONE_OWED
  /** Change number up to which names of those contacts were sent. */
  #owedSince = 0
  /** Up to which change the scan under way began, and the one before it: for who is shown others than everybody. */
  #scanSeq = 0
  #scannedSeq = 0
  readonly #store: ContactStore
  readonly #eye: Eye
  /**
   * Fixes sent to a client with its own selection of fixes: changes of the common selection do not show changes of its
   * own.
   */
  #sentFix = new Float64Array(0)
  #sentFlags = new Uint8Array(0)
  /** Contacts with withheld static data: 1. */
  #heldBack = new Uint8Array(0)
  readonly #numbers: Numbers | null
  /** Last count of `#totalSeen`; only for callers with limited visibility. */
  total = 0
  #countedAt = -Infinity

  constructor(store: ContactStore, eye: Eye) {
    this.#store = store
    this.#eye = eye
    this.#numbers = eye.seesAll ? null : new Numbers()
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
    this.#owed = NONE_OWED
    this.#isSnapshot = true
  }

  /** Looks at everything again: a filter by age changes its mind without any contact changing. */
  lookAgain(): void {
    if (this.#test !== null && this.#scanFrom < 0) this.#scanFrom = 0
  }
  get hasMore(): boolean {
    return this.#scanFrom >= 0 || this.#owed.length > 0
  }

  /** The next frame, or null when it looks nowhere yet or nothing changed for this client. */
  nextFrame(now: number): Uint8Array | null {
    if (!this.#isLooking) return null
    const store = this.#store
    this.#makeRoom()
    const began = performance.now()
    const before = this.#beginScan()
    const owed = this.#takeOwed()
    let count =
      this.#isSnapshot || this.#eye.choosesOwn ? this.#skipChanges(owed) : this.#collectChanges(owed)
    const removed: number[] = []
    const named: NamedContact[] = []
    const since = this.#eye.choosesOwn ? before : this.#sentSeq
    if (owed === 0) count = this.#scan(count, removed, { now, since, until: began + SLICE_MS / 2 })
    this.#sentSeq = store.seq
    const collected = this.#inOrder(ids.subarray(0, count))
    const namedSince = owed > 0 ? Math.min(since, this.#owedSince) : since
    rows.count = 0
    for (let at = 0; at < collected.length; at++) {
      const id = collected[at]!
      if (at > 0 && id === collected[at - 1]) continue
      if (at % LOOK_EVERY === LOOK_EVERY - 1 && performance.now() - began > SLICE_MS) {
        this.#owed = collected.slice(at)
        this.#owedSince = namedSince
        break
      }
      const row = this.#rowSeen(id, now)
      if (row === NO_ROW) {
        if (this.#held[id] === 1) this.#release(id, removed)
        continue
      }
      const number = this.#numbers?.give(id) ?? id
      if (this.#held[id] === 0 || store.nameSeq[id]! > namedSince || this.#hasOtherData(id))
        named.push(describe(store, this.#eye, id, number))
      this.#hold(id, row)
      addRow(store, this.#eye, { id, number, row })
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
      total: this.#totalSeen(now),
      changed: rows,
      named,
      removed,
    })
  }

  /** Contacts of the whole picture this client may see. */
  #totalSeen(now: number): number {
    if (this.#eye.seesAll) return this.#store.alive
    if (now - this.#countedAt >= COUNT_EVERY_MS) {
      this.#countedAt = now
      this.total = 0
      for (let id = 0; id < this.#store.used; id++)
        if (this.#store.isAlive[id] === 1 && this.#eye.row(id) !== NO_ROW) this.total++
    }
    return this.total
  }

  /** Begins another scan for a client with its own selection; returns the change number up to which names were sent. */
  #beginScan(): number {
    if (!this.#eye.choosesOwn) return this.#sentSeq
    if (this.#scanFrom < 0) {
      this.#scanFrom = 0
      this.#scannedSeq = this.#scanSeq
      this.#scanSeq = this.#store.seq
    }
    return this.#scannedSeq
  }

  /** Takes contacts left from an earlier frame, which come first. */
  #takeOwed(): number {
    const count = this.#owed.length
    ids.set(this.#owed)
    this.#owed = NONE_OWED
    return count
  }

  #hold(id: number, row: number) {
    if (this.#held[id] === 0) {
      this.#held[id] = 1
      this.#heldCount++
    }
    if (!this.#eye.choosesOwn) return
    this.#sentFix[id] = this.#store.rows.fixId[row]!
    this.#sentFlags[id] = this.#eye.flags(id)
    this.#heldBack[id] = Number(this.#eye.holdsBack(id))
  }

  /** Returns true if more or less static data of a contact is visible than before. */
  #hasOtherData = (id: number) =>
    this.#eye.choosesOwn && this.#heldBack[id] !== Number(this.#eye.holdsBack(id))

  /** A snapshot looks at everything anyway. */
  #skipChanges(from: number): number {
    this.#sentSeq = this.#store.seq
    return from
  }

  /** Ids that changed since the last frame; too many for one frame are left to a scan. */
  #collectChanges(from: number): number {
    const store = this.#store
    let count = from
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
        return this.#skipChanges(0)
      }
      ids[count++] = id
    }
    return count
  }

  /** Looks at contacts one after another for a new view, as many as fit into the frame and its time. */
  #scan(
    from: number,
    removed: number[],
    { now, since, until }: { now: number; since: number; until: number },
  ): number {
    let count = from
    if (this.#scanFrom < 0) return count
    const store = this.#store
    let id = this.#scanFrom
    for (; id < store.used && count < MAX_ROWS; id++) {
      if (id % LOOK_EVERY === 0 && id > this.#scanFrom && performance.now() > until) break
      const row = this.#rowSeen(id, now)
      const isHeld = this.#held[id] === 1
      if (row === NO_ROW) {
        if (isHeld) this.#release(id, removed)
      } else if (this.#eye.choosesOwn) {
        if (
          !isHeld ||
          this.#sentFix[id] !== store.rows.fixId[row]! ||
          this.#sentFlags[id] !== this.#eye.flags(id) ||
          store.nameSeq[id]! > since ||
          this.#hasOtherData(id)
        )
          ids[count++] = id
      } else if (!isHeld && store.changeSeq[id]! <= since) {
        // What changed since the last frame is collected already.
        ids[count++] = id
      }
    }
    this.#scanFrom = id < store.used ? id : -1
    return count
  }

  /** Row of the fix this client is shown, NOBODY_ROW when the contact is not in its view. */
  #rowSeen(id: number, now: number): number {
    const store = this.#store
    if (store.isAlive[id] === 0) return NO_ROW
    const row = this.#eye.row(id)
    if (row === NO_ROW || !isInBox(this.#box, store.rows.lat[row]!, store.rows.lon[row]!)) return NO_ROW
    return this.#test === null || this.#test(id, now, row) ? row : NO_ROW
  }

  #release(id: number, removed: number[]) {
    this.#held[id] = 0
    this.#heldCount--
    removed.push(this.#numbers?.give(id) ?? id)
  }

  /** In the order of their numbers on the wire; those without one get theirs in this order. */
  #inOrder(collected: Uint32Array): Uint32Array {
    const numbers = this.#numbers
    if (numbers === null) return collected.sort()
    return collected.sort((a, b) => numbers.of(a) - numbers.of(b) || a - b)
  }

  #makeRoom() {
    if (this.#held.length >= this.#store.used) return
    const larger = new Uint8Array(Math.max(1024, this.#store.used * 2))
    larger.set(this.#held)
    this.#held = larger
    if (!this.#eye.choosesOwn) return
    const heldBack = new Uint8Array(larger.length)
    heldBack.set(this.#heldBack)
    this.#heldBack = heldBack
    const sent = new Float64Array(larger.length)
    sent.set(this.#sentFix)
    this.#sentFix = sent
    const flags = new Uint8Array(larger.length)
    flags.set(this.#sentFlags)
    this.#sentFlags = flags
  }
}

/** A number no contact has: it is given one when it is first shown. */
const UNNUMBERED = 0xffff_ffff

/**
 * Wire numbers of contacts for a client with limited visibility: in the order of first display, so that no gap reveals
 * the number hidden.
 */
class Numbers {
  #numbers = new Uint32Array(0)
  #given = 0
  of(id: number): number {
    return this.#numbers[id] ?? UNNUMBERED
  }
  give(id: number): number {
    if (id >= this.#numbers.length) {
      const larger = new Uint32Array(Math.max(1024, id * 2)).fill(UNNUMBERED)
      larger.set(this.#numbers)
      this.#numbers = larger
    }
    if (this.#numbers[id] === UNNUMBERED) this.#numbers[id] = this.#given++
    return this.#numbers[id]!
  }
}

function addRow(
  store: ContactStore,
  eye: Eye,
  { id, number, row: fix }: { id: number; number: number; row: number },
) {
  const n = rows.count++
  const from = store.rows
  rows.id[n] = number
  rows.lat[n] = from.lat[fix]!
  rows.lon[n] = from.lon[fix]!
  rows.sog[n] = from.sog[fix]!
  rows.cog[n] = from.cog[fix]!
  rows.heading[n] = from.heading[fix]!
  rows.navStatus[n] = from.navStatus[fix]!
  rows.kind[n] = store.kind[id]!
  rows.shipGroup[n] = eye.shipGroup(id)
  rows.flags[n] = eye.flags(id)
  rows.observedAt[n] = from.observedAt[fix]!
}

function describe(store: ContactStore, eye: Eye, id: number, number: number): NamedContact {
  const metres = (one: number | null, other: number | null) => (one ?? 0) + (other ?? 0)
  return {
    id: number,
    mmsi: store.mmsi[id]!,
    split: store.split[id]!,
    shipType: eye.shipType(id),
    length: metres(eye.number(id, 'toBow'), eye.number(id, 'toStern')),
    beam: Math.min(255, metres(eye.number(id, 'toPort'), eye.number(id, 'toStarboard'))),
    name: eye.text(id, 'name') ?? '',
  }
}
