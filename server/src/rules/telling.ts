import type { FixBatch } from '../sea/fix-batch.ts'
import type { News, Stage } from './stage.ts'

/** News of ships in between their fixes: of all in one order, or of each when it is gone through. */
export class Telling {
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
