import type { Memory } from '../running/memory.ts'
import type { HitEvent } from '../plans/rule-unit.ts'

/** Event, or the revision of an earlier event, now that more is known. */
export type Change = HitEvent | (Omit<HitEvent, 'what'> & { what: 'REVISED' })
/** State of a hit: its last event, the instant of that, the number of repetitions, its beginning and end. */
type Stood = Pick<HitEvent, 'what' | 'at' | 'again' | 'begunAt' | 'endedAt'>
export type Standing = Map<string, Stood>

/** Adds how hits stand that a memory has under way. */
export function addStanding(standing: Standing, { hits }: Pick<Memory, 'hits'>): Standing {
  for (const { id, isCleared, again, reportedAt, begunAt, endedAt } of hits.values())
    standing.set(id, {
      what: isCleared ? 'CLEARED' : again > 0 ? 'AGAIN' : 'HIT',
      at: reportedAt,
      again,
      begunAt,
      endedAt: endedAt === 0 ? null : endedAt,
    })
  return standing
}

const byHit = (events: readonly HitEvent[]) => {
  const hits = new Map<string, HitEvent[]>()
  for (const one of events) {
    const known = hits.get(one.id)
    if (known === undefined) hits.set(one.id, [one])
    else known.push(one)
  }
  return hits
}
/** Returns true for the same state; HIT and AGAIN both mean that it holds. */
const isSame = (one: Stood, other: Stood) =>
  (one.what === 'CLEARED') === (other.what === 'CLEARED') &&
  one.at === other.at &&
  one.again === other.again &&
  one.begunAt === other.begunAt &&
  one.endedAt === other.endedAt

/**
 * Returns the changes to report where a time has other events now than before: the final state of each hit, unless
 * reported so, and its repetitions. `stood` is the state of hits before that time.
 */
export function differences(
  before: readonly HitEvent[],
  now: readonly HitEvent[],
  stood: Standing,
): Change[] {
  const [were, are] = [byHit(before), byHit(now)]
  const changes: Change[] = []
  for (const [id, event] of were) {
    if (are.has(id)) continue
    const [was, then] = [event.at(-1)!, stood.get(id)]
    if (then === undefined) changes.push({ ...was, what: 'REVISED' })
    // It began before that time: it is reported as open again, without a reason.
    else if (!isSame(was, then))
      changes.push({ ...was, ...then, what: then.what === 'HIT' ? 'AGAIN' : then.what })
  }
  for (const [id, event] of are) {
    const [was, is] = [were.get(id)?.at(-1) ?? stood.get(id), event.at(-1)!]
    if (was === undefined) changes.push(...event)
    else if (!isSame(was, is)) changes.push(...sinceThen(event, was), is)
  }
  return changes
}

/**
 * Returns a repetition before the end of a hit: it is reported too, with its reason. The last repetition stands for
 * all.
 */
function sinceThen(events: readonly HitEvent[], was: Stood): HitEvent[] {
  if (events.at(-1)!.what !== 'CLEARED') return []
  const again = events.findLast((one) => one.what === 'AGAIN' && one.again > was.again)
  return again === undefined ? [] : [again]
}

/** Returns those states of hits that were reported later than an instant. */
export const eventsSince = (standing: readonly HitEvent[], from: number): HitEvent[] =>
  standing.filter(({ at }) => at > from)
