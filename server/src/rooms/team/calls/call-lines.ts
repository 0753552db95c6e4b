import { callLengthText } from '@samudra/contract/calls'
import type { StoredCall } from './call-rules.ts'

/** Line of a call that ended, for its chat channel. */
export function callLine({ kind, state, hostName, answeredAt, endedAt, cause }: StoredCall): string {
  const what = kind === 'VIDEO' ? 'video call' : 'audio call'
  const from = ` from ${hostName}`
  if (state === 'MISSED' || state === 'CANCELLED') return `Missed ${what}${from}.`
  if (state === 'DECLINED') return `${cause === 'BUSY' ? 'Busy' : 'Declined'}: ${what}${from}.`
  const length = callLengthText((endedAt ?? 0) - (answeredAt ?? endedAt ?? 0))
  return `${what[0]!.toUpperCase()}${what.slice(1)}${from}, ${length}.`
}
