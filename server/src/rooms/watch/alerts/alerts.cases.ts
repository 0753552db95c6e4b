import {
  createAlertDefinition,
  deleteAlertDefinition,
  editAlertDefinition,
  enableDisableAlertDefinition,
  getAlertDefinitionVersions,
} from '@samudra/contract/alert-definitions'
import { getAlertFigures } from '@samudra/contract/alert-figures'
import { getAlertMarks } from '@samudra/contract/alert-marks'
import { getAlertNotices } from '@samudra/contract/alert-notifications'
import { acknowledgeAlerts, getAlertResults, getAlerts, getAlertsForVessel } from '@samudra/contract/alerts'
import { assignDuty, endDuty, getDuties, leaveWatch, takeWatch } from '@samudra/contract/duties'
import {
  createEscalationPolicy,
  deleteEscalationPolicy,
  editEscalationPolicy,
  getEscalationPolicies,
  getEscalationPolicyVersions,
} from '@samudra/contract/escalation-policies'
import { createRule } from '@samudra/contract/rule-keeping'
import { aHit, alertsOnce } from '../../../../testing/seas/alerts.ts'
import { parameterCase } from '../../../../testing/parameters/row.ts'
import { iso, NOW, OTHER, SHIP, type Sea } from '../../../../testing/parameters/sea.ts'
import { storedResults } from '../../../../testing/seas/results.ts'
import { SLOW } from '../../../../testing/seas/rules.ts'

const DAY = 86_400_000
const schedule = { zone: 'UTC' as const, days: [0, 1, 2, 3, 4, 5, 6], from: '00:00', to: '23:59' }
const DEFINITION = {
  name: 'False positions',
  description: 'Some words',
  trigger: { builtin: 'SPOOFING_EVENT' },
  visibility: 'PRIVATE' as const,
  schedule,
}
const others = {
  escalation_policy_id: 'NONE',
  'trigger.builtin': 'BLACKLIST',
  'trigger.rule_id': async (sea: Sea) => (await sea.call(createRule, SLOW)).id,
  review_due: iso(NOW + DAY),
}
const aDefinition = async ({ call }: Sea) => call(createAlertDefinition, structuredClone(DEFINITION) as never)
const made = async (sea: Sea) => ({ id: (await aDefinition(sea)).id })

let hits = 0
/** Alerts of two ships, raised now. */
async function raised(sea: Sea) {
  const from = 419_800_000 + 10 * ++hits
  const known = new Set((await alertsOnce(sea, () => true)).map(({ id }) => id))
  const hitsOf = [SHIP, OTHER].map(Number).concat(from)
  await storedResults(
    sea.database.db,
    hitsOf.map((mmsi) => aHit(NOW, { id: `trial.alert.${hits}.${mmsi}`, mmsi, rule_id: 'BLACKLIST' })),
  )
  const alerts = await alertsOnce(sea, (all) => all.some(({ mmsi }) => mmsi === String(from)))
  return alerts.find(({ id, mmsi }) => !known.has(id) && mmsi === String(from))!
}
/** A second alert of the first ship. */
async function raisedOfAnotherKind(sea: Sea) {
  const hit = aHit(NOW, { id: `trial.alert.${hits}.other`, mmsi: Number(SHIP) })
  await storedResults(sea.database.db, [hit])
  await alertsOnce(sea, (all) => all.filter(({ mmsi }) => mmsi === SHIP).length > 1)
}
const anAlert = async (sea: Sea) => ({ ids: [(await raised(sea)).id] })

const DUTY = { user_id: 'test-asha', role: 'SUPERVISOR', from: iso(NOW - DAY), to: iso(NOW + DAY) } as const
/** Ends the duties that would forbid another one. */
async function endDuties({ call, raw }: Pick<Sea, 'call' | 'raw'>) {
  const { items } = await call(getDuties, { to: iso(NOW + 3 * DAY) })
  for (const { id } of items) await raw(endDuty, { id, reason: 'over' })
}
const aDuty = async (sea: Sea) => {
  await endDuties(sea)
  return sea.call(assignDuty, DUTY)
}

const STEP = { after_min: 5, audience: { duty_roles: ['SUPERVISOR'] } }
const POLICY = { name: 'Night watch', steps: [STEP], visibility: 'PRIVATE' as const }
const aPolicy = async ({ call }: Sea) => ({
  id: (await call(createEscalationPolicy, structuredClone(POLICY) as never)).id,
})
const stops = { stop_on: ['RESOLVE'], repeat_min: 30 }

export const CASES = [
  parameterCase(createEscalationPolicy, { base: () => structuredClone(POLICY), other: stops }),
  parameterCase(getEscalationPolicies, { base: async (sea) => (await aPolicy(sea), {}) }),
  parameterCase(getEscalationPolicyVersions, { base: aPolicy }),
  parameterCase(editEscalationPolicy, {
    base: async (sea) => ({ ...(await aPolicy(sea)), steps: structuredClone([STEP]), expected_version: 1 }),
    other: stops,
  }),
  parameterCase(deleteEscalationPolicy, {
    base: async (sea) => ({ ...(await aPolicy(sea)), reason: 'over' }),
  }),
  parameterCase(getDuties, {
    base: async (sea) => (
      await aDuty(sea),
      await sea.call(assignDuty, { ...DUTY, role: 'DUTY_OFFICER' }),
      {}
    ),
  }),
  parameterCase(assignDuty, {
    base: async (sea) => {
      await endDuties(sea)
      return { ...DUTY }
    },
    other: { to: iso(NOW + 2 * DAY) },
  }),
  parameterCase(takeWatch, { base: async (sea) => (await endDuties(sea), {}), other: { hours: 99 } }),
  parameterCase(leaveWatch, {
    base: async (sea) => (await endDuties(sea), await sea.call(takeWatch, { hours: 8 }), {}),
  }),
  parameterCase(endDuty, { base: async (sea) => ({ id: (await aDuty(sea)).id, reason: 'over' }) }),
  parameterCase(getAlerts, { base: async (sea) => (await raised(sea), {}) }),
  parameterCase(getAlertNotices, { base: async (sea) => ({ id: (await raised(sea)).id }) }),
  parameterCase(getAlertMarks, { base: async (sea) => (await raised(sea), {}) }),
  parameterCase(acknowledgeAlerts, {
    base: async (sea) => ({ ...(await anAlert(sea)), action: 'ACK', comment: 'seen' }),
    other: {
      action: 'COMMENT',
      expected_versions: (_: Sea, { ids }: { ids?: string[] }) => ({ [ids![0]!]: 99 }),
    },
    state: async (sea, { ids }) =>
      (await sea.call(getAlerts, { limit: 500 })).items
        .filter(({ id }) => (ids as string[]).includes(id))
        .map(({ comments }) => comments.map(({ text }) => text)),
  }),
  parameterCase(getAlertsForVessel, {
    base: async (sea) => (await raised(sea), await raisedOfAnotherKind(sea), { mmsi: SHIP }),
  }),
  parameterCase(getAlertResults, { base: async (sea) => (await raised(sea), { id: 'default-BLACKLIST' }) }),
  parameterCase(getAlertFigures, { base: async (sea) => (await raised(sea), {}) }),
  parameterCase(createAlertDefinition, { base: () => structuredClone(DEFINITION), other: { ...others } }),
  parameterCase(editAlertDefinition, {
    base: async (sea) => ({ ...(await made(sea)), expected_version: 1, schedule }),
    other: others,
  }),
  parameterCase(getAlertDefinitionVersions, { base: made }),
  parameterCase(deleteAlertDefinition, { base: async (sea) => ({ ...(await made(sea)), reason: 'over' }) }),
  parameterCase(enableDisableAlertDefinition, {
    base: async (sea) => ({ ...(await made(sea)), enabled: false, reason: 'rest' }),
    other: { until: iso(NOW + DAY) },
  }),
]
