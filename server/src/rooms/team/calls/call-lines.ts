import type { StoredCall } from './call-rules.ts'

const S = 1000
const two = (n: number) => String(n).padStart(2, '0')

/** Length of a call as `4:12` or `1:04:12`. */
export function lengthText(ms: number): string {
  const seconds = Math.floor(ms / S)
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60]
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`
}

/** Line of a call that ended, for its chat channel. */
export function callLine({ kind, state, hostName, answeredAt, endedAt, cause }: StoredCall): string {
  const what = kind === 'VIDEO' ? 'video call' : 'audio call'
  const from = ` from ${hostName}`
  if (state === 'MISSED' || state === 'CANCELLED') return `Missed ${what}${from}.`
  if (state === 'DECLINED') return `${cause === 'BUSY' ? 'Busy' : 'Declined'}: ${what}${from}.`
  const length = lengthText((endedAt ?? 0) - (answeredAt ?? endedAt ?? 0))
  return `${what[0]!.toUpperCase()}${what.slice(1)}${from}, ${length}.`
}
