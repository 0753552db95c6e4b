import { createAlertDefinition, editAlertDefinition } from '@samudra/contract/alert-definitions'
import { acknowledgeAlerts, getAlerts, type Alert } from '@samudra/contract/alerts'
import { getAudit } from '@samudra/contract/audit'
import { assignDuty } from '@samudra/contract/duties'
import {
  createEscalationPolicy,
  deleteEscalationPolicy,
  editEscalationPolicy,
  getEscalationPolicies,
  getEscalationPolicyVersions,
} from '@samudra/contract/escalation-policies'
import { getNoticeDeliveries, getNotices, updateNoticeSettings } from '@samudra/contract/notifications'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { aHit, found, hurry } from '../../../../../testing/seas/alerts.ts'
import { Desk } from '../../../../../testing/servers/a-desk.ts'
import { PASSWORD, until } from '../../../../../testing/servers/a-server.ts'
import { aUser } from '../../../../../testing/servers/a-user.ts'
import { NO_AUDIENCE } from '@samudra/contract/alert-audience'

let desk: Desk
beforeEach(async () => {
  desk = await Desk.open()
})
afterEach(() => desk.close())

const step = (after_min: number, audience: object, channels: ('PAGE' | 'SOUND' | 'EMAIL')[] = []) => ({
  after_min,
  audience: { ...NO_AUDIENCE, ...audience },
  channels,
})
const NIGHT = {
  name: 'Night watch',
  steps: [
    step(2, { duty_roles: ['SUPERVISOR'] }, ['PAGE', 'EMAIL']),
    step(3, { users: ['test-ravi'], groups: ['night'] }),
  ],
  repeat_min: 20,
  stop_on: ['ACK' as const, 'SHELVE' as const, 'RESOLVE' as const],
  quiet_hours_apply: true,
  visibility: 'CENTRE' as const,
}
const policy = (more: object = {}) => desk.call(createEscalationPolicy, { ...NIGHT, ...more })
/** Defines alerts of what `aHit` finds. */
const defined = (more: object = {}) =>
  desk.call(createAlertDefinition, {
    name: 'False positions of the night',
    description: '',
    trigger: { builtin: 'SPOOFING_EVENT' },
    severity: 'HIGH',
    audience: NO_AUDIENCE,
    channels: [],
    dedupe_key: ['mmsi', 'pair', 'aoi'],
    dedupe_window_min: 60,
    grace_min: 0,
    exclude_in_port: false,
    escalation_policy_id: 'STANDARD',
    sound: 'SOFT',
    visibility: 'CENTRE',
    enabled: true,
    ...more,
  })
const onDuty = (user: string, role: 'SUPERVISOR' | 'DUTY_OFFICER') =>
  desk.call(assignDuty, { user_id: `test-${user}`, role, from: desk.iso(-1), to: desk.iso(600) })
/** Raises an alert of a definition. */
async function alertOf(definition: { id: string }, mmsi = 419_000_001): Promise<Alert> {
  const isIt = (one: Alert) => one.definition_id === definition.id && one.mmsi === String(mmsi)
  const all = await found(desk, [aHit(desk.clock.now(), { mmsi })], (some) => some.some(isIt))
  return all.find(isIt)!
}
const now = async ({ id }: { id: string }) =>
  (await desk.call(getAlerts, { limit: 500 })).items.find((one) => one.id === id)!
const putOn = (minutes: number, alert: Alert, isSo: (alert: Alert) => boolean) =>
  desk.putOn(minutes, async () => isSo(await now(alert)))
const noticesTo = async (who: string) => {
  const session = await desk.server.logIn(who, PASSWORD)
  const { items } = await session.call(getNotices, { limit: 500 })
  return items.filter(({ kind }) => kind === 'ALERT')
}
const textsTo = async (who: string) => (await noticesTo(who)).map(({ text }) => text)
const levelIs = (level: number) => (alert: Alert) => alert.escalation_level === level

test('an alert follows the steps of its policy, then repeats the last one', async () => {
  await aUser(desk.server, 'sita')
  await aUser(desk.server, 'ravi')
  await aUser(desk.server, 'mate', ['*'], { group_ids: ['night'] })
  await onDuty('sita', 'SUPERVISOR')
  const { id } = await policy()
  const alert = await alertOf(await defined({ escalation_policy_id: id, severity: 'LOW' }))
  // A severity that the standard steps leave out follows the policy all the same.
  expect(alert.next_escalation_at).toBe(desk.iso(2))
  await putOn(2, alert, levelIs(1))
  await until(async () => (await textsTo('sita')).length === 1, 'the supervisor is notified')
  const [notice] = await noticesTo('sita')
  expect(notice!.text).toMatch(/^This alert is unassigned: /)
  const { items } = await desk.call(getNoticeDeliveries, { id: notice!.id })
  expect(items.map(({ username, channels }) => [username, channels])).toEqual([['sita', ['PAGE', 'EMAIL']]])
  expect(await textsTo('ravi')).toEqual([])
  await putOn(3, alert, levelIs(2))
  await until(async () => (await textsTo('ravi')).length === 1, 'the user of step 2 is notified')
  expect(await textsTo('mate')).toHaveLength(1)
  expect((await now(alert)).next_escalation_at).toBe(desk.iso(20))
  const next = desk.iso(40)
  await putOn(20, alert, ({ next_escalation_at }) => next_escalation_at === next)
  const steps = (await desk.call(getAudit, { object_type: 'alert', object_id: alert.id })).items
  expect(steps.filter(({ action }) => action === 'alert escalated').map(({ reason }) => reason)).toEqual([
    'no one took it; notified: step 2 of Night watch',
    'no one took it; notified: step 2 of Night watch',
    'no one took it; notified: step 1 of Night watch',
  ])
})

test('without a repeat the last step ends the escalation, and an acknowledgement ends it before', async () => {
  await aUser(desk.server, 'ravi')
  const once = await policy({ steps: [step(1, { users: ['test-ravi'] })], repeat_min: 0 })
  const definition = await defined({ escalation_policy_id: once.id })
  const alert = await alertOf(definition)
  await putOn(1, alert, ({ next_escalation_at }) => next_escalation_at === null)
  await until(async () => (await textsTo('ravi')).length === 1, 'the user is notified once')
  const twice = await policy({ name: 'Twice', steps: [step(1, { users: ['test-ravi'] })] })
  const { id, version: expected_version } = definition
  await desk.call(editAlertDefinition, { id, expected_version, escalation_policy_id: twice.id })
  const second = await alertOf(definition, 419_000_078)
  await desk.call(acknowledgeAlerts, { ids: [second.id], action: 'ACK' })
  expect((await now(second)).next_escalation_at).toBe(null)
})

test('a policy that does not stop at ACK goes on until the alert is closed', async () => {
  await aUser(desk.server, 'ravi')
  const until_closed = await policy({
    steps: [step(1, { users: ['test-ravi'] })],
    repeat_min: 5,
    stop_on: ['RESOLVE'],
  })
  const alert = await alertOf(await defined({ escalation_policy_id: until_closed.id }))
  await desk.call(acknowledgeAlerts, { ids: [alert.id], action: 'ACK' })
  await putOn(1, alert, levelIs(1))
  await until(async () => (await textsTo('ravi')).length === 1, 'the user is notified')
  expect((await textsTo('ravi'))[0]).toMatch(/^This alert is still open: /)
  await desk.call(acknowledgeAlerts, {
    ids: [alert.id],
    action: 'DISMISS',
    disposition: 'FALSE_POSITIVE',
    comment: 'none',
  })
  expect((await now(alert)).next_escalation_at).toBe(null)
})

test('a changed policy acts from the next step of an open alert; a restart keeps level and time', async () => {
  await aUser(desk.server, 'ravi')
  const { id, version } = await policy({ steps: [step(10, { users: ['test-ravi'] })] })
  const alert = await alertOf(await defined({ escalation_policy_id: id }))
  await desk.call(editEscalationPolicy, {
    id,
    expected_version: version,
    steps: [step(10, { users: ['test-ravi'] }), step(30, { duty_roles: ['DUTY_OFFICER'] })],
    reason: 'a second step',
  })
  await desk.server.halt()
  desk = await Desk.open(desk.database)
  expect(await now(alert)).toMatchObject({
    escalation_level: 0,
    next_escalation_at: alert.next_escalation_at,
  })
  await putOn(10, alert, levelIs(1))
  expect((await now(alert)).next_escalation_at).toBe(desk.iso(30))
  // No user has the duty of step 2.
  await putOn(30, alert, levelIs(2))
  await until(
    async () => (await textsTo('admin')).some((text) => text.endsWith('No one is on duty as duty officer.')),
    'administrators are notified instead',
  )
  const { items } = await desk.call(getEscalationPolicyVersions, { id })
  expect(items.map((one) => [one.steps.length, one.reason])).toEqual([
    [1, ''],
    [2, 'a second step'],
  ])
})

test('a policy in use stays, a hidden one cannot be named, and unknown users are rejected', async () => {
  const asha = await aUser(desk.server, 'asha')
  const own = await policy({ visibility: 'PRIVATE', steps: [step(1, { duty_roles: ['SUPERVISOR'] })] })
  expect((await asha.call(getEscalationPolicies, {})).items).toEqual([])
  const definition = await defined({ escalation_policy_id: own.id })
  expect(await desk.raw(deleteEscalationPolicy, { id: own.id, reason: 'old' })).toMatchObject({
    Code: 'IN_USE',
    Message: expect.stringContaining('Alert definition: False positions of the night'),
  })
  expect(
    await asha.raw(createAlertDefinition, {
      ...DEFINITION_OF_ASHA,
      escalation_policy_id: own.id,
    }),
  ).toMatchObject({ Code: 'VALIDATION', fields: [{ field: 'escalation_policy_id' }] })
  expect(
    await desk.raw(createEscalationPolicy, { ...NIGHT, steps: [step(1, { users: ['ghost'] })] }),
  ).toMatchObject({ fields: [{ field: 'steps.0.audience.users' }] })
  expect(await desk.raw(createEscalationPolicy, { ...NIGHT, steps: [step(1, {})] })).toMatchObject({
    Code: 'VALIDATION',
    Message: expect.stringContaining('names no user'),
  })
  await desk.call(editAlertDefinition, {
    id: definition.id,
    expected_version: definition.version,
    escalation_policy_id: 'NONE',
  })
  expect(await desk.call(deleteEscalationPolicy, { id: own.id, reason: 'old' })).toEqual({ id: own.id })
})
const DEFINITION_OF_ASHA = {
  name: 'Of Asha',
  description: '',
  trigger: { builtin: 'SPOOFING_EVENT' },
  severity: null,
  audience: NO_AUDIENCE,
  channels: [],
  dedupe_key: [],
  dedupe_window_min: 60,
  grace_min: 0,
  exclude_in_port: false,
  sound: 'SOFT' as const,
  visibility: 'PRIVATE' as const,
  enabled: true,
}

test('a definition notifies users on duty at that moment by its channels, not those they chose', async () => {
  const sita = await aUser(desk.server, 'sita')
  await aUser(desk.server, 'dev')
  await sita.call(updateNoticeSettings, {
    channels: { ALERT: { WARNING: [] } },
    quiet: null,
    breaks: 'CRITICAL',
    digest: null,
    expected_version: 0,
  })
  await onDuty('sita', 'SUPERVISOR')
  const audience = { ...NO_AUDIENCE, duty_roles: ['SUPERVISOR' as const] }
  await alertOf(await defined({ audience, channels: ['SOUND'], escalation_policy_id: 'NONE' }))
  await until(async () => (await textsTo('sita')).length === 1, 'who has the duty is notified')
  const [notice] = await noticesTo('sita')
  const { items } = await desk.call(getNoticeDeliveries, { id: notice!.id })
  expect(items.map(({ username, channels }) => [username, channels])).toEqual([['sita', ['PAGE', 'SOUND']]])
  expect(await textsTo('dev')).toEqual([])
})

test('a policy without quiet hours notifies aloud in them', async () => {
  const ravi = await aUser(desk.server, 'ravi')
  await ravi.call(updateNoticeSettings, {
    channels: {},
    quiet: { from: '00:00', to: '23:59' },
    breaks: 'CRITICAL',
    digest: null,
    expected_version: 0,
  })
  const steps = [step(1, { users: ['test-ravi'] })]
  const aloud = await policy({ steps, quiet_hours_apply: false })
  const quiet = await policy({ name: 'Quiet', steps })
  const { id, version } = await defined({ escalation_policy_id: quiet.id, dedupe_window_min: 0 })
  const first = await alertOf({ id })
  await putOn(1, first, levelIs(1))
  await desk.call(editAlertDefinition, { id, expected_version: version, escalation_policy_id: aloud.id })
  const second = await alertOf({ id }, 419_000_077)
  await putOn(1, second, levelIs(1))
  await until(async () => (await noticesTo('ravi')).length === 2, 'both are notified')
  await hurry(desk, 'alerts.clock')
  const quietOf = async (notice: string) =>
    (await desk.call(getNoticeDeliveries, { id: notice })).items.map((one) => one.quiet)
  const [later, earlier] = await noticesTo('ravi')
  expect([await quietOf(earlier!.id), await quietOf(later!.id)]).toEqual([[true], [false]])
})
