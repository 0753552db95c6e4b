import { getAudit } from '@samudra/contract/audit'
import { assignDuty } from '@samudra/contract/duties'
import { getNoticeDeliveries, getNotices, updateNoticeSettings } from '@samudra/contract/notifications'
import type { RuleAction } from '@samudra/contract/rule-actions'
import { createRule, deleteRule } from '@samudra/contract/rule-keeping'
import { getRuleResults } from '@samudra/contract/rule-results'
import { BLACKLIST, createVesselList, getVesselsByVesselList } from '@samudra/contract/vessel-lists'
import { expect, test } from 'vitest'
import { until, type TestServer } from '../../../../testing/servers/a-server.ts'
import { aUser } from '../../../../testing/servers/a-user.ts'
import { aHit, centreOfEachTest, hurry } from '../../../../testing/seas/alerts.ts'
import { storedResults } from '../../../../testing/seas/results.ts'
import { SLOW } from '../../../../testing/seas/rules.ts'
import type { Clock } from '../../../platform/needs/clock.ts'
import type { ResultRow } from '../rules/findings/results.sql.ts'

let server: TestServer
let clock: Clock
let putOn: (ms: number) => void
centreOfEachTest((centre) => ({ server, clock, putOn } = centre))

type Desk = Pick<TestServer, 'call'>
const MINUTE = 60_000
const WATCHED = { name: 'Watched', kind: 'STATIC', color: '#1565c0', visibility: 'PRIVATE' } as const
const aRule = (desk: Desk, actions: RuleAction[], more: object = {}) =>
  desk.call(createRule, { ...SLOW, actions, ...more })
const to = (some: Partial<Extract<RuleAction, { do: 'NOTIFY' }>['to']>) => ({
  users: [],
  groups: [],
  roles: [],
  ...some,
})

/** Stores what a rule found, and waits until everything it does of it is done or refused; answers what became of it. */
async function acted(rule: string, rows: readonly ResultRow[]): Promise<string[][]> {
  await storedResults(server.database.db, rows)
  const ids = new Set(rows.map(({ id }) => id))
  let dueActions: string[][] = []
  await until(async () => {
    await hurry(server, 'alerts.raise')
    await hurry(server, 'actions.do')
    const { items } = await server.call(getRuleResults, { id: rule, limit: 500 })
    const all = items.filter(({ id }) => ids.has(id)).flatMap((one) => one.deeds)
    dueActions = all.map(({ action, state, why }) => [action.do, state, why])
    return all.length > 0 && all.every(({ state }) => state !== 'WAITS')
  }, 'what is to be done is done')
  return dueActions
}
const hitOf = (rule_id: string, more: Partial<ResultRow> = {}) =>
  aHit(clock.now(), { rule_id, rule_version: 1, ...more })
const notificationsOf = async ({ call }: Desk) =>
  (await call(getNotices, {})).items.flatMap(({ kind, text }) => (kind === 'ALERT' ? [text] : []))
const membersOf = async ({ call }: Desk, id: string) =>
  (await call(getVesselsByVesselList, { id })).items.map(({ mmsi, reason, added_by, expires_at }) => ({
    mmsi,
    reason,
    added_by,
    expires_at,
  }))

test('a user a rule names, also by duty, is notified once of a hit if they may know it', async () => {
  const asha = await aUser(server, 'asha')
  const far = await aUser(server, 'far', ['OTHER'])
  const ravi = await aUser(server, 'ravi')
  const day = {
    from: new Date(clock.now()).toISOString(),
    to: new Date(clock.now() + 3_600_000).toISOString(),
  }
  await server.call(assignDuty, { user_id: 'test-ravi', role: 'SUPERVISOR', ...day })
  const rule = await aRule(
    server,
    [
      {
        do: 'NOTIFY',
        channel: 'PAGE',
        to: to({ users: ['test-asha', 'test-far'], roles: ['SUPERVISOR', 'DUTY_OFFICER'] }),
      },
    ],
    { visibility: 'CENTRE' },
  )
  const hit = hitOf(rule.id)
  expect(await acted(rule.id, [hit])).toEqual([['NOTIFY', 'DONE', '']])
  // The hit, not its actions.
  const text = `Slow vessels (MMSI 419000001): ${rule.sentence.split(';')[0]}`
  expect(await notificationsOf(asha)).toEqual([text])
  expect(await notificationsOf(ravi)).toEqual([text])
  expect(await notificationsOf(far)).toEqual([])
  await acted(rule.id, [{ ...hit, again: 3, status: 'CLEARED' }])
  expect(await notificationsOf(asha)).toEqual([text])
  const many = Array.from({ length: 5 }, (_, i) => hitOf(rule.id, { mmsi: 419_000_100 + i }))
  await acted(rule.id, many)
  expect(await notificationsOf(asha)).toEqual(['Slow vessels raised several hits at once.', text])
})

test('a private rule notifies no other user, and a warning states so while it is written', async () => {
  const asha = await aUser(server, 'asha')
  const action: RuleAction = { do: 'NOTIFY', channel: 'PAGE', to: to({ users: ['test-asha'] }) }
  const rule = await aRule(server, [action])
  expect(rule.validation.warnings[0]).toContain('does not see the rule')
  await acted(rule.id, [hitOf(rule.id)])
  expect(await notificationsOf(asha)).toEqual([])
  const gone = await aRule(server, [{ ...action, to: to({ users: ['nobody'] }) }])
  expect(gone.validation.errors).toEqual(['notifies a user who does not exist; remove the user'])
})

test('a channel of a rule applies to users who chose none', async () => {
  const asha = await aUser(server, 'asha')
  const binu = await aUser(server, 'binu')
  await binu.call(updateNoticeSettings, {
    channels: { ALERT: { WARNING: [] } },
    quiet: null,
    breaks: 'CRITICAL',
    digest: null,
    expected_version: 0,
  })
  const rule = await aRule(
    server,
    [{ do: 'NOTIFY', channel: 'SOUND', to: to({ users: ['test-asha', 'test-binu'] }) }],
    { visibility: 'CENTRE' },
  )
  await acted(rule.id, [hitOf(rule.id)])
  expect(await notificationsOf(binu)).toEqual([])
  const [notice] = (await asha.call(getNotices, {})).items
  const { items } = await asha.call(getNoticeDeliveries, { id: notice!.id })
  expect(items).toMatchObject([{ username: 'asha', channels: ['PAGE', 'SOUND'] }])
})

test('a rule whose channel is mail notifies by screen and mail', async () => {
  const asha = await aUser(server, 'asha')
  const rule = await aRule(server, [{ do: 'NOTIFY', channel: 'EMAIL', to: to({ users: ['test-asha'] }) }], {
    visibility: 'CENTRE',
  })
  expect(rule.sentence).toContain('by e-mail')
  await acted(rule.id, [hitOf(rule.id)])
  const [notice] = (await asha.call(getNotices, {})).items
  const { items } = await asha.call(getNoticeDeliveries, { id: notice!.id })
  expect(items).toMatchObject([{ username: 'asha', channels: ['PAGE', 'EMAIL'] }])
})

test('a found vessel is listed for a time with the rule as reason, and longer when it returns', async () => {
  const list = await server.call(createVesselList, WATCHED)
  const actions: RuleAction[] = [{ do: 'ADD_TO_LIST', list: list.id, expires_h: 2 }]
  const rule = await aRule(server, actions)
  const first = clock.now()
  const pair = { subject: 'PAIR' as const, other_mmsi: 419000002, other_split: 0 }
  expect(await acted(rule.id, [hitOf(rule.id, pair)])).toEqual([['ADD_TO_LIST', 'DONE', '']])
  const [one, other] = await membersOf(server, list.id)
  expect(one).toMatchObject({
    mmsi: '419000001',
    reason: 'Found by the rule Slow vessels',
    added_by: 'admin',
  })
  expect(other!.mmsi).toBe('419000002')
  const endOf = (member: typeof one) => Date.parse(member!.expires_at!)
  expect(endOf(one)).toBeGreaterThanOrEqual(first + 120 * MINUTE)
  putOn(10 * MINUTE)
  await acted(rule.id, [hitOf(rule.id)])
  const later = await membersOf(server, list.id)
  expect(later.map(({ mmsi }) => mmsi).sort()).toEqual(['419000001', '419000002'])
  expect(endOf(later.find(({ mmsi }) => mmsi === '419000001'))).toBeGreaterThanOrEqual(
    endOf(one) + 10 * MINUTE,
  )
  expect(endOf(later.find(({ mmsi }) => mmsi === '419000002'))).toBe(endOf(other))
})

test('a rule acts with the rights of its owner: on no list and no hit beyond them', async () => {
  const coast = await aUser(server, 'coast', ['COAST'])
  const list = await coast.call(createVesselList, WATCHED)
  const ofBlacklist = await aRule(coast, [{ do: 'ADD_TO_LIST', list: BLACKLIST, expires_h: 2 }])
  expect(ofBlacklist.validation.errors).toEqual([
    'adds vessels to a list that you may not change; choose another',
  ])
  expect(await acted(ofBlacklist.id, [hitOf(ofBlacklist.id)])).toEqual([
    ['ADD_TO_LIST', 'REFUSED', expect.stringContaining('Only its owner or an administrator may change')],
  ])
  const rule = await aRule(coast, [{ do: 'ADD_TO_LIST', list: list.id, expires_h: 2 }, { do: 'LOG' }])
  expect(await acted(rule.id, [hitOf(rule.id, { sources: [[2]] })])).toEqual([
    ['ADD_TO_LIST', 'REFUSED', 'the owner of the rule may not see this hit'],
    ['LOG', 'REFUSED', 'the owner of the rule may not see this hit'],
  ])
  await acted(rule.id, [hitOf(rule.id, { mmsi: 419000005 })])
  expect((await membersOf(coast, list.id)).map(({ mmsi }) => mmsi)).toEqual(['419000005'])
  const ofAdmin = await aRule(server, [{ do: 'ADD_TO_LIST', list: BLACKLIST, expires_h: 1 }])
  await acted(ofAdmin.id, [hitOf(ofAdmin.id, { mmsi: 419000006 })])
  expect(await membersOf(server, BLACKLIST)).toMatchObject([{ mmsi: '419000006', added_by: 'admin' }])
})

test('a rule action is in the audit record, and a deleted rule does nothing more', async () => {
  const rule = await aRule(server, [{ do: 'LOG' }])
  const hit = hitOf(rule.id)
  expect(await acted(rule.id, [hit])).toEqual([['LOG', 'DONE', '']])
  const recorded = async () =>
    (await server.call(getAudit, {})).items.filter(({ action }) => action === 'rule acted')
  expect(await recorded()).toMatchObject([
    { object_id: hit.id, after: { rule_id: rule.id, mmsi: '419000001', state: 'DONE' } },
  ])
  await server.call(deleteRule, { id: rule.id })
  await storedResults(server.database.db, [hitOf(rule.id)])
  await hurry(server, 'alerts.raise')
  await hurry(server, 'actions.do')
  expect(await recorded()).toHaveLength(1)
})

test('an action no rule can do is rejected by name, and so is a duplicate', async () => {
  const refused = async (...actions: object[]) => {
    const answer = await server.raw(createRule, { ...SLOW, actions } as never)
    return (answer as { Code: string; Message: string }).Message
  }
  expect(await refused({ do: 'OPEN_CASE', template: 'x' })).toContain('needs cases')
  expect(await refused({ do: 'RELEASE', profile: 'x' })).toContain('needs release')
  expect(await refused({ do: 'NOTIFY', channel: 'WEBHOOK', to: to({ users: ['a'] }) })).toContain(
    'choose PAGE',
  )
  expect(await refused({ do: 'NOTIFY', channel: 'PAGE', to: to({}) })).toContain('names no recipient')
  expect(await refused({ do: 'LOG' }, { do: 'ALERT' })).toContain('ALERT first')
  expect(await refused({ do: 'LOG' }, { do: 'LOG' })).toContain('say it once')
  const finding = { kind: 'DYNAMIC' as const, query: { ship_types: ['TANKER' as const] } }
  const list = await server.call(createVesselList, { ...WATCHED, ...finding })
  const rule = await aRule(server, [{ do: 'ADD_TO_LIST', list: list.id, expires_h: 2 }])
  expect(rule.validation.errors[0]).toContain('dynamic list')
})
