// Rooms: calls
import {
  CALL_SIGNAL,
  callEndedNotification,
  getCallLog,
  getOpenCalls,
  holdCall,
  joinCall,
  startCall,
  type Call,
} from '@samudra/contract/calls'
import { getUnread } from '@samudra/contract/unread'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addUser } from '../../../../testing/chat/chat-server.ts'
import { noRedis } from '../../../../testing/servers/a-redis.ts'
import { until } from '../../../../testing/servers/a-server.ts'
import { Watcher } from '../../../../testing/servers/a-watcher.ts'
import { TwoServers, type Started } from '../../../../testing/servers/two-servers.ts'
import { query } from '../../../platform/needs/query.ts'

const SENDING = { muted: false, camera: false, screen: false }
const PEERS = { ana: 'a'.repeat(16), ben: 'b'.repeat(16) }

describe.skipIf(noRedis !== null)('calls with two servers', () => {
  let two: TwoServers
  let one: Started
  let other: Started
  let benId: string
  beforeAll(async () => {
    two = await TwoServers.open()
    one = await two.start()
    other = await two.start()
    await addUser(two.database.db, 'ana')
    benId = (await addUser(two.database.db, 'ben')).toUpperCase()
  })
  afterAll(() => two.close())

  const person = async (at: Started, name: 'ana' | 'ben') => {
    const { call, token } = await two.logIn(at, name)
    const watcher = new Watcher(at.base, token)
    await until(() => watcher.socket.connected, 'the socket is open')
    const peer_id = PEERS[name]
    return {
      call,
      watcher,
      join: (room_name: string) => call(joinCall, { room_name, peer_id }),
      hold: (room_name: string) => call(holdCall, { room_name, peer_id, sending: SENDING }),
      signals: () => watcher.events.flatMap((event) => (event.name === 'call_signal' ? [event.payload] : [])),
    }
  }
  type Person = Awaited<ReturnType<typeof person>>
  const ring = ({ call }: Person) => call(startCall, { kind: 'AUDIO', user_ids: [benId], peer_id: PEERS.ana })
  const signal = ({ watcher }: Person, roomName: string, from: string, to: string) =>
    watcher.socket.emit(CALL_SIGNAL, { roomName, from, to, description: { type: 'offer', sdp: from } })
  const stateOf = async ({ call }: Person, roomName: string) =>
    (await call(getCallLog, {})).items.find((each) => each.roomName === roomName)!
  const linesOf = async (roomName: string) => {
    const { rows } = await sql<{ message: string }>`
      select message from chat_posts where props -> 'call' ->> 'roomName' = ${roomName}`.execute(
      query(two.database.db),
    )
    return rows.map(({ message }) => message)
  }

  test('a call rings at one server, is accepted at the other, and signals pass between them', async () => {
    const [ana, ben] = [await person(one, 'ana'), await person(other, 'ben')]
    const { roomName } = await ring(ana)
    await until(
      () => ben.watcher.events.some(({ name }) => name === 'audio_call_notification'),
      'it rings at the other server',
    )
    await ben.join(roomName)
    await until(
      () =>
        ana.watcher.events.some(
          ({ name, payload }) => name === 'call_changed' && (payload as Call).state === 'ACTIVE',
        ),
      'the first server pushes that it is accepted',
    )
    signal(ana, roomName, PEERS.ana, PEERS.ben)
    signal(ben, roomName, PEERS.ben, PEERS.ana)
    await until(() => ana.signals().length === 1 && ben.signals().length === 1, 'signals pass both ways')

    // The server of one participant is killed; the call goes on at the other.
    await two.kill(one)
    one = await two.start()
    const again = await person(one, 'ana')
    expect((await again.call(getOpenCalls, {})).items.map((each) => each.roomName)).toEqual([roomName])
    expect((await again.hold(roomName)).state).toBe('ACTIVE')
    signal(again, roomName, PEERS.ana, PEERS.ben)
    await until(() => ben.signals().length === 2, 'signals pass again')
    await again.call(callEndedNotification, { room_name: roomName, user_ids: [], cause: 'ENDED' })
    await until(
      () => ben.watcher.events.some(({ name }) => name === 'callEndedNotification'),
      'the end is pushed at the other server',
    )
    await until(async () => (await linesOf(roomName)).length > 0, 'its line stands in the chat')
    expect(await linesOf(roomName)).toHaveLength(1)
    for (const { watcher } of [again, ben]) watcher.close()
  })

  test('after all servers were killed a call goes on, and one that rang ends in time, missed once', async () => {
    const [ana, ben] = [await person(one, 'ana'), await person(other, 'ben')]
    const active = await ring(ana)
    await ben.join(active.roomName)
    await Promise.all([two.kill(one), two.kill(other)])
    // Windows were silent for a minute.
    await sql`update call_participants set reported_at = reported_at - interval '60 s'`.execute(
      query(two.database.db),
    )
    one = await two.start()
    const [anaAgain, benAgain] = [await person(one, 'ana'), await person(one, 'ben')]
    expect((await stateOf(anaAgain, active.roomName)).ended_at).toBeNull()
    await benAgain.hold(active.roomName)
    expect((await anaAgain.hold(active.roomName)).state).toBe('ACTIVE')
    await anaAgain.call(callEndedNotification, { room_name: active.roomName, user_ids: [], cause: 'ENDED' })

    const ringing = await ring(anaAgain)
    await two.kill(one)
    await sql`update call_participants set rings_until = rings_until - interval '30 s'
      where room_name = ${ringing.roomName}`.execute(query(two.database.db))
    ;[one, other] = await Promise.all([two.start(), two.start()])
    const after = await person(other, 'ben')
    await until(async () => (await stateOf(after, ringing.roomName)).ended_at !== null, 'the ringing ends')
    expect(await stateOf(after, ringing.roomName)).toMatchObject({ state: 'MISSED', cause: 'TIMEOUT' })
    expect((await after.call(getUnread, {})).items).toContainEqual({ room: 'calls', count: 1 })
    await until(async () => (await linesOf(ringing.roomName)).length > 0, 'its line stands in the chat')
    expect(await linesOf(ringing.roomName)).toEqual(['Missed audio call from ana.'])
    after.watcher.close()
  })
})
