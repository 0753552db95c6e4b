import type { Alert } from '@samudra/contract/alerts'
import type { Caller } from '../../../../platform/kernel/http/caller.ts'
import type { NotificationsInterface } from '../../notifications/room.ts'
import { stepsOf, type AlertStep } from './alert-steps.ts'
import { versionsOfAlert } from './alert-steps.sql.ts'
import { pageOfAlerts, type SeenNeeds } from '../alert-visibility.ts'

export type AlertEvidence = {
  alert: Alert
  steps: AlertStep[]
  notified: Awaited<ReturnType<NotificationsInterface['ofAlert']>>
}

/** Versions read of one alert at most. */
const MOST_VERSIONS = 500

/** Returns an alert as a caller may read it, with its steps and who was notified; null where the caller may know of none. */
export async function evidenceOf(
  needs: SeenNeeds & { notifications: NotificationsInterface },
  id: string,
  caller: Caller,
): Promise<AlertEvidence | null> {
  const [alert] = (await pageOfAlerts(needs, { ids: [id] }, caller, { limit: 1 })).items
  if (alert === undefined) return null
  return {
    alert,
    steps: stepsOf(await versionsOfAlert(needs.db, id, MOST_VERSIONS)),
    notified: await needs.notifications.ofAlert(id),
  }
}
