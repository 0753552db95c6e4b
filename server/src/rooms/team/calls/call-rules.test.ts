import { expect, test } from 'vitest'
import {
  aged,
  joined,
  rejected,
  reported,
  started,
  withInvited,
  without,
  type Invited,
  type StoredCall,
} from './call-rules.ts'

const S = 1000
const HOST = { userId: 'H', username: 'host', peerId: 'h1' }
const ana: Invited = { userId: 'A', username: 'ana', is: 'FREE' }
const ben: Invited = { userId: 'B', username: 'ben', is: 'FREE' }
const call = (people: readonly Invited[]) =>
  started({ roomName: 'r', kind: 'AUDIO', channelId: null, subject: null, host: HOST, people }, 0)
const states = ({ participants }: StoredCall) =>
  Object.fromEntries(participants.map(({ userId, state }) => [userId, state]))
const sending = { muted: false, camera: false, screen: false }
const time = (now: number, barred: string[] = []) => ({ now, reachableSince: 0, barred: new Set(barred) })

test('a call rings for 30 s and is then missed', () => {
  const ringing = aged(call([ana]), time(29.9 * S))
  expect([ringing.state, states(ringing)]).toEqual(['RINGING', { H: 'RECONNECTING', A: 'RINGING' }])
  const held = reported(call([ana]), 'H', sending, 29 * S)
  const missed = aged(held, time(30 * S))
  expect([missed.state, missed.cause, missed.endedAt]).toEqual(['MISSED', 'TIMEOUT', 30 * S])
  expect(states(missed)).toEqual({ H: 'LEFT', A: 'MISSED' })
  expect(missed.participants[1]?.isUnseen).toBe(true)
})

test('an accepted call is active until one of two is left', () => {
  const active = joined(call([ana]), 'A', 'a1', 5 * S)
  expect([active.state, active.answeredAt]).toEqual(['ACTIVE', 5 * S])
  const ended = without(active, ['A'], 'ENDED', 65 * S)
  expect([ended.state, ended.cause, states(ended)]).toEqual(['ENDED', 'ENDED', { H: 'LEFT', A: 'LEFT' }])
})

test('a call that all decline is declined, one that some decline goes on ringing', () => {
  const one = rejected(call([ana, ben]), 'A', 'DECLINED', S)
  expect([one.state, states(one)]).toEqual(['RINGING', { H: 'ACTIVE', A: 'DECLINED', B: 'RINGING' }])
  const both = rejected(one, 'B', 'DECLINED', 2 * S)
  expect([both.state, both.cause]).toEqual(['DECLINED', 'DECLINED'])
})

test('a call to someone in another call is busy at once, one to someone who wants no disturbance is missed', () => {
  const busy = call([{ ...ana, is: 'BUSY' }])
  expect([busy.state, busy.cause, states(busy)]).toEqual(['DECLINED', 'BUSY', { H: 'LEFT', A: 'BUSY' }])
  const away = call([{ ...ana, is: 'AWAY' }])
  expect([away.state, away.cause, away.participants[1]?.isUnseen]).toEqual(['MISSED', 'TIMEOUT', true])
})

test('a host who cancels leaves a missed call', () => {
  const cancelled = without(call([ana]), ['H', 'A'], 'HOST_CANCEL', 3 * S)
  expect([cancelled.state, cancelled.cause, states(cancelled)]).toEqual([
    'CANCELLED',
    'HOST_CANCEL',
    { H: 'LEFT', A: 'MISSED' },
  ])
})

test('of three the call goes on when the host leaves', () => {
  const three = joined(joined(call([ana, ben]), 'A', 'a1', S), 'B', 'b1', 2 * S)
  const without1 = without(three, ['H'], 'ENDED', 3 * S)
  expect([without1.state, states(without1)]).toEqual(['ACTIVE', { H: 'LEFT', A: 'ACTIVE', B: 'ACTIVE' }])
})

test('a silent window is waited for, comes back, and is let go after 30 s more', () => {
  const active = reported(joined(call([ana]), 'A', 'a1', 0), 'H', sending, 13 * S)
  const interrupted = aged(active, time(13 * S))
  expect([interrupted.state, states(interrupted)]).toEqual([
    'RECONNECTING',
    { H: 'ACTIVE', A: 'RECONNECTING' },
  ])
  expect(reported(interrupted, 'A', sending, 20 * S).state).toBe('ACTIVE')
  const gone = aged(reported(interrupted, 'H', sending, 40 * S), time(42.1 * S))
  expect([gone.state, gone.cause]).toEqual(['ENDED', 'NETWORK'])
})

test('windows are not let go for the time in which the server was not there', () => {
  const active = joined(call([ana]), 'A', 'a1', 0)
  const after = aged(active, { now: 300 * S, reachableSince: 299 * S, barred: new Set() })
  expect(after.state).toBe('ACTIVE')
})

test('a blocked user is out at once, and the others go on', () => {
  const three = joined(joined(call([ana, ben]), 'A', 'a1', S), 'B', 'b1', 2 * S)
  const after = aged(three, time(3 * S, ['A']))
  expect([after.state, states(after)]).toEqual(['ACTIVE', { H: 'ACTIVE', A: 'REMOVED', B: 'ACTIVE' }])
})

test('people are invited to a call that goes on, and those in it stay as they are', () => {
  const active = joined(call([ana]), 'A', 'a1', S)
  const more = withInvited(active, [ana, ben], 60 * S)
  expect(states(more)).toEqual({ H: 'ACTIVE', A: 'ACTIVE', B: 'RINGING' })
  expect(more.participants[2]?.ringsUntil).toBe(90 * S)
  // The one who is left waits for the one who rings.
  expect(without(more, ['A'], 'ENDED', 70 * S).state).toBe('ACTIVE')
})

test('another window of the same user takes over', () => {
  const active = joined(call([ana]), 'A', 'a1', S)
  const moved = joined(active, 'A', 'a2', 9 * S)
  expect(moved.participants[1]).toMatchObject({ peerId: 'a2', joinedAt: S })
})
