import { dutyChanged, getDuties, ON_WATCH, type Duty } from '@samudra/contract/duties'
import { useEffect, useState } from 'react'
import { wallNow } from '../time/wall.ts'
import { usePush } from '../wire/push.ts'
import { useResync } from '../wire/resync.ts'
import { useSession } from '../wire/session.ts'
import { useAnswer, useStale } from '../wire/use-answer.ts'

/** Duties begin and end by the clock, which is read so often, ms. */
const LOOK_MS = 5000
/** Answers are read again so often, for duties that were assigned before and begin now. */
const EVERY_MS = 60_000

export type Watch = {
  /** Own duty as watch officer or supervisor now; null without one. */
  mine: Duty | null
  /** Whether any user is on duty as one of them. */
  isKept: boolean
  mayTake: boolean
}

/** Returns who keeps the watch now, as far as this user is concerned; undefined until it is known. */
export function useWatch(): Watch | undefined {
  const userId = useSession(({ user }) => user?.id ?? '')
  const { data } = useAnswer(getDuties, { limit: 500 }, { everyMs: EVERY_MS, keep: true })
  const stale = useStale()
  usePush(dutyChanged, () => stale(getDuties))
  useResync(() => stale(getDuties))
  const [now, setNow] = useState(wallNow)
  useEffect(() => {
    const timer = setInterval(() => setNow(wallNow()), LOOK_MS)
    return () => clearInterval(timer)
  }, [])
  return data === undefined ? undefined : watchOf(data, { userId, now: Math.max(now, wallNow() - LOOK_MS) })
}

/** Reads the watch from duties at an instant, epoch ms. */
export function watchOf(
  { items, may_take_watch: mayTake }: { items: readonly Duty[]; may_take_watch: boolean },
  { userId, now }: { userId: string; now: number },
): Watch {
  const there = items.filter(({ role, to }) => ON_WATCH.includes(role) && Date.parse(to) > now)
  return { mine: there.find(({ user_id }) => user_id === userId) ?? null, isKept: there.length > 0, mayTake }
}
