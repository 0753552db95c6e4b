import { room } from '../../../platform/ground.ts'
import { sentenceOf } from '../../../platform/kernel/http/errors.ts'
import { openObjects } from '../../../platform/kernel/objects/open-objects.ts'
import { identity } from '../../centre/identity/room.ts'
import { settings } from '../../centre/settings/room.ts'
import { mail } from '../../team/mail/room.ts'
import { alerts } from '../../watch/alerts/room.ts'
import { notifications } from '../../watch/notifications/room.ts'
import { figures } from '../figures/room.ts'
import { BUILT_IN_TEMPLATES } from './built-in-templates.ts'
import { runDue } from './report-clock.ts'
import { deliverReports } from './report-deliveries.ts'
import { reportRetention } from './report-retention.ts'
import { runJob } from './report-runs.ts'
import type { TemplateBody } from './report-template.ts'
import { reportOps } from './reports.ops.ts'
import { readRun } from './report-rows.sql.ts'
import { templateOps } from './templates.ops.ts'

const LARGEST_FILE = 50 * 1024 * 1024
const DELIVER_JOB = 'reports.deliver'
const DELIVER_MS = 30_000
const SCHEDULE_MS = 20_000

/** Holds templates of reports, runs them on request and by the clock, and sends what they made. */
export const reports = room({
  name: 'reports',
  uses: { settings, identity, notifications, mail, alerts, figures },
  open: async (ground, rooms) => {
    const { db, files, jobs, log } = ground
    const templates = await openObjects<TemplateBody>(ground, {
      type: 'report_template',
      noun: 'report template',
      everybodyShares: true,
      mostOfUser: 200,
      given: BUILT_IN_TEMPLATES,
    })
    const needs = {
      ...ground,
      ...rooms,
      templates,
      land: rooms.settings.land,
      files: files.kind({
        name: 'report',
        largest: LARGEST_FILE,
        takes: 'ANY',
        isSeen: async (id, { userId }) => (await readRun(db, id))?.owner_id === userId,
      }),
      ended: () =>
        void jobs
          .hurry(DELIVER_JOB)
          .catch((error: unknown) =>
            log.warn('reports are queued for sending', { error: sentenceOf(error) }),
          ),
    }
    return {
      door: {},
      ops: [...templateOps(needs), ...reportOps(needs)],
      jobs: [
        runJob(needs),
        reportRetention({ ...needs, settings: rooms.settings.values }),
        {
          name: DELIVER_JOB,
          does: 'Sends finished reports to their recipients',
          when: { everyMs: DELIVER_MS },
          work: ({ signal }) => deliverReports(needs, signal),
        },
        {
          name: 'reports.schedule',
          does: 'Starts reports that are due',
          when: { everyMs: SCHEDULE_MS },
          work: () => runDue(needs),
        },
      ],
    }
  },
})
