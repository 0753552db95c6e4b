import {
  audioCallNotification,
  callChanged,
  callEnded,
  callRejected,
  videoCallNotification,
  type Call,
  type CallCause,
} from '@samudra/contract/calls'
import { users } from '../../../platform/kernel/http/audience.ts'
import { isIn, isOver, type StoredCall, type StoredParticipant } from './call-rules.ts'
import type { CallsRoom } from './calls.ts'
import type { CallChange } from './calls.sql.ts'

const instant = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString())

/** Presents a call as screens read it. */
export const presentCall = (call: StoredCall): Call => ({
  roomName: call.roomName,
  kind: call.kind,
  state: call.state,
  hostId: call.hostId,
  hostName: call.hostName,
  channel_id: call.channelId,
  subject: call.subject,
  participants: call.participants.map(presentParticipant),
  started_at: instant(call.startedAt)!,
  answered_at: instant(call.answeredAt),
  expires_at: instant(call.expiresAt)!,
  ended_at: instant(call.endedAt),
  cause: call.cause,
  case_id: null,
  version: call.version,
})

const presentParticipant = (one: StoredParticipant): Call['participants'][number] => ({
  userId: one.userId,
  username: one.username,
  state: one.state,
  peer_id: one.peerId,
  muted: one.muted,
  camera: one.camera,
  screen: one.screen,
  joined_at: instant(one.joinedAt),
  left_at: instant(one.leftAt),
})

type Pushing = Pick<CallsRoom, 'send' | 'notify' | 'unseenChanged'>

/** Pushes what a change made of a call: rings, refusals, ends and missed calls. Returns how many users were notified. */
export function pushCall(room: Pushing, before: StoredCall | null, after: StoredCall): number {
  const changes = after.participants.flatMap((now) => {
    const was = before?.participants.find(({ userId }) => userId === now.userId)
    return was?.state === now.state ? [] : [{ was, now }]
  })
  const everyone = after.participants.map(({ userId }) => userId)
  room.send(callChanged, presentCall(after), users(...everyone), { about: `call:${after.roomName}` })
  const ringing = changes.filter(({ now }) => now.state === 'RINGING').map(({ now }) => now)
  ring(room, after, ringing)
  const notified = new Set(ringing.map(({ userId }) => userId))
  for (const { was, now } of changes) {
    if (now.state === 'DECLINED' || now.state === 'BUSY')
      for (const id of reject(room, after, now, now.state)) notified.add(id)
    if (was !== undefined && (isIn(was) || was.state === 'RINGING') && hasEnded(now)) {
      room.send(
        callEnded,
        { userId: after.hostId, roomName: after.roomName, cause: causeFor(after, now) },
        users(now.userId),
      )
      notified.add(now.userId)
    }
  }
  missed(room, after, changes)
  return notified.size
}

const hasEnded = ({ state }: StoredParticipant) =>
  state === 'LEFT' || state === 'MISSED' || state === 'REMOVED' || state === 'DECLINED'

function causeFor(call: StoredCall, one: StoredParticipant): CallCause {
  if (one.state === 'REMOVED') return 'REMOVED'
  if (isOver(call)) return call.cause ?? 'ENDED'
  return one.state === 'MISSED' ? 'TIMEOUT' : 'ENDED'
}

function ring({ send }: Pushing, call: StoredCall, ringing: readonly StoredParticipant[]) {
  if (ringing.length === 0) return
  const push = call.kind === 'VIDEO' ? videoCallNotification : audioCallNotification
  const userIds = ringing.map(({ userId }) => userId)
  const until = Math.max(...ringing.map(({ ringsUntil }) => ringsUntil))
  send(
    push,
    {
      roomName: call.roomName,
      hostId: call.hostId,
      hostName: call.hostName,
      userIds,
      expires_at: new Date(until).toISOString(),
    },
    users(...userIds),
  )
}

/** Notifies the others in the call that one declined or is busy; returns their ids. */
function reject(
  { send }: Pushing,
  call: StoredCall,
  { userId, username }: StoredParticipant,
  reason: 'DECLINED' | 'BUSY',
): string[] {
  const others = call.participants
    .filter((one) => one.userId !== userId && (isIn(one) || (isOver(call) && one.userId === call.hostId)))
    .map((one) => one.userId)
  if (others.length > 0)
    send(callRejected, { callRejectedBy: username, roomName: call.roomName, reason }, users(...others))
  return others
}

function missed(
  room: Pushing,
  call: StoredCall,
  changes: readonly { was: StoredParticipant | undefined; now: StoredParticipant }[],
) {
  const unseen = changes.filter(({ was, now }) => now.isUnseen && was?.isUnseen !== true)
  for (const { now } of unseen)
    room.notify({
      kind: 'CALL',
      severity: 'WARNING',
      text: `Missed ${call.kind === 'VIDEO' ? 'video' : 'audio'} call from ${call.hostName}`,
      link: { kind: 'screen', path: '/home/collaboration/calls' },
      audience: users(now.userId),
    })
  const seenAgain = changes.filter(({ was, now }) => was?.isUnseen === true && !now.isUnseen)
  const counted = [...unseen, ...seenAgain].map(({ now }) => now.userId)
  if (counted.length > 0) room.unseenChanged(counted)
}

/** Pushes changes that were made by time. */
export const pushChanges = (room: Pushing, changes: readonly CallChange[]): void => {
  for (const { before, after } of changes) pushCall(room, before, after)
}
