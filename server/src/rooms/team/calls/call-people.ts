import { OperationError } from '../../../platform/kernel/http/errors.ts'
import type { Invited } from './call-rules.ts'
import type { CallsRoom } from './calls.ts'
import { busyAmong, namesOf, ringsOf } from './calls.sql.ts'

/** People whom one user may ring in a minute. */
const MOST_RINGS = 30
const MINUTE_MS = 60_000

/** Returns the people to call with their state. Throws NOT_FOUND for one who cannot log in. */
export async function peopleToCall(room: CallsRoom, userIds: readonly string[]): Promise<Invited[]> {
  const names = await namesOf(room.db, userIds)
  const unknown = userIds.filter((id) => !names.some(({ userId }) => userId === id))
  if (unknown.length > 0)
    throw new OperationError('NOT_FOUND', `No user who can be called has the id ${unknown[0]}.`)
  const busy = await busyAmong(room.db, userIds)
  const statuses = new Map((await room.statuses(userIds)).map((one) => [one.userId, one.status]))
  return userIds.map((userId) => ({
    userId,
    username: names.find((one) => one.userId === userId)!.username,
    is: busy.has(userId) ? 'BUSY' : statuses.get(userId) === 'dnd' ? 'AWAY' : 'FREE',
  }))
}

/** Throws TOO_LARGE when more people would be in a call than its kind allows. */
export function checkPlaces(room: CallsRoom, kind: 'AUDIO' | 'VIDEO', count: number): void {
  const most = mostIn(room, kind)
  if (count <= most) return
  const what = kind === 'VIDEO' ? 'A video call' : 'An audio call'
  throw new OperationError(
    'TOO_LARGE',
    `${what} has at most ${most} people, you included; this one would have ${count}. Call fewer people${
      kind === 'VIDEO' && count <= mostIn(room, 'AUDIO') ? ', or make it an audio call' : ''
    }.`,
  )
}
export const mostIn = ({ settings }: CallsRoom, kind: 'AUDIO' | 'VIDEO'): number =>
  settings.number(kind === 'VIDEO' ? 'calls.most_video' : 'calls.most_audio')

/** Throws RATE_LIMIT when a user rang too many people within a minute. */
export async function checkRings(room: CallsRoom, hostId: string, count: number): Promise<void> {
  const rings = await ringsOf(room.db, hostId, room.clock.now() - MINUTE_MS)
  if (rings + count > MOST_RINGS)
    throw new OperationError('RATE_LIMIT', 'You are calling too often. Try again in a minute.')
}
