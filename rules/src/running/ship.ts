import type { Crossings, SailedFix } from '@samudra/nautical/tracks/crossings'
import type { Visit } from '@samudra/nautical/tracks/visit'
import { NONE } from './fix-log.ts'
import type { Memory, ShipFacts } from './memory.ts'
import type { VesselUpdate } from './moment.ts'
import type { HitEvent } from '../plans/rule-unit.ts'
import type { StaticClass } from '../values/static-class.ts'

/** Memory after all input up to an instant; the vessel is restored to it when late data arrives. */
export type Checkpoint = {
  memory: Memory
  visits: Visit[]
  /**
   * Fix by which zones were last evaluated, where it is not the last one. A position that the vessel cannot have
   * reached does not count.
   */
  sailed: SailedFix | null
  at: number
  /** Last log entry of the vessel then, or one before it. */
  entry: number
}

/** A ship under evaluation. */
export type Ship = {
  readonly number: number
  memory: Memory
  /** Conditions that can concern the vessel by its static properties. */
  staticClass: StaticClass | null
  /** Last log entry of the vessel, -1 for none. */
  entry: number
  /** The latest of all that was taken, by time. */
  latestAt: number
  /** Memories to go back to, the older one first. */
  checkpoints: Checkpoint[]
  /** Number of the recording that its last fix was read from, 0 for what is received. */
  recording: number
}

/** News of a vessel other than a fix. */
export type News = { at: number; order: number } & (
  | { kind: 'FACTS'; facts: ShipFacts }
  | { kind: 'LISTS'; lists: readonly string[] }
  | { kind: 'HAPPENING'; happening: VesselUpdate }
)
/** Vessel with data that is in none of its checkpoints: later news and later events. */
export type Newcomer = { ship: Ship; news: News[]; events: HitEvent[] }

/** A ship of whom nothing was taken since an instant. */
export const newcomer = (number: number, memory: Memory, latestAt: number): Newcomer => ({
  ship: { number, memory, staticClass: null, entry: NONE, latestAt, checkpoints: [], recording: 0 },
  news: [],
  events: [],
})

/** Removes news and events up to an instant, before which no restore goes any more. */
export function forgetUpTo(one: Newcomer, from: number): void {
  if (one.news.length > 0) one.news = one.news.filter((news) => news.at > from)
  if (one.events.length > 0) one.events = one.events.filter((event) => event.at > from)
}

/** Restores the zone visits of a vessel as they were stored. */
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
