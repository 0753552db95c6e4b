import { createHmac } from 'node:crypto'
import {
  CALL_SIGNAL,
  callEndedNotification,
  callRejectNotification,
  getCallLog,
  getCallServers,
  getOpenCalls,
  holdCall,
  inviteToCall,
  joinCall,
  markCallsSeen,
  muteCall,
  startCall,
  type Call,
} from '@samudra/contract/calls'
import { blockOrUnblockUser } from '@samudra/contract/identity'
import { getNotices } from '@samudra/contract/notifications'
import { setPresence } from '@samudra/contract/presence'
import { getUnread } from '@samudra/contract/unread'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addUser, ChatTester } from '../../../../testing/chat/chat-server.ts'
import { changeSettings } from '../../../../testing/mail/mail-server.ts'
import { aServer, PASSWORD, until, type TestServer } from '../../../../testing/servers/a-server.ts'
import { Watcher } from '../../../../testing/servers/a-watcher.ts'
import { sql } from 'kysely'
import { epochMs } from '@samudra/nautical/units'
import { systemClock } from '../../../platform/needs/clock.ts'
import { query } from '../../../platform/needs/query.ts'
import { directName, chatIdOf } from '../chat/chat-ids.ts'

type Person = Awaited<ReturnType<typeof person>>
let server: TestServer
let ana: Person
let ben: Person
let chen: Person
/** The server's clock is so much ahead. */
let aheadMs = 0
beforeAll(async () => {
  server = await aServer([], undefined, {
    clock: { ...systemClock, now: () => epochMs(systemClock.now() + aheadMs) },
    calls: {
      stun: ['stun:stun.example:3478'],
      turn: { urls: ['turn:turn.example:3478'], secret: 'north' },
    },
    chatClients: true,
  })
  ;[ana, ben, chen] = [await person('ana'), await person('ben'), await person('chen')]
}, 60_000)
afterAll(() => server.close())

async function person(name: string) {
  const id = (await addUser(server.database.db, name)).toUpperCase()
  const session = await server.logIn(name, PASSWORD)
  const watcher = new Watcher(server.base, session.token)
  await until(() => watcher.socket.connected, `${name} is connected`)
  const peer = (device: number) => name.charCodeAt(0).toString(16).padStart(15, '0') + device
  return { ...session, watcher, name, id, peer }
}

/** Pushes of a kind that a person received about a call. */
const pushesTo = ({ watcher }: Person, wire: string, { roomName }: Pick<Call, 'roomName'>) =>
  watcher.events
    .filter(({ name, payload }) => name === wire && (payload as Call).roomName === roomName)
    .map(({ payload }) => payload)
const startOf = (from: Person, to: Person[]) => ({
  kind: 'AUDIO' as const,
  user_ids: to.map(({ id }) => id),
  peer_id: from.peer(1),
})
const ring = (from: Person, to: Person[], more: object = {}) =>
  from.call(startCall, { ...startOf(from, to), ...more })
const join = (who: Person, { roomName }: Call, device = 1) =>
  who.call(joinCall, { room_name: roomName, peer_id: who.peer(device) })
const end = (who: Person, { roomName }: Call, user_ids: string[] = []) =>
  who.call(callEndedNotification, { room_name: roomName, user_ids, cause: 'ENDED' })
const stateOf = async (who: Person, { roomName }: Call) =>
  (await who.call(getCallLog, {})).items.find((one) => one.roomName === roomName)!
const isOver = (who: Person, call: Call) =>
  until(async () => (await stateOf(who, call)).ended_at !== null, 'the call is over')

test('a call rings on the screen of the other, is accepted, and ends for both', async () => {
  const vessel = { kind: 'vessel' as const, id: '419000001', label: 'MV Asha' }
  const call = await ring(ana, [ben], { kind: 'VIDEO', subject: vessel })
  expect(call).toMatchObject({ state: 'RINGING', kind: 'VIDEO', hostName: 'ana', case_id: null })
  // Fields `subject.kind`, `subject.id` and `subject.label` are shown to those who are called.
  expect((await ben.call(getOpenCalls, {})).items[0]!.subject).toEqual(vessel)
  await until(() => pushesTo(ben, 'video_call_notification', call).length > 0, 'it rings')
  expect(pushesTo(ben, 'video_call_notification', call)[0]).toMatchObject({
    hostId: ana.id,
    hostName: 'ana',
    userIds: [ben.id],
    expires_at: call.expires_at,
  })
  expect((await ben.call(getOpenCalls, {})).items.map(({ roomName }) => roomName)).toEqual([call.roomName])
  expect((await chen.call(getOpenCalls, {})).items).toEqual([])
  expect(await join(ben, call)).toMatchObject({ state: 'ACTIVE' })
  await until(
    () => pushesTo(ana, 'call_changed', call).some((one) => (one as Call).state === 'ACTIVE'),
    'the host sees it accepted',
  )
  expect(await end(ana, call)).toEqual({ delivered: 2 })
  await until(() => pushesTo(ben, 'callEndedNotification', call).length > 0, 'the other is notified')
  expect((await stateOf(ben, call)).state).toBe('ENDED')
  await expect(join(ben, call)).rejects.toThrow('VERSION_CONFLICT: This call has ended.')
})

test('signals go between windows that take part, in order, and nowhere else', async () => {
  const call = await ring(ana, [ben])
  await join(ben, call)
  const signal = (who: Person, from: string, to: string, sdp: string) =>
    who.watcher.socket.emit(CALL_SIGNAL, {
      roomName: call.roomName,
      from,
      to,
      description: { type: 'offer', sdp },
    })
  signal(chen, ana.peer(1), ben.peer(1), 'forged')
  signal(chen, chen.peer(1), ben.peer(1), 'from outside')
  signal(ana, ana.peer(1), chen.peer(1), 'to outside')
  ana.watcher.socket.emit(CALL_SIGNAL, { roomName: 'none', from: 1 })
  for (let n = 0; n < 20; n++) signal(ana, ana.peer(1), ben.peer(1), `offer ${n}`)
  await until(() => pushesTo(ben, 'call_signal', call).length >= 20, 'the signals arrive')
  const sdps = pushesTo(ben, 'call_signal', call).map(
    (one) => (one as { description: { sdp: string } }).description.sdp,
  )
  expect(sdps).toEqual(Array.from({ length: 20 }, (_, n) => `offer ${n}`))
  expect(pushesTo(chen, 'call_signal', call)).toEqual([])
  await end(ana, call)
})

test('who declines or is busy is named to the host', async () => {
  const call = await ring(ana, [ben])
  const declined = { room_name: call.roomName, caller_id: ana.id, reason: 'DECLINED' as const }
  await expect(chen.call(callRejectNotification, declined)).rejects.toThrow('NOT_FOUND')
  await expect(ben.call(callRejectNotification, { ...declined, caller_id: chen.id })).rejects.toThrow(
    'NOT_FOUND',
  )
  expect(await ben.call(callRejectNotification, declined)).toMatchObject({ delivered: 2 })
  await until(() => pushesTo(ana, 'call_reject_notification', call).length > 0, 'the host is notified')
  expect(pushesTo(ana, 'call_reject_notification', call)[0]).toEqual({
    callRejectedBy: 'ben',
    roomName: call.roomName,
    reason: 'DECLINED',
  })
  expect(await stateOf(ana, call)).toMatchObject({ state: 'DECLINED', cause: 'DECLINED' })

  const other = await ring(ben, [chen])
  await join(chen, other)
  const busy = await ring(ana, [chen])
  expect(busy).toMatchObject({ state: 'DECLINED', cause: 'BUSY' })
  await expect(ring(chen, [ana])).rejects.toThrow('CALL_BUSY: You are in another call.')
  await end(ben, other)
  // A call that rang before the own one began goes on ringing, and can be accepted after it.
  const first = await ring(ana, [chen])
  const own = await ring(chen, [ben])
  await expect(join(chen, first)).rejects.toThrow('CALL_BUSY: You are in another call.')
  await end(chen, own)
  await end(ana, first)
})

test('a cancelled call and one nobody answers are missed: a count, a notice, a line in the chat, a log', async () => {
  await ben.call(markCallsSeen, {})
  const cancelled = await ring(ana, [ben])
  await ana.call(callEndedNotification, {
    room_name: cancelled.roomName,
    user_ids: [ben.id],
    cause: 'HOST_CANCEL',
  })
  await until(() => pushesTo(ben, 'callEndedNotification', cancelled).length > 0, 'the ringing ends')
  expect(pushesTo(ben, 'callEndedNotification', cancelled)[0]).toEqual({
    userId: ana.id,
    roomName: cancelled.roomName,
    cause: 'HOST_CANCEL',
  })
  const unanswered = await ring(ana, [ben], { kind: 'VIDEO' })
  aheadMs += 31_000
  await isOver(ana, unanswered)
  expect(await stateOf(ana, unanswered)).toMatchObject({ state: 'MISSED', cause: 'TIMEOUT' })
  const missed = await ben.call(getCallLog, { missed: true })
  expect(missed.items.slice(0, 2).map(({ roomName }) => roomName)).toEqual([
    unanswered.roomName,
    cancelled.roomName,
  ])
  expect((await ben.call(getUnread, {})).items).toContainEqual({ room: 'calls', count: 2 })
  const { items } = await ben.call(getNotices, { limit: 5 })
  expect(items.map(({ text }) => text)).toContain('Missed video call from ana')
  expect(await ben.call(markCallsSeen, {})).toEqual({ seen: 2 })
  expect((await ben.call(getUnread, {})).items).toContainEqual({ room: 'calls', count: 0 })
  await until(async () => (await linesBetween(ana, ben)).includes('Missed video call from ana.'), 'a line')
  expect((await linesBetween(ana, ben)).filter((line) => line.startsWith('Missed'))).toHaveLength(2)
})

/** Messages of the direct channel of two people. */
async function linesBetween(one: Person, other: Person): Promise<string[]> {
  const { client } = await ChatTester.logIn({ base: server.base }, one.name)
  const name = directName(chatIdOf(one.id), chatIdOf(other.id))
  const [team] = await client.getMyTeams()
  const channel = (await client.getMyChannels(team!.id)).find((each) => each.name === name)
  if (channel === undefined) return []
  const { posts } = await client.getPosts(channel.id)
  return Object.values(posts).map(({ message }) => message)
}

test('accepting on one device takes the call over from another, and the first can report no more', async () => {
  const call = await ring(ana, [ben])
  await join(ben, call, 1)
  await join(ben, call, 2)
  const report = (device: number) =>
    ben.call(holdCall, {
      room_name: call.roomName,
      peer_id: ben.peer(device),
      sending: { muted: true, camera: false, screen: false },
    })
  await expect(report(1)).rejects.toThrow('NOT_FOUND')
  expect((await report(2)).participants[1]).toMatchObject({ muted: true, peer_id: ben.peer(2) })
  await end(ana, call)
})

/** Fields of `holdCall` that screens show of a participant. */
const SENT = ['sending.muted', 'sending.camera', 'sending.screen'] as const

test('each thing that a participant sends is shown to the others', async () => {
  const call = await ring(ana, [ben])
  await join(ben, call)
  const silent = { muted: false, camera: false, screen: false }
  for (const field of SENT) {
    const name = field.split('.')[1]!
    const after = await ben.call(holdCall, {
      room_name: call.roomName,
      peer_id: ben.peer(1),
      sending: { ...silent, [name]: true },
    })
    expect(after.participants[1]).toMatchObject({ ...silent, [name]: true })
  }
  await end(ana, call)
})

test('the log is read by pages, newest first', async () => {
  for (let n = 0; n < 2; n++) await end(ana, await ring(ana, [ben]))
  const { items, next } = await ana.call(getCallLog, { limit: 1 })
  expect(items).toHaveLength(1)
  const second = await ana.call(getCallLog, { limit: 1, cursor: next! })
  expect(second.items[0]!.started_at < items[0]!.started_at).toBe(true)
  await expect(ana.call(getCallLog, { cursor: 'none' })).rejects.toThrow('Check cursor')
})

test('the log counts a thousand calls and says that there are more', async () => {
  const gil = await person('gil')
  expect(await gil.call(getCallLog, {})).toMatchObject({ total: 0, total_is: 'EXACT' })
  const db = query(server.database.db)
  await sql`insert into calls (room_name, kind, state, host_id, host_name, started_at, expires_at, ended_at, is_posted)
    select md5('many' || n), 'AUDIO', 'MISSED', 'dara', 'dara', now(), now(), now(), true
    from generate_series(1, 1001) n`.execute(db)
  await sql`insert into call_participants (room_name, user_id, username, state, reported_at, rings_until, started_at)
    select md5('many' || n), ${gil.id}, 'gil', 'MISSED', now(), now(), now()
    from generate_series(1, 1001) n`.execute(db)
  for (const missed of [false, true])
    expect(await gil.call(getCallLog, { missed })).toMatchObject({ total: 1000, total_is: 'AT_LEAST' })
  gil.watcher.close()
})

test('a window that is silent is waited for and then let go', async () => {
  const call = await ring(ana, [ben])
  await join(ben, call)
  const report = () =>
    ana.call(holdCall, {
      room_name: call.roomName,
      peer_id: ana.peer(1),
      sending: { muted: false, camera: false, screen: false },
    })
  aheadMs += 13_000
  await report()
  await until(async () => (await stateOf(ana, call)).state === 'RECONNECTING', 'it is interrupted')
  await join(ben, call)
  expect((await stateOf(ana, call)).state).toBe('ACTIVE')
  for (let n = 0; n < 4; n++) {
    aheadMs += 11_500
    await report().catch(() => undefined)
  }
  await isOver(ana, call)
  expect(await stateOf(ana, call)).toMatchObject({ state: 'ENDED', cause: 'NETWORK' })
})

test('the host invites, mutes and ends for others; nobody else does', async () => {
  const call = await ring(ana, [ben])
  await join(ben, call)
  await ben.call(inviteToCall, { room_name: call.roomName, user_ids: [chen.id] })
  await join(chen, call)
  await expect(ben.call(muteCall, { room_name: call.roomName })).rejects.toThrow(
    'FORBIDDEN: Only the host of the call, ana, may do this.',
  )
  await expect(end(ben, call, [chen.id])).rejects.toThrow('FORBIDDEN')
  await ana.call(muteCall, { room_name: call.roomName })
  await until(() => pushesTo(chen, 'call_muted', call).length > 0, 'chen is muted')
  expect(pushesTo(ana, 'call_muted', call)).toEqual([])
  await end(ana, call, [chen.id])
  expect((await stateOf(ana, call)).state).toBe('ACTIVE')
  await end(ben, call)
  expect((await stateOf(ana, call)).state).toBe('ENDED')
})

test('a blocked user is out of the call within seconds', async () => {
  const eve = await person('eve')
  const call = await ring(ana, [eve])
  await join(eve, call)
  await server.call(blockOrUnblockUser, { id: eve.id, blocked: true, reason: 'Left the centre' })
  await isOver(ana, call)
  expect((await stateOf(ana, call)).participants[1]).toMatchObject({ state: 'REMOVED' })
})
test('people who cannot be called, full calls and calling too often are refused with a sentence', async () => {
  await expect(ring(ana, [{ ...ben, id: 'none' }])).rejects.toThrow('NOT_FOUND')
  await expect(ring(ana, [ana])).rejects.toThrow('you cannot call yourself')
  await changeSettings(server, { 'calls.most_video': 2, 'calls.most_audio': 3 })
  await expect(ring(ana, [ben, chen], { kind: 'VIDEO' })).rejects.toThrow(
    'A video call has at most 2 people, you included; this one would have 3. Call fewer people, or make it an audio call.',
  )
  await expect(ring(ana, [ben], { channel_id: 'none' })).rejects.toThrow('You are not a member of a channel')
  const flood = async () => {
    for (let n = 0; n < 40; n++) await end(chen, await ring(chen, [ben]))
  }
  await expect(flood()).rejects.toThrow('RATE_LIMIT: You are calling too often.')
})

test('a user who rings a thousand times is refused, while others ring and signals of an ended call go nowhere', async () => {
  const [gus, hal] = [await person('gus'), await person('hal')]
  const first = await ring(gus, [hal])
  const codes: string[] = []
  const flood = Array.from({ length: 10 }, async () => {
    for (let n = 0; n < 100; n++) {
      const answer = await gus.raw(startCall, startOf(gus, [hal]))
      codes.push(answer.Status ? 'OK' : answer.Code)
    }
  })
  const other = await ring(ana, [ben])
  expect(await join(ben, other)).toMatchObject({ state: 'ACTIVE' })
  await Promise.all(flood)
  expect(codes.filter((code) => code === 'RATE_LIMIT').length).toBeGreaterThanOrEqual(985)
  expect(codes).not.toContain('OK')
  expect(hal.watcher.events.filter(({ name }) => name === 'audio_call_notification')).toHaveLength(1)
  await end(gus, first)

  await end(ana, other)
  const late = { roomName: other.roomName, from: ana.peer(1), to: ben.peer(1), candidates: [] }
  ana.watcher.socket.emit(CALL_SIGNAL, late)
  const next = await ring(ana, [ben])
  await join(ben, next)
  ana.watcher.socket.emit(CALL_SIGNAL, { ...late, roomName: next.roomName })
  await until(() => pushesTo(ben, 'call_signal', next).length > 0, 'the next signal arrives')
  expect(pushesTo(ben, 'call_signal', other)).toEqual([])
  await end(ana, next)
})

test('who does not wish to be disturbed is not rung and sees a missed call', async () => {
  await ben.call(setPresence, { presence: 'dnd' })
  const fay = await person('fay')
  const call = await ring(fay, [ben])
  expect(call).toMatchObject({ state: 'MISSED' })
  expect(pushesTo(ben, 'audio_call_notification', call)).toEqual([])
  expect((await ben.call(getCallLog, { missed: true, user_id: fay.id })).total).toBe(1)
  await ben.call(setPresence, { presence: 'online' })
})

test('the relay gets credentials that coturn accepts, for ten minutes', async () => {
  const { ice_servers, expires_at, most_audio } = await ana.call(getCallServers, {})
  expect(ice_servers[0]).toEqual({ urls: ['stun:stun.example:3478'] })
  const { username = '', credential } = ice_servers[1]!
  expect(username).toBe(`${Math.floor(Date.parse(expires_at) / 1000)}:${ana.id}`)
  expect(credential).toBe(createHmac('sha1', 'north').update(username).digest('base64'))
  expect(most_audio).toBe(3)
})
