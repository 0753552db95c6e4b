import { countryNamesOf } from '@samudra/nautical/country-text'
import { NAV_STATUS_LABELS } from '@samudra/nautical/nav-status'
import { SHIP_GROUPS } from '@samudra/nautical/ship-types'
import { whyNoCountry } from './countries.ts'
import { oneOf } from './misfits.ts'

/** Values of fields that have no others; of other fields any value may come. */
const CLOSED: Partial<Record<string, readonly string[]>> = {
  ship_type: SHIP_GROUPS,
  nav_status: NAV_STATUS_LABELS,
}
/** Comparisons with whole values; the others compare with a part or with an order. */
const WITH_VALUES = ['eq', 'ne', 'in', 'nin']

type Report = (path: PropertyKey[], message: string) => void

/** Returns why a field never has a value, with the nearest values it has; null where it may have it. */
export function whyNever(field: string, value: unknown): string | null {
  // A value that is not chosen yet stands as an empty text.
  if (value === '' || value === undefined) return null
  if (field === 'country') return whyNoCountry(String(value))
  const values = CLOSED[field]
  const query = String(value).toUpperCase()
  return values === undefined || values.some((one) => one.toUpperCase() === query)
    ? null
    : oneOf(values, String(value))
}

/** Reports each value at `path` that a field never has. */
export function reportNever(field: string, value: unknown, path: PropertyKey[], report: Report): void {
  const all = Array.isArray(value) ? (value as unknown[]) : [value]
  all.forEach((one, i) => {
    const why = whyNever(field, one)
    if (why !== null) report(Array.isArray(value) ? [...path, i] : path, why)
  })
}

type Compared = { field: string; cmp: string; value?: unknown }
/** Reports the values of a condition that its field never has. */
export function reportNeverCompared({ field, cmp, value }: Compared, report: Report): void {
  if (WITH_VALUES.includes(cmp)) reportNever(field, value, ['value'], report)
}

const namesOf = (value: unknown): string[] =>
  [value].flat().flatMap((one) => {
    const names = countryNamesOf(String(one))
    return names.length === 0 ? [String(one)] : names
  })
/** Returns countries as the names that records carry: one text, or a list where there are several. */
function flagValue<Value>(value: Value): Value {
  if (value === undefined || value === '') return value
  const names = namesOf(value)
  return (Array.isArray(value) || names.length > 1 ? names : names[0]) as Value
}

/** Returns a condition with countries as the names that records carry; several names of one country are compared as a list. */
export function withFlagNames<Condition extends Compared>(condition: Condition): Condition {
  const { field, cmp, value } = condition
  if (field !== 'country' || !WITH_VALUES.includes(cmp)) return condition
  const names = flagValue(value)
  const isSeveral = Array.isArray(names) && !Array.isArray(value)
  return { ...condition, value: names, cmp: isSeveral ? (cmp === 'eq' ? 'in' : 'nin') : cmp }
}

type Changed = { field: string; from?: unknown; to?: unknown }
/** Returns a change of country with the names that records carry. */
export function withChangedFlags<Condition extends Changed>(condition: Condition): Condition {
  if (condition.field !== 'country') return condition
  const { from, to } = condition
  return {
    ...condition,
    ...(from === undefined ? {} : { from: flagValue(from) }),
    ...(to === undefined ? {} : { to: flagValue(to) }),
  }
}
