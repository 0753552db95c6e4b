import { breathe } from '../kernel/breathe.ts'
import type { Sight } from '../kernel/sight.ts'
import type { Db } from '../needs/database.ts'
import type { FixBatch } from '../sea/fix-batch.ts'
import { isCounted } from '../sea/fix-queue.ts'
import type { FixReader } from '../sea/fix-reader.ts'
import { asksOfLists, factNews, listNews, type NewsNeeds } from './news.ts'
import type { News, Stage } from './stage.ts'
import { factsAt } from './states.sql.ts'

export type PassNeeds = NewsNeeds & { db: Db; fixes: FixReader }
export type Passed = {
  /** Epoch ms, the last one left in. */
  from: number
  to: number
  /** The time they are of, and the order in which each ship is gone through. */
  by: 'ARRIVAL' | 'OBSERVED'
  /** Null for all. */
  mmsis: readonly number[] | null
  /** Whether ships are gone through together, and not one after the other. */
  together: boolean
  sight: Sight
  sources: readonly number[] | null
  signal: AbortSignal
}

/** Takes stored fixes of a time, with what became known of their ships meanwhile; answers how many. */
export async function passThrough(needs: PassNeeds, stage: Stage, asked: Passed): Promise<number> {
  const { db, fixes } = needs
  const { from, to, by, mmsis, together, sight, sources, signal } = asked
  for (const row of await factsAt(db, from, mmsis)) stage.know(row)
  const ships = (mmsis ?? []).map((mmsi) => ({ mmsi, split: 0 }))
  const lists = asksOfLists(stage.rules) ? await listNews(needs, { from, to }, ships) : []
  const news = new Telling(
    [...(await factNews(db, { from, to }, mmsis)), ...lists].sort((a, b) => a.at - b.at),
    stage,
    together,
  )
  let [count, began] = [0, performance.now()]
  for await (const batch of fixes.readFixes({
    by,
    from,
    to: to + 1,
    mmsis: mmsis ?? undefined,
    sources,
    order: together ? 'TIME' : 'CONTACT',
    signal,
  })) {
    const times = by === 'ARRIVAL' ? batch.recTime : batch.observedAt
    for (let i = 0; i < batch.count; i++) {
      if (!isCounted(batch, i) || !isPlaceIn(batch, i, sight)) continue
      count++
      news.upTo(batch, i, times[i]!)
      stage.take(batch, i)
      if ((i & 63) === 0) began = await breathe(began, signal)
    }
  }
  news.end()
  stage.evaluator.advance(to)
  return count
}

const isPlaceIn = (batch: FixBatch, i: number, sight: Sight) =>
  sight.everywhere || sight.place(batch.lat[i]! / 1e6, batch.lon[i]! / 1e6)

/** News of ships in between their fixes: of all in one order, or of each when it is gone through. */
class Telling {
  readonly #stage: Stage
  readonly #all: readonly News[]
  readonly #byShip: Map<number, News[]> | null
  #next = 0

  constructor(news: readonly News[], stage: Stage, inOneOrder: boolean) {
    this.#stage = stage
    this.#all = news
    this.#byShip = inOneOrder ? null : new Map()
    for (const one of inOneOrder ? [] : news) {
      const mine = this.#byShip!.get(keyOf(one.mmsi, one.split))
      if (mine === undefined) this.#byShip!.set(keyOf(one.mmsi, one.split), [one])
      else mine.push(one)
    }
  }

  /** What became known before a fix: of its ship, or of all. */
  upTo(batch: FixBatch, i: number, at: number): void {
    if (this.#byShip === null) {
      for (; this.#next < this.#all.length && this.#all[this.#next]!.at <= at; this.#next++)
        this.#stage.tell(this.#all[this.#next]!)
      return
    }
    const mine = this.#byShip.get(keyOf(batch.mmsi[i]!, batch.split[i]!))
    while (mine !== undefined && mine.length > 0 && mine[0]!.at <= at) this.#stage.tell(mine.shift()!)
  }

  end(): void {
    for (const one of this.#byShip === null ? this.#all.slice(this.#next) : [...this.#byShip.values()].flat())
      this.#stage.tell(one)
  }
}
const keyOf = (mmsi: number, split: number) => mmsi * 256 + split
