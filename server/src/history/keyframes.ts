import type { Db } from '../needs/database.ts'
import { AHEAD_MS, FixTest, isInBox, udegBox, type LatestAsked, type Reading } from './asked.ts'
import { OpenChunk } from './chunks.ts'
import { FIX_COLUMNS, copyFix, emptyColumns, pickedFixes, type FixColumns } from './fix-columns.ts'
import { breathe, sortedPlaces } from './fix-order.ts'
import { HeldFixes } from './held-fixes.ts'
import { MAX_AGE_MS } from './keyframe-parts.ts'
import { keyframeBefore, keyframeBodies } from './keyframes.sql.ts'

/**
 * The last fix of each source: those of the keyframe before the instant, brought forward by what came since. Without a
 * keyframe everything since the oldest fix that counts is read.
 */
export async function latestOf(
  db: Db,
  asked: LatestAsked,
  read: (tail: Reading) => AsyncIterable<FixColumns>,
): Promise<FixColumns> {
  const maxAgeMs = asked.maxAgeMs ?? MAX_AGE_MS
  const isByArrival = asked.by === 'ARRIVAL'
  const knownBy = Math.min(asked.knownBy ?? Infinity, isByArrival ? asked.at : Infinity)
  const oldest = asked.at - maxAgeMs
  const latest = new Latest(asked, oldest)
  // Whatever a keyframe holds was observed by then, and by a clock ahead a little later.
  const bound = Math.min(knownBy, isByArrival ? asked.at : asked.at - AHEAD_MS)
  const keyframe = maxAgeMs > MAX_AGE_MS ? null : await keyframeBefore(db, bound)
  if (keyframe !== null) await addKeyframe(db, keyframe.at, asked, latest)
  const since = keyframe === null ? {} : { arrivedFrom: keyframe.at, after: keyframe.uptoFixId }
  const tail: Reading = isByArrival
    ? { by: 'ARRIVAL', from: since.arrivedFrom ?? oldest - AHEAD_MS, to: knownBy, after: since.after }
    : { by: 'OBSERVED', from: oldest, to: asked.at + 1, knownBy: asked.knownBy, ...since }
  const { mmsis, sources, signal } = asked
  for await (const batch of read({ ...tail, mmsis, sources, signal, lastOnly: true })) latest.add(batch)
  return latest.told()
}

async function addKeyframe(db: Db, at: number, asked: LatestAsked, latest: Latest) {
  const chunk = new OpenChunk(new Set(FIX_COLUMNS))
  const held = new HeldFixes(new Set(FIX_COLUMNS))
  const { mmsis, sources } = asked
  const test = new FixTest({ by: 'OBSERVED', from: -Infinity, to: Infinity, mmsis, sources })
  let began = performance.now()
  for (const body of await keyframeBodies(db, at, mmsis ?? null)) {
    chunk.open(body)
    held.addChunk(chunk, test)
    began = await breathe(began)
  }
  latest.add(held.columns)
}

/** The newest fix of each ship, split and source among those that were added. */
class Latest {
  readonly #box: LatestAsked['box']
  readonly #oldest: number
  readonly #places = new Map<number, number>()
  #fixes = emptyColumns(1 << 12)

  constructor(asked: LatestAsked, oldest: number) {
    this.#box = asked.box
    this.#oldest = oldest
  }

  add(batch: FixColumns): void {
    const { mmsi, split, source, observedAt, fixId } = batch
    let [lastKey, place] = [-1, -1]
    for (let i = 0; i < batch.count; i++) {
      if (observedAt[i]! < this.#oldest) continue
      const key = (mmsi[i]! * 256 + split[i]!) * 32_768 + source[i]!
      if (key !== lastKey) [lastKey, place] = [key, this.#places.get(key) ?? this.#newPlace(key)]
      const held = this.#fixes
      const step = observedAt[i]! - held.observedAt[place]!
      if (step > 0 || (step === 0 && fixId[i]! > held.fixId[place]!)) copyFix(batch, i, held, place)
    }
  }

  async told(): Promise<FixColumns> {
    const fixes = this.#fixes
    const places = await sortedPlaces(fixes, fixes.count, ['mmsi', 'split', 'source'])
    const box = this.#box === undefined ? null : udegBox(this.#box)
    const seen = box === null ? places : places.filter((i) => isInBox(box, fixes.lat[i]!, fixes.lon[i]!))
    return pickedFixes(fixes, seen)
  }

  #newPlace(key: number): number {
    const place = this.#fixes.count
    if (place === this.#fixes.capacity) {
      const larger = emptyColumns(place * 2)
      for (const name of FIX_COLUMNS) larger[name].set(this.#fixes[name])
      this.#fixes = larger
    }
    this.#fixes.observedAt[place] = -Infinity
    this.#fixes.count = place + 1
    this.#places.set(key, place)
    return place
  }
}
