import { ALERT_STATES, type AlertState } from '@samudra/contract/alert-workflow'
import type { Alert } from '@samudra/contract/alerts'
import { SEVERITIES } from '@samudra/contract/event-types'

/** Conditions that a figure gives to the list of its alerts. */
export type AlertNarrowing = {
  from?: string
  to?: string
  states?: AlertState[]
  severities?: Alert['severity'][]
  types?: string[]
  definition_id?: string
}

/** Fields of an address that hold these conditions. */
export const ALERT_NARROWED = ['from', 'to', 'states', 'severities', 'types', 'definition'] as const

const listOf = (text: string) => text.split(',').filter((one) => one !== '')

/** Returns the part of an address that holds these conditions. */
export const narrowingPart = (valueOf: (name: string) => string) =>
  new URLSearchParams(ALERT_NARROWED.map((name) => [name, valueOf(name)])).toString()

/** Returns the conditions in that part of an address; null without any. */
export function narrowingIn(part: string): AlertNarrowing | null {
  const values = new URLSearchParams(part)
  const valueOf = (name: (typeof ALERT_NARROWED)[number]) => values.get(name) ?? ''
  const [from, to, definition] = [valueOf('from'), valueOf('to'), valueOf('definition')]
  const [states, severities, types] = [valueOf('states'), valueOf('severities'), valueOf('types')]
  const isInstant = (text: string) => !Number.isNaN(Date.parse(text))
  const found: AlertNarrowing = {
    ...(isInstant(from) && { from }),
    ...(isInstant(to) && { to }),
    ...(states !== '' && { states: ALERT_STATES.filter((one) => listOf(states).includes(one)) }),
    ...(severities !== '' && { severities: SEVERITIES.filter((one) => listOf(severities).includes(one)) }),
    ...(types !== '' && { types: listOf(types) }),
    ...(definition !== '' && { definition_id: definition }),
  }
  return Object.keys(found).length === 0 ? null : found
}

/** Returns true for an alert that meets the conditions. */
export const fitsNarrowing = (
  { known_at, state, severity, type, definition_id }: Alert,
  narrow: AlertNarrowing,
): boolean =>
  (narrow.from === undefined || known_at >= narrow.from) &&
  (narrow.to === undefined || known_at <= narrow.to) &&
  narrow.states?.includes(state) !== false &&
  narrow.severities?.includes(severity) !== false &&
  narrow.types?.includes(type) !== false &&
  (narrow.definition_id === undefined || definition_id === narrow.definition_id)
