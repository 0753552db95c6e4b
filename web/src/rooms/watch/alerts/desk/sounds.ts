import type { AlertMark, HeldMarks } from '@samudra/contract/alert-marks'
import type { Alert } from '@samudra/contract/alerts'
import type { Tone } from '../../../../kit/tones.ts'

type Sounding = Pick<Alert, 'severity' | 'sound'>
const TONE: Readonly<Record<Alert['severity'], Tone | null>> = {
  CRITICAL: 'CRITICAL',
  HIGH: 'WARNING',
  MEDIUM: 'INFO',
  LOW: null,
  INFO: null,
}
/** Tones one step more severe, for definitions with a loud sound. */
const LOUDER: Readonly<Record<Alert['severity'], Tone>> = {
  CRITICAL: 'CRITICAL',
  HIGH: 'CRITICAL',
  MEDIUM: 'WARNING',
  LOW: 'INFO',
  INFO: 'INFO',
}
/** Returns the tone of an alert; null for a silent one. Critical alerts always sound. */
export function toneOf({ severity, sound }: Sounding): Tone | null {
  if (severity === 'CRITICAL') return 'CRITICAL'
  if (sound === 'NONE') return null
  return sound === 'LOUD' ? LOUDER[severity] : TONE[severity]
}

/** Alerts that began to wait: new ones, and those that came back unacknowledged; before marks are read only the former are known. */
export const begunIn = (before: HeldMarks, alerts: readonly Alert[], isRead = true): Alert[] =>
  alerts.filter(({ id, version, state }) => {
    const held = before.marks.get(id)
    if (state !== 'NEW') return false
    if (held === undefined) return isRead ? version > (before.left.get(id) ?? 0) : version === 1
    return held.state !== 'NEW' && version > held.version
  })

const ORDER: readonly Tone[] = ['INFO', 'WARNING', 'CRITICAL']
/** The gravest of several; null when none sounds, or the desk is silent and none is critical. */
export function soundOf(alerts: readonly Sounding[], isSilent: boolean): Tone | null {
  const tones = alerts
    .filter(({ severity }) => !isSilent || severity === 'CRITICAL')
    .map(toneOf)
    .filter((tone) => tone !== null)
  return tones.reduce<Tone | null>(
    (gravest, tone) => (gravest === null || ORDER.indexOf(tone) > ORDER.indexOf(gravest) ? tone : gravest),
    null,
  )
}

const GRAVE: readonly AlertMark['severity'][] = ['CRITICAL', 'HIGH']
/** Returns high and critical alerts that no user has taken: critical ones first, then the oldest. */
export const graveIn = (marks: Iterable<AlertMark>): AlertMark[] =>
  [...marks]
    .filter(({ state, severity }) => state === 'NEW' && GRAVE.includes(severity))
    .sort(
      (a, b) =>
        GRAVE.indexOf(a.severity) - GRAVE.indexOf(b.severity) ||
        (a.known_at < b.known_at ? -1 : Number(a.known_at > b.known_at)),
    )

/** Counts the unassigned alerts and finds the one waiting longest. */
export function waitingIn(marks: Iterable<AlertMark>) {
  let [count, grave, critical] = [0, 0, 0]
  let oldest: string | null = null
  for (const { state, severity, known_at } of marks) {
    if (state !== 'NEW') continue
    count++
    if (severity === 'CRITICAL' || severity === 'HIGH') grave++
    if (severity === 'CRITICAL') critical++
    if (oldest === null || known_at < oldest) oldest = known_at
  }
  return { count, grave, critical, oldest }
}
