import { getSystemTime, getSystemUtils } from '@samudra/contract/system'
import { handle, type Handled } from '../../../platform/kernel/http/handle.ts'
import type { Clock } from '../../../platform/needs/clock.ts'
import type { ClockOffset } from './time.ts'
import type { SystemWatch } from './watch.ts'

const USUAL_WINDOW_MIN = 60

export const utilsOps = (watch: SystemWatch, offset: ClockOffset, clock: Clock): Handled[] => [
  handle(getSystemUtils, async ({ input, caller }) =>
    caller.isAdmin ? watch.full(caller, input.window_min ?? USUAL_WINDOW_MIN) : watch.summary(caller),
  ),
  handle(getSystemTime, async () => {
    const now = clock.now()
    return {
      now: new Date(now).toISOString(),
      epoch_ms: now,
      source: offset.offsetMs === null ? ('local' as const) : ('NTP' as const),
      offset_ms: offset.offsetMs,
      zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    }
  }),
]
