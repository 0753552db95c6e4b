import { dutyChanged, getDuties } from '@samudra/contract/duties'
import { useEffect, useState } from 'react'
import { wallNow } from '../../../../time/server-clock.ts'
import { usePush } from '../../../../wire/push.ts'
import { useResync } from '../../../../wire/resync.ts'
import { useSession } from '../../../../wire/session.ts'
import { useAnswer, useStale } from '../../../../wire/use-answer.ts'
import { watchOf, type Watch } from './watch.ts'

/** Duties begin and end by the clock, which is read so often, ms. */
const LOOK_MS = 5000
/** Answers are read again so often, for duties that were assigned before and begin now. */
const EVERY_MS = 60_000

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
