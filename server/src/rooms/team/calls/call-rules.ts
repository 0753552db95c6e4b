import {
  RECONNECT_MS,
  RECONNECTING_AFTER_MS,
  RING_MS,
  type CallCause,
  type CallKind,
  type CallState,
  type CallSubject,
  type ParticipantState,
  type Sending,
} from '@samudra/contract/calls'

/** Participant as stored; times are epoch milliseconds. */
export type StoredParticipant = Sending & {
  userId: string
  username: string
  state: ParticipantState
  peerId: string | null
  reportedAt: number
  ringsUntil: number
  joinedAt: number | null
  leftAt: number | null
  isUnseen: boolean
}
/** Call as stored, with its participants by the time they were called, the host first. */
export type StoredCall = {
  roomName: string
  kind: CallKind
  state: CallState
  hostId: string
  hostName: string
  channelId: string | null
  subject: CallSubject | null
  startedAt: number
  answeredAt: number | null
  expiresAt: number
  endedAt: number | null
  cause: CallCause | null
  participants: readonly StoredParticipant[]
  /** Number of changes that are stored. */
  version: number
}

type Person = { userId: string; username: string }
/** Person to call; `BUSY` is in another call, `AWAY` does not wish to be disturbed. */
export type Invited = Person & { is: 'FREE' | 'BUSY' | 'AWAY' }

export const isOver = ({ endedAt }: StoredCall): boolean => endedAt !== null
export const isIn = ({ state }: StoredParticipant): boolean => state === 'ACTIVE' || state === 'RECONNECTING'
/** Participants who take part or ring. */
export const placesTaken = ({ participants }: StoredCall): number =>
  participants.filter((one) => isIn(one) || one.state === 'RINGING').length
export const participantOf = ({ participants }: StoredCall, userId: string): StoredParticipant | undefined =>
  participants.find((one) => one.userId === userId)

const QUIET: Sending = { muted: false, camera: false, screen: false }
const INVITED_AS = { FREE: 'RINGING', BUSY: 'BUSY', AWAY: 'MISSED' } as const

const invited = ({ is, userId, username }: Invited, now: number): StoredParticipant => ({
  ...QUIET,
  userId,
  username,
  state: INVITED_AS[is],
  peerId: null,
  reportedAt: now,
  ringsUntil: now + RING_MS,
  joinedAt: null,
  leftAt: is === 'FREE' ? null : now,
  isUnseen: is !== 'FREE',
})

type Started = Pick<StoredCall, 'roomName' | 'kind' | 'channelId' | 'subject'> & {
  host: Person & { peerId: string }
  people: readonly Invited[]
}
/** Returns a new call that rings. */
export function started({ host, people, ...call }: Started, now: number): StoredCall {
  const first = { ...invited({ ...host, is: 'FREE' }, now), state: 'ACTIVE' as const, joinedAt: now }
  return settled(
    {
      ...call,
      state: 'RINGING',
      hostId: host.userId,
      hostName: host.username,
      startedAt: now,
      answeredAt: null,
      expiresAt: now + RING_MS,
      endedAt: null,
      cause: null,
      version: 1,
      participants: [{ ...first, peerId: host.peerId }, ...people.map((one) => invited(one, now))],
    },
    now,
  )
}

/** Returns the call with further people who ring; those who take part or ring already stay as they are. */
export function withInvited(call: StoredCall, people: readonly Invited[], now: number): StoredCall {
  const fresh = people.filter(({ userId }) => {
    const before = participantOf(call, userId)
    return before === undefined || !(isIn(before) || before.state === 'RINGING')
  })
  const ids = new Set(fresh.map(({ userId }) => userId))
  const participants = [
    ...call.participants.filter(({ userId }) => !ids.has(userId)),
    ...fresh.map((one) => invited(one, now)),
  ]
  return settled({ ...call, participants }, now)
}

const changed = (
  call: StoredCall,
  change: (one: StoredParticipant) => Partial<StoredParticipant> | null,
): StoredCall => ({
  ...call,
  participants: call.participants.map((one) => {
    const to = change(one)
    return to === null ? one : { ...one, ...to }
  }),
})

/** Returns the call with a person who joined by a window, or whose window is another now. */
export const joined = (call: StoredCall, userId: string, peerId: string, now: number): StoredCall =>
  settled(
    changed(call, (one) =>
      one.userId === userId
        ? {
            ...(one.peerId === peerId ? {} : QUIET),
            state: 'ACTIVE',
            peerId,
            reportedAt: now,
            joinedAt: isIn(one) ? one.joinedAt : now,
            leftAt: null,
            isUnseen: false,
          }
        : null,
    ),
    now,
  )

/** Returns the call with the report of a window. */
export const reported = (call: StoredCall, userId: string, sending: Sending, now: number): StoredCall =>
  settled(
    changed(call, (one) => (one.userId === userId ? { ...sending, state: 'ACTIVE', reportedAt: now } : null)),
    now,
  )

/** Returns the call without a person for whom it rang. */
export const rejected = (
  call: StoredCall,
  userId: string,
  reason: 'DECLINED' | 'BUSY',
  now: number,
): StoredCall =>
  settled(
    changed(call, (one) =>
      one.userId === userId && one.state === 'RINGING' ? { state: reason, leftAt: now } : null,
    ),
    now,
  )

/** Returns the call without people: those who took part left, for those who rang it is missed. */
export const without = (
  call: StoredCall,
  userIds: readonly string[],
  cause: CallCause,
  now: number,
): StoredCall =>
  settled(
    changed(call, (one) => (userIds.includes(one.userId) ? gone(one, now, cause) : null)),
    now,
    cause,
  )

function gone(one: StoredParticipant, now: number, cause: CallCause): Partial<StoredParticipant> | null {
  if (isIn(one)) return { ...QUIET, state: cause === 'REMOVED' ? 'REMOVED' : 'LEFT', leftAt: now }
  return one.state === 'RINGING' ? { state: 'MISSED', leftAt: now, isUnseen: true } : null
}

/** Instants by which a call is judged, epoch ms: now, since when windows can report, and users who may not log in. */
export type Judged = { now: number; reachableSince: number; barred: ReadonlySet<string> }

/** Returns the call with what time did: ringing that ended, windows that are silent, users who may take part no more. */
export function aged(call: StoredCall, { now, reachableSince, barred }: Judged): StoredCall {
  const after = changed(call, (one) => {
    if (barred.has(one.userId)) return gone(one, now, 'REMOVED')
    if (one.state === 'RINGING')
      return one.ringsUntil <= now ? { state: 'MISSED', leftAt: now, isUnseen: true } : null
    if (!isIn(one)) return null
    const silentMs = now - Math.max(one.reportedAt, reachableSince)
    if (silentMs > RECONNECTING_AFTER_MS + RECONNECT_MS) return { ...QUIET, state: 'LEFT', leftAt: now }
    return silentMs > RECONNECTING_AFTER_MS && one.state === 'ACTIVE' ? { state: 'RECONNECTING' } : null
  })
  return settled(after, now)
}

/** Returns the call in the state that its participants put it in. */
function settled(call: StoredCall, now: number, by?: CallCause): StoredCall {
  if (isOver(call)) return call
  const inCall = call.participants.filter(isIn)
  const isRinging = call.participants.some(({ state }) => state === 'RINGING')
  const isAnswered = call.answeredAt !== null || inCall.some(({ userId }) => userId !== call.hostId)
  if (!isAnswered) {
    if (inCall.length === 0)
      return ended(call, by === 'TIMEOUT' ? 'MISSED' : 'CANCELLED', by ?? 'NETWORK', now)
    return isRinging ? call : unanswered(call, now)
  }
  const answered = { ...call, answeredAt: call.answeredAt ?? now }
  if (inCall.length === 0 || (inCall.length === 1 && !isRinging))
    return ended(answered, 'ENDED', by ?? causeOf(call), now)
  const isInterrupted = inCall.filter(({ state }) => state === 'ACTIVE').length < 2 && !isRinging
  return { ...answered, state: isInterrupted ? 'RECONNECTING' : 'ACTIVE' }
}

/** Nobody answered, and nobody rings any more. */
function unanswered(call: StoredCall, now: number): StoredCall {
  const states = new Set(call.participants.map(({ state }) => state))
  if (states.has('DECLINED')) return ended(call, 'DECLINED', 'DECLINED', now)
  return states.has('BUSY') && !states.has('MISSED')
    ? ended(call, 'DECLINED', 'BUSY', now)
    : ended(call, 'MISSED', 'TIMEOUT', now)
}

const causeOf = (call: StoredCall): CallCause =>
  call.participants.some(({ state }) => state === 'REMOVED') ? 'REMOVED' : 'NETWORK'

function ended(call: StoredCall, state: CallState, cause: CallCause, now: number): StoredCall {
  const after = changed(call, (one) => gone(one, now, cause === 'REMOVED' ? 'ENDED' : cause))
  return { ...after, state, cause, endedAt: now }
}
