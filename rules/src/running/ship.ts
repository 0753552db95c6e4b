import type { Crossings, SailedFix } from '@samudra/nautical/tracks/crossings'
import type { Visit } from '@samudra/nautical/tracks/visit'
import { NONE } from './fix-log.ts'
import type { Memory, ShipFacts } from './memory.ts'
import type { VesselUpdate } from './moment.ts'
import type { HitEvent } from '../plans/rule-unit.ts'
import type { StaticClass } from '../values/static-class.ts'

/** A memory as it was when everything up to an instant was taken; she is put back to it when something late comes. */
export type Checkpoint = {
  memory: Memory
  visits: Visit[]
  /** By which fix zones were gone through last, where it is not her last one: a place that she cannot have reached is none of hers. */
  sailed: SailedFix | null
  at: number
  /** Her last entry in the log then, or one before it. */
  entry: number
}

/** A ship under evaluation. */
export type Ship = {
  readonly number: number
  memory: Memory
  /** Which conditions can concern her, by what she is. */
  staticClass: StaticClass | null
  /** Her last entry in the log, -1 for none. */
  entry: number
  /** The latest of all that was taken, by time. */
  latestAt: number
  /** Memories to go back to, the older one first. */
  checkpoints: Checkpoint[]
  /** Number of the recording that its last fix was read from, 0 for what is received. */
  recording: number
}

/** What became known of a ship that is no fix. */
export type News = { at: number; order: number } & (
  | { kind: 'FACTS'; facts: ShipFacts }
  | { kind: 'LISTS'; lists: readonly string[] }
  | { kind: 'HAPPENING'; happening: VesselUpdate }
)
/** A ship with what is not in any memory of hers to go back to: news since, and what was said since. */
export type Newcomer = { ship: Ship; news: News[]; events: HitEvent[] }

/** A ship of whom nothing was taken since an instant. */
export const newcomer = (number: number, memory: Memory, latestAt: number): Newcomer => ({
  ship: { number, memory, staticClass: null, entry: NONE, latestAt, checkpoints: [], recording: 0 },
  news: [],
  events: [],
})

/** Nobody goes back to before an instant any more. */
export function forgetUpTo(one: Newcomer, from: number): void {
  if (one.news.length > 0) one.news = one.news.filter((news) => news.at > from)
  if (one.events.length > 0) one.events = one.events.filter((event) => event.at > from)
}

/** Lets what is known of the zones she was in be as it was kept of her. */
export function putVisits(crossings: Crossings, ship: number, { memory, visits, sailed }: Checkpoint): void {
  crossings.forget(ship)
  if (memory.fix.at === 0) return
  const { at, lat, lon, id, source } = sailed ?? memory.fix
  crossings.restore(
    ship,
    { at, lat, lon, id, source },
    visits.map((visit) => ({ ...visit })),
  )
}
