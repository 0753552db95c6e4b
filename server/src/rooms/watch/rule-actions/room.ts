import { alerts } from '../alerts/room.ts'
import { audit } from '../../centre/audit/room.ts'
import { room } from '../../../platform/ground.ts'
import { identity } from '../../centre/identity/room.ts'
import { notifications } from '../notifications/room.ts'
import { filterInputs } from '../../chart/filter-inputs/room.ts'
import { rules } from '../rules/room.ts'
import { webhooks } from '../webhooks/room.ts'
import { runActions } from './run-actions.ts'

const DO_MS = 2000

/** Rule actions besides alerts: notify users, put vessels on lists, write audit records. */
export const ruleActions = room({
  name: 'rule-actions',
  uses: { audit, identity, notifications, filterInputs, webhooks, rules, alerts },
  open: async (ground, doors) => ({
    door: {},
    jobs: [
      {
        name: 'actions.do',
        does: 'Runs the actions of rules',
        when: { everyMs: DO_MS },
        work: (run) => runActions({ ...ground, ...doors }, run),
      },
      {
        name: 'actions.forget',
        does: 'Deletes rule actions after 90 days',
        when: { cron: '50 3 * * *', zone: 'UTC' },
        work: () => doors.rules.actions.forget(),
      },
    ],
  }),
})
