import { callLengthText, type Call, type CallParticipant } from '@samudra/contract/calls'

/** Time for which messages of calls stay, milliseconds (specification). */
export const CALL_TOAST_MS = 30_000
export const declinedText = (name: string) => `Call Declined by the User ${name}`
export const cancelledText = 'Call Cancelled by the Host'

export const kindText = ({ kind }: Pick<Call, 'kind'>) => (kind === 'VIDEO' ? 'Video call' : 'Audio call')

/** Names of some people: two by name, more as a number. */
export function namesText(names: readonly string[]): string {
  if (names.length <= 2) return names.join(' and ')
  return `${names[0]}, ${names[1]} and ${names.length - 2} more`
}

const STATE_WORDS: Record<CallParticipant['state'], string> = {
  RINGING: 'Ringing…',
  ACTIVE: '',
  RECONNECTING: 'Reconnecting…',
  LEFT: 'Left',
  DECLINED: 'Declined',
  BUSY: 'In another call',
  MISSED: 'No answer',
  REMOVED: 'Removed',
}
export const participantText = ({ state }: CallParticipant) => STATE_WORDS[state]

/** Returns the outcome of a call for one user. */
export function outcomeText(call: Call, userId: string): string {
  const own = call.participants.find((one) => one.userId === userId)
  const isHost = call.hostId === userId
  if (call.ended_at === null) return call.state === 'RINGING' ? 'Ringing' : 'In progress'
  if (!isHost && (own?.state === 'MISSED' || own?.state === 'BUSY')) return 'Missed'
  if (!isHost && own?.state === 'DECLINED') return 'Declined'
  if (call.state === 'CANCELLED') return 'Cancelled'
  if (call.state === 'DECLINED') return call.cause === 'BUSY' ? 'Busy' : 'Declined'
  if (call.state === 'MISSED') return 'No answer'
  if (call.answered_at === null) return 'Ended'
  const length = callLengthText(Date.parse(call.ended_at) - Date.parse(call.answered_at))
  return call.cause === 'NETWORK' ? `${length}, connection lost` : length
}
