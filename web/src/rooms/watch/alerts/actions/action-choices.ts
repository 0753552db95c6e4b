import {
  DISMISSED_AS,
  RESOLVED_AS,
  SHELVE_MOST_MS,
  TRANSITIONS,
  type Act,
  type AlertAction,
  type Disposition,
} from '@samudra/contract/alert-workflow'
import { WATCH_EMPTY } from '@samudra/contract/duties'
import type { AisRecord } from '@samudra/contract/picture'
import type { RuleExplanation, VesselPosition } from '@samudra/contract/rule-results'
import type { Alert } from '@samudra/contract/alerts'

/** Alert action of a user: its word, and its key. */
export type ActionChoice = { action: AlertAction; word: string; done: string; key: string }
/** In the order in which they are done. */
export const ACTION_CHOICES: readonly ActionChoice[] = [
  { action: 'ACK', word: 'Acknowledge', done: 'Acknowledged', key: 'a' },
  { action: 'START', word: 'Start', done: 'Started', key: 's' },
  { action: 'RESOLVE', word: 'Resolve', done: 'Resolved', key: 'r' },
  { action: 'DISMISS', word: 'Dismiss', done: 'Dismissed', key: 'd' },
  { action: 'SHELVE', word: 'Shelve', done: 'Shelved', key: 'h' },
  { action: 'UNSHELVE', word: 'Unshelve', done: 'Unshelved', key: 'h' },
  { action: 'REOPEN', word: 'Reopen', done: 'Reopened', key: 'o' },
  { action: 'ASSIGN', word: 'Hand over', done: 'Handed over', key: 'w' },
  { action: 'COMMENT', word: 'Comment', done: 'Commented', key: 'c' },
]
/** Returns the actions possible in an alert's present state. */
export const choicesOf = ({ state }: Pick<Alert, 'state'>): readonly ActionChoice[] =>
  ACTION_CHOICES.filter(({ action }) => TRANSITIONS[action].from.includes(state))
export const choiceOfKey = (alert: Pick<Alert, 'state'>, key: string): ActionChoice | undefined =>
  choicesOf(alert).find((choice) => choice.key === key.toLowerCase())

/** Returns true if an action is open to this user, rather than only to another owner of the alert or a supervisor. */
export const isOurs = (
  { action }: ActionChoice,
  { owner_id }: Pick<Alert, 'owner_id'>,
  userId: string | undefined,
) => TRANSITIONS[action].by !== 'OWNER' || owner_id === null || owner_id === userId

/** Returns true if the action removes an alert from its officer's list. */
export const isDecision = ({ action }: ActionChoice) => DECISIONS.includes(action)
const DECISIONS: readonly AlertAction[] = ['RESOLVE', 'DISMISS', 'SHELVE']

/** Returns the input an action requires. */
export const requirementsOf = ({ action }: ActionChoice) => TRANSITIONS[action].requires
export const dispositionsOf = ({ action }: ActionChoice): readonly Disposition[] =>
  action === 'RESOLVE' ? RESOLVED_AS : action === 'DISMISS' ? DISMISSED_AS : []

/** An alert that was taken up by mistake is put away for so long; then the clock shows it as new (contract D7). */
const PUT_BACK_MS = 10_000
/** Action as it is sent. */
export type Sent = Omit<Act, 'until'> & { until?: string }
export type Back = { act: (now: number) => Sent; done: string }
/** Undo of an action, and the message then. */
export const BACK: Partial<Record<AlertAction, Back>> = {
  ACK: {
    act: (now) => ({
      action: 'SHELVE',
      until: new Date(now + PUT_BACK_MS).toISOString(),
      comment: 'Acknowledged by mistake',
    }),
    done: 'Undone, alerts again in ten seconds',
  },
  RESOLVE: { act: () => ({ action: 'REOPEN', comment: 'Undone' }), done: 'Undone' },
  DISMISS: { act: () => ({ action: 'REOPEN', comment: 'Undone' }), done: 'Undone' },
  SHELVE: { act: () => ({ action: 'UNSHELVE' }), done: 'Undone' },
}
/** Returns true if an action still stands as this user left it, so undoing takes nothing from another user. */
export const isAsLeft = (
  action: AlertAction,
  { state, owner_id }: Pick<Alert, 'state' | 'owner_id'>,
  userId: string | undefined,
): boolean => state === TRANSITIONS[action].to && (action !== 'ACK' || owner_id === userId)
/** Reasons why an action cannot be undone, and what to do instead. */
export const NO_WAY_BACK: Partial<Record<AlertAction, string>> = {
  START: 'Started work stays. Hand it over with W, or shelve it with H.',
  ASSIGN: 'It was handed over. Hand it over again with W.',
  UNSHELVE: 'It is assigned to you now. Shelve it again with H.',
  REOPEN: 'It is open again. Dismiss it with D, or start work.',
  COMMENT: 'Comments stay. Add another with C.',
}

const HOUR_MS = 3_600_000
const MOMENT_MS = 60_000
/** For how long an alert is put away. */
export const SHELVE_HOURS = ['1', '4', '8', '24', '72'] as const
/**
 * Returns the end of a shelving; the longest one is a moment shorter, because the request takes time to reach the
 * server.
 */
export const shelvedUntil = (hours: number, now: number) =>
  new Date(Math.min(now + hours * HOUR_MS, now + SHELVE_MOST_MS - MOMENT_MS)).toISOString()

/**
 * Returns the subject of an alert: the vessel, the pair, the source, the aircraft, the watch, or an area without its
 * vessels.
 */
export const shipsOf = ({
  ship_name,
  mmsi,
  other_mmsi,
  source,
  icao24,
  type,
  explanation,
  other_split_id,
}: Pick<Alert, 'ship_name' | 'mmsi' | 'other_mmsi'> &
  Partial<Pick<Alert, 'source' | 'icao24' | 'type' | 'explanation' | 'other_split_id'>>): string => {
  if (type === WATCH_EMPTY) return 'The watch'
  if (source != null) return `Source ${source}`
  if (icao24 != null) return `Aircraft ${icao24}`
  const first = ship_name === null ? (mmsi ?? 'An area') : `${ship_name} · ${mmsi}`
  if (other_mmsi === null) return first
  if (other_mmsi !== mmsi) return `${first} and ${other_mmsi}`
  const other = positionsIn(explanation).find(({ split_id }) => split_id === other_split_id)?.ship_name
  return other == null ? `${first} (two vessels)` : `${ship_name ?? 'A vessel'} and ${other} · ${mmsi}`
}

/** Positions of several vessels under one MMSI that an alert stands on. */
function positionsIn(values: RuleExplanation | null | undefined): VesselPosition[] {
  return values == null ? [] : [...(values.positions ?? []), ...values.of.flatMap(positionsIn)]
}

/** Returns a vessel's present name in the picture; null where it equals the name in the alert or is unknown. */
export function nameNow(
  { split_id, ship_name }: Pick<Alert, 'split_id' | 'ship_name'>,
  ships: readonly Pick<AisRecord, 'split_id' | 'ship_name'>[],
): string | null {
  const name = ships.find((ship) => ship.split_id === split_id)?.ship_name ?? null
  return ship_name === null || name === ship_name ? null : name
}
