import { PORT_CALL_STATE_LABELS } from '@samudra/contract/labels'
import type { PortCall } from '@samudra/contract/port-calls'

/** Returns whether a vessel is expected and its declared ETA has passed, at `now` in epoch ms. */
export const isOverdue = ({ state, expected_at }: Pick<PortCall, 'state' | 'expected_at'>, now: number) =>
  state === 'EXPECTED' && expected_at !== null && Date.parse(expected_at) < now

/** State of a call in words at `now`, epoch ms. */
export const stateWords = (call: Pick<PortCall, 'state' | 'expected_at'>, now: number): string =>
  isOverdue(call, now) ? 'Overdue' : PORT_CALL_STATE_LABELS[call.state]

/** Returns the vessel's name at the call, otherwise its present one, otherwise its MMSI. */
export const shipOf = ({ ship_name, ship_name_now, mmsi }: PortCall) => ship_name ?? ship_name_now ?? mmsi

const CONFIDENCE_WORDS = [
  'declared only',
  'received on one side of a silence',
  'stationary, or arriving and leaving around a silence',
  'stationary, and arriving or leaving',
  'arriving, stationary and leaving',
]
/** Returns the basis of a call: the vessel's declaration, detection, or a user. */
export function basisOf({ changed_by, confidence, entered_at }: PortCall): string {
  if (changed_by !== null) return `corrected by ${changed_by}`
  return entered_at === null ? 'declared ETA' : `detected, ${confidence} of 4`
}

export const confidenceWords = (confidence: number | null) => CONFIDENCE_WORDS[confidence ?? 0]!

/** Time of arrival, or of the first position of a vessel that was already there; null while it is only expected. */
export const arrivedAt = ({ anchored_at, berthed_at, entered_at }: PortCall) =>
  anchored_at ?? berthed_at ?? entered_at

/** Ways in which a declared destination was read. */
export const READ_WORDS = {
  LOCODE: 'by its code',
  NAME: 'by its name',
  ABBREVIATION: 'by a common abbreviation',
  TYPO: 'misspelt',
} as const
export const UNREAD_WORDS = {
  NOTHING: 'not readable',
  UNKNOWN: 'no known port',
  AMBIGUOUS: 'several ports have this name',
} as const
