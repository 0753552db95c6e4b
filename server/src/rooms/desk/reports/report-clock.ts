import type { Clock } from '../../../platform/needs/clock.ts'
import type { Objects } from '../../../platform/kernel/objects/objects.ts'
import type { AlertsInterface } from '../../watch/alerts/room.ts'
import { lastPeriod } from './report-period.ts'
import { callerOf, enqueueRun, type RunNeeds } from './report-runs.ts'
import { nextRunAfter } from './report-schedule.ts'
import type { TemplateBody } from './report-template.ts'
import { dropSchedule, moveSchedule, putSchedule, schedulesOf } from './report-rows.sql.ts'

export type ScheduleNeeds = RunNeeds & {
  clock: Clock
  templates: Objects<TemplateBody>
  alerts: AlertsInterface
}

/** Enqueues the runs that are due, as the owners of their templates. Times that were missed come once. */
export async function runDue(needs: ScheduleNeeds): Promise<void> {
  const { db, clock, templates } = needs
  const now = clock.now()
  const known = await schedulesOf(db)
  for (const { id, owner_id, body } of templates.all()) {
    const { schedule } = body
    const row = known.get(id)
    known.delete(id)
    if (schedule === null) {
      if (row !== undefined) await dropSchedule(db, id)
      continue
    }
    if (row === undefined || row.cron !== schedule.cron || row.zone !== schedule.zone) {
      const first = nextRunAfter(schedule, now)
      if (first !== null) await putSchedule(db, { template_id: id, ...schedule, next_at: new Date(first) })
      continue
    }
    if (row.next_at.getTime() > now) continue
    const next = nextRunAfter(schedule, now)
    const to = new Date(next ?? now + NEVER_MS)
    const owner = await callerOf(needs, owner_id)
    const time = { ...(await periodOf(needs, body, row.next_at.getTime())), asOf: now }
    const run = {
      template: body,
      templateId: id,
      owner: owner ?? { userId: owner_id, username: owner_id },
      time,
      dueAt: row.next_at,
    }
    await enqueueRun(needs, run, async (client) => {
      if (!(await moveSchedule(client, row, to))) throw new Error(TAKEN)
    }).catch((error: unknown) => {
      if (!(error instanceof Error) || error.message !== TAKEN) throw error
    })
  }
  for (const id of known.keys()) await dropSchedule(db, id)
}
const NEVER_MS = 400 * 86_400_000
const TAKEN = 'another process enqueued it'

/** Returns the last period of a template before an instant. */
export async function periodOf(
  { alerts }: Pick<ScheduleNeeds, 'alerts'>,
  { period, zone }: Pick<TemplateBody, 'period' | 'zone'>,
  now: number,
) {
  const watch = period === 'LAST_WATCH' ? await alerts.lastWatch(now - 3_600_000) : null
  return lastPeriod(period, zone, { now, watch })
}
