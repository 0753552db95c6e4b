import { randomBytes } from 'node:crypto'
import {
  callEndedNotification,
  callMuted,
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
} from '@samudra/contract/calls'
import { users } from '../../../platform/kernel/http/audience.ts'
import { CallBudget } from '../../../platform/kernel/http/call-budget.ts'
import type { Caller } from '../../../platform/kernel/http/caller.ts'
import { OperationError } from '../../../platform/kernel/http/errors.ts'
import { handle, type Handled } from '../../../platform/kernel/http/handle.ts'
import { checkPlaces, checkRings, mostIn, peopleToCall } from './call-people.ts'
import {
  isIn,
  isOver,
  joined,
  participantOf,
  placesTaken,
  rejected,
  reported,
  started,
  withInvited,
  without,
  type StoredCall,
} from './call-rules.ts'
import { iceServers } from './call-servers.ts'
import type { CallsRoom } from './calls.ts'
import {
  changeCall,
  InAnotherCall,
  insertCall,
  logCount,
  logOf,
  openCallsOf,
  seeCalls,
  type CallChange,
  type LogPlace,
} from './calls.sql.ts'
import { presentCall, pushCall } from './push-calls.ts'

const USUAL_PAGE = 50
/** Calls of one user: ten at once, then one every six seconds. */
const STARTS = { perSecond: 1 / 6, burst: 10 }

export const callOps = (room: CallsRoom): Handled[] => [
  ...startOps(room),
  ...partOps(room),
  ...endOps(room),
  ...readOps(room),
]

const over = () => new OperationError('VERSION_CONFLICT', 'This call has ended.')
const noCall = () => new OperationError('NOT_FOUND', 'You are not in a call with this id.')
const elsewhere = () =>
  new OperationError('CALL_BUSY', 'You are in another call. End it first, then call again.')

function startOps(room: CallsRoom): Handled[] {
  const budget = new CallBudget(() => STARTS)
  return [
    handle(startCall, async ({ input, caller, record }) => {
      const roomName = randomBytes(16).toString('hex')
      record({ objectType: 'call', objectId: roomName, after: { kind: input.kind, people: input.user_ids } })
      const wait = budget.take(caller.userId, room.clock.now())
      if (wait > 0)
        throw new OperationError('RATE_LIMIT', `You are calling too often. Try again in ${wait} s.`)
      const userIds = othersAmong(input.user_ids, caller)
      checkPlaces(room, input.kind, userIds.length + 1)
      await checkRings(room, caller.userId, userIds.length)
      await checkChannel(room, caller, input.channel_id, userIds)
      const call = started(
        {
          roomName,
          kind: input.kind,
          channelId: input.channel_id ?? null,
          subject: input.subject ?? null,
          host: { userId: caller.userId, username: caller.username, peerId: input.peer_id },
          people: await peopleToCall(room, userIds),
        },
        room.clock.now(),
      )
      await insertCall(room.db, call).catch(rethrow)
      pushCall(room, null, call)
      return presentCall(call)
    }),
    handle(inviteToCall, async ({ input, caller, record }) => {
      record({ objectType: 'call', objectId: input.room_name, after: { invited: input.user_ids } })
      const userIds = othersAmong(input.user_ids, caller)
      await checkRings(room, caller.userId, userIds.length)
      const people = await peopleToCall(room, userIds)
      const { after } = await changed(room, input.room_name, caller, (call) => {
        mustBeIn(call, caller)
        const next = withInvited(call, people, room.clock.now())
        checkPlaces(room, call.kind, placesTaken(next))
        return next
      })
      return presentCall(after)
    }),
  ]
}

/** Returns the people to call without doubles. Throws VALIDATION when the caller is among them. */
function othersAmong(userIds: readonly string[], { userId }: Caller): string[] {
  if (userIds.includes(userId))
    throw new OperationError('VALIDATION', 'Check user_ids: you cannot call yourself.', {
      fields: [{ field: 'user_ids', why: 'must not contain the caller' }],
    })
  return [...new Set(userIds)]
}

/** Throws NOT_FOUND unless the caller is a member of the channel, and VALIDATION unless everyone called is. */
async function checkChannel(
  room: CallsRoom,
  { userId }: Caller,
  channelId: string | undefined,
  userIds: readonly string[],
) {
  if (channelId === undefined) return
  const members = await room.membersOf(channelId)
  if (!members.includes(userId))
    throw new OperationError('NOT_FOUND', 'You are not a member of a channel with this id.')
  const stranger = userIds.find((one) => !members.includes(one))
  if (stranger !== undefined)
    throw new OperationError('VALIDATION', `Check user_ids: ${stranger} is not in the channel.`, {
      fields: [{ field: 'user_ids', why: 'must be members of the channel' }],
    })
}

function partOps(room: CallsRoom): Handled[] {
  return [
    handle(joinCall, async ({ input, caller, record }) => {
      record({ objectType: 'call', objectId: input.room_name })
      const { after } = await changed(room, input.room_name, caller, (call) => {
        if (isOver(call)) throw over()
        const own = participantOf(call, caller.userId)!
        const isComing = !isIn(own) && own.state !== 'RINGING'
        if (isComing) checkPlaces(room, call.kind, placesTaken(call) + 1)
        return joined(call, caller.userId, input.peer_id, room.clock.now())
      })
      return presentCall(after)
    }),
    handle(holdCall, async ({ input, caller }) => {
      const { after } = await changed(room, input.room_name, caller, (call) => {
        const own = participantOf(call, caller.userId)!
        if (isOver(call) || !isIn(own) || own.peerId !== input.peer_id) throw noCall()
        return reported(call, caller.userId, input.sending, room.clock.now())
      })
      return presentCall(after)
    }),
    handle(muteCall, async ({ input, caller, record }) => {
      record({ objectType: 'call', objectId: input.room_name, after: { muted: 'all' } })
      const { after } = await changed(room, input.room_name, caller, (call) => {
        mustBeIn(call, caller)
        mustBeHost(call, caller)
        return call
      })
      const others = after.participants.filter((one) => isIn(one) && one.userId !== caller.userId)
      if (others.length > 0)
        room.send(
          callMuted,
          { roomName: after.roomName, hostName: caller.username },
          users(...others.map(({ userId }) => userId)),
        )
      return presentCall(after)
    }),
  ]
}

function endOps(room: CallsRoom): Handled[] {
  return [
    handle(callRejectNotification, async ({ input, caller, record }) => {
      record({ objectType: 'call', objectId: input.room_name, after: { reason: input.reason } })
      const { notified } = await changed(room, input.room_name, caller, (call) => {
        if (call.hostId !== input.caller_id) throw noCall()
        return rejected(call, caller.userId, input.reason, room.clock.now())
      })
      return { delivered: notified }
    }),
    handle(callEndedNotification, async ({ input, caller, record }) => {
      record({ objectType: 'call', objectId: input.room_name, after: { cause: input.cause } })
      const { notified } = await changed(room, input.room_name, caller, (call) => {
        if (isOver(call)) return call
        const isHost = call.hostId === caller.userId
        const everyone = call.participants.map(({ userId }) => userId)
        const isForAll = isHost && (input.cause !== 'ENDED' || input.user_ids.length === 0)
        const ids = isForAll ? everyone : input.user_ids.length === 0 ? [caller.userId] : input.user_ids
        if (ids.some((id) => id !== caller.userId)) mustBeHost(call, caller)
        const stranger = ids.find((id) => !everyone.includes(id))
        if (stranger !== undefined) throw new OperationError('NOT_FOUND', `${stranger} is not in this call.`)
        return without(call, ids, input.cause, room.clock.now())
      })
      return { delivered: notified }
    }),
  ]
}

function readOps(room: CallsRoom): Handled[] {
  return [
    handle(getOpenCalls, async ({ caller }) => ({
      items: (await openCallsOf(room.db, caller.userId)).map(presentCall),
    })),
    handle(getCallLog, async ({ input, caller }) => {
      const limit = input.limit ?? USUAL_PAGE
      const filter = {
        userId: caller.userId,
        otherId: input.user_id ?? null,
        isMissed: input.missed ?? false,
      }
      const rows = await logOf(room.db, { ...filter, limit: limit + 1 }, placeOf(input.cursor))
      const items = rows.slice(0, limit)
      const last = items.at(-1)
      const { total, isAll } = await logCount(room.db, filter)
      return {
        items: items.map(presentCall),
        total,
        total_is: isAll ? ('EXACT' as const) : ('AT_LEAST' as const),
        next: rows.length > limit && last !== undefined ? cursorFor(last) : null,
        as_of: new Date(room.clock.now()).toISOString(),
      }
    }),
    handle(markCallsSeen, async ({ caller, record }) => {
      record({ objectType: 'call', objectId: caller.userId })
      const seen = await seeCalls(room.db, caller.userId)
      if (seen > 0) room.unseenChanged([caller.userId])
      return { seen }
    }),
    handle(getCallServers, async ({ caller }) => {
      const { servers, expiresAt } = iceServers(room.servers, caller.userId, room.clock.now())
      return {
        ice_servers: servers,
        is_relay_only: room.settings.flag('calls.relay_only'),
        expires_at: new Date(expiresAt).toISOString(),
        most_audio: mostIn(room, 'AUDIO'),
        most_video: mostIn(room, 'VIDEO'),
        low_bandwidth: room.settings.flag('calls.low_bandwidth_default'),
      }
    }),
  ]
}

const cursorFor = ({ startedAt, roomName }: StoredCall) => `${new Date(startedAt).toISOString()} ${roomName}`
function placeOf(cursor: string | undefined): LogPlace | null {
  if (cursor === undefined) return null
  const [at = '', roomName = ''] = cursor.split(' ')
  if (Number.isNaN(Date.parse(at)) || roomName.length !== 32)
    throw new OperationError('VALIDATION', 'Check cursor: use the cursor of the previous page.', {
      fields: [{ field: 'cursor', why: 'is not a cursor of this list' }],
    })
  return { at, roomName }
}

function mustBeIn(call: StoredCall, { userId }: Caller) {
  if (isOver(call)) throw over()
  if (!isIn(participantOf(call, userId)!)) throw noCall()
}
function mustBeHost(call: StoredCall, { userId }: Caller) {
  if (call.hostId !== userId)
    throw new OperationError('FORBIDDEN', `Only the host of the call, ${call.hostName}, may do this.`)
}

/** Changes a call that the caller has a part in, and pushes what changed. Throws NOT_FOUND. */
async function changed(
  room: CallsRoom,
  roomName: string,
  { userId }: Caller,
  change: (call: StoredCall) => StoredCall,
): Promise<CallChange & { notified: number }> {
  const result = await changeCall(room.db, roomName, (call) => {
    if (participantOf(call, userId) === undefined) throw noCall()
    return change(call)
  }).catch(rethrow)
  if (result === null) throw noCall()
  const { before, after } = result
  return { before, after, notified: isShownOtherwise(before, after) ? pushCall(room, before, after) : 0 }
}

function rethrow(error: unknown): never {
  throw error instanceof InAnotherCall ? elsewhere() : error
}

const SHOWN = ['state', 'peerId', 'muted', 'camera', 'screen', 'username'] as const
/** Returns whether screens show anything else after a change; reports of windows alone change nothing. */
const isShownOtherwise = (before: StoredCall, after: StoredCall) =>
  before.state !== after.state ||
  before.participants.length !== after.participants.length ||
  before.participants.some((one, i) => SHOWN.some((field) => one[field] !== after.participants[i]?.[field]))
