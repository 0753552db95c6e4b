import { copyOf, copyToKeep, newMemory, NO_FACTS, type Memory } from '../running/memory.ts'
import type { HitEvent } from '../plans/rule-unit.ts'
import type { StaticClass } from '../values/static-class.ts'

/** Memories of two vessels, each with the other as seen from it. */
export type Memories = [Memory, Memory]
/** State of a pair after a minute; `memories` null where only the positions of its vessels were remembered. */
export type PairCheckpoint = { at: number; isOpen: boolean; memories: Memories | null }
/**
 * Two vessels that came near. It is open while they are, and while an event of theirs has not ended. Nearly all that
 * lie side by side have no memories of their own, because nothing is remembered of them.
 */
export type Pair = {
  readonly ships: readonly [number, number]
  /** Class of each vessel by the rules that can concern it; null until it is looked up. */
  readonly classes: [StaticClass | null, StaticClass | null]
  /** The minute gone through last, epoch ms; -Infinity before the first. */
  at: number
  isOpen: boolean
  memories: Memories | null
  /** The last minute after which something was remembered. */
  rememberedAt: number
  checkpoints: readonly PairCheckpoint[]
  events: readonly HitEvent[]
}

export const SIDES = [0, 1] as const
const BEGINNING: PairCheckpoint = { at: -Infinity, isOpen: false, memories: null }
const NOTHING: readonly never[] = []

export const blankMemories = (): Memories => [newMemory(NO_FACTS), newMemory(NO_FACTS)]
const both = (memories: Memories | null, copy: (one: Memory) => Memory): Memories | null =>
  memories && [copy(memories[0]), copy(memories[1])]

export const newPair = (ships: readonly [number, number]): Pair => ({
  ships,
  classes: [null, null],
  at: -Infinity,
  isOpen: false,
  memories: null,
  rememberedAt: -Infinity,
  checkpoints: NOTHING,
  events: NOTHING,
})

/** Returns true if a memory holds more than where its vessel was. */
export const remembers = ({ states, texts, hits }: Memory): boolean =>
  states.size > 0 || texts.size > 0 || hits.size > 0

/** Lets a pair stand as it did. */
export function goBackTo(pair: Pair, { at, isOpen, memories }: PairCheckpoint): void {
  pair.memories = both(memories, copyOf)
  pair.classes.fill(null)
  pair.isOpen = isOpen
  pair.at = at
}

/**
 * Stores the state of a pair, where the last checkpoint is old enough, and drops those older than the last before
 * `until`.
 */
export function keepPair(
  pair: Pair,
  now: number,
  { everyMs, until }: { everyMs: number; until: number },
): void {
  const last = pair.checkpoints.at(-1)
  if (last !== undefined && now - last.at < everyMs) return
  const standing =
    pair.at === -Infinity
      ? BEGINNING
      : { at: pair.at, isOpen: pair.isOpen, memories: both(pair.memories, copyToKeep) }
  const all = [...pair.checkpoints, standing]
  const first = all.findLastIndex(({ at }, i) => i > 0 && at <= until)
  pair.checkpoints = first > 0 ? all.slice(first) : all
  const from = pair.checkpoints[0]!.at
  if (pair.events.length > 0) pair.events = pair.events.filter((event) => event.at > from)
}
