import {
  createAlertDefinition,
  deleteAlertDefinition,
  editAlertDefinition,
  enableDisableAlertDefinition,
  getAlertDefinitions,
  getAlertDefinitionVersions,
  type AlertDefinition,
} from '@samudra/contract/alert-definitions'
import { getAlerts, type Alert } from '@samudra/contract/alerts'
import { blockOrUnblockUser } from '@samudra/contract/identity'
import { getNotices } from '@samudra/contract/notifications'
import { createRule, deleteRule } from '@samudra/contract/rule-keeping'
import { afterEach, expect, test } from 'vitest'
import { Desk } from '../../../../../testing/servers/a-desk.ts'
import { aDatabase } from '../../../../../testing/servers/a-database.ts'
import { until } from '../../../../../testing/servers/a-server.ts'
import { aUser } from '../../../../../testing/servers/a-user.ts'
import { aHit, alertsOnce, coastAndSatelliteIn, found } from '../../../../../testing/seas/alerts.ts'
import { aFix, storeFixes } from '../../../../../testing/seas/fixes.ts'
import { SLOW } from '../../../../../testing/seas/rules.ts'

let desk: Desk
afterEach(() => desk.close())

const DAY = 24 * 60
const OURS = {
  name: 'Ours',
  trigger: { builtin: 'SPOOFING_EVENT' },
  dedupe_window_min: 0,
  visibility: 'CENTRE' as const,
}
/** Ours in place of the one the product brings. */
async function aDefinition(more: object = {}) {
  await desk.call(enableDisableAlertDefinition, {
    id: 'default-SPOOFING_EVENT',
    enabled: false,
    reason: 'ours is better',
  })
  return make(more)
}
const make = (more: object) =>
  desk.call(createAlertDefinition, { ...createAlertDefinition.example, ...OURS, ...more } as never)
const definitionOf = async ({ id }: Pick<AlertDefinition, 'id'>) =>
  (await desk.call(getAlertDefinitions, { ids: [id] })).items[0]!
const stateIs = (one: Pick<AlertDefinition, 'id'>, state: AlertDefinition['state']) => async () =>
  (await definitionOf(one)).state === state
const jobNotifications = async (who: Pick<Desk, 'call'>) =>
  (await who.call(getNotices, { limit: 500 })).items
    .filter(({ kind }) => kind === 'JOB')
    .map(({ text }) => text)

/** Waits until a number of notifications has arrived; on failure lists those received. */
async function notifiedOnce(count: number) {
  let received: string[] = []
  const isReceived = async () => ((received = await jobNotifications(desk)), received.length === count)
  await until(isReceived, () => `${count} are told: ${received.join(' | ')}`)
}

let ship = 0
/** Returns a hit found now, of another vessel each time. */
const aFind = (more: Partial<ReturnType<typeof aHit>> = {}) =>
  aHit(desk.clock.now(), { mmsi: 419_000_100 + ++ship, ...more })
/**
 * Returns true if a definition raises an alert for a hit found now. A hit of another detector, evaluated at the same
 * time, shows when that is known.
 */
async function raisedNow(one: Pick<AlertDefinition, 'id'>): Promise<boolean> {
  const [find, witness] = [aFind(), aFind({ rule_id: 'BLACKLIST' })]
  const alerts = await found(desk, [find, witness], (all) => of(all, witness) !== undefined)
  return of(alerts, find)?.definition_id === one.id
}
const of = (alerts: readonly Alert[], { mmsi }: { mmsi: number }) =>
  alerts.find((alert) => alert.mmsi === String(mmsi))

test('a definition raises alerts only at its hours and by the light at the vessel', async () => {
  desk = await Desk.open()
  const ours = await aDefinition({ schedule: { zone: 'UTC', from: '06:00', to: '18:00', light: 'DAY' } })
  const day = Math.floor(desk.clock.now() / 86_400_000) * 86_400_000 - 86_400_000
  const at = (hour: number) => aHit(day + hour * 3_600_000, { mmsi: 419_000_200 + hour })
  // At 72° E the sun is down at 17 UTC, long before the hours are over.
  const finds = [3, 7, 17, 20].map(at)
  const alerts = await found(desk, finds, (all) => of(all, finds[1]!) !== undefined)
  expect(alerts.map(({ mmsi, definition_id }) => [mmsi, definition_id])).toEqual([['419000207', ours.id]])
})

test('a definition raises alerts for vessels that match its filter at the time of the hit', async () => {
  const database = await aDatabase()
  await coastAndSatelliteIn(database.db)
  const now = Date.now()
  const fixes = [
    { mmsi: 419000001, sog: 120 },
    { mmsi: 419000002, sog: 5 },
  ].map((one) => aFix({ ...one, recTime: now - 60_000, fixId: (now - 60_000) * 1024 + (one.mmsi % 10) }))
  await storeFixes(database.db, fixes)
  desk = await Desk.open(database)
  const ours = await aDefinition({ subject: { speed: { min: 5 } } })
  const [fast, slow, unheard] = [419000001, 419000002, 419000003].map((mmsi) => aFind({ mmsi }))
  const pair = aFind({ mmsi: 419000002, other_mmsi: 419000001, other_split: 0 })
  const alerts = await found(desk, [slow!, unheard!, fast!, pair], (all) => of(all, fast!) !== undefined)
  expect(alerts.map(({ mmsi, other_mmsi }) => [mmsi, other_mmsi]).sort()).toEqual([
    ['419000001', null],
    ['419000002', '419000001'],
  ])
  expect(alerts.every(({ definition_id }) => definition_id === ours.id)).toBe(true)
})

test('a definition that rests until a time raises nothing until then and is enabled again', async () => {
  desk = await Desk.open()
  const ours = await aDefinition()
  expect(await raisedNow(ours)).toBe(true)
  const rest = { id: ours.id, enabled: false, reason: 'an exercise' }
  expect(await desk.raw(enableDisableAlertDefinition, { ...rest, until: desk.iso(-1) })).toMatchObject({
    Code: 'VALIDATION',
    fields: [{ field: 'until' }],
  })
  await desk.call(enableDisableAlertDefinition, { ...rest, until: desk.iso(60) })
  expect(await definitionOf(ours)).toMatchObject({ state: 'DISABLED', disabled_until: desk.iso(60) })
  expect(await raisedNow(ours)).toBe(false)
  await desk.putOn(60, stateIs(ours, 'ENABLED'))
  expect(await definitionOf(ours)).toMatchObject({ enabled: true, disabled_until: null })
  expect(await raisedNow(ours)).toBe(true)
  const { items } = await desk.call(getAlertDefinitionVersions, { id: ours.id })
  expect(items.map(({ state, reason }) => [state, reason])).toEqual([
    ['ENABLED', ''],
    ['DISABLED', 'an exercise'],
    ['ENABLED', 'its pause has ended'],
  ])
})

test('an alert clears after its grace and not before; a new hit within the grace counts in it', async () => {
  desk = await Desk.open()
  await aDefinition({ grace_min: 10 })
  const find = aFind()
  await found(desk, [find], (all) => all.length === 1)
  desk.tick(60_000)
  const over = { ...find, status: 'CLEARED' as const, last_at: desk.clock.now() }
  await found(desk, [over], ([alert]) => alert!.last_at === desk.iso(0))
  const alertIs = (condition: Alert['condition']) => async () =>
    (await desk.call(getAlerts, {})).items[0]!.condition === condition
  expect(await alertIs('ACTIVE')()).toBe(true)
  await desk.later(9)
  const again = aFind({ mmsi: find.mmsi })
  const held = await found(desk, [again], ([alert]) => alert!.count === 2)
  expect(held).toMatchObject([{ condition: 'ACTIVE', count: 2 }])
  await found(desk, [{ ...again, status: 'CLEARED' }], ([alert]) =>
    alert!.evidence.every(({ status }) => status === 'CLEARED'),
  )
  await desk.putOn(10, alertIs('CLEARED'))
  await found(desk, [aFind({ mmsi: find.mmsi })], (all) => all.length === 2)
})

test('an alert without a reported end clears by itself after the time its definition sets', async () => {
  desk = await Desk.open()
  await aDefinition({ auto_clear_min: 30 })
  const [alert] = await found(desk, [aFind()], (all) => all.length === 1)
  expect(alert).toMatchObject({ condition: 'ACTIVE' })
  await desk.later(29)
  // Another one is due at a time of its own: what is due is done, and this is not.
  const [other] = await found(desk, [aFind()], (all) => all.length === 2)
  const conditions = async () =>
    Object.fromEntries((await desk.call(getAlerts, {})).items.map(({ id, condition }) => [id, condition]))
  await desk.putOn(1, async () => (await conditions())[alert!.id] === 'CLEARED')
  expect(await conditions()).toEqual({ [alert!.id]: 'CLEARED', [other!.id]: 'ACTIVE' })
  expect((await desk.call(getAlerts, {})).items.map(({ state }) => state)).toEqual(['NEW', 'NEW'])
})

test('a definition due for review raises alerts for a week, then is disabled; its owner knows', async () => {
  desk = await Desk.open()
  const ours = await aDefinition({ review_due: desk.iso(DAY) })
  await desk.putOn(DAY, stateIs(ours, 'REVIEW_DUE'))
  expect(await definitionOf(ours)).toMatchObject({ enabled: true })
  expect(await raisedNow(ours)).toBe(true)
  const last = desk.iso(7 * DAY)
  await notifiedOnce(1)
  await desk.later(7 * DAY - 1)
  expect(await raisedNow(ours)).toBe(true)
  await desk.putOn(1, stateIs(ours, 'DISABLED'))
  expect(await raisedNow(ours)).toBe(false)
  await notifiedOnce(2)
  expect((await jobNotifications(desk)).toSorted()).toEqual([
    `The alert definition Ours is due for review: set a new review date, or it is disabled on ${last.slice(0, 10)}.`,
    'The alert definition Ours was disabled: it was not reviewed for a week.',
  ])
  const enable = { id: ours.id, enabled: true, reason: 'looked at' }
  expect(await desk.raw(enableDisableAlertDefinition, enable)).toMatchObject({
    fields: [{ field: 'review_due' }],
  })
  const { version } = await definitionOf(ours)
  await desk.call(editAlertDefinition, { id: ours.id, expected_version: version, review_due: desk.iso(DAY) })
  expect(await desk.call(enableDisableAlertDefinition, enable)).toMatchObject({ state: 'ENABLED' })
})

test('a new review day within a week enables a definition; a rest ending later keeps its review', async () => {
  desk = await Desk.open()
  const ours = await aDefinition({ review_due: desk.iso(DAY) })
  await desk.putOn(DAY, stateIs(ours, 'REVIEW_DUE'))
  const { version } = await definitionOf(ours)
  const edited = await desk.call(editAlertDefinition, {
    id: ours.id,
    expected_version: version,
    review_due: desk.iso(2 * DAY),
  })
  expect(edited).toMatchObject({ state: 'ENABLED' })
  const rest = { id: ours.id, enabled: false, reason: 'an exercise', until: desk.iso(3 * DAY) }
  await desk.call(enableDisableAlertDefinition, rest)
  await desk.putOn(3 * DAY, stateIs(ours, 'REVIEW_DUE'))
  expect(await raisedNow(ours)).toBe(true)
})

test('a definition of a deleted rule is in error, notifies its owner, and is usable once edited', async () => {
  desk = await Desk.open()
  const rule = await desk.call(createRule, { ...SLOW, visibility: 'CENTRE' })
  const ours = await aDefinition({ trigger: { rule_id: rule.id } })
  await desk.call(deleteRule, { id: rule.id })
  await desk.putOn(0, stateIs(ours, 'ERROR'))
  expect(await definitionOf(ours)).toMatchObject({ enabled: false, error_reason: 'its rule was deleted' })
  await notifiedOnce(1)
  const enable = { id: ours.id, enabled: true, reason: 'try it' }
  expect(await desk.raw(enableDisableAlertDefinition, enable)).toMatchObject({ Code: 'VALIDATION' })
  const { version } = await definitionOf(ours)
  const draft = await desk.call(editAlertDefinition, {
    id: ours.id,
    expected_version: version,
    trigger: OURS.trigger,
  })
  expect(draft).toMatchObject({ state: 'DRAFT', enabled: false, error_reason: '' })
  expect(await raisedNow(ours)).toBe(false)
  expect(await desk.call(enableDisableAlertDefinition, enable)).toMatchObject({ state: 'ENABLED' })
  expect(await raisedNow(ours)).toBe(true)
})

test('a filtered definition whose owner may not log in is in error and notifies administrators', async () => {
  desk = await Desk.open()
  const asha = await aUser(desk.server, 'asha')
  const subject = { mmsis: ['419000001'] }
  const hers = await asha.call(createAlertDefinition, { ...OURS, visibility: 'PRIVATE', subject } as never)
  await desk.call(blockOrUnblockUser, { id: 'test-asha', blocked: true, reason: 'left' })
  await desk.putOn(0, stateIs(hers, 'ERROR'))
  await notifiedOnce(1)
  expect((await definitionOf(hers)).error_reason).toContain('asha')
})

test('a draft raises nothing; one that was deleted neither, and its versions stay', async () => {
  desk = await Desk.open()
  const draft = await aDefinition({ enabled: false })
  expect(draft).toMatchObject({ state: 'DRAFT', enabled: false })
  expect(await raisedNow(draft)).toBe(false)
  await desk.call(enableDisableAlertDefinition, { id: draft.id, enabled: true, reason: 'ready' })
  expect(await raisedNow(draft)).toBe(true)
  await desk.call(deleteAlertDefinition, { id: draft.id, reason: 'over' })
  expect(await raisedNow(draft)).toBe(false)
  const { items } = await desk.call(getAlertDefinitionVersions, { id: draft.id })
  expect(items.map(({ state, removed, reason }) => [state, removed, reason])).toEqual([
    ['DRAFT', false, ''],
    ['ENABLED', false, 'ready'],
    ['ENABLED', true, 'over'],
  ])
  expect(await alertsOnce(desk, () => true)).toHaveLength(4)
})
