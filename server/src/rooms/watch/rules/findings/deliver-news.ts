import type { FixBatch } from '../../../../sea/fix-batch.ts'
import type { News, Stage } from '../evaluation/stage.ts'

/** Returns the key of a piece of news, which is applied once. Each version of static data has a time of its own. */
export const nameOf = ({ kind, mmsi, split, at, ...more }: News) =>
  [
    kind,
    mmsi,
    split,
    'knownAt' in more ? (more.knownAt ?? at) : at,
    'happening' in more ? JSON.stringify(more.happening) : '',
  ].join(' ')

/** Number of facts delivered before other work has its turn. */
const NEWS_AT_ONCE = 32

/** Delivers news in order of time up to an instant, a few per call; returns true while more are due. */
export function inTurn(news: readonly News[], deliver: (one: News) => void): (upTo: number) => boolean {
  let next = 0
  const isDue = (upTo: number) => next < news.length && news[next]!.at <= upTo
  return (upTo) => {
    for (let reported = 0; reported < NEWS_AT_ONCE && isDue(upTo); reported++) deliver(news[next++]!)
    return isDue(upTo)
  }
}

type Facts = Extract<News, { kind: 'FACTS' }>
const isRecorded = (one: News): one is Facts => one.kind === 'FACTS' && typeof one.feed === 'number'

/**
 * Static data of recordings: each version is applied before the first fix of its feed that was observed later, or of its ship
 * where ships are gone through one after the other.
 */
export class RecordedInTurn {
  readonly #inOneOrder: boolean
  readonly #waiting = new Map<number, Facts[]>()
  /** Number of applied facts, by contact. */
  readonly #applied = new Map<number, number>()

  constructor(inOneOrder: boolean) {
    this.#inOneOrder = inOneOrder
  }

  /** Takes what was recorded of news; returns the rest. */
  take(news: readonly News[]): readonly News[] {
    if (!news.some(isRecorded)) return news
    for (const one of news)
      if (isRecorded(one)) put(this.#waiting, this.#inOneOrder ? one.feed! : keyOf(one.mmsi, one.split), one)
    return news.filter((one) => !isRecorded(one))
  }

  /** Applies what counts by the time of a fix. */
  upTo({ feed, mmsi, split, observedAt }: FixBatch, i: number, deliver: (one: News) => void): void {
    if (this.#waiting.size === 0) return
    const key = this.#inOneOrder ? feed[i]! : keyOf(mmsi[i]!, split[i]!)
    const mine = this.#waiting.get(key)
    if (mine === undefined) return
    let next = this.#applied.get(key) ?? 0
    if (next === mine.length || mine[next]!.at > observedAt[i]!) return
    while (next < mine.length && mine[next]!.at <= observedAt[i]!) deliver(mine[next++]!)
    this.#applied.set(key, next)
  }

  /** Applies what no fix came after. */
  *rest(deliver: (one: News) => void): Generator<void> {
    for (const [key, mine] of this.#waiting)
      for (const one of mine.slice(this.#applied.get(key))) {
        deliver(one)
        yield
      }
    this.#waiting.clear()
    this.#applied.clear()
  }
}

type OfLists = Extract<News, { kind: 'LISTS' }>
const NONE: readonly string[] = []

/** News of ships in between their fixes: of all in one order, or of each when it is gone through. Lists are of every ship of an MMSI. */
export class Delivery {
  readonly #stage: Stage
  readonly #recorded: RecordedInTurn
  readonly #all: readonly News[]
  readonly #byShip: Map<number, News[]> | null
  /** News of lists by MMSI, where ships are gone through one after the other. */
  readonly #lists = new Map<number, OfLists[]>()
  /** Lists last delivered, by MMSI. */
  readonly #reported = new Map<number, readonly string[]>()
  #next = 0

  constructor(news: readonly News[], stage: Stage, inOneOrder: boolean) {
    this.#stage = stage
    this.#recorded = new RecordedInTurn(inOneOrder)
    this.#all = this.#recorded.take(news)
    this.#byShip = inOneOrder ? null : new Map()
    for (const one of inOneOrder ? [] : this.#all)
      if (one.kind === 'LISTS') put(this.#lists, one.mmsi, one)
      else put(this.#byShip!, keyOf(one.mmsi, one.split), one)
  }

  /** Returns the delivered lists of an MMSI, for a vessel met now. */
  listsOf(mmsi: number): readonly string[] {
    return this.#reported.get(mmsi) ?? NONE
  }

  /** Delivers what became known before a fix: on its vessel, or on all. */
  upTo(batch: FixBatch, i: number, at: number): void {
    this.#recorded.upTo(batch, i, (one) => this.#stage.deliver(one))
    if (this.#byShip === null) {
      for (; this.#next < this.#all.length && this.#all[this.#next]!.at <= at; this.#next++)
        this.#deliver(this.#all[this.#next]!)
      return
    }
    const mine = this.#of(this.#byShip, batch.mmsi[i]!, batch.split[i]!)
    while (mine.length > 0 && mine[0]!.at <= at) this.#stage.deliver(mine.shift()!)
  }

  /** Returns the news of one vessel; list changes of its MMSI are added at the first query. */
  #of(byShip: Map<number, News[]>, mmsi: number, split: number): News[] {
    const key = keyOf(mmsi, split)
    const own = byShip.get(key)
    if (own !== undefined && this.#isWhole.has(key)) return own
    this.#isWhole.add(key)
    const lists = (this.#lists.get(mmsi) ?? []).map((one) => ({ ...one, split }))
    const all = [...(own ?? []), ...lists].sort((a, b) => a.at - b.at)
    byShip.set(key, all)
    return all
  }
  readonly #isWhole = new Set<number>()

  #deliver(news: News) {
    if (news.kind !== 'LISTS') return this.#stage.deliver(news)
    this.#reported.set(news.mmsi, news.lists)
    for (const ship of this.#stage.ships.of(news.mmsi))
      this.#stage.deliver({ ...news, split: this.#stage.ships.split[ship]! })
  }

  end(): void {
    for (const _ of this.#recorded.rest((one) => this.#stage.deliver(one)));
    if (this.#byShip === null) for (const one of this.#all.slice(this.#next)) this.#deliver(one)
    else for (const mine of this.#byShip.values()) for (const one of mine) this.#stage.deliver(one)
  }
}
const keyOf = (mmsi: number, split: number) => mmsi * 256 + split

function put<One>(all: Map<number, One[]>, key: number, one: One) {
  const mine = all.get(key)
  if (mine === undefined) all.set(key, [one])
  else mine.push(one)
}
