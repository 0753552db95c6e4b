import type { IdentityInterface } from '../../centre/identity/room.ts'
import type { Clock } from '../../../platform/needs/clock.ts'
import type { JobRun } from '../../../platform/needs/jobs.ts'
import type { NotificationsInterface } from '../../watch/notifications/room.ts'
import { Matching, type MatchNeeds } from './match.ts'
import { countNotified, takeUntold, notifiedSince } from './subscriptions.sql.ts'

/** Maximum number of vessel updates per transaction. */
const AT_ONCE = 5000
/** Limit of vessel notifications to a user in a period; above it the user counts as flooded. */
const FLOOD = { notices: 40, ms: 10 * 60_000 }

export type NotifyNeeds = MatchNeeds & {
  clock: Clock
  identity: Pick<IdentityInterface, 'everyone'>
  notifications: NotificationsInterface
}

/** Notifies subscribers of vessel updates, each once: the notification is in the transaction that marks the update. */
export async function notifySubscribers(
  needs: NotifyNeeds,
  { signal }: Pick<JobRun, 'signal'>,
): Promise<void> {
  const { clock, identity, notifications } = needs
  for (let taken = AT_ONCE; taken === AT_ONCE && !signal.aborted;) {
    const known = await identity.everyone()
    await notifications.notifyWith(async (client) => {
      const now = clock.now()
      const untold = await takeUntold(client, AT_ONCE, now)
      taken = untold.taken
      const matching = new Matching(needs, known, now)
      for (const happening of untold.news) matching.take(happening)
      if (matching.userIds.length === 0) return []
      const before = await notifiedSince(client, matching.userIds, now - FLOOD.ms)
      matching.finish((userId) => (before.get(userId) ?? 0) > FLOOD.notices)
      await countNotified(client, matching.counts, now)
      return matching.told
    })
  }
}
