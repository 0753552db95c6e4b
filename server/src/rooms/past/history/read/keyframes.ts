import type { Db } from '../../../../platform/needs/database.ts'
import { AHEAD_MS, FixTest, isInBox, udegBox, type Reading } from './fix-test.ts'
import type { LatestFixQuery } from '../../../../sea/fix-reader.ts'
import { OpenChunk } from '../chunks/chunks.ts'
import { FIX_COLUMNS, emptyColumns, joinedFixes, pickedFixes } from './fix-columns.ts'
import type { FixColumn } from '../../../../sea/fix-reader.ts'
import { copyFix, type FixBatch } from '../../../../sea/fix-batch.ts'
import { breathe } from '../../../../platform/kernel/http/breathe.ts'
import { orderKeys, sortedPlaces } from './fix-order.ts'
import { HeldFixes } from './held-fixes.ts'
import { MAX_AGE_MS } from './keyframe-parts.ts'
import { importsBetween, keyframeBefore, keyframeBodies, type Keyframe } from './keyframes.sql.ts'

/**
 * Returns the last fix of each source: that of the keyframe before the instant, brought forward by later fixes.
 * Earlier imports are added, since a keyframe holds only received fixes. Without a keyframe everything since the
 * oldest fix that counts is read. By observation, fixes observed after the instant and before `until` are returned as
 * well.
 */
export async function latestAndNext(
  db: Db,
  query: LatestFixQuery & { until?: number | undefined },
  read: (tail: Reading) => AsyncIterable<FixBatch>,
): Promise<{ latest: FixBatch; next: FixBatch }> {
  const maxAgeMs = query.maxAgeMs ?? MAX_AGE_MS
  const isByArrival = query.by === 'ARRIVAL'
  const until = query.until ?? query.at + 1
  const knownBy = Math.min(query.knownBy ?? Infinity, isByArrival ? query.at : Infinity)
  const oldest = query.at - maxAgeMs
  const latest = new Latest(query, oldest)
  // Whatever a keyframe holds was observed by then, and by a clock ahead a little later.
  const bound = Math.min(knownBy, isByArrival ? query.at : query.at - AHEAD_MS)
  const keyframe = maxAgeMs > MAX_AGE_MS ? null : await keyframeBefore(db, bound)
  const start = keyframe === null ? {} : { arrivedFrom: keyframe.at, after: keyframe.uptoFixId }
  const tail: Reading = isByArrival
    ? { by: 'ARRIVAL', from: start.arrivedFrom ?? oldest - AHEAD_MS, to: knownBy, after: start.after }
    : { by: 'OBSERVED', from: oldest, to: until, knownBy: query.knownBy, ...start }
  const { mmsis, sources, signal } = query
  const rest = {
    mmsis,
    sources,
    columns: columnsOf(query),
    signal,
    lastUpTo: isByArrival ? Infinity : query.at,
  }
  const held = keyframe === null ? null : await keyframeBodies(db, keyframe.at, mmsis ?? null)
  // The engine reads on while the keyframe is opened; no holder of a connection waits for another one.
  const since = begun(read({ ...tail, ...rest }))
  const loading = held === null ? undefined : addKeyframe(held, query, latest)
  for await (const batch of after(loading, since)) latest.add(batch)
  if (keyframe === null) return latest.reported()
  for (const arrived of await importsBetween(db, oldest, keyframe.uptoFixId)) {
    const imported: Reading = {
      by: 'OBSERVED',
      from: oldest,
      to: isByArrival ? query.at + AHEAD_MS : until,
      arrivedFrom: arrived.from,
      knownBy: Math.min(knownBy, arrived.to),
    }
    for await (const batch of read({ ...imported, ...rest })) latest.add(batch)
  }
  return latest.reported()
}

/** A reading that is under way before anybody takes of it. */
function begun<T>(reading: AsyncIterable<T>): AsyncIterator<T> & { first: Promise<IteratorResult<T>> } {
  const iterator = reading[Symbol.asyncIterator]()
  const first = iterator.next()
  // Its failure is reported where it is awaited.
  first.catch(() => undefined)
  return Object.assign(iterator, { first })
}

/** Yields a reading once something else is done; whichever fails, the reading ends. */
async function* after<T>(
  done: Promise<void> | undefined,
  reading: ReturnType<typeof begun<T>>,
): AsyncGenerator<T> {
  try {
    await done
    for (let next = await reading.first; next.done !== true; next = await reading.next()) yield next.value
  } finally {
    await reading.return?.()
  }
}

/** Returns the columns to read; source, place and age decide which fix is returned. */
const columnsOf = ({ columns }: LatestFixQuery): readonly FixColumn[] =>
  columns === undefined ? FIX_COLUMNS : [...new Set([...columns, ...DECIDING])]
const DECIDING = ['source', 'quality', 'lat', 'lon'] as const

async function addKeyframe({ bodies, fixes }: Keyframe, query: LatestFixQuery, latest: Latest) {
  const columns = new Set(columnsOf(query))
  const chunk = new OpenChunk(columns)
  const { mmsis, sources } = query
  const test = new FixTest({ by: 'OBSERVED', from: -Infinity, to: Infinity, mmsis, sources })
  let began = performance.now()
  // There is room for a few that are received for the first time afterwards.
  const held = new HeldFixes(columns, { expected: Math.ceil(fixes * 1.1) + 1024 })
  for (const body of bodies) {
    chunk.open(body)
    held.addChunk(chunk, test)
    began = await breathe(began)
  }
  latest.begin(held.columns)
}

/** The newest fix of each ship, split and source among those that were added, and those observed later than counts. */
class Latest {
  readonly #box: LatestFixQuery['box']
  readonly #oldest: number
  readonly #newest: number
  readonly #later: FixBatch[] = []
  #fixes = emptyColumns(1 << 12)
  /** Places + 1 by a hash of what they are known by, 0 where there is none; at most half of it is taken. */
  #slots = new Int32Array(0)

  constructor(query: LatestFixQuery, oldest: number) {
    this.#box = query.box
    this.#oldest = oldest
    this.#newest = query.by === 'ARRIVAL' ? Infinity : query.at
  }

  /** Begins with fixes of which no two are of one vessel, split and source; stores the columns themselves. */
  begin(fixes: FixBatch): void {
    this.#fixes = fixes
  }

  add(batch: FixBatch): void {
    const { observedAt, fixId } = batch
    const later: number[] = []
    for (let i = 0; i < batch.count; i++) {
      if (observedAt[i]! < this.#oldest) continue
      if (observedAt[i]! > this.#newest) {
        later.push(i)
        continue
      }
      const place = this.#placeOf(batch, i)
      const held = this.#fixes
      const step = observedAt[i]! - held.observedAt[place]!
      if (step > 0 || (step === 0 && fixId[i]! > held.fixId[place]!)) copyFix(batch, i, held, place)
    }
    if (later.length > 0) this.#later.push(pickedFixes(batch, later))
  }

  async reported(): Promise<{ latest: FixBatch; next: FixBatch }> {
    const next = joinedFixes(this.#later)
    const byContact = await sortedPlaces(next, next.count, orderKeys('CONTACT', 'OBSERVED'))
    // What an import stored after the keyframe was read twice.
    const once = byContact.filter(
      (place, i) => i === 0 || next.fixId[place] !== next.fixId[byContact[i - 1]!],
    )
    return { latest: await this.#latest(), next: pickedFixes(next, once) }
  }

  async #latest(): Promise<FixBatch> {
    const fixes = this.#fixes
    const box = this.#box === undefined ? null : udegBox(this.#box)
    const isSeen = (i: number) =>
      fixes.observedAt[i]! >= this.#oldest && (box === null || isInBox(box, fixes.lat[i]!, fixes.lon[i]!))
    const places = (await sortedPlaces(fixes, fixes.count, ['mmsi', 'split', 'source'])).filter(isSeen)
    const isAsHeld = places.length === fixes.count && places.every((place, i) => place === i)
    return isAsHeld ? fixes : pickedFixes(fixes, places)
  }

  /** Where the ship, split and source of a fix are held; a new place holds nothing yet. */
  #placeOf({ mmsi, split, source }: FixBatch, i: number): number {
    if (this.#fixes.count === this.#fixes.capacity) this.#grow()
    if (this.#slots.length < this.#fixes.capacity * 2) this.#rebuild()
    const [ship, part, from] = [mmsi[i]!, split[i]!, source[i]!]
    const [held, slots] = [this.#fixes, this.#slots]
    const mask = slots.length - 1
    let slot = hashOf(ship, part, from) & mask
    for (; slots[slot] !== 0; slot = (slot + 1) & mask) {
      const place = slots[slot]! - 1
      if (held.mmsi[place] === ship && held.source[place] === from && held.split[place] === part) return place
    }
    const place = held.count++
    copyFix(FIRST, 0, held, place)
    held.mmsi[place] = ship
    held.split[place] = part
    held.source[place] = from
    slots[slot] = place + 1
    return place
  }

  #grow() {
    const [held, larger] = [this.#fixes, emptyColumns(this.#fixes.capacity * 2)]
    for (const name of FIX_COLUMNS) larger[name].set(held[name])
    larger.count = held.count
    this.#fixes = larger
  }

  #rebuild() {
    const held = this.#fixes
    let size = 1 << 13
    while (size < held.capacity * 2) size *= 2
    this.#slots = new Int32Array(size)
    for (let place = 0; place < held.count; place++) {
      let slot = hashOf(held.mmsi[place]!, held.split[place]!, held.source[place]!) & (size - 1)
      while (this.#slots[slot] !== 0) slot = (slot + 1) & (size - 1)
      this.#slots[slot] = place + 1
    }
  }
}

/** Content of a new place until the first fix: older than any. */
const FIRST = emptyColumns(1)
FIRST.observedAt[0] = -Infinity

/** Spreads neighbouring numbers (Knuth, multiplicative hashing). */
function hashOf(mmsi: number, split: number, source: number): number {
  const mixed = Math.imul(mmsi, 0x9e37_79b1) ^ Math.imul(source * 256 + split + 1, 0x85eb_ca6b)
  return mixed ^ (mixed >>> 15)
}
