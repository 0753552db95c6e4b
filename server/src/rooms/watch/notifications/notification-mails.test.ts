import { NO_AUDIENCE } from '@samudra/contract/alert-audience'
import { createAlertDefinition } from '@samudra/contract/alert-definitions'
import { addAoi, updateAoi } from '@samudra/contract/areas'
import { getMail, getMails } from '@samudra/contract/mail-calls'
import {
  getNotices,
  testNotice,
  updateNoticeSettings,
  type NotificationChannel,
  type NotificationSettings,
} from '@samudra/contract/notifications'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { aHit, found, hurry } from '../../../../testing/seas/alerts.ts'
import { boxOf } from '../../../../testing/seas/drawn-shapes.ts'
import { Desk } from '../../../../testing/servers/a-desk.ts'
import { PASSWORD, until } from '../../../../testing/servers/a-server.ts'
import { aUser } from '../../../../testing/servers/a-user.ts'

let desk: Desk
beforeEach(async () => {
  desk = await Desk.open()
})
afterEach(() => desk.close())

/** Creates a user who wants notices of areas by some channels. */
async function reader(
  name: string,
  channels: NotificationChannel[],
  more: Partial<Pick<NotificationSettings, 'quiet' | 'digest'>> = {},
) {
  const user = await aUser(desk.server, name)
  await user.call(updateNoticeSettings, {
    channels: { AREA: { INFO: channels } },
    quiet: null,
    breaks: 'CRITICAL',
    digest: null,
    expected_version: 0,
    ...more,
  })
}
type Session = ReturnType<typeof desk.server.logIn>
let sessions = new Map<string, Session>()
beforeEach(() => {
  sessions = new Map()
})
/** Returns the session of a user; a new one each time the clock has moved. */
function logIn(name: string): Session {
  const key = `${name} ${desk.clock.now()}`
  const session = sessions.get(key) ?? desk.server.logIn(name, PASSWORD)
  sessions.set(key, session)
  return session
}
const inbox = async (name: string) => (await (await logIn(name)).call(getMails, {})).items
const subjects = async (name: string) => (await inbox(name)).map(({ subject }) => subject)
const noticesTo = async (name: string) => (await (await logIn(name)).call(getNotices, {})).items
/** Shares an area, and waits until a user is notified of it. */
async function share(name: string, to: string) {
  desk.tick(1)
  const area = await desk.call(addAoi, {
    name,
    type: 'GENERAL',
    visibility: 'CENTRE',
    recur: 'NONE',
    color: '#1565c0',
    notes: '',
    valid_from: null,
    valid_to: null,
    geometry: boxOf(71, 9, 72.5, 10.5),
  })
  const text = `New area: ${name} (admin)`
  await until(async () => (await noticesTo(to)).some((one) => one.text === text), `${to} is notified`)
  return area
}
/** Time passes, and mails that are due are sent; a user who gets one each time shows that they were. */
async function mailed(minutes: number) {
  await desk.later(minutes)
  const witness = await logIn('witness')
  const before = (await inbox('witness')).length
  await witness.call(testNotice, { severity: 'INFO' })
  await until(async () => {
    await hurry(desk, 'notices.mail')
    return (await inbox('witness')).length > before
  }, 'mails that are due are sent')
}
beforeEach(async () => void (await aUser(desk.server, 'witness')))

test('notices of a minute come in one mail, and a trial comes at once', async () => {
  await reader('asha', ['PAGE', 'EMAIL'])
  await share('North', 'asha')
  await share('South', 'asha')
  await mailed(0.5)
  expect(await subjects('asha')).toEqual([])
  await mailed(0.5)
  expect(await subjects('asha')).toEqual(['2 notifications, the last: New area: South (admin)'])
  const { id } = (await inbox('asha'))[0]!
  const { body } = await (await logIn('asha')).call(getMail, { id })
  expect(body).toContain('New area: North (admin)')
  await mailed(5)
  expect(await subjects('asha')).toHaveLength(1)
})

test('a mail waits for the end of quiet hours, and a critical alert does not', async () => {
  // In the zone of a user who chose none, by the clock of the desk.
  const inZone = (hours: number) =>
    new Date(desk.clock.now() + (hours + 5.5) * 3_600_000).toISOString().slice(11, 16)
  await reader('asha', ['PAGE', 'EMAIL'], { quiet: { from: inZone(-1), to: inZone(1) } })
  await share('By night', 'asha')
  await mailed(10)
  expect(await subjects('asha')).toEqual([])
  await desk.call(createAlertDefinition, {
    name: 'Grave',
    description: '',
    trigger: { builtin: 'SPOOFING_EVENT' },
    severity: 'CRITICAL',
    audience: { ...NO_AUDIENCE, users: ['test-asha'] },
    channels: ['EMAIL'],
    dedupe_key: ['mmsi'],
    dedupe_window_min: 60,
    grace_min: 0,
    exclude_in_port: false,
    escalation_policy_id: 'NONE',
    sound: 'LOUD',
    visibility: 'CENTRE',
    enabled: true,
  })
  await found(desk, [aHit(desk.clock.now())], (all) => all.some(({ severity }) => severity === 'CRITICAL'))
  await mailed(0)
  expect(await subjects('asha')).toEqual([expect.stringContaining('419000001')])
  expect((await inbox('asha'))[0]).toMatchObject({ priority: 'HIGH' })
  await mailed(60)
  expect(await subjects('asha')).toContain('New area: By night (admin)')
})

test('a reader who no longer sees an area gets no mail about it', async () => {
  await reader('asha', ['PAGE', 'EMAIL'])
  const area = await share('Hidden soon', 'asha')
  await desk.call(updateAoi, { id: area.id, expected_version: area.version, visibility: 'PRIVATE' })
  await until(async () => (await noticesTo('asha')).length === 0, 'it is hidden')
  await mailed(2)
  expect(await subjects('asha')).toEqual([])
})

test('notices for digest and mail come as one mail with the digest', async () => {
  await reader('asha', ['DIGEST', 'EMAIL'], { digest: { every_h: 1 } })
  await share('North', 'asha')
  await mailed(2)
  expect(await subjects('asha')).toEqual([])
  await until(async () => {
    await hurry(desk, 'notices.digest')
    return (await noticesTo('asha')).some(({ kind }) => kind === 'DIGEST')
  }, 'it is summed up')
  await mailed(1)
  expect(await subjects('asha')).toEqual(['Digest of 1 notice. Areas: 1.'])
})
