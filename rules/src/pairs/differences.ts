import type { Memory } from '../running/memory.ts'
import type { HitEvent } from '../plans/rule-unit.ts'

/** What is said, and that something said before is not so, now that more is known. */
export type Change = HitEvent | (Omit<HitEvent, 'what'> & { what: 'REVISED' })
/** How a hit stands: what was said of it last, for which instant, how often it had come again, its beginning and end. */
type Stood = Pick<HitEvent, 'what' | 'at' | 'again' | 'begunAt' | 'endedAt'>
export type Standing = Map<string, Stood>

/** Adds how hits stand that a memory has under way. */
export function addStanding(standing: Standing, { hits }: Pick<Memory, 'hits'>): Standing {
  for (const { id, isCleared, again, toldAt, begunAt, endedAt } of hits.values())
    standing.set(id, {
      what: isCleared ? 'CLEARED' : again > 0 ? 'AGAIN' : 'HIT',
      at: toldAt,
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
/** That it holds is said as HIT or AGAIN. */
const isSame = (one: Stood, other: Stood) =>
  (one.what === 'CLEARED') === (other.what === 'CLEARED') &&
  one.at === other.at &&
  one.again === other.again &&
  one.begunAt === other.begunAt &&
  one.endedAt === other.endedAt

/**
 * What has to be told where one thing was said of a time, and another is said of it now: of each hit how it stands in the end,
 * unless it was told so, and that it came again. `stood` is how hits stood before that time.
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
    // It began before that time: it is told as open again, without a reason.
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

/** What is over may have come again before that: this is told too, and why; what came again last is told for all. */
function sinceThen(events: readonly HitEvent[], was: Stood): HitEvent[] {
  if (events.at(-1)!.what !== 'CLEARED') return []
  const again = events.findLast((one) => one.what === 'AGAIN' && one.again > was.again)
  return again === undefined ? [] : [again]
}

/** Of how hits stand what was said later than an instant. */
export const eventsSince = (standing: readonly HitEvent[], from: number): HitEvent[] =>
  standing.filter(({ at }) => at > from)
